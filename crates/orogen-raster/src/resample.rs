//! Bilinear resampling that leaves void cells out.

use orogen_field::{Grid, Placement};

use crate::RasterError;

/// The grid at another step: samples at `first + i * step` of the same corner cell, as many as fit between the outermost
/// cell centres.
///
/// Bilinear between the four cells around each new centre. Void cells have no weight, and the weights of the others are
/// raised to make one: the result never leaves the range of its neighbours, and no sentinel leaks. Where all of the
/// weight would be void the result is void.
///
/// ```
/// use orogen_field::{Grid, Placement};
/// use orogen_raster::resample;
///
/// let ramp = Grid::from_fn(2, 3, Placement::square(0.0, 0.0, 30.0), |_, col| col as f64)?;
/// let fine = resample(&ramp, 15.0, 30.0)?;
/// assert_eq!(fine.row(0), [0.0, 0.5, 1.0, 1.5, 2.0]);
/// # Ok::<(), orogen_raster::RasterError>(())
/// ```
///
/// # Errors
///
/// [`RasterError::Grid`] if a step is not positive and finite, or the result would be too large.
pub fn resample(grid: &Grid<f64>, step_x: f64, step_z: f64) -> Result<Grid<f64>, RasterError> {
    let old = grid.placement();
    let placement = Placement { step_x, step_z, ..old };
    let (rows, cols) = (fitting(grid.rows(), old.step_z, step_z), fitting(grid.cols(), old.step_x, step_x));
    let mut void = Vec::new();
    let at = |row: usize, col: usize| {
        let sample = bilinear(grid, row as f64 * step_z / old.step_z, col as f64 * step_x / old.step_x);
        void.push(sample.is_none());
        sample.unwrap_or(f64::NAN)
    };
    let samples = Grid::from_fn(rows, cols, placement, at)?;
    Ok(samples.with_void(void)?)
}

/// How many steps of `new` fit between the first and the last of `count` centres, plus the first.
fn fitting(count: usize, old: f64, new: f64) -> usize {
    // A whole ratio must not lose its last sample to rounding. An impossible step is refused with the grid.
    let steps = (count - 1) as f64 * old / new * (1.0 + 1e-12);
    if steps.is_finite() { (steps as usize).saturating_add(1) } else { usize::MAX }
}

/// The value at a fractional (row, column), or `None` where no cell with data has weight.
fn bilinear(grid: &Grid<f64>, row: f64, col: f64) -> Option<f64> {
    let (top, left) = ((row as usize).min(grid.rows() - 1), (col as usize).min(grid.cols() - 1));
    let (down, right) = ((row - top as f64).min(1.0), (col - left as f64).min(1.0));
    let mut sum = 0.0;
    let mut weights = 0.0;
    for (r, row_weight) in [(top, 1.0 - down), (top + 1, down)] {
        for (c, col_weight) in [(left, 1.0 - right), (left + 1, right)] {
            let weight = row_weight * col_weight;
            if weight > 0.0 && r < grid.rows() && c < grid.cols() && !grid.is_void(grid.index(r, c)) {
                sum += weight * grid.at(r, c);
                weights += weight;
            }
        }
    }
    (weights > 0.0).then(|| sum / weights)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ramp(rows: usize, cols: usize) -> Grid<f64> {
        let plane = |row: usize, col: usize| 3.0 * row as f64 - 2.0 * col as f64;
        Grid::from_fn(rows, cols, Placement::square(100.0, -50.0, 10.0), plane).unwrap()
    }

    #[test]
    fn a_plane_stays_a_plane() {
        let fine = resample(&ramp(5, 7), 4.0, 2.5).unwrap();
        assert_eq!((fine.rows(), fine.cols()), (17, 16));
        for row in 0..17 {
            for col in 0..16 {
                let expected = 3.0 * row as f64 * 0.25 - 2.0 * col as f64 * 0.4;
                assert!((fine.at(row, col) - expected).abs() < 1e-12);
            }
        }
        assert_eq!(resample(&ramp(5, 7), 10.0, 10.0).unwrap(), ramp(5, 7));
    }

    #[test]
    fn a_sentinel_never_leaks() {
        let mut void = vec![false; 35];
        void[2 * 7 + 3] = true;
        let mut holed = ramp(5, 7);
        holed.samples_mut()[2 * 7 + 3] = -32768.0;
        let fine = resample(&holed.with_void(void).unwrap(), 2.0, 2.0).unwrap();
        let valid = (0..fine.samples().len()).filter(|index| !fine.is_void(*index));
        assert!(valid.clone().all(|index| (-12.0..=12.0).contains(&fine.samples()[index])));
        assert_eq!(fine.samples().len() - valid.count(), 1, "only the void cell's own centre");
    }

    #[test]
    fn impossible_steps_are_refused() {
        for step in [0.0, -1.0, f64::NAN, f64::INFINITY, 1e-300] {
            assert!(matches!(resample(&ramp(5, 7), step, 10.0), Err(RasterError::Grid(_))), "{step}");
        }
    }
}
