//! Delaunay meshes from points, by the crate `delaunator`.
//!
//! Its predicates are exact or plain sums and products of doubles, and its sort compares doubles and nothing else: the
//! triangles are the same on every machine.

use super::curve::order_along_curve;
use super::ghosts::{UNPAIRED, close};
use super::{DualMesh, Fault, RegionId, SideId, sanity_check};
use crate::IslandError;

/// The most points of a mesh: a point makes six sides, whose ids are 32 bits wide.
pub const MAX_POINTS: usize = 500_000_000;

/// The largest coordinate: beyond it products of four lengths would leave the range of a double.
const MAX_COORDINATE: f64 = 1e15;

/// A mesh, and what became of the points that it was made from.
#[derive(Clone, Debug, PartialEq)]
pub struct Delaunay {
    /// The mesh. Its regions are the points in their order, without those that were dropped.
    pub mesh: DualMesh,
    /// The indices of the points that coincide with another one and are not in the mesh, rising.
    pub dropped: Vec<usize>,
}

/// The Delaunay triangulation of points, closed by ghosts.
///
/// Triangles come in the order of a Hilbert curve through their centroids, so that neighbours are near in memory. The
/// regions at the edge of the map are those on the hull.
///
/// # Errors
///
/// [`IslandError::PointCount`], [`IslandError::Coordinate`], [`IslandError::Collinear`], or [`IslandError::Mesh`] if points
/// are too close to tell on which side of each other they lie.
pub fn delaunay(points: &[[f64; 2]]) -> Result<Delaunay, IslandError> {
    let mut delaunay = triangulate(points)?;
    let mesh = &mut delaunay.mesh;
    for r in mesh.s_incoming_r(mesh.ghost_r()).map(|s| mesh.r_begin_s(s)).collect::<Vec<_>>() {
        mesh.is_boundary_r[r.index()] = true;
    }
    sanity_check(mesh)?;
    Ok(delaunay)
}

/// As [`delaunay`], without a check of the result and with no region at the edge.
pub(super) fn triangulate(points: &[[f64; 2]]) -> Result<Delaunay, IslandError> {
    check_coordinates(points)?;
    let triangles = delaunator::triangulate(&points.iter().map(|p| delaunator::Point::from(*p)).collect::<Vec<_>>());
    if triangles.is_empty() {
        return Err(IslandError::Collinear { got: points.len() });
    }
    let (region_of_point, dropped) = regions(points.len(), &triangles.triangles);
    let position_r: Vec<[f64; 2]> = points
        .iter()
        .zip(&region_of_point)
        .filter(|(_, region)| **region != NO_REGION)
        .map(|(point, _)| *point)
        .collect();
    let (mut r_begin_s, mut twin_s) = sides(points, &triangles, &region_of_point);
    let solid_triangles = r_begin_s.len() / 3;
    close(&mut r_begin_s, &mut twin_s, position_r.len())?;
    let is_boundary_r = vec![false; position_r.len()];
    let mesh = DualMesh::derive(r_begin_s, twin_s, position_r, is_boundary_r, solid_triangles);
    Ok(Delaunay { mesh, dropped })
}

/// Checks that triangles can be computed from these points.
pub(super) fn check_coordinates(points: &[[f64; 2]]) -> Result<(), IslandError> {
    if !(3..=MAX_POINTS).contains(&points.len()) {
        return Err(IslandError::PointCount { got: points.len() });
    }
    let good = |value: f64| (-MAX_COORDINATE..=MAX_COORDINATE).contains(&value);
    match points.as_flattened().iter().enumerate().find(|(_, value)| !good(**value)) {
        Some((index, got)) => Err(IslandError::Coordinate { index: index / 2, got: *got }),
        None => Ok(()),
    }
}

/// The region of a point that is in no triangle.
const NO_REGION: u32 = u32::MAX;

/// The region of every point, and the points that have none.
fn regions(points: usize, point_of_s: &[usize]) -> (Vec<u32>, Vec<usize>) {
    let mut region_of_point = vec![NO_REGION; points];
    for point in point_of_s {
        region_of_point[*point] = 0;
    }
    let mut dropped = Vec::new();
    let mut next = 0;
    for (point, region) in region_of_point.iter_mut().enumerate() {
        if *region == NO_REGION {
            dropped.push(point);
        } else {
            *region = next;
            next += 1;
        }
    }
    (region_of_point, dropped)
}

/// The solid sides, triangles in the order of a curve; sides of the hull are unpaired.
fn sides(
    points: &[[f64; 2]],
    triangles: &delaunator::Triangulation,
    region_of_point: &[u32],
) -> (Vec<RegionId>, Vec<SideId>) {
    let corners: Vec<[f64; 2]> = triangles
        .triangles
        .chunks_exact(3)
        .map(|t| {
            let [a, b, c] = [points[t[0]], points[t[1]], points[t[2]]];
            [(a[0] + b[0] + c[0]) / 3.0, (a[1] + b[1] + c[1]) / 3.0]
        })
        .collect();
    let order = order_along_curve(&corners);
    let mut place = vec![0_u32; order.len()];
    for (new, old) in order.iter().enumerate() {
        place[*old as usize] = new as u32;
    }
    let (mut r_begin_s, mut twin_s) = (Vec::with_capacity(3 * order.len()), Vec::with_capacity(3 * order.len()));
    for old in order.iter().flat_map(|t| (0..3).map(move |corner| 3 * *t as usize + corner)) {
        r_begin_s.push(RegionId(region_of_point[triangles.triangles[old]]));
        twin_s.push(match triangles.halfedges[old] {
            delaunator::EMPTY => UNPAIRED,
            twin => SideId(3 * place[twin / 3] + (twin % 3) as u32),
        });
    }
    (r_begin_s, twin_s)
}

impl Delaunay {
    /// The mesh of points that were laid out to be apart.
    ///
    /// # Errors
    ///
    /// [`IslandError::Mesh`] if one was dropped all the same.
    pub(super) fn complete(self) -> Result<DualMesh, IslandError> {
        match self.dropped.first() {
            Some(point) => Err(Fault::Ring { region: *point as u32 }.into()),
            None => Ok(self.mesh),
        }
    }
}
