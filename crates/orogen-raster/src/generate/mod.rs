//! Generators of heightmaps.
//!
//! | function | surface | cost |
//! |---|---|---|
//! | [`diamond_square`] | midpoint displacement, with its known creases | O(cells) |
//! | [`subdivision`] | fractional Brownian surface, nearly exact, without creases | O(cells) |
//! | [`exact_fbm`] | fractional Brownian surface, exact | O(cells log cells), some 10 to 60 times the cells in memory |
//! | [`spectral`] | periodic surface with a power-law spectrum | O(cells log cells) |
//! | [`Fractal`] | octave sums of lattice noise, at any point | O(cells x octaves) |
//! | [`article`] | the maps of a published demonstration, digit by digit | |
//!
//! Heights are in units that each function states; a caller scales them to metres. Draws are hashes of (seed, place),
//! so that neither order nor threads matter.

pub mod article;
mod cholesky;
mod diamond_square;
mod exact;
pub(crate) mod fft;
mod fractal;
mod lattice;
mod midpoint;
mod normal;
mod spectral;
mod subdivision;
mod torus;

pub use diamond_square::{DiamondSquare, Subdivided, diamond_square};
pub use exact::{ExactFbm, exact_fbm};
pub use fractal::{Fractal, FractalParams, Shape, Warning};
pub use lattice::Lattice;
pub use spectral::{Spectral, spectral};
pub use subdivision::{Subdivision, subdivision};
