//! The names of the hash streams: one salt a use, so that no two uses of a seed see the same numbers.

/// Which points become peaks.
pub(crate) const PEAKS: u32 = 0x7065_616b;
/// Where the other points lie.
pub(crate) const POINTS: u32 = 0x706f_696e;
/// The octaves of the generated paint map.
pub(crate) const PAINT: u32 = 0x7061_696e;
/// The ridges of the generated paint map.
pub(crate) const RIDGES: u32 = 0x7269_6467;
/// The noise layers of the elevation.
pub(crate) const LAYERS: u32 = 0x6c61_7965;
/// The steps of the mountain distance.
pub(crate) const STEPS: u32 = 0x7374_6570;
/// The order in which the mountain distance visits neighbours.
pub(crate) const SHUFFLE: u32 = 0x7368_7566;
