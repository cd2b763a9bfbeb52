//! How steep how much of a map is.

use orogen_field::Grid;

use crate::{CellSize, RasterError, horn, slope_deg};

/// Slope quantiles in degrees: for each share in 0..=1, the least slope that this share of the area does not exceed.
///
/// Slopes are Horn's, in metres per metre, also on geographic grids; a cell counts with its area. Empty for a map
/// without a finite slope.
///
/// # Errors
///
/// [`RasterError::CellSize`] if `cells` gives widths for another number of rows.
pub fn slope_quantiles_deg(heights: &Grid<f64>, cells: &CellSize, shares: &[f64]) -> Result<Vec<f64>, RasterError> {
    let jets = horn(heights, cells)?;
    let mut slopes: Vec<(f64, f64)> = jets
        .samples()
        .iter()
        .enumerate()
        .filter(|(index, jet)| !jets.is_void(*index) && jet.slope().is_finite())
        .map(|(index, jet)| (slope_deg(*jet), cells.step_x(index / jets.cols())))
        .collect();
    slopes.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut total = 0.0;
    let up_to: Vec<f64> = slopes
        .iter()
        .map(|(_, area)| {
            total += area;
            total
        })
        .collect();
    let quantile = |share: &f64| {
        let rank = up_to.partition_point(|area| *area < share * total);
        slopes[rank.min(slopes.len() - 1)].0
    };
    Ok(if slopes.is_empty() { Vec::new() } else { shares.iter().map(quantile).collect() })
}
