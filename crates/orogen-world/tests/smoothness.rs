//! How smooth the ground is, as it is documented: C2, or C1 with a bounded second derivative.

use orogen_field::{Jet, Seed};
use orogen_world::{Preset, Tunables, World};

/// Places on lattice lines of every octave of relief, for a world without a warp and a reference seed: x is a multiple of
/// the octave's wavelength.
fn on_lattice_lines() -> Vec<(f64, f64)> {
    let octaves = [1024.0, 512.0, 256.0, 128.0, 64.0, 32.0, 16.0, 8.0];
    let lines = octaves.iter().flat_map(|wavelength| (1..=12).map(move |k| wavelength * f64::from(2 * k - 13)));
    lines.enumerate().map(|(i, x)| (x, i as f64 * 61.7 - 2000.0)).collect()
}

/// The mean difference between the second derivatives on the two sides of each place, over a distance `h`.
fn second_derivative_jump(field: &impl Fn(f64, f64) -> Jet, places: &[(f64, f64)], h: f64) -> f64 {
    let jump = |&(x, z): &(f64, f64)| {
        let (west, here, east) = (field(x - h, z).dx, field(x, z).dx, field(x + h, z).dx);
        ((east - here) / h - (here - west) / h).abs()
    };
    places.iter().map(jump).sum::<f64>() / places.len() as f64
}

/// How a jump falls as the distance falls to a quarter: 4 where the second derivative is continuous, 1 where it jumps.
fn fall(field: impl Fn(f64, f64) -> Jet, places: &[(f64, f64)]) -> f64 {
    second_derivative_jump(&field, places, 0.02) / second_derivative_jump(&field, places, 0.005)
}

fn world(preset: Preset, overrides: &[(&str, f64)]) -> World {
    let mut tunables = Tunables::new(preset);
    for (name, value) in overrides {
        tunables.set(name, *value).unwrap();
    }
    World::with_tunables(tunables, Seed::Reference(1337)).unwrap()
}

fn ground(world: &World) -> impl Fn(f64, f64) -> Jet + '_ {
    |x, z| world.sample(x, z).unwrap()
}

#[test]
fn ridged_is_c2_across_lattice_lines() {
    let world = world(Preset::Ridged, &[]);
    let fall = fall(ground(&world), &on_lattice_lines());
    assert!(fall > 3.5, "{fall}");
}

#[test]
fn plain_is_c2_but_where_its_ridge_blend_begins_and_ends() {
    let world = world(Preset::Plain, &[("warp_enabled", 0.0)]);
    let across_lattice_lines = fall(ground(&world), &on_lattice_lines());
    assert!(across_lattice_lines > 3.5, "{across_lattice_lines}");
    // The uplift is slow, so its jump is small: one octave of relief leaves it in sight.
    let broad = self::world(Preset::Plain, &[("warp_enabled", 0.0), ("relief_octaves", 1.0)]);
    for edge in [0.35, 0.75] {
        let places = where_uplift_is(&broad, edge);
        let at_the_edge = fall(ground(&broad), &places);
        assert!(at_the_edge < 2.0, "the blend's end at {edge} is C2 now; say so: {at_the_edge}");
        let beside: Vec<_> = places.iter().map(|(x, z)| (x + 3.7, *z)).collect();
        assert!(fall(ground(&broad), &beside) > 3.5);
    }
}

/// Places where the uplift takes a value, by bisection along lines of constant z.
fn where_uplift_is(world: &World, value: f64) -> Vec<(f64, f64)> {
    let mut places = Vec::new();
    for i in 0..8000 {
        let z = f64::from(i) * 911.3 - 180_000.0;
        let above = |x: f64| world.mountains().uplift(x, z).value > value;
        let (mut west, mut east) = (0.0, 2000.0);
        if above(west) == above(east) {
            continue;
        }
        for _ in 0..60 {
            let middle = 0.5 * (west + east);
            if above(middle) == above(west) { west = middle } else { east = middle }
        }
        places.push((west, z));
    }
    assert!(places.len() > 20, "{} crossings of {value}", places.len());
    places
}

#[test]
fn damped_worlds_are_c1_with_a_bounded_second_derivative() {
    for preset in [Preset::Montane, Preset::Dense] {
        let world = world(preset, &[("warp_enabled", 0.0)]);
        let field = ground(&world);
        let places = on_lattice_lines();
        let gradient_jump =
            |h: f64| places.iter().map(|&(x, z)| (field(x + h, z).dx - field(x - h, z).dx).abs()).fold(0.0, f64::max);
        let ratio = gradient_jump(0.02) / gradient_jump(0.005);
        assert!(ratio > 3.5, "{preset}: the gradient itself jumps: {ratio}");
        // The weights read the guide's gradient, whose own second derivative jumps on lattice lines.
        let fall = fall(&field, &places);
        assert!(fall < 3.0, "{preset} is C2 now; say so: {fall}");
        let curvature = gradient_jump(0.005) / 0.01;
        assert!(curvature < 2.0, "{preset}: second derivative of {curvature} per metre");
    }
}

/// A fault of the reference that ours must not have: its pad was cut by the bowl's gate at an offset of 8 m.
#[test]
fn the_pad_is_smooth_all_round() {
    let world = World::new(Preset::Olympic, Seed::Reference(24301));
    let after_pad = |x: f64, z: f64| {
        let trace = world.trace(x, z).unwrap();
        trace.iter().find(|(name, _)| *name == "trailhead-pad").expect("the pad").1
    };
    for z in [-12.0, -7.0, 0.0, 3.0, 10.0] {
        for i in 0..2500 {
            let x = -238.0 + f64::from(i) * 0.01;
            let (here, next) = (after_pad(x, z), after_pad(x + 0.01, z));
            assert!((next.value - here.value).abs() < 0.01, "a step of the ground at ({x}, {z})");
            assert!((next.dx - here.dx).abs() < 0.01, "a step of the slope at ({x}, {z})");
        }
    }
}

/// A second fault: the cove had no seaward end, and dug a straight-sided trench to the horizon.
#[test]
fn the_sea_bed_off_the_cove_is_the_open_sea_bed() {
    let world = World::new(Preset::Olympic, Seed::Reference(24301));
    for x in [-1100.0, -1500.0, -4000.0] {
        let across: Vec<f64> = (-60..=60).map(|i| world.sample(x, f64::from(i) * 5.0).unwrap().value).collect();
        let steepest = across.windows(2).map(|pair| (pair[1] - pair[0]).abs()).fold(0.0, f64::max);
        assert!(steepest < 0.5, "a wall in the sea bed at x = {x}: {steepest} m in 5 m");
    }
}

/// A C2 window leaves its seam with the cube of the distance: twice as far in, eight times as much.
#[test]
fn dunes_leave_the_road_with_the_cube_of_the_distance() {
    let world = World::new(Preset::Olympic, Seed::Reference(24301));
    let bare = {
        let mut tunables = world.tunables().clone();
        tunables.set("dune_amplitude", 0.0).unwrap();
        World::with_tunables(tunables, world.seed()).unwrap()
    };
    // The road's line by its level bed, whose gradient along x is exactly zero.
    let road_x = |z: f64| {
        let level: Vec<f64> =
            (0..1200).map(|i| -450.0 + f64::from(i) * 0.25).filter(|x| is_bed(&world, *x, z)).collect();
        0.5 * (level.first().expect("a bed") + level.last().expect("a bed"))
    };
    let lines: Vec<(f64, f64)> = (0..40).map(|i| 1000.0 + f64::from(i) * 97.0).map(|z| (road_x(z), z)).collect();
    let dune = |inward: f64| -> f64 {
        let at = |&(road_x, z): &(f64, f64)| {
            let x = road_x - 30.0 - inward;
            (world.sample(x, z).unwrap().value - bare.sample(x, z).unwrap().value).abs()
        };
        lines.iter().map(at).sum()
    };
    let ratio = dune(4.0) / dune(2.0);
    assert!((4.5..=9.0).contains(&ratio), "{ratio}");
    assert!(dune(0.5) < dune(4.0) / 100.0, "dunes at the road's edge");
}

fn is_bed(world: &World, x: f64, z: f64) -> bool {
    let ground = world.sample(x, z).unwrap();
    ground.dx == 0.0 && ground.value > 0.0
}
