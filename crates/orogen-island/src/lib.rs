//! Islands of orogen, on a dual mesh: blue-noise points, elevation, wind-borne rain, rivers.
//!
//! * [`mesh`]: points, their triangles, ghosts, typed ids; generated or anyone's.
//! * [`stages`]: the pipeline, each stage a pure function with its contract.
//! * [`Island`]: all stages as one value; changing a parameter re-runs only those that depend on it.
//! * [`hydrology()`]: the water stages on anyone's mesh and elevations.
//! * [`IslandParams`]: every parameter, with its default and range.
//!
//! The map is the unit square, x east and y south; elevations are from -1 to 1 with the sea at 0. The pipeline is that of
//! mapgen4 (redblobgames.com/maps/mapgen4) and of the CartoKit series after it. Drainage is `orogen-flow`'s. Ties are
//! broken by id and sums have a fixed order: the bits are the same everywhere.

mod bake;
mod biomes;
mod contract;
mod error;
mod hydrology;
mod island;
pub mod mesh;
mod outline;
mod params;
pub mod picture;
mod raster;
pub mod stages;
mod streams;
pub mod water;

pub use bake::{BakedEdge, EdgeKind, Terrain};
pub use biomes::{Biome, Biomes, WhittakerBiome, biome_colour, spread_moisture};
pub use contract::{CONTRACTS, Contract, Stage};
pub use error::IslandError;
pub use hydrology::{Hydrology, hydrology};
pub use island::Island;
pub use outline::{Piece, outline};
pub use params::{Depressions, IslandParams, Runoff};
pub use raster::{Quantity, raster};
pub use stages::{PaintMap, Wind};
