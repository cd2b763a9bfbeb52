//! The river statistics, the spectrum and the report card, on land whose answers are known.

use orogen_field::{Grid, Placement, Seed, hash};
use orogen_io::read_raster;
use orogen_raster::gates::{ChiFit, gates};
use orogen_raster::generate::{ExactFbm, exact_fbm};
use orogen_raster::report::{Verdict, analyze};
use orogen_raster::rivers::rivers;
use orogen_raster::statistics::{isotropy, pits_over_peaks, spectral_exponent};
use orogen_raster::stream_power::{Forcing, StreamPower, erode};
use orogen_raster::{CellSize, Edge, Edges, unwatched};

fn grid(rows: usize, cols: usize, cell_m: f64, height: impl FnMut(usize, usize) -> f64) -> (Grid<f64>, CellSize) {
    let place = Placement::square(0.0, 0.0, cell_m);
    (Grid::from_fn(rows, cols, place, height).unwrap(), CellSize::from(place))
}

/// A ramp whose rows drain west, each on its own.
#[test]
fn parallel_channels_have_their_density_and_are_as_long_as_their_land() {
    let (rows, cols, cell_m) = (20, 900, 10.0);
    let (ramp, cells) = grid(rows, cols, cell_m, |_, col| 3.0 * col as f64);
    let found = rivers(&ramp, &cells, Seed::Own(0)).unwrap();
    // All rows but the first and the last, which are rims; from more than 200 cells up to the cell beside the west rim.
    let channel_m = (rows - 2) as f64 * (cols - 202) as f64 * cell_m;
    let area_m2 = (rows * cols) as f64 * cell_m * cell_m;
    let density = found.density_per_km.unwrap();
    assert!((density - 1000.0 * channel_m / area_m2).abs() < 1e-9, "{density}");
    assert!((found.hack.unwrap() - 1.0).abs() < 0.01, "{found:?}");
    assert!(found.concavity.unwrap().abs() < 0.01, "a ramp does not flatten: {found:?}");
    assert_eq!(found.horton, None);
}

#[test]
fn worn_land_has_the_concavity_that_wore_it() {
    let key = Seed::Own(8).key(1, 0);
    for (m, n, side) in [(0.4375, 1.0, 256), (0.6, 1.0, 256), (0.6, 1.5, 128)] {
        let (rough, cells) = grid(side, side, 200.0, |row, col| hash::unit(key.hash2(col as i32, row as i32)));
        let params = StreamPower {
            area_exponent: m,
            slope_exponent: n,
            erodibility: 5e-4 / (libm::pow(0.03, n) * libm::pow(1e6, m)),
            step: 100_000.0,
            steps: 300,
            ..StreamPower::default()
        };
        let edges = Edges::all(Edge::Fixed);
        let worn = erode(&rough, &params, Forcing::default(), &cells, edges, &mut unwatched()).unwrap().heights;
        let card = analyze(&worn, &cells, 1).unwrap();
        let concavity = card.rivers.concavity.unwrap().middle;
        assert!((concavity - m / n).abs() < 0.01, "m {m}, n {n}: {concavity}");
        // The smaller map has no basin that is large enough for chi.
        let chi = gates(&worn, &cells, Seed::Own(0)).unwrap().chi;
        assert_eq!(chi.is_some(), side == 256);
        // The fit tries every 0.05.
        let is_straight = |chi: ChiFit| (chi.theta - m / n).abs() <= 0.025 + 1e-9 && chi.r2 >= 0.99;
        assert!(chi.is_none_or(is_straight), "m {m}, n {n}: {chi:?}");
        let hack = card.rivers.hack.unwrap().middle;
        assert!((0.45..0.7).contains(&hack), "{hack}");
        assert_eq!(card.pits_over_peaks, Some(0.0));
    }
}

#[test]
fn slopes_along_one_line_are_not_isotropic_and_a_cone_is() {
    let of = |height: &dyn Fn(f64, f64) -> f64| {
        let (map, cells) = grid(65, 65, 10.0, |row, col| height(col as f64 - 32.0, row as f64 - 32.0));
        isotropy(&map, &cells).unwrap()
    };
    assert!(of(&|x, z| 3.0 * x - z).unwrap() < 1e-12);
    assert!(of(&|x, z| libm::sin(0.3 * (x + 2.0 * z))).unwrap() < 0.01);
    assert!(of(&|x, z| (x * x + z * z).sqrt()).unwrap() > 0.999);
    // The mean squares of the gradient are as 4 to 1.
    let stretched = of(&|x, z| 2.0 * libm::sin(0.1 * x) + libm::sin(0.1 * z)).unwrap();
    assert!((stretched - 0.25).abs() < 0.02, "{stretched}");
    assert_eq!(of(&|_, _| 5.0), None);
}

#[test]
fn an_egg_box_has_a_pit_a_peak_and_turns_over() {
    let (turn, side) = (std::f64::consts::TAU / 20.0, 101);
    let box_at = |row: usize, col: usize| libm::cos(turn * row as f64) * libm::cos(turn * col as f64);
    let (map, _) = grid(side, side, 1.0, box_at);
    // Inside the rim: extremes every 10 cells, of which those with an even sum are peaks: 41 of 81.
    assert_eq!(pits_over_peaks(&map), Some(40.0 / 41.0));
    assert_eq!(pits_over_peaks(&map.map(|height| -height)), Some(41.0 / 40.0));
    assert_eq!(pits_over_peaks(&grid(9, 9, 1.0, |_, col| col as f64).0), None);
    assert_eq!(pits_over_peaks(&grid(2, 2, 1.0, |_, col| col as f64).0), None);
}

#[test]
fn the_spectrum_of_a_brownian_surface_falls_as_its_hurst_exponent_says() {
    let place = Placement::square(0.0, 0.0, 30.0);
    for hurst in [0.2, 0.5, 0.8] {
        let exponent = |seed: u64| {
            let map = exact_fbm(Seed::Own(seed), &ExactFbm { hurst }, 300, 280, place).unwrap();
            spectral_exponent(&map, &CellSize::from(place)).unwrap()
        };
        let mean = (0..4).map(exponent).sum::<f64>() / 4.0;
        assert!((mean - (2.0 * hurst + 2.0)).abs() < 0.15, "H {hurst}: {mean}");
    }
    let (level, cells) = grid(64, 64, 1.0, |_, _| 7.0);
    assert_eq!(spectral_exponent(&level, &cells), None);
    let (small, _) = grid(63, 400, 1.0, |row, col| ((row * 31 + col * 17) % 11) as f64);
    assert_eq!(spectral_exponent(&small, &cells), None);
}

#[test]
fn a_report_card_gathers_what_the_statistics_say() {
    let path = format!("{}/../../tests/data/jacksboro.asc", env!("CARGO_MANIFEST_DIR"));
    let raster = read_raster(path).expect("a committed elevation model");
    let cells = CellSize::uniform(83.0, 83.0).unwrap();
    let card = analyze(raster.grid(), &cells, 2).unwrap();
    let [flooded, uphill, theta, r2, beta] = &card.gates;
    for seed in 0..2 {
        let single = gates(raster.grid(), &cells, Seed::Own(seed)).unwrap();
        let chi = single.chi.unwrap();
        let figures = [single.flooded_share, single.uphill_share.unwrap(), chi.theta, chi.r2, single.beta.unwrap()];
        for (gate, figure) in card.gates.iter().zip(figures) {
            let found = gate.found.unwrap();
            assert!(found.low == figure || found.high == figure, "{}: {figure} not in {found:?}", gate.name);
        }
    }
    let verdicts = [flooded, uphill, theta, r2, beta].map(|gate| gate.verdict());
    use Verdict::{OutsideTheUsualRange as Outside, Usual};
    assert_eq!(verdicts, [Outside, Outside, Outside, Outside, Usual]);
    assert_eq!((card.rows, card.cols, card.land_cells), (344, 403, 344 * 403));
    assert!((3.0..7.0).contains(&card.rivers.bifurcation_ratio.unwrap().middle));
}

#[test]
fn a_level_map_and_a_map_without_land_are_undefined_and_no_more() {
    let (level, cells) = grid(40, 40, 10.0, |_, _| 3.0);
    let empty = level.clone().with_void(vec![true; 1600]).unwrap();
    for map in [level, empty] {
        let card = analyze(&map, &cells, 1).unwrap();
        assert_eq!(
            (card.relief_m, card.spectral_exponent, card.isotropy, card.pits_over_peaks),
            (0.0, None, None, None)
        );
        assert!(card.hurst.is_err() && card.rivers.concavity.is_none());
        assert_eq!(card.gates[0].found.map(|found| found.high), Some(0.0));
        assert!(card.gates[1..].iter().all(|gate| gate.verdict() == Verdict::Undefined));
    }
}
