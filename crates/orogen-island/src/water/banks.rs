//! Moisture beside rivers and lakes.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use orogen_flow::{ElementId, Topology};

use super::ground::Ground;
use super::lakes::Water;
use crate::IslandError;
use crate::error::check_length;
use crate::mesh::{DualMesh, TriangleGraph};
use crate::params::IslandParams;

/// The moisture of triangles with that of the banks: `riparian_moisture` more at a river or lake, falling in a straight line to
/// nothing at a distance of `riparian_reach` over land.
///
/// Rivers are where at least `least_flow` flows. The sea gives none: it is salt, and the wind has its water already.
///
/// # Errors
///
/// [`IslandError::Length`].
pub fn moisten_banks(
    mesh: &DualMesh,
    ground: &Ground,
    water: &Water,
    moisture_t: &[f64],
    least_flow: f64,
    params: &IslandParams,
) -> Result<Vec<f64>, IslandError> {
    let triangles = ground.elevation_t.len();
    check_length("moisture_t", triangles, moisture_t.len())?;
    let reach = params.riparian_reach;
    if params.riparian_moisture <= 0.0 || reach <= 0.0 {
        return Ok(moisture_t.to_vec());
    }
    let is_land = |t: usize| !ground.sea.is_sea_t[t];
    let is_wet = |t: &usize| is_land(*t) && (water.lake_of_t[*t].is_some() || water.flow_t[*t] >= least_flow);
    let mut distance_t = vec![reach; triangles];
    let mut front = BinaryHeap::new();
    for t in (0..triangles).filter(is_wet) {
        distance_t[t] = 0.0;
        front.push((Reverse(0), ElementId::from_index(t)));
    }
    let graph = TriangleGraph::solid(mesh);
    while let Some((Reverse(bits), element)) = front.pop() {
        // Distances are not below 0, and such numbers are in the order of their bits.
        let distance = f64::from_bits(bits);
        if distance > distance_t[element.index()] {
            continue;
        }
        graph.for_each_neighbor(element, |neighbor, step| {
            let farther = distance + step;
            if is_land(neighbor.index()) && farther < distance_t[neighbor.index()] {
                distance_t[neighbor.index()] = farther;
                front.push((Reverse(farther.to_bits()), neighbor));
            }
        });
    }
    let moistened = |(moisture, distance): (&f64, &f64)| moisture + params.riparian_moisture * (1.0 - distance / reach);
    Ok(moisture_t.iter().zip(&distance_t).map(moistened).collect())
}
