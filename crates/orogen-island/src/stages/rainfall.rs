//! Humidity that the wind carries, and the rain that it sheds.

use super::{WindOrder, check_regions};
use crate::IslandError;
use crate::error::check_length;
use crate::mesh::{DualMesh, RegionId};
use crate::params::IslandParams;

/// Rain and humidity at the regions.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Rain {
    /// Rain, not below 0; about 1 where it is usual.
    pub rainfall_r: Vec<f64>,
    /// Humidity that the wind carries on from each region, not capped.
    pub humidity_r: Vec<f64>,
}

/// Carries humidity along each wind, region by region.
///
/// A region takes the mean humidity of its upwind neighbours and sheds `raininess * base_rain` of it, without losing it. At
/// the edge of the map the humidity is 1, and the sea adds `evaporation` for each unit of its depth. A share `rain_shadow`
/// of what is above 1 - elevation goes: `raininess` of it as rain. With several winds, rain and humidity are means by
/// weight, each wind blowing alone.
///
/// Reads `raininess`, `rain_shadow`, `evaporation`, `base_rain`; the elevation of every region, with or without the ghost,
/// which is treated as a region that no wind reaches. `winds` are orders of this mesh, each with a weight above
/// 0; without a wind there is no rain.
///
/// # Errors
///
/// [`IslandError::Length`].
pub fn rainfall(
    mesh: &DualMesh,
    winds: &[(WindOrder, f64)],
    elevation_r: &[f64],
    params: &IslandParams,
    rain: &mut Rain,
) -> Result<(), IslandError> {
    check_regions("elevation_r", mesh, elevation_r)?;
    for (wind, _) in winds {
        check_length("wind order", mesh.solid_region_count(), wind.order.len())?;
    }
    for values in [&mut rain.rainfall_r, &mut rain.humidity_r] {
        values.clear();
        values.resize(elevation_r.len(), 0.0);
    }
    let all: f64 = winds.iter().map(|(_, weight)| weight).sum();
    let mut humidity_of_rank = Vec::with_capacity(elevation_r.len());
    for (wind, weight) in winds {
        let share = weight / all;
        humidity_of_rank.clear();
        for (rank, &r) in wind.order.iter().enumerate() {
            let upwind = &wind.upwind[wind.offsets[rank] as usize..wind.offsets[rank + 1] as usize];
            let sum: f64 = upwind.iter().map(|rank| humidity_of_rank[*rank as usize]).sum();
            let inherited = if upwind.is_empty() { 0.0 } else { sum / upwind.len() as f64 };
            let (shed, carried) = pass(inherited, mesh.is_boundary_r(r), elevation_r[r.index()], params);
            humidity_of_rank.push(carried);
            rain.rainfall_r[r.index()] += share * shed;
            rain.humidity_r[r.index()] += share * carried;
        }
    }
    let RegionId(ghost) = mesh.ghost_r();
    if let Some(elevation) = elevation_r.get(ghost as usize) {
        (rain.rainfall_r[ghost as usize], rain.humidity_r[ghost as usize]) = pass(0.0, false, *elevation, params);
    }
    Ok(())
}

/// The rain that falls on a region, and the humidity that goes on.
#[inline(always)]
fn pass(inherited: f64, is_boundary: bool, elevation: f64, params: &IslandParams) -> (f64, f64) {
    let mut rain = params.base_rain * params.raininess * inherited;
    let mut humidity = if is_boundary { 1.0 } else { inherited };
    if elevation < 0.0 {
        humidity += params.evaporation * -elevation;
    }
    let room = 1.0 - elevation;
    if humidity > room {
        let shed = params.rain_shadow * (humidity - room);
        rain += params.raininess * shed;
        humidity -= shed;
    }
    (rain, humidity)
}
