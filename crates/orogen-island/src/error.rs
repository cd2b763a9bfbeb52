//! What can go wrong, in words.

use orogen_field::ParamError;
use orogen_flow::FlowError;

use crate::mesh::{Fault, MAX_POINTS};

/// A request that this crate cannot meet.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum IslandError {
    /// A parameter that its table refuses.
    #[error(transparent)]
    Param(#[from] ParamError),
    /// Too few or too many points.
    #[error("points: expected from 3 to {MAX_POINTS}, got {got}; choose another set")]
    PointCount {
        /// How many came.
        got: usize,
    },
    /// A coordinate with which no triangle can be computed.
    #[error(
        "points: expected coordinates from -1e15 to 1e15, got {got} for point {index}; drop the point or scale the set"
    )]
    Coordinate {
        /// Which point.
        index: usize,
        /// The coordinate.
        got: f64,
    },
    /// Points without an area between them.
    #[error(
        "points: expected three that are not on a line, got {got} on one line or in one place; move or add a point"
    )]
    Collinear {
        /// How many points came.
        got: usize,
    },
    /// Points so close, or arrays so wrong, that they make no mesh.
    #[error(
        "mesh: expected a closed mesh of triangles, got a broken one: {0}; correct the arrays or spread the points"
    )]
    Mesh(#[from] Fault),
    /// A buffer of the wrong length.
    #[error("{what}: expected {expected} values, got {got}; pass a buffer of that length")]
    Length {
        /// Which buffer.
        what: &'static str,
        /// The length it has to have.
        expected: usize,
        /// Its length.
        got: usize,
    },
    /// A number outside its domain.
    #[error("{what}: expected {expected} at index {index}, got {got}; correct it")]
    Value {
        /// Which buffer or parameter.
        what: &'static str,
        /// What it has to be.
        expected: &'static str,
        /// Where in the buffer; 0 for a single number.
        index: usize,
        /// What came.
        got: f64,
    },
    /// Triangles that cannot be drained.
    #[error(transparent)]
    Flow(#[from] FlowError),
}

/// Checks the length of a buffer.
pub(crate) fn check_length(what: &'static str, expected: usize, got: usize) -> Result<(), IslandError> {
    if got == expected { Ok(()) } else { Err(IslandError::Length { what, expected, got }) }
}

/// Checks that every number of a buffer is in its domain.
pub(crate) fn check_values(
    what: &'static str,
    expected: &'static str,
    values: &[f64],
    is_good: impl Fn(f64) -> bool,
) -> Result<(), IslandError> {
    match values.iter().enumerate().find(|(_, value)| !is_good(**value)) {
        Some((index, got)) => Err(IslandError::Value { what, expected, index, got: *got }),
        None => Ok(()),
    }
}
