//! The ground floor of orogen: what every generator is made of.
//!
//! * [`Jet`] and [`Jet2`]: a value that travels with its gradient, and with its Hessian where one is needed.
//! * [`window`]: the smooth steps that let stages fade in and out.
//! * [`Seed`] and [`Key`]: how a seed becomes independent hash streams, for our own seeds and for reference seeds.
//! * [`noise`], [`value_noise`], [`fractal`]: lattice noise and its octave sums, generic over [`Real`].
//! * [`tunables!`]: a parameter declared once, with its name, unit, default, range and a sentence.
//! * [`Grid`]: a plain raster.
//!
//! Everything here is a function of its arguments and gives the same bits on every machine: + - * / floor sqrt and
//! wrapping integers, each sum in a fixed order.
//!
//! ```
//! use orogen_field::{Seed, fractal::Fbm};
//!
//! let hills = Fbm::new(Seed::Reference(9), 0, 4);
//! let jet = hills.jet(5.3, 2.1);
//! assert_eq!(jet.value, -0.1173976110118097);
//! assert_eq!(jet.dx, -0.9474322231282507);
//! ```
#![cfg_attr(not(feature = "std"), no_std)]

extern crate alloc;

pub mod fractal;
mod grid;
pub mod hash;
mod jet;
pub mod noise;
mod params;
mod real;
mod seed;
pub mod value_noise;
pub mod window;

pub use grid::{Grid, GridError, Placement};
pub use jet::{Jet, Jet2};
pub use params::{ParamError, ParamKind, ParamSpec, TunableValue};
pub use real::{LatticeIndex, Real};
pub use seed::{Key, ParseSeedError, Seed};
