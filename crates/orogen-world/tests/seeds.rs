//! Own seeds: ordinary at every value, unlike their neighbours, and without a symmetry about the origin.

use orogen_field::{Seed, hash};
use orogen_world::{Preset, Sampler, World};

/// Longest wavelength of the preset under test, in metres.
const LONGEST_M: f64 = 1792.0;

/// Heights at places in one half-plane, neighbours at least the longest wavelength apart, after a map of the plane.
fn heights(seed: u64, map: impl Fn(f64, f64) -> (f64, f64)) -> Vec<f64> {
    let world = World::new(Preset::Dense, Seed::Own(seed));
    let mut sampler = Sampler::new(&world, 0);
    let jitter = Seed::Own(99).key(1, 0);
    let mut heights = Vec::with_capacity(10_000);
    for row in 0..100_i32 {
        for col in 0..100_i32 {
            let along = |cell: i32, draw| (2.0 * f64::from(cell) + 0.5 + jitter.draw(row, col, draw)) * LONGEST_M;
            let (x, z) = map(along(col, 0), along(row - 50, 1));
            heights.push(sampler.sample(x, z).unwrap().value);
        }
    }
    heights
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len() as f64
}

fn deviation(values: &[f64]) -> f64 {
    let mean = mean(values);
    (values.iter().map(|v| (v - mean) * (v - mean)).sum::<f64>() / values.len() as f64).sqrt()
}

fn correlation(a: &[f64], b: &[f64]) -> f64 {
    let (mean_a, mean_b) = (mean(a), mean(b));
    let product = a.iter().zip(b).map(|(a, b)| (a - mean_a) * (b - mean_b)).sum::<f64>() / a.len() as f64;
    product / (deviation(a) * deviation(b))
}

#[track_caller]
fn assert_unlike(a: &[f64], b: &[f64], what: &str) {
    let r = correlation(a, b);
    assert!(r.abs() < 0.05, "{what}: r = {r}");
}

#[test]
fn the_land_has_no_symmetry_about_the_origin() {
    for seed in (0..19).chain([u64::MAX]) {
        let land = heights(seed, |x, z| (x, z));
        assert_unlike(&land, &heights(seed, |x, z| (-x, -z)), "point symmetry");
        assert_unlike(&land, &heights(seed, |x, z| (-x, z)), "mirrored in x");
        assert_unlike(&land, &heights(seed, |x, z| (x, -z - 50.0 * LONGEST_M)), "mirrored in z");
        assert_unlike(&land, &heights(seed, |x, z| (z, x)), "turned about the diagonal");
        assert_unlike(&land, &heights(seed, |x, z| (2.0 * x, 2.0 * z)), "at twice the scale");
    }
}

/// A 64-bit hash of heights, to the bit.
fn digest(seed: u64) -> u64 {
    let world = World::new(Preset::Dense, Seed::Own(seed));
    let window = world.window(-320.0, -320.0, 20, 20, 33.0).unwrap();
    let words = window.samples().iter().flat_map(|ground| [ground.value, ground.dx, ground.dz]);
    words.fold(u64::from(hash::OFFSET), |state, word| (state ^ word.to_bits()).wrapping_mul(0x0100_0000_01b3))
}

#[test]
fn all_64_bits_of_a_seed_matter() {
    let seeds = [7, 7 + (1 << 31), 7 + (1 << 32), 7 ^ (1 << 63), 8, 1 << 53, (1 << 53) + 1, u64::MAX];
    let lands = seeds.map(|seed| heights(seed, |x, z| (x, z)));
    for (i, seed) in seeds.iter().enumerate() {
        for (j, other) in seeds.iter().enumerate().skip(i + 1) {
            assert_ne!(digest(*seed), digest(*other), "{seed} and {other}");
            assert_unlike(&lands[i], &lands[j], &format!("seeds {seed} and {other}"));
        }
    }
}

#[test]
fn seed_zero_is_an_ordinary_seed() {
    assert_eq!(digest(0), digest(0));
    let spread = |seed| deviation(&heights(seed, |x, z| (x, z)));
    let others: Vec<f64> = (1..=20).map(spread).collect();
    let (low, high) = others.iter().fold((f64::MAX, 0.0_f64), |(low, high), &v| (low.min(v), high.max(v)));
    // Twenty draws: the next one lies within them, widened by a tenth, unless seed 0 is special.
    assert!((low * 0.9..high * 1.1).contains(&spread(0)), "{} in {low}..{high}", spread(0));
}

#[test]
fn the_size_of_a_seed_does_not_matter() {
    let roughness = |seed: u64| {
        let world = World::new(Preset::Dense, Seed::Own(seed));
        let mut sampler = world.sampler();
        let mut sum = 0.0;
        for i in 0..200 {
            let (x0, z) = (f64::from(i) * 9000.0 - 9e5, f64::from(i) * 7919.0 - 8e5);
            for k in 0..100 {
                let mut at = |k: i32| sampler.sample(x0 + f64::from(k), z).unwrap().value;
                sum += (at(k + 1) - at(k)).abs();
            }
        }
        sum
    };
    let rough: Vec<f64> = [1, 1_000, 1_000_000, 1_000_000_000, 1 << 53, 1 << 63].into_iter().map(roughness).collect();
    let typical = mean(&rough);
    for (i, value) in rough.iter().enumerate() {
        assert!((value / typical - 1.0).abs() < 0.2, "seed number {i}: {value} against {typical}");
    }
}

#[test]
fn nothing_vanishes_on_whole_number_grids() {
    for seed in 0..5 {
        let world = World::new(Preset::Dense, Seed::Own(seed));
        let everywhere = deviation(&heights(seed, |x, z| (x, z)));
        for wavelength in [1792.0, 1024.0, 512.0, 96.0] {
            let grid = world.window(0.0, 0.0, 64, 64, wavelength).unwrap();
            let on_grid: Vec<f64> = grid.samples().iter().map(|ground| ground.value).collect();
            // A 64 x 64 grid of the finest of these spans 6 km of one range of mountains.
            let least = if wavelength < 1000.0 { 0.1 } else { 0.25 };
            assert!(deviation(&on_grid) > least * everywhere, "seed {seed}, step {wavelength}");
        }
    }
}

#[test]
fn the_origin_is_an_ordinary_place() {
    let origins: Vec<f64> =
        (0..1000).map(|seed| World::new(Preset::Dense, Seed::Own(seed)).sample(0.0, 0.0).unwrap().value).collect();
    let everywhere = heights(1, |x, z| (x, z));
    assert!(deviation(&origins) >= 0.25 * deviation(&everywhere));
    let mut distinct: Vec<u64> = origins.iter().map(|height| height.to_bits()).collect();
    distinct.sort_unstable();
    distinct.dedup();
    assert!(distinct.len() >= 990, "{}", distinct.len());

    let mut sorted = everywhere;
    sorted.sort_unstable_by(f64::total_cmp);
    let top = sorted[sorted.len() * 99 / 100];
    let extreme = origins.iter().filter(|height| **height > top).count();
    assert!(extreme <= 30, "{extreme} of 1000 origins are among the highest hundredth");
}
