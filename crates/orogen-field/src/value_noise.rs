//! Value noise, for shading and vegetation: a smooth blend of one hash a lattice point.

use crate::hash::unit;
use crate::{Key, Real, Seed};

/// Value noise at lattice coordinates (x, z), in [0, 1); C1 (cubic fade).
///
/// ```
/// use orogen_field::{Seed, value_noise::value_noise};
///
/// assert_eq!(value_noise(&Seed::Reference(7).key(0, 0), 0.37, -0.11), 0.7016319973456429);
/// ```
#[must_use]
pub fn value_noise(key: &Key, x: f64, z: f64) -> f64 {
    let (cell_x, fx) = (x + key.shift_x).split();
    let (cell_z, fz) = (z + key.shift_z).split();
    let corner = |dx: u32, dz: u32| {
        let column = key.absorb_first(cell_x.wrapping_add(dx));
        unit(key.finish(key.absorb(column, cell_z.wrapping_add(dz))))
    };
    let (u, w) = (cubic(fx), cubic(fz));
    let (a, b, c, d) = (corner(0, 0), corner(1, 0), corner(0, 1), corner(1, 1));
    let north = a + (b - a) * u;
    let south = c + (d - c) * u;
    north + (south - north) * w
}

fn cubic(t: f64) -> f64 {
    t * t * (3.0 - 2.0 * t)
}

/// The sum of `octaves` octaves of value noise with gain 1/2 and lacunarity 2, normalised to [0, 1).
///
/// At least one octave is taken. The slope is at most `1.5 * octaves` per lattice unit.
///
/// ```
/// use orogen_field::{Seed, value_noise::value_fbm};
///
/// assert_eq!(value_fbm(Seed::Reference(5), 0, 4, 2.9, 1.3), 0.5983770017939449);
/// ```
#[must_use]
pub fn value_fbm(seed: Seed, salt: u32, octaves: u32, x: f64, z: f64) -> f64 {
    let (mut sum, mut norm, mut amplitude, mut frequency) = (0.0, 0.0, 1.0, 1.0);
    for octave in 0..octaves.max(1) {
        sum += amplitude * value_noise(&seed.key(salt, octave), x * frequency, z * frequency);
        norm += amplitude;
        amplitude *= 0.5;
        frequency *= 2.0;
    }
    sum / norm
}
