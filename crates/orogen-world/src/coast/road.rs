//! The coastal highway: a road line, a smooth grade, and a corridor that cuts and fills the ground to it.

use orogen_field::{Jet, tunables, window};

use super::Shore;
use crate::stage::{Contract, Quantity, Site, Stage};
use crate::term::{Term, term};

tunables! {
    /// The road's line, grade and corridor.
    pub struct RoadTunables {
        /// How far the road strays from its share of the bay, as a share.
        road_wobble: f64 = 0.4, "1", 0.0..=0.9;
        /// Wavelength of the road's straying.
        road_wavelength: f64 = 1400.0, "m", 500.0..=20000.0;
        /// Octaves of the road's straying.
        road_octaves: u32 = 2.0, "1", 1.0..=4.0;
        /// Distance of the road inland of the mountains' foot, on a headland.
        road_setback: f64 = 30.0, "m", 10.0..=100.0;
        /// Share of the blend's width that sets the road further back in bays.
        road_bay_share: f64 = 0.12, "1", 0.0..=0.5;
        /// Distance along the coast between the heights that the grade is drawn through.
        road_lattice: f64 = 480.0, "m", 100.0..=5000.0;
        /// Half the width of the level road bed.
        road_bed_half_width: f64 = 5.5, "m", 2.0..=20.0;
        /// Half the width of the corridor, beyond which the ground is untouched.
        road_half_width: f64 = 30.0, "m", 21.0..=200.0;
    }
}

pub(super) const ROAD_LINE: (&str, u32) = ("road_line", 0x40ad);

pub(crate) static CONTRACT: Contract = Contract {
    name: "road-corridor",
    summary: "the highway's bed, cut and filled to its grade",
    reads: &[Quantity::Ground, Quantity::RoadOffset, Quantity::RoadGrade],
    writes: &[Quantity::Ground],
    tables: &[RoadTunables::TABLE],
    salts: &[ROAD_LINE],
    ordered: &[("road_bed_half_width", "road_half_width")],
    octaves: &[("road_wavelength", "road_octaves")],
};

/// The road's height at one z, in metres, and its grade along z.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Grade {
    /// Height in metres.
    pub height: f64,
    /// Slope along z.
    pub slope: f64,
}

impl Grade {
    /// The grade at `z`: a uniform cubic B-spline over heights `lattice_height(i)` at z = i * `spacing`.
    ///
    /// It approximates the heights and does not pass through them, which is what keeps it gentle.
    pub(crate) fn at(z: f64, spacing: f64, mut lattice_height: impl FnMut(i64) -> f64) -> Self {
        let s = z / spacing;
        let cell = libm::floor(s);
        let t = s - cell;
        let first = cell as i64 - 1;
        let heights: [f64; 4] = core::array::from_fn(|k| lattice_height(first + k as i64));

        let (t2, rest) = (t * t, 1.0 - t);
        let t3 = t2 * t;
        let weights = [
            rest * rest * rest / 6.0,
            (3.0 * t3 - 6.0 * t2 + 4.0) / 6.0,
            (-3.0 * t3 + 3.0 * t2 + 3.0 * t + 1.0) / 6.0,
            t3 / 6.0,
        ];
        let slopes = [-(rest * rest) / 2.0, (3.0 * t2 - 4.0 * t) / 2.0, (-3.0 * t2 + 2.0 * t + 1.0) / 2.0, t2 / 2.0];
        let dot = |w: [f64; 4]| w[0] * heights[0] + w[1] * heights[1] + w[2] * heights[2] + w[3] * heights[3];
        Self { height: dot(weights), slope: dot(slopes) / spacing }
    }
}

/// The corridor, last of all stages: what the road crosses, it cuts or fills.
#[derive(Clone, Debug)]
pub(crate) struct Corridor {
    t: RoadTunables,
}

impl Corridor {
    pub(crate) fn new(t: RoadTunables) -> Self {
        Self { t }
    }

    /// Whether the road can matter at this offset.
    pub(crate) fn reaches(&self, road_offset: f64) -> bool {
        road_offset.abs() < self.t.road_half_width
    }

    fn corridor(&self, shore: &Shore<'_>, grade: Grade, ground: Jet) -> Jet {
        let u = shore.road_offset;
        let (leave, leave_slope) = window::s5(self.t.road_bed_half_width, self.t.road_half_width, u.abs());
        let w = 1.0 - leave;
        let w_u = if u < 0.0 { leave_slope } else { -leave_slope };
        let fill = grade.height - ground.value;
        let across = term(Term::CorridorAcross, w_u * fill);
        let along = term(Term::CorridorAlong, w_u * shore.frame.road_offset_dz * fill);
        Jet {
            value: w * grade.height + (1.0 - w) * ground.value,
            dx: across + (1.0 - w) * ground.dx,
            dz: term(Term::CorridorGrade, w * grade.slope) + along + (1.0 - w) * ground.dz,
        }
    }
}

impl Stage for Corridor {
    fn contract(&self) -> &'static Contract {
        &CONTRACT
    }

    /// The grade reads the base at lattice points up to two spacings away.
    fn reach_m(&self) -> f64 {
        2.0 * self.t.road_lattice
    }

    fn apply(&self, site: &Site<'_>, ground: Jet) -> Jet {
        match site.shore {
            Some(shore @ Shore { grade: Some(grade), .. }) if self.reaches(shore.road_offset) => {
                if shore.road_offset.abs() <= self.t.road_bed_half_width {
                    Jet { value: grade.height, dx: 0.0, dz: term(Term::CorridorGrade, grade.slope) }
                } else {
                    self.corridor(&shore, grade, ground)
                }
            }
            _ => ground,
        }
    }
}
