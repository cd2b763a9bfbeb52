//! The derivative harness over every preset and every stage, and its teeth.

use std::vec::Vec;

use orogen_field::{Jet, Seed};
use orogen_testkit::Dual;
use orogen_testkit::derivative::{Sweep, sweep, sweep_with_step};

use crate::term::{Term, with_fault};
use crate::{Preset, Sampler, Tunables, World};

/// The largest disagreement allowed, as a share of the steepest slope.
const AGREES: f64 = 0.01;

/// A deterministic spread of numbers in [0, 1): the fractional parts of multiples of an irrational.
fn spread(i: u32, irrational: f64) -> f64 {
    let (_, fraction) = orogen_field::Real::split(f64::from(i) * irrational);
    fraction
}

/// `count` places within `reach` of the origin, in all four quadrants.
fn scattered(count: u32, reach: f64) -> Vec<(f64, f64)> {
    let place = |i| {
        let (x, z) = (spread(i, 0.754_877_666_246_693), spread(i, 0.569_840_290_998_053));
        ((2.0 * x - 1.0) * reach, (2.0 * z - 1.0) * reach)
    };
    (1..=count).map(place).collect()
}

/// Places on the lattice lines of every octave of the mountains, as a reference seed has them.
fn on_lattice_lines() -> Vec<(f64, f64)> {
    let wavelengths = [4096.0, 2048.0, 1792.0, 896.0, 1024.0, 512.0, 256.0, 128.0, 96.0, 64.0, 48.0, 32.0, 16.0, 8.0];
    let lines = wavelengths.iter().flat_map(|wavelength| (-3..=3).map(move |k| wavelength * f64::from(k)));
    lines
        .enumerate()
        .flat_map(|(i, line)| [(line, i as f64 * 37.3 - 900.0), (i as f64 * -41.9 + 800.0, line)])
        .collect()
}

/// Places along the coast of `world`: on the edge of every window, and between.
fn along_the_coast(world: &World) -> Vec<(f64, f64)> {
    let shoreline = world.shoreline().expect("a coast");
    let edges_of_z =
        [-760.0, -700.0, -650.0, -600.0, -190.0, -160.0, -130.0, -6.0, 0.0, 9.0, 130.0, 150.0, 175.0, 600.0];
    let far_z = (0..40).map(|i| f64::from(i) * 1234.5 - 24_000.0);
    let by_distance = [
        -950.0, -933.3, -724.0, -700.0, -533.3, -400.0, -324.0, -280.0, -250.0, -220.0, -180.0, -130.0, -100.0, -70.0,
        -40.0, -30.0, -24.0, -18.0, -6.0, 0.0, 6.0, 12.0, 25.0, 32.0, 36.0, 40.0, 60.0, 100.0, 150.0, 300.0, 600.0,
        900.0,
    ];
    let by_offset = [
        -80.0, -60.0, -36.0, -33.0, -30.0, -20.0, -10.0, -5.5, -2.0, 0.0, 1.0, 3.0, 5.5, 8.0, 9.0, 12.0, 15.0, 20.0,
        30.0, 34.0, 40.0, 60.0, 90.0, 450.0, 480.0, 510.0,
    ];
    let mut places = Vec::new();
    for z in edges_of_z.into_iter().chain(far_z) {
        let frame = shoreline.frame(z);
        places.extend(by_distance.iter().map(|d| (frame.coast_x + d, z)));
        places.extend(by_offset.iter().map(|u| (frame.road_x() + u, z)));
        places.push((frame.coast_x + frame.blend_end.0, z));
    }
    places
}

/// Places on the sea stacks that stand where their band rises or falls: few, and found by taking the stacks away.
fn on_banded_stacks(world: &World) -> Vec<(f64, f64)> {
    let mut bare = world.tunables().clone();
    bare.set("stack_chance", 0.0).expect("in range");
    let bare = World::with_tunables(bare, world.seed()).expect("a world");
    let shoreline = world.shoreline().expect("a coast");
    let band = (0..12).map(|i| f64::from(i) * 5.0).flat_map(|d| [-280.0 + d, -100.0 + d]).collect::<Vec<_>>();
    let lines = (0..300).map(|i| f64::from(i) * 17.0 + 1000.0);
    let places = lines.flat_map(|z| {
        let coast_x = shoreline.frame(z).coast_x;
        band.iter().map(move |d| (coast_x + d, z)).collect::<Vec<_>>()
    });
    places.filter(|&(x, z)| whole(world)(x, z) != whole(&bare)(x, z)).collect()
}

/// Places where dunes give way to the road.
fn beside_the_road(world: &World) -> Vec<(f64, f64)> {
    let shoreline = world.shoreline().expect("a coast");
    let lines = (0..60).map(|i| f64::from(i) * 71.3 + 1000.0);
    let places = lines.flat_map(|z| {
        let road_x = shoreline.frame(z).road_x();
        (0..10).map(move |i| (road_x - 40.0 + f64::from(i), z))
    });
    places.collect()
}

/// Places on the open beach, away from the trailhead, where nothing is steep and a small fault is a large share.
fn on_the_beach(world: &World) -> Vec<(f64, f64)> {
    let shoreline = world.shoreline().expect("a coast");
    let lines = (0..60).map(|i| f64::from(i) * 71.3 + 1000.0);
    let places = lines.flat_map(|z| {
        let coast_x = shoreline.frame(z).coast_x;
        (0..12).map(move |i| (coast_x + f64::from(i) * 2.1, z))
    });
    places.collect()
}

fn places(world: &World) -> Vec<(f64, f64)> {
    let mut places = scattered(1500, 95_000.0);
    places.extend(on_lattice_lines());
    if world.shoreline().is_some() {
        places.extend(along_the_coast(world));
        places.extend(on_banded_stacks(world));
    }
    places
}

/// The ground of `world` after its stage number `last`.
fn after_stage(world: &World, last: usize) -> impl Fn(f64, f64) -> Jet + '_ {
    move |x, z| {
        let ground = |site: &crate::Site<'_>| world.pipeline().trace(site).nth(last).expect("a stage").1;
        Sampler::new(world, 8).at(x, z, ground)
    }
}

fn whole(world: &World) -> impl Fn(f64, f64) -> Jet + '_ {
    |x, z| Sampler::new(world, 8).sample_unchecked(x, z)
}

#[track_caller]
fn assert_agrees(what: &str, sweep: &Sweep) {
    assert!(sweep.share() < AGREES, "{what}: {sweep:?}, share {}", sweep.share());
}

#[test]
fn every_stage_of_every_preset_has_the_right_gradient() {
    for &preset in Preset::ALL {
        for seed in [Seed::Reference(1337), Seed::Own(1337), Seed::Own(u64::MAX)] {
            let world = World::new(preset, seed);
            let places = places(&world);
            for (i, stage) in world.stages().enumerate() {
                let found = sweep(after_stage(&world, i), places.iter().copied());
                assert_agrees(&std::format!("{preset}, seed {seed}, {}", stage.contract().name), &found);
                assert!(found.steepest > 0.3, "{preset}: the sweep saw no steep ground: {found:?}");
            }
        }
    }
}

#[test]
fn the_beach_has_the_right_gradient_by_its_own_measure() {
    for seed in [Seed::Reference(1337), Seed::Own(4)] {
        let world = World::new(Preset::Olympic, seed);
        let found = sweep(whole(&world), on_the_beach(&world));
        assert_agrees("the beach", &found);
        assert!(found.steepest < 0.5, "the beach is not flat: {found:?}");
    }
}

#[test]
fn gradients_hold_out_to_the_edge_of_the_domain() {
    for &preset in Preset::ALL {
        let world = World::new(preset, Seed::Own(11));
        for reach in [1e6, 1e8, 0.999e9] {
            assert_agrees(&std::format!("{preset} at {reach}"), &sweep(whole(&world), scattered(150, reach)));
        }
        if let Some(shoreline) = world.shoreline() {
            let coast = scattered(60, 0.999e9).into_iter().flat_map(|(_, z)| {
                let frame = shoreline.frame(z);
                [-533.0, -250.0, -60.0, 0.0, 30.0, 70.0, 200.0].map(|d| (frame.coast_x + d, z))
            });
            assert_agrees("far coast", &sweep(whole(&world), coast));
        }
    }
}

#[test]
fn gradients_hold_at_both_ends_of_every_tunable() {
    for &preset in &[Preset::Dense, Preset::Olympic] {
        let defaults = Tunables::new(preset);
        for (spec, _) in defaults.iter() {
            for end in [spec.min, spec.max] {
                let mut tunables = defaults.clone();
                tunables.set(spec.name, end).expect("the end of its range");
                let Ok(world) = World::with_tunables(tunables, Seed::Own(5)) else { continue };
                let mut places = scattered(60, 20_000.0);
                if world.shoreline().is_some() {
                    places.extend(along_the_coast(&world).into_iter().step_by(3));
                }
                let found = sweep(whole(&world), places);
                assert_agrees(&std::format!("{preset}, {} = {end}", spec.name), &found);
            }
        }
    }
}

/// Or the test before this one would skip what it claims to cover.
#[test]
fn nearly_every_end_of_a_range_fits_the_other_defaults() {
    let defaults = Tunables::new(Preset::Olympic);
    let fits = |name: &str, value| {
        let mut tunables = defaults.clone();
        tunables.set(name, value).expect("in range");
        World::with_tunables(tunables, Seed::Own(5)).is_ok()
    };
    let refused: Vec<_> = defaults
        .iter()
        .flat_map(|(spec, _)| [(spec.name, spec.min), (spec.name, spec.max)])
        .filter(|(name, end)| !fits(name, *end))
        .collect();
    // These need their partner moved with them.
    let expected = [
        ("ridge_blend_lo", 0.9),
        ("ridge_blend_hi", 0.1),
        ("apron_half_width", 100.0),
        ("floor_depth", 8.0),
        ("shelf_break_depth", 100.0),
    ];
    assert_eq!(refused, expected);
}

/// The mountains' gradient against dual numbers: the same source, differentiated by another hand.
#[test]
fn the_mountains_agree_with_dual_numbers() {
    for &preset in Preset::ALL {
        for seed in [Seed::Reference(24301), Seed::Own(9)] {
            let world = World::new(preset, seed);
            let mountains = world.mountains();
            let (mut worst, mut steepest) = (0.0_f64, 0.0_f64);
            for (x, z) in scattered(600, 95_000.0).into_iter().chain(on_lattice_lines()) {
                let ground = mountains.jet(x, z);
                let by_x = mountains.jet(Dual::variable(x), Dual::constant(z)).value;
                let by_z = mountains.jet(Dual::constant(x), Dual::variable(z)).value;
                assert_eq!(by_x.value().to_bits(), ground.value.to_bits(), "another value in dual arithmetic");
                worst = worst.max((by_x.derivative() - ground.dx).abs()).max((by_z.derivative() - ground.dz).abs());
                steepest = steepest.max(ground.slope());
            }
            assert!(worst < 1e-11 * steepest, "{preset}, seed {seed}: {worst} of {steepest}");
        }
    }
}

#[test]
fn the_uplift_hessian_agrees_with_dual_numbers() {
    let world = World::new(Preset::Dense, Seed::Own(9));
    for (x, z) in scattered(300, 95_000.0) {
        let uplift = world.mountains().uplift(x, z);
        let by_x = world.mountains().uplift(Dual::variable(x), Dual::constant(z));
        let by_z = world.mountains().uplift(Dual::constant(x), Dual::variable(z));
        for (dual, exact) in [
            (by_x.value, uplift.dx),
            (by_z.value, uplift.dz),
            (by_x.dx, uplift.dxx),
            (by_x.dz, uplift.dxz),
            (by_z.dx, uplift.dxz),
            (by_z.dz, uplift.dzz),
        ] {
            assert!((dual.derivative() - exact).abs() < 1e-15, "{} against {exact}", dual.derivative());
        }
    }
}

/// The share that a sweep reports when `term` is scaled by `factor`, after the stage that owns it.
fn share_under(term: Term, factor: f64, preset: Preset, stage: &str) -> f64 {
    let world = World::new(preset, Seed::Reference(24301));
    let last = world.stages().position(|candidate| candidate.contract().name == stage).expect("a stage");
    let places = match (stage, term) {
        ("mountains", _) => scattered(234, 95_000.0),
        (_, Term::StackBand) => on_banded_stacks(&world),
        ("dunes", _) => on_the_beach(&world).into_iter().chain(beside_the_road(&world)).collect(),
        _ => along_the_coast(&world),
    };
    with_fault(term, factor, || sweep(after_stage(&world, last), places).share())
}

#[test]
fn a_dropped_or_flipped_term_is_noticed() {
    let inland = |term| (term, Preset::Montane, "mountains");
    let coast = |term, stage| (term, Preset::Olympic, stage);
    for (term, preset, stage) in [
        inland(Term::Weight),
        inland(Term::WeightUplift),
        inland(Term::ErosionWeight),
        inland(Term::RidgeBlend),
        inland(Term::RidgeProfile),
        inland(Term::WarpJacobian),
        inland(Term::UpliftPower),
        (Term::TalusWeight, Preset::Dense, "mountains"),
        coast(Term::ShoreAlong, "coast"),
        coast(Term::StackBand, "coast"),
        coast(Term::StackColumn, "coast"),
        coast(Term::BlendAcross, "coast"),
        coast(Term::BlendAlong, "coast"),
        coast(Term::CliffAltitude, "cliffs"),
        coast(Term::CliffNoise, "cliffs"),
        coast(Term::CliffRoad, "cliffs"),
        coast(Term::CliffApron, "cliffs"),
        coast(Term::CliffMask, "cliffs"),
        coast(Term::CliffTerrace, "cliffs"),
        coast(Term::DuneRoad, "dunes"),
        coast(Term::DuneAltitude, "dunes"),
        coast(Term::DuneShape, "dunes"),
        coast(Term::CoveWeight, "cove"),
        coast(Term::CoveProfile, "cove"),
        coast(Term::HeadlandProfile, "cove"),
        coast(Term::HeadlandWindow, "cove"),
        coast(Term::PadDisc, "trailhead-pad"),
        coast(Term::CorridorAcross, "road-corridor"),
        coast(Term::CorridorAlong, "road-corridor"),
        coast(Term::CorridorGrade, "road-corridor"),
    ] {
        for factor in [0.0, -1.0] {
            let share = share_under(term, factor, preset, stage);
            assert!(share > AGREES, "{term:?} times {factor} passes with {share}");
        }
    }
}

#[test]
fn the_great_terms_are_missed_loudly() {
    for term in [Term::Weight, Term::ErosionWeight, Term::WarpJacobian, Term::UpliftPower] {
        let share = share_under(term, 0.0, Preset::Montane, "mountains");
        assert!(share > 0.1, "{term:?} dropped: {share}");
    }
}

#[test]
fn the_harness_agrees_with_itself_at_another_step() {
    let world = World::new(Preset::Olympic, Seed::Reference(1337));
    assert_agrees("half the step", &sweep_with_step(whole(&world), along_the_coast(&world), |_| 0.01));
}
