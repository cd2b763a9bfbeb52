//! How alike two hash streams are, over a window of lattice points and all shifts near it.

use std::sync::Arc;

use orogen_field::Key;
use rustfft::num_complex::Complex32;
use rustfft::{Fft, FftPlanner};

/// Side of the window that is compared.
pub const WINDOW: usize = 256;

/// Largest shift along each axis, either way.
pub const SHIFT: usize = 64;

/// Side of the surroundings, so that every shift of the window has all its points.
const SURROUNDINGS: usize = WINDOW + 2 * SHIFT;

/// The spectrum of one stream's hashes over a square, zero mean and unit variance.
pub struct Spectrum(Vec<Complex32>);

/// Cross-correlates hash streams by FFT.
pub struct Correlator {
    forward: Arc<dyn Fft<f32>>,
    inverse: Arc<dyn Fft<f32>>,
}

impl Default for Correlator {
    fn default() -> Self {
        let mut planner = FftPlanner::new();
        Self { forward: planner.plan_fft_forward(SURROUNDINGS), inverse: planner.plan_fft_inverse(SURROUNDINGS) }
    }
}

impl Correlator {
    /// The spectrum of a stream over the window with its corner at the origin, zero outside.
    #[must_use]
    pub fn window(&self, key: &Key) -> Spectrum {
        self.spectrum(key, 0, WINDOW)
    }

    /// The spectrum of a stream over the window and all its surroundings.
    #[must_use]
    pub fn surroundings(&self, key: &Key) -> Spectrum {
        self.spectrum(key, -(SHIFT as i32), SURROUNDINGS)
    }

    fn spectrum(&self, key: &Key, origin: i32, side: usize) -> Spectrum {
        let mut field = vec![Complex32::default(); SURROUNDINGS * SURROUNDINGS];
        for row in 0..side {
            for col in 0..side {
                let hash = key.hash2(origin + col as i32, origin + row as i32);
                field[row * SURROUNDINGS + col].re = standardised(hash) as f32;
            }
        }
        transform(self.forward.as_ref(), &mut field);
        Spectrum(field)
    }

    /// The largest |r| between the window of one stream and the same window of another, moved by up to 64 points along
    /// each axis.
    #[must_use]
    pub fn largest(&self, window: &Spectrum, surroundings: &Spectrum) -> f32 {
        let mut product: Vec<Complex32> = window.0.iter().zip(&surroundings.0).map(|(a, b)| a.conj() * b).collect();
        transform(self.inverse.as_ref(), &mut product);
        // A product beyond 32 bits, and one that an f32 holds exactly.
        let scale = (SURROUNDINGS * SURROUNDINGS) as f32 * (WINDOW * WINDOW) as f32;
        let shifts = (0..=2 * SHIFT).flat_map(|row| (0..=2 * SHIFT).map(move |col| row * SURROUNDINGS + col));
        shifts.map(|index| product[index].re.abs() / scale).fold(0.0, f32::max)
    }
}

/// A uniform hash with zero mean and unit variance.
fn standardised(hash: u32) -> f64 {
    (f64::from(hash) / 4_294_967_296.0 - 0.5) * 12_f64.sqrt()
}

/// A two-dimensional transform in place; its second half leaves the plane transposed back.
fn transform(fft: &dyn Fft<f32>, plane: &mut [Complex32]) {
    for _axis in 0..2 {
        fft.process(plane);
        transpose(plane);
    }
}

fn transpose(plane: &mut [Complex32]) {
    for row in 0..SURROUNDINGS {
        for col in row + 1..SURROUNDINGS {
            plane.swap(row * SURROUNDINGS + col, col * SURROUNDINGS + row);
        }
    }
}

/// How alike a stream is to its own image under a map of the lattice.
#[derive(Clone, Copy, Debug)]
pub struct Symmetry {
    /// Correlation of the hashes.
    pub r: f64,
    /// Share of points whose hash equals that of their image.
    pub equal_share: f64,
}

/// Compares the hashes at 256 x 256 points of one quadrant with those at their images.
pub fn symmetry(key: &Key, image: impl Fn(i32, i32) -> (i32, i32)) -> Symmetry {
    let (mut product, mut equal) = (0.0, 0);
    for z in 1..=WINDOW as i32 {
        for x in 1..=WINDOW as i32 {
            let (image_x, image_z) = image(x, z);
            let (here, there) = (key.hash2(x, z), key.hash2(image_x, image_z));
            product += standardised(here) * standardised(there);
            equal += usize::from(here == there && (image_x, image_z) != (x, z));
        }
    }
    let points = (WINDOW * WINDOW) as f64;
    Symmetry { r: product / points, equal_share: equal as f64 / points }
}
