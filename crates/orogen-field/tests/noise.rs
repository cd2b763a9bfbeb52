//! Noise and its sums: exact derivatives, smoothness, range, and no trace of the lattice's origin.

use orogen_field::fractal::Fbm;
use orogen_field::noise::gradient_noise;
use orogen_field::{Jet2, Key, Seed};
use orogen_testkit::Dual;
use proptest::prelude::*;

fn any_seed() -> impl Strategy<Value = Seed> {
    prop_oneof![any::<u64>().prop_map(Seed::Own), any::<i32>().prop_map(Seed::Reference)]
}

/// Near the origin, or far out in any quadrant.
fn any_coordinate() -> impl Strategy<Value = f64> {
    prop_oneof![-50.0..50.0_f64, -1e6..1e6_f64, -2e9..2e9_f64]
}

/// The field's jet at (x, z) against its derivatives in dual arithmetic, which knows nothing of the hand-written ones.
fn disagreement(field: impl Fn(Dual, Dual) -> Jet2<Dual>, exact: Jet2, x: f64, z: f64) -> f64 {
    let by_x = field(Dual::variable(x), Dual::constant(z));
    let by_z = field(Dual::constant(x), Dual::variable(z));
    let pairs = [
        (by_x.value, exact.dx),
        (by_z.value, exact.dz),
        (by_x.dx, exact.dxx),
        (by_x.dz, exact.dxz),
        (by_z.dx, exact.dxz),
        (by_z.dz, exact.dzz),
    ];
    pairs.iter().map(|(dual, exact)| (dual.derivative() - exact).abs()).fold(0.0, f64::max)
}

proptest! {
    #[test]
    fn noise_agrees_with_dual_numbers(seed in any_seed(), x in any_coordinate(), z in any_coordinate()) {
        let key = seed.key(7, 0);
        let worst = disagreement(|x, z| gradient_noise(&key, x, z), gradient_noise(&key, x, z), x, z);
        prop_assert!(worst < 1e-13, "{worst}");
    }

    #[test]
    fn sums_agree_with_dual_numbers(
        seed in any_seed(), octaves in 1..=8_u32, x in any_coordinate(), z in any_coordinate(),
    ) {
        let fbm = Fbm::new(seed, 7, octaves);
        let worst = disagreement(|x, z| fbm.jet2(x, z), fbm.jet2(x, z), x, z);
        // Second derivatives of the finest octave grow with its frequency.
        prop_assert!(worst < 1e-13 * f64::from(1 << octaves), "{worst}");
    }

    #[test]
    fn any_finite_coordinate_is_taken(seed in any_seed(), x in prop::num::f64::NORMAL, z in prop::num::f64::NORMAL) {
        let n = gradient_noise(&seed.key(0, 0), x, z);
        prop_assert!(n.value.abs() <= 1.0 && n.dx.is_finite() && n.dzz.is_finite(), "{n:?}");
    }
}

#[test]
fn value_gradient_and_hessian_are_continuous_across_lattice_lines() {
    let key = Seed::Reference(11).key(0, 0);
    let step = 1e-6;
    for line in -20..20 {
        for i in 0..50 {
            let (line, along) = (f64::from(line), f64::from(i) * 0.613 - 14.0);
            for (before, after) in [
                (gradient_noise(&key, line - step, along), gradient_noise(&key, line + step, along)),
                (gradient_noise(&key, along, line - step), gradient_noise(&key, along, line + step)),
            ] {
                assert!((before.value - after.value).abs() < 1e-5);
                assert!((before.dx - after.dx).abs() < 1e-4 && (before.dz - after.dz).abs() < 1e-4);
                assert!((before.dxx - after.dxx).abs() < 1e-3, "{before:?} {after:?}");
                assert!((before.dxz - after.dxz).abs() < 1e-3 && (before.dzz - after.dzz).abs() < 1e-3);
            }
        }
    }
}

/// A spread of a million places over all four quadrants.
fn places() -> impl Iterator<Item = (f64, f64)> {
    (0..1_000_000).map(|i| (f64::from(i % 1000) * 0.377 - 188.0, f64::from(i / 1000) * 0.491 - 245.0))
}

#[test]
fn values_stay_in_their_range_and_use_it() {
    for octaves in [1, 4, 12] {
        let fbm = Fbm::new(Seed::Own(0), 0, octaves);
        let (mut low, mut high) = (0.0_f64, 0.0_f64);
        for (x, z) in places().step_by(if octaves == 1 { 1 } else { 8 }).chain([(1.47, 0.66)]) {
            let value = fbm.jet(x, z).value;
            low = low.min(value);
            high = high.max(value);
        }
        assert!(-1.0 <= low && high <= 1.0, "{octaves} octaves: {low}..{high}");
        assert!(octaves > 1 || (low < -0.95 && high > 0.95), "one octave reaches only {low}..{high}");
    }
}

fn deviation(values: &[f64]) -> f64 {
    let mean = values.iter().sum::<f64>() / values.len() as f64;
    (values.iter().map(|v| (v - mean) * (v - mean)).sum::<f64>() / values.len() as f64).sqrt()
}

#[test]
fn own_seeds_do_not_vanish_on_the_unit_grid() {
    for seed in 0..10 {
        let fbm = Fbm::new(Seed::Own(seed), 5, 6);
        let on_grid: Vec<f64> = (0..4096).map(|i| fbm.jet(f64::from(i % 64), f64::from(i / 64)).value).collect();
        let anywhere: Vec<f64> = places().step_by(97).map(|(x, z)| fbm.jet(x, z).value).collect();
        assert!(deviation(&on_grid) >= 0.25 * deviation(&anywhere), "seed {seed}");
    }
}

/// The published fault that the lattice shift of own seeds mends.
#[test]
fn reference_seeds_vanish_on_the_unit_grid() {
    let fbm = Fbm::new(Seed::Reference(3), 5, 6);
    assert!((0..100).all(|i| fbm.jet(f64::from(i % 10), f64::from(i / 10)).value == 0.0));
}

#[test]
fn noise_is_continuous_where_32_bit_lattices_wrap() {
    let key: Key = Seed::Own(4).key(0, 0);
    for edge in [2_147_483_648.0, -2_147_483_648.0, 4_294_967_296.0, 1e12] {
        let (before, after) = (gradient_noise(&key, edge - 1e-4, 0.3), gradient_noise(&key, edge + 1e-4, 0.3));
        assert!((before.value - after.value).abs() < 1e-3, "at {edge}");
    }
}
