//! The coast's census: figures of the road, the cliffs and the dunes of a world that has them.

use orogen_field::{Jet, Real};

use crate::sampler::{GradeMemo, Sampler};
use crate::stage::Site;
use crate::world::Shoreline;
use crate::{World, WorldError};

/// Half the length of the road that is measured, in metres.
const ROAD_HALF_LENGTH_M: i32 = 15_000;

/// Distance between measurements along the road, in metres.
const ROAD_STEP_M: i32 = 10;

/// Half the length of the coast whose cliffs are counted, in metres.
const CLIFF_HALF_LENGTH_M: i32 = 45_000;

/// Distance between the lines on which cliffs are counted, in metres.
const CLIFF_LINE_STEP_M: i32 = 250;

/// Shore distances at which cliffs are counted, in metres: clear of the road's full clearance.
const CLIFF_DISTANCES_M: core::ops::RangeInclusive<i32> = 300..=2000;

/// Half the length of beach whose dunes are measured, in metres.
const DUNE_HALF_LENGTH_M: i32 = 5_000;

/// Beach nearer than this to the trailhead is skipped: its ground is the cove's, in metres.
const DUNE_CLEAR_M: i32 = 300;

/// Ground under this height cannot hold massif cliffs, whatever the noise, in metres.
const OUTCROP_ONLY_M: f64 = 120.0;

/// Figures of a coast.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CoastCensus {
    /// Steepest grade of the road, rise over length, over 30 km at 10 m.
    pub road_steepest: f64,
    /// Deepest cut or highest fill on the centre line, in metres.
    pub road_deepest_cut_m: f64,
    /// Lowest point of the road, in metres.
    pub road_lowest_m: f64,
    /// Least and greatest distance of the centre line from the shore, in metres.
    pub road_distance_m: (f64, f64),
    /// Share of places 300 to 2000 m inland, along 90 km of coast, that a terrace moves.
    pub cliff_share: f64,
    /// Share of those places that lie under 120 m and are moved: outcrops.
    pub outcrop_share: f64,
    /// Height from the deepest trough to the highest crest of the dunes, in metres, over 10 km of open beach.
    pub dune_spread_m: f64,
    /// How much steeper dunes are across the shore than along it: the ratio of root-mean-square slopes.
    pub dune_anisotropy: f64,
}

impl World {
    /// Takes the census of the coast; `None` for a preset without one.
    ///
    /// # Errors
    ///
    /// None for a world that could be made, unless its coast has been moved out of the domain.
    pub fn coast_census(&self) -> Result<Option<CoastCensus>, WorldError> {
        let Some(shoreline) = self.shoreline() else { return Ok(None) };
        let road = RoadFigures::of(self, shoreline);
        let (cliff_share, outcrop_share) = cliff_shares(self, shoreline)?;
        let (dune_spread_m, dune_anisotropy) = dune_figures(self, shoreline)?;
        Ok(Some(CoastCensus {
            road_steepest: road.steepest,
            road_deepest_cut_m: road.deepest_cut_m,
            road_lowest_m: road.lowest_m,
            road_distance_m: road.distance_m,
            cliff_share,
            outcrop_share,
            dune_spread_m,
            dune_anisotropy,
        }))
    }
}

struct RoadFigures {
    steepest: f64,
    deepest_cut_m: f64,
    lowest_m: f64,
    distance_m: (f64, f64),
}

impl RoadFigures {
    fn of(world: &World, shoreline: &Shoreline) -> Self {
        let mut memo = GradeMemo::new(Sampler::DEFAULT_MEMO);
        let mut figures =
            Self { steepest: 0.0, deepest_cut_m: 0.0, lowest_m: f64::INFINITY, distance_m: (f64::INFINITY, 0.0) };
        let mut sampler = world.sampler();
        for z in (-ROAD_HALF_LENGTH_M..=ROAD_HALF_LENGTH_M).step_by(ROAD_STEP_M as usize).map(f64::from) {
            let frame = shoreline.frame(z);
            let grade = shoreline.grade(z, &mut memo);
            let ground = sampler.at(frame.road_x(), z, |site| before_road(world, site));
            let distance = frame.road_distance.0;
            // Rise over the road's own length: it runs askew to z where the coast bends.
            let length_per_z = Real::sqrt(1.0 + frame.road_offset_dz * frame.road_offset_dz);
            figures.steepest = figures.steepest.max(grade.slope.abs() / length_per_z);
            figures.deepest_cut_m = figures.deepest_cut_m.max((grade.height - ground.value).abs());
            figures.lowest_m = figures.lowest_m.min(grade.height);
            figures.distance_m = (figures.distance_m.0.min(distance), figures.distance_m.1.max(distance));
        }
        figures
    }
}

/// The ground before the last stage, which is the road's.
fn before_road(world: &World, site: &Site<'_>) -> Jet {
    let last = world.pipeline().stages().len() - 1;
    let before = world.pipeline().trace(site).take(last).last();
    before.map_or(Jet::constant(0.0), |(_, ground)| ground)
}

/// The ground before and after the stage of this name.
fn around(world: &World, stage: &str, x: f64, z: f64) -> Result<(Jet, Jet), WorldError> {
    let mut before = Jet::constant(0.0);
    for (name, after) in world.trace(x, z)? {
        if name == stage {
            return Ok((before, after));
        }
        before = after;
    }
    Ok((before, before))
}

/// The shares of places with cliffs, and with cliffs under the massifs' gate.
fn cliff_shares(world: &World, shoreline: &Shoreline) -> Result<(f64, f64), WorldError> {
    let (mut places, mut cliffs, mut outcrops) = (0.0, 0.0, 0.0);
    for z in (-CLIFF_HALF_LENGTH_M..=CLIFF_HALF_LENGTH_M).step_by(CLIFF_LINE_STEP_M as usize).map(f64::from) {
        let coast_x = shoreline.frame(z).coast_x;
        for distance in CLIFF_DISTANCES_M.step_by(100).map(f64::from) {
            let (before, after) = around(world, "cliffs", coast_x + distance, z)?;
            let moved = f64::from(u8::from(before != after));
            places += 1.0;
            cliffs += moved;
            outcrops += if before.value < OUTCROP_ONLY_M { moved } else { 0.0 };
        }
    }
    Ok((cliffs / places, outcrops / places))
}

/// The dunes' spread and anisotropy on the open beach.
fn dune_figures(world: &World, shoreline: &Shoreline) -> Result<(f64, f64), WorldError> {
    let (mut lowest, mut highest, mut across, mut along) = (0.0_f64, 0.0_f64, 0.0, 0.0);
    for z in (-DUNE_HALF_LENGTH_M..=DUNE_HALF_LENGTH_M).step_by(7).filter(|z| z.abs() > DUNE_CLEAR_M) {
        let coast_x = shoreline.frame(f64::from(z)).coast_x;
        for distance in 0..40 {
            let (before, after) = around(world, "dunes", coast_x + f64::from(distance), f64::from(z))?;
            let dune = after - before;
            lowest = lowest.min(dune.value);
            highest = highest.max(dune.value);
            across += dune.dx * dune.dx;
            along += dune.dz * dune.dz;
        }
    }
    let ratio = if along > 0.0 { Real::sqrt(across / along) } else { 0.0 };
    Ok((highest - lowest, ratio))
}
