//! Small random surfaces on rasters and meshes, and answers found the slow way.

use orogen_flow::{Edge, Edges, ElementId, Mesh, Neighborhood, Raster, RasterSpec, Role, Topology, VoidRule};
use proptest::prelude::*;

/// A topology with an elevation at every element; NaN at void ones.
#[derive(Clone, Debug)]
pub(crate) struct Surface<T> {
    pub(crate) topology: T,
    pub(crate) elevation_m: Vec<f64>,
}

impl<T: Topology> Surface<T> {
    pub(crate) fn ids(&self) -> impl Iterator<Item = ElementId> + use<T> {
        (0..self.topology.element_count()).map(ElementId::from_index)
    }
}

/// The neighbours of an element with their distances.
pub(crate) fn neighbors(topology: &impl Topology, element: ElementId) -> Vec<(ElementId, f64)> {
    let mut found = Vec::new();
    topology.for_each_neighbor(element, |neighbor, distance| found.push((neighbor, distance)));
    found
}

/// The same topology as a mesh.
pub(crate) fn mesh_of(topology: &impl Topology) -> Mesh {
    let ids = || (0..topology.element_count()).map(ElementId::from_index);
    let (mut offsets, mut ends, mut distances) = (vec![0], Vec::new(), Vec::new());
    for element in ids() {
        for (neighbor, distance) in neighbors(topology, element) {
            ends.push(neighbor.0);
            distances.push(distance);
        }
        offsets.push(ends.len());
    }
    Mesh::new(ids().map(|element| topology.role(element)).collect(), &offsets, &ends, &distances).unwrap()
}

/// Elevations with many ties, as whole-metre maps have, or with none.
fn elevations(count: usize) -> impl Strategy<Value = Vec<f64>> {
    prop_oneof![
        prop::collection::vec((0..6_i32).prop_map(f64::from), count),
        prop::collection::vec(-100.0..100.0_f64, count),
    ]
}

fn edge() -> impl Strategy<Value = Edge> {
    prop_oneof![Just(Edge::Outlet), Just(Edge::Closed)]
}

/// A pair of opposite edges for a side of `len` cells.
fn edge_pair(len: usize) -> impl Strategy<Value = (Edge, Edge)> {
    prop_oneof![4 => (edge(), edge()), 1 => Just((Edge::Wrap, Edge::Wrap))]
        .prop_map(move |pair| if pair.0 == Edge::Wrap && len < 3 { (Edge::Closed, Edge::Closed) } else { pair })
}

/// Rasters up to 9 x 9 with edges, voids and steps of every kind.
pub(crate) fn raster_surface() -> impl Strategy<Value = Surface<Raster>> {
    (1..10_usize, 1..10_usize)
        .prop_flat_map(|(rows, cols)| {
            let void = prop_oneof![
                Just(vec![false; rows * cols]),
                prop::collection::vec(prop::bool::weighted(0.2), rows * cols),
            ];
            let shape = (Just((rows, cols)), edge_pair(rows), edge_pair(cols), any::<bool>(), any::<bool>());
            (shape, void, elevations(rows * cols), any::<bool>())
        })
        .prop_map(|(((rows, cols), (north, south), (west, east), four, geographic), void, mut elevation_m, outlet)| {
            let spec = RasterSpec {
                rows,
                cols,
                step_x_m: 3.0,
                step_z_m: 4.0,
                neighborhood: if four { Neighborhood::Four } else { Neighborhood::Eight },
                edges: Edges { north, south, west, east },
            };
            let rule = if outlet { VoidRule::Outlet } else { VoidRule::Barrier };
            let mut topology = Raster::new(spec).unwrap();
            if geographic {
                let steps: Vec<f64> = (0..rows).map(|row| 2.0 + row as f64 / 8.0).collect();
                topology = topology.with_row_steps(&steps).unwrap();
            }
            topology = topology.with_void(&void, rule).unwrap();
            elevation_m.iter_mut().zip(void).filter(|(_, void)| *void).for_each(|(elevation, _)| *elevation = f64::NAN);
            Surface { topology, elevation_m }
        })
}

/// Meshes of up to 30 elements with any edges and roles.
pub(crate) fn mesh_surface() -> impl Strategy<Value = Surface<Mesh>> {
    (1..30_usize)
        .prop_flat_map(|count| {
            let end = 0..count as u32;
            let role = prop_oneof![1 => Just(Role::Outlet), 8 => Just(Role::Interior), 1 => Just(Role::Void)];
            let edges = prop::collection::btree_map((end.clone(), end), 1.0..9.0_f64, 0..3 * count);
            (prop::collection::vec(role, count), edges, elevations(count))
        })
        .prop_map(|(roles, edges, elevation_m)| {
            // Each pair once, whichever way round it was drawn.
            let edges: std::collections::BTreeMap<(u32, u32), f64> =
                edges.into_iter().filter(|((a, b), _)| a != b).map(|((a, b), d)| ((a.min(b), a.max(b)), d)).collect();
            let edges: Vec<(u32, u32, f64)> = edges.into_iter().map(|((a, b), d)| (a, b, d)).collect();
            Surface { topology: Mesh::from_edges(roles, &edges).unwrap(), elevation_m }
        })
}

/// The outlets, and the lowest element (of the lowest id) of each connected part that has none.
pub(crate) fn roots(surface: &Surface<impl Topology>) -> Vec<bool> {
    let Surface { topology, elevation_m } = surface;
    // The part of each element, named by its smallest id: the smallest name spreads until nothing changes.
    let mut part: Vec<u32> = surface.ids().map(|element| element.0).collect();
    let mut changed = true;
    while changed {
        changed = false;
        for element in surface.ids() {
            for (neighbor, _) in neighbors(topology, element) {
                if part[neighbor.index()] < part[element.index()] {
                    part[element.index()] = part[neighbor.index()];
                    changed = true;
                }
            }
        }
    }
    let is_outlet = |element: ElementId| topology.role(element) == Role::Outlet;
    surface
        .ids()
        .map(|element| match topology.role(element) {
            Role::Void => false,
            Role::Outlet => true,
            Role::Interior => surface.ids().filter(|other| part[other.index()] == part[element.index()]).all(|other| {
                let rank = |e: ElementId| (elevation_m[e.index()], e);
                !is_outlet(other) && rank(element) <= rank(other)
            }),
        })
        .collect()
}

/// The filled surface, lowered from infinity until nothing changes.
pub(crate) fn fill_by_fixpoint(surface: &Surface<impl Topology>) -> Vec<f64> {
    let Surface { topology, elevation_m } = surface;
    let roots = roots(surface);
    let mut filled: Vec<f64> = surface
        .ids()
        .map(|e| match (topology.role(e), roots[e.index()]) {
            (Role::Void, _) => f64::NAN,
            (_, true) => elevation_m[e.index()],
            (_, false) => f64::INFINITY,
        })
        .collect();
    let mut changed = true;
    while changed {
        changed = false;
        for element in surface.ids() {
            for (neighbor, _) in neighbors(topology, element) {
                let level = elevation_m[element.index()].max(filled[neighbor.index()]);
                if level < filled[element.index()] {
                    filled[element.index()] = level;
                    changed = true;
                }
            }
        }
    }
    filled
}

/// Whether two tables hold the same bits, NaN included.
pub(crate) fn same_bits(a: &[f64], b: &[f64]) -> bool {
    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.to_bits() == b.to_bits())
}
