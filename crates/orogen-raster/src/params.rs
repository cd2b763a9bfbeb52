//! Checking parameters at the door.

use orogen_field::{ParamError, ParamSpec};

/// Checks the values of a parameter struct, in the order of its table.
pub(crate) fn check<const N: usize>(table: &'static [ParamSpec], values: [f64; N]) -> Result<(), ParamError> {
    debug_assert_eq!(table.len(), N, "a value a row");
    table.iter().zip(values).try_for_each(|(spec, value)| spec.check(value))
}
