//! What can go wrong, in words.

use orogen_field::{GridError, ParamError};

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
}
