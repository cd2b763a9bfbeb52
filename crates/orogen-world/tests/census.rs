//! The census against the figures that were measured from the specification.

use orogen_field::Seed;
use orogen_world::{Preset, World};

/// Shown to two decimals, or three for shares.
fn shown(value: f64, decimals: f64) -> f64 {
    (value * decimals).round() / decimals
}

#[test]
fn measured_figures() {
    for (preset, figures) in [
        (Preset::Dense, (475.55, 293.04, 125.26, 17.10, 11.255, 19, 10.07)),
        (Preset::Olympic, (475.02, 291.96, 125.61, 17.10, 11.598, 20, 10.34)),
    ] {
        let census = World::new(preset, Seed::Reference(1337)).census().unwrap();
        let measured = (
            shown(census.max_m, 100.0),
            shown(census.p99_m, 100.0),
            shown(census.median_m, 100.0),
            shown(census.min_m, 100.0),
            shown(census.high_share * 100.0, 1000.0),
            census.massifs,
            shown(census.flat_lowland_share * 100.0, 100.0),
        );
        assert_eq!(measured, figures, "{preset}");
    }
}

#[test]
fn twenty_reference_seeds_are_mountains_with_lowland() {
    for seed in 1..=20 {
        let census = World::new(Preset::Dense, Seed::Reference(seed)).census().unwrap();
        assert!(census.max_m > 350.0, "seed {seed}: {census:?}");
        assert!(census.massifs >= 10, "seed {seed}: {census:?}");
        assert!(census.flat_lowland_share >= 0.05, "seed {seed}: {census:?}");
        assert!((0.08..=0.18).contains(&census.high_share), "seed {seed}: {census:?}");
    }
}
