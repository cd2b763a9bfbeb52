//! The water stages on anyone's mesh and elevations.

use orogen_flow::{ElementId, Receiver, Receivers};

use crate::IslandError;
use crate::error::{check_length, check_values};
use crate::mesh::{DualMesh, TriangleGraph, TriangleId};
use crate::params::{Depressions, IslandParams, Runoff};
use crate::stages::{
    Drainage, Rain, Wind, WindOrder, carve, downslope, flow_across_sides, moisture, rainfall, region_elevation,
};
use crate::water::{Climate, Ground, IslandLake, Water, WaterBalance};

/// Rain, rivers, lakes and carved ground, at all elements of a mesh, ghosts included.
#[derive(Clone, Debug, PartialEq)]
pub struct Hydrology {
    /// Elevation of regions before carving.
    pub elevation_r: Vec<f64>,
    /// Rain and humidity at regions.
    pub rain: Rain,
    /// Moisture of triangles.
    pub moisture_t: Vec<f64>,
    /// Where triangles drain to, and an order in which each comes before what drains to it.
    pub drainage: Drainage,
    /// Flow through triangles.
    pub flow_t: Vec<f64>,
    /// Flow that triangles hand on across sides.
    pub flow_s: Vec<f64>,
    /// Elevation of triangles after carving.
    pub elevation_t: Vec<f64>,
    /// All lakes.
    pub lakes: Vec<IslandLake>,
    /// The lake over each triangle, an index into `lakes`.
    pub lake_of_t: Vec<Option<u32>>,
    /// The year's account, if runoff is that of the balance.
    pub balance: Option<WaterBalance>,
}

/// Rainfall, drainage and flow on a mesh with elevations, by the parameters' models of runoff and depressions.
///
/// The mesh is in units of the map's side, elevations are from -1 to 1. With [`IslandParams::mapgen4`] it is mapgen4's
/// computation: ghost triangles take part as others do, with the elevations that they are given (mapgen4's have 0), and beds
/// are carved to be level where they do not fall: `bed_gradient` is not read. Otherwise ghosts have no water and keep their
/// elevations. Regions get the mean elevation of their triangles unless they have their own. `winds` are further winds beside
/// that of the parameters, whose weight is 1.
///
/// # Errors
///
/// [`IslandError::Param`], [`IslandError::Value`] for a wind, [`IslandError::Length`] if there is not an elevation for every
/// triangle and region, and [`IslandError::Flow`] if one is not finite.
pub fn hydrology(
    mesh: &DualMesh,
    elevation_t: &[f64],
    elevation_r: Option<&[f64]>,
    params: &IslandParams,
    winds: &[Wind],
) -> Result<Hydrology, IslandError> {
    params.check()?;
    winds.iter().try_for_each(Wind::check)?;
    check_length("elevation_t", mesh.triangle_count(), elevation_t.len())?;
    let elevation_r = match elevation_r {
        Some(given) => {
            check_length("elevation_r", mesh.region_count(), given.len())?;
            check_values("elevation_r", "a finite number", given, f64::is_finite)?;
            given.to_vec()
        }
        None => {
            let mut means = Vec::new();
            region_elevation(mesh, elevation_t, &mut means)?;
            means
        }
    };
    let mut rain = Rain::default();
    rainfall(mesh, &wind_orders(mesh, params, winds), &elevation_r, params, &mut rain)?;
    let mut moisture_t = Vec::new();
    moisture(mesh, &rain.rainfall_r, &mut moisture_t)?;
    let parts = if (params.runoff(), params.depressions()) == (Runoff::Heuristic, Depressions::Carve) {
        as_in_mapgen4(mesh, elevation_t, &moisture_t, params)?
    } else {
        over_a_year(mesh, elevation_t, &moisture_t, params)?
    };
    let Parts { drainage, flow_t, flow_s, elevation_t, lakes, lake_of_t, balance } = parts;
    Ok(Hydrology { elevation_r, rain, moisture_t, drainage, flow_t, flow_s, elevation_t, lakes, lake_of_t, balance })
}

/// What depends on the models of runoff and depressions.
struct Parts {
    drainage: Drainage,
    flow_t: Vec<f64>,
    flow_s: Vec<f64>,
    elevation_t: Vec<f64>,
    lakes: Vec<IslandLake>,
    lake_of_t: Vec<Option<u32>>,
    balance: Option<WaterBalance>,
}

fn as_in_mapgen4(
    mesh: &DualMesh,
    elevation_t: &[f64],
    moisture_t: &[f64],
    params: &IslandParams,
) -> Result<Parts, IslandError> {
    let drainage = downslope(&TriangleGraph::with_ghosts(mesh), elevation_t)?;
    let (flow_t, flow_s) = flow_across_sides(mesh, &drainage, elevation_t, moisture_t, params)?;
    let mut carved_t = Vec::new();
    carve(mesh, &drainage, elevation_t, 0.0, &mut carved_t)?;
    let lake_of_t = vec![None; elevation_t.len()];
    Ok(Parts { drainage, flow_t, flow_s, elevation_t: carved_t, lakes: Vec::new(), lake_of_t, balance: None })
}

fn over_a_year(
    mesh: &DualMesh,
    elevation_t: &[f64],
    moisture_t: &[f64],
    params: &IslandParams,
) -> Result<Parts, IslandError> {
    let solid = mesh.solid_triangle_count();
    let (solid_t, area_t, moisture_t) = (&elevation_t[..solid], mesh.area_t(), &moisture_t[..solid]);
    let search = downslope(&TriangleGraph::solid(mesh), solid_t)?;
    let ground = Ground::of(mesh, solid_t, &area_t, &search, params)?;
    let climate = Climate::of(mesh, &ground.elevation_t, moisture_t, params)?;
    let water = Water::of(mesh, &ground, &search, (&area_t, moisture_t), &climate, params)?;
    let ghosts = solid..elevation_t.len();
    let receiver = |t: usize| if t < solid { water.receivers.of(ElementId::from_index(t)) } else { Receiver::Root };
    let receivers: Vec<Receiver> = (0..elevation_t.len()).map(receiver).collect();
    let order = water.order.upstream().chain(ghosts.clone().map(ElementId::from_index)).collect();
    let drainage = Drainage::from_parts(Receivers::new(&receivers)?, order, search.seeding());
    let mut flow_s = vec![0.0; mesh.side_count()];
    for t in (0..solid).map(TriangleId::from_index) {
        if let Some(s) = drainage.s_downslope_t(mesh, t) {
            flow_s[s.index()] = water.flow_t[t.index()];
        }
    }
    let (mut flow_t, mut lake_of_t, mut carved_t) = (water.flow_t, water.lake_of_t, ground.elevation_t);
    flow_t.resize(elevation_t.len(), 0.0);
    lake_of_t.resize(elevation_t.len(), None);
    carved_t.extend_from_slice(&elevation_t[ghosts]);
    let (lakes, balance) = (water.lakes, water.balance);
    Ok(Parts { drainage, flow_t, flow_s, elevation_t: carved_t, lakes, lake_of_t, balance })
}

/// The orders of the parameters' wind and of further ones, with their weights. Reads `wind_angle_deg`.
pub(crate) fn wind_orders(mesh: &DualMesh, params: &IslandParams, further: &[Wind]) -> Vec<(WindOrder, f64)> {
    let first = Wind { angle_deg: params.wind_angle_deg, weight: 1.0 };
    core::iter::once(&first).chain(further).map(|wind| (WindOrder::new(mesh, wind.angle_deg), wind.weight)).collect()
}
