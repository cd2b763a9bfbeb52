//! Octave sums of lattice noise: fBm, ridged, billow and hybrid multifractal, with domain warp.

use orogen_field::{Grid, Placement, Seed, tunables};

use super::lattice::{Lattice, Octave};
use crate::params::check;
use crate::{RasterError, rows};

tunables! {
    /// Parameters of a [`Fractal`].
    pub struct FractalParams {
        /// Wavelength of the first octave.
        wavelength: f64 = 4000.0, "m", 0.001..=10000000.0;
        /// Octaves in the sum.
        octaves: u32 = 8.0, "1", 1.0..=32.0;
        /// Ratio of one octave's wavelength to the next's.
        lacunarity: f64 = 2.0, "1", 1.01..=8.0;
        /// Hurst exponent: an octave's gain is lacunarity^-H.
        hurst: f64 = 0.8, "1", 0.0..=2.0;
        /// How far the coordinates are warped, in wavelengths.
        warp: f64 = 0.0, "1", 0.0..=8.0;
    }
}

impl Default for FractalParams {
    fn default() -> Self {
        Self::read(|spec| spec.default)
    }
}

/// How octaves are combined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// Fractional Brownian motion: the plain sum.
    Fbm,
    /// `(1 - |n|)^2`, each octave weighted by the one before: sharp crests, smooth valleys.
    Ridged,
    /// `2 |n| - 1`: rounded hills with sharp valleys.
    Billow,
    /// Musgrave's hybrid multifractal: rough where it is high, smooth where it is low.
    Hybrid,
}

/// Musgrave's offset, which makes most of the first octave count as high.
const HYBRID_OFFSET: f64 = 0.7;

const SALT: u32 = 0xf4ac;
const WARP_X_SALT: u32 = 0xf4ad;
const WARP_Z_SALT: u32 = 0xf4ae;

/// Something in a request that wastes work or shows as a fault.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum Warning {
    /// Octaves whose wavelength is below two samples.
    #[error("octaves: {} of {octaves} are below 2 samples and add only noise; use at most {useful}", octaves - useful)]
    PastNyquist {
        /// Octaves asked for.
        octaves: u32,
        /// Octaves whose wavelength is at least two samples.
        useful: u32,
    },
    /// Every sample falls on the same place of the first octave's lattice cell.
    #[error(
        "wavelength: the step is {wavelengths} whole wavelengths, so that samples hit one place of a cell; change it"
    )]
    WholeWavelengths {
        /// Wavelengths in a step.
        wavelengths: f64,
    },
}

/// An octave sum that can be sampled at any point; a value, without a grid.
///
/// Each octave has a hash stream of its own and a lattice shifted by a non-integer offset, so that nothing repeats
/// between octaves, no point is the same for all seeds, and nothing vanishes on whole wavelengths. Musgrave, Kolb and
/// Mace, "The synthesis and rendering of eroded fractal terrains", SIGGRAPH 1989; Ebert et al., "Texturing and
/// Modeling", chapter 16.
///
/// ```
/// use orogen_field::{Placement, Seed};
/// use orogen_raster::generate::{Fractal, FractalParams, Lattice, Shape};
///
/// let hills = Fractal::new(Seed::Own(7), Shape::Fbm, Lattice::Gradient, &FractalParams::default())?;
/// let map = hills.grid(64, 64, Placement::square(0.0, 0.0, 30.0))?;
/// assert_eq!(*map.at(3, 5), hills.at(150.0, 90.0));
/// # Ok::<(), orogen_raster::RasterError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Fractal {
    shape: Shape,
    lattice: Lattice,
    params: FractalParams,
    octaves: Vec<Octave>,
    warps: [Octave; 2],
    gain: f64,
    /// The sum of the amplitudes.
    norm: f64,
}

impl Fractal {
    /// The fractal of these parameters.
    ///
    /// # Errors
    ///
    /// [`RasterError::Param`] if a parameter is outside its table.
    pub fn new(seed: Seed, shape: Shape, lattice: Lattice, params: &FractalParams) -> Result<Self, RasterError> {
        let FractalParams { wavelength, octaves, lacunarity, hurst, warp } = *params;
        check(FractalParams::TABLE, [wavelength, f64::from(octaves), lacunarity, hurst, warp])?;
        let gain = libm::pow(lacunarity, -hurst);
        let (mut norm, mut amplitude) = (0.0, 1.0);
        for _ in 0..octaves {
            norm += amplitude;
            amplitude *= gain;
        }
        let octaves = (0..octaves).map(|octave| Octave::new(seed, SALT, octave)).collect();
        let warps = [WARP_X_SALT, WARP_Z_SALT].map(|salt| Octave::new(seed, salt, 0));
        Ok(Self { shape, lattice, params: *params, octaves, warps, gain, norm })
    }

    /// The interval that holds every value, whatever the seed: it follows from the octaves, the gain and |noise| <= 1.
    ///
    /// fBm, ridged and billow: [-1, 1]. Hybrid: [-1/t, 1], where `t` is the largest value before it is divided by that.
    #[must_use]
    pub fn range(&self) -> (f64, f64) {
        match self.shape {
            Shape::Fbm | Shape::Ridged | Shape::Billow => (-1.0, 1.0),
            Shape::Hybrid => (-1.0 / self.hybrid_top(), 1.0),
        }
    }

    /// The value at (x, z), in metres.
    #[must_use]
    pub fn at(&self, x: f64, z: f64) -> f64 {
        let (x, z) = self.warped(x / self.params.wavelength, z / self.params.wavelength);
        let value = match self.shape {
            Shape::Fbm => self.fold(x, z, 0.0, |sum, noise, amplitude| sum + amplitude * noise) / self.norm,
            Shape::Billow => {
                let sum = self.fold(x, z, 0.0, |sum, noise, amplitude| sum + amplitude * (2.0 * noise.abs() - 1.0));
                sum / self.norm
            }
            Shape::Ridged => 2.0 * self.fold(x, z, (0.0, 1.0), ridge).0 / self.norm - 1.0,
            Shape::Hybrid => (self.fold(x, z, (0.0, 1.0), hybrid).0 - HYBRID_OFFSET) / self.hybrid_top(),
        };
        // The bounds are exact in real numbers; rounding may pass them by some last digits.
        let (lowest, highest) = self.range();
        value.clamp(lowest, highest)
    }

    /// The values at the centres of a grid's cells.
    ///
    /// # Errors
    ///
    /// [`RasterError::Grid`] if the size or the placement cannot be.
    pub fn grid(&self, rows: usize, cols: usize, placement: Placement) -> Result<Grid<f64>, RasterError> {
        Ok(rows::grid_from_fn(rows, cols, placement, |row, col| self.at(placement.x(col), placement.z(row)))?)
    }

    /// What is wasteful or faulty about sampling this fractal at these steps.
    #[must_use]
    pub fn warnings(&self, placement: Placement) -> Vec<Warning> {
        let mut warnings = Vec::new();
        let step = placement.step_x.min(placement.step_z);
        let (mut useful, mut wavelength) = (0, self.params.wavelength);
        while useful < self.params.octaves && wavelength >= 2.0 * step {
            useful += 1;
            wavelength /= self.params.lacunarity;
        }
        if useful < self.params.octaves {
            warnings.push(Warning::PastNyquist { octaves: self.params.octaves, useful });
        }
        let wavelengths = step / self.params.wavelength;
        if wavelengths >= 1.0 && wavelengths == wavelengths.floor() {
            warnings.push(Warning::WholeWavelengths { wavelengths });
        }
        warnings
    }

    /// Folds the octaves, from the longest wavelength down: `step(state, noise, amplitude)`.
    #[inline(always)]
    fn fold<S>(&self, x: f64, z: f64, start: S, step: impl Fn(S, f64, f64) -> S) -> S {
        let (mut state, mut amplitude, mut frequency) = (start, 1.0, 1.0);
        for octave in &self.octaves {
            state = step(state, octave.at(self.lattice, x * frequency, z * frequency), amplitude);
            amplitude *= self.gain;
            frequency *= self.params.lacunarity;
        }
        state
    }

    /// `p + warp g(p)`, where `g` is one octave a coordinate.
    fn warped(&self, x: f64, z: f64) -> (f64, f64) {
        if self.params.warp == 0.0 {
            return (x, z);
        }
        let [shift_x, shift_z] = &self.warps;
        let along = |shift: &Octave| self.params.warp * shift.at(self.lattice, x, z);
        (x + along(shift_x), z + along(shift_z))
    }

    /// The largest hybrid sum, less the offset: every noise and weight is 1 there. It is 1 for one octave.
    fn hybrid_top(&self) -> f64 {
        (1.0 + HYBRID_OFFSET) * self.norm - HYBRID_OFFSET
    }
}

/// One octave of a ridged sum: the state is the sum and the weight of the next octave.
///
/// Signals and weights are in [0, 1], so that the sum is between 0 and the sum of the amplitudes.
fn ridge((sum, weight): (f64, f64), noise: f64, amplitude: f64) -> (f64, f64) {
    let crest = 1.0 - noise.abs();
    let signal = crest * crest;
    (sum + amplitude * weight * signal, signal)
}

/// One octave of a hybrid multifractal: the state is the sum and the weight of this octave.
///
/// Weights are limited to 0..=1. A negative signal sets the weight to 0 and so is the last to count, and what it takes
/// away is less than what the octave before has added; so the sum is at least the smallest first octave, offset - 1.
fn hybrid((sum, weight): (f64, f64), noise: f64, amplitude: f64) -> (f64, f64) {
    let signal = (noise + HYBRID_OFFSET) * amplitude;
    (sum + weight * signal, (weight * signal).clamp(0.0, 1.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The steps of all shapes at every sequence of extreme and middling noises, against the range that is promised.
    #[test]
    fn the_range_holds_for_every_sequence_of_noises() {
        let noises = [-1.0, -0.85, -0.7, -0.2, 0.0, 0.3, 1.0];
        for gain in [0.3, 0.7, 1.0] {
            for octaves in 1..=5_u32 {
                let params = FractalParams { octaves, hurst: -libm::log2(gain), ..FractalParams::default() };
                let fractal = Fractal::new(Seed::Own(0), Shape::Hybrid, Lattice::Value, &params).unwrap();
                let (lowest, highest) = fractal.range();
                for sequence in 0..noises.len().pow(octaves) {
                    let (mut ridged, mut hybrids, mut amplitude, mut rest) = ((0.0, 1.0), (0.0, 1.0), 1.0, sequence);
                    for _ in 0..octaves {
                        let noise = noises[rest % noises.len()];
                        rest /= noises.len();
                        ridged = ridge(ridged, noise, amplitude);
                        hybrids = hybrid(hybrids, noise, amplitude);
                        amplitude *= fractal.gain;
                    }
                    assert!(0.0 <= ridged.0 && ridged.0 <= fractal.norm + 1e-12);
                    let value = (hybrids.0 - HYBRID_OFFSET) / fractal.hybrid_top();
                    assert!(lowest - 1e-12 <= value && value <= highest + 1e-12, "{sequence}: {value}");
                }
            }
        }
    }
}
