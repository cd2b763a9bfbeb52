//! Islands of orogen, on a dual mesh: blue-noise points, triangles, ghosts, typed ids; generated or anyone's.
//!
//! The map is the unit square, x east and y south.

mod error;
pub mod mesh;
mod streams;

pub use error::IslandError;
