//! The island as plain arrays for other programs: without the guard ring, in metres.

use std::collections::BTreeMap;

use crate::mesh::{RegionId, TriangleId};
use crate::{Biome, Island, biome_colour};

/// Kinds of an edge between two regions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum EdgeKind {
    /// Neither of the others.
    Regular,
    /// Between land and sea.
    Coastline,
    /// A river crosses it.
    River,
}

/// One edge of the baked mesh.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BakedEdge {
    /// Its vertices, the lower id first.
    pub vertices: [u32; 2],
    /// What it is.
    pub kind: EdgeKind,
    /// What flows across it, in the island's unit of flow.
    pub flow: f64,
}

/// The island as triangles over its regions. Faces are the triangles whose middles lie in the unit square.
///
/// The frame is local and right-handed: x east, y up, z south, in metres from the middle of the map at sea level.
#[derive(Clone, Debug, PartialEq)]
pub struct Terrain {
    /// The region of each vertex.
    pub region_of_vertex: Vec<RegionId>,
    /// x, y and z of each vertex.
    pub positions_m: Vec<[f64; 3]>,
    /// Elevation of each vertex, -1 to 1.
    pub elevation: Vec<f64>,
    /// Moisture of each vertex, as biomes see it: the mean of the faces around it.
    pub moisture: Vec<f64>,
    /// The biome of each vertex, from its elevation and moisture.
    pub biome: Vec<Biome>,
    /// The colour of each vertex, sRGB.
    pub colour: Vec<[u8; 3]>,
    /// The unit normal of each vertex, in the frame of the positions: that of the faces around it, by their area.
    pub normal: Vec<[f64; 3]>,
    /// The vertices of each face, counter-clockwise seen from above.
    pub faces: Vec<[u32; 3]>,
    /// The triangle of each face.
    pub triangle_of_face: Vec<TriangleId>,
    /// Every edge of a face once, in the order of their vertices.
    pub edges: Vec<BakedEdge>,
}

impl Terrain {
    /// The terrain of an island.
    #[must_use]
    pub fn of(island: &Island) -> Self {
        let (mesh, params) = (&island.mesh().mesh, island.params());
        let is_inside = |t: &TriangleId| mesh.position_t()[t.index()].iter().all(|c| (0.0..=1.0).contains(c));
        let triangles = (0..mesh.solid_triangle_count()).map(TriangleId::from_index);
        let triangle_of_face: Vec<TriangleId> = triangles.filter(is_inside).collect();
        let mut vertex_of_region = vec![None; mesh.solid_region_count()];
        let mut region_of_vertex = Vec::new();
        let mut vertex = |r: RegionId| {
            *vertex_of_region[r.index()].get_or_insert_with(|| {
                region_of_vertex.push(r);
                region_of_vertex.len() as u32 - 1
            })
        };
        let corners: Vec<[u32; 3]> = triangle_of_face.iter().map(|t| mesh.r_corners_t(*t).map(&mut vertex)).collect();
        let elevation: Vec<f64> = region_of_vertex.iter().map(|r| island.elevation_r()[r.index()]).collect();
        let place = |(r, elevation): (&RegionId, &f64)| {
            let [x, z] = mesh.position_r()[r.index()];
            [(x - 0.5) * params.side_m, elevation * params.height_m, (z - 0.5) * params.side_m]
        };
        let positions_m: Vec<[f64; 3]> = region_of_vertex.iter().zip(&elevation).map(place).collect();
        let faces: Vec<[u32; 3]> = corners.into_iter().map(|face| facing_up(&positions_m, face)).collect();
        let moisture = mean_of_faces(&faces, &triangle_of_face, &island.biomes().moisture_t, positions_m.len());
        let seen = || elevation.iter().zip(&moisture);
        Self {
            biome: seen().map(|(elevation, moisture)| Biome::of(*elevation, *moisture)).collect(),
            colour: seen().map(|(elevation, moisture)| biome_colour(*elevation, *moisture)).collect(),
            normal: normals(&positions_m, &faces),
            edges: edges(island, &faces, &triangle_of_face),
            region_of_vertex,
            positions_m,
            moisture,
            faces,
            triangle_of_face,
            elevation,
        }
    }
}

/// (b - a) x (c - a).
fn cross(positions_m: &[[f64; 3]], face: [u32; 3]) -> [f64; 3] {
    let [a, b, c] = face.map(|vertex| positions_m[vertex as usize]);
    let (u, v) = ([0, 1, 2].map(|axis| b[axis] - a[axis]), [0, 1, 2].map(|axis| c[axis] - a[axis]));
    [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]]
}

fn facing_up(positions_m: &[[f64; 3]], face: [u32; 3]) -> [u32; 3] {
    if cross(positions_m, face)[1] < 0.0 { [face[0], face[2], face[1]] } else { face }
}

fn mean_of_faces(faces: &[[u32; 3]], triangle_of_face: &[TriangleId], value_t: &[f64], vertices: usize) -> Vec<f64> {
    let mut sums = vec![(0.0, 0.0); vertices];
    for (face, t) in faces.iter().zip(triangle_of_face) {
        for vertex in face {
            let sum = &mut sums[*vertex as usize];
            *sum = (sum.0 + value_t[t.index()], sum.1 + 1.0);
        }
    }
    sums.into_iter().map(|(sum, count)| sum / count).collect()
}

fn normals(positions_m: &[[f64; 3]], faces: &[[u32; 3]]) -> Vec<[f64; 3]> {
    let mut sums = vec![[0.0; 3]; positions_m.len()];
    for face in faces {
        let normal = cross(positions_m, *face);
        for vertex in face {
            (0..3).for_each(|axis| sums[*vertex as usize][axis] += normal[axis]);
        }
    }
    let unit = |sum: [f64; 3]| {
        let length = (sum[0] * sum[0] + sum[1] * sum[1] + sum[2] * sum[2]).sqrt();
        if length > 0.0 { sum.map(|part| part / length) } else { [0.0, 1.0, 0.0] }
    };
    sums.into_iter().map(unit).collect()
}

fn edges(island: &Island, faces: &[[u32; 3]], triangle_of_face: &[TriangleId]) -> Vec<BakedEdge> {
    use orogen_flow::{ElementId, Receiver};
    let is_sea = |t: TriangleId| island.ground().sea.is_water(t);
    let mut faces_of_edge: BTreeMap<[u32; 2], Vec<TriangleId>> = BTreeMap::new();
    for (face, t) in faces.iter().zip(triangle_of_face) {
        for side in 0..3 {
            let (a, b) = (face[side], face[(side + 1) % 3]);
            faces_of_edge.entry([a.min(b), a.max(b)]).or_default().push(*t);
        }
    }
    let drains = |from: TriangleId, to: TriangleId| {
        island.water().receivers.of(ElementId(from.0)) == Receiver::To(ElementId(to.0))
    };
    let classified = |(vertices, beside): ([u32; 2], Vec<TriangleId>)| {
        let &[a, b] = beside.as_slice() else { return BakedEdge { vertices, kind: EdgeKind::Regular, flow: 0.0 } };
        let flow_t = island.flow_t();
        let flow =
            if drains(a, b) { flow_t[a.index()] } else { 0.0 } + if drains(b, a) { flow_t[b.index()] } else { 0.0 };
        let is_river = flow >= island.least_flow() && !(is_sea(a) && is_sea(b));
        let kind = match (is_sea(a) != is_sea(b), is_river) {
            (_, true) => EdgeKind::River,
            (true, false) => EdgeKind::Coastline,
            (false, false) => EdgeKind::Regular,
        };
        BakedEdge { vertices, kind, flow }
    };
    faces_of_edge.into_iter().map(classified).collect()
}
