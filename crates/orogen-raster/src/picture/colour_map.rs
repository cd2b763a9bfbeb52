//! Scientific colour maps: perceptually even, and legible to the colour-blind.

use super::colour::Rgb;
use super::tables::{BATLOW, BUKAVU, OLERON};

/// One of Crameri's colour maps, 256 entries each.
///
/// Crameri, "Scientific colour maps", Zenodo (2018), doi:10.5281/zenodo.1243862.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ColourMap {
    /// Sequential: dark blue, green, orange, pink.
    Batlow,
    /// Topography with a hinge at the sea: dark to pale blue, then dark green to cream.
    Oleron,
    /// Topography with a hinge at the sea: dark to pale teal, then dark green to lilac.
    Bukavu,
}

impl ColourMap {
    /// The map's name in lower case.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Batlow => "batlow",
            Self::Oleron => "oleron",
            Self::Bukavu => "bukavu",
        }
    }

    fn table(self) -> &'static [u32; 256] {
        match self {
            Self::Batlow => &BATLOW,
            Self::Oleron => &OLERON,
            Self::Bukavu => &BUKAVU,
        }
    }

    /// The colour at `t` in 0..=1; what lies outside takes the end's colour, and NaN the first.
    #[must_use]
    pub fn at(self, t: f64) -> Rgb {
        let position = t.clamp(0.0, 1.0) * 255.0;
        self.entry((position + 0.5) as usize)
    }

    /// The colour of the sea at `depth` in 0 (the surface) ..= 1 (the deepest): the entries before the hinge.
    #[must_use]
    pub fn sea(self, depth: f64) -> Rgb {
        self.entry(127 - (depth.clamp(0.0, 1.0) * 127.0 + 0.5) as usize)
    }

    /// The colour of land at `height` in 0 (sea level) ..= 1 (the highest): the entries after the hinge.
    #[must_use]
    pub fn land(self, height: f64) -> Rgb {
        self.entry(128 + (height.clamp(0.0, 1.0) * 127.0 + 0.5) as usize)
    }

    fn entry(self, index: usize) -> Rgb {
        let [_, red, green, blue] = self.table()[index].to_be_bytes();
        [red, green, blue]
    }
}
