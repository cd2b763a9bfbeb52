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

#[test]
fn the_measured_coast() {
    let world = World::new(Preset::Olympic, Seed::Reference(24301));
    let coast = world.coast_census().unwrap().expect("olympic has a coast");
    assert_eq!(shown(coast.road_steepest * 100.0, 100.0), 6.76);
    assert_eq!(shown(coast.road_deepest_cut_m, 10.0), 22.5);
    assert_eq!(shown(coast.road_lowest_m, 100.0), 4.50);
    assert_eq!(shown(world.census().unwrap().min_m, 100.0), 9.39);
    let other = World::new(Preset::Olympic, Seed::Reference(1337)).coast_census().unwrap().expect("a coast");
    assert_eq!(shown(other.road_lowest_m, 100.0), 2.43);
}

#[test]
fn every_coast_keeps_its_promises() {
    for seed in [Seed::Reference(24301), Seed::Reference(1337), Seed::Own(1), Seed::Own(2), Seed::Own(3)] {
        let coast = World::new(Preset::Olympic, seed).coast_census().unwrap().expect("olympic has a coast");
        assert!(coast.road_steepest < 0.12, "{seed}: {coast:?}");
        assert!(coast.road_deepest_cut_m < 30.0, "{seed}: {coast:?}");
        assert!(coast.road_lowest_m > 1.0, "{seed}: {coast:?}");
        assert!(coast.road_distance_m.0 >= 55.0 && coast.road_distance_m.1 <= 135.0, "{seed}: {coast:?}");
        assert!((0.15..=0.85).contains(&coast.cliff_share), "{seed}: {coast:?}");
        assert!((0.01..=0.35).contains(&coast.outcrop_share), "{seed}: {coast:?}");
        assert!((0.45..=1.05).contains(&coast.dune_spread_m), "{seed}: {coast:?}");
        assert!(coast.dune_anisotropy > 2.0, "{seed}: {coast:?}");
    }
    assert_eq!(World::new(Preset::Dense, Seed::Own(1)).coast_census(), Ok(None));
}
