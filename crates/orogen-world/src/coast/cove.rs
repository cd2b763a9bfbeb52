//! The cove in front of the trailhead: a sheltered beach between two headlands, with stacks off their tips.

use alloc::vec::Vec;

use orogen_field::{Jet, Key, Seed, tunables, window};

use super::base::sink_to_floor;
use super::stacks::{Column, Stacks};
use super::{Base, Shore, ShoreLine, sign};
use crate::stage::{Contract, Quantity, Site, Stage};
use crate::term::{Term, term};

tunables! {
    /// The cove's size, its sea bed, its headlands and its stacks.
    pub struct CoveTunables {
        /// z of the cove's middle.
        cove_anchor: f64 = 0.0, "m", -100000.0..=100000.0;
        /// Narrowest cove.
        cove_width_min: f64 = 260.0, "m", 120.0..=350.0;
        /// Widest cove.
        cove_width_max: f64 = 360.0, "m", 270.0..=1000.0;
        /// Half the length over which the cove gives way to the open shore, at each end.
        cove_edge: f64 = 30.0, "m", 15.0..=55.0;
        /// Offset from the road seaward of which the cove is whole.
        cove_seaward_full: f64 = -36.0, "m", -200.0..=-32.0;
        /// Offset from the road inland of which there is no cove.
        cove_seaward_end: f64 = -30.0, "m", -31.0..=-10.0;
        /// Grade of the beach face.
        cove_face_grade: f64 = 1.0 / 12.0, "m/m", 0.03..=0.2;
        /// Depth at the foot of the beach face.
        cove_face_depth: f64 = 2.0, "m", 0.5..=5.0;
        /// Grade of the bed beyond the foot.
        cove_bed_grade: f64 = 0.02, "m/m", 0.005..=0.03;
        /// Depth at which the bed breaks.
        cove_break_depth: f64 = 8.0, "m", 6.0..=20.0;
        /// Half the width over which face turns into bed.
        cove_toe_morph: f64 = 6.0, "m", 1.0..=12.0;
        /// Height at which the berm levels out.
        cove_berm_height: f64 = 3.0, "m", 1.0..=6.0;
        /// Half the height over which face turns into berm.
        cove_berm_morph: f64 = 0.3, "m", 0.1..=1.0;
        /// Width over which the bed falls to the deep sea bed, and the cove ends at sea.
        cove_shelf_width: f64 = 400.0, "m", 50.0..=2000.0;
        /// Depth of the deep sea bed off the cove.
        cove_floor_depth: f64 = 25.0, "m", 21.0..=500.0;
        /// Height of the lowest headland.
        headland_height_min: f64 = 12.0, "m", 0.0..=24.0;
        /// Height of the highest headland.
        headland_height_max: f64 = 25.0, "m", 13.0..=100.0;
        /// Shortest reach of a headland into the sea.
        headland_reach_min: f64 = 100.0, "m", 20.0..=400.0;
        /// How much longer the longest reach is.
        headland_reach_range: f64 = 50.0, "m", 0.0..=400.0;
        /// Half the width of a headland.
        headland_half_width: f64 = 30.0, "m", 10.0..=100.0;
        /// Offset from the road seaward of which a headland stands full.
        headland_rise_full: f64 = -80.0, "m", -300.0..=-50.0;
        /// Offset from the road inland of which there is no headland.
        headland_rise_end: f64 = -30.0, "m", -40.0..=-10.0;
        /// Length over which a headland's tip falls into the sea.
        headland_tip_fade: f64 = 40.0, "m", 10.0..=200.0;
        /// Chance that a headland has one stack; else it has two.
        cove_stack_single_chance: f64 = 0.5, "1", 0.0..=1.0;
        /// Length of shore over which a headland's stacks are spread.
        cove_stack_jitter: f64 = 30.0, "m", 0.0..=200.0;
        /// Distance of the first stack off its headland's tip.
        cove_stack_offset: f64 = 40.0, "m", 0.0..=300.0;
        /// Distance from the first stack to the second.
        cove_stack_spacing: f64 = 35.0, "m", 0.0..=300.0;
        /// Radius of the thinnest of these stacks.
        cove_stack_radius_min: f64 = 8.0, "m", 4.0..=13.0;
        /// Radius of the widest of these stacks.
        cove_stack_radius_max: f64 = 14.0, "m", 9.0..=60.0;
        /// Height of the lowest of these stacks over the bed.
        cove_stack_height_min: f64 = 14.0, "m", 0.0..=27.0;
        /// Height of the highest of these stacks over the bed.
        cove_stack_height_max: f64 = 28.0, "m", 15.0..=120.0;
    }
}

const COVE: (&str, u32) = ("cove", 0xc07e);

pub(crate) static CONTRACT: Contract = Contract {
    name: "cove",
    summary: "a sheltered beach between two headlands with stacks",
    reads: &[Quantity::Ground, Quantity::ShoreDistance, Quantity::RoadOffset],
    writes: &[Quantity::Ground],
    tables: &[CoveTunables::TABLE],
    salts: &[COVE],
    ordered: &[
        ("cove_width_min", "cove_width_max"),
        ("cove_seaward_full", "cove_seaward_end"),
        ("cove_bed_grade", "cove_face_grade"),
        ("cove_face_depth", "cove_break_depth"),
        ("cove_break_depth", "cove_floor_depth"),
        ("cove_berm_morph", "cove_berm_height"),
        ("headland_height_min", "headland_height_max"),
        ("headland_rise_full", "headland_rise_end"),
        ("cove_stack_radius_min", "cove_stack_radius_max"),
        ("cove_stack_height_min", "cove_stack_height_max"),
    ],
    octaves: &[],
};

/// A tongue of rock that closes one end of the cove.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Headland {
    pub(crate) z: f64,
    pub(crate) height: f64,
    pub(crate) reach: f64,
}

/// The cove of one seed.
#[derive(Clone, Debug)]
pub(crate) struct Cove {
    t: CoveTunables,
    half_width: f64,
    headlands: [Headland; 2],
    columns: Vec<Column>,
    sea_stacks: Stacks,
}

impl Cove {
    pub(crate) fn new(seed: Seed, t: CoveTunables, line: &ShoreLine, base: &Base) -> Self {
        let key = seed.key(COVE.1, 0);
        let half_width = between(t.cove_width_min, t.cove_width_max, key.draw(0, 0, 0)) / 2.0;
        let headlands = [-half_width, half_width].map(|along| along + t.cove_anchor);
        let headland = |i: i32, z: f64| Headland {
            z,
            height: between(t.headland_height_min, t.headland_height_max, key.draw(i + 1, 0, 0)),
            reach: t.headland_reach_min + t.headland_reach_range * key.draw(i + 1, 1, 0),
        };
        let headlands = [headland(0, headlands[0]), headland(1, headlands[1])];
        let columns = (0..2)
            .flat_map(|i| (0..stack_count(&t, &key, i)).map(move |k| (i, k)))
            .map(|(i, k)| stack_off(&t, &key, line, headlands[i as usize], i, k))
            .collect();
        Self { t, half_width, headlands, columns, sea_stacks: base.stacks().clone() }
    }

    /// How much of the ground is the cove's, in 0..=1, and how that changes.
    fn weight(&self, shore: &Shore<'_>, z: f64) -> Jet {
        let t = &self.t;
        let (inland, inland_slope) = window::s5(t.cove_seaward_full, t.cove_seaward_end, shore.road_offset);
        let seaward = 1.0 - inland;
        let along_z = z - t.cove_anchor;
        let (past, past_slope) =
            window::s5(self.half_width - t.cove_edge, self.half_width + t.cove_edge, along_z.abs());
        let along = 1.0 - past;
        // At sea the cove ends where its bed does, or it would be a straight-sided trench to the horizon.
        let (near, near_slope) =
            window::s5(self.shelf_break() - t.cove_shelf_width, self.shelf_break(), shore.distance);

        let open = seaward * along;
        let open_dx = -inland_slope * along;
        let open_dz = open_dx * shore.frame.road_offset_dz - seaward * past_slope * sign(along_z);
        Jet {
            value: open * near,
            dx: term(Term::CoveWeight, open_dx * near + open * near_slope),
            dz: term(Term::CoveWeight, open_dz * near + open * near_slope * shore.frame.distance_dz),
        }
    }

    /// Shore distance of the beach face's foot.
    fn toe(&self) -> f64 {
        -(self.t.cove_face_depth / self.t.cove_face_grade)
    }

    /// Shore distance at which the bed breaks.
    fn shelf_break(&self) -> f64 {
        self.toe() - (self.t.cove_break_depth - self.t.cove_face_depth) / self.t.cove_bed_grade
    }

    /// Height of beach and bed at a shore distance, with its slope.
    fn profile(&self, d: f64) -> (f64, f64) {
        let t = &self.t;
        let past_toe = d - self.toe();
        let face = window::soft_positive(past_toe, t.cove_toe_morph);
        let steeper = t.cove_face_grade - t.cove_bed_grade;
        let near = -t.cove_face_depth + t.cove_bed_grade * past_toe + steeper * face.0;
        let near_slope = t.cove_bed_grade + steeper * face.1;
        let over = window::soft_positive(near - t.cove_berm_height, t.cove_berm_morph);
        let capped = (near - over.0, near_slope * (1.0 - over.1));
        sink_to_floor(d, self.shelf_break(), t.cove_shelf_width, t.cove_floor_depth, capped)
    }

    /// The cove's own ground: its profile with the sea's stacks on it.
    fn bed(&self, site: &Site<'_>, shore: &Shore<'_>) -> Jet {
        let (height, slope) = self.profile(shore.distance);
        let slope = term(Term::CoveProfile, slope);
        let stacks = self.sea_stacks.banded(site, shore);
        Jet { value: height + stacks.value, dx: slope + stacks.dx, dz: slope * shore.frame.distance_dz + stacks.dz }
    }

    fn add_headland(&self, headland: &Headland, shore: &Shore<'_>, z: f64, ground: Jet) -> Jet {
        let t = (z - headland.z) / self.t.headland_half_width;
        if t.abs() >= 1.0 {
            return ground;
        }
        let (inland, inland_slope) = window::s5(self.t.headland_rise_full, self.t.headland_rise_end, shore.road_offset);
        let rise = 1.0 - inland;
        let tip_start = -headland.reach - self.t.headland_tip_fade;
        let (tip, tip_slope) = window::s5(tip_start, -headland.reach, shore.distance);
        if rise * tip <= 0.0 {
            return ground;
        }
        let rise_slope = term(Term::HeadlandWindow, -inland_slope);
        let tip_slope = term(Term::HeadlandWindow, tip_slope);
        let k = 1.0 - t * t;
        let profile = k * k * k;
        let profile_dz = term(Term::HeadlandProfile, (-6.0 * t * k * k) / self.t.headland_half_width);
        let height = headland.height * profile;
        let frame = shore.frame;
        Jet {
            value: ground.value + height * rise * tip,
            dx: ground.dx + height * (rise_slope * tip + rise * tip_slope),
            dz: ground.dz
                + (headland.height * profile_dz * rise * tip
                    + height * (rise_slope * frame.road_offset_dz * tip + rise * tip_slope * frame.distance_dz)),
        }
    }
}

fn between(min: f64, max: f64, draw: f64) -> f64 {
    min + (max - min) * draw
}

/// One stack or two off headland `i`.
fn stack_count(t: &CoveTunables, key: &Key, i: i32) -> i32 {
    if key.draw(i + 1, 2, 0) < t.cove_stack_single_chance { 1 } else { 2 }
}

/// Stack `k` off headland `i`, measured from the shore line at its own z.
fn stack_off(t: &CoveTunables, key: &Key, line: &ShoreLine, headland: Headland, i: i32, k: i32) -> Column {
    let z = headland.z + (key.draw(i + 1, 3 + k, 0) - 0.5) * t.cove_stack_jitter;
    let offset = headland.reach + t.cove_stack_offset + t.cove_stack_spacing * f64::from(k);
    Column {
        x: line.frame(z).coast_x - offset,
        z,
        radius: between(t.cove_stack_radius_min, t.cove_stack_radius_max, key.draw(i + 1, 5 + k, 0)),
        height: between(t.cove_stack_height_min, t.cove_stack_height_max, key.draw(i + 1, 7 + k, 0)),
    }
}

impl Stage for Cove {
    fn contract(&self) -> &'static Contract {
        &CONTRACT
    }

    fn reach_m(&self) -> f64 {
        self.sea_stacks.reach_m().max(self.t.cove_stack_radius_max)
    }

    fn apply(&self, site: &Site<'_>, ground: Jet) -> Jet {
        let Some(shore) = site.shore else { return ground };
        let weight = self.weight(&shore, site.z);
        let mut ground = if weight.value > 0.0 { ground.blend(self.bed(site, &shore), weight) } else { ground };
        for headland in &self.headlands {
            ground = self.add_headland(headland, &shore, site.z, ground);
        }
        self.columns.iter().fold(ground, |ground, column| column.add_to(ground, site.x, site.z))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Preset, Tunables, world::Shoreline};

    fn cove(seed: i32) -> Cove {
        Shoreline::cove(Seed::Reference(seed), &Tunables::new(Preset::Olympic))
    }

    fn rows(csv: &'static str) -> impl Iterator<Item = Vec<f64>> {
        csv.lines().skip(1).map(|line| line.split(',').map(|cell| cell.parse().expect("a number")).collect())
    }

    #[test]
    fn headlands_are_the_reference_ones() {
        for row in rows(include_str!("../../tests/data/world_cove.csv")) {
            let cove = cove(row[0] as i32);
            assert_eq!(cove.half_width, row[1], "seed {}", row[0]);
            let expected = Headland { z: row[3], height: row[4], reach: row[5] };
            assert_eq!(cove.headlands[row[2] as usize], expected, "seed {}", row[0]);
        }
    }

    #[test]
    fn stacks_are_the_reference_ones() {
        for row in rows(include_str!("../../tests/data/world_cove_stacks.csv")) {
            let expected = Column { x: row[1], z: row[2], radius: row[3], height: row[4] };
            assert!(cove(row[0] as i32).columns.contains(&expected), "seed {}: {expected:?}", row[0]);
        }
    }

    #[test]
    fn the_profile_is_monotone_and_no_steeper_than_its_face() {
        let cove = cove(24301);
        for i in 0..20_000 {
            let d = f64::from(i) * 0.05 - 900.0;
            let (height, slope) = cove.profile(d);
            assert!((0.0..=1.0 / 12.0).contains(&slope), "slope {slope} at {d}");
            let central = (cove.profile(d + 1e-4).0 - cove.profile(d - 1e-4).0) / 2e-4;
            assert!((central - slope).abs() < 1e-7, "{central} against {slope} at {d}, height {height}");
        }
    }
}
