//! What every machine has to print alike: a line for each of 25 worlds, its level id and a digest of its samples' bits.

use orogen_field::{Jet, Seed};
use orogen_world::{DOMAIN_M, Preset, World};

/// Half the sides of the squares around the origin in which places are scattered, in metres: all four quadrants, from the
/// trailhead to the edge of the domain.
const REACHES_M: [f64; 4] = [300.0, 20_000.0, 3.0e6, DOMAIN_M];

/// Places in each square.
const SCATTERED: u32 = 150;

/// Places on each line across the coast, from the shelf to the cliffs.
const ACROSS: u32 = 40;

/// Lines across the coast: through the cove, through open beach, and far along either way, in metres.
const LINES_Z_M: [f64; 8] = [-9.5e8, -20_000.5, -1_800.5, -160.0, 0.0, 20.0, 2_500.25, 7.3e8];

/// Each preset with seeds of both kinds, those at the ends of their range among them.
fn worlds() -> impl Iterator<Item = World> {
    let seeds = [Seed::Own(0), Seed::Own(1337), Seed::Own(u64::MAX), Seed::Reference(1337), Seed::Reference(-5)];
    Preset::ALL.iter().flat_map(move |&preset| seeds.map(|seed| World::new(preset, seed)))
}

/// The fractional part of `i * step`, in [0, 1).
fn spread(i: u32, step: f64) -> f64 {
    let product = f64::from(i) * step;
    product - libm::floor(product)
}

/// Where the samples are taken: the same places in every world.
fn places() -> Vec<[f64; 2]> {
    // Multiples of these two, modulo 1, fill a square evenly: the powers of the plastic number's inverse.
    let [step_x, step_z] = [0.754_877_666_246_692_7, 0.569_840_290_998_053_2];
    let scattered = REACHES_M.into_iter().flat_map(|reach| {
        (0..SCATTERED).map(move |i| [step_x, step_z].map(|step| reach * (2.0 * spread(i, step) - 1.0)))
    });
    let across = LINES_Z_M.into_iter().flat_map(|z| (0..ACROSS).map(move |i| [f64::from(i) * 25.3 - 900.0, z]));
    scattered.chain(across).collect()
}

/// First 16 bytes of BLAKE3 over the bits of height and both slopes at each place, little end first.
fn sample_digest(world: &World, places: &[[f64; 2]]) -> String {
    let mut ground = vec![Jet::default(); places.len()];
    world.sample_into(places, &mut ground).expect("places in the domain");
    let mut hasher = blake3::Hasher::new();
    for number in ground.iter().flat_map(|ground| [ground.value, ground.dx, ground.dz]) {
        hasher.update(&number.to_bits().to_le_bytes());
    }
    hasher.finalize().as_bytes()[..16].iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The whole text: level id and digest of each world, one world a line.
pub(crate) fn report() -> String {
    let places = places();
    worlds().map(|world| format!("{} {}\n", world.level_id(), sample_digest(&world, &places))).collect()
}
