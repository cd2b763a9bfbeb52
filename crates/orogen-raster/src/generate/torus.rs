//! Stationary Gaussian fields on a square torus, from their covariance or their spectrum.
//!
//! A covariance on a torus is diagonal in the Fourier basis: its eigenvalues are its own transform, and a field is the
//! transform of independent normal deviates times the square roots of the eigenvalues (Dietrich and Newsam 1997).

use orogen_field::Key;
use rayon::prelude::*;

use super::fft::{Fft, LANES, Lanes};
use super::normal::normal_pair;

/// Two real transforms ride in one complex transform.
const PAIRED: usize = 2 * LANES;

/// A square torus of a power of two of cells a side.
pub(super) struct Torus {
    fft: Fft,
}

/// A complex number.
#[derive(Clone, Copy, Default)]
struct Complex {
    re: f64,
    im: f64,
}

impl Torus {
    /// The torus of `2^log2_side` cells a side; at least 4.
    pub(super) fn new(log2_side: u32) -> Self {
        Self { fft: Fft::new(log2_side) }
    }

    fn side(&self) -> usize {
        self.fft.size()
    }

    /// Offsets and frequencies of either sign that differ: 0..=side/2.
    pub(super) fn distinct(&self) -> usize {
        self.side() / 2 + 1
    }

    /// The distance of cell or frequency `k` from 0 around the torus.
    fn fold(&self, k: usize) -> usize {
        k.min(self.side() - k)
    }

    /// The eigenvalues of a covariance that is even and symmetric in both offsets, for frequencies 0..=side/2 both
    /// ways.
    ///
    /// Even real sequences have even real transforms, so that two of them fit into one complex transform without a
    /// further step.
    pub(super) fn eigenvalues(&self, covariance: impl Fn(usize, usize) -> f64 + Sync) -> Vec<f64> {
        let distinct = self.distinct();
        let by_row = self.even_transforms(|row, offset| if row < distinct { covariance(row, offset) } else { 0.0 });
        self.even_transforms(
            |frequency, row| if frequency < distinct { by_row[row * distinct + frequency] } else { 0.0 },
        )
    }

    /// Line by line, the transform of the even sequence `sample(line, 0..=side/2)`; lines beyond the last are asked for
    /// too, and dropped.
    fn even_transforms(&self, sample: impl Fn(usize, usize) -> f64 + Sync) -> Vec<f64> {
        let distinct = self.distinct();
        let mut transforms = vec![0.0; distinct * distinct];
        transforms.par_chunks_mut(PAIRED * distinct).enumerate().for_each(|(batch, lines)| {
            let first = batch * PAIRED;
            let mut data = vec![Lanes::ZERO; self.side()];
            for k in 0..distinct {
                let lanes = Lanes {
                    re: core::array::from_fn(|lane| sample(first + lane, k)),
                    im: core::array::from_fn(|lane| sample(first + LANES + lane, k)),
                };
                data[k] = lanes;
                data[(self.side() - k) % self.side()] = lanes;
            }
            self.fft.transform(&mut data);
            for (lane, line) in lines.chunks_exact_mut(distinct).enumerate() {
                for (target, source) in line.iter_mut().zip(&data) {
                    *target = if lane < LANES { source.re[lane] } else { source.im[lane - LANES] };
                }
            }
        });
        transforms
    }

    /// How many numbers [`Torus::field`] keeps at once for so many cells, with the eigenvalues.
    pub(super) fn numbers(&self, rows: usize, cols: usize) -> usize {
        // The eigenvalues while they are made twice; the columns are complex.
        2 * self.distinct() * self.distinct() + 2 * self.distinct() * rows + rows * cols
    }

    /// The first `rows` x `cols` cells of the field with these eigenvalues, row-major; deviates are drawn from `key`.
    ///
    /// Half of the frequencies along x are enough, since the field is real.
    pub(super) fn field(&self, eigenvalues: &[f64], key: &Key, rows: usize, cols: usize) -> Vec<f64> {
        let columns = self.columns(eigenvalues, key, rows);
        let mut field = vec![0.0; rows * cols];
        field.par_chunks_mut(PAIRED * cols).enumerate().for_each(|(batch, lines)| {
            let data = self.joined_rows(&columns, rows, batch * PAIRED);
            for (lane, line) in lines.chunks_exact_mut(cols).enumerate() {
                for (target, source) in line.iter_mut().zip(&data) {
                    *target = if lane < LANES { source.re[lane] } else { source.im[lane - LANES] };
                }
            }
        });
        field
    }

    /// For each frequency along x in 0..=side/2, the transform along z of its random amplitudes, cut to `rows` cells.
    fn columns(&self, eigenvalues: &[f64], key: &Key, rows: usize) -> Vec<Complex> {
        let distinct = self.distinct();
        let mut columns = vec![Complex::default(); distinct * rows];
        columns.par_chunks_mut(LANES * rows).enumerate().for_each(|(batch, lines)| {
            let first = batch * LANES;
            let mut data = vec![Lanes::ZERO; self.side()];
            for (kz, lanes) in data.iter_mut().enumerate() {
                for (lane, kx) in (first..distinct.min(first + LANES)).enumerate() {
                    let amplitude = self.amplitude(eigenvalues[kx * distinct + self.fold(kz)], kx);
                    let (re, im) = normal_pair(key, kx as i32, kz as i32);
                    lanes.re[lane] = amplitude * re;
                    lanes.im[lane] = amplitude * im;
                }
            }
            self.fft.transform(&mut data);
            for (lane, line) in lines.chunks_exact_mut(rows).enumerate() {
                // The first and last column are their own mirror images, and real.
                let im_factor = if self.is_mirror(first + lane) { 0.0 } else { 1.0 };
                for (target, source) in line.iter_mut().zip(&data) {
                    *target = Complex { re: source.re[lane], im: im_factor * source.im[lane] };
                }
            }
        });
        columns
    }

    /// Whether frequency `kx` and `-kx` are the same.
    fn is_mirror(&self, kx: usize) -> bool {
        kx == 0 || 2 * kx == self.side()
    }

    /// Standard deviation of both parts of a frequency's amplitude. A frequency that stands for its mirror image too is
    /// complex with half the power in each part.
    fn amplitude(&self, eigenvalue: f64, kx: usize) -> f64 {
        let power = if self.is_mirror(kx) { eigenvalue } else { 0.5 * eigenvalue };
        power.max(0.0).sqrt() / self.side() as f64
    }

    /// Sixteen rows of the field from `first` on, two to a lane: the real and the imaginary part.
    fn joined_rows(&self, columns: &[Complex], rows: usize, first: usize) -> Vec<Lanes> {
        let mut data = vec![Lanes::ZERO; self.side()];
        let part = |kx: usize, row: usize| if row < rows { columns[kx * rows + row] } else { Complex::default() };
        for kx in 0..self.distinct() {
            let a: [Complex; LANES] = core::array::from_fn(|lane| part(kx, first + lane));
            let b: [Complex; LANES] = core::array::from_fn(|lane| part(kx, first + LANES + lane));
            data[kx] = Lanes {
                re: core::array::from_fn(|lane| a[lane].re - b[lane].im),
                im: core::array::from_fn(|lane| a[lane].im + b[lane].re),
            };
            if !self.is_mirror(kx) {
                data[self.side() - kx] = Lanes {
                    re: core::array::from_fn(|lane| a[lane].re + b[lane].im),
                    im: core::array::from_fn(|lane| b[lane].re - a[lane].im),
                };
            }
        }
        self.fft.transform(&mut data);
        data
    }
}
