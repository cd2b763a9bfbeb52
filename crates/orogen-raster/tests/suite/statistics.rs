//! Statistics against closed forms, published calibrations and the article's figures.

use crate::support::{UNIT, article_map, same_on_any_threads};
use orogen_field::{Grid, Seed};
use orogen_raster::CellSize;
use orogen_raster::generate::{ExactFbm, Spectral, exact_fbm, spectral};
use orogen_raster::statistics::{
    Undefined, calibrate, crease_index, hurst_article, hurst_madogram, hurst_second_difference, hurst_variogram,
    hypsometric_curve, hypsometric_integral, madogram, slope_quantiles_deg, variogram,
};
use proptest::prelude::*;

fn grid(rows: usize, cols: usize, height: impl FnMut(usize, usize) -> f64) -> Grid<f64> {
    Grid::from_fn(rows, cols, UNIT, height).unwrap()
}

fn white_noise(rows: usize, cols: usize) -> Grid<f64> {
    let key = Seed::Own(5).key(0, 0);
    grid(rows, cols, |row, col| key.draw(row as i32, col as i32, 0))
}

#[test]
fn the_article_s_figures_come_out() {
    let summary: serde_json::Value =
        serde_json::from_str(include_str!("../data/heightmap_article/summary.json")).unwrap();
    for (name, figures) in summary.as_object().unwrap() {
        let map = article_map(name);
        let estimate = hurst_article(&map).unwrap();
        let truth = figures["hurst_of_normalized"].as_f64().unwrap();
        assert!((estimate.exponent - truth).abs() < 1e-12, "{name}: {} for {truth}", estimate.exponent);
        let mean = map.samples().iter().sum::<f64>() / map.samples().len() as f64;
        assert!((mean - figures["mean"].as_f64().unwrap()).abs() < 1e-12, "{name}");
    }
}

#[test]
fn a_ramp_is_one_white_noise_zero_and_a_level_map_undefined() {
    // G-03.
    let lags = [1, 2, 4, 8, 16];
    for ramp in
        [grid(64, 64, |_, col| 0.1 * col as f64), grid(64, 64, |row, col| 900.0 + 0.3 * row as f64 + 0.1 * col as f64)]
    {
        assert_eq!(hurst_second_difference(&ramp).unwrap().exponent, 1.0);
        assert!((hurst_variogram(&ramp, &lags).unwrap().exponent - 1.0).abs() < 1e-9);
        assert!((hurst_madogram(&ramp, &lags).unwrap().exponent - 1.0).abs() < 1e-9);
        assert!((hurst_article(&ramp).unwrap().exponent - 1.0).abs() < 1e-6);
    }
    let noise = white_noise(512, 512);
    assert!(hurst_second_difference(&noise).unwrap().exponent.abs() < 0.01);
    assert!(hurst_variogram(&noise, &lags).unwrap().exponent.abs() < 0.01);
    assert!(hurst_article(&noise).unwrap().exponent.abs() < 0.01);
    let level = grid(64, 64, |_, _| 3.25);
    assert_eq!(hurst_second_difference(&level), Err(Undefined::Level));
    assert_eq!(hurst_article(&level), Err(Undefined::Level));
    assert_eq!(hurst_variogram(&level, &lags), Err(Undefined::Level));
    let small = white_noise(4, 4);
    assert_eq!(hurst_second_difference(&small), Err(Undefined::TooSmall { lag: 2 }));
    assert_eq!(hurst_article(&small), Err(Undefined::TooSmall { lag: 4 }));
    assert_eq!(crease_index(&level), None);
}

#[test]
fn mean_absolute_differences_are_biased_as_published() {
    // G-03: spectral synthesis, 512 x 512, five seeds, lags 1 to 16 and 4 to 64.
    let mut last = [0.0; 3];
    for (hurst, near, far) in
        [(0.1, 0.28, 0.19), (0.3, 0.40, 0.33), (0.5, 0.55, 0.49), (0.7, 0.70, 0.66), (0.9, 0.84, 0.77)]
    {
        let mut means = [0.0; 3];
        for seed in 0..5 {
            let map = spectral(Seed::Own(seed), &Spectral { hurst, side: 512 }, UNIT).unwrap();
            means[0] += hurst_article(&map).unwrap().exponent / 5.0;
            means[1] += hurst_madogram(&map, &[4, 8, 16, 32, 64]).unwrap().exponent / 5.0;
            means[2] += hurst_second_difference(&map).unwrap().exponent / 5.0;
        }
        assert!((means[0] - near).abs() < 0.05 && (means[1] - far).abs() < 0.05, "H {hurst}: {means:.3?}");
        assert!(means.iter().zip(last).all(|(mean, last)| *mean > last), "H {hurst}: {means:.3?}");
        last = means;
    }
}

#[test]
fn estimators_are_as_close_as_they_say() {
    // The standard error of a root mean square over n maps is 1 / sqrt(2 n) of it; three of these.
    for (side, maps, rmse) in [(129, 50, 0.0097), (257, 14, 0.0049)] {
        let band = 3.0 / (2.0 * f64::from(maps)).sqrt();
        let second = calibrate(hurst_second_difference, 0.8, side, maps, 1000).unwrap();
        assert!((second.rmse / rmse - 1.0).abs() < band, "{side}: {second:?}");
        assert!(second.bias.abs() < 3.0 * rmse / f64::from(maps).sqrt(), "{side}: {second:?}");
        // The stated standard error is honest.
        assert!((second.stated_error / rmse - 1.0).abs() < 0.25, "{side}: {second:?}");
    }
    let article = calibrate(hurst_article, 0.8, 129, 50, 1000).unwrap();
    assert!((article.rmse / 0.0495 - 1.0).abs() < 0.3, "{article:?}");
}

#[test]
fn estimates_survive_scaling_turning_and_sixteen_bits() {
    let map = exact_fbm(Seed::Own(2), &ExactFbm { hurst: 0.7 }, 129, 129, UNIT).unwrap();
    let (lowest, highest) = map.samples().iter().fold((f64::MAX, f64::MIN), |(l, h), v| (v.min(l), v.max(h)));
    let scaled = map.map(|height| -37.5 * height + 812.0);
    let turned = grid(129, 129, |row, col| *map.at(col, 128 - row));
    let stepped = map.map(|height| ((height - lowest) / (highest - lowest) * 65_535.0).round());
    for estimator in [hurst_second_difference, hurst_article] {
        let truth = estimator(&map).unwrap().exponent;
        assert!((estimator(&scaled).unwrap().exponent - truth).abs() < 1e-9);
        assert!((estimator(&turned).unwrap().exponent - truth).abs() < 1e-9);
        assert!((estimator(&stepped).unwrap().exponent - truth).abs() < 1e-3);
    }
}

#[test]
fn variogram_and_madogram_are_means_over_pairs() {
    let map = white_noise(9, 7);
    for lag in [1, 3, 6, 8] {
        let (mut squares, mut sizes, mut count) = (0.0, 0.0, 0.0);
        for row in 0..9 {
            for col in 0..7 {
                for (far_row, far_col) in [(row + lag, col), (row, col + lag)] {
                    if far_row < 9 && far_col < 7 {
                        let difference = map.at(far_row, far_col) - map.at(row, col);
                        squares += difference * difference;
                        sizes += difference.abs();
                        count += 1.0;
                    }
                }
            }
        }
        assert!((variogram(&map, &[lag])[0].unwrap() - 0.5 * squares / count).abs() < 1e-12);
        assert!((madogram(&map, &[lag])[0].unwrap() - 0.5 * sizes / count).abs() < 1e-12);
    }
    assert_eq!(variogram(&map, &[9]), [None]);
}

#[test]
fn void_cells_do_not_count() {
    let full = exact_fbm(Seed::Own(9), &ExactFbm { hurst: 0.5 }, 129, 129, UNIT).unwrap();
    let void: Vec<bool> = (0..129 * 129).map(|index| index % 129 > 100).collect();
    let mut holed = full.clone().with_void(void.clone()).unwrap();
    for (height, void) in holed.samples_mut().iter_mut().zip(void) {
        if void {
            *height = -32_768.0;
        }
    }
    let cut = grid(129, 101, |row, col| *full.at(row, col));
    assert!((variogram(&holed, &[1, 4])[1].unwrap() - variogram(&cut, &[4])[0].unwrap()).abs() < 1e-12);
    let (with_void, without) = (hurst_second_difference(&holed).unwrap(), hurst_second_difference(&cut).unwrap());
    assert!((with_void.exponent - without.exponent).abs() < 1e-12);
    let cells = CellSize::from(UNIT);
    assert_eq!(hypsometric_integral(&holed, &cells), hypsometric_integral(&cut, &cells));
    assert_eq!(hypsometric_curve(&holed, &cells, 11), hypsometric_curve(&cut, &cells, 11));
    let steep = |map| slope_quantiles_deg(map, &cells, &[1.0]).unwrap()[0];
    assert!(steep(&holed) < 89.0, "{}", steep(&holed));
}

#[test]
fn hypsometry_of_a_ramp_and_of_a_cone() {
    let cells = CellSize::from(UNIT);
    let ramp = grid(10, 101, |_, col| 5.0 + col as f64);
    assert!((hypsometric_integral(&ramp, &cells).unwrap() - 0.5).abs() < 1e-12);
    let curve = hypsometric_curve(&ramp, &cells, 5).unwrap();
    for (share, truth) in curve.iter().zip([101.0, 76.0, 51.0, 26.0, 1.0].map(|columns| columns / 101.0)) {
        assert!((share - truth).abs() < 1e-12, "{curve:?}");
    }
    // A cone inside its circle: mean height a third of the top, area above a share t of the height (1 - t)^2.
    let side = 401;
    let radius = |row: usize, col: usize| {
        let (x, z) = (col as f64 - 200.0, row as f64 - 200.0);
        (x * x + z * z).sqrt() / 200.0
    };
    let cone = grid(side, side, |row, col| 1.0 - radius(row, col));
    let cone =
        cone.with_void((0..side * side).map(|index| radius(index / side, index % side) > 1.0).collect()).unwrap();
    assert!((hypsometric_integral(&cone, &cells).unwrap() - 1.0 / 3.0).abs() < 1e-3);
    for (level, share) in hypsometric_curve(&cone, &cells, 6).unwrap().into_iter().enumerate() {
        let left = 1.0 - level as f64 / 5.0;
        assert!((share - left * left).abs() < 0.01, "level {level}: {share}");
    }
    // A cell counts with its area: the upper row is three times as wide.
    let steps = grid(2, 4, |row, _| 1.0 - row as f64);
    let wide = CellSize::by_row(vec![3.0, 1.0], 1.0).unwrap();
    assert_eq!(hypsometric_integral(&steps, &wide), Some(0.75));
    assert_eq!(hypsometric_integral(&grid(3, 3, |_, _| 1.0), &cells), None);
}

#[test]
fn slopes_are_metric() {
    // Half of the area level, half at 45 degrees, on cells of 30 m.
    let cells = CellSize::uniform(30.0, 30.0).unwrap();
    let map = grid(20, 41, |_, col| 30.0 * (col as f64 - 20.0).max(0.0));
    let quantiles = slope_quantiles_deg(&map, &cells, &[0.0, 0.4, 0.6, 1.0]).unwrap();
    for (quantile, truth) in quantiles.iter().zip([0.0, 0.0, 45.0, 45.0]) {
        assert!((quantile - truth).abs() < 1e-12, "{quantiles:?}");
    }
    let narrow = CellSize::uniform(15.0, 30.0).unwrap();
    let steepest = slope_quantiles_deg(&map, &narrow, &[1.0]).unwrap()[0];
    assert!((steepest - libm::atan(2.0).to_degrees()).abs() < 1e-12);
}

#[test]
fn threads_do_not_change_a_bit() {
    let map = white_noise(67, 45);
    same_on_any_threads(|| {
        (hurst_second_difference(&map).unwrap(), hurst_article(&map).unwrap(), variogram(&map, &[1, 7]))
    });
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn estimates_are_finite_or_undefined(
        rows in 1..24_usize, cols in 1..24_usize, seed: u64, void_share in 0.0..1.0_f64, scale in 1e-9..1e9_f64,
    ) {
        let key = Seed::Own(seed).key(0, 0);
        let map = grid(rows, cols, |row, col| scale * key.draw(row as i32, col as i32, 0));
        let void = (0..rows * cols).map(|index| key.draw(index as i32, 0, 1) < void_share).collect();
        let map = map.with_void(void).unwrap();
        for estimate in [hurst_second_difference(&map), hurst_article(&map)].into_iter().flatten() {
            prop_assert!(estimate.exponent.is_finite() && estimate.standard_error >= 0.0, "{estimate:?}");
            prop_assert!((0.0..=1.0).contains(&estimate.hurst()));
        }
        if let Some(curve) = hypsometric_curve(&map, &CellSize::from(UNIT), 9) {
            prop_assert_eq!(curve[0], 1.0);
            prop_assert!(curve.windows(2).all(|pair| pair[0] >= pair[1]));
        }
    }
}
