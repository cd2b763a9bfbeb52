//! The base of the coast: shore profile and sea stacks, blended into the mountains inland.

use orogen_field::{Jet, Seed, tunables, window};

use super::stacks::Stacks;
use super::{Shore, stacks};
use crate::stage::{Contract, Quantity, Site, Stage};
use crate::term::{Term, term};

/// The reference's place to cut a two-dimensional noise for a line: anywhere off the lattice.
#[expect(clippy::approx_constant, reason = "a published constant that happens to lie near 1/pi")]
const OFF_LATTICE: f64 = 0.318;

tunables! {
    /// The shore line, the shore profile and the blend into the mountains.
    pub struct CoastTunables {
        /// Mean x of the shore line.
        coast_offset: f64 = -400.0, "m", -100000.0..=100000.0;
        /// Farthest the shore line strays from its mean.
        coast_amplitude: f64 = 220.0, "m", 0.0..=400.0;
        /// Wavelength of headlands and bays.
        coast_wavelength: f64 = 1100.0, "m", 500.0..=20000.0;
        /// Octaves of the shore line.
        coast_octaves: u32 = 2.0, "1", 1.0..=4.0;
        /// Where the lines of the coast and the road cut their noise, in lattice units.
        coast_transect: f64 = OFF_LATTICE, "1", 0.0..=1.0;
        /// Distance inland at which the mountains begin to rise.
        inland_start: f64 = 25.0, "m", 5.0..=35.0;
        /// Distance inland at which the mountains have taken over, on a headland.
        headland_blend_end: f64 = 40.0, "m", 36.0..=300.0;
        /// Distance inland at which the mountains have taken over, in a bay.
        bay_blend_end: f64 = 500.0, "m", 300.0..=2000.0;
        /// Distance inland at which the mountains have taken over, around the trailhead.
        apron_blend_end: f64 = 600.0, "m", 100.0..=2000.0;
        /// Half the length of shore that the apron reaches along.
        apron_half_width: f64 = 700.0, "m", 100.0..=5000.0;
        /// Length over which the apron fades at each end.
        apron_fade: f64 = 100.0, "m", 20.0..=100.0;
        /// z of the apron's middle.
        apron_anchor: f64 = 0.0, "m", -100000.0..=100000.0;
        /// Grade of the beach.
        beach_grade: f64 = 0.025, "m/m", 0.005..=0.2;
        /// Grade of the sea bed before the shelf break.
        surf_grade: f64 = 0.015, "m/m", 0.005..=0.2;
        /// Half the width over which beach turns into sea bed.
        shore_morph: f64 = 6.0, "m", 1.0..=30.0;
        /// Depth of the deep sea bed.
        floor_depth: f64 = 25.0, "m", 8.0..=500.0;
        /// Depth at which the shelf breaks.
        shelf_break_depth: f64 = 8.0, "m", 1.0..=100.0;
        /// Width over which the shelf falls to the deep sea bed.
        shelf_width: f64 = 400.0, "m", 50.0..=5000.0;
    }
}

tunables! {
    /// Sea stacks: columns of rock off the shore.
    pub struct StackTunables {
        /// Side of the square cells that hold one stack at most.
        stack_cell: f64 = 180.0, "m", 60.0..=2000.0;
        /// Chance that a cell holds a stack.
        stack_chance: f64 = 0.35, "1", 0.0..=1.0;
        /// Margin of a cell that no stack's middle lies in, as a share of its side.
        stack_margin: f64 = 0.2, "1", 0.0..=0.4;
        /// Share of a cell's side over which the middles are spread.
        stack_spread: f64 = 0.6, "1", 0.0..=0.6;
        /// Radius of the thinnest stack.
        stack_radius_min: f64 = 12.0, "m", 4.0..=23.0;
        /// Radius of the widest stack.
        stack_radius_max: f64 = 24.0, "m", 13.0..=60.0;
        /// Height of the lowest stack over the bed.
        stack_height_min: f64 = 12.0, "m", 0.0..=37.0;
        /// Height of the highest stack over the bed.
        stack_height_max: f64 = 38.0, "m", 13.0..=120.0;
        /// Shore distance at which stacks begin.
        stack_band_start: f64 = -280.0, "m", -2000.0..=-230.0;
        /// Shore distance from which stacks stand full.
        stack_band_full: f64 = -220.0, "m", -270.0..=-110.0;
        /// Shore distance at which stacks begin to end.
        stack_band_fade: f64 = -100.0, "m", -210.0..=-50.0;
        /// Shore distance at which stacks have ended.
        stack_band_end: f64 = -40.0, "m", -90.0..=0.0;
    }
}

pub(super) const COAST_LINE: (&str, u32) = ("coast_line", 0x0cea);

pub(crate) static CONTRACT: Contract = Contract {
    name: "coast",
    summary: "shore profile and sea stacks, blended into the mountains",
    reads: &[Quantity::Ground, Quantity::ShoreDistance],
    writes: &[Quantity::Ground],
    tables: &[CoastTunables::TABLE, StackTunables::TABLE],
    salts: &[COAST_LINE, stacks::STACKS],
    ordered: &[
        ("inland_start", "headland_blend_end"),
        ("headland_blend_end", "bay_blend_end"),
        ("inland_start", "apron_blend_end"),
        ("apron_fade", "apron_half_width"),
        ("shelf_break_depth", "floor_depth"),
        ("stack_radius_min", "stack_radius_max"),
        ("stack_height_min", "stack_height_max"),
        ("stack_band_start", "stack_band_full"),
        ("stack_band_full", "stack_band_fade"),
        ("stack_band_fade", "stack_band_end"),
    ],
    octaves: &[("coast_wavelength", "coast_octaves")],
};

/// Shore and stacks, blended into the mountains.
#[derive(Clone, Debug)]
pub(crate) struct Base {
    t: CoastTunables,
    stacks: Stacks,
}

impl Base {
    pub(crate) fn new(seed: Seed, t: CoastTunables, stacks: StackTunables) -> Self {
        Self { t, stacks: Stacks::new(seed, stacks) }
    }

    /// The sea's stacks alone, with their band: the cove puts them on its own bed.
    pub(super) fn stacks(&self) -> &Stacks {
        &self.stacks
    }

    /// Height of shore and sea bed at a shore distance, with its slope; 0 at 0.
    fn profile(&self, d: f64) -> (f64, f64) {
        let CoastTunables { beach_grade, surf_grade, shore_morph, .. } = self.t;
        let trim = ((beach_grade - surf_grade) * shore_morph * 3.0) / 16.0;
        let beach = window::soft_positive(d, shore_morph);
        let near = surf_grade * d + (beach_grade - surf_grade) * beach.0 - trim;
        let near_slope = surf_grade + (beach_grade - surf_grade) * beach.1;
        let shelf_break = -(self.t.shelf_break_depth / surf_grade);
        sink_to_floor(d, shelf_break, self.t.shelf_width, self.t.floor_depth, (near, near_slope))
    }

    /// The mountains' share of the ground, for a place inland of the blend's start.
    fn inland_share(&self, shore: &Shore<'_>, span: f64, t: f64) -> Jet {
        let frame = shore.frame;
        let slope = window::quintic_slope(t);
        let t_dx = 1.0 / span;
        let past_start = shore.distance - self.t.inland_start;
        let t_dz = (frame.distance_dz * span - past_start * frame.blend_end.1) / (span * span);
        Jet {
            value: window::quintic(t),
            dx: term(Term::BlendAcross, slope * t_dx),
            dz: term(Term::BlendAlong, slope * t_dz),
        }
    }

    fn blend_parameter(&self, shore: &Shore<'_>) -> (f64, f64) {
        let span = shore.frame.blend_end.0 - self.t.inland_start;
        (span, (shore.distance - self.t.inland_start) / span)
    }
}

/// A profile near the shore that gives way to a flat floor seaward of a break, over `width`.
pub(super) fn sink_to_floor(d: f64, shelf_break: f64, width: f64, floor_depth: f64, near: (f64, f64)) -> (f64, f64) {
    let (keep, keep_slope) = window::s5(shelf_break - width, shelf_break, d);
    (keep * near.0 + (1.0 - keep) * -floor_depth, keep * near.1 + keep_slope * (near.0 + floor_depth))
}

impl Stage for Base {
    fn contract(&self) -> &'static Contract {
        &CONTRACT
    }

    fn reach_m(&self) -> f64 {
        self.stacks.reach_m()
    }

    fn covers(&self, site: &Site<'_>) -> bool {
        site.shore.is_some_and(|shore| self.blend_parameter(&shore).1 <= 0.0)
    }

    fn apply(&self, site: &Site<'_>, ground: Jet) -> Jet {
        let Some(shore) = site.shore else { return ground };
        if shore.distance >= shore.frame.blend_end.0 {
            return ground;
        }
        let (height, slope) = self.profile(shore.distance);
        let stacks = self.stacks.banded(site, &shore);
        let sea = Jet {
            value: height + stacks.value,
            dx: slope + stacks.dx,
            dz: term(Term::ShoreAlong, slope * shore.frame.distance_dz) + stacks.dz,
        };
        let (span, t) = self.blend_parameter(&shore);
        if t <= 0.0 { sea } else { sea.mix(ground, self.inland_share(&shore, span, t)) }
    }
}
