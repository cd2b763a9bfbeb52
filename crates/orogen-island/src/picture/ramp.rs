//! Ramps of colour, mixed in linear light.

use orogen_raster::picture::{Light, Rgb, Transfer, mix};

/// Colours at places from 0 to 1, straight in linear light between them.
#[derive(Clone, Debug)]
pub(super) struct Ramp {
    stops: Vec<(f64, Light)>,
}

impl Ramp {
    /// The first place must be 0, the last 1, and places must grow.
    pub(super) fn new(stops: &[(f64, u32)]) -> Self {
        let transfer = Transfer::new();
        let light = |code: u32| transfer.decode(rgb(code));
        Self { stops: stops.iter().map(|(place, code)| (*place, light(*code))).collect() }
    }

    /// The light at a place; beyond the ends, and for NaN, that of an end.
    pub(super) fn at(&self, place: f64) -> Light {
        let above = self.stops.iter().position(|(stop, _)| place < *stop).unwrap_or(self.stops.len());
        match above {
            0 => self.stops[0].1,
            above if above == self.stops.len() => self.stops[above - 1].1,
            above => {
                let ((from, a), (to, b)) = (self.stops[above - 1], self.stops[above]);
                mix(a, b, (place - from) / (to - from))
            }
        }
    }
}

/// A colour from its code 0xRRGGBB.
pub(super) fn rgb(code: u32) -> Rgb {
    let [_, red, green, blue] = code.to_be_bytes();
    [red, green, blue]
}

/// The series' elevation palette over (elevation + 1) / 2; the key points are doubled about the sea, so that colours of land
/// and sea do not mix.
pub(super) const ELEVATION: &[(f64, u32)] =
    &[(0.0, 0x1A4D99), (0.495, 0x80B3E6), (0.5, 0xE6E6E6), (0.505, 0x80CC66), (1.0, 0xFFFFFF)];

/// Rain: from earth to water.
pub(super) const RAIN: &[(f64, u32)] =
    &[(0.0, 0x6B4423), (0.25, 0xC19A6B), (0.5, 0xE3D9A6), (0.75, 0x6FB7A8), (1.0, 0x1F5FA8)];

/// Humidity: from dry reds to humid purples.
pub(super) const HUMIDITY: &[(f64, u32)] =
    &[(0.0, 0x8C1D18), (0.3, 0xD9603B), (0.5, 0xF2D5A0), (0.7, 0x9A8FC7), (1.0, 0x3B1E6D)];

/// Moisture: arid brown, then yellow, green, blue.
pub(super) const MOISTURE: &[(f64, u32)] =
    &[(0.0, 0x8A6A45), (0.2, 0x8A6A45), (0.4, 0xE2CF6B), (0.7, 0x4E9A4A), (1.0, 0x2D62B3)];

/// Distances and flows: dark to bright.
pub(super) const DARK_TO_BRIGHT: &[(f64, u32)] =
    &[(0.0, 0x0B0724), (0.3, 0x51127C), (0.6, 0xB73779), (0.85, 0xFC8961), (1.0, 0xFCFDBF)];

/// Temperature: cold blues to hot reds, white between.
pub(super) const TEMPERATURE: &[(f64, u32)] =
    &[(0.0, 0x2166AC), (0.3, 0x92C5DE), (0.5, 0xF7F7F7), (0.7, 0xF4A582), (1.0, 0xB2182B)];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ramp_is_straight_in_light_and_holds_at_its_ends() {
        let ramp = Ramp::new(&[(0.0, 0x000000), (0.5, 0xFFFFFF), (1.0, 0xFF0000)]);
        assert_eq!(ramp.at(0.25), [0.5; 3]);
        assert_eq!((ramp.at(-3.0), ramp.at(7.0)), ([0.0; 3], [1.0, 0.0, 0.0]));
        assert_eq!(ramp.at(f64::NAN), [1.0, 0.0, 0.0]);
        for stops in [ELEVATION, RAIN, HUMIDITY, MOISTURE, DARK_TO_BRIGHT, TEMPERATURE] {
            assert!(stops[0].0 == 0.0 && stops[stops.len() - 1].0 == 1.0 && stops.is_sorted_by(|a, b| a.0 < b.0));
        }
    }
}
