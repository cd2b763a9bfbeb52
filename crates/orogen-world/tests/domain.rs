//! The edge of the domain, and what lies beyond it.

use orogen_field::{GridError, Jet, ParamError, Seed};
use orogen_world::{DOMAIN_M, Preset, Tunables, World, WorldError};
use proptest::prelude::*;

fn any_preset() -> impl Strategy<Value = Preset> {
    prop::sample::select(Preset::ALL)
}

fn any_seed() -> impl Strategy<Value = Seed> {
    prop_oneof![any::<u64>().prop_map(Seed::Own), any::<i32>().prop_map(Seed::Reference)]
}

proptest! {
    #[test]
    fn every_place_in_the_domain_has_finite_ground(
        preset in any_preset(), seed in any_seed(), x in -DOMAIN_M..=DOMAIN_M, z in -DOMAIN_M..=DOMAIN_M,
    ) {
        let world = World::new(preset, seed);
        let peak = world.tunables().get("peak_height").expect("mountains have a peak height");
        let ground = world.sample(x, z).unwrap();
        // Relief is at most 1 and uplift at most 1; stacks and terraces add some metres, the sea bed lies at -25 m.
        prop_assert!(-30.0 <= ground.value && ground.value <= peak + 50.0, "{ground:?}");
        prop_assert!(ground.slope().is_finite());
        let normal = world.ground(x, z).unwrap().normal;
        prop_assert!((normal.iter().map(|part| part * part).sum::<f64>() - 1.0).abs() < 1e-12);
    }

    #[test]
    fn every_place_outside_is_refused(
        preset in any_preset(), x in prop::num::f64::ANY, z in prop::num::f64::ANY,
    ) {
        let world = World::new(preset, Seed::Own(1));
        let inside = x.abs() <= DOMAIN_M && z.abs() <= DOMAIN_M;
        match world.sample(x, z) {
            Ok(_) => prop_assert!(inside),
            Err(WorldError::Coordinate { .. }) => prop_assert!(!inside),
            Err(other) => prop_assert!(false, "{other}"),
        }
    }

    #[test]
    fn the_floor_is_a_floor(preset in any_preset(), z in -1e5..1e5_f64) {
        let world = World::new(preset, Seed::Own(1));
        let jump = world.sample(1e-6, z).unwrap().value - world.sample(-1e-6, z).unwrap().value;
        prop_assert!(jump.abs() <= 2e-6 * 8.0, "{jump}");
        let jump = world.sample(z, 1e-6).unwrap().value - world.sample(z, -1e-6).unwrap().value;
        prop_assert!(jump.abs() <= 2e-6 * 8.0, "{jump}");
    }
}

#[test]
fn the_edge_itself_belongs_to_the_domain() {
    for &preset in Preset::ALL {
        let world = World::new(preset, Seed::Own(5));
        for (x, z) in [(DOMAIN_M, DOMAIN_M), (-DOMAIN_M, DOMAIN_M), (DOMAIN_M, -DOMAIN_M), (-DOMAIN_M, -DOMAIN_M)] {
            assert!(world.sample(x, z).unwrap().value.is_finite());
        }
        let beyond = DOMAIN_M.next_up();
        for (x, z, axis) in [(beyond, 0.0, "x"), (0.0, -beyond, "z"), (f64::NAN, 0.0, "x"), (0.0, f64::INFINITY, "z")] {
            let refusal = world.sample(x, z).unwrap_err();
            assert!(matches!(refusal, WorldError::Coordinate { axis: named, .. } if named == axis), "{refusal}");
        }
    }
    let message = World::new(Preset::Plain, Seed::Own(5)).sample(3e30, 0.0).unwrap_err().to_string();
    assert_eq!(
        message,
        "x: expected a finite number of metres from -1000000000 to 1000000000, got 3000000000000000000000000000000; \
         move into the domain"
    );
}

/// Where a 32-bit lattice would overflow: 2^31 wavelengths out is past the domain for every wavelength of a metre or more.
#[test]
fn ground_far_out_is_as_rough_as_ground_near_by() {
    let roughness = |world: &World, x0: f64| {
        let transects = (0..200).map(|i| {
            let z = f64::from(i) * 997.0 - 1e5;
            let at = |x: f64| world.sample(x, z).unwrap().value;
            (0..100).map(|k| (at(x0 + f64::from(k) + 1.0) - at(x0 + f64::from(k))).abs()).sum::<f64>()
        });
        transects.sum::<f64>() / 20_000.0
    };
    for &preset in &[Preset::Plain, Preset::Ridged, Preset::Montane, Preset::Dense] {
        let world = World::new(preset, Seed::Own(2));
        let near = (0..8).map(|i| roughness(&world, f64::from(i) * 9000.0)).sum::<f64>() / 8.0;
        for x0 in [16_777_216.0, 1e8, 0.9999e9] {
            let far = (0..8).map(|i| roughness(&world, x0 - f64::from(i) * 9000.0)).sum::<f64>() / 8.0;
            assert!((far / near - 1.0).abs() < 0.2, "{preset} at {x0}: {far} against {near}");
            let mut heights: Vec<u64> =
                (0..1000).map(|k| world.sample(x0 - f64::from(k), 77.0).unwrap().value.to_bits()).collect();
            heights.sort_unstable();
            heights.dedup();
            assert!(heights.len() >= 990, "{preset} at {x0}: {} distinct heights", heights.len());
        }
    }
}

#[test]
fn the_coast_far_out_is_a_coast() {
    let world = World::new(Preset::Olympic, Seed::Own(2));
    for z in [-0.9e9, 1e8, 0.99e9] {
        let ground: Vec<Jet> = (0..2000).map(|i| world.sample(f64::from(i) - 1500.0, z).unwrap()).collect();
        assert!(ground[0].value < -5.0 && ground[1999].value > 5.0);
        let flat = ground.iter().filter(|g| g.dx == 0.0 && g.value > -20.0).count();
        assert!((10..=13).contains(&flat), "a level road bed 11 m wide: {flat}");
    }
}

#[test]
fn impossible_windows_are_refused() {
    let world = World::new(Preset::Plain, Seed::Own(1));
    let window = |nx, nz, step| world.window(0.0, 0.0, nx, nz, step).unwrap_err();
    assert!(matches!(window(0, 5, 1.0), WorldError::Grid(GridError::Size { rows: 5, cols: 0 })));
    assert!(matches!(window(5, 0, 1.0), WorldError::Grid(GridError::Size { .. })));
    assert!(matches!(window(5, 5, 0.0), WorldError::Grid(GridError::Placement { what: "step_x", .. })));
    assert!(matches!(window(5, 5, f64::NAN), WorldError::Coordinate { .. }));
    assert!(matches!(window(5, 5, -1.0), WorldError::Grid(GridError::Placement { .. })));
    assert!(matches!(window(1 << 20, 5, 1e6), WorldError::Coordinate { axis: "x", .. }));
    assert!(matches!(window(1 << 40, 1 << 40, 1e-6), WorldError::Coordinate { .. } | WorldError::Grid(_)));
    assert!(matches!(window(usize::MAX, usize::MAX, 1e-300), WorldError::Grid(GridError::Size { .. })));
    assert!(matches!(world.chunk(i32::MAX, 0).unwrap_err(), WorldError::Coordinate { .. }));
    let mut out = [Jet::default(); 2];
    let refusal = world.sample_into(&[[0.0, 0.0]], &mut out).unwrap_err();
    assert_eq!(refusal, WorldError::Batch { points: 1, out: 2 });
    assert!(world.sample_into(&[[0.0, 0.0], [f64::NAN, 0.0]], &mut out).is_err());
    assert_eq!(out, [Jet::default(); 2], "a refused batch leaves its output alone");
}

#[test]
fn tunables_are_refused_in_words() {
    let mut tunables = Tunables::new(Preset::Dense);
    let refusal = tunables.set("peak_hieght", 1.0).unwrap_err().to_string();
    assert_eq!(refusal, "peak_hieght: expected the name of a tunable, got no such name; did you mean peak_height?");
    let refusal = tunables.set("relief_octaves", 8.5).unwrap_err();
    assert!(matches!(refusal, WorldError::Param(ParamError::Value { .. })), "{refusal}");
    assert!(tunables.set("dune_amplitude", 1.0).is_err(), "dense has no dunes");

    tunables.set("ridge_blend_lo", 0.8).unwrap();
    let refusal = World::with_tunables(tunables, Seed::Own(1)).unwrap_err().to_string();
    assert_eq!(
        refusal,
        "ridge_blend_lo: expected less than ridge_blend_hi (0.75), got 0.8; lower it, or raise ridge_blend_hi"
    );

    let mut tunables = Tunables::new(Preset::Dense);
    tunables.set("relief_wavelength", 256.0).unwrap();
    tunables.set("relief_octaves", 10.0).unwrap();
    let refusal = World::with_tunables(tunables, Seed::Own(1)).unwrap_err();
    assert!(matches!(refusal, WorldError::FinestWavelength { got: 10.0, most: 9.0, .. }), "{refusal}");
}

#[test]
fn a_negative_zero_is_a_zero() {
    let mut tunables = Tunables::new(Preset::Dense);
    tunables.set("uplift_floor", -0.0).unwrap();
    let world = World::with_tunables(tunables, Seed::Own(1)).unwrap();
    assert_eq!(world.level_id(), World::new(Preset::Dense, Seed::Own(1)).level_id());
}
