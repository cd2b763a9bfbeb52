//! The noise layers of the elevation, at the triangles.

use orogen_field::Key;
use orogen_field::noise::gradient_noise;

use crate::params::IslandParams;
use crate::streams;

/// Frequencies of the layers, in lattice cells for half the square's side. The frequency 8 is not used.
const FREQUENCIES: [f64; 6] = [1.0, 2.0, 4.0, 16.0, 32.0, 64.0];

/// The root mean square of mapgen4's simplex noise over that of our gradient noise: 0.447 / 0.305, each measured at 400,000
/// places.
const AMPLITUDE: f64 = 1.467;

/// How much finer simplex noise is: 1.62 by its slope for a unit of value, and a little more, so that the spread between
/// seeds is no wider than mapgen4's. At 1.62 one seed in a hundred has no mountains; at 1.8 none of 300.
const FREQUENCY: f64 = 1.8;

/// Gradient noise as strong and as fine as the simplex noise that the formulas of this crate were made for.
///
/// Mostly from -1 to 1, and never beyond 1.467 either way.
#[inline(always)]
pub(super) fn noise(key: &Key, x: f64, y: f64) -> f64 {
    AMPLITUDE * gradient_noise(key, FREQUENCY * x, FREQUENCY * y).value
}

/// Six layers of gradient noise, those for the coast as their sum: each from -1 to 1.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct NoiseLayers {
    /// Frequency 1.
    pub n0: Vec<f64>,
    /// Frequency 2.
    pub n1: Vec<f64>,
    /// Frequency 4.
    pub n2: Vec<f64>,
    /// Frequency 16.
    pub n4: Vec<f64>,
    /// Frequencies 16, 32 and 64 with amplitudes 1, 1/2 and 1/4: from -1.75 to 1.75.
    pub coast: Vec<f64>,
}

impl NoiseLayers {
    /// Samples the layers at places in the unit square. Reads `seed`.
    pub fn sample_into(&mut self, places: &[[f64; 2]], params: &IslandParams) {
        let seed = params.land_seed();
        let keys = [0, 1, 2, 3, 4, 5].map(|layer| seed.key(streams::LAYERS, layer));
        for layer in [&mut self.n0, &mut self.n1, &mut self.n2, &mut self.n4, &mut self.coast] {
            layer.clear();
            layer.reserve(places.len());
        }
        for place in places {
            let (x, y) = (2.0 * (place[0] - 0.5), 2.0 * (place[1] - 0.5));
            let n = |layer: usize| noise(&keys[layer], FREQUENCIES[layer] * x, FREQUENCIES[layer] * y);
            let n4 = n(3);
            self.n0.push(n(0));
            self.n1.push(n(1));
            self.n2.push(n(2));
            self.n4.push(n4);
            self.coast.push(n4 + n(4) / 2.0 + n(5) / 4.0);
        }
    }
}
