//! How a map's power falls with wavenumber.

use orogen_field::Grid;

use super::with_nan;
use crate::CellSize;
use crate::generate::fft::{Fft, LANES, Lanes};
use crate::line_fit::HalfOctaves;

/// The lowest wavenumber used, in cycles a window: below it the window itself shows.
const LOWEST: f64 = 4.0;

/// Sides of the window, as powers of two.
const LOG2_SIDES: core::ops::RangeInclusive<u32> = 6..=11;

/// The exponent b of the radial power spectrum, S(k) ~ k^-b: 2H + 2 on a fractional Brownian surface.
///
/// Taken from the largest square of a power of two of cells, 64 to 2048, in the middle of the map: less its mean, under
/// a Hann window, over wavenumbers from 4 cycles a window to a quarter of the highest; above that, what is finer than the
/// cells shows too. `None` for a smaller or level map, or one with a void cell in the square. The widths of a geographic
/// grid are taken from its middle row.
#[must_use]
pub fn spectral_exponent(heights: &Grid<f64>, cells: &CellSize) -> Option<f64> {
    let log2_side = LOG2_SIDES.rev().find(|log2| 1 << log2 <= heights.rows().min(heights.cols()))?;
    let side = 1_usize << log2_side;
    let mut plane = windowed(heights, side)?;
    let fft = Fft::new(log2_side);
    transform_rows(&fft, &mut plane);
    let mut plane = transposed(&plane, side);
    transform_rows(&fft, &mut plane);
    // Now a row is a wavenumber along x, and a column one along z.
    let stretch = cells.step_z() / cells.step_x(heights.rows() / 2);
    let signed = |k: usize| if k <= side / 2 { k as f64 } else { k as f64 - side as f64 };
    let mut bins = HalfOctaves::default();
    let highest = side as f64 / 8.0 * stretch.min(1.0);
    for (index, (re, im)) in plane.iter().enumerate() {
        let (x, z) = (signed(index / side) * stretch, signed(index % side));
        let wavenumber = (x * x + z * z).sqrt();
        if (LOWEST..=highest).contains(&wavenumber) {
            bins.add(wavenumber, re * re + im * im);
        }
    }
    bins.exponent(1.0).map(|exponent| -exponent)
}

/// The square in the middle of the map, less its mean and under a Hann window; `None` if level or void somewhere.
fn windowed(heights: &Grid<f64>, side: usize) -> Option<Vec<(f64, f64)>> {
    let samples = with_nan(heights);
    let (north, west) = ((heights.rows() - side) / 2, (heights.cols() - side) / 2);
    let at = |row: usize, col: usize| samples[(north + row) * heights.cols() + west + col];
    let cells = || (0..side).flat_map(|row| (0..side).map(move |col| (row, col)));
    let mean = cells().map(|(row, col)| at(row, col)).sum::<f64>() / (side * side) as f64;
    let is_level = cells().all(|(row, col)| at(row, col) == at(0, 0));
    let hann: Vec<f64> =
        (0..side).map(|i| 0.5 - 0.5 * libm::cos(core::f64::consts::TAU * (i as f64 + 0.5) / side as f64)).collect();
    (mean.is_finite() && !is_level)
        .then(|| cells().map(|(row, col)| ((at(row, col) - mean) * hann[row] * hann[col], 0.0)).collect())
}

fn transform_rows(fft: &Fft, plane: &mut [(f64, f64)]) {
    let side = fft.size();
    let mut data = vec![Lanes::ZERO; side];
    for rows in plane.chunks_exact_mut(LANES * side) {
        for (k, lanes) in data.iter_mut().enumerate() {
            *lanes = Lanes {
                re: core::array::from_fn(|lane| rows[lane * side + k].0),
                im: core::array::from_fn(|lane| rows[lane * side + k].1),
            };
        }
        fft.transform(&mut data);
        for (lane, row) in rows.chunks_exact_mut(side).enumerate() {
            row.iter_mut().zip(&data).for_each(|(target, lanes)| *target = (lanes.re[lane], lanes.im[lane]));
        }
    }
}

fn transposed(plane: &[(f64, f64)], side: usize) -> Vec<(f64, f64)> {
    (0..side * side).map(|index| plane[index % side * side + index / side]).collect()
}
