//! Mountains: uplift, two-scale warp, and a hybrid multifractal that its own guide gradient damps.
//!
//! One function of (tunables, seed, x, z), written once over the number type. Uplift is read where the sample is; the
//! relief is a function of the warped place. The gradient of every part is carried by hand, so that a sample costs 19
//! evaluations of lattice noise and no differencing.

mod relief;
mod uplift;
mod warp;

use orogen_field::{Jet, Jet2, Real, Seed, tunables, window};

use crate::stage::{Contract, Quantity, Site, Stage};
use crate::term::{Term, term};
use relief::Relief;
use uplift::Uplift;
use warp::Warp;

tunables! {
    /// What the mountains are made with. The defaults are the preset `montane`.
    pub struct MountainTunables {
        /// Wavelength of the broadest rise and fall of the land.
        uplift_wavelength: f64 = 4096.0, "m", 256.0..=65536.0;
        /// Octaves of uplift.
        uplift_octaves: u32 = 3.0, "1", 1.0..=8.0;
        /// Power to which uplift is raised: higher keeps the high ground rarer.
        uplift_power: u32 = 2.0, "1", 1.0..=4.0;
        /// Smallest uplift, which keeps relief in the lowlands.
        uplift_floor: f64 = 0.0, "1", 0.0..=0.9;
        /// Pins uplift to this value everywhere; any negative value leaves it free.
        uplift_override: f64 = -1.0, "1", -1.0..=1.0;
        /// Whether the domain is warped.
        warp_enabled: bool = 1.0, "1", 0.0..=1.0;
        /// Wavelength of the coarse warp.
        warp_coarse_wavelength: f64 = 512.0, "m", 256.0..=8192.0;
        /// Farthest displacement by the coarse warp.
        warp_coarse_strength: f64 = 120.0, "m", 0.0..=240.0;
        /// Wavelength of the fine warp.
        warp_fine_wavelength: f64 = 96.0, "m", 64.0..=2048.0;
        /// Farthest displacement by the fine warp.
        warp_fine_strength: f64 = 18.0, "m", 0.0..=36.0;
        /// Octaves of each warp.
        warp_octaves: u32 = 2.0, "1", 1.0..=4.0;
        /// Wavelength of the broadest octave of relief.
        relief_wavelength: f64 = 1024.0, "m", 256.0..=16384.0;
        /// Octaves of relief.
        relief_octaves: u32 = 8.0, "1", 1.0..=10.0;
        /// Height that relief and uplift at their greatest would reach together.
        peak_height: f64 = 650.0, "m", 10.0..=4000.0;
        /// Whether steep ground gets less detail, as if eroded.
        erosion_enabled: bool = 1.0, "1", 0.0..=1.0;
        /// How strongly steepness damps the finer octaves.
        erosion_strength: f64 = 6.0, "1", 0.0..=32.0;
        /// Whether ground past the angle of repose gets less detail, as if slumped.
        talus_enabled: bool = 1.0, "1", 0.0..=1.0;
        /// Slope at which talus begins: tan 34 degrees, rounded.
        repose_slope: f64 = 0.675, "m/m", 0.1..=2.0;
        /// Width of the slope band over which talus sets in.
        talus_band: f64 = 0.35, "m/m", 0.1..=2.0;
        /// Share of the finer octaves that talus takes away.
        talus_strength: f64 = 0.85, "1", 0.0..=1.0;
        /// Half-width of the rounding of ridge crests, in units of noise.
        ridge_epsilon: f64 = 0.02, "1", 0.01..=0.5;
        /// Uplift below which octaves are smooth.
        ridge_blend_lo: f64 = 0.35, "1", 0.0..=0.9;
        /// Uplift above which octaves are ridged.
        ridge_blend_hi: f64 = 0.75, "1", 0.1..=1.0;
    }
}

const UPLIFT: (&str, u32) = ("uplift", 0x51ab);
const WARP_COARSE_X: (&str, u32) = ("warp_coarse_x", 0x77a1);
const WARP_COARSE_Z: (&str, u32) = ("warp_coarse_z", 0x77a2);
const WARP_FINE_X: (&str, u32) = ("warp_fine_x", 0x77b1);
const WARP_FINE_Z: (&str, u32) = ("warp_fine_z", 0x77b2);
const RELIEF: (&str, u32) = ("relief", 0x2e19);

pub(crate) static CONTRACT: Contract = Contract {
    name: "mountains",
    summary: "uplift, warp, hybrid multifractal and slope-aware attenuation",
    reads: &[],
    writes: &[Quantity::Ground],
    tables: &[MountainTunables::TABLE],
    salts: &[UPLIFT, WARP_COARSE_X, WARP_COARSE_Z, WARP_FINE_X, WARP_FINE_Z, RELIEF],
    ordered: &[("ridge_blend_lo", "ridge_blend_hi")],
    octaves: &[
        ("uplift_wavelength", "uplift_octaves"),
        ("warp_coarse_wavelength", "warp_octaves"),
        ("warp_fine_wavelength", "warp_octaves"),
        ("relief_wavelength", "relief_octaves"),
    ],
};

/// The mountains of one seed, with everything that does not depend on the place worked out.
#[derive(Clone, Debug)]
pub struct Mountains {
    uplift: Uplift,
    warp: Option<Warp>,
    relief: Relief,
    power: u32,
    peak_height: f64,
}

impl Mountains {
    /// The mountains of `seed`.
    #[must_use]
    pub fn new(seed: Seed, t: &MountainTunables) -> Self {
        Self {
            uplift: Uplift::new(seed, t),
            warp: t.warp_enabled.then(|| Warp::new(seed, t)),
            relief: Relief::new(seed, t),
            power: t.uplift_power,
            peak_height: t.peak_height,
        }
    }

    /// Uplift in 0..=1 at (x, z) metres, with its gradient and Hessian per metre.
    #[inline]
    pub fn uplift<T: Real>(&self, x: T, z: T) -> Jet2<T> {
        self.uplift.jet2(x, z)
    }

    /// Height in metres at (x, z) metres, with its gradient. C1, with a bounded second derivative.
    #[inline]
    pub fn jet<T: Real>(&self, x: T, z: T) -> Jet<T> {
        let uplift = self.uplift.jet2(x, z).first_order();
        let warped = self.warp.as_ref().map_or_else(|| warp::identity(x, z), |warp| warp.at(x, z));
        let ridge = window::s3(self.relief.ridge_blend_lo, self.relief.ridge_blend_hi, uplift.value);
        let (power, power_slope) = power_with_slope(uplift.value, self.power);

        let relief = self.relief.sum(warped.x, warped.z, ridge.0, power, power_slope);

        // Back from the warped place to the place itself.
        let through_uplift = term(Term::RidgeBlend, relief.by_ridge * ridge.1) + relief.by_uplift;
        let relief_dx = warped.xx * relief.dx + warped.zx * relief.dz + through_uplift * uplift.dx;
        let relief_dz = warped.xz * relief.dx + warped.zz * relief.dz + through_uplift * uplift.dz;
        let power_slope = term(Term::UpliftPower, power_slope);
        Jet {
            value: power * self.peak_height * relief.value,
            dx: (power_slope * uplift.dx * relief.value + power * relief_dx) * self.peak_height,
            dz: (power_slope * uplift.dz * relief.value + power * relief_dz) * self.peak_height,
        }
    }
}

/// `u^power` and its slope `power u^(power - 1)`, by repeated multiplication.
#[inline(always)]
fn power_with_slope<T: Real>(u: T, power: u32) -> (T, T) {
    let (mut value, mut slope) = (T::splat(1.0), T::splat(0.0));
    for _ in 0..power {
        slope = slope * u + value;
        value = value * u;
    }
    (value, slope)
}

impl Stage for Mountains {
    fn contract(&self) -> &'static Contract {
        &CONTRACT
    }

    fn reach_m(&self) -> f64 {
        0.0
    }

    fn apply(&self, site: &Site<'_>, _ground: Jet) -> Jet {
        self.jet(site.x, site.z)
    }

    fn covers(&self, _site: &Site<'_>) -> bool {
        true
    }
}
