//! Flow to several receivers.

use std::f64::consts::FRAC_PI_4;

use orogen_flow::{
    Depressions, Edge, Edges, ElementId, FREEMAN_EXPONENT, Raster, RasterSpec, Receiver, Role, Shares, Topology, fill,
    route,
};
use proptest::prelude::*;

use crate::oracle::{Surface, mesh_surface, neighbors, raster_surface};

/// Shares add up to 1, lead down, and bring all that falls to the roots.
fn check_shares(surface: &Surface<impl Topology>, filled_m: &[f64], shares: &Shares) {
    let weights: Vec<f64> = surface.ids().map(|element| f64::from(element.0 % 3)).collect();
    let sums = shares.accumulate(&weights).unwrap();
    let (mut fallen, mut arrived) = (0.0, 0.0);
    for element in surface.ids() {
        let of_element: Vec<(ElementId, f64)> = shares.of(element).collect();
        if surface.topology.role(element) == Role::Void {
            assert!(sums[element.index()].is_nan() && of_element.is_empty());
            continue;
        }
        fallen += weights[element.index()];
        assert!(sums[element.index()] >= weights[element.index()]);
        if of_element.is_empty() {
            arrived += sums[element.index()];
            continue;
        }
        let total: f64 = of_element.iter().map(|(_, share)| share).sum();
        assert!((total - 1.0).abs() < 1e-14);
        for (receiver, share) in of_element {
            assert!(share > 0.0 && filled_m[receiver.index()] <= filled_m[element.index()]);
        }
    }
    assert!((arrived - fallen).abs() <= 1e-12 * fallen, "{arrived} of {fallen}");
}

proptest! {
    #[test]
    fn shares_bring_everything_to_the_roots(raster in raster_surface(), mesh in mesh_surface()) {
        let filled_m = fill(&raster.topology, &raster.elevation_m).unwrap();
        let fallback = route(&raster.topology, &raster.elevation_m, Depressions::Fill).unwrap();
        let by_slope = Shares::by_slope(&raster.topology, &filled_m, &fallback, FREEMAN_EXPONENT).unwrap();
        check_shares(&raster, &filled_m, &by_slope);
        check_shares(&raster, &filled_m, &Shares::by_facet(&raster.topology, &filled_m, &fallback).unwrap());

        let filled_m = fill(&mesh.topology, &mesh.elevation_m).unwrap();
        let fallback = route(&mesh.topology, &mesh.elevation_m, Depressions::Fill).unwrap();
        let by_slope = Shares::by_slope(&mesh.topology, &filled_m, &fallback, FREEMAN_EXPONENT).unwrap();
        check_shares(&mesh, &filled_m, &by_slope);
        for element in mesh.ids().filter(|element| mesh.topology.role(*element) == Role::Interior) {
            let lower = |n: &(ElementId, f64)| filled_m[n.0.index()] < filled_m[element.index()];
            let lower = neighbors(&mesh.topology, element).into_iter().filter(lower).count();
            let expected = if lower == 0 { usize::from(fallback.of(element) != Receiver::Root) } else { lower };
            prop_assert_eq!(by_slope.of(element).len(), expected);
        }
    }

    /// On a plane that falls `angle` radians north of east, between east and north-east, D-infinity divides by angles.
    #[test]
    fn d_infinity_follows_a_plane(angle in 0.0..FRAC_PI_4, turn in 0_u32..4, mirror in any::<bool>()) {
        let raster = Raster::new(RasterSpec::square(3, 3, 10.0)).unwrap();
        let (mut east, mut north) = (libm::cos(angle), libm::sin(angle));
        let mut directions = [(1, 0), (1, 1)];
        if mirror {
            (east, north) = (north, east);
            directions = directions.map(|(e, n)| (n, e));
        }
        for _ in 0..turn {
            (east, north) = (-north, east);
            directions = directions.map(|(e, n)| (-n, e));
        }
        let elevation_m: Vec<f64> =
            (0..9).map(|cell| -10.0 * (f64::from(cell % 3) * east - f64::from(cell / 3) * north)).collect();
        let fallback = route(&raster, &elevation_m, Depressions::Fill).unwrap();
        let filled_m = fill(&raster, &elevation_m).unwrap();
        let shares = Shares::by_facet(&raster, &filled_m, &fallback).unwrap();
        let beside = [1.0 - angle / FRAC_PI_4, angle / FRAC_PI_4];
        for ((east, north), expected) in directions.into_iter().zip(beside) {
            let cell = ElementId((4 + east - 3 * north) as u32);
            let share = shares.of(ElementId(4)).find(|(receiver, _)| *receiver == cell).map_or(0.0, |(_, share)| share);
            prop_assert!((share - expected).abs() < 1e-9, "{share} to {cell:?}, expected {expected}");
        }
    }
}

/// The diagonal of a 3 by 4 cell lies at atan(4 / 3): a plane that falls half as far round is divided in halves.
#[test]
fn d_infinity_knows_that_cells_are_not_square() {
    let spec = RasterSpec { step_x_m: 3.0, step_z_m: 4.0, ..RasterSpec::square(3, 3, 1.0) };
    let raster = Raster::new(spec).unwrap();
    let angle = libm::atan2(4.0, 3.0) / 2.0;
    let (east, south) = (libm::cos(angle), libm::sin(angle));
    let elevation_m: Vec<f64> =
        (0..9).map(|cell| -(3.0 * f64::from(cell % 3) * east + 4.0 * f64::from(cell / 3) * south)).collect();
    let fallback = route(&raster, &elevation_m, Depressions::Fill).unwrap();
    let shares = Shares::by_facet(&raster, &elevation_m, &fallback).unwrap();
    let of_centre: Vec<(ElementId, f64)> = shares.of(ElementId(4)).collect();
    assert_eq!(of_centre.len(), 2);
    assert!(of_centre.iter().all(|(receiver, share)| [5, 8].contains(&receiver.0) && (share - 0.5).abs() < 1e-12));
}

/// Freeman's shares on a ramp down to the east: 1 straight on, (1 / sqrt 2)^1.1 to each side.
#[test]
fn mfd_by_hand() {
    let edges = Edges { east: Edge::Outlet, ..Edges::all(Edge::Closed) };
    let raster = Raster::new(RasterSpec { edges, ..RasterSpec::square(3, 3, 2.0) }).unwrap();
    let elevation_m: Vec<f64> = (0..9).map(|cell| -f64::from(cell % 3)).collect();
    let fallback = route(&raster, &elevation_m, Depressions::Fill).unwrap();
    let shares = Shares::by_slope(&raster, &elevation_m, &fallback, FREEMAN_EXPONENT).unwrap();
    let side = libm::pow(0.5, 0.55);
    let expected = [(2, side), (5, 1.0), (8, side)].map(|(id, weight)| (id, weight / (1.0 + 2.0 * side)));
    for ((receiver, share), (id, value)) in shares.of(ElementId(4)).zip(expected) {
        assert!(receiver == ElementId(id) && (share - value).abs() < 1e-15, "{share} to {receiver:?}");
    }
}
