//! Where a stage's window is exactly zero it hands back what it was given, to the bit.

use orogen_field::{Jet, Seed};
use orogen_world::{Preset, Quantity, World};

fn bits(ground: Jet) -> [u64; 3] {
    [ground.value, ground.dx, ground.dz].map(f64::to_bits)
}

/// The ground before and after the stage of this name.
fn around(world: &World, stage: &str, x: f64, z: f64) -> (Jet, Jet) {
    let trace = world.trace(x, z).unwrap();
    let index = trace.iter().position(|(name, _)| *name == stage).expect("a stage");
    (trace[index - 1].1, trace[index].1)
}

#[test]
fn every_coast_stage_is_cold_far_inland_but_the_cliffs() {
    let world = World::new(Preset::Olympic, Seed::Own(3));
    for i in 0..400 {
        let (x, z) = (2000.0 + f64::from(i) * 31.0, f64::from(i) * 77.0 - 15_000.0);
        for stage in ["coast", "dunes", "cove", "trailhead-pad", "road-corridor"] {
            let (before, after) = around(&world, stage, x, z);
            assert_eq!(bits(before), bits(after), "{stage} at ({x}, {z})");
        }
    }
}

#[test]
fn inland_olympic_is_dense_with_cliffs() {
    let (olympic, dense) = (World::new(Preset::Olympic, Seed::Own(3)), World::new(Preset::Dense, Seed::Own(3)));
    for i in 0..200 {
        let (x, z) = (1500.0 + f64::from(i) * 57.0, f64::from(i) * -133.0);
        let (before, _) = around(&olympic, "cliffs", x, z);
        assert_eq!(bits(before), bits(dense.sample(x, z).unwrap()));
    }
}

#[test]
fn each_stage_is_cold_outside_its_own_window() {
    let world = World::new(Preset::Olympic, Seed::Reference(24301));
    // The shore lies at x = -326.6 and the road at -230.3 on the line z = 0 of this seed.
    for (stage, x, z) in [
        ("cliffs", -230.0, 0.0),
        ("cliffs", -100.0, 0.0),
        ("cliffs", -700.0, 3000.0),
        ("dunes", -900.0, 3000.0),
        ("dunes", -230.0, 0.0),
        ("cove", -330.0, 900.0),
        ("cove", -230.0, 0.0),
        ("cove", -3000.0, 0.0),
        ("trailhead-pad", -221.2, 14.1),
        ("trailhead-pad", -207.0, 0.0),
        ("road-corridor", -200.0, 0.0),
        ("road-corridor", -261.0, 0.0),
    ] {
        let (before, after) = around(&world, stage, x, z);
        assert_eq!(bits(before), bits(after), "{stage} at ({x}, {z})");
    }
}

/// Or the tests above would be true of stages that do nothing.
#[test]
fn each_stage_is_warm_somewhere() {
    let world = World::new(Preset::Olympic, Seed::Reference(24301));
    for (stage, x, z) in [
        ("coast", -326.0, 0.0),
        ("cliffs", 1940.118, -2440.447),
        ("dunes", -403.39, -1800.5),
        ("cove", -311.28, 20.0),
        ("trailhead-pad", -221.3, 0.0),
        ("road-corridor", -230.3, 0.0),
    ] {
        let (before, after) = around(&world, stage, x, z);
        assert_ne!(bits(before), bits(after), "{stage} at ({x}, {z})");
    }
}

#[test]
fn kept_places_stand_in_order_and_pass_the_ground_on() {
    let names: Vec<&str> = Preset::Olympic.stages().iter().map(|stage| stage.name).collect();
    let expected = [
        "mountains",
        "drainage",
        "coast",
        "cliffs",
        "dunes",
        "cove",
        "trailhead-pad",
        "made-features",
        "lakes",
        "trail-corridor",
        "trail-bench",
        "road-corridor",
    ];
    assert_eq!(names, expected);
    let world = World::new(Preset::Olympic, Seed::Own(1));
    let built: Vec<&str> = world.stages().map(|stage| stage.contract().name).collect();
    assert_eq!(built, expected);
    for stage in Preset::Olympic.stages().iter().filter(|stage| stage.writes.is_empty()) {
        assert!(stage.reads.contains(&Quantity::Ground) && stage.specs().count() == 0, "{}", stage.name);
        let (before, after) = around(&world, stage.name, -311.0, 20.0);
        assert_eq!(bits(before), bits(after), "{}", stage.name);
    }
}

/// Streams are derived for each stage: taking one away leaves every other one alone.
#[test]
fn one_stage_switched_off_leaves_the_others_alone() {
    let whole = World::new(Preset::Olympic, Seed::Own(3));
    let mut tunables = whole.tunables().clone();
    tunables.set("dune_amplitude", 0.0).unwrap();
    tunables.set("stack_chance", 0.0).unwrap();
    let without = World::with_tunables(tunables, whole.seed()).unwrap();
    for i in 0..300 {
        let (x, z) = (1000.0 + f64::from(i) * 41.0, f64::from(i) * 97.0);
        assert_eq!(bits(whole.sample(x, z).unwrap()), bits(without.sample(x, z).unwrap()));
    }
}

#[test]
fn every_contract_says_what_it_does_and_names_are_unique() {
    let mut names: Vec<&str> = Vec::new();
    for stage in Preset::Olympic.stages() {
        assert!(!stage.summary.is_empty() && stage.reads.iter().all(|quantity| !quantity.unit().is_empty()));
        names.push(stage.name);
        for spec in stage.specs() {
            assert!(spec.doc.ends_with('.') && !spec.unit.is_empty() && spec.min < spec.max, "{}", spec.name);
            assert!(spec.check(spec.default).is_ok(), "{}: its own default is out of its range", spec.name);
            names.push(spec.name);
        }
        names.extend(stage.salts.iter().map(|(name, _)| *name));
    }
    let count = names.len();
    names.sort_unstable();
    names.dedup();
    // A salt may share its name with the stage that owns it.
    assert!(count - names.len() <= Preset::Olympic.stages().len(), "two tunables of one name");
    let reach = |name: &str| {
        let world = World::new(Preset::Olympic, Seed::Own(1));
        world.stages().find(|stage| stage.contract().name == name).expect("a stage").reach_m()
    };
    assert_eq!((reach("mountains"), reach("coast"), reach("road-corridor")), (0.0, 24.0, 960.0));
}
