//! Surfaces on which drainage programs are known to have gone wrong, with what is right worked out by hand.

use orogen_flow::sanity::{check_accumulation, check_filled, checked_order};
use orogen_flow::{
    Depressions, Edge, Edges, ElementId, MAX_ELEMENTS, Raster, RasterSpec, Receiver, Receivers, VoidRule, accumulate,
    accumulate_exact, carved_surface, fill, flood, graded_surface, route, steepest_descent,
};

use crate::oracle::same_bits;

fn closed(rows: usize, cols: usize) -> RasterSpec {
    RasterSpec { edges: Edges::all(Edge::Closed), ..RasterSpec::square(rows, cols, 1.0) }
}

/// How many steps an element is from its root.
fn steps(receivers: &Receivers, mut at: ElementId) -> usize {
    let mut steps = 0;
    while let Receiver::To(next) = receivers.of(at) {
        at = next;
        steps += 1;
    }
    steps
}

/// I-01: a pit in a moat, closed by a rim with one gap.
#[test]
fn a_moat_fills_to_the_gap_in_its_rim() {
    #[rustfmt::skip]
    let elevation_m: Vec<f64> = [
        9, 9, 9, 9, 9,
        9, 5, 5, 5, 9,
        9, 5, 2, 5, 7,
        9, 5, 5, 5, 9,
        9, 9, 9, 9, 9_i16,
    ].map(f64::from).to_vec();
    let gap = ElementId(14);
    let only_gap: Vec<bool> = (0..25).map(|cell| cell == gap.index()).collect();
    let open = Raster::new(RasterSpec::square(5, 5, 1.0)).unwrap();
    let walled = Raster::new(closed(5, 5)).unwrap().with_outlets(&only_gap).unwrap();
    for raster in [&open, &walled] {
        let flood = flood(raster, &elevation_m).unwrap();
        check_filled(raster, &elevation_m, &flood.filled_m, &flood.receivers).unwrap();
        for cell in [6, 7, 8, 11, 12, 13, 16, 17, 18] {
            assert_eq!(flood.filled_m[cell], 7.0);
            assert_eq!(flood.basins.root_of(ElementId(cell as u32)), Some(gap));
        }
        let order = checked_order(raster, &flood.receivers).unwrap();
        let graded = graded_surface(&flood.receivers, &order, &flood.filled_m).unwrap();
        assert!(graded[12] > graded[13] && graded[13] > 7.0 && graded[12] < 7.0 + 1e-14);
    }
    let order = checked_order(&walled, &flood(&walled, &elevation_m).unwrap().receivers).unwrap();
    assert_eq!(order.upstream().count(), 25);
}

/// I-01: a plateau with two outlets, at elevations that whole, single and double numbers hold.
#[test]
fn a_plateau_drains_to_the_nearer_of_two_outlets() {
    let outlets = [(50_usize, 0_usize), (20, 99)];
    let is_outlet: Vec<bool> = (0..10_000).map(|cell| outlets.contains(&(cell / 100, cell % 100))).collect();
    let raster = Raster::new(closed(100, 100)).unwrap().with_outlets(&is_outlet).unwrap();
    for level in [f64::from(-500_i16), f64::from(0.1_f32), 0.1, 1e300, 0.0] {
        for drop in [0.0, 1.0_f64] {
            let elevation_m: Vec<f64> =
                is_outlet.iter().map(|outlet| if *outlet { level - drop * level.abs() } else { level }).collect();
            let flood = flood(&raster, &elevation_m).unwrap();
            let routes = [
                steepest_descent(&raster, &elevation_m).unwrap(),
                route(&raster, &elevation_m, Depressions::Carve).unwrap(),
                flood.receivers,
            ];
            for receivers in routes {
                check_filled(&raster, &elevation_m, &elevation_m, &receivers).unwrap();
                for cell in 0..10_000 {
                    let (row, col) = (cell / 100, cell % 100);
                    let away = outlets.map(|(r, c)| r.abs_diff(row).max(c.abs_diff(col)));
                    let nearest = away[0].min(away[1]);
                    assert_eq!(steps(&receivers, ElementId(cell as u32)), nearest, "from ({row}, {col}) at {level}");
                }
            }
        }
    }
}

/// I-04: a ramp down to the east, with a hole in it.
#[test]
fn void_is_a_wall_or_an_outlet() {
    let mut elevation_m: Vec<f64> = (0..25).map(|cell| 10.0 - f64::from(cell % 5)).collect();
    elevation_m[12] = f64::NAN;
    let void: Vec<bool> = (0..25).map(|cell| cell == 12).collect();
    let edges = Edges { east: Edge::Outlet, ..Edges::all(Edge::Closed) };
    let spec = RasterSpec { edges, ..RasterSpec::square(5, 5, 1.0) };
    for (rule, beside, above) in [
        // Around the hole by the first of the two diagonals, or into it.
        (VoidRule::Barrier, Receiver::To(ElementId(7)), Receiver::To(ElementId(7))),
        (VoidRule::Outlet, Receiver::Root, Receiver::Root),
    ] {
        let raster = Raster::new(spec).unwrap().with_void(&void, rule).unwrap();
        let receivers = route(&raster, &elevation_m, Depressions::Carve).unwrap();
        assert_eq!(receivers.of(ElementId(11)), beside);
        assert_eq!(receivers.of(ElementId(6)), above);
        assert_eq!(receivers.of(ElementId(10)), Receiver::To(ElementId(11)));
        assert_eq!(receivers.of(ElementId(0)), Receiver::To(ElementId(1)));
        assert_eq!(receivers.of(ElementId(12)), Receiver::Void);
        let filled = fill(&raster, &elevation_m).unwrap();
        assert!(same_bits(&filled, &elevation_m), "a ramp has no depression, and void stays void");
        let order = checked_order(&raster, &receivers).unwrap();
        let weights = vec![1.0; 25];
        let sums = accumulate(&receivers, &order, &weights).unwrap();
        check_accumulation(&receivers, &weights, &sums).unwrap();
        assert!(sums[12].is_nan());
        assert_eq!(accumulate_exact(&receivers, &order, &[1; 25]).unwrap()[12], 0);
    }
}

/// I-08: no recursion and no narrow index: five million cells in a row drain end to end.
#[test]
fn a_long_strip_drains_end_to_end() {
    let cols = 5_000_000;
    let edges = Edges { east: Edge::Outlet, ..Edges::all(Edge::Closed) };
    let raster = Raster::new(RasterSpec { edges, ..RasterSpec::square(1, cols, 1.0) }).unwrap();
    // A slope with a pit in every third cell, so that depressions lie within depressions.
    let elevation_m: Vec<f64> = (0..cols).map(|col| (cols - col) as f64 - 7.0 * (col % 3) as f64).collect();
    for depressions in [Depressions::Carve, Depressions::Fill] {
        let receivers = route(&raster, &elevation_m, depressions).unwrap();
        let order = checked_order(&raster, &receivers).unwrap();
        let areas = accumulate_exact(&receivers, &order, &vec![1; cols]).unwrap();
        assert_eq!(areas[cols - 1], 5_000_000);
        let carved = carved_surface(&receivers, &order, &elevation_m).unwrap();
        assert!(carved.is_sorted_by(|a, b| a >= b));
    }
    assert_eq!(flood(&raster, &elevation_m).unwrap().filled_m, fill(&raster, &elevation_m).unwrap());
}

/// I-08: more cells than a signed 32-bit index reaches are within the limit; what is not is refused before it is stored.
#[test]
fn sizes_beyond_the_ids_are_refused() {
    const { assert!(46_341 * 46_341 > 1_usize << 31 && 46_341 * 46_341 <= MAX_ELEMENTS) };
    for (rows, cols) in [(65_536, 65_536), (usize::MAX, usize::MAX), (1, MAX_ELEMENTS + 1)] {
        let refusal = Raster::new(RasterSpec::square(rows, cols, 1.0)).unwrap_err();
        assert!(refusal.to_string().contains("expected at most 4294967294 elements"), "{refusal}");
    }
}

#[test]
fn the_smallest_rasters_are_defined() {
    let one = Raster::new(RasterSpec::square(1, 1, 1.0)).unwrap();
    assert_eq!(route(&one, &[3.0], Depressions::Carve).unwrap().of(ElementId(0)), Receiver::Root);
    let lone = Raster::new(closed(1, 1)).unwrap();
    assert_eq!(fill(&lone, &[3.0]).unwrap(), [3.0]);
    assert_eq!(route(&lone, &[3.0], Depressions::Fill).unwrap().of(ElementId(0)), Receiver::Root);
    let void = Raster::new(closed(2, 1)).unwrap().with_void(&[true; 2], VoidRule::Outlet).unwrap();
    let receivers = route(&void, &[f64::NAN; 2], Depressions::Carve).unwrap();
    assert_eq!(receivers.of(ElementId(1)), Receiver::Void);
    assert_eq!(checked_order(&void, &receivers).unwrap().upstream().count(), 0);
    assert!(flood(&void, &[f64::NAN; 2]).unwrap().filled_m.iter().all(|filled| filled.is_nan()));
}

/// D-04: a rough surface gives the same bits every time.
#[test]
fn the_same_bits_on_repeat() {
    let fbm = orogen_field::fractal::Fbm::new(orogen_field::Seed::Own(3), 0, 6);
    let elevation_m: Vec<f64> = (0..200 * 300)
        .map(|cell| 500.0 * fbm.jet((cell % 300) as f64 / 32.0, (cell / 300) as f64 / 32.0).value)
        .collect();
    let raster = Raster::new(RasterSpec::square(200, 300, 30.0)).unwrap();
    let run = || {
        let receivers = route(&raster, &elevation_m, Depressions::Carve).unwrap();
        let order = checked_order(&raster, &receivers).unwrap();
        let sums = accumulate(&receivers, &order, &vec![0.1; elevation_m.len()]).unwrap();
        (flood(&raster, &elevation_m).unwrap(), receivers, order, sums)
    };
    let (first, second) = (run(), run());
    assert_eq!(first, second);
    check_filled(&raster, &elevation_m, &first.0.filled_m, &first.0.receivers).unwrap();
    check_accumulation(&first.1, &vec![0.1; elevation_m.len()], &first.3).unwrap();
}
