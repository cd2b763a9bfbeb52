//! River beds that fall.

use super::{Drainage, check_triangles};
use crate::IslandError;
use crate::error::check_length;
use crate::mesh::DualMesh;

/// Lowers land triangles so that none is above a land triangle that drains to it, then raises the beds to a least gradient.
///
/// First, against the order of the search, a receiver is lowered to its donor where that is land. Then, along it, each donor
/// on land is raised to at least `bed_gradient` (a unit of elevation for each unit of distance between centroids) above its
/// receiver: a hair, so that beds fall strictly. With a gradient of 0 beds fall or are level, as in mapgen4.
///
/// What is below 0 stays as it is to the bit, and what is not stays at 0 or above: the coast does not move.
/// Reads elevations of the triangles that were drained; writes the carved ones.
///
/// # Errors
///
/// [`IslandError::Length`] if this is not the drainage of as many triangles of the mesh.
pub fn carve(
    mesh: &DualMesh,
    drainage: &Drainage,
    elevation_t: &[f64],
    bed_gradient: f64,
    carved_t: &mut Vec<f64>,
) -> Result<(), IslandError> {
    check_triangles("elevation_t", mesh, elevation_t)?;
    check_length("elevation_t", drainage.receivers().element_count(), elevation_t.len())?;
    carved_t.clear();
    carved_t.extend_from_slice(elevation_t);
    for t in drainage.t_in_order().rev() {
        if let Some(receiver) = drainage.t_downslope_t(t) {
            let donor = carved_t[t.index()];
            if donor >= 0.0 && carved_t[receiver.index()] > donor {
                carved_t[receiver.index()] = donor;
            }
        }
    }
    if bed_gradient > 0.0 {
        grade(mesh, drainage, bed_gradient, carved_t);
    }
    Ok(())
}

fn grade(mesh: &DualMesh, drainage: &Drainage, bed_gradient: f64, carved_t: &mut [f64]) {
    for t in drainage.t_in_order() {
        let Some(receiver) = drainage.t_downslope_t(t) else { continue };
        let donor = carved_t[t.index()];
        if donor >= 0.0 {
            let least = carved_t[receiver.index()] + bed_gradient * mesh.length_between(t, receiver);
            carved_t[t.index()] = donor.max(least);
        }
    }
}
