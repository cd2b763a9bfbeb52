//! What can go wrong, in words.

use orogen_field::{GridError, ParamError};
use orogen_flow::FlowError;

use crate::progress::Cancelled;
use crate::statistics::Undefined;

/// A request that this crate cannot meet.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum RasterError {
    /// A grid that cannot be.
    #[error(transparent)]
    Grid(#[from] GridError),
    /// A parameter outside its table's range.
    #[error(transparent)]
    Param(#[from] ParamError),
    /// Cell sizes that do not describe the grid.
    #[error("{what}: expected {expected}, got {got}; give cell sizes in metres")]
    CellSize {
        /// Which size.
        what: &'static str,
        /// What it has to be.
        expected: &'static str,
        /// What came.
        got: f64,
    },
    /// A map with a side that its generator cannot make.
    #[error("side: expected {expected}, got {got}; choose another size")]
    Side {
        /// What it has to be.
        expected: &'static str,
        /// What came.
        got: usize,
    },
    /// A side that has to be a power of two and is none.
    #[error("side: expected a power of two, got {got}; the nearest are {below} and {above}")]
    PowerOfTwo {
        /// The next power of two below.
        below: u32,
        /// The next power of two above.
        above: u32,
        /// What came.
        got: u32,
    },
    /// A seed for a preset whose seeds are 32 bits.
    #[error("seed: expected at most 32 bits, as the article's presets have, got {got}; choose a seed below 4294967296")]
    WideSeed {
        /// What came.
        got: u64,
    },
    /// A covariance that is not positive definite on its torus.
    #[error(
        "hurst: expected an embedding without negative eigenvalues, got {lowest} of the largest; choose another one"
    )]
    Embedding {
        /// The lowest eigenvalue, as a share of the largest.
        lowest: f64,
    },
    /// A statistic that a map does not have.
    #[error(transparent)]
    Undefined(#[from] Undefined),
    /// Opposite edges of which only one wraps.
    #[error("edges: expected {a} and {b} both to wrap or neither, got one; set both to wrap, or both to fixed or free")]
    Edges {
        /// One edge.
        a: &'static str,
        /// The edge opposite.
        b: &'static str,
    },
    /// Sweeps that did not get as far as they should.
    #[error(
        "sweeps: expected no slope above {limit} after {sweeps}, got steeper ones; allow more sweeps, or more tolerance"
    )]
    NotConverged {
        /// Sweeps done.
        sweeps: u32,
        /// The slope that nothing should be above.
        limit: f64,
    },
    /// Deposition with a power of slope for which it is not solved.
    #[error(
        "deposition: expected 0 with a slope_exponent of {slope_exponent}, got more; set deposition to 0, or slope_exponent to 1"
    )]
    Deposition {
        /// The power of slope.
        slope_exponent: f64,
    },
    /// A forcing raster of another size than the map.
    #[error("{what}: expected a raster of {rows} x {cols} cells, as the map has, got another size; resample it")]
    ForcingSize {
        /// Which forcing.
        what: &'static str,
        /// Rows of the map.
        rows: usize,
        /// Columns of the map.
        cols: usize,
    },
    /// A forcing raster with an impossible value.
    #[error("{what} at row {row}, column {col}: expected a number from 0 to {most}, got {got}; mend the raster")]
    ForcingValue {
        /// Which forcing.
        what: &'static str,
        /// The largest possible value.
        most: f64,
        /// Row of the value.
        row: usize,
        /// Column of the value.
        col: usize,
        /// What came.
        got: f64,
    },
    /// A map that cannot be drained.
    #[error(transparent)]
    Flow(#[from] FlowError),
    /// Stopped by its watcher.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
}
