//! Heights with a margin of one cell, in which edges and barriers are made.

use orogen_field::Grid;

use crate::{CellSize, Edges, RasterError};

/// The eight neighbours as (rows south, columns east), in raster order; the one opposite `k` is `7 - k`.
pub(super) const NEIGHBOURS: [(isize, isize); 8] =
    [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)];

/// A map with a margin of one cell. Barriers are NaN, which no comparison finds lower or higher than anything: void
/// cells, and the margin unless it wraps.
pub(super) struct Field {
    pub rows: usize,
    pub cols: usize,
    /// Cells in a row with its margins.
    pub width: usize,
    pub edges: Edges,
    pub cells: CellSize,
    /// Heights as takers see them.
    pub heights: Vec<f64>,
    /// Heights of the cells that may give: NaN in cells on a fixed edge.
    pub givers: Vec<f64>,
}

impl Field {
    pub(super) fn new(heights: &Grid<f64>, cells: &CellSize, edges: Edges) -> Result<Self, RasterError> {
        edges.check()?;
        cells.check_rows(heights)?;
        let (rows, cols) = (heights.rows(), heights.cols());
        let width = cols + 2;
        let margined = vec![f64::NAN; (rows + 2) * width];
        let mut field =
            Self { rows, cols, width, edges, cells: cells.clone(), heights: margined.clone(), givers: margined };
        for row in 0..rows {
            for col in 0..cols {
                let index = heights.index(row, col);
                let height = heights.samples()[index];
                if height.is_finite() && !heights.is_void(index) {
                    let place = field.place(row, col);
                    field.heights[place] = height;
                    if !edges.holds(row, col, rows, cols) {
                        field.givers[place] = height;
                    }
                }
            }
        }
        field.wrap();
        Ok(field)
    }

    /// The place of a cell in the arrays with margins.
    pub(super) fn place(&self, row: usize, col: usize) -> usize {
        (row + 1) * self.width + col + 1
    }

    /// How far a neighbour's place is from a cell's.
    pub(super) fn offset(&self, (south, east): (isize, isize)) -> isize {
        south * self.width as isize + east
    }

    /// Copies the map's edges into the margins opposite, where they wrap; columns first, so that corners come out
    /// right.
    pub(super) fn wrap(&mut self) {
        let (rows, cols, width) = (self.rows, self.cols, self.width);
        for array in [&mut self.heights, &mut self.givers] {
            if self.edges.wraps_cols() {
                for line in array.chunks_exact_mut(width) {
                    (line[0], line[cols + 1]) = (line[cols], line[1]);
                }
            }
            if self.edges.wraps_rows() {
                array.copy_within(rows * width..(rows + 1) * width, 0);
                array.copy_within(width..2 * width, (rows + 1) * width);
            }
        }
    }

    /// Cubic metres of land above and below height 0, row by row.
    pub(super) fn volume(&self) -> f64 {
        let of_row = |row: usize| {
            let start = self.place(row, 0);
            let line = &self.heights[start..start + self.cols];
            line.iter().filter(|height| !height.is_nan()).sum::<f64>() * self.area(row)
        };
        (0..self.rows).map(of_row).sum()
    }

    /// Square metres of a cell.
    pub(super) fn area(&self, row: usize) -> f64 {
        self.cells.step_x(row) * self.cells.step_z()
    }

    /// The distances from a cell in `row` to its neighbours, in metres. Of two rows the northern one's width counts, so
    /// that both ends agree.
    pub(super) fn distances(&self, row: usize) -> [f64; 8] {
        let step_z = self.cells.step_z();
        NEIGHBOURS.map(|(south, east)| {
            let step_x = self.cells.step_x(if south < 0 { self.row_north_of(row) } else { row });
            match (south, east) {
                (0, _) => step_x,
                (_, 0) => step_z,
                _ => (step_x * step_x + step_z * step_z).sqrt(),
            }
        })
    }

    /// The row north of a row, around the map where it wraps; row 0 itself where it does not.
    fn row_north_of(&self, row: usize) -> usize {
        let around = if self.edges.wraps_rows() { self.rows - 1 } else { 0 };
        row.checked_sub(1).unwrap_or(around)
    }

    /// The cell beside another, around the map where it wraps; there has to be one.
    pub(super) fn beside(&self, row: usize, col: usize, (south, east): (isize, isize)) -> (usize, usize) {
        let around = |at: usize, by: isize, side: usize| (at + side).wrapping_add_signed(by) % side;
        (around(row, south, self.rows), around(col, east, self.cols))
    }

    /// Whether what a cell is given in a direction leaves the map: the direction leads over an edge that does not wrap.
    /// A cell on a fixed edge is given things in no other direction; the land beyond a free edge passes them on.
    pub(super) fn lets_out(&self, (row, col): (usize, usize), (south, east): (isize, isize)) -> bool {
        let off = |at: usize, by: isize, side: usize| at.checked_add_signed(by).is_none_or(|beside| beside >= side);
        (off(row, south, self.rows) && !self.edges.wraps_rows())
            || (off(col, east, self.cols) && !self.edges.wraps_cols())
    }

    /// Changes a cell's height, and its copies in margins that wrap.
    pub(super) fn add(&mut self, row: usize, col: usize, change: f64) {
        let last_row = if row == 0 { Some(self.rows + 1) } else { None };
        let first_row = if row + 1 == self.rows { Some(0) } else { None };
        let last_col = if col == 0 { Some(self.cols + 1) } else { None };
        let first_col = if col + 1 == self.cols { Some(0) } else { None };
        let copies = |wraps: bool, copies: [Option<usize>; 2]| copies.into_iter().flatten().filter(move |_| wraps);
        let height = self.heights[self.place(row, col)] + change;
        for row in [row + 1].into_iter().chain(copies(self.edges.wraps_rows(), [first_row, last_row])) {
            for col in [col + 1].into_iter().chain(copies(self.edges.wraps_cols(), [first_col, last_col])) {
                let place = row * self.width + col;
                self.heights[place] = height;
                if !self.givers[place].is_nan() {
                    self.givers[place] = height;
                }
            }
        }
    }

    /// The heights as a grid like `original`; barriers keep what it has there.
    pub(super) fn into_grid(self, original: &Grid<f64>) -> Grid<f64> {
        let mut grid = original.clone();
        let cols = self.cols;
        for (row, line) in grid.samples_mut().chunks_exact_mut(cols).enumerate() {
            let start = self.place(row, 0);
            for (target, height) in line.iter_mut().zip(&self.heights[start..]) {
                if !height.is_nan() {
                    *target = *height;
                }
            }
        }
        grid
    }
}
