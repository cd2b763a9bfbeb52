//! Means over pairs of cells at a lag: the variogram and the madogram.

use orogen_field::Grid;
use rayon::prelude::*;

use super::with_nan;

/// The variogram: half the mean squared difference of cells `lag` columns or rows apart, both axes pooled.
///
/// None for a lag at which no pair of cells with data is left. For a fractional Brownian surface it goes with lag^(2H).
#[must_use]
pub fn variogram(heights: &Grid<f64>, lags: &[usize]) -> Vec<Option<f64>> {
    half_means(heights, lags, |difference| difference * difference)
}

/// The madogram: half the mean absolute difference of cells `lag` columns or rows apart, both axes pooled.
///
/// None for a lag at which no pair of cells with data is left. It goes with lag^H, and far-off heights weigh less in
/// it.
#[must_use]
pub fn madogram(heights: &Grid<f64>, lags: &[usize]) -> Vec<Option<f64>> {
    half_means(heights, lags, f64::abs)
}

fn half_means(heights: &Grid<f64>, lags: &[usize], size: impl Fn(f64) -> f64 + Sync) -> Vec<Option<f64>> {
    let samples = with_nan(heights);
    lags.iter()
        .map(|lag| {
            let total = pairs(&samples, heights.rows(), heights.cols(), *lag, &size);
            (total.count > 0).then(|| 0.5 * total.sum / total.count as f64)
        })
        .collect()
}

/// A sum and how many it is of.
#[derive(Clone, Copy, Default)]
pub(super) struct Total {
    pub sum: f64,
    pub count: u64,
}

impl Total {
    #[inline(always)]
    pub(super) fn add(&mut self, size: f64) {
        let known = !size.is_nan();
        self.sum += if known { size } else { 0.0 };
        self.count += u64::from(known);
    }

    pub(super) fn plus(self, other: Self) -> Self {
        Self { sum: self.sum + other.sum, count: self.count + other.count }
    }

    pub(super) fn mean(self) -> f64 {
        self.sum / self.count as f64
    }
}

/// The sum of `size(difference)` over all pairs at a lag, row by row and then rows in order, for any number of threads.
pub(super) fn pairs(
    samples: &[f64],
    rows: usize,
    cols: usize,
    lag: usize,
    size: &(impl Fn(f64) -> f64 + Sync),
) -> Total {
    let of_row = |row: usize| {
        let line = &samples[row * cols..(row + 1) * cols];
        let mut total = Total::default();
        for (near, far) in line.iter().zip(line.iter().skip(lag)) {
            total.add(size(far - near));
        }
        if row + lag < rows {
            for (near, far) in line.iter().zip(&samples[(row + lag) * cols..]) {
                total.add(size(far - near));
            }
        }
        total
    };
    let by_row: Vec<Total> = (0..rows).into_par_iter().map(of_row).collect();
    by_row.into_iter().fold(Total::default(), Total::plus)
}
