//! Relief: octaves between smooth and ridged, each damped by the steepness of the ones before it.
//!
//! A damping that used the gradient of the sum under construction would need a higher derivative for each octave. The
//! *guide*, an unweighted running sum of the same noise scaled by the uplift, needs the noise's second derivatives only.

use alloc::vec::Vec;

use orogen_field::{Jet, Key, Real, Seed, fractal::amplitude_sum, noise::gradient_noise, window};

use super::{MountainTunables, RELIEF};
use crate::term::{Term, term};

/// The octaves of relief and what shapes them.
#[derive(Clone, Debug)]
pub(super) struct Relief {
    keys: Vec<Key>,
    norm: f64,
    frequency: f64,
    /// Guide units to metres, before the uplift.
    guide_base: f64,
    ridge_epsilon: f64,
    pub(super) ridge_blend_lo: f64,
    pub(super) ridge_blend_hi: f64,
    damping: Option<Damping>,
}

/// How steepness takes detail away; a strength of 0 switches its half off.
#[derive(Clone, Debug)]
struct Damping {
    erosion_strength: f64,
    talus_strength: f64,
    /// Squared slopes between which talus sets in.
    talus_from: f64,
    talus_to: f64,
}

/// The normalised sum in -1..=1 or so, with its derivatives by each thing it depends on.
#[derive(Clone, Copy)]
pub(super) struct ReliefSum<T> {
    pub(super) value: T,
    /// By the warped place.
    pub(super) dx: T,
    pub(super) dz: T,
    /// By the ridge blend.
    pub(super) by_ridge: T,
    /// By the uplift, through the guide's scale.
    pub(super) by_uplift: T,
}

/// The guide's gradient and Hessian by the warped place. Its value is never used.
#[derive(Clone, Copy)]
struct Guide<T> {
    dx: T,
    dz: T,
    dxx: T,
    dxz: T,
    dzz: T,
}

/// An octave's weight with its derivatives.
#[derive(Clone, Copy)]
struct Weight<T> {
    value: T,
    dx: T,
    dz: T,
    by_uplift: T,
}

/// The guide's scale in metres, as it depends on the uplift.
#[derive(Clone, Copy)]
struct GuideScale<T> {
    base: f64,
    power: T,
    power_slope: T,
}

impl Relief {
    pub(super) fn new(seed: Seed, t: &MountainTunables) -> Self {
        let keys: Vec<Key> = (0..t.relief_octaves).map(|octave| seed.key(RELIEF.1, octave)).collect();
        let norm = amplitude_sum(keys.len());
        let steep = t.repose_slope + t.talus_band;
        let damping = (t.erosion_enabled || t.talus_enabled).then_some(Damping {
            erosion_strength: if t.erosion_enabled { t.erosion_strength } else { 0.0 },
            talus_strength: if t.talus_enabled { t.talus_strength } else { 0.0 },
            talus_from: t.repose_slope * t.repose_slope,
            talus_to: steep * steep,
        });
        Self {
            keys,
            norm,
            frequency: 1.0 / t.relief_wavelength,
            guide_base: t.peak_height / norm,
            ridge_epsilon: t.ridge_epsilon,
            ridge_blend_lo: t.ridge_blend_lo,
            ridge_blend_hi: t.ridge_blend_hi,
            damping,
        }
    }

    /// The sum at a warped place, for a ridge blend in 0..=1 and `power` = uplift^P with its slope.
    #[inline(always)]
    pub(super) fn sum<T: Real>(&self, x: T, z: T, ridge: T, power: T, power_slope: T) -> ReliefSum<T> {
        let zero = T::splat(0.0);
        let scale = GuideScale { base: self.guide_base, power, power_slope };
        let mut guide = Guide { dx: zero, dz: zero, dxx: zero, dxz: zero, dzz: zero };
        let mut sum = ReliefSum { value: zero, dx: zero, dz: zero, by_ridge: zero, by_uplift: zero };
        let (mut amplitude, mut frequency) = (1.0, self.frequency);
        for (octave, key) in self.keys.iter().enumerate() {
            // The weight reads the guide before this octave joins it: an octave damps the next one, never itself.
            let weight = match &self.damping {
                Some(damping) if octave > 0 => damping.weight(&guide, &scale),
                _ => Weight { value: T::splat(1.0), dx: zero, dz: zero, by_uplift: zero },
            };

            let n = gradient_noise(key, x * frequency, z * frequency);
            let (nx, nz) = (n.dx * frequency, n.dz * frequency);

            let (smooth, smooth_dx, smooth_dz) = (n.value * 0.5 + 0.5, nx * 0.5, nz * 0.5);
            let crest = self.ridge(n.value, nx, nz);
            let rise = crest.value - smooth;
            let shape = smooth + ridge * rise;
            let shape_dx = smooth_dx + ridge * (crest.dx - smooth_dx);
            let shape_dz = smooth_dz + ridge * (crest.dz - smooth_dz);

            let weighted = weight.value * amplitude;
            sum = ReliefSum {
                value: sum.value + weighted * shape,
                dx: sum.dx + (term(Term::Weight, weight.dx * amplitude * shape) + weighted * shape_dx),
                dz: sum.dz + (term(Term::Weight, weight.dz * amplitude * shape) + weighted * shape_dz),
                by_ridge: sum.by_ridge + weighted * rise,
                by_uplift: sum.by_uplift + weight.by_uplift * amplitude * shape,
            };

            let curvature = amplitude * frequency * frequency;
            guide = Guide {
                dx: guide.dx + nx * amplitude,
                dz: guide.dz + nz * amplitude,
                dxx: guide.dxx + n.dxx * curvature,
                dxz: guide.dxz + n.dxz * curvature,
                dzz: guide.dzz + n.dzz * curvature,
            };
            amplitude *= 0.5;
            frequency *= 2.0;
        }
        ReliefSum {
            value: sum.value / self.norm,
            dx: sum.dx / self.norm,
            dz: sum.dz / self.norm,
            by_ridge: sum.by_ridge / self.norm,
            by_uplift: sum.by_uplift / self.norm,
        }
    }

    /// `(1 - |n|)^2` with its crest rounded off, for noise `n` with gradient (nx, nz).
    #[inline(always)]
    fn ridge<T: Real>(&self, n: T, nx: T, nz: T) -> Jet<T> {
        let rounded = (n * n + self.ridge_epsilon * self.ridge_epsilon).sqrt();
        let fall = T::splat(1.0) - rounded;
        let along = |slope| term(Term::RidgeProfile, T::splat(-2.0) * fall * (n / rounded * slope));
        Jet { value: fall * fall, dx: along(nx), dz: along(nz) }
    }
}

impl Damping {
    /// The next octave's weight: less where the guide is steep, and less still past the angle of repose.
    #[inline(always)]
    fn weight<T: Real>(&self, guide: &Guide<T>, scale: &GuideScale<T>) -> Weight<T> {
        // The guide's squared slope in metres per metre, and its derivatives.
        let steepness = guide.dx * guide.dx + guide.dz * guide.dz;
        let metres = scale.power * scale.base;
        let metres2 = metres * metres;
        let m = metres2 * steepness;
        let m_dx = T::splat(2.0) * metres2 * (guide.dx * guide.dxx + guide.dz * guide.dxz);
        let m_dz = T::splat(2.0) * metres2 * (guide.dx * guide.dxz + guide.dz * guide.dzz);
        // A product, never m * 2 * slope / power, which is 0/0 where uplift vanishes.
        let m_by_uplift = scale.power * (2.0 * scale.base * scale.base) * scale.power_slope * steepness;

        let erosion = T::splat(1.0) / (m * self.erosion_strength + 1.0);
        let erosion_slope = term(Term::ErosionWeight, erosion * -self.erosion_strength * erosion);
        let (slump, slump_slope) = window::s3(self.talus_from, self.talus_to, m);
        let talus = T::splat(1.0) - slump * self.talus_strength;
        let talus_slope = term(Term::TalusWeight, slump_slope * -self.talus_strength);

        let slope = erosion_slope * talus + erosion * talus_slope;
        Weight {
            value: erosion * talus,
            dx: slope * m_dx,
            dz: slope * m_dz,
            by_uplift: term(Term::WeightUplift, slope * m_by_uplift),
        }
    }
}
