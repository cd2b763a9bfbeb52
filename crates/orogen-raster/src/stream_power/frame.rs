//! The map with a row or column of ground beyond each free edge.

use orogen_field::Grid;

use crate::{Edge, Edges};

/// Where the cells of the map lie among those of the map and of the ground beyond its free edges.
pub(super) struct Frame {
    pub(super) rows: usize,
    pub(super) cols: usize,
    /// Rows and columns of the frame before those of the map.
    north: usize,
    west: usize,
    map_rows: usize,
    map_cols: usize,
}

impl Frame {
    pub(super) fn new(map: &Grid<f64>, edges: Edges) -> Self {
        let beyond = |edge: Edge| usize::from(edge == Edge::Free);
        let (north, west) = (beyond(edges.north), beyond(edges.west));
        Self {
            rows: map.rows() + north + beyond(edges.south),
            cols: map.cols() + west + beyond(edges.east),
            north,
            west,
            map_rows: map.rows(),
            map_cols: map.cols(),
        }
    }

    /// The row of the map that a row of the frame is, or is beyond.
    pub(super) fn map_row(&self, row: usize) -> usize {
        row.saturating_sub(self.north).min(self.map_rows - 1)
    }

    fn map_col(&self, col: usize) -> usize {
        col.saturating_sub(self.west).min(self.map_cols - 1)
    }

    /// The cells beyond the map.
    fn beyond(&self) -> impl Iterator<Item = usize> + '_ {
        let east = self.west + self.map_cols;
        (0..self.rows).flat_map(move |row| {
            let is_beyond = row != self.map_row(row) + self.north;
            let (west, east) = if is_beyond { (0..self.cols, 0..0) } else { (0..self.west, east..self.cols) };
            west.chain(east).map(move |col| row * self.cols + col)
        })
    }

    /// The values of the map where it is, and `beyond` around it.
    pub(super) fn framed<T: Copy>(&self, values: &[T], beyond: T) -> Vec<T> {
        let mut framed = vec![beyond; self.rows * self.cols];
        for (row, line) in values.chunks_exact(self.map_cols).enumerate() {
            let start = (row + self.north) * self.cols + self.west;
            framed[start..start + self.map_cols].copy_from_slice(line);
        }
        framed
    }

    /// The rows of the map within values of the frame.
    pub(super) fn map_lines<'a, T>(&'a self, framed: &'a [T]) -> impl Iterator<Item = &'a [T]> + 'a {
        let start = |row: usize| (row + self.north) * self.cols + self.west;
        (0..self.map_rows).map(move |row| &framed[start(row)..start(row) + self.map_cols])
    }

    /// Continues the land beyond the free edges: as it slopes at the edge, but not below `lowest`.
    ///
    /// Where there is no second cell to say how the land slopes it goes on level. Beyond a barrier there is one too.
    pub(super) fn continue_beyond(&self, heights: &mut [f64], is_land: &[bool], is_ground: &mut [bool], lowest: f64) {
        for cell in self.beyond() {
            let (row, col) = (cell / self.cols, cell % self.cols);
            // One step back onto the map, and as far again.
            let (edge_row, edge_col) = (self.map_row(row) + self.north, self.map_col(col) + self.west);
            let edge = edge_row * self.cols + edge_col;
            is_ground[cell] = is_land[edge];
            if !is_land[edge] {
                continue;
            }
            let inner_row = (2 * edge_row).checked_sub(row).filter(|row| *row < self.rows);
            let inner_col = (2 * edge_col).checked_sub(col).filter(|col| *col < self.cols);
            let inner = inner_row.zip(inner_col).map(|(row, col)| row * self.cols + col).filter(|cell| is_land[*cell]);
            let rise = inner.map_or(0.0, |inner| heights[inner] - heights[edge]);
            heights[cell] = (heights[edge] - rise).max(lowest);
        }
    }
}
