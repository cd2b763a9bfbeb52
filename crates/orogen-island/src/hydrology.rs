//! The water stages on anyone's mesh and elevations.

use crate::IslandError;
use crate::error::{check_length, check_values};
use crate::mesh::{DualMesh, TriangleGraph};
use crate::params::IslandParams;
use crate::stages::{
    Drainage, Rain, Wind, WindOrder, carve, downslope, flow_across_sides, moisture, rainfall, region_elevation,
};

/// Rain, rivers and carved ground, at all elements of a mesh, ghosts included.
#[derive(Clone, Debug, PartialEq)]
pub struct Hydrology {
    /// Elevation of regions before carving.
    pub elevation_r: Vec<f64>,
    /// Rain and humidity at regions.
    pub rain: Rain,
    /// Moisture of triangles.
    pub moisture_t: Vec<f64>,
    /// Where triangles drain to, and the order in which the search reached them.
    pub drainage: Drainage,
    /// Flow through triangles.
    pub flow_t: Vec<f64>,
    /// Flow that triangles hand on across sides.
    pub flow_s: Vec<f64>,
    /// Elevation of triangles after carving.
    pub elevation_t: Vec<f64>,
}

/// Rainfall, drainage, flow by the heuristic and carving on a mesh with elevations, as mapgen4 computes them.
///
/// Ghost triangles take part as others do, with the elevations that they are given (mapgen4's have 0). Beds are carved to be
/// level where they do not fall: `bed_gradient` is not read. Regions get the mean elevation of their triangles unless they
/// have their own. `winds` are further winds beside that of the parameters, whose weight is 1.
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
    let graph = TriangleGraph::with_ghosts(mesh);
    let drainage = downslope(&graph, elevation_t)?;
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
    let (mut moisture_t, mut carved_t) = (Vec::new(), Vec::new());
    moisture(mesh, &rain.rainfall_r, &mut moisture_t)?;
    let (flow_t, flow_s) = flow_across_sides(mesh, &drainage, elevation_t, &moisture_t, params)?;
    carve(mesh, &drainage, elevation_t, 0.0, &mut carved_t)?;
    Ok(Hydrology { elevation_r, rain, moisture_t, drainage, flow_t, flow_s, elevation_t: carved_t })
}

/// The orders of the parameters' wind and of further ones, with their weights. Reads `wind_angle_deg`.
pub(crate) fn wind_orders(mesh: &DualMesh, params: &IslandParams, further: &[Wind]) -> Vec<(WindOrder, f64)> {
    let first = Wind { angle_deg: params.wind_angle_deg, weight: 1.0 };
    core::iter::once(&first).chain(further).map(|wind| (WindOrder::new(mesh, wind.angle_deg), wind.weight)).collect()
}
