//! Tests of the island: the reference's arrays, closed forms, invariants, refusals.

mod bake;
mod conformance;
mod fingerprint;
mod incremental;
mod lakes;
mod mesh;
mod outline;
mod points;
mod raster;
mod refusals;
mod stages;
mod water;

use orogen_field::Seed;
use orogen_island::mesh::{IslandMesh, Layout};

/// A generated mesh.
fn generated(spacing: f64) -> IslandMesh {
    IslandMesh::generate(&Layout { spacing, peak_spacing: 0.035, seed: Seed::Own(12_345) }).expect("a layout")
}
