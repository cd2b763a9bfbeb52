//! Shaded relief: tinted land and sea under a soft sun.

use orogen_field::{Grid, Jet, tunables};

use super::colour::{Light, Transfer, mix};
use super::hillshade::{Beam, FourSuns, Sun};
use super::{ColourMap, Picture};

tunables! {
    /// How a shaded relief is painted.
    pub struct Relief {
        /// Height of the sea's surface; lower ground is painted as its bed.
        sea_level: f64 = 0.0, "m", -12000.0..=12000.0;
        /// Depth at which the sea is darkest.
        deepest: f64 = 2000.0, "m", 0.001..=20000.0;
        /// Height above the sea at which the land is palest.
        highest: f64 = 3000.0, "m", 0.001..=20000.0;
        /// Factor on the slopes before they are lit.
        exaggeration: f64 = 1.0, "1", 0.0..=1000.0;
        /// Compass direction that the light comes from.
        azimuth: f64 = 315.0, "deg", 0.0..=360.0;
        /// Height of the sun above the horizon.
        altitude: f64 = 45.0, "deg", 1.0..=90.0;
        /// Share of the light that comes from four sides instead of one.
        softness: f64 = 0.5, "1", 0.0..=1.0;
    }
}

impl Default for Relief {
    fn default() -> Self {
        Self::read(|spec| spec.default)
    }
}

impl Relief {
    /// The default relief, with its tints stretched over the heights of one map.
    ///
    /// Only for a map on its own: neighbouring tiles must share a range.
    #[must_use]
    pub fn spanning(heights: &Grid<Jet>, sea_level: f64) -> Self {
        let (mut lowest, mut highest) = (sea_level, sea_level);
        for (index, jet) in heights.samples().iter().enumerate() {
            if !heights.is_void(index) && jet.value.is_finite() {
                lowest = lowest.min(jet.value);
                highest = highest.max(jet.value);
            }
        }
        // A map without land, or without sea, never shows that tint; its range only has to be a range.
        let range = |extent: f64| if extent > 0.0 { extent } else { 1.0 };
        Self { sea_level, deepest: range(sea_level - lowest), highest: range(highest - sea_level), ..Self::default() }
    }
}

/// Light of a clear sky, which reaches shadows too.
const SKY: Light = [0.30, 0.36, 0.48];

/// Light of the sun on level ground; with the sky's it is white.
const SUN: Light = [0.70, 0.64, 0.52];

/// What the land's tints are faded with, and how far, so that dark lowland leaves the shading room.
const PAPER: Light = [0.80, 0.76, 0.62];
const FADED: f64 = 0.22;

/// Where on the sea's tints the shore is: past the palest, which would outshine the land.
const SHORE: f64 = 0.22;

/// How much of the bed's shading shows through water at the shore, and at the depth where the sea is darkest.
const BED_SEEN: (f64, f64) = (0.55, 0.25);

/// Shaded relief: oleron's tints with the hinge at sea level, lit softly in linear light.
///
/// A pixel a cell. The gradients are used as they are, so that a world's exact ones show its finest forms at any scale;
/// for heights alone see [`horn`](crate::horn). Level ground has the
/// tint alone; water dims the shading of its bed, and its
/// tint goes with the square root of the depth, so that shelves show.
///
/// ```
/// use orogen_field::{Grid, Jet, Placement};
/// use orogen_raster::picture::{Relief, relief};
///
/// let level = Grid::from_fn(1, 1, Placement::square(0.0, 0.0, 30.0), |_, _| Jet::constant(1500.0))?;
/// assert_eq!(relief(&level, &Relief::default()).pixel(0, 0), [186, 167, 123]);
/// # Ok::<(), orogen_field::GridError>(())
/// ```
#[must_use]
pub fn relief(heights: &Grid<Jet>, style: &Relief) -> Picture {
    let painter = Painter::new(style);
    Picture::of_cells(heights, |_, jet| {
        let light = painter.paint(jet);
        painter.transfer.encode(light)
    })
}

struct Painter<'a> {
    style: &'a Relief,
    transfer: Transfer,
    beam: Beam,
    suns: FourSuns,
    level: f64,
}

impl<'a> Painter<'a> {
    fn new(style: &'a Relief) -> Self {
        let beam = Sun { azimuth_deg: style.azimuth, altitude_deg: style.altitude }.beam();
        let suns = FourSuns::new(style.altitude);
        Self { style, transfer: Transfer::new(), beam, suns, level: beam.on(0.0, 0.0) }
    }

    fn paint(&self, jet: &Jet) -> Light {
        let above_sea = jet.value - self.style.sea_level;
        let lit = self.lit(jet);
        if above_sea >= 0.0 {
            let tint = ColourMap::Oleron.land(above_sea / self.style.highest);
            multiply(mix(self.transfer.decode(tint), PAPER, FADED), lit)
        } else {
            let depth = (-above_sea / self.style.deepest).min(1.0).sqrt();
            let tint = ColourMap::Oleron.sea(SHORE + (1.0 - SHORE) * depth);
            let seen = BED_SEEN.0 + depth * (BED_SEEN.1 - BED_SEEN.0);
            multiply(self.transfer.decode(tint), mix([1.0; 3], lit, seen))
        }
    }

    /// The light that the ground receives, relative to level ground.
    fn lit(&self, jet: &Jet) -> Light {
        let (dx, dz) = (jet.dx * self.style.exaggeration, jet.dz * self.style.exaggeration);
        let direct = self.beam.on(dx, dz).max(0.0);
        let soft = self.suns.on(dx, dz);
        let share = (direct + self.style.softness * (soft - direct)) / self.level;
        core::array::from_fn(|channel| SKY[channel] + SUN[channel] * share)
    }
}

fn multiply(a: Light, b: Light) -> Light {
    core::array::from_fn(|channel| a[channel] * b[channel])
}
