//! Cliffs: terraces of sea cliff and outcrop that step the slopes above the shore.

use orogen_field::{Jet, Seed, fractal::Fbm, tunables, window};

use super::Shore;
use crate::stage::{Contract, Quantity, Site, Stage};
use crate::term::{Term, term};

tunables! {
    /// Where slopes are terraced, and how.
    pub struct CliffTunables {
        /// Distance from the road within which there are no cliffs.
        cliff_road_clear: f64 = 30.0, "m", 10.0..=80.0;
        /// Distance from the road at which cliffs stand full.
        cliff_road_full: f64 = 90.0, "m", 81.0..=1000.0;
        /// Altitude at which massif cliffs begin.
        cliff_massif_lo: f64 = 120.0, "m", 20.0..=210.0;
        /// Altitude from which massif cliffs stand full.
        cliff_massif_hi: f64 = 220.0, "m", 211.0..=2000.0;
        /// Wavelength of the fields of massif cliffs.
        cliff_massif_wavelength: f64 = 700.0, "m", 200.0..=10000.0;
        /// Noise below which there are no massif cliffs.
        cliff_massif_noise_lo: f64 = 0.45, "1", 0.0..=0.7;
        /// Noise above which massif cliffs stand full.
        cliff_massif_noise_hi: f64 = 0.75, "1", 0.71..=1.0;
        /// Strength of massif cliffs.
        cliff_massif_strength: f64 = 1.0, "1", 0.0..=1.0;
        /// Altitude at which outcrops begin.
        cliff_outcrop_lo: f64 = 12.0, "m", 10.0..=19.0;
        /// Altitude from which outcrops stand full.
        cliff_outcrop_hi: f64 = 20.0, "m", 19.5..=500.0;
        /// Wavelength of the fields of outcrops.
        cliff_outcrop_wavelength: f64 = 300.0, "m", 200.0..=10000.0;
        /// Noise below which there are no outcrops.
        cliff_outcrop_noise_lo: f64 = 0.62, "1", 0.0..=0.68;
        /// Noise above which outcrops stand full.
        cliff_outcrop_noise_hi: f64 = 0.72, "1", 0.69..=1.0;
        /// Strength of outcrops.
        cliff_outcrop_strength: f64 = 1.0, "1", 0.0..=1.0;
        /// Octaves of the fields of cliffs and of the strata.
        cliff_octaves: u32 = 2.0, "1", 1.0..=4.0;
        /// Offset from the road up to which the apron around the trailhead is free of cliffs.
        cliff_apron_clear: f64 = 450.0, "m", 10.0..=500.0;
        /// Offset from the road from which the apron lets cliffs stand.
        cliff_apron_full: f64 = 510.0, "m", 501.0..=5000.0;
        /// How far the strata rise and fall.
        cliff_strata_amplitude: f64 = 14.0, "m", 0.0..=100.0;
        /// Wavelength of the strata's rise and fall.
        cliff_strata_wavelength: f64 = 900.0, "m", 200.0..=10000.0;
        /// Height of one terrace.
        cliff_terrace_height: f64 = 26.0, "m", 10.0..=200.0;
        /// Share of a terrace's height that its riser takes.
        cliff_sharpness: f64 = 0.8, "1", 0.0..=0.9;
        /// Half the riser's share of a terrace.
        cliff_riser_half_width: f64 = 0.12, "1", 0.1..=0.5;
    }
}

const MASSIF: (&str, u32) = ("cliff_massif", 0x5ca9);
const OUTCROP: (&str, u32) = ("cliff_outcrop", 0x0a7c);
const STRATA: (&str, u32) = ("cliff_strata", 0xc11f);

pub(crate) static CONTRACT: Contract = Contract {
    name: "cliffs",
    summary: "terraces of massif cliff and outcrop, clear of road and trailhead",
    reads: &[Quantity::Ground, Quantity::RoadOffset],
    writes: &[Quantity::Ground],
    tables: &[CliffTunables::TABLE],
    salts: &[MASSIF, OUTCROP, STRATA],
    ordered: &[
        ("cliff_road_clear", "cliff_road_full"),
        ("cliff_massif_lo", "cliff_massif_hi"),
        ("cliff_massif_noise_lo", "cliff_massif_noise_hi"),
        ("cliff_outcrop_lo", "cliff_outcrop_hi"),
        ("cliff_outcrop_noise_lo", "cliff_outcrop_noise_hi"),
        ("cliff_apron_clear", "cliff_apron_full"),
    ],
    octaves: &[
        ("cliff_massif_wavelength", "cliff_octaves"),
        ("cliff_outcrop_wavelength", "cliff_octaves"),
        ("cliff_strata_wavelength", "cliff_octaves"),
    ],
};

/// One kind of cliff: an altitude gate times a window over a noise field.
#[derive(Clone, Debug)]
struct Field {
    noise: Fbm,
    wavelength: f64,
    noise_lo: f64,
    noise_hi: f64,
    altitude_lo: f64,
    altitude_hi: f64,
    strength: f64,
}

impl Field {
    /// Its share of the mask in 0..=1; `None` where the altitude gate is shut.
    fn share(&self, site: &Site<'_>, ground: Jet) -> Option<Jet> {
        let (gate, gate_slope) = window::s5(self.altitude_lo, self.altitude_hi, ground.value);
        if gate <= 0.0 {
            return None;
        }
        let n = self.noise.jet(site.x / self.wavelength, site.z / self.wavelength);
        let (open, open_slope) = window::s5(self.noise_lo, self.noise_hi, 0.5 + 0.5 * n.value);
        let along = |h: f64, n: f64| {
            term(Term::CliffAltitude, gate_slope * h * open)
                + term(Term::CliffNoise, gate * open_slope * ((0.5 * n) / self.wavelength))
        };
        let share = Jet { value: gate * open, dx: along(ground.dx, n.dx), dz: along(ground.dz, n.dz) };
        Some(share.scaled(self.strength))
    }
}

/// The cliffs of one seed.
#[derive(Clone, Debug)]
pub(crate) struct Cliffs {
    t: CliffTunables,
    massif: Field,
    outcrop: Field,
    strata: Fbm,
}

impl Cliffs {
    pub(crate) fn new(seed: Seed, t: CliffTunables) -> Self {
        Self {
            massif: Field {
                noise: Fbm::new(seed, MASSIF.1, t.cliff_octaves),
                wavelength: t.cliff_massif_wavelength,
                noise_lo: t.cliff_massif_noise_lo,
                noise_hi: t.cliff_massif_noise_hi,
                altitude_lo: t.cliff_massif_lo,
                altitude_hi: t.cliff_massif_hi,
                strength: t.cliff_massif_strength,
            },
            outcrop: Field {
                noise: Fbm::new(seed, OUTCROP.1, t.cliff_octaves),
                wavelength: t.cliff_outcrop_wavelength,
                noise_lo: t.cliff_outcrop_noise_lo,
                noise_hi: t.cliff_outcrop_noise_hi,
                altitude_lo: t.cliff_outcrop_lo,
                altitude_hi: t.cliff_outcrop_hi,
                strength: t.cliff_outcrop_strength,
            },
            strata: Fbm::new(seed, STRATA.1, t.cliff_octaves),
            t,
        }
    }

    /// The apron's leave to stand, in 0..=1: nothing near the trailhead is terraced.
    fn keep(&self, shore: &Shore<'_>) -> Jet {
        let (away, away_slope) = window::s5(self.t.cliff_apron_clear, self.t.cliff_apron_full, shore.road_offset);
        let (apron, apron_dz) = shore.frame.apron;
        let hold_u = -away_slope * apron;
        let hold_z = (1.0 - away) * apron_dz;
        Jet {
            value: 1.0 - (1.0 - away) * apron,
            dx: term(Term::CliffApron, -hold_u),
            dz: term(Term::CliffApron, -(hold_z + hold_u * shore.frame.road_offset_dz)),
        }
    }

    /// How much of the terracing shows here, in 0..=1; `None` where there is none.
    fn mask(&self, site: &Site<'_>, shore: &Shore<'_>, ground: Jet) -> Option<Jet> {
        let u = shore.road_offset;
        let (clear, full) = (self.t.cliff_road_clear, self.t.cliff_road_full);
        let (road, road_slope) = window::s5(clear * clear, full * full, u * u);
        if road <= 0.0 {
            return None;
        }
        let keep = self.keep(shore);
        if keep.value <= 0.0 {
            return None;
        }
        let cliff = match (self.massif.share(site, ground), self.outcrop.share(site, ground)) {
            (None, None) => return None,
            (Some(one), None) | (None, Some(one)) => one,
            (Some(massif), Some(outcrop)) => massif + outcrop,
        };
        let cliff = cliff.compose(window::s5(0.0, 1.0, cliff.value));
        let road_dx = term(Term::CliffRoad, road_slope * 2.0 * u);
        let mask = Jet {
            value: cliff.value * road,
            dx: cliff.dx * road + cliff.value * road_dx,
            dz: cliff.dz * road + cliff.value * (road_dx * shore.frame.road_offset_dz),
        };
        if mask.value <= 0.0 {
            return None;
        }
        Some(if keep == Jet::constant(1.0) { mask } else { mask * keep })
    }

    /// `ground` moved onto the terraces, as far as the mask says.
    fn terrace(&self, site: &Site<'_>, ground: Jet, mask: Jet) -> Jet {
        let CliffTunables { cliff_strata_amplitude, cliff_strata_wavelength, cliff_terrace_height, .. } = self.t;
        let n = self.strata.jet(site.x / cliff_strata_wavelength, site.z / cliff_strata_wavelength);
        let level = Jet {
            value: ground.value + cliff_strata_amplitude * n.value,
            dx: ground.dx + (cliff_strata_amplitude * n.dx) / cliff_strata_wavelength,
            dz: ground.dz + (cliff_strata_amplitude * n.dz) / cliff_strata_wavelength,
        };
        let s = level.value / cliff_terrace_height;
        let floor = libm::floor(s);
        let (step, step_slope) = self.step(s - floor);
        let rise = cliff_terrace_height * (floor + step) - level.value;
        let rise_slope = step_slope - 1.0;
        let along = |ground: f64, mask_slope: f64, level: f64| {
            ground
                + term(Term::CliffMask, mask_slope * rise)
                + term(Term::CliffTerrace, mask.value * rise_slope * level)
        };
        Jet {
            value: ground.value + mask.value * rise,
            dx: along(ground.dx, mask.dx, level.dx),
            dz: along(ground.dz, mask.dz, level.dz),
        }
    }

    /// Tread and riser: a map of 0..=1 onto itself, steep in the middle, with its slope.
    fn step(&self, f: f64) -> (f64, f64) {
        let CliffTunables { cliff_sharpness, cliff_riser_half_width, .. } = self.t;
        let (riser, riser_slope) = window::s5(0.5 - cliff_riser_half_width, 0.5 + cliff_riser_half_width, f);
        let tread = 1.0 - cliff_sharpness;
        (tread * f + cliff_sharpness * riser, tread + cliff_sharpness * riser_slope)
    }
}

impl Stage for Cliffs {
    fn contract(&self) -> &'static Contract {
        &CONTRACT
    }

    fn reach_m(&self) -> f64 {
        0.0
    }

    fn apply(&self, site: &Site<'_>, ground: Jet) -> Jet {
        match site.shore.and_then(|shore| self.mask(site, &shore, ground)) {
            Some(mask) => self.terrace(site, ground, mask),
            None => ground,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cliffs() -> Cliffs {
        Cliffs::new(Seed::Own(1), CliffTunables::read(|spec| spec.default))
    }

    #[test]
    fn a_terrace_always_climbs_gently_on_the_tread_and_steeply_on_the_riser() {
        let slopes = (0..=1000).map(|i| cliffs().step(f64::from(i) / 1000.0).1);
        assert!(slopes.clone().fold(f64::INFINITY, f64::min) >= 0.2 - 1e-12);
        assert!(cliffs().step(0.5).1 > 5.0);
        assert_eq!((cliffs().step(0.0).0, cliffs().step(1.0).0), (0.0, 1.0));
    }

    #[test]
    fn a_terrace_moves_the_ground_by_less_than_half_a_riser() {
        let t = CliffTunables::read(|spec| spec.default);
        let most = t.cliff_terrace_height * t.cliff_sharpness / 2.0;
        for i in 0..=1000 {
            let f = f64::from(i) / 1000.0;
            let moved = t.cliff_terrace_height * (cliffs().step(f).0 - f);
            assert!(moved.abs() <= most, "{moved} at {f}");
        }
    }
}
