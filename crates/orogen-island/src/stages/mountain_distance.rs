//! How far each triangle is from the nearest mountain peak, in steps of varying length.

use orogen_field::Key;
use orogen_field::hash::unit;

use crate::IslandError;
use crate::error::check_values;
use crate::mesh::{DualMesh, IslandMesh, TriangleId, t_inner_s};
use crate::params::IslandParams;
use crate::streams;

/// Walks breadth first from the peaks over the solid triangles and sums the steps.
///
/// A step is `spacing * (1 + mountain_jagged * (u - v))` long, u and v being uniform in [0, 1): a random number of a
/// triangular distribution. A peak starts at distance 0, in one triangle beside its region. Neighbours are visited in the
/// order of the sides, or shuffled in each triangle (`shuffle_steps`).
///
/// Reads `seed`, `mountain_jagged`, `shuffle_steps`. Writes a distance for each solid triangle, not below 0, in units of
/// the square's side; infinite if there is no peak.
///
/// # Errors
///
/// [`IslandError::Value`] if a peak is not a solid region of the mesh.
pub fn mountain_distance(
    island: &IslandMesh,
    params: &IslandParams,
    distance_t: &mut Vec<f64>,
) -> Result<(), IslandError> {
    let mesh = &island.mesh;
    let peaks: Vec<f64> = island.peaks.iter().map(|r| f64::from(r.0)).collect();
    let regions = mesh.solid_region_count() as f64;
    check_values("peaks", "the id of a region with a position", &peaks, |r| r < regions)?;
    distance_t.clear();
    distance_t.resize(mesh.solid_triangle_count(), f64::INFINITY);
    let mut queue = peak_triangles(island);
    for t in &queue {
        distance_t[t.index()] = 0.0;
    }
    let seed = params.land_seed();
    let [u, v] = [0, 1].map(|octave| seed.key(streams::STEPS, octave));
    let shuffle = seed.key(streams::SHUFFLE, 0);
    queue.reserve(distance_t.len());
    let mut next = 0;
    while next < queue.len() {
        let t = queue[next];
        next += 1;
        let mut neighbors = mesh.t_neighbors_t(t);
        if params.shuffle_steps {
            neighbors = shuffled(neighbors, shuffle.hash2(t.0 as i32, 0));
        }
        for neighbor in neighbors.into_iter().filter(|neighbor| !mesh.is_ghost_t(*neighbor)) {
            if distance_t[neighbor.index()] < f64::INFINITY {
                continue;
            }
            let draw = |key: &Key| unit(key.hash2(neighbor.0 as i32, 0));
            let uneven =
                if params.mountain_jagged > 0.0 { params.mountain_jagged * (draw(&u) - draw(&v)) } else { 0.0 };
            distance_t[neighbor.index()] = distance_t[t.index()] + island.spacing * (1.0 + uneven);
            queue.push(neighbor);
        }
    }
    Ok(())
}

/// A solid triangle beside each peak, each once.
fn peak_triangles(island: &IslandMesh) -> Vec<TriangleId> {
    let mesh: &DualMesh = &island.mesh;
    let beside = |r| mesh.s_incoming_r(r).map(t_inner_s).find(|t| !mesh.is_ghost_t(*t));
    let mut triangles: Vec<TriangleId> = island.peaks.iter().filter_map(|r| beside(*r)).collect();
    triangles.sort_unstable();
    triangles.dedup();
    triangles
}

/// One of the six orders of three things, by a hash (Fisher and Yates).
fn shuffled(mut three: [TriangleId; 3], hash: u32) -> [TriangleId; 3] {
    let order = (u64::from(hash) * 6) >> 32;
    three.swap(2, (order % 3) as usize);
    three.swap(1, (order / 3) as usize);
    three
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_six_orders_are_equally_frequent() {
        let three = [TriangleId(0), TriangleId(1), TriangleId(2)];
        let mut orders: Vec<[TriangleId; 3]> = (0..6_000).map(|i| shuffled(three, u32::MAX / 6_000 * i)).collect();
        orders.sort_unstable();
        let frequencies: Vec<usize> = orders.chunk_by(|a, b| a == b).map(<[_]>::len).collect();
        assert_eq!(frequencies.len(), 6);
        assert!(frequencies.iter().all(|count| count.abs_diff(1_000) <= 1), "{frequencies:?}");
    }
}
