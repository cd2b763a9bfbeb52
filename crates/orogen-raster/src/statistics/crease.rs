//! How much the grid lines of a subdivision show.

use orogen_field::Grid;

use super::differences::Total;

/// The crease index by level of the grid line: the mean squared second difference across lines whose number has exactly
/// `level` factors of 2, over that across all lines, rows and columns together.
///
/// Entry 0 is the finest level, the odd lines. A stationary surface has 1 at each; diamond-square at H = 0.8 runs from
/// 0.85 at the finest to 1.42 at the coarsest. Levels without a line inside the map are left out; a map whose second
/// differences are all zero has no index.
#[must_use]
pub fn crease_index(heights: &Grid<f64>) -> Option<Vec<f64>> {
    let mut levels: Vec<Total> = Vec::new();
    let mut add = |line: usize, second: f64| {
        let level = line.trailing_zeros() as usize;
        if levels.len() <= level {
            levels.resize(level + 1, Total::default());
        }
        levels[level].add(second * second);
    };
    let (rows, cols) = (heights.rows(), heights.cols());
    let samples = super::with_nan(heights);
    for (index, middle) in samples.iter().enumerate() {
        let (row, col) = (index / cols, index % cols);
        if (1..cols - 1).contains(&col) {
            add(col, (samples[index - 1] - middle) + (samples[index + 1] - middle));
        }
        if (1..rows - 1).contains(&row) {
            add(row, (samples[index - cols] - middle) + (samples[index + cols] - middle));
        }
    }
    let all = levels.iter().copied().fold(Total::default(), Total::plus);
    (all.sum > 0.0).then(|| levels.iter().map(|level| level.mean() / all.mean()).collect())
}
