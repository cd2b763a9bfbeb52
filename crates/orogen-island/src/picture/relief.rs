//! Shaded relief over regions and triangles, folded along valleys and ridges as mapgen4 folds it.

use orogen_raster::picture::Light;

use super::scene::Scene;
use super::view::View;
use crate::Island;
use crate::biomes::biome_colour;
use crate::mesh::{SideId, TriangleId, t_inner_s};

/// Light falls from the north-west and above: mapgen4's, towards the viewer.
const SUN: [f64; 3] = [-0.55, -0.55, 0.63];

/// How much higher than wide the land is shown.
const EXAGGERATION: f64 = 0.12;

/// Light without sun.
const AMBIENT: f64 = 0.35;

/// Triangles' middles are lowered by this share of the root of their elevation, so that valleys lie between ridges.
const FOLD: f64 = 0.05;

/// Paints two facets for each side between solid triangles: with the crease along the side where it is a ridge, across it where
/// water flows or lies.
pub(super) fn paint(island: &Island, view: &View<'_>, scene: &mut Scene) {
    let mesh = view.mesh;
    let least = island.least_flow();
    let vertex_r = |r: crate::mesh::RegionId| {
        let elevation = island.elevation_r()[r.index()];
        let moisture = moisture_around(island, view, r);
        Vertex { place: view.pixel_r(r), height: elevation.max(0.0), colour: biome_colour(elevation, moisture) }
    };
    let regions: Vec<Vertex> =
        (0..mesh.solid_region_count()).map(|r| vertex_r(crate::mesh::RegionId::from_index(r))).collect();
    let vertex_t = |t: TriangleId| {
        let elevation = island.elevation_t()[t.index()];
        let folded = (1.0 - FOLD * elevation.max(0.0).sqrt()) * elevation;
        let moisture = island.biomes().moisture_t[t.index()];
        Vertex { place: view.pixel_t(t), height: folded.max(0.0), colour: biome_colour(elevation, moisture) }
    };
    let triangles: Vec<Vertex> = view.solid().map(vertex_t).collect();
    let is_valley = |s: SideId| {
        let (inner, outer) = (t_inner_s(s), mesh.t_outer_s(s));
        let [a, b] = [mesh.r_begin_s(s), mesh.r_end_s(s)].map(|r| island.elevation_r()[r.index()]);
        a < 0.0 || b < 0.0 || island.flow_t()[inner.index()] >= least && island.flow_t()[outer.index()] >= least
    };
    for s in (0..3 * mesh.solid_triangle_count()).map(SideId::from_index) {
        let (inner, outer) = (t_inner_s(s), mesh.t_outer_s(s));
        let [begin, end] = [mesh.r_begin_s(s), mesh.r_end_s(s)];
        let third =
            if !mesh.is_ghost_t(outer) && is_valley(s) { &triangles[outer.index()] } else { &regions[end.index()] };
        facet(view, scene, [&regions[begin.index()], third, &triangles[inner.index()]]);
    }
}

struct Vertex {
    place: [f64; 2],
    height: f64,
    colour: [u8; 3],
}

/// The mean moisture of the solid triangles around a region.
fn moisture_around(island: &Island, view: &View<'_>, r: crate::mesh::RegionId) -> f64 {
    let moisture_t = &island.biomes().moisture_t;
    let around = view.mesh.s_incoming_r(r).map(t_inner_s).filter(|t| !view.mesh.is_ghost_t(*t));
    let (sum, count) = around.fold((0.0, 0.0), |(sum, count), t| (sum + moisture_t[t.index()], count + 1.0));
    if count > 0.0 { sum / count } else { 0.0 }
}

fn facet(view: &View<'_>, scene: &mut Scene, corners: [&Vertex; 3]) {
    let lift = EXAGGERATION * view.side;
    let point = |corner: &Vertex| [corner.place[0], corner.place[1], corner.height * lift];
    let [a, b, c] = corners.map(point);
    let (u, v) = ([b[0] - a[0], b[1] - a[1], b[2] - a[2]], [c[0] - a[0], c[1] - a[1], c[2] - a[2]]);
    let normal = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
    let length = (normal[0] * normal[0] + normal[1] * normal[1] + normal[2] * normal[2]).sqrt();
    if length == 0.0 {
        return;
    }
    // Whichever way round its corners come, a facet is seen from above.
    let facing = if normal[2] < 0.0 { -1.0 } else { 1.0 };
    let lit = (0..3).map(|axis| facing * normal[axis] / length * SUN[axis]).sum::<f64>().max(0.0);
    // A level facet has the colour that it is given.
    let brightness = AMBIENT + (1.0 - AMBIENT) * lit / SUN[2];
    let light: [Light; 3] = corners.map(|corner| scene.light(corner.colour).map(|channel| channel * brightness));
    scene.triangle(corners.map(|corner| corner.place), light);
}
