//! Tests of the island: the reference's arrays, closed forms, invariants, refusals.

mod mesh;
mod points;
