//! Rivers as lines with discharge, width, falling beds and falls.

use orogen_flow::{ElementId, Receiver, reaches};

use super::ground::Ground;
use super::lakes::Water;
use crate::IslandError;
use crate::mesh::{DualMesh, TriangleId};
use crate::params::IslandParams;

/// What counts as a river, and what is told of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RiverRule {
    /// The least flow, in the unit of the island's flow.
    pub least_flow: f64,
    /// Width of a river with a flow of 1; it grows with the square root of flow (Leopold and Maddock 1953).
    pub width_m: f64,
    /// A bed that drops more than this between two triangles is a waterfall.
    pub waterfall_m: f64,
    /// Metres for an elevation of 1.
    pub height_m: f64,
    /// How steeply beds fall at least: a unit of elevation for each unit of the square's side.
    pub bed_gradient: f64,
}

impl RiverRule {
    /// The rule of an island's parameters.
    #[must_use]
    pub fn of(params: &IslandParams, least_flow: f64) -> Self {
        Self {
            least_flow,
            width_m: params.river_width_m,
            waterfall_m: params.waterfall_m,
            height_m: params.height_m,
            bed_gradient: params.bed_gradient,
        }
    }
}

/// One place of a river.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RiverPoint {
    /// The triangle that it is the centroid of.
    pub t: TriangleId,
    /// In units of the square's side.
    pub position: [f64; 2],
    /// Elevation of the bed, which falls along the river: the ground's, or lower where the ground does not fall. At the source
    /// of a lake's outlet it is the lake's surface.
    pub bed: f64,
    /// What flows on from here.
    pub flow: f64,
    /// In metres.
    pub width_m: f64,
}

/// Where a river ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mouth {
    /// In the sea, or at the place where water leaves a map without sea.
    Sea,
    /// In a lake, an index into the island's lakes.
    Lake(u32),
    /// In another river, an index into the rivers.
    River(u32),
}

/// A river between its spring, a confluence or a lake's outlet, and the next confluence, lake or the sea.
#[derive(Clone, Debug, PartialEq)]
pub struct River {
    /// At least two places, downstream; the last one is the mouth. Between the ends none is in a lake.
    pub points: Vec<RiverPoint>,
    /// Where it ends.
    pub mouth: Mouth,
    /// Strahler's order.
    pub strahler: u8,
    /// The places, as indices into `points`, below which the bed drops down a fall.
    pub waterfalls: Vec<usize>,
}

/// The rivers of an island, in the order in which their reaches begin; each comes before the one that it flows into.
///
/// # Errors
///
/// None for water and ground that an island has made.
pub fn rivers(mesh: &DualMesh, ground: &Ground, water: &Water, rule: &RiverRule) -> Result<Vec<River>, IslandError> {
    let strahler_t = water.strahler_t(rule.least_flow)?;
    let surveyor = Surveyor { mesh, ground, water, rule, bed_t: beds(mesh, ground, water, rule) };
    let mut rivers: Vec<River> = Vec::new();
    let mut begins_at = vec![None; ground.elevation_t.len()];
    for reach in reaches(&water.receivers, &water.order, &water.flow_t, rule.least_flow)? {
        for line in surveyor.pieces(&reach.elements) {
            let points = surveyor.points(line);
            let [first, .., last] = line else { continue };
            let mouth = match water.lake_of_t[last.index()] {
                _ if ground.sea.is_sea_t[last.index()] => Mouth::Sea,
                Some(lake) => Mouth::Lake(lake),
                // Named once all are known.
                None => Mouth::River(last.0),
            };
            let drop_m = |pair: &[RiverPoint]| (pair[0].bed - pair[1].bed) * rule.height_m;
            let falls = points.windows(2).enumerate().filter(|(_, pair)| drop_m(pair) > rule.waterfall_m);
            let waterfalls = falls.map(|(index, _)| index).collect();
            begins_at[first.index()] = Some(rivers.len() as u32);
            rivers.push(River { points, mouth, strahler: strahler_t[first.index()], waterfalls });
        }
    }
    for river in &mut rivers {
        if let Mouth::River(t) = river.mouth {
            river.mouth = match begins_at[t as usize] {
                Some(next) => Mouth::River(next),
                None => surveyor.end_of(ElementId(t)),
            };
        }
    }
    Ok(rivers)
}

/// The ground, lowered where rivers would climb or stand: over the sill of a lake, and across ponds.
fn beds(mesh: &DualMesh, ground: &Ground, water: &Water, rule: &RiverRule) -> Vec<f64> {
    let mut bed_t = ground.elevation_t.clone();
    let is_dry = |t: usize| water.lake_of_t[t].is_none() && !ground.sea.is_sea_t[t];
    for element in water.order.downstream().filter(|element| is_dry(element.index())) {
        let Receiver::To(receiver) = water.receivers.of(element) else { continue };
        if water.flow_t[element.index()] >= rule.least_flow {
            let length = mesh.length_between(TriangleId(element.0), TriangleId(receiver.0));
            let highest = bed_t[element.index()] - rule.bed_gradient * length;
            bed_t[receiver.index()] = bed_t[receiver.index()].min(highest);
        }
    }
    bed_t
}

struct Surveyor<'a> {
    mesh: &'a DualMesh,
    ground: &'a Ground,
    water: &'a Water,
    rule: &'a RiverRule,
    bed_t: Vec<f64>,
}

impl Surveyor<'_> {
    fn is_lake(&self, element: ElementId) -> bool {
        self.water.lake_of_t[element.index()].is_some()
    }

    /// The stretches of a reach outside lakes and the sea, each with the lake's triangle that it leaves and the one that it
    /// enters.
    fn pieces<'b>(&self, elements: &'b [ElementId]) -> Vec<&'b [ElementId]> {
        let is_sea = |element: &ElementId| self.ground.sea.is_sea_t[element.index()];
        let shore = elements.iter().position(is_sea).map_or(elements.len(), |first| first + 1);
        let elements = &elements[..shore];
        let mut pieces = Vec::new();
        let mut begin = 0;
        while begin + 1 < elements.len() {
            let is_dry = |index: &usize| !self.is_lake(elements[*index]);
            // The next step that is not from water to water.
            let Some(first) = (begin..elements.len() - 1).find(|at| is_dry(at) || is_dry(&(at + 1))) else { break };
            let end = (first + 1..elements.len()).find(|at| !is_dry(at)).unwrap_or(elements.len() - 1);
            pieces.push(&elements[first..=end]);
            begin = end;
        }
        pieces
    }

    fn points(&self, line: &[ElementId]) -> Vec<RiverPoint> {
        let mut points: Vec<RiverPoint> = line.iter().map(|element| self.point(*element)).collect();
        // Water stands higher in a lake than its bed; its outlet begins at the surface.
        if let [source, next, ..] = points.as_mut_slice()
            && let Some(lake) = self.water.lake_of_t[source.t.index()]
        {
            let length = self.mesh.length_between(source.t, next.t);
            source.bed = self.water.lakes[lake as usize].surface.max(next.bed + self.rule.bed_gradient * length);
            // What leaves the lake, after what evaporates from it.
            source.flow = source.flow.min(next.flow);
            source.width_m = source.width_m.min(next.width_m);
        }
        points
    }

    fn point(&self, element: ElementId) -> RiverPoint {
        let t = TriangleId(element.0);
        let flow = self.water.flow_t[t.index()];
        RiverPoint {
            t,
            position: self.mesh.position_t()[t.index()],
            bed: self.bed_t[t.index()],
            flow,
            width_m: self.rule.width_m * flow.sqrt(),
        }
    }

    /// What a river meets at a place where no other begins.
    fn end_of(&self, element: ElementId) -> Mouth {
        match self.water.lake_of_t[element.index()] {
            Some(lake) => Mouth::Lake(lake),
            None => Mouth::Sea,
        }
    }
}
