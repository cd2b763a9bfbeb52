//! Stream power: steady channels, diffusion, accounts, and every bad wish.

use std::ops::ControlFlow;

use orogen_field::{Grid, Placement, Seed, hash};
use orogen_raster::gates::gates;
use orogen_raster::stream_power::{Forcing, StreamPower, Worn, erode};
use orogen_raster::{CellSize, Edge, Edges, RasterError, unwatched};

const CELL_M: f64 = 400.0;

/// Ground that is rough by a metre, so that water has somewhere to go.
fn rough(rows: usize, cols: usize) -> Grid<f64> {
    let key = Seed::Own(8).key(1, 0);
    let height = |row: usize, col: usize| hash::unit(key.hash2(col as i32, row as i32));
    Grid::from_fn(rows, cols, Placement::square(0.0, 0.0, CELL_M), height).unwrap()
}

fn cells() -> CellSize {
    CellSize::uniform(CELL_M, CELL_M).unwrap()
}

fn wear(heights: &Grid<f64>, params: &StreamPower, edges: Edges) -> Worn {
    erode(heights, params, Forcing::default(), &cells(), edges, &mut unwatched()).unwrap()
}

#[track_caller]
fn assert_balanced(worn: &Worn) {
    let ledger = worn.ledger;
    let error = ledger.before + ledger.uplifted - ledger.after - ledger.exported;
    let size = ledger.before.abs() + ledger.uplifted + ledger.after.abs() + ledger.exported.abs();
    assert!(error.abs() <= 1e-12 * size, "{error} of {size}: {ledger:?}");
}

/// In the steady state every cell falls to its receiver by `(U / K)^(1/n) A^(-m/n)`.
#[test]
fn steady_channels_have_the_slope_of_theory() {
    for n in [0.5, 0.8, 1.0, 1.5, 2.0] {
        let params = StreamPower {
            slope_exponent: n,
            area_exponent: 0.5 * n,
            // Slopes of some per cent at a square kilometre, whatever n.
            erodibility: 5e-4 / (libm::pow(0.03, n) * libm::pow(1e6, 0.5 * n)),
            step: 50_000.0,
            steps: 4000,
            tolerance: 1e-12,
            ..StreamPower::default()
        };
        let worn = wear(&rough(24, 24), &params, Edges::all(Edge::Fixed));
        assert!(worn.converged, "n = {n} is not steady after {} steps", worn.steps);
        assert_balanced(&worn);
        let (worst, cells) = worst_slope_error(&worn.heights, &params);
        assert!(worst < 1e-6 && cells > 400, "n = {n}: off by {worst} in {cells} cells");
    }
}

/// What is laid down has to be cut again: with deposition, slopes are (1 + G) times as steep (Yuan and others 2019).
#[test]
fn steady_channels_that_drop_their_load_are_steeper() {
    for deposition in [0.3, 1.0] {
        let params =
            StreamPower { deposition, step: 50_000.0, steps: 4000, tolerance: 1e-12, ..StreamPower::default() };
        let worn = wear(&rough(24, 24), &params, Edges::all(Edge::Fixed));
        assert!(worn.converged, "G = {deposition} is not steady after {} steps: {}", worn.steps, worn.fastest);
        assert_balanced(&worn);
        let steeper = StreamPower { uplift: (1.0 + deposition) * params.uplift, ..params };
        let (worst, cells) = worst_slope_error(&worn.heights, &steeper);
        assert!(worst < 1e-6 && cells > 400, "G = {deposition}: off by {worst} in {cells} cells");
    }
}

/// A pit in a river's way fills with what the river drops, from a rest height at which nothing rises.
#[test]
fn a_lake_collects_sediment() {
    let ramp = |row: usize, col: usize| {
        if (4..7).contains(&row) && (20..23).contains(&col) { 80.0 } else { 10.0 * col as f64 }
    };
    let land = Grid::from_fn(11, 40, Placement::square(0.0, 0.0, CELL_M), ramp).unwrap();
    let params = StreamPower { uplift: 0.0, deposition: 2.0, step: 1000.0, steps: 1, ..StreamPower::default() };
    let worn = wear(&land, &params, Edges::all(Edge::Fixed));
    assert_balanced(&worn);
    assert!(*worn.heights.at(5, 21) > 80.0, "{}", worn.heights.at(5, 21));
}

/// The largest relative error of the steepest slopes against the theory, and the number of cells compared.
fn worst_slope_error(heights: &Grid<f64>, params: &StreamPower) -> (f64, usize) {
    use orogen_flow::{ElementId, Receiver, StackOrder, VoidRule, accumulate, steepest_descent};
    let topology = cells().topology(heights, VoidRule::Outlet).unwrap();
    let receivers = steepest_descent(&topology, heights.samples()).unwrap();
    let order = StackOrder::new(&receivers);
    let areas = accumulate(&receivers, &order, &vec![CELL_M * CELL_M; heights.samples().len()]).unwrap();
    let (mut worst, mut count) = (0.0_f64, 0);
    for (index, area) in areas.iter().enumerate() {
        let Receiver::To(receiver) = receivers.of(ElementId::from_index(index)) else { continue };
        let drop = heights.samples()[index] - heights.samples()[receiver.index()];
        let cols = heights.cols();
        let diagonal = index % cols != receiver.index() % cols && index / cols != receiver.index() / cols;
        let slope = drop / (CELL_M * if diagonal { 2_f64.sqrt() } else { 1.0 });
        let n = params.slope_exponent;
        let theory =
            libm::pow(params.uplift / params.erodibility, 1.0 / n) * libm::pow(*area, -params.area_exponent / n);
        worst = worst.max((slope / theory - 1.0).abs());
        count += 1;
    }
    (worst, count)
}

#[test]
fn worn_land_passes_the_gates_that_noise_fails() {
    let params = StreamPower { step: 100_000.0, steps: 400, ..StreamPower::default() };
    let worn = wear(&rough(256, 256), &params, Edges::all(Edge::Fixed));
    let found = gates(&worn.heights, &cells(), Seed::Own(0)).unwrap();
    assert_eq!((found.flooded_share, found.uphill_share), (0.0, Some(0.0)));
    let chi = found.chi.unwrap();
    assert!((chi.theta - 0.5).abs() < 0.01 && chi.r2 > 0.99, "{chi:?}");
}

#[test]
fn a_sine_decays_at_its_rate() {
    let (cols, spread) = (65, 0.02);
    let wave = |col: usize| libm::sin(std::f64::consts::PI * col as f64 / (cols - 1) as f64);
    let hill = Grid::from_fn(5, cols, Placement::square(0.0, 0.0, CELL_M), |_, col| 100.0 * wave(col)).unwrap();
    let edges = Edges { west: Edge::Fixed, east: Edge::Fixed, north: Edge::Wrap, south: Edge::Wrap };
    let params = StreamPower {
        uplift: 0.0,
        erodibility: 0.0,
        diffusivity: spread * CELL_M * CELL_M / 1000.0,
        step: 1000.0,
        steps: 500,
        tolerance: 0.0,
        ..StreamPower::default()
    };
    let worn = wear(&hill, &params, edges);
    assert_balanced(&worn);
    // Each step of the implicit scheme divides the mode by 1 + 4 r sin^2(pi / 2N).
    let half = libm::sin(std::f64::consts::PI / (2 * (cols - 1)) as f64);
    let left = libm::pow(1.0 + 4.0 * spread * half * half, -500.0);
    for col in 0..cols {
        let found = *worn.heights.at(2, col);
        assert!((found - 100.0 * left * wave(col)).abs() < 1e-9, "column {col}: {found}");
    }
    // And that is the rate of theory, D k^2.
    let rate = std::f64::consts::PI / (cols - 1) as f64;
    let theory = libm::exp(-500.0 * spread * rate * rate);
    assert!((left / theory - 1.0).abs() < 1e-3, "{left} against {theory}");
}

#[test]
fn creep_on_a_closed_world_loses_nothing_and_levels_it() {
    let params = StreamPower {
        uplift: 0.0,
        erodibility: 0.0,
        diffusivity: 50.0,
        step: 10_000.0,
        steps: 400,
        tolerance: 0.0,
        ..StreamPower::default()
    };
    let mut void = vec![false; 20 * 30];
    void[7 * 30 + 4] = true;
    for land in [rough(20, 30), rough(20, 30).with_void(void).unwrap()] {
        let worn = wear(&land, &params, Edges::all(Edge::Wrap));
        let change = (worn.ledger.after - worn.ledger.before).abs();
        assert!(change < 1e-12 * worn.ledger.before, "{change}");
        let heights = (0..600).filter(|i| !land.is_void(*i)).map(|i| worn.heights.samples()[i]);
        let (low, high) = heights.fold((f64::MAX, f64::MIN), |(low, high), h| (low.min(h), high.max(h)));
        assert!(high - low < 0.02, "still {low} to {high}");
    }
}

#[test]
fn fixed_edges_keep_their_bits_and_nothing_sinks_below_its_base_level() {
    let land = rough(40, 30);
    for n in [0.5, 0.8, 1.0, 1.5, 2.0] {
        for step in [1.0, 1e3, 1e7] {
            let params = StreamPower { slope_exponent: n, step, steps: 5, diffusivity: 0.01, ..StreamPower::default() };
            let worn = wear(&land, &params, Edges::all(Edge::Fixed));
            assert_balanced(&worn);
            for (index, height) in worn.heights.samples().iter().enumerate() {
                let (row, col) = (index / 30, index % 30);
                assert!(height.is_finite() && *height >= 0.0);
                if row == 0 || row == 39 || col == 0 || col == 29 {
                    assert_eq!(height.to_bits(), land.samples()[index].to_bits());
                }
            }
        }
    }
}

#[test]
fn a_void_is_a_barrier_and_stays_one() {
    let mut void = vec![false; 24 * 24];
    (8..13).for_each(|row| (8..13).for_each(|col| void[row * 24 + col] = true));
    let mut land = rough(24, 24).with_void(void).unwrap();
    (0..24 * 24)
        .filter(|i| land.is_void(*i))
        .collect::<Vec<_>>()
        .into_iter()
        .for_each(|i| land.samples_mut()[i] = f64::NAN);
    land.samples_mut()[3 * 24 + 3] = f64::INFINITY;
    let worn = wear(&land, &StreamPower { diffusivity: 0.01, ..StreamPower::default() }, Edges::all(Edge::Fixed));
    let finite = |grid: &Grid<f64>| grid.samples().iter().filter(|height| height.is_finite()).count();
    assert_eq!(finite(&worn.heights), finite(&land));
    assert_balanced(&worn);
}

#[test]
fn forcing_may_differ_from_place_to_place() {
    let land = rough(32, 32);
    let params = StreamPower { steps: 60, step: 50_000.0, ..StreamPower::default() };
    let map = |f: fn(usize, usize) -> f64| Grid::from_fn(32, 32, land.placement(), f).unwrap();
    let uniform = wear(&land, &params, Edges::all(Edge::Fixed));
    let rate = map(|_, _| 0.0005);
    let same = Forcing { uplift: Some(&rate), ..Forcing::default() };
    let run = |forcing| erode(&land, &params, forcing, &cells(), Edges::all(Edge::Fixed), &mut unwatched()).unwrap();
    assert_eq!(run(same).heights, uniform.heights);
    // Four times the rain cuts like twice the erodibility, for m = 1/2.
    let rain = map(|_, _| 4.0);
    let wet = run(Forcing { rain: Some(&rain), ..Forcing::default() });
    let soft = wear(&land, &StreamPower { erodibility: 2.0 * params.erodibility, ..params }, Edges::all(Edge::Fixed));
    let largest =
        wet.heights.samples().iter().zip(soft.heights.samples()).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
    assert!(largest < 1e-9, "{largest}");
    // Hard rock in the east stands higher.
    let rock = map(|_, col| if col < 16 { 5e-6 } else { 5e-7 });
    let rocky = run(Forcing { erodibility: Some(&rock), ..Forcing::default() });
    let mean = |cols: std::ops::Range<usize>| {
        let heights = (1..31).flat_map(|row| cols.clone().map(move |col| (row, col)));
        heights.map(|(row, col)| *rocky.heights.at(row, col)).sum::<f64>()
    };
    assert!(mean(17..31) > 2.0 * mean(1..15));
}

#[test]
fn a_run_is_the_same_twice_and_can_be_stopped() {
    let land = rough(40, 40);
    let params = StreamPower { steps: 8, tolerance: 0.0, ..StreamPower::default() };
    let edges = Edges::all(Edge::Fixed);
    assert_eq!(wear(&land, &params, edges), wear(&land, &params, edges));
    let mut seen = 0;
    let mut watcher = |progress: orogen_raster::Progress| {
        seen = progress.done;
        if progress.done == 3 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let stopped = erode(&land, &params, Forcing::default(), &cells(), edges, &mut watcher).unwrap_err();
    assert!(matches!(stopped, RasterError::Cancelled(cancelled) if cancelled.done == 3), "{stopped}");
    assert_eq!(seen, 3);
}

#[test]
fn impossible_wishes_are_refused() {
    let land = rough(8, 8);
    let fixed = Edges::all(Edge::Fixed);
    let refused = |params: StreamPower, forcing: Forcing<'_>, edges| {
        erode(&land, &params, forcing, &cells(), edges, &mut unwatched()).unwrap_err().to_string()
    };
    let usual = StreamPower::default();
    assert!(refused(StreamPower { erodibility: -1.0, ..usual }, Forcing::default(), fixed).starts_with("erodibility"));
    assert!(refused(StreamPower { step: f64::NAN, ..usual }, Forcing::default(), fixed).starts_with("step"));
    assert!(
        refused(StreamPower { slope_exponent: 0.0, ..usual }, Forcing::default(), fixed).starts_with("slope_exponent")
    );
    assert!(refused(StreamPower { steps: u32::MAX, ..usual }, Forcing::default(), fixed).starts_with("steps"));
    let dropping = StreamPower { deposition: 1.0, slope_exponent: 2.0, ..usual };
    assert!(refused(dropping, Forcing::default(), fixed).starts_with("deposition"));
    let half = Edges { west: Edge::Wrap, ..fixed };
    assert!(refused(usual, Forcing::default(), half).contains("wrap"));
    let small = rough(7, 8);
    assert!(refused(usual, Forcing { rain: Some(&small), ..Forcing::default() }, fixed).starts_with("rain"));
    let mut dry = rough(8, 8);
    dry.samples_mut()[11] = -0.5;
    let message = refused(usual, Forcing { uplift: Some(&dry), ..Forcing::default() }, fixed);
    assert!(message.starts_with("uplift at row 1, column 3: expected a number from 0 to 1"), "{message}");
}
