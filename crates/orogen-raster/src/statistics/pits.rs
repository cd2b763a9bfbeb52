//! How many pits a map has for each of its peaks.

use orogen_field::Grid;

use super::with_nan;

/// Pits over peaks: cells lower than all eight neighbours over cells higher than all eight.
///
/// A surface that is the same upside down, as fractional Brownian ones are, has about one pit a peak; rivers leave
/// hardly any. Only cells with eight known neighbours count. `None` for a map without peaks.
#[must_use]
pub fn pits_over_peaks(heights: &Grid<f64>) -> Option<f64> {
    let samples = with_nan(heights);
    let (rows, cols) = (heights.rows(), heights.cols());
    let (mut pits, mut peaks) = (0_u64, 0_u64);
    for row in 1..rows.saturating_sub(1) {
        for col in 1..cols.saturating_sub(1) {
            let at = |south: usize, east: usize| samples[(row + south - 1) * cols + col + east - 1];
            let here = at(1, 1);
            let around = [at(0, 0), at(0, 1), at(0, 2), at(1, 0), at(1, 2), at(2, 0), at(2, 1), at(2, 2)];
            pits += u64::from(around.iter().all(|height| here < *height));
            peaks += u64::from(around.iter().all(|height| here > *height));
        }
    }
    (peaks > 0).then(|| pits as f64 / peaks as f64)
}
