//! Generators against the article's maps, closed forms and Monte Carlo bands.

use crate::support::{UNIT, article_map, largest_difference, same_on_any_threads};
use orogen_field::{Grid, Placement, Seed};
use orogen_raster::RasterError;
use orogen_raster::generate::article::{self, ArticleDiamondSquare, ArticleFbm};
use orogen_raster::generate::{
    DiamondSquare, ExactFbm, Fractal, FractalParams, Lattice, Shape, Spectral, Subdivision, Warning, diamond_square,
    exact_fbm, spectral, subdivision,
};
use orogen_raster::statistics::{crease_index, variogram};
use proptest::prelude::*;

const SEVEN: Seed = Seed::Own(7);
const SHAPES: [Shape; 4] = [Shape::Fbm, Shape::Ridged, Shape::Billow, Shape::Hybrid];
const LATTICES: [Lattice; 2] = [Lattice::Value, Lattice::Gradient];

#[test]
fn the_article_s_maps_come_out_digit_by_digit() {
    for (hurst, name) in [(0.1, "ds_s7_h0.1"), (0.8, "ds_s7_h0.8"), (1.0, "ds_s7_h1")] {
        let map = article::diamond_square(SEVEN, &ArticleDiamondSquare { hurst, levels: 7 }).unwrap();
        assert!(largest_difference(&map, &article_map(name)) < 1e-12, "{name}");
    }
    for (octaves, warp, name) in
        [(1, false, "fbm_s7_h0.8_o1_plain"), (6, false, "fbm_s7_h0.8_o6_plain"), (6, true, "fbm_s7_h0.8_o6_warp")]
    {
        let map = article::fbm(SEVEN, &ArticleFbm { octaves, warp, ..ArticleFbm::default() }).unwrap();
        assert!(largest_difference(&map, &article_map(name)) < 1e-12, "{name}");
    }
    // The same 32 bits as a reference seed; more bits are refused, and none are dropped.
    let params = ArticleFbm::default();
    assert_eq!(article::fbm(Seed::Reference(7), &params), article::fbm(SEVEN, &params));
    assert_eq!(article::fbm(Seed::Own(7 + (1 << 32)), &params), Err(RasterError::WideSeed { got: 7 + (1 << 32) }));
}

/// Mean over seeds of `E d^2` at a lag, as a share of what a fractional Brownian surface has.
fn structure_shares(lags: &[usize], hurst: f64, side: usize, maps: &[Grid<f64>]) -> Vec<f64> {
    let mut shares = vec![0.0; lags.len()];
    for map in maps {
        for (share, (lag, half)) in shares.iter_mut().zip(lags.iter().zip(variogram(map, lags))) {
            let truth = libm::pow(*lag as f64 / (side - 1) as f64, 2.0 * hurst);
            *share += half.unwrap() / truth / maps.len() as f64;
        }
    }
    shares
}

#[test]
fn the_exact_surface_has_its_structure_function_at_every_lag() {
    const SIDE: usize = 49;
    for hurst in [0.2, 0.35, 0.5, 0.65, 0.75, 0.8, 0.95] {
        let params = ExactFbm { hurst };
        let maps: Vec<_> =
            (0..400).map(|seed| exact_fbm(Seed::Own(seed), &params, SIDE, SIDE, UNIT).unwrap()).collect();
        let shares = structure_shares(&[1, 2, 5, 12, 24, 48], hurst, SIDE, &maps);
        // A map of H near 1 is one slope, whose square scatters by 1 a map over both axes: 1 / 20 in 400 maps. Three of
        // these; and near lags of rough maps average over thousands of cells.
        let bands = if hurst > 0.9 { [0.15; 6] } else { [0.05, 0.05, 0.06, 0.1, 0.12, 0.15] };
        for (share, band) in shares.iter().zip(bands) {
            assert!((share - 1.0).abs() < band, "H {hurst}: {shares:.3?}");
        }
        // The longest lag there is, corner to corner.
        let corner =
            maps.iter().map(|map| map.at(SIDE - 1, SIDE - 1) * map.at(SIDE - 1, SIDE - 1)).sum::<f64>() / 400.0;
        let truth = 2.0 * libm::pow(2.0, hurst);
        assert!((corner / truth - 1.0).abs() < 0.25, "H {hurst}: {corner} for {truth}");
    }
}

#[test]
fn the_exact_surface_is_as_rough_along_diagonals() {
    let (hurst, side) = (0.6, 65);
    let (mut along, mut diagonal) = (0.0, 0.0);
    for seed in 0..60 {
        let map = exact_fbm(Seed::Own(seed), &ExactFbm { hurst }, side, side, UNIT).unwrap();
        for row in 0..side - 5 {
            for col in 0..side - 5 {
                let (rise, slant) =
                    (map.at(row, col + 5) - map.at(row, col), map.at(row + 4, col + 3) - map.at(row, col));
                along += rise * rise;
                diagonal += slant * slant;
            }
        }
    }
    // Both are 5 cells away.
    assert!((along / diagonal - 1.0).abs() < 0.04, "{}", along / diagonal);
}

#[test]
fn embeddings_are_positive_for_every_exponent_in_the_table() {
    for hundredths in 5..=99 {
        exact_fbm(SEVEN, &ExactFbm { hurst: f64::from(hundredths) / 100.0 }, 65, 40, UNIT).unwrap();
    }
}

#[test]
fn subdivision_is_a_fractional_brownian_surface_to_a_few_hundredths() {
    const SIDE: usize = 100;
    for hurst in [0.3, 0.6, 0.8] {
        let params = Subdivision { hurst };
        let maps: Vec<_> =
            (0..100).map(|seed| subdivision(Seed::Own(seed), &params, SIDE, SIDE, UNIT).unwrap()).collect();
        let shares = structure_shares(&[1, 2, 4, 8, 16], hurst, SIDE, &maps);
        assert!(shares.iter().all(|share| (share - 1.0).abs() < 0.06), "H {hurst}: {shares:.3?}");
    }
}

#[test]
fn diamond_square_shows_creases_and_subdivision_none() {
    let mean_index = |map: &dyn Fn(u64) -> Grid<f64>| {
        let mut mean = [0.0; 6];
        for seed in 0..24 {
            for (mean, index) in mean.iter_mut().zip(crease_index(&map(seed)).unwrap()) {
                *mean += index / 24.0;
            }
        }
        mean
    };
    let (hurst, side) = (0.8, 257);
    let creased = mean_index(&|seed| {
        diamond_square(Seed::Own(seed), &DiamondSquare { hurst }, side, side, UNIT).unwrap().heights
    });
    assert!((creased[0] - 0.85).abs() < 0.02 && (creased[5] - 1.42).abs() < 0.06, "{creased:.3?}");
    assert!(creased.is_sorted());
    let smooth = mean_index(&|seed| subdivision(Seed::Own(seed), &Subdivision { hurst }, side, side, UNIT).unwrap());
    assert!(smooth.iter().all(|index| (index - 1.0).abs() < 0.02), "{smooth:.3?}");
}

#[test]
fn any_size_is_made_and_the_square_it_came_from_is_reported() {
    // G-02.
    let params = DiamondSquare::default();
    for (rows, cols, generated) in
        [(1, 1, 3), (2, 2, 3), (3, 3, 3), (5, 5, 5), (128, 128, 129), (129, 129, 129), (130, 130, 257), (3, 1441, 2049)]
    {
        let map = diamond_square(SEVEN, &params, rows, cols, UNIT).unwrap();
        assert_eq!((map.heights.rows(), map.heights.cols(), map.generated_side), (rows, cols, generated));
    }
    assert!(matches!(diamond_square(SEVEN, &params, 0, 5, UNIT), Err(RasterError::Grid(_))));
    assert!(matches!(diamond_square(SEVEN, &params, 5, usize::MAX, UNIT), Err(RasterError::Grid(_))));
    for (rows, cols) in [(2, 2), (2, 3), (14, 15), (16, 16), (3, 1441), (130, 7)] {
        let map = subdivision(SEVEN, &Subdivision::default(), rows, cols, UNIT).unwrap();
        assert_eq!((map.rows(), map.cols()), (rows, cols));
        let map = exact_fbm(SEVEN, &ExactFbm::default(), rows, cols, UNIT).unwrap();
        assert_eq!((map.rows(), map.cols(), *map.at(0, 0)), (rows, cols, 0.0));
    }
    for (rows, cols) in [(0, 9), (1, 9), (9, usize::MAX)] {
        assert!(matches!(subdivision(SEVEN, &Subdivision::default(), rows, cols, UNIT), Err(RasterError::Side { .. })));
        assert!(matches!(exact_fbm(SEVEN, &ExactFbm::default(), rows, cols, UNIT), Err(RasterError::Side { .. })));
    }
}

#[test]
fn spectral_surfaces_tile_have_unit_variance_and_a_power_of_two() {
    let params = Spectral { hurst: 0.7, side: 64 };
    let (mut inside, mut across, mut variance) = (0.0, 0.0, 0.0);
    for seed in 0..80 {
        let map = spectral(Seed::Own(seed), &params, UNIT).unwrap();
        for row in 0..64 {
            let step =
                |from: usize, to: usize| (map.at(row, to) - map.at(row, from)) * (map.at(row, to) - map.at(row, from));
            inside += step(31, 32);
            across += step(63, 0);
        }
        variance += map.samples().iter().map(|height| height * height).sum::<f64>() / (64.0 * 64.0 * 80.0);
        let mean = map.samples().iter().sum::<f64>() / (64.0 * 64.0);
        assert!(mean.abs() < 1e-12, "{mean}");
    }
    assert!((across / inside - 1.0).abs() < 0.1, "{}", across / inside);
    assert!((variance - 1.0).abs() < 0.1, "{variance}");
    let refusal = spectral(SEVEN, &Spectral { side: 100, ..params }, UNIT).unwrap_err();
    assert_eq!(refusal, RasterError::PowerOfTwo { below: 64, above: 128, got: 100 });
}

/// Points in all four quadrants, far and near, and on whole wavelengths.
fn points(count: u32) -> impl Iterator<Item = (f64, f64)> {
    let spread = |i: u32, factor: u32| f64::from(i.wrapping_mul(factor) >> 8) / 16_777_216.0 * 2.0 - 1.0;
    (0..count).map(move |i| (5_000.0 * spread(i, 2_654_435_769), 5_000.0 * spread(i, 2_246_822_519))).chain([
        (1.47, 0.66),
        (0.0, 0.0),
        (-3.0, 8.0),
        (1e9, -1e9),
    ])
}

#[test]
fn no_fractal_leaves_its_range() {
    // gain g at lacunarity 2 is H = -log2 g.
    for shape in SHAPES {
        for lattice in LATTICES {
            for octaves in [1, 2, 3, 5, 8, 12] {
                for gain in [0.3, 0.5, 0.7, 1.0] {
                    let params =
                        FractalParams { wavelength: 1.0, octaves, hurst: -libm::log2(gain), ..Default::default() };
                    let fractal = Fractal::new(Seed::Own(0), shape, lattice, &params).unwrap();
                    let (lowest, highest) = fractal.range();
                    if octaves == 1 {
                        assert_eq!((lowest, highest), (-1.0, 1.0), "{shape:?}");
                    }
                    let (mut least, mut most) = (f64::INFINITY, f64::NEG_INFINITY);
                    for (x, z) in points(4000) {
                        let value = fractal.at(x, z);
                        least = least.min(value);
                        most = most.max(value);
                        assert!(lowest <= value && value <= highest, "{shape:?} {lattice:?} {octaves} {gain}: {value}");
                    }
                    // The range is not an idle one: a good part of it is used.
                    assert!(most - least > 0.25 * (highest - lowest), "{shape:?} {octaves} {gain}: {least}..{most}");
                }
            }
        }
    }
}

#[test]
fn nothing_vanishes_on_whole_wavelengths_and_no_point_is_the_same_for_all_seeds() {
    let spread = |values: &[f64]| {
        let mean = values.iter().sum::<f64>() / values.len() as f64;
        (values.iter().map(|value| (value - mean) * (value - mean)).sum::<f64>() / values.len() as f64).sqrt()
    };
    for lattice in LATTICES {
        for shape in SHAPES {
            let params = FractalParams { wavelength: 1.0, octaves: 6, ..Default::default() };
            let fractal = |seed| Fractal::new(Seed::Own(seed), shape, lattice, &params).unwrap();
            let over_space: Vec<f64> = points(4000).map(|(x, z)| fractal(1).at(x, z)).collect();
            let usual = spread(&over_space);
            for seed in 0..5 {
                //
                let own = Seed::Own(seed);
                let reference = Seed::Reference(seed as i32);
                let of = |seed| Fractal::new(seed, shape, lattice, &params).unwrap().grid(64, 64, UNIT).unwrap();
                assert!(spread(of(reference).samples()) > 0.25 * usual, "{shape:?} {lattice:?} {reference}");
                let whole = of(own);
                assert!(spread(whole.samples()) > 0.25 * usual, "{shape:?} {lattice:?} seed {seed}");
            }
            //
            let origin: Vec<f64> = (0..1000).map(|seed| fractal(seed).at(0.0, 0.0)).collect();
            assert!(spread(&origin) > 0.25 * usual, "{shape:?} {lattice:?}");
            let mut distinct = origin;
            distinct.sort_by(f64::total_cmp);
            distinct.dedup();
            assert!(distinct.len() >= 990);
        }
    }
}

#[test]
fn wasteful_octaves_and_whole_steps_are_warned_of() {
    //
    let fractal = |params: &FractalParams| Fractal::new(SEVEN, Shape::Fbm, Lattice::Gradient, params).unwrap();
    let params = FractalParams { wavelength: 1024.0, octaves: 30, ..Default::default() };
    assert_eq!(fractal(&params).warnings(UNIT), [Warning::PastNyquist { octaves: 30, useful: 10 }]);
    assert!(fractal(&params).warnings(UNIT)[0].to_string().contains("at most 10"));
    let params = FractalParams { octaves: 10, ..params };
    assert_eq!(fractal(&params).warnings(UNIT), []);
    let params = FractalParams { wavelength: 2.0, octaves: 1, ..params };
    let step = |step| Placement::square(0.0, 0.0, step);
    let whole = Warning::WholeWavelengths { wavelengths: 3.0 };
    assert!(fractal(&params).warnings(step(6.0)).contains(&whole));
    assert!(!fractal(&params).warnings(step(6.5)).contains(&whole));
}

#[test]
fn parameters_outside_their_tables_are_refused_by_name() {
    let good = FractalParams::default();
    for (name, params) in [
        ("octaves", FractalParams { octaves: 0, ..good }),
        ("octaves", FractalParams { octaves: 1000, ..good }),
        ("lacunarity", FractalParams { lacunarity: 1.0, ..good }),
        ("lacunarity", FractalParams { lacunarity: f64::NAN, ..good }),
        ("hurst", FractalParams { hurst: -0.1, ..good }),
        ("wavelength", FractalParams { wavelength: 0.0, ..good }),
        ("warp", FractalParams { warp: -1.0, ..good }),
    ] {
        let refusal = Fractal::new(SEVEN, Shape::Fbm, Lattice::Value, &params).unwrap_err();
        assert!(refusal.to_string().starts_with(&format!("{name}: expected")), "{refusal}");
    }
    for hurst in [0.0, 1.01, f64::NAN] {
        assert!(diamond_square(SEVEN, &DiamondSquare { hurst }, 5, 5, UNIT).is_err());
        assert!(exact_fbm(SEVEN, &ExactFbm { hurst }, 5, 5, UNIT).is_err());
        assert!(subdivision(SEVEN, &Subdivision { hurst }, 5, 5, UNIT).is_err());
    }
}

#[test]
fn warp_moves_points_and_keeps_the_range() {
    let plain = FractalParams { wavelength: 100.0, octaves: 4, ..Default::default() };
    let fractal =
        |warp| Fractal::new(SEVEN, Shape::Ridged, Lattice::Gradient, &FractalParams { warp, ..plain }).unwrap();
    let moved = points(500).filter(|(x, z)| fractal(0.5).at(*x, *z) != fractal(0.0).at(*x, *z)).count();
    assert!(moved > 490);
    assert!(points(2000).all(|(x, z)| fractal(8.0).at(x, z).abs() <= 1.0));
}

#[test]
fn threads_do_not_change_a_bit() {
    same_on_any_threads(|| exact_fbm(SEVEN, &ExactFbm { hurst: 0.8 }, 70, 51, UNIT).unwrap());
    same_on_any_threads(|| subdivision(SEVEN, &Subdivision::default(), 70, 51, UNIT).unwrap());
    same_on_any_threads(|| spectral(SEVEN, &Spectral { side: 64, ..Default::default() }, UNIT).unwrap());
    let fractal = Fractal::new(SEVEN, Shape::Hybrid, Lattice::Value, &FractalParams::default()).unwrap();
    same_on_any_threads(|| fractal.grid(33, 20, UNIT).unwrap());
    same_on_any_threads(|| article::fbm(SEVEN, &ArticleFbm::default()).unwrap());
}

#[test]
fn every_bit_of_the_seed_counts() {
    // C-02.
    let corner = |seed| exact_fbm(Seed::Own(seed), &ExactFbm::default(), 3, 3, UNIT).unwrap().samples()[8];
    let square = |seed| diamond_square(Seed::Own(seed), &DiamondSquare::default(), 3, 3, UNIT).unwrap().heights;
    for bit in 0..64 {
        assert_ne!(corner(7), corner(7 ^ (1 << bit)));
        assert_ne!(square(7), square(7 ^ (1 << bit)));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn a_grid_is_the_fractal_at_its_centres(
        seed: u64, x0 in -1e6..1e6_f64, z0 in -1e6..1e6_f64, step in 0.1..50.0_f64, row in 0..7_usize,
        col in 0..5_usize,
    ) {
        // D-02.
        let placement = Placement::square(x0, z0, step);
        let fractal = Fractal::new(Seed::Own(seed), Shape::Fbm, Lattice::Gradient, &FractalParams::default()).unwrap();
        let map = fractal.grid(7, 5, placement).unwrap();
        prop_assert_eq!(*map.at(row, col), fractal.at(placement.x(col), placement.z(row)));
    }

    #[test]
    fn diamond_square_stays_within_its_amplitudes(
        seed: u64, hurst in 0.2..1.0_f64, rows in 1..40_usize, cols in 1..40_usize,
    ) {
        let map = diamond_square(Seed::Own(seed), &DiamondSquare { hurst }, rows, cols, UNIT).unwrap();
        // 1 for the corners, then a mean and one displacement in each of two steps a level.
        let gain = libm::pow(2.0, -hurst);
        let bound = 1.0 + 2.0 / (1.0 - gain);
        prop_assert!(map.heights.samples().iter().all(|height| height.abs() <= bound));
    }
}
