//! Stream power where other programs have gone wrong: resolution, rims, directions, flats, long runs.

use orogen_field::{Grid, Placement, Seed, hash};
use orogen_flow::{
    Depressions, ElementId, Raster, RasterSpec, Receiver, Receivers, StackOrder, VoidRule, accumulate_exact, route,
    steepest_descent,
};
use orogen_raster::generate::{Subdivision, subdivision};
use orogen_raster::stream_power::{Forcing, StreamPower, Worn, erode};
use orogen_raster::{CellSize, Edge, Edges, horn, unwatched};
use proptest::prelude::*;

use crate::support::same_on_any_threads;

fn wear(heights: &Grid<f64>, params: &StreamPower, edges: Edges) -> Worn {
    let cells = CellSize::from(heights.placement());
    erode(heights, params, Forcing::default(), &cells, edges, &mut unwatched()).unwrap()
}

/// Rough ground of a kilometre of relief over a square of 25.6 km.
fn hills(seed: u64, side: usize) -> Grid<f64> {
    let place = Placement::square(0.0, 0.0, 25_600.0 / side as f64);
    subdivision(Seed::Own(seed), &Subdivision::default(), side, side, place).unwrap().map(|height| 500.0 * height)
}

fn extremes(grid: &Grid<f64>) -> (f64, f64) {
    grid.samples().iter().fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), h| (low.min(*h), high.max(*h)))
}

#[test]
fn finer_cells_and_a_hundredfold_strength_do_not_blow_up() {
    for seed in [0, 3, 7, 999] {
        for side in [64, 128, 256] {
            let land = hills(seed, side);
            let (low, high) = extremes(&land);
            for strength in [1.0, 100.0] {
                let params = StreamPower {
                    uplift: 0.0,
                    erodibility: strength * 5.61e-7,
                    diffusivity: strength * 0.01,
                    steps: 4,
                    ..StreamPower::default()
                };
                for edges in [Edge::Fixed, Edge::Free] {
                    let worn = wear(&land, &params, Edges::all(edges));
                    let (lowest, highest) = extremes(&worn.heights);
                    assert!(low <= lowest && highest <= high, "{lowest}..{highest} from {low}..{high}");
                    assert_eq!(worn, wear(&land, &params, Edges::all(edges)));
                }
            }
        }
    }
}

#[test]
fn threads_change_no_bit() {
    let land = hills(1, 96);
    let params = StreamPower { diffusivity: 0.02, deposition: 0.5, steps: 6, ..StreamPower::default() };
    same_on_any_threads(|| wear(&land, &params, Edges::all(Edge::Free)));
    let land = hills(2, 5);
    same_on_any_threads(|| wear(&land, &params, Edges::all(Edge::Fixed)));
}

#[test]
fn a_thousand_steps_balance() {
    for (edges, deposition, slope_exponent) in
        [(Edge::Fixed, 0.0, 1.0), (Edge::Free, 0.0, 1.5), (Edge::Free, 1.0, 1.0), (Edge::Wrap, 0.2, 1.0)]
    {
        let params = StreamPower {
            step: 2000.0,
            steps: 1000,
            tolerance: 0.0,
            diffusivity: 0.1,
            deposition,
            slope_exponent,
            ..StreamPower::default()
        };
        let worn = wear(&hills(5, 40), &params, Edges::all(edges));
        let ledger = worn.ledger;
        let error = ledger.before + ledger.uplifted - ledger.after - ledger.exported;
        let size: f64 = worn.heights.samples().iter().map(|height| height.abs() * 640.0 * 640.0).sum();
        assert!(error.abs() <= 1e-12 * size, "{edges:?}: {error} of {size}");
        assert_eq!(worn.steps, 1000);
    }
}

/// Slopes by Horn's kernel along a ring of cells, as their mean.
fn ring_slope(land: &Grid<f64>, ring: usize) -> f64 {
    let jets = horn(land, &CellSize::from(land.placement())).unwrap();
    let (rows, cols) = (land.rows(), land.cols());
    let on_ring = |row: usize, col: usize| [row, rows - 1 - row, col, cols - 1 - col].into_iter().min() == Some(ring);
    let cells = (0..rows).flat_map(|row| (0..cols).map(move |col| (row, col)));
    let slopes: Vec<f64> = cells.filter(|(r, c)| on_ring(*r, *c)).map(|(r, c)| jets.at(r, c).slope()).collect();
    slopes.iter().sum::<f64>() / slopes.len() as f64
}

#[test]
fn free_edges_are_neither_walls_nor_canyons() {
    for seed in 0..3 {
        let params = StreamPower { steps: 40, diffusivity: 0.05, ..StreamPower::default() };
        let worn = wear(&hills(seed, 128), &params, Edges::all(Edge::Free)).heights;
        let (rim, inside) = (ring_slope(&worn, 0), ring_slope(&worn, 5));
        assert!((rim / inside - 1.0).abs() < 0.2, "seed {seed}: slope {rim} at the rim, {inside} inside");
        let side = worn.rows();
        // How far cells of the north rim stand above the highest of their three inner neighbours.
        let over = |col: usize| {
            let inner = (col - 1..=col + 1).map(|col| *worn.at(1, col)).fold(f64::NEG_INFINITY, f64::max);
            *worn.at(0, col) - inner
        };
        let steps: Vec<f64> = (1..side - 1).map(|col| *worn.at(0, col) - *worn.at(1, col)).collect();
        let sigma = (steps.iter().map(|step| step * step).sum::<f64>() / steps.len() as f64).sqrt();
        let highest = (1..side - 1).map(over).fold(f64::NEG_INFINITY, f64::max);
        assert!(highest <= 3.0 * sigma, "seed {seed}: a rim cell {highest} m above its neighbours, sigma {sigma}");
    }
}

/// A ramp between free edges wears everywhere, its upper edge too, and rises nowhere.
#[test]
fn the_upper_edge_of_a_ramp_wears_with_the_rest() {
    let ramp = Grid::from_fn(40, 60, Placement::square(0.0, 0.0, 200.0), |_, col| 10.0 * col as f64).unwrap();
    let edges = Edges { west: Edge::Free, east: Edge::Free, north: Edge::Wrap, south: Edge::Wrap };
    let worn = wear(&ramp, &StreamPower { uplift: 0.0, steps: 10, ..StreamPower::default() }, edges).heights;
    for row in 0..40 {
        assert!((1..60).all(|col| worn.at(row, col) < ramp.at(row, col)), "row {row}");
        assert!(worn.row(row).is_sorted());
    }
}

fn surface(kind: usize, side: usize, seed: u64) -> Grid<f64> {
    let key = Seed::Own(seed).key(3, 0);
    let noise = |row: usize, col: usize| hash::unit(key.hash2(col as i32, row as i32));
    let height = |row: usize, col: usize| match kind {
        0 => 100.0,
        1 => 3.0 * col as f64 + row as f64,
        2 => 100.0 - 90.0 * f64::from(u8::from((3..side - 3).contains(&row) && (3..side - 3).contains(&col))),
        _ => (noise(row, col) * 20.0).floor(),
    };
    Grid::from_fn(side, side, Placement::square(0.0, 0.0, 50.0), height).unwrap()
}

fn receivers(land: &Grid<f64>) -> Receivers {
    let raster = Raster::new(RasterSpec::square(land.rows(), land.cols(), 50.0)).unwrap();
    route(&raster, land.samples(), Depressions::Carve).unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]
    /// On flats, ramps, pits and noise, for exponents on both sides of 1: finite, and no cell is cut below its receiver.
    #[test]
    fn no_cell_is_cut_below_its_receiver(
        kind in 0..4_usize,
        side in 8..20_usize,
        seed in 0..1000_u64,
        slope_exponent in prop::sample::select(vec![0.5, 0.8, 1.0, 1.5, 2.0]),
        log_step in 0.0..7.0_f64,
        uplift in prop::sample::select(vec![0.0, 0.0005]),
    ) {
        let land = surface(kind, side, seed);
        let step = libm::pow(10.0, log_step);
        let params = StreamPower { slope_exponent, step, uplift, steps: 1, ..StreamPower::default() };
        let worn = wear(&land, &params, Edges::all(Edge::Fixed)).heights;
        let receivers = receivers(&land);
        for (cell, height) in worn.samples().iter().enumerate() {
            let Receiver::To(receiver) = receivers.of(ElementId::from_index(cell)) else { continue };
            let raised = land.samples()[cell] + uplift * step;
            prop_assert!(height.is_finite());
            let floor = worn.samples()[receiver.index()].min(raised);
            prop_assert!((floor..=raised).contains(height), "cell {}: {} not in {}..{}", cell, height, floor, raised);
        }
    }
}

/// A round hill with a little noise, nearly as wide as the map of 256 cells of 50 m.
fn cone(seed: u64) -> Grid<f64> {
    let key = Seed::Own(seed).key(9, 0);
    let height = |row: usize, col: usize| {
        let (x, z) = (col as f64 * 50.0 - 6375.0, row as f64 * 50.0 - 6375.0);
        (1200.0 - 0.2 * (x * x + z * z).sqrt()).max(0.0) + 5.0 * hash::unit(key.hash2(col as i32, row as i32))
    };
    Grid::from_fn(256, 256, Placement::square(0.0, 0.0, 50.0), height).unwrap()
}

/// Mean height at distances of 0.5 to 5.5 km from the middle, within 7.5 degrees of four headings turned by `turn_deg`.
fn profile(land: &Grid<f64>, turn_deg: f64) -> Vec<f64> {
    let middle = (land.rows() as f64 - 1.0) / 2.0;
    let step = land.placement().step_x;
    let mut sums = vec![(0.0, 0.0); 5];
    for row in 0..land.rows() {
        for col in 0..land.cols() {
            let (x, z) = ((col as f64 - middle) * step, (row as f64 - middle) * step);
            let heading = libm::atan2(z, x).to_degrees() - turn_deg;
            let off = heading - 90.0 * (heading / 90.0).round();
            let ring = ((x * x + z * z).sqrt() - 500.0) / 1000.0;
            if off.abs() <= 7.5 && (0.0..5.0).contains(&ring) {
                let sum: &mut (f64, f64) = &mut sums[ring as usize];
                *sum = (sum.0 + land.at(row, col), sum.1 + 1.0);
            }
        }
    }
    sums.into_iter().map(|(height, count)| height / count).collect()
}

const WEARING: StreamPower = StreamPower {
    uplift: 0.0,
    erodibility: 5.61e-7,
    area_exponent: 0.5,
    slope_exponent: 1.0,
    deposition: 0.0,
    diffusivity: 0.0,
    step: 50_000.0,
    steps: 20,
    tolerance: 0.0,
};

#[test]
fn no_direction_is_favoured() {
    for seed in 0..2 {
        let worn = wear(&cone(seed), &WEARING, Edges::all(Edge::Fixed)).heights;
        let profiles: Vec<Vec<f64>> = [0.0, 15.0, 30.0, 45.0].into_iter().map(|turn| profile(&worn, turn)).collect();
        for ring in 0..5 {
            let mean = profiles.iter().map(|profile| profile[ring]).sum::<f64>() / 4.0;
            for profile in &profiles {
                assert!((profile[ring] / mean - 1.0).abs() < 0.05, "ring {ring}: {} of {mean}", profile[ring]);
            }
        }
        let headings = channel_headings(&worn);
        let mean = headings.iter().sum::<u32>() as f64 / 8.0;
        let uneven = headings.iter().map(|count| (f64::from(*count) / mean - 1.0).abs()).fold(0.0, f64::max);
        assert!(mean > 500.0 && uneven < 0.3, "{headings:?}");
    }
}

/// How many channel cells drain each way: by the row and the column of the receiver less their own.
fn channel_headings(land: &Grid<f64>) -> [u32; 8] {
    let raster = CellSize::from(land.placement()).topology(land, VoidRule::Outlet).unwrap();
    let receivers = steepest_descent(&raster, land.samples()).unwrap();
    let order = StackOrder::new(&receivers);
    let areas = accumulate_exact(&receivers, &order, &vec![1; land.samples().len()]).unwrap();
    let mut headings = [0; 8];
    for cell in (0..areas.len()).filter(|cell| areas[*cell] > 50) {
        let Receiver::To(to) = receivers.of(ElementId::from_index(cell)) else { continue };
        let step = |to: usize, from: usize| (to + 1 - from) as u32;
        let place =
            3 * step(to.index() / land.cols(), cell / land.cols()) + step(to.index() % land.cols(), cell % land.cols());
        // The cell itself is place 4.
        headings[(if place > 4 { place - 1 } else { place }) as usize] += 1;
    }
    headings
}
