//! A plain raster: rows of samples, where they lie, and which of them are void.

use alloc::vec::Vec;

/// Where the samples of a grid lie: the centre of the first one, and the step to the next.
///
/// x grows with the column (east), z with the row (south), both in metres; northing is -z.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Placement {
    /// x of the centre of column 0, in metres.
    pub x0: f64,
    /// z of the centre of row 0, in metres.
    pub z0: f64,
    /// Distance between columns, in metres; positive.
    pub step_x: f64,
    /// Distance between rows, in metres; positive.
    pub step_z: f64,
}

impl Placement {
    /// Square cells of `step` metres with the first centre at (x0, z0).
    #[must_use]
    pub fn square(x0: f64, z0: f64, step: f64) -> Self {
        Self { x0, z0, step_x: step, step_z: step }
    }

    /// x of the centre of a column: `x0 + col * step`, never accumulated.
    #[inline]
    #[must_use]
    pub fn x(&self, col: usize) -> f64 {
        self.x0 + col as f64 * self.step_x
    }

    /// z of the centre of a row.
    #[inline]
    #[must_use]
    pub fn z(&self, row: usize) -> f64 {
        self.z0 + row as f64 * self.step_z
    }
}

/// A raster of `rows` x `cols` samples, row-major, row 0 northernmost, with an optional mask of void cells.
///
/// ```
/// use orogen_field::{Grid, Placement};
///
/// let ramp = Grid::from_fn(2, 3, Placement::square(0.5, 0.5, 1.0), |row, col| (10 * row + col) as f64)?;
/// assert_eq!(*ramp.at(1, 2), 12.0);
/// assert_eq!(ramp.row(1), [10.0, 11.0, 12.0]);
/// # Ok::<(), orogen_field::GridError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Grid<T> {
    rows: usize,
    cols: usize,
    placement: Placement,
    samples: Vec<T>,
    void: Option<Vec<bool>>,
}

/// A grid that cannot be.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum GridError {
    /// No rows, no columns, or more samples than memory can hold.
    #[error(
        "size: expected at least 1 row and 1 column, and rows x columns within memory, got {rows} x {cols}; choose another size"
    )]
    Size {
        /// Rows asked for.
        rows: usize,
        /// Columns asked for.
        cols: usize,
    },
    /// The buffer does not hold rows x columns elements.
    #[error("{what}: expected {expected} elements (rows x columns), got {got}; pass a buffer of that length")]
    Length {
        /// Which buffer.
        what: &'static str,
        /// rows x columns.
        expected: usize,
        /// Its length.
        got: usize,
    },
    /// An origin or a step is not a usable number.
    #[error("{what}: expected {expected}, got {got}; give it in metres")]
    Placement {
        /// Which number.
        what: &'static str,
        /// What it has to be.
        expected: &'static str,
        /// What came.
        got: f64,
    },
}

impl<T> Grid<T> {
    /// A grid over samples that exist already, row-major.
    ///
    /// # Errors
    ///
    /// [`GridError`] if a side is 0, the length is not rows x columns, or the placement is not finite with positive steps.
    pub fn new(rows: usize, cols: usize, placement: Placement, samples: Vec<T>) -> Result<Self, GridError> {
        let len = checked_len(rows, cols)?;
        check_placement(&placement)?;
        if samples.len() != len {
            return Err(GridError::Length { what: "samples", expected: len, got: samples.len() });
        }
        Ok(Self { rows, cols, placement, samples, void: None })
    }

    /// A grid whose samples are computed from (row, column), row by row.
    ///
    /// # Errors
    ///
    /// As [`Grid::new`].
    pub fn from_fn(
        rows: usize,
        cols: usize,
        placement: Placement,
        mut sample: impl FnMut(usize, usize) -> T,
    ) -> Result<Self, GridError> {
        let len = checked_len(rows, cols)?;
        check_placement(&placement)?;
        let mut samples = Vec::new();
        samples.try_reserve_exact(len).map_err(|_| GridError::Size { rows, cols })?;
        for row in 0..rows {
            samples.extend((0..cols).map(|col| sample(row, col)));
        }
        Ok(Self { rows, cols, placement, samples, void: None })
    }

    /// The same grid with some cells marked void; `void` is row-major, true where there is no data.
    ///
    /// A mask without a void cell is dropped, so that two grids with the same data are equal.
    ///
    /// # Errors
    ///
    /// [`GridError::Length`] if the mask does not cover the grid.
    pub fn with_void(mut self, void: Vec<bool>) -> Result<Self, GridError> {
        if void.len() != self.samples.len() {
            return Err(GridError::Length { what: "void", expected: self.samples.len(), got: void.len() });
        }
        self.void = void.contains(&true).then_some(void);
        Ok(self)
    }

    /// Number of rows.
    #[must_use]
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// Number of columns.
    #[must_use]
    pub fn cols(&self) -> usize {
        self.cols
    }

    /// Where the samples lie.
    #[must_use]
    pub fn placement(&self) -> Placement {
        self.placement
    }

    /// All samples, row-major; those of void cells have no meaning.
    #[must_use]
    pub fn samples(&self) -> &[T] {
        &self.samples
    }

    /// All samples, to be changed in place.
    pub fn samples_mut(&mut self) -> &mut [T] {
        &mut self.samples
    }

    /// The samples themselves.
    #[must_use]
    pub fn into_samples(self) -> Vec<T> {
        self.samples
    }

    /// The mask of void cells, row-major, if any cell is void.
    #[must_use]
    pub fn void(&self) -> Option<&[bool]> {
        self.void.as_deref()
    }

    /// Whether the cell at a row-major index is void.
    #[must_use]
    pub fn is_void(&self, index: usize) -> bool {
        self.void.as_ref().is_some_and(|void| void[index])
    }

    /// The row-major index of a cell.
    #[inline]
    #[must_use]
    pub fn index(&self, row: usize, col: usize) -> usize {
        row * self.cols + col
    }

    /// The sample at (row, column).
    ///
    /// # Panics
    ///
    /// If the cell is outside the grid.
    #[inline]
    #[must_use]
    pub fn at(&self, row: usize, col: usize) -> &T {
        assert!(col < self.cols, "column {col} of {}", self.cols);
        &self.samples[row * self.cols + col]
    }

    /// One row of samples.
    ///
    /// # Panics
    ///
    /// If the row is outside the grid.
    #[must_use]
    pub fn row(&self, row: usize) -> &[T] {
        &self.samples[row * self.cols..(row + 1) * self.cols]
    }

    /// A grid of the same shape, placement and void cells, whose samples are a function of these.
    #[must_use]
    pub fn map<U>(&self, sample: impl FnMut(&T) -> U) -> Grid<U> {
        Grid {
            rows: self.rows,
            cols: self.cols,
            placement: self.placement,
            samples: self.samples.iter().map(sample).collect(),
            void: self.void.clone(),
        }
    }
}

fn checked_len(rows: usize, cols: usize) -> Result<usize, GridError> {
    match rows.checked_mul(cols) {
        Some(len) if len > 0 => Ok(len),
        _ => Err(GridError::Size { rows, cols }),
    }
}

fn check_placement(placement: &Placement) -> Result<(), GridError> {
    for (what, got) in [("x0", placement.x0), ("z0", placement.z0)] {
        if !got.is_finite() {
            return Err(GridError::Placement { what, expected: "a finite number", got });
        }
    }
    for (what, got) in [("step_x", placement.step_x), ("step_z", placement.step_z)] {
        if !(got.is_finite() && got > 0.0) {
            return Err(GridError::Placement { what, expected: "a finite number above 0", got });
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec;

    const UNIT: Placement = Placement { x0: 0.0, z0: 0.0, step_x: 1.0, step_z: 1.0 };

    #[test]
    fn impossible_grids_are_refused() {
        assert_eq!(Grid::<f64>::new(0, 3, UNIT, vec![]), Err(GridError::Size { rows: 0, cols: 3 }));
        assert_eq!(
            Grid::new(2, 2, UNIT, vec![1.0; 3]),
            Err(GridError::Length { what: "samples", expected: 4, got: 3 })
        );
        for (what, placement) in [
            ("x0", Placement { x0: f64::NAN, ..UNIT }),
            ("z0", Placement { z0: f64::INFINITY, ..UNIT }),
            ("step_x", Placement { step_x: 0.0, ..UNIT }),
            ("step_z", Placement { step_z: -1.0, ..UNIT }),
        ] {
            let refusal = Grid::new(1, 1, placement, vec![0.0]).unwrap_err();
            assert!(matches!(refusal, GridError::Placement { what: named, .. } if named == what), "{refusal}");
        }
        assert!(matches!(Grid::from_fn(usize::MAX, 2, UNIT, |_, _| 0.0), Err(GridError::Size { .. })));
        assert!(matches!(Grid::from_fn(1 << 31, 1 << 31, UNIT, |_, _| 0.0), Err(GridError::Size { .. })));
    }

    #[test]
    fn positions_are_products_not_sums() {
        let placement = Placement::square(0.1, -7.0, 0.1);
        assert_eq!(placement.x(1_000_000), 0.1 + 1_000_000.0 * 0.1);
        assert_eq!(placement.z(3), -7.0 + 3.0 * 0.1);
    }

    #[test]
    fn a_mask_without_void_is_no_mask() {
        let grid = Grid::new(1, 2, UNIT, vec![1, 2]).unwrap();
        assert_eq!(grid.clone().with_void(vec![false, false]).unwrap(), grid);
        let holed = grid.with_void(vec![false, true]).unwrap();
        assert!(holed.is_void(1) && !holed.is_void(0));
        assert!(holed.map(|v| v + 1).is_void(1));
    }
}
