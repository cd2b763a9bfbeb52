//! Lakes, discharge, and the year's account of the water.

use orogen_flow::{ElementId, LakeBeds, Receiver, Receivers, StackOrder, accumulate, strahler};

use super::SECONDS_PER_YEAR;
use super::climate::Climate;
use super::ground::Ground;
use super::sea::Shores;
use crate::IslandError;
use crate::error::check_length;
use crate::mesh::{DualMesh, TriangleGraph, TriangleId};
use crate::params::{Depressions, IslandParams, Runoff};
use crate::stages::{Drainage, flow};

/// One lake: an even surface with at most one outlet.
///
/// One so dry that all its water evaporates from the deepest triangle is a playa: that triangle alone, without depth.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct IslandLake {
    /// Elevation of its surface, -1 to 1.
    pub surface: f64,
    /// Area of the triangles under water, in square metres; 0 for a playa.
    pub area_m2: f64,
    /// Volume between surface and ground, in cubic metres.
    pub volume_m3: f64,
    /// What evaporates from it beyond what land there would, in cubic metres a second, or in the heuristic's unit.
    pub evaporation: f64,
    /// The triangle by which it overflows and the one that it overflows into; `None` for a lake without outlet.
    pub outlet: Option<(TriangleId, TriangleId)>,
}

/// Where the water of a year goes, in cubic metres a second.
///
/// `rain = evapotranspiration + lake_evaporation + outflow`; nothing is stored from year to year.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct WaterBalance {
    /// Rain on land and lakes.
    pub rain: f64,
    /// What evaporates from land, lakes counted as if they were land.
    pub evapotranspiration: f64,
    /// What evaporates from lakes beyond that.
    pub lake_evaporation: f64,
    /// What reaches the sea, or leaves the map.
    pub outflow: f64,
}

impl WaterBalance {
    /// What is missing from the account, as a share of the rain.
    #[must_use]
    pub fn error(&self) -> f64 {
        let spent = self.evapotranspiration + self.lake_evaporation + self.outflow;
        if self.rain > 0.0 { (self.rain - spent).abs() / self.rain } else { spent.abs() }
    }
}

/// Rivers and lakes at the solid triangles.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Water {
    /// Where each triangle drains to: through a lake to its outlet, or to its deepest place.
    pub receivers: Receivers,
    /// An order in which every triangle comes after its receiver.
    pub order: StackOrder,
    /// What flows out of each triangle: cubic metres a second, or the heuristic's number.
    pub flow_t: Vec<f64>,
    /// All lakes.
    pub lakes: Vec<IslandLake>,
    /// The lake over each triangle, an index into `lakes`.
    pub lake_of_t: Vec<Option<u32>>,
    /// The year's account; `None` for the heuristic, which has none.
    pub balance: Option<WaterBalance>,
}

impl Water {
    /// Fills lakes and sums the rivers.
    ///
    /// Reads `runoff`, `flow`, `side_m` and `height_m`. By the balance, rain less what evaporates from land runs off, and a lake
    /// grows until it spills or as much evaporates from it as reaches it; by the heuristic `flow * moisture^2` runs off a
    /// triangle of land, and lakes are full. `area_t` are the triangles' areas in units of the square's; `drainage` is that of
    /// the ground before carving, along which the heuristic sums in mapgen4's order if depressions are carved.
    ///
    /// # Errors
    ///
    /// [`IslandError::Length`], [`IslandError::Flow`].
    pub fn of(
        mesh: &DualMesh,
        ground: &Ground,
        drainage: &Drainage,
        (area_t, moisture_t): (&[f64], &[f64]),
        climate: &Climate,
        params: &IslandParams,
    ) -> Result<Self, IslandError> {
        let triangles = ground.elevation_t.len();
        check_length("area_t", triangles, area_t.len())?;
        check_length("moisture_t", triangles, moisture_t.len())?;
        if (params.runoff(), params.depressions()) == (Runoff::Heuristic, Depressions::Carve) {
            return Self::as_in_mapgen4(ground, drainage, moisture_t, params);
        }
        let supply = Supply::new(ground, area_t, moisture_t, climate, params)?;
        match (ground.receivers(), ground.beds()) {
            (Some(receivers), _) => Self::without_lakes(ground, receivers, &supply),
            (None, Some(beds)) => Self::with_lakes(mesh, ground, beds, &supply, params),
            (None, None) => Ok(Self::default()),
        }
    }

    /// The series' heuristic on carved ground, summed in the series' order.
    fn as_in_mapgen4(
        ground: &Ground,
        drainage: &Drainage,
        moisture_t: &[f64],
        params: &IslandParams,
    ) -> Result<Self, IslandError> {
        let mut flow_t = Vec::new();
        flow(drainage, &ground.elevation_t, moisture_t, params, &mut flow_t)?;
        let receivers = drainage.receivers().clone();
        Ok(Self {
            order: StackOrder::new(&receivers),
            receivers,
            flow_t,
            lakes: Vec::new(),
            lake_of_t: vec![None; ground.elevation_t.len()],
            balance: None,
        })
    }

    fn without_lakes(ground: &Ground, receivers: &Receivers, supply: &Supply<'_>) -> Result<Self, IslandError> {
        let order = StackOrder::new(receivers);
        let runs_off: Vec<f64> = supply.depth_t.iter().zip(supply.area_t).map(|(depth, area)| depth * area).collect();
        let volume_t = accumulate(receivers, &order, &runs_off)?;
        let outflow =
            order.upstream().filter(|e| receivers.of(*e) == Receiver::Root).map(|e| volume_t[e.index()]).sum();
        Ok(Self {
            flow_t: volume_t.into_iter().map(|volume| volume * supply.per_unit).collect(),
            lakes: Vec::new(),
            lake_of_t: vec![None; ground.elevation_t.len()],
            balance: supply.balance(outflow, 0.0),
            receivers: receivers.clone(),
            order,
        })
    }

    fn with_lakes(
        mesh: &DualMesh,
        ground: &Ground,
        beds: &LakeBeds<'_>,
        supply: &Supply<'_>,
        params: &IslandParams,
    ) -> Result<Self, IslandError> {
        let shores = Shores { graph: TriangleGraph::solid(mesh), is_outlet_t: &ground.sea.is_sea_t };
        let found = beds.settle(&supply.depth_t, &supply.loss_t)?;
        let drainage = found.drainage(&shores, beds, &supply.depth_t)?;
        let side_m2 = params.side_m * params.side_m;
        let kept = found.lakes.iter().map(|lake| lake.kept_m3).sum();
        let mut lake_of_t: Vec<Option<u32>> = (0..ground.elevation_t.len())
            .map(|t| found.lake_of(ElementId::from_index(t)).map(|lake| lake as u32))
            .collect();
        let depressions = beds.hierarchy().depressions();
        // All that reaches a playa evaporates from its deepest triangle, which it wets without standing over it.
        for (index, lake) in found.lakes.iter().enumerate().filter(|(_, lake)| lake.outlet.is_none()) {
            lake_of_t[depressions[lake.depression.index()].pit.index()].get_or_insert(index as u32);
        }
        let lakes = found.lakes.iter().map(|lake| IslandLake {
            surface: lake.surface_m,
            area_m2: lake.area_m2 * side_m2,
            volume_m3: lake.volume_m3 * side_m2 * params.height_m,
            evaporation: lake.kept_m3 * supply.per_unit,
            outlet: lake.outlet.map(|pass| (TriangleId(pass.from.0), TriangleId(pass.to.0))),
        });
        Ok(Self {
            flow_t: drainage.discharge_m3.into_iter().map(|volume| volume * supply.per_unit).collect(),
            lakes: lakes.collect(),
            lake_of_t,
            balance: supply.balance(found.outflow_m3, kept),
            receivers: drainage.receivers,
            order: drainage.order,
        })
    }

    /// Strahler's order of the river in each triangle, 0 where less than `least` flows.
    ///
    /// # Errors
    ///
    /// None for water that an island has made.
    pub fn strahler_t(&self, least: f64) -> Result<Vec<u8>, IslandError> {
        Ok(strahler(&self.receivers, &self.order, |element| self.flow_t[element.index()] >= least)?)
    }

    /// The drainage basin of each triangle of land, numbered from 0: all land from which water reaches the sea across one
    /// triangle of the shore, or ends in one lake without outlet. `None` in the sea.
    #[must_use]
    pub fn basin_of_t(&self, is_sea_t: &[bool]) -> Vec<Option<u32>> {
        let mut basin_of_t = vec![None; is_sea_t.len()];
        let mut next = 0;
        for element in self.order.upstream().filter(|element| !is_sea_t[element.index()]) {
            let downstream = match self.receivers.of(element) {
                Receiver::To(receiver) => basin_of_t[receiver.index()],
                Receiver::Root | Receiver::Void => None,
            };
            basin_of_t[element.index()] = downstream.or_else(|| {
                next += 1;
                Some(next - 1)
            });
        }
        basin_of_t
    }
}

/// What runs off each triangle and what open water loses there, by areas in units of the square's.
struct Supply<'a> {
    /// Depth of runoff, in metres a year, or the heuristic's number for each unit of area; 0 in the sea.
    depth_t: Vec<f64>,
    /// Depth that a lake loses beyond what land would.
    loss_t: Vec<f64>,
    area_t: &'a [f64],
    /// What a depth of 1 over the whole square is in the unit of flow.
    per_unit: f64,
    /// Rain on land and what evaporates from it, as depths over the square; `None` for the heuristic.
    land: Option<(f64, f64)>,
}

impl<'a> Supply<'a> {
    fn new(
        ground: &Ground,
        area_t: &'a [f64],
        moisture_t: &[f64],
        climate: &Climate,
        params: &IslandParams,
    ) -> Result<Self, IslandError> {
        let is_land = |t: &usize| !ground.sea.is_sea_t[*t];
        let triangles = 0..area_t.len();
        match params.runoff() {
            Runoff::Heuristic => {
                let depth = |t: usize| {
                    if is_land(&t) { params.flow * moisture_t[t] * moisture_t[t] / area_t[t] } else { 0.0 }
                };
                let depth_t = triangles.map(depth).collect();
                let loss_t = vec![0.0; area_t.len()];
                Ok(Self { depth_t, loss_t, area_t, per_unit: 1.0, land: None })
            }
            Runoff::Balance => {
                check_length("climate", area_t.len(), climate.rain_m_t.len())?;
                let (rain_t, actual_t) = (&climate.rain_m_t, &climate.actual_m_t);
                let sum = |depth_t: &[f64]| triangles.clone().filter(is_land).map(|t| depth_t[t] * area_t[t]).sum();
                let land = Some((sum(rain_t), sum(actual_t)));
                let depth = |t: usize| if is_land(&t) { rain_t[t] - actual_t[t] } else { 0.0 };
                let depth_t = triangles.clone().map(depth).collect();
                let loss_t = triangles.map(|t| climate.potential_m_t[t] - actual_t[t]).collect();
                let per_unit = params.side_m * params.side_m / SECONDS_PER_YEAR;
                Ok(Self { depth_t, loss_t, area_t, per_unit, land })
            }
        }
    }

    /// The account of what reached the outlets and what lakes kept, both as depths over the square.
    fn balance(&self, outflow: f64, kept: f64) -> Option<WaterBalance> {
        let scaled = |volume: f64| volume * self.per_unit;
        self.land.map(|(rain, evaporated)| WaterBalance {
            rain: scaled(rain),
            evapotranspiration: scaled(evaporated),
            lake_evaporation: scaled(kept),
            outflow: scaled(outflow),
        })
    }
}
