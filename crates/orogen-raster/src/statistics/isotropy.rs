//! Whether a map slopes one way more than another.

use orogen_field::Grid;

use crate::{CellSize, RasterError, horn};

/// Isotropy in 0..=1: the smaller eigenvalue of the mean of `g g^T` over the larger, where g is the gradient.
///
/// 1 where slopes are alike in all directions, as on a cone; 0 where all of them lie along one line, as on a plane or on
/// parallel ridges. Gradients are Horn's; a cell counts with its area. `None` for a level map.
///
/// # Errors
///
/// [`RasterError::CellSize`] if `cells` gives widths for another number of rows.
pub fn isotropy(heights: &Grid<f64>, cells: &CellSize) -> Result<Option<f64>, RasterError> {
    let jets = horn(heights, cells)?;
    let (mut xx, mut xz, mut zz) = (0.0, 0.0, 0.0);
    for (index, jet) in jets.samples().iter().enumerate() {
        if !jets.is_void(index) && jet.slope().is_finite() {
            let area = cells.step_x(index / jets.cols());
            xx += area * jet.dx * jet.dx;
            xz += area * jet.dx * jet.dz;
            zz += area * jet.dz * jet.dz;
        }
    }
    let mean = 0.5 * (xx + zz);
    let half_gap = (0.25 * (xx - zz) * (xx - zz) + xz * xz).sqrt();
    Ok((mean > 0.0).then(|| ((mean - half_gap) / (mean + half_gap)).max(0.0)))
}
