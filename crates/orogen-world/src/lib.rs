//! The endless world: one pure function of a seed and a place, with exact derivatives.
//!
//! A [`World`] is a value: a seed, a [`Preset`] and its [`Tunables`]. [`World::sample`] gives the height of the ground and
//! its gradient anywhere in the domain; batches, rasters and chunks give the same bits for the same point, in any order,
//! on every machine. [`World::level_id`] names the world, so that two peers who differ find out before they play.
//!
//! Axes: x east (positive inland), y up, z south, right-handed, in metres. A raster's row 0 is its smallest z, so
//! northing is -z. The domain is finite coordinates of magnitude 1e9 m at most.
//!
//! Smoothness: `ridged` is C2; `plain` is C2 but at the two ends of its ridge blend; `montane`, `dense` and `olympic` are C1
//! with a bounded second derivative, because the octaves' weights read the guide's gradient.
//!
//! ```
//! use orogen_field::Seed;
//! use orogen_world::{Preset, World};
//!
//! let world = World::new(Preset::Olympic, Seed::Own(7));
//! let chunk = world.chunk(3, -2)?;
//! assert_eq!(*chunk.at(0, 5), world.sample(101.5, -63.5)?);
//! # Ok::<(), orogen_world::WorldError>(())
//! ```
#![cfg_attr(not(any(feature = "std", test)), no_std)]

extern crate alloc;

mod census;
pub mod coast;
mod coast_census;
mod error;
mod ground;
mod level_id;
pub mod mountains;
mod preset;
mod sampler;
mod stage;
mod term;
mod tunables;
mod world;

#[cfg(test)]
mod conformance;
#[cfg(test)]
mod derivatives;

pub use census::Census;
pub use coast_census::CoastCensus;
pub use error::WorldError;
pub use ground::{Body, Ground, Hit, Stance, WALKABLE_NORMAL_Y, WALKABLE_SLOPE};
pub use level_id::{GENERATOR_VERSION, LevelId, LevelIdPart};
pub use preset::Preset;
pub use sampler::Sampler;
pub use stage::{Contract, Quantity, Site, Stage};
pub use tunables::Tunables;
pub use world::World;

/// The farthest coordinate that a world has, in metres from the origin.
pub const DOMAIN_M: f64 = 1e9;

/// Cells along a chunk's side; a cell is 1 m.
pub const CHUNK_CELLS: usize = 32;

/// The chunk that holds a coordinate in the domain: `floor(coordinate / 32)`.
///
/// ```
/// use orogen_world::chunk_of;
///
/// assert_eq!([-0.5, -32.0, -32.0001, 31.9].map(chunk_of), [-1, -1, -2, 0]);
/// ```
#[must_use]
pub fn chunk_of(coordinate: f64) -> i32 {
    libm::floor(coordinate / CHUNK_CELLS as f64) as i32
}
