//! The coast: the stages that turn inland mountains into the preset `olympic`.
//!
//! Each is thought out in the coordinate that makes it simple: signed distance to the shore, offset from the road,
//! altitude. They are sparse (cold nearly everywhere) and written for one `f64` at a time.

pub(crate) mod base;
pub(crate) mod cliffs;
pub(crate) mod cove;
pub(crate) mod dunes;
mod frame;
pub(crate) mod pad;
pub(crate) mod road;
mod stacks;

pub(crate) use base::Base;
pub use base::{CoastTunables, StackTunables};
pub use cliffs::CliffTunables;
pub(crate) use cliffs::Cliffs;
pub(crate) use cove::Cove;
pub use cove::CoveTunables;
pub use dunes::DuneTunables;
pub(crate) use dunes::Dunes;
pub(crate) use frame::ShoreLine;
pub use frame::{Shore, ShoreFrame};
pub(crate) use pad::Pad;
pub use pad::PadTunables;
pub use road::RoadTunables;
pub(crate) use road::{Corridor, Grade};

/// The slope of |x|.
#[inline]
fn sign(x: f64) -> f64 {
    if x < 0.0 { -1.0 } else { 1.0 }
}
