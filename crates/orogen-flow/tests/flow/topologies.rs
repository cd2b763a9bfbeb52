//! Which cells touch.

use orogen_flow::{Edge, Edges, ElementId, Mesh, Neighborhood, Raster, RasterSpec, Role, Topology};
use proptest::prelude::*;

use crate::oracle::{Surface, mesh_surface, neighbors, raster_surface};

/// The promises of a topology.
fn check_topology(surface: &Surface<impl Topology>) {
    let topology = &surface.topology;
    for element in surface.ids() {
        let beside = neighbors(topology, element);
        assert!(topology.role(element) != Role::Void || beside.is_empty());
        for (index, (neighbor, distance)) in beside.iter().enumerate() {
            assert!(*neighbor != element && topology.role(*neighbor) != Role::Void && *distance > 0.0);
            assert!(!beside[..index].iter().any(|(before, _)| before == neighbor), "named twice");
            assert_eq!(topology.distance(element, *neighbor), Some(*distance));
            assert_eq!(topology.distance(*neighbor, element), Some(*distance), "the same both ways");
        }
        for other in surface.ids().filter(|other| !beside.iter().any(|(neighbor, _)| neighbor == other)) {
            assert_eq!(topology.distance(element, other), None);
        }
    }
}

proptest! {
    #[test]
    fn topologies_keep_their_promises(raster in raster_surface(), mesh in mesh_surface()) {
        check_topology(&raster);
        check_topology(&mesh);
    }

    /// Neighbours of a raster by rows and columns.
    #[test]
    fn rasters_step_to_rows_and_columns(surface in raster_surface()) {
        let raster = &surface.topology;
        let RasterSpec { rows, cols, neighborhood, edges, .. } = *raster.spec();
        for cell in surface.ids().filter(|cell| raster.role(*cell) != Role::Void) {
            let (row, col) = ((cell.index() / cols) as i64, (cell.index() % cols) as i64);
            let mut expected = Vec::new();
            for (row_step, col_step) in [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)] {
                let on = |at: i64, len: usize, edge: Edge| match edge {
                    Edge::Wrap => Some(at.rem_euclid(len as i64)),
                    _ => (0..len as i64).contains(&at).then_some(at),
                };
                let is_diagonal = row_step != 0 && col_step != 0;
                let to = on(row + row_step, rows, edges.north).zip(on(col + col_step, cols, edges.west));
                let to = to.map(|(row, col)| ElementId((row * cols as i64 + col) as u32));
                let there = |to: &ElementId| raster.role(*to) != Role::Void;
                if neighborhood == Neighborhood::Eight || !is_diagonal {
                    expected.extend(to.filter(there));
                }
            }
            let found: Vec<ElementId> = neighbors(raster, cell).into_iter().map(|(neighbor, _)| neighbor).collect();
            prop_assert_eq!(found, expected);
        }
    }
}

#[test]
fn distances_by_pythagoras() {
    let spec = RasterSpec { step_x_m: 3.0, step_z_m: 4.0, ..RasterSpec::square(3, 3, 1.0) };
    let raster = Raster::new(spec).unwrap();
    let distances: Vec<f64> = neighbors(&raster, ElementId(4)).into_iter().map(|(_, distance)| distance).collect();
    assert_eq!(distances, [5.0, 4.0, 5.0, 3.0, 3.0, 5.0, 4.0, 5.0]);
    // A diagonal between rows of 2 m and 4 m takes 3 m.
    let geographic = raster.with_row_steps(&[2.0, 4.0, 4.0]).unwrap();
    assert_eq!(geographic.distance(ElementId(4), ElementId(0)), Some(5.0));
    assert_eq!(geographic.distance(ElementId(4), ElementId(3)), Some(4.0));
    assert_eq!(geographic.distance(ElementId(1), ElementId(0)), Some(2.0));
}

#[test]
fn a_cylinder_has_two_edges() {
    let edges = Edges { north: Edge::Outlet, south: Edge::Closed, west: Edge::Wrap, east: Edge::Wrap };
    let raster = Raster::new(RasterSpec { edges, ..RasterSpec::square(3, 4, 1.0) }).unwrap();
    let outlets: Vec<u32> = (0..12).filter(|cell| raster.role(ElementId(*cell)) == Role::Outlet).collect();
    assert_eq!(outlets, [0, 1, 2, 3]);
    let ids: Vec<u32> = neighbors(&raster, ElementId(4)).into_iter().map(|(neighbor, _)| neighbor.0).collect();
    assert_eq!(ids, [3, 0, 1, 7, 5, 11, 8, 9]);
}

#[test]
fn lists_are_shortened_by_void_elements() {
    let roles = vec![Role::Outlet, Role::Void, Role::Interior];
    let mesh = Mesh::from_edges(roles, &[(0, 1, 1.0), (1, 2, 1.0), (2, 0, 1.5)]).unwrap();
    assert_eq!(neighbors(&mesh, ElementId(0)), [(ElementId(2), 1.5)]);
    assert_eq!(neighbors(&mesh, ElementId(1)), []);
}
