//! The committed ids and digests that guard the generator's version.
//!
//! If this test fails, some world has changed. If that was meant, raise `GENERATOR_VERSION`, and commit what
//! `cargo run -p orogen-world --example digest` prints; peers of different versions then refuse each other in words.

#[path = "support/report.rs"]
mod report;

use orogen_field::Seed;
use orogen_world::{GENERATOR_VERSION, LevelId, LevelIdPart, Preset, Tunables, World};

const COMMITTED: &str = include_str!("data/worlds.txt");

/// Line by line, so that a failure names its worlds: all of them, or those of one preset, or one place's bits.
#[test]
fn worlds_are_those_of_this_version() {
    let computed = report::report();
    let changed: Vec<_> = computed.lines().filter(|line| !COMMITTED.lines().any(|known| known == *line)).collect();
    assert!(changed.is_empty(), "changed worlds: raise GENERATOR_VERSION (now {GENERATOR_VERSION})\n{changed:#?}");
    assert_eq!(computed, COMMITTED, "a world is missing, or the order has changed");
}

#[test]
fn each_part_is_named_when_it_differs() {
    let mine = World::new(Preset::Dense, Seed::Own(1)).level_id();
    assert_eq!(mine.differences(&mine), []);
    let newer = LevelId { version: 2, ..mine.clone() };
    assert_eq!(mine.differences(&newer), [LevelIdPart::Version]);

    let mut tunables = Tunables::new(Preset::Dense);
    tunables.set("erosion_strength", 8.0_f64.next_up()).unwrap();
    let tuned = World::with_tunables(tunables, Seed::Own(1)).unwrap().level_id();
    assert_eq!(
        mine.differences(&tuned),
        [LevelIdPart::RegistryDigest],
        "one ulp moves no height by a sixteenth of a metre"
    );

    let olympic = World::new(Preset::Olympic, Seed::Own(1)).level_id();
    let expected = [LevelIdPart::Preset, LevelIdPart::FieldHash, LevelIdPart::RegistryDigest];
    assert_eq!(mine.differences(&olympic), expected);
}

/// Through the public door: every tunable that takes any number, moved by one unit in the last place.
#[test]
fn one_ulp_of_any_tunable_is_another_world() {
    for &preset in Preset::ALL {
        let original = World::new(preset, Seed::Own(1)).level_id();
        let defaults = Tunables::new(preset);
        for (spec, value) in defaults.iter() {
            let mut tunables = defaults.clone();
            let nudged = if value < spec.max { value.next_up() } else { value.next_down() };
            if tunables.set(spec.name, nudged).is_err() {
                // A whole number or a switch: its neighbour is the next one.
                let other = if value < spec.max { value + 1.0 } else { value - 1.0 };
                tunables.set(spec.name, other).unwrap();
            }
            let Ok(world) = World::with_tunables(tunables, Seed::Own(1)) else {
                panic!("{preset}: {} at {nudged} does not fit the other defaults", spec.name)
            };
            assert_ne!(world.level_id(), original, "{preset}: {}", spec.name);
        }
    }
}
