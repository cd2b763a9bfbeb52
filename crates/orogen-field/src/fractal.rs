//! Fractal sums of gradient noise.

use alloc::vec::Vec;

use crate::noise::gradient_noise;
use crate::{Jet, Jet2, Key, Real, Seed};

/// Fractional Brownian motion: octaves of gradient noise with gain 1/2 and lacunarity 2, normalised to [-1, 1].
///
/// Every octave has a key of its own. Coordinates are in units of the first octave's wavelength, and derivatives are with
/// respect to them: a caller that divides metres by a wavelength divides the derivatives by it too.
#[derive(Clone, Debug, PartialEq)]
pub struct Fbm {
    keys: Vec<Key>,
    /// The sum of the amplitudes.
    norm: f64,
}

impl Fbm {
    /// The sum of `octaves` octaves (at least one is taken) of the stream named by `salt`.
    #[must_use]
    pub fn new(seed: Seed, salt: u32, octaves: u32) -> Self {
        let keys: Vec<Key> = (0..octaves.max(1)).map(|octave| seed.key(salt, octave)).collect();
        let norm = amplitude_sum(keys.len());
        Self { keys, norm }
    }

    /// Value in [-1, 1], gradient and Hessian at (x, z).
    #[inline(always)]
    pub fn jet2<T: Real>(&self, x: T, z: T) -> Jet2<T> {
        let mut sum = Jet2::constant(T::splat(0.0));
        let (mut amplitude, mut frequency) = (1.0, 1.0);
        for key in &self.keys {
            let n = gradient_noise(key, x * frequency, z * frequency);
            let first = amplitude * frequency;
            let second = amplitude * frequency * frequency;
            sum = Jet2 {
                value: sum.value + n.value * amplitude,
                dx: sum.dx + n.dx * first,
                dz: sum.dz + n.dz * first,
                dxx: sum.dxx + n.dxx * second,
                dxz: sum.dxz + n.dxz * second,
                dzz: sum.dzz + n.dzz * second,
            };
            amplitude *= 0.5;
            frequency *= 2.0;
        }
        sum.divided(self.norm)
    }

    /// Value in [-1, 1] and gradient at (x, z).
    ///
    /// The Hessian's sums have no use here, and the optimiser drops them.
    #[inline]
    pub fn jet<T: Real>(&self, x: T, z: T) -> Jet<T> {
        self.jet2(x, z).first_order()
    }
}

/// `1 + 1/2 + 1/4 + ...` over `octaves` octaves: exact.
#[must_use]
pub fn amplitude_sum(octaves: usize) -> f64 {
    let (mut norm, mut amplitude) = (0.0, 1.0);
    for _ in 0..octaves {
        norm += amplitude;
        amplitude *= 0.5;
    }
    norm
}
