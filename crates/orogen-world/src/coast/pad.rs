//! The trailhead pad: a level disc beside the road.

use orogen_field::{Jet, Real, tunables, window};

use super::{Grade, Shore};
use crate::stage::{Contract, Quantity, Site, Stage};
use crate::term::{Term, term};

tunables! {
    /// Where the pad lies, and its size.
    pub struct PadTunables {
        /// Offset of the pad's middle from the road.
        pad_road_offset: f64 = 9.0, "m", -50.0..=200.0;
        /// z of the pad's middle.
        pad_z: f64 = 0.0, "m", -100000.0..=100000.0;
        /// Radius of the level disc.
        pad_radius: f64 = 8.0, "m", 1.0..=100.0;
        /// Width of the ring over which the pad gives way to the ground.
        pad_fade: f64 = 6.0, "m", 3.0..=100.0;
    }
}

pub(crate) static CONTRACT: Contract = Contract {
    name: "trailhead-pad",
    summary: "a level disc beside the road, at the road's height",
    reads: &[Quantity::Ground, Quantity::RoadOffset, Quantity::RoadGrade],
    writes: &[Quantity::Ground],
    tables: &[PadTunables::TABLE],
    salts: &[],
    ordered: &[],
    octaves: &[],
};

/// The pad of one world.
#[derive(Clone, Debug)]
pub(crate) struct Pad {
    t: PadTunables,
    height: f64,
}

impl Pad {
    /// The pad at the road's height there.
    pub(crate) fn new(t: PadTunables, grade_at: impl FnOnce(f64) -> Grade) -> Self {
        Self { t, height: grade_at(t.pad_z).height }
    }

    fn level(&self, shore: &Shore<'_>, along_u: f64, along_z: f64, ground: Jet) -> Jet {
        let radius = Real::sqrt(along_u * along_u + along_z * along_z);
        let (past, past_slope) = window::s5(self.t.pad_radius, self.t.pad_radius + self.t.pad_fade, radius);
        if past >= 1.0 {
            return ground;
        }
        let disc = 1.0 - past;
        let inward = |along: f64| {
            // Only where the window slopes: in the middle the radius is 0.
            if past_slope == 0.0 { 0.0 } else { term(Term::PadDisc, -past_slope * (along / radius)) }
        };
        // Thought out in (u, z): the partial along z at constant u, and back.
        let road_offset_dz = shore.frame.road_offset_dz;
        let ground_dz = ground.dz - ground.dx * road_offset_dz;
        let fill = self.height - ground.value;
        let by_u = (1.0 - disc) * ground.dx + inward(along_u) * fill;
        let by_z = (1.0 - disc) * ground_dz + inward(along_z) * fill;
        Jet { value: (1.0 - disc) * ground.value + disc * self.height, dx: by_u, dz: by_z + by_u * road_offset_dz }
    }
}

impl Stage for Pad {
    fn contract(&self) -> &'static Contract {
        &CONTRACT
    }

    fn reach_m(&self) -> f64 {
        self.t.pad_radius + self.t.pad_fade
    }

    fn apply(&self, site: &Site<'_>, ground: Jet) -> Jet {
        let Some(shore) = site.shore else { return ground };
        let (along_u, along_z) = (shore.road_offset - self.t.pad_road_offset, site.z - self.t.pad_z);
        if along_u.abs().max(along_z.abs()) >= self.reach_m() {
            return ground;
        }
        self.level(&shore, along_u, along_z, ground)
    }
}
