//! Dunes: low waves of sand across the wind, on the beach only.

use orogen_field::{Jet, Seed, fractal::Fbm, tunables, window};

use super::sign;
use crate::stage::{Contract, Quantity, Site, Stage};
use crate::term::{Term, term};

tunables! {
    /// Where dunes lie, and how high.
    pub struct DuneTunables {
        /// Distance from the road within which there are no dunes.
        dune_road_clear: f64 = 30.0, "m", 5.0..=35.0;
        /// Distance from the road at which dunes stand full.
        dune_road_full: f64 = 40.0, "m", 36.0..=200.0;
        /// Altitude at which dunes begin.
        dune_rise_lo: f64 = 0.1, "m", 0.0..=0.4;
        /// Altitude from which dunes stand full.
        dune_rise_hi: f64 = 1.0, "m", 0.8..=3.0;
        /// Altitude at which dunes begin to end.
        dune_fall_lo: f64 = 4.0, "m", 3.5..=6.0;
        /// Altitude at which dunes have ended; under the cliffs' gate.
        dune_fall_hi: f64 = 8.0, "m", 7.0..=10.0;
        /// Wavelength of dunes across the shore.
        dune_wavelength_x: f64 = 30.0, "m", 15.0..=500.0;
        /// Wavelength of dunes along the shore.
        dune_wavelength_z: f64 = 90.0, "m", 15.0..=2000.0;
        /// Octaves of dunes.
        dune_octaves: u32 = 3.0, "1", 1.0..=3.0;
        /// Height scale of dunes.
        dune_amplitude: f64 = 1.2, "m", 0.0..=2.0;
    }
}

const DUNES: (&str, u32) = ("dunes", 0xd0e5);

pub(crate) static CONTRACT: Contract = Contract {
    name: "dunes",
    summary: "sand waves on the beach, clear of the road",
    reads: &[Quantity::Ground, Quantity::RoadOffset],
    writes: &[Quantity::Ground],
    tables: &[DuneTunables::TABLE],
    salts: &[DUNES],
    ordered: &[
        ("dune_road_clear", "dune_road_full"),
        ("dune_rise_lo", "dune_rise_hi"),
        ("dune_rise_hi", "dune_fall_lo"),
        ("dune_fall_lo", "dune_fall_hi"),
    ],
    octaves: &[("dune_wavelength_x", "dune_octaves"), ("dune_wavelength_z", "dune_octaves")],
};

/// The dunes of one seed.
#[derive(Clone, Debug)]
pub(crate) struct Dunes {
    t: DuneTunables,
    noise: Fbm,
}

impl Dunes {
    pub(crate) fn new(seed: Seed, t: DuneTunables) -> Self {
        Self { noise: Fbm::new(seed, DUNES.1, t.dune_octaves), t }
    }
}

impl Stage for Dunes {
    fn contract(&self) -> &'static Contract {
        &CONTRACT
    }

    fn reach_m(&self) -> f64 {
        0.0
    }

    fn apply(&self, site: &Site<'_>, ground: Jet) -> Jet {
        let Some(shore) = site.shore else { return ground };
        let t = &self.t;
        let u = shore.road_offset;
        let (road, road_slope) = window::s5(t.dune_road_clear, t.dune_road_full, u.abs());
        if road <= 0.0 {
            return ground;
        }
        // The altitude window reads the ground under the dune, so that no dune can climb out of it.
        let (rise, rise_slope) = window::s5(t.dune_rise_lo, t.dune_rise_hi, ground.value);
        let (fall, fall_slope) = window::s5(t.dune_fall_lo, t.dune_fall_hi, ground.value);
        let altitude = rise * (1.0 - fall);
        if altitude <= 0.0 {
            return ground;
        }
        let altitude_slope = term(Term::DuneAltitude, rise_slope * (1.0 - fall) - rise * fall_slope);

        let n = self.noise.jet(site.x / t.dune_wavelength_x, site.z / t.dune_wavelength_z);
        let wave = 0.5 * n.value;
        let amplitude = t.dune_amplitude * road;
        let amplitude_dx = term(Term::DuneRoad, t.dune_amplitude * road_slope * sign(u));
        let amplitude_dz = amplitude_dx * shore.frame.road_offset_dz;
        let along = |ground: f64, amplitude_slope: f64, n: f64, wavelength: f64| {
            ground
                + amplitude_slope * altitude * wave
                + amplitude * altitude_slope * ground * wave
                + term(Term::DuneShape, amplitude * (altitude * (0.5 * n)) / wavelength)
        };
        Jet {
            value: ground.value + amplitude * altitude * wave,
            dx: along(ground.dx, amplitude_dx, n.dx, t.dune_wavelength_x),
            dz: along(ground.dz, amplitude_dz, n.dz, t.dune_wavelength_z),
        }
    }
}
