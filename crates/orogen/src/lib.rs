//! Terrain that anyone can compute anywhere.
//!
//! This crate is the one to depend on: it names the parts, each of which is a crate of its own.
//!
//! | module | what it holds |
//! |---|---|
//! | [`field`] | jets, seeds, hashed noise, parameter tables, grids |
//! | [`flow`] | drainage on any topology |
//! | [`world`] | the endless world: one pure function with exact derivatives |
//! | [`raster`] | heightmaps: generators, erosion, statistics, pictures |
//! | [`island`] | islands on a dual mesh: elevation, wind-borne rain, rivers |
//! | [`io`] | raster files in and out |
//!
//! The names that nearly every program needs are here at the top.
//!
//! ```
//! use orogen::{Preset, Seed, World};
//!
//! let world = World::new(Preset::Olympic, Seed::Own(7));
//! let ground = world.ground(1500.0, -300.0)?;
//! assert!(ground.height_m > 0.0 && ground.normal[1] > 0.0);
//!
//! // A raster of 64 x 64 cells of 10 m, with the exact gradient of every cell, as a shaded relief.
//! let window = world.window(0.0, 0.0, 64, 64, 10.0)?;
//! let picture = orogen::raster::picture::relief(&window, &Default::default());
//! assert_eq!(picture.rgb.len(), 3 * 64 * 64);
//! # Ok::<(), orogen::WorldError>(())
//! ```

pub use orogen_field as field;
pub use orogen_flow as flow;
pub use orogen_io as io;
pub mod island_file;

pub use orogen_island as island;
pub use orogen_raster as raster;
pub use orogen_world as world;

pub use orogen_field::{Grid, Jet, Placement, Seed};
pub use orogen_world::{Ground, LevelId, Preset, Sampler, Tunables, World, WorldError};

/// The examples of the README, compiled and run with the other doc-tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
