//! Water on an island over a year: climate, lakes, rivers and where all of it goes.
//!
//! Lengths of the mesh are units of the square's side; here they become metres, by `side_m` and `height_m`.

mod banks;
mod beds;
mod climate;
mod ground;
mod lakes;
mod rivers;
mod sea;

pub use banks::moisten_banks;
pub use climate::Climate;
pub use ground::Ground;
pub use lakes::{IslandLake, Water, WaterBalance};
pub use rivers::{Mouth, River, RiverPoint, RiverRule, rivers};
pub use sea::{Sea, SeaKind};

/// Seconds in a year of 365.25 days.
pub const SECONDS_PER_YEAR: f64 = 31_557_600.0;
