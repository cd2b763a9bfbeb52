//! The frame along the coast: shore line, blend widths, apron and road line, all functions of z alone.

use orogen_field::{Seed, fractal::Fbm, window};

use super::{CoastTunables, Grade, RoadTunables, base, road, sign};

/// Everything that one line of constant z knows about the coast. A pair is a value and its derivative along z.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ShoreFrame {
    /// x of the shore line, in metres.
    pub coast_x: f64,
    /// How the distance to the shore line changes along z.
    pub distance_dz: f64,
    /// Distance inland at which the mountains have taken over, near the trailhead widened by the apron.
    pub blend_end: (f64, f64),
    /// The same without the apron: the road's line is a share of it.
    pub road_blend_end: (f64, f64),
    /// The apron's window: 1 around the trailhead, 0 away from it.
    pub apron: (f64, f64),
    /// Distance inland of the road's centre line.
    pub road_distance: (f64, f64),
    /// How the offset from the road changes along z.
    pub road_offset_dz: f64,
}

impl ShoreFrame {
    /// x of the road's centre line, in metres.
    #[must_use]
    pub fn road_x(&self) -> f64 {
        self.coast_x + self.road_distance.0
    }
}

/// A place as the coast sees it.
#[derive(Clone, Copy, Debug)]
pub struct Shore<'a> {
    /// The frame of its line.
    pub frame: &'a ShoreFrame,
    /// Signed distance from the shore line in metres, positive inland.
    pub distance: f64,
    /// Signed distance from the road's centre line in metres, positive inland.
    pub road_offset: f64,
    /// Height of the road here, known where the road can matter.
    pub grade: Option<Grade>,
}

impl<'a> Shore<'a> {
    pub(crate) fn at(frame: &'a ShoreFrame, x: f64) -> Self {
        let distance = x - frame.coast_x;
        Self { frame, distance, road_offset: distance - frame.road_distance.0, grade: None }
    }

    /// A place on the road's centre line. The distance is the line's own: subtracting x from the shore would lose an ulp.
    pub(crate) fn on_road(frame: &'a ShoreFrame) -> Self {
        Self { frame, distance: frame.road_distance.0, road_offset: 0.0, grade: None }
    }
}

/// Where the shore and the road run, for one seed.
#[derive(Clone, Debug)]
pub(crate) struct ShoreLine {
    coast: CoastTunables,
    road: RoadTunables,
    coast_noise: Fbm,
    road_noise: Fbm,
}

impl ShoreLine {
    pub(crate) fn new(seed: Seed, coast: CoastTunables, road: RoadTunables) -> Self {
        Self {
            coast,
            road,
            coast_noise: Fbm::new(seed, base::COAST_LINE.1, coast.coast_octaves),
            road_noise: Fbm::new(seed, road::ROAD_LINE.1, road.road_octaves),
        }
    }

    pub(crate) fn frame(&self, z: f64) -> ShoreFrame {
        let CoastTunables { coast_amplitude, coast_wavelength, coast_transect, .. } = self.coast;
        let w = self.coast_noise.jet(coast_transect, z / coast_wavelength);
        let coast_x = self.coast.coast_offset + coast_amplitude * w.value;
        let distance_dz = (-coast_amplitude * w.dz) / coast_wavelength;

        // Headlands stand out where the shore lies seaward; bays are where the mountains keep their distance.
        let head = 0.5 + 0.5 * w.value;
        let head_dz = (0.5 * w.dz) / coast_wavelength;
        let CoastTunables { headland_blend_end, bay_blend_end, apron_blend_end, .. } = self.coast;
        let raw = headland_blend_end + (bay_blend_end - headland_blend_end) * head;
        let raw_dz = (bay_blend_end - headland_blend_end) * head_dz;

        let apron = self.apron(z);
        let aproned = raw + (apron_blend_end - raw) * apron.0;
        let aproned_dz = raw_dz * (1.0 - apron.0) + (apron_blend_end - raw) * apron.1;

        let road_distance = self.road_distance(z, raw, raw_dz);
        ShoreFrame {
            coast_x,
            distance_dz,
            blend_end: (aproned, aproned_dz),
            road_blend_end: (raw, raw_dz),
            apron,
            road_distance,
            road_offset_dz: distance_dz - road_distance.1,
        }
    }

    fn apron(&self, z: f64) -> (f64, f64) {
        let CoastTunables { apron_half_width, apron_fade, apron_anchor, .. } = self.coast;
        let along = z - apron_anchor;
        let (fall, slope) = window::s5(apron_half_width - apron_fade, apron_half_width, along.abs());
        (1.0 - fall, -slope * sign(along))
    }

    fn road_distance(&self, z: f64, raw: f64, raw_dz: f64) -> (f64, f64) {
        let RoadTunables { road_wobble, road_wavelength, road_bay_share, road_setback, .. } = self.road;
        let wobble = self.road_noise.jet(self.coast.coast_transect, z / road_wavelength);
        let factor = 1.0 + road_wobble * wobble.value;
        let factor_dz = (road_wobble * wobble.dz) / road_wavelength;
        let span = raw - self.coast.inland_start;
        (
            self.coast.inland_start + road_setback + road_bay_share * span * factor,
            road_bay_share * (raw_dz * factor + span * factor_dz),
        )
    }
}
