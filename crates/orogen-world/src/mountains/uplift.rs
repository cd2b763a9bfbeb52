//! Uplift: where the land has been raised, in 0..=1.

use orogen_field::{Jet2, Real, Seed, fractal::Fbm};

use super::{MountainTunables, UPLIFT};

/// A slow field in 0..=1, or one value everywhere.
#[derive(Clone, Debug)]
pub(super) enum Uplift {
    Pinned(f64),
    Free { noise: Fbm, wavelength: f64, floor: f64 },
}

impl Uplift {
    pub(super) fn new(seed: Seed, t: &MountainTunables) -> Self {
        if t.uplift_override >= 0.0 {
            Self::Pinned(t.uplift_override)
        } else {
            Self::Free {
                noise: Fbm::new(seed, UPLIFT.1, t.uplift_octaves),
                wavelength: t.uplift_wavelength,
                floor: t.uplift_floor,
            }
        }
    }

    #[inline(always)]
    pub(super) fn jet2<T: Real>(&self, x: T, z: T) -> Jet2<T> {
        match self {
            Self::Pinned(value) => Jet2::constant(T::splat(*value)),
            Self::Free { noise, wavelength, floor } => {
                let n = noise.jet2(x / *wavelength, z / *wavelength);
                let range = 1.0 - floor;
                let gain = range * 0.5;
                Jet2 {
                    value: (n.value * 0.5 + 0.5) * range + *floor,
                    dx: n.dx * gain / *wavelength,
                    dz: n.dz * gain / *wavelength,
                    dxx: n.dxx * gain / *wavelength / *wavelength,
                    dxz: n.dxz * gain / *wavelength / *wavelength,
                    dzz: n.dzz * gain / *wavelength / *wavelength,
                }
            }
        }
    }
}
