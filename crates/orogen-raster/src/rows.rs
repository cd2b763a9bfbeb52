//! Grids computed row by row, on any number of threads.

use orogen_field::{Grid, GridError, Placement};
use rayon::prelude::*;

/// A grid whose samples are computed from (row, column). Each is written to its own place, so that threads change
/// nothing.
pub(crate) fn grid_from_fn<T: Copy + Default + Send>(
    rows: usize,
    cols: usize,
    placement: Placement,
    sample: impl Fn(usize, usize) -> T + Sync,
) -> Result<Grid<T>, GridError> {
    let mut grid = Grid::from_fn(rows, cols, placement, |_, _| T::default())?;
    fill(&mut grid, sample);
    Ok(grid)
}

/// Sets every sample of a grid from its (row, column).
pub(crate) fn fill<T: Send>(grid: &mut Grid<T>, sample: impl Fn(usize, usize) -> T + Sync) {
    let cols = grid.cols();
    grid.samples_mut().par_chunks_mut(cols).enumerate().for_each(|(row, line)| {
        for (col, target) in line.iter_mut().enumerate() {
            *target = sample(row, col);
        }
    });
}
