//! What is no input is refused, in words.

use orogen_flow::{
    Depressions, Edge, Edges, ElementId, FREEMAN_EXPONENT, FlowError, LakeBeds, Mesh, Raster, RasterSpec, Receiver,
    Receivers, Role, Shares, StackOrder, VoidRule, accumulate, fill, flood, route, steepest_descent,
};

fn raster() -> Raster {
    Raster::new(RasterSpec::square(2, 3, 1.0)).unwrap()
}

#[test]
fn elevations_are_finite_where_there_is_ground() {
    for bad in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        let elevation_m = [0.0, 1.0, bad, 0.0, 0.0, 0.0];
        let refusals = [
            flood(&raster(), &elevation_m).unwrap_err(),
            fill(&raster(), &elevation_m).unwrap_err(),
            route(&raster(), &elevation_m, Depressions::Carve).unwrap_err(),
            steepest_descent(&raster(), &elevation_m).unwrap_err(),
            LakeBeds::new(&raster(), &elevation_m, &[1.0; 6]).unwrap_err(),
        ];
        for refusal in refusals {
            assert!(matches!(refusal, FlowError::Value { what: "elevation_m", index: 2, .. }), "{refusal}");
        }
    }
    let refusal = fill(&raster(), &[0.0; 5]).unwrap_err();
    assert_eq!(refusal, FlowError::Length { what: "elevation_m", expected: 6, got: 5 });
    assert_eq!(refusal.to_string(), "elevation_m: expected 6 values, got 5; pass a buffer of that length");
}

#[test]
fn rasters_have_cells_steps_and_edges_that_match() {
    let refused = |spec: RasterSpec| Raster::new(spec).unwrap_err();
    assert_eq!(refused(RasterSpec::square(0, 3, 1.0)), FlowError::Empty { rows: 0, cols: 3 });
    for step in [0.0, -1.0, f64::NAN, f64::INFINITY] {
        let spec = RasterSpec { step_z_m: step, ..RasterSpec::square(2, 2, 1.0) };
        assert!(matches!(refused(spec), FlowError::Value { what: "step_z_m", .. }));
        let by_row = raster().with_row_steps(&[1.0, step]).unwrap_err();
        assert!(matches!(by_row, FlowError::Value { what: "step_x_m", index: 1, .. }));
    }
    let half = Edges { west: Edge::Wrap, ..Edges::all(Edge::Outlet) };
    let both = Edges { east: Edge::Wrap, ..half };
    for (edges, expected) in [(half, "both opposite edges"), (both, "at least 3 cells across")] {
        let refusal = refused(RasterSpec { edges, ..RasterSpec::square(9, 2, 1.0) });
        assert!(matches!(refusal, FlowError::Wrap { axis: "west-east", expected: e, .. } if e == expected));
    }
    assert!(matches!(raster().with_void(&[true], VoidRule::Barrier), Err(FlowError::Length { what: "void", .. })));
    assert!(matches!(raster().with_outlets(&[true]), Err(FlowError::Length { what: "outlet", .. })));
    assert!(matches!(raster().with_row_steps(&[1.0]), Err(FlowError::Length { what: "step_x_m", .. })));
}

#[test]
fn adjacencies_are_symmetric() {
    let refused = |offsets: &[usize], neighbors: &[u32], distance_m: &[f64]| {
        Mesh::new(vec![Role::Interior; 2], offsets, neighbors, distance_m).unwrap_err()
    };
    for (offsets, neighbors, distance_m) in [
        (&[0, 1, 1][..], &[1][..], &[1.0][..]),
        (&[0, 1, 2], &[1, 0], &[1.0, 2.0]),
        (&[0, 1, 2], &[1, 2], &[1.0, 1.0]),
        (&[0, 1, 2], &[0, 1], &[1.0, 1.0]),
        (&[0, 2, 4], &[1, 1, 0, 0], &[1.0; 4]),
    ] {
        let refusal = refused(offsets, neighbors, distance_m);
        assert!(matches!(refusal, FlowError::Adjacency { what: "neighbors", .. }), "{refusal}");
    }
    for offsets in [&[1, 1, 2], &[0, 3, 2], &[0, 1, 1]] {
        assert!(matches!(refused(offsets, &[1, 0], &[1.0; 2]), FlowError::Offsets { .. }));
    }
    assert!(matches!(refused(&[0, 1, 2], &[1, 0], &[0.0, 0.0]), FlowError::Value { what: "distance_m", .. }));
    assert!(matches!(refused(&[0, 2], &[1, 0], &[1.0; 2]), FlowError::Length { what: "offsets", .. }));
    assert!(matches!(refused(&[0, 1, 2], &[1, 0], &[1.0]), FlowError::Length { what: "distance_m", .. }));
    let outside = Mesh::from_edges(vec![Role::Interior; 2], &[(0, 2, 1.0)]).unwrap_err();
    assert!(matches!(outside, FlowError::Adjacency { .. }));
}

#[test]
fn receivers_are_a_forest() {
    let to = |id| Receiver::To(ElementId(id));
    assert_eq!(Receivers::new(&[to(1), to(2), to(1)]), Err(FlowError::Cycle { element: 1 }));
    for receivers in [[to(3), Receiver::Root, Receiver::Root], [to(0), Receiver::Root, Receiver::Root]] {
        assert!(matches!(Receivers::new(&receivers), Err(FlowError::Adjacency { what: "receivers", element: 0, .. })));
    }
    assert!(matches!(Receivers::new(&[to(1), Receiver::Void]), Err(FlowError::Adjacency { .. })));
    assert!(Receivers::new(&[to(1), Receiver::Root, Receiver::Void]).is_ok());
}

#[test]
fn amounts_are_finite_and_not_negative() {
    let receivers = route(&raster(), &[0.0; 6], Depressions::Carve).unwrap();
    let order = StackOrder::new(&receivers);
    let shares = Shares::by_slope(&raster(), &[0.0; 6], &receivers, FREEMAN_EXPONENT).unwrap();
    let beds = LakeBeds::new(&raster(), &[0.0; 6], &[1.0; 6]).unwrap();
    for bad in [-1.0, f64::NAN, f64::INFINITY] {
        let weights = [0.0, bad, 0.0, 0.0, 0.0, 0.0];
        assert!(matches!(accumulate(&receivers, &order, &weights), Err(FlowError::Value { index: 1, .. })));
        assert!(matches!(shares.accumulate(&weights), Err(FlowError::Value { index: 1, .. })));
        assert!(matches!(beds.store(&weights), Err(FlowError::Value { what: "water_m", index: 1, .. })));
        assert!(matches!(beds.settle(&[0.0; 6], &weights), Err(FlowError::Value { what: "evaporation_m", .. })));
        let exponent = Shares::by_slope(&raster(), &[0.0; 6], &receivers, bad);
        assert!(matches!(exponent, Err(FlowError::Value { what: "exponent", .. })));
    }
}

#[test]
fn shares_are_of_a_surface_that_the_receivers_descend() {
    let strip = Raster::new(RasterSpec { edges: Edges::all(Edge::Closed), ..RasterSpec::square(1, 3, 1.0) }).unwrap();
    let receivers = route(&strip, &[0.0, 1.0, 2.0], Depressions::Carve).unwrap();
    let refusal = Shares::by_slope(&strip, &[2.0, 1.0, 0.0], &receivers, FREEMAN_EXPONENT).unwrap_err();
    assert!(matches!(refusal, FlowError::Value { what: "filled_m", .. }), "{refusal}");
}
