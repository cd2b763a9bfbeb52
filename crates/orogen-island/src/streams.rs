//! The names of the hash streams: one salt a use, so that no two uses of a seed see the same numbers.

/// Which points become peaks.
pub(crate) const PEAKS: u32 = 0x7065_616b;
/// Where the other points lie.
pub(crate) const POINTS: u32 = 0x706f_696e;
