//! The stages of an island, each a pure function that says what it reads and writes.
//!
//! A stage writes into buffers that it is handed, so that an edit allocates little; what was in them does not matter, and
//! after an error neither does what is in them. Values at regions end in `_r`, at triangles in `_t`.

mod carve;
mod downslope;
mod elevation;
mod flow;
mod mountain_distance;
mod noise;
mod paint;
mod rainfall;
mod wind;

pub use carve::carve;
pub use downslope::{Drainage, Seeding, downslope};
pub use elevation::{region_elevation, triangle_elevation};
pub use flow::{flow, flow_across_sides, moisture};
pub use mountain_distance::mountain_distance;
pub use noise::NoiseLayers;
pub use paint::{PAINT_SIZE, PaintMap};
pub use rainfall::{Rain, rainfall};
pub use wind::{Wind, WindOrder};

use crate::IslandError;
use crate::error::check_length;
use crate::mesh::DualMesh;

/// Whether values are for all regions, the ghost included, rather than for the solid ones.
fn check_regions(what: &'static str, mesh: &DualMesh, values: &[f64]) -> Result<bool, IslandError> {
    let with_ghosts = values.len() == mesh.region_count();
    check_length(what, mesh.solid_region_count() + usize::from(with_ghosts), values.len())?;
    Ok(with_ghosts)
}

/// Whether values are for all triangles, ghosts included, rather than for the solid ones.
pub(crate) fn check_triangles(what: &'static str, mesh: &DualMesh, values: &[f64]) -> Result<bool, IslandError> {
    let with_ghosts = values.len() == mesh.triangle_count();
    let expected = if with_ghosts { mesh.triangle_count() } else { mesh.solid_triangle_count() };
    check_length(what, expected, values.len())?;
    Ok(with_ghosts)
}
