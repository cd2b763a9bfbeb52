//! The lattice noise that the octave sums are made of.

use orogen_field::noise::gradient_noise;
use orogen_field::window::quintic;
use orogen_field::{Key, Real, Seed, hash};

/// Which lattice noise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lattice {
    /// A random value at each lattice point, blended with the quintic fade: blocky, C2.
    Value,
    /// A random gradient at each lattice point: even, C2, and zero on the lattice itself.
    Gradient,
}

/// One octave of lattice noise: its hash stream, and where its lattice lies.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Octave {
    key: Key,
    shift_x: f64,
    shift_z: f64,
}

impl Octave {
    pub(super) fn new(seed: Seed, salt: u32, octave: u32) -> Self {
        let key = seed.key(salt, octave);
        // Between an eighth and seven eighths: no lattice point of gradient noise, where it is zero for every seed,
        // comes to lie on the origin or on a grid of whole wavelengths.
        let shift = |draw| 0.125 + 0.75 * key.draw(i32::MIN, i32::MIN, draw);
        Self { key, shift_x: shift(0), shift_z: shift(1) }
    }

    /// Noise in [-1, 1] at (x, z), in wavelengths.
    #[inline]
    pub(super) fn at(&self, lattice: Lattice, x: f64, z: f64) -> f64 {
        let (x, z) = (x + self.shift_x, z + self.shift_z);
        match lattice {
            Lattice::Gradient => gradient_noise(&self.key, x, z).value,
            Lattice::Value => value_noise(&self.key, x, z),
        }
    }
}

/// Value noise in [-1, 1) with the quintic fade.
#[inline]
fn value_noise(key: &Key, x: f64, z: f64) -> f64 {
    let ((cell_x, fx), (cell_z, fz)) = (x.split(), z.split());
    let (near, far) = (key.absorb_first(cell_x), key.absorb_first(cell_x.wrapping_add(1)));
    let (u, w) = (quintic(fx), quintic(fz));
    let across = |row: u32| {
        let west = hash::unit(key.finish(key.absorb(near, row)));
        let east = hash::unit(key.finish(key.absorb(far, row)));
        west + (east - west) * u
    };
    let (north, south) = (across(cell_z), across(cell_z.wrapping_add(1)));
    2.0 * (north + (south - north) * w) - 1.0
}
