//! Meshes of good and of degenerate points.

use orogen_field::Seed;
use orogen_island::IslandError;
use orogen_island::mesh::{
    Delaunay, DualMesh, Fault, IslandMesh, RegionId, SideId, TriangleId, delaunay, next_s, prev_s, s_sides_t,
    sanity_check, t_inner_s,
};
use proptest::prelude::*;

/// Twice the signed area of a triangle.
fn doubled_area([a, b, c]: [[f64; 2]; 3]) -> f64 {
    (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
}

/// The area of the convex hull (Andrew's monotone chain), relative to a point of the set.
fn hull_area(points: &[[f64; 2]]) -> f64 {
    let mut sorted = points.to_vec();
    sorted.sort_by(|a, b| a[0].total_cmp(&b[0]).then(a[1].total_cmp(&b[1])));
    let chain = |points: &mut dyn Iterator<Item = [f64; 2]>| {
        let mut hull: Vec<[f64; 2]> = Vec::new();
        for point in points {
            while hull.len() >= 2 && doubled_area([hull[hull.len() - 2], hull[hull.len() - 1], point]) <= 0.0 {
                hull.pop();
            }
            hull.push(point);
        }
        hull
    };
    let lower = chain(&mut sorted.iter().copied());
    let upper = chain(&mut sorted.iter().rev().copied());
    let hull: Vec<[f64; 2]> = lower.into_iter().chain(upper).collect();
    hull.windows(2).map(|pair| doubled_area([sorted[0], pair[0], pair[1]])).sum::<f64>() / 2.0
}

/// Checks a mesh of points: sane, every point used or listed, and triangles that tile the hull.
fn check(points: &[[f64; 2]], delaunay: &Delaunay) {
    let mesh = &delaunay.mesh;
    assert_eq!(sanity_check(mesh), Ok(()));
    assert_eq!(mesh.solid_region_count() + delaunay.dropped.len(), points.len());
    let kept = points.iter().enumerate().filter(|(index, _)| !delaunay.dropped.contains(index));
    assert!(kept.map(|(_, point)| point).eq(mesh.position_r()));
    let triangles = (0..mesh.solid_triangle_count()).map(TriangleId::from_index);
    let areas = triangles.map(|t| doubled_area(mesh.r_corners_t(t).map(|r| mesh.position_r()[r.index()])).abs() / 2.0);
    let (area, hull) = (areas.sum::<f64>(), hull_area(points));
    // A few roundings of products of lengths, beside which slivers are nothing.
    let values = points.as_flattened().iter();
    let extent = values.clone().copied().fold(f64::MIN, f64::max) - values.copied().fold(f64::MAX, f64::min);
    let rounding = 1e-15 * extent * extent;
    assert!((area - hull).abs() <= 1e-9 * hull + rounding, "triangles {area}, hull {hull}");
}

fn good(points: &[[f64; 2]]) -> Delaunay {
    let delaunay = delaunay(points).expect("points with an area");
    check(points, &delaunay);
    delaunay
}

/// Points in the unit square by a hash.
fn scattered(count: i32, seed: u64) -> Vec<[f64; 2]> {
    let key = Seed::Own(seed).key(0, 0);
    (0..count).map(|point| [key.draw(point, 0, 0), key.draw(point, 1, 0)]).collect()
}

#[test]
fn no_point_lies_in_the_circle_about_a_triangle() {
    let points = scattered(80, 1);
    let mesh = good(&points).mesh;
    for t in (0..mesh.solid_triangle_count()).map(TriangleId::from_index) {
        let corners = mesh.r_corners_t(t).map(|r| mesh.position_r()[r.index()]);
        for p in &points {
            let [a, b, c] = corners.map(|corner| [corner[0] - p[0], corner[1] - p[1]]);
            let square = |v: [f64; 2]| v[0] * v[0] + v[1] * v[1];
            let minor = |v: [f64; 2], w: [f64; 2]| v[0] * w[1] - v[1] * w[0];
            let lifted = square(a) * minor(b, c) + square(b) * minor(c, a) + square(c) * minor(a, b);
            assert!(lifted * doubled_area(corners).signum() <= 1e-12);
        }
    }
}

#[test]
fn names_say_what_they_take_and_give() {
    let mesh = good(&scattered(50, 2)).mesh;
    for s in (0..mesh.side_count()).map(SideId::from_index) {
        assert_eq!(mesh.t_outer_s(s), t_inner_s(mesh.twin_s(s)));
        assert_eq!(mesh.r_begin_s(s), mesh.r_end_s(mesh.twin_s(s)));
        assert_eq!(mesh.r_end_s(s), mesh.r_begin_s(next_s(s)));
        assert_eq!(prev_s(next_s(s)), s);
        assert!(s_sides_t(t_inner_s(s)).contains(&s));
        assert_eq!(mesh.length_s(s), mesh.length_s(mesh.twin_s(s)));
    }
    for r in (0..mesh.region_count()).map(RegionId::from_index) {
        assert!(mesh.s_incoming_r(r).all(|s| mesh.r_end_s(s) == r));
        let on_hull = mesh.s_incoming_r(r).any(|s| mesh.r_begin_s(s) == mesh.ghost_r());
        assert_eq!(mesh.is_boundary_r(r), on_hull);
    }
}

#[test]
fn ghosts_lie_outside_the_hull() {
    let mesh = good(&[[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]]).mesh;
    assert_eq!((mesh.solid_triangle_count(), mesh.triangle_count()), (2, 6));
    let mut ghosts = mesh.position_t()[2..].to_vec();
    ghosts.sort_by(|a, b| a.partial_cmp(b).expect("finite places"));
    assert_eq!(ghosts, [[-0.5, 0.5], [0.5, -0.5], [0.5, 1.5], [1.5, 0.5]]);
}

#[test]
fn too_few_points_and_lines_are_refused() {
    for count in 0..3 {
        assert_eq!(delaunay(&vec![[0.5, 0.5]; count]), Err(IslandError::PointCount { got: count }));
    }
    let line: Vec<[f64; 2]> = (0..100).map(|i| [f64::from(i), 2.0 * f64::from(i)]).collect();
    for points in [line, vec![[0.3, 0.7]; 50], vec![[1.0, 0.0], [2.0, 0.0], [2.0, 0.0]]] {
        assert_eq!(delaunay(&points), Err(IslandError::Collinear { got: points.len() }));
    }
}

/// On a line but for the rounding of tenths: one sliver, which is a mesh like any other.
#[test]
fn a_line_in_tenths_is_a_sliver() {
    let delaunay = good(&[[2, 1], [1, 0], [5, 4]].map(|p: [i32; 2]| p.map(|v| f64::from(v) * 0.1)));
    assert_eq!(delaunay.mesh.solid_triangle_count(), 1);
}

#[test]
fn unusable_coordinates_are_refused_by_name() {
    for bad in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 1e300] {
        let mut points = scattered(10, 3);
        points[7][1] = bad;
        let message = delaunay(&points).expect_err("a bad coordinate").to_string();
        assert!(message.contains("for point 7") && message.contains("-1e15 to 1e15"), "{message}");
    }
}

#[test]
fn points_in_one_place_are_dropped_and_listed() {
    let mut points = scattered(200, 4);
    points.extend_from_within(..20);
    points.push([0.25, 0.25]);
    points.push([0.25 + 1e-17, 0.25]);
    points.push([0.0, 0.5]);
    points.push([1e-17, 0.5]);
    assert_eq!(good(&points).dropped.len(), 22);
}

#[test]
fn far_away_points_make_the_same_kind_of_mesh() {
    for (offset, scale) in [(1e9, 1.0), (-1e9, 1e3), (0.0, 1e-12), (0.0, 1e12)] {
        let points: Vec<[f64; 2]> = scattered(300, 5).iter().map(|p| p.map(|v| offset + scale * v)).collect();
        good(&points);
    }
}

/// Below the tolerance for duplicates, and where squares vanish: whatever is left is sane, or it is an error.
#[test]
fn tiny_sets_are_sane_or_refused() {
    for scale in [1e-15, 1e-17, 1e-100, 1e-160, 1e-300] {
        let points: Vec<[f64; 2]> = scattered(300, 5).iter().map(|p| p.map(|v| scale * v)).collect();
        if let Ok(Delaunay { mesh, dropped }) = delaunay(&points) {
            assert_eq!(sanity_check(&mesh), Ok(()));
            assert_eq!(mesh.solid_region_count() + dropped.len(), 300);
        }
    }
}

#[test]
fn turned_grids_are_sane() {
    for side in [30_u32, 300] {
        for turn in 0..if side == 300 { 3 } else { 200 } {
            let angle = 0.0031 * f64::from(turn);
            let (sin, cos) = libm::sincos(angle);
            let place = |index: u32| [f64::from(index % side), f64::from(index / side)];
            let turned = |[x, y]: [f64; 2]| [x * cos - y * sin, x * sin + y * cos];
            let points: Vec<[f64; 2]> = (0..side * side).map(|index| turned(place(index))).collect();
            assert!(good(&points).dropped.is_empty());
        }
    }
}

#[test]
fn arrays_go_round() {
    let mesh = good(&scattered(60, 6)).mesh;
    let (r_begin_s, twin_s) = arrays(&mesh);
    let is_boundary_r = (0..60).map(|r| mesh.is_boundary_r(RegionId(r))).collect();
    assert_eq!(DualMesh::from_arrays(mesh.position_r().to_vec(), is_boundary_r, &r_begin_s, &twin_s), Ok(mesh));
}

fn arrays(mesh: &DualMesh) -> (Vec<u32>, Vec<u32>) {
    let sides = || (0..mesh.side_count()).map(SideId::from_index);
    (sides().map(|s| mesh.r_begin_s(s).0).collect(), sides().map(|s| mesh.twin_s(s).0).collect())
}

#[test]
fn broken_arrays_are_refused_by_what_is_wrong() {
    let mesh = good(&scattered(60, 7)).mesh;
    let fault = |spoil: &dyn Fn(&mut Vec<u32>, &mut Vec<u32>)| {
        let (mut r_begin_s, mut twin_s) = arrays(&mesh);
        spoil(&mut r_begin_s, &mut twin_s);
        match DualMesh::from_arrays(mesh.position_r().to_vec(), vec![false; 60], &r_begin_s, &twin_s) {
            Err(IslandError::Mesh(fault)) => fault,
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(fault(&|_, twins| twins.truncate(5)), Fault::Sides { sides: mesh.side_count(), twins: 5 });
    assert_eq!(fault(&|regions, _| regions[4] = 61), Fault::Id { side: 4, what: "region", got: 61 });
    assert_eq!(fault(&|_, twins| twins[4] = u32::MAX), Fault::Id { side: 4, what: "twin", got: u32::MAX });
    assert!(matches!(fault(&|_, twins| twins.swap(0, 1)), Fault::Twin { .. }));
    assert!(matches!(fault(&|regions, _| regions[0] = regions[1]), Fault::Corners { triangle: 0 }));
    assert!(matches!(fault(&|regions, _| regions[0] = 60), Fault::GhostOrder { .. }));
}

/// Two copies of one sphere: every side has its twin and every triangle its corners, but each region two rings.
#[test]
fn a_region_with_two_rings_is_refused() {
    let mesh = good(&[[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]]).mesh;
    let (r_begin_s, twin_s) = arrays(&mesh);
    // Triangle 0 is solid, 1 to 3 are ghosts: the copies go where they keep ghosts last.
    let sides = [0, 0, 1, 2, 3, 1, 2, 3].map(|t: usize| 3 * t..3 * t + 3);
    let copy_of = |copy: usize, side: u32| match side / 3 {
        0 => side + 3 * copy as u32,
        _ => side + 3 + 9 * copy as u32,
    };
    let copies = [0, 1, 0, 0, 0, 1, 1, 1];
    let regions: Vec<u32> = sides.iter().cloned().flatten().map(|s| r_begin_s[s]).collect();
    let twins: Vec<u32> = sides
        .iter()
        .zip(copies)
        .flat_map(|(range, copy)| range.clone().map(move |s| (s, copy)))
        .map(|(s, copy)| copy_of(copy, twin_s[s]))
        .collect();
    let made = DualMesh::from_arrays(mesh.position_r().to_vec(), vec![false; 3], &regions, &twins);
    assert!(matches!(made, Err(IslandError::Mesh(Fault::Ring { .. }))), "{made:?}");
}

#[test]
fn peaks_among_given_points_are_apart() {
    let points = scattered(2_000, 8);
    let island = IslandMesh::from_mesh(good(&points).mesh, 0.1, Seed::Own(1)).expect("a spacing");
    let place = |r: &RegionId| points[r.index()];
    let distance = |a: [f64; 2], b: [f64; 2]| ((a[0] - b[0]) * (a[0] - b[0]) + (a[1] - b[1]) * (a[1] - b[1])).sqrt();
    for (index, a) in island.peaks.iter().enumerate() {
        assert!(!island.mesh.is_boundary_r(*a));
        assert!(island.peaks[..index].iter().all(|b| distance(place(a), place(b)) >= 0.1));
    }
    // None could be added: every other region is at the edge or near a peak.
    for (r, point) in points.iter().enumerate() {
        let near = island.peaks.iter().any(|peak| distance(place(peak), *point) < 0.1);
        assert!(near || island.mesh.is_boundary_r(RegionId::from_index(r)));
    }
    // 2,000 points on about a unit of area.
    assert!((island.spacing - (0.762_f64 / 2_000.0).sqrt()).abs() < 0.001);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    /// Small whole coordinates: full of duplicates, lines and circles.
    #[test]
    fn crowded_points_make_a_sane_mesh_or_an_error(cells in prop::collection::vec((0..6_i32, 0..6_i32), 0..40)) {
        let points: Vec<[f64; 2]> = cells.iter().map(|(x, y)| [f64::from(*x) * 0.1, f64::from(*y) * 0.1]).collect();
        match delaunay(&points) {
            Ok(delaunay) => check(&points, &delaunay),
            Err(IslandError::PointCount { .. } | IslandError::Collinear { .. }) => {}
            Err(other) => prop_assert!(false, "{other}"),
        }
    }

    #[test]
    fn any_points_make_a_sane_mesh(points in prop::collection::vec(prop::array::uniform2(-1e6..1e6_f64), 3..100)) {
        check(&points, &delaunay(&points).unwrap());
    }
}
