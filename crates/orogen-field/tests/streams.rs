//! Streams of one world, and worlds of neighbouring seeds, have nothing to do with each other.
//!
//! The bound of 0.05 is nine standard deviations of chance over 65,536 points; the largest of 16,641 shifts of some
//! thousand pairs lies near 0.02.

use orogen_field::{Key, Seed};
use orogen_testkit::correlation::{Correlator, symmetry};

const UNRELATED: f32 = 0.05;

/// Every salt of the endless world with the octaves it is used with.
const STREAMS: &[(u32, u32)] = &[
    (0x51ab, 3),
    (0x77a1, 2),
    (0x77a2, 2),
    (0x77b1, 2),
    (0x77b2, 2),
    (0x2e19, 8),
    (0x0cea, 2),
    (0x57ac, 1),
    (0x40ad, 2),
    (0x5ca9, 2),
    (0x0a7c, 2),
    (0xc11f, 2),
    (0xd0e5, 3),
    (0xc07e, 1),
];

fn keys(seed: Seed) -> Vec<(u32, u32, Key)> {
    let octaves = |&(salt, octaves)| (0..octaves).map(move |octave| (salt, octave, seed.key(salt, octave)));
    STREAMS.iter().flat_map(octaves).collect()
}

#[test]
fn all_streams_of_one_world_are_unrelated() {
    let correlator = Correlator::default();
    let keys = keys(Seed::Own(1337));
    let windows: Vec<_> = keys.iter().map(|(_, _, key)| correlator.window(key)).collect();
    for (i, (salt, octave, key)) in keys.iter().enumerate() {
        let surroundings = correlator.surroundings(key);
        for (j, (other_salt, other_octave, _)) in keys.iter().enumerate().take(i) {
            let r = correlator.largest(&windows[j], &surroundings);
            assert!(r < UNRELATED, "salt {salt:#x} octave {octave} and {other_salt:#x} octave {other_octave}: {r}");
        }
    }
}

#[test]
fn neighbouring_seeds_are_unrelated() {
    let correlator = Correlator::default();
    let differences = [1, 2, 3, 7, 8, 16, 256, 0x9e37, 1 << 31, 1 << 32];
    for i in 0..50_u64 {
        // Small seeds, which people type, and large ones.
        let seed = if i < 25 { i } else { i.wrapping_mul(0x2545_f491_4f6c_dd1d) };
        let window = correlator.window(&Seed::Own(seed).key(0x51ab, 0));
        for difference in differences {
            let neighbour = Seed::Own(seed.wrapping_add(difference)).key(0x51ab, 0);
            let r = correlator.largest(&window, &correlator.surroundings(&neighbour));
            assert!(r < UNRELATED, "seeds {seed} and {seed} + {difference}: {r}");
        }
    }
}

/// The published fault that our own schedule mends: the columns of one seed are columns of its neighbour.
#[test]
fn the_reference_schedule_fails_where_it_is_known_to() {
    let correlator = Correlator::default();
    let largest = |a: Key, b: Key| correlator.largest(&correlator.window(&a), &correlator.surroundings(&b));
    let neighbours = largest(Seed::Reference(6).key(0x51ab, 0), Seed::Reference(7).key(0x51ab, 0));
    assert!(neighbours > 0.3, "seeds 6 and 7: {neighbours}");
    let warp = largest(Seed::Reference(7).key(0x77a1, 0), Seed::Reference(7).key(0x77a2, 0));
    assert!(warp > 0.1, "the two components of one warp: {warp}");
}

type Image = fn(i32, i32) -> (i32, i32);

/// A half turn, the three mirrors of the axes and the diagonal, and twice the scale.
const IMAGES: [Image; 5] = [|x, z| (-x, -z), |x, z| (-x, z), |x, z| (x, -z), |x, z| (z, x), |x, z| (2 * x, 2 * z)];

#[test]
fn no_stream_is_symmetric_about_the_origin() {
    for seed in 0..20 {
        for (salt, octave, key) in keys(Seed::Own(seed)) {
            for (i, image) in IMAGES.iter().enumerate() {
                let found = symmetry(&key, image);
                let name = format!("seed {seed}, salt {salt:#x}, octave {octave}, image {i}: {found:?}");
                assert!(found.r.abs() < 0.05, "{name}");
                assert!(found.equal_share < 0.001, "{name}");
            }
        }
    }
}

#[test]
fn the_reference_schedule_is_symmetric_about_the_origin() {
    let strongest = (0..20)
        .map(|seed| symmetry(&Seed::Reference(seed).key(0x51ab, 0), |x, z| (-x, -z)).r.abs())
        .fold(0.0, f64::max);
    assert!(strongest > 0.1, "{strongest}");
}
