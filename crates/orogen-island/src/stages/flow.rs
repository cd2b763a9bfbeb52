//! Moisture, and what flows off: the series' heuristic.

use super::{Drainage, check_regions, check_triangles};
use crate::IslandError;
use crate::error::check_length;
use crate::mesh::{DualMesh, TriangleId};
use crate::params::IslandParams;

/// The moisture of triangles: the mean rain of their corners, for as many triangles as the rain has corners for.
///
/// Reads rain for every solid region, and for the ghost too if ghosts are to have moisture. Not below 0.
///
/// # Errors
///
/// [`IslandError::Length`].
pub fn moisture(mesh: &DualMesh, rainfall_r: &[f64], moisture_t: &mut Vec<f64>) -> Result<(), IslandError> {
    let with_ghosts = check_regions("rainfall_r", mesh, rainfall_r)?;
    let triangles = if with_ghosts { mesh.triangle_count() } else { mesh.solid_triangle_count() };
    moisture_t.clear();
    moisture_t.extend(mesh.r_of_triangles().take(triangles).map(|corners| {
        let [a, b, c] = corners.map(|r| rainfall_r[r.index()]);
        (a + b + c) / 3.0
    }));
    Ok(())
}

/// The flow through every triangle: its runoff, `flow * moisture^2` on land and 0 in the sea, and that of all that drain
/// through it.
///
/// Runoff is a number a triangle, whatever its area, so that flow grows as 1 / spacing^2. Sums are made against the order of
/// the search, as in mapgen4: on land and in shallow water they are complete, while among the seeds of the search, which are
/// in the order of their ids, what a deep triangle hands on may miss what reaches it later.
///
/// Reads `flow`; elevations, moisture and drainage of as many triangles. Not below 0, and never falls downstream on land.
///
/// # Errors
///
/// [`IslandError::Length`].
pub fn flow(
    drainage: &Drainage,
    elevation_t: &[f64],
    moisture_t: &[f64],
    params: &IslandParams,
    flow_t: &mut Vec<f64>,
) -> Result<(), IslandError> {
    run_off(drainage, elevation_t, moisture_t, params, flow_t)?;
    gather(drainage, flow_t, |_, _| {});
    Ok(())
}

/// As [`flow`], and what each triangle hands on across its downslope side; 0 for all other sides.
///
/// # Errors
///
/// [`IslandError::Length`] if this is not the drainage of as many triangles of the mesh.
pub fn flow_across_sides(
    mesh: &DualMesh,
    drainage: &Drainage,
    elevation_t: &[f64],
    moisture_t: &[f64],
    params: &IslandParams,
) -> Result<(Vec<f64>, Vec<f64>), IslandError> {
    check_triangles("elevation_t", mesh, elevation_t)?;
    let (mut flow_t, mut flow_s) = (Vec::new(), vec![0.0; 3 * elevation_t.len()]);
    run_off(drainage, elevation_t, moisture_t, params, &mut flow_t)?;
    gather(drainage, &mut flow_t, |t, handed_on| {
        if let Some(s) = drainage.s_downslope_t(mesh, t) {
            flow_s[s.index()] = handed_on;
        }
    });
    Ok((flow_t, flow_s))
}

fn run_off(
    drainage: &Drainage,
    elevation_t: &[f64],
    moisture_t: &[f64],
    params: &IslandParams,
    runoff_t: &mut Vec<f64>,
) -> Result<(), IslandError> {
    let triangles = drainage.receivers().element_count();
    check_length("elevation_t", triangles, elevation_t.len())?;
    check_length("moisture_t", triangles, moisture_t.len())?;
    runoff_t.clear();
    runoff_t.extend(
        elevation_t.iter().zip(moisture_t).map(
            |(elevation, moisture)| {
                if *elevation >= 0.0 { params.flow * moisture * moisture } else { 0.0 }
            },
        ),
    );
    Ok(())
}

/// Sums down the receivers, and tells what each triangle hands on.
fn gather(drainage: &Drainage, flow_t: &mut [f64], mut hand_on: impl FnMut(TriangleId, f64)) {
    for t in drainage.t_in_order().rev() {
        if let Some(receiver) = drainage.t_downslope_t(t) {
            let flow = flow_t[t.index()];
            flow_t[receiver.index()] += flow;
            hand_on(t, flow);
        }
    }
}
