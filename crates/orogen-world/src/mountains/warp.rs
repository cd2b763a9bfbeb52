//! The two-scale domain warp: where a place looks up its relief.

use orogen_field::{Real, Seed, fractal::Fbm};

use super::{MountainTunables, WARP_COARSE_X, WARP_COARSE_Z, WARP_FINE_X, WARP_FINE_Z};
use crate::term::{Term, term};

/// A warped place and the Jacobian of the warp: `xz` is the derivative of the warped x along z.
#[derive(Clone, Copy)]
pub(super) struct Warped<T> {
    pub(super) x: T,
    pub(super) z: T,
    pub(super) xx: T,
    pub(super) xz: T,
    pub(super) zx: T,
    pub(super) zz: T,
}

/// No warp.
#[inline(always)]
pub(super) fn identity<T: Real>(x: T, z: T) -> Warped<T> {
    let (one, zero) = (T::splat(1.0), T::splat(0.0));
    Warped { x, z, xx: one, xz: zero, zx: zero, zz: one }
}

/// Two noise fields for each axis: a coarse one that bends ranges and a fine one that frays them.
#[derive(Clone, Debug)]
pub(super) struct Warp {
    coarse: Band,
    fine: Band,
}

#[derive(Clone, Debug)]
struct Band {
    x: Fbm,
    z: Fbm,
    wavelength: f64,
    strength: f64,
}

impl Warp {
    pub(super) fn new(seed: Seed, t: &MountainTunables) -> Self {
        let field = |salt: (&str, u32)| Fbm::new(seed, salt.1, t.warp_octaves);
        Self {
            coarse: Band {
                x: field(WARP_COARSE_X),
                z: field(WARP_COARSE_Z),
                wavelength: t.warp_coarse_wavelength,
                strength: t.warp_coarse_strength,
            },
            fine: Band {
                x: field(WARP_FINE_X),
                z: field(WARP_FINE_Z),
                wavelength: t.warp_fine_wavelength,
                strength: t.warp_fine_strength,
            },
        }
    }

    #[inline(always)]
    pub(super) fn at<T: Real>(&self, x: T, z: T) -> Warped<T> {
        let (coarse, fine) = (&self.coarse, &self.fine);
        let (coarse_x, coarse_z) = (x / coarse.wavelength, z / coarse.wavelength);
        let (fine_x, fine_z) = (x / fine.wavelength, z / fine.wavelength);
        let cx = coarse.x.jet(coarse_x, coarse_z);
        let cz = coarse.z.jet(coarse_x, coarse_z);
        let fx = fine.x.jet(fine_x, fine_z);
        let fz = fine.z.jet(fine_x, fine_z);

        // Metres of displacement per lattice unit, over metres per lattice unit.
        let kc = coarse.strength / coarse.wavelength;
        let kf = fine.strength / fine.wavelength;
        let bend = |value| term(Term::WarpJacobian, value);
        Warped {
            x: x + cx.value * coarse.strength + fx.value * fine.strength,
            z: z + cz.value * coarse.strength + fz.value * fine.strength,
            xx: bend(cx.dx * kc) + 1.0 + bend(fx.dx * kf),
            xz: bend(cx.dz * kc) + bend(fx.dz * kf),
            zx: bend(cz.dx * kc) + bend(fz.dx * kf),
            zz: bend(cz.dz * kc) + 1.0 + bend(fz.dz * kf),
        }
    }
}
