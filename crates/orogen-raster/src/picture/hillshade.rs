//! Hillshading: how bright a matt ground is under one sun, or under four.

use orogen_field::{Grid, Jet};

use super::Picture;

/// The direction to a distant light.
///
/// The default is the cartographers': from the north-west, half way up, where most eyes expect it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sun {
    /// Degrees clockwise from north.
    pub azimuth_deg: f64,
    /// Degrees above the horizon.
    pub altitude_deg: f64,
}

impl Default for Sun {
    fn default() -> Self {
        Self { azimuth_deg: 315.0, altitude_deg: 45.0 }
    }
}

/// A sun as a unit vector: east, up, south.
#[derive(Clone, Copy)]
pub(super) struct Beam {
    east: f64,
    up: f64,
    south: f64,
}

impl Sun {
    pub(super) fn beam(self) -> Beam {
        let (azimuth_rad, altitude_rad) = (self.azimuth_deg.to_radians(), self.altitude_deg.to_radians());
        let level = libm::cos(altitude_rad);
        Beam {
            east: level * libm::sin(azimuth_rad),
            up: libm::sin(altitude_rad),
            south: -level * libm::cos(azimuth_rad),
        }
    }
}

impl Beam {
    /// Lambert's cosine of the ground with gradient (dx, dz), whose normal is `normalise(-dx, 1, -dz)`; negative where
    /// the ground faces away.
    #[inline]
    pub(super) fn on(self, dx: f64, dz: f64) -> f64 {
        (self.up - self.east * dx - self.south * dz) / (1.0 + dx * dx + dz * dz).sqrt()
    }

    /// How far a slope runs along the beam rather than across it: the squared cosine of the angle in plan, times the
    /// squared slope and the beam's squared length in plan.
    fn along(self, dx: f64, dz: f64) -> f64 {
        let along = dx * self.east + dz * self.south;
        along * along
    }
}

/// The four suns of the multidirectional hillshade: west-south-west to north in steps of 45 degrees.
///
/// Each slope is lit most by the sun that it faces or turns its back on, so that no ridge disappears for lying along
/// the light. The weights are gdaldem's. Mark, "A multidirectional, oblique-weighted, shaded-relief image of the island
/// of Hawaii", USGS OFR 92-422 (1992).
pub(super) struct FourSuns {
    beams: [Beam; 4],
    up: f64,
}

impl FourSuns {
    pub(super) fn new(altitude_deg: f64) -> Self {
        let beams = [225.0, 270.0, 315.0, 360.0].map(|azimuth_deg| Sun { azimuth_deg, altitude_deg }.beam());
        Self { beams, up: beams[0].up }
    }

    /// The weighted cosine on the ground with gradient (dx, dz); on level ground that of any one sun.
    #[inline]
    pub(super) fn on(&self, dx: f64, dz: f64) -> f64 {
        let (mut lit, mut weights) = (0.0, 0.0);
        for beam in self.beams {
            let weight = beam.along(dx, dz);
            lit += weight * beam.on(dx, dz).max(0.0);
            weights += weight;
        }
        if weights > 0.0 { lit / weights } else { self.up }
    }
}

/// Hillshade under one sun, grey, as `gdaldem hillshade` paints it: 1 in shadow to 255 facing the sun.
///
/// `exaggeration` multiplies the gradients. Level ground under the default sun is 181.
#[must_use]
pub fn hillshade(heights: &Grid<Jet>, sun: Sun, exaggeration: f64) -> Picture {
    let beam = sun.beam();
    Picture::of_cells(heights, |_, jet| grey(beam.on(jet.dx * exaggeration, jet.dz * exaggeration)))
}

/// Hillshade under four suns at one altitude, grey, as `gdaldem hillshade -multidirectional` paints it.
///
/// `exaggeration` multiplies the gradients.
#[must_use]
pub fn hillshade_multidirectional(heights: &Grid<Jet>, altitude_deg: f64, exaggeration: f64) -> Picture {
    let suns = FourSuns::new(altitude_deg);
    Picture::of_cells(heights, |_, jet| grey(suns.on(jet.dx * exaggeration, jet.dz * exaggeration)))
}

/// The scale of gdaldem, which keeps 0 for void.
fn grey(cosine: f64) -> super::Rgb {
    [(1.0 + 254.0 * cosine.clamp(0.0, 1.0) + 0.5) as u8; 3]
}
