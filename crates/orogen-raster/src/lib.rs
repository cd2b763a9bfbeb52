//! Heightmaps of orogen.
//!
//! * [`generate`]: diamond-square, subdivision, exact and periodic fractional Brownian surfaces, octave sums.
//! * [`gates`]: what tells eroded land from noise, by how water would leave it.
//! * [`report`]: all that the statistics say of one map.
//! * [`rivers`]: what a drainage network looks like: concavity, Hack's and Horton's laws, density.
//! * [`stream_power`]: rivers against uplift, with deposition and hillslope creep.
//! * [`thermal`]: talus erosion, with its land accounted for.
//! * [`picture`]: shaded relief, tints and other maps, as functions from a grid to an RGB picture.
//! * [`statistics`]: Hurst exponents, variograms, spectra, hypsometry, slopes, isotropy, pits and peaks, creases.
//! * [`resample`]: another step, with void cells left out.
//! * [`horn`], [`slope_deg`], [`aspect_deg`], [`normal`]: gradients of height-only grids, and what they say.
//! * [`curvature()`]: where the ground bulges and where it is hollow, along the slope and across it.
//! * [`CellSize`], [`Edges`]: the size of a grid's cells in metres, and what a process does at its edges.
//! * [`Progress`], [`Watcher`], [`Cancelled`]: how long work reports and is stopped.
//!
//! A raster is row-major with row 0 in the north; heights and lengths are metres unless a function says otherwise.
//! Every function gives the same bits on every machine and for any number of threads, and none edits its input.

mod around;
mod cell_size;
mod curvature;
mod edges;
mod error;
pub mod gates;
pub mod generate;
mod gradient;
mod line_fit;
mod memory;
mod network;
mod params;
pub mod picture;
mod progress;
pub mod report;
mod resample;
pub mod rivers;
mod rows;
pub mod statistics;
pub mod stream_power;
pub mod thermal;

pub use cell_size::CellSize;
pub use curvature::{Curvature, curvature};
pub use edges::{Edge, Edges};
pub use error::RasterError;
pub use gradient::{aspect_deg, horn, normal, slope_deg};
pub use progress::{Cancelled, Progress, Watcher, unwatched};
pub use resample::resample;
