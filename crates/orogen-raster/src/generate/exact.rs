//! The exact fractional Brownian surface, by Stein's intrinsic embedding.

use orogen_field::{Grid, Placement, Seed, tunables};

use super::normal::normal_pair;
use super::torus::Torus;
use crate::params::check;
use crate::{RasterError, memory};

tunables! {
    /// Parameters of [`exact_fbm`].
    pub struct ExactFbm {
        /// Hurst exponent of the surface.
        hurst: f64 = 0.8, "1", 0.05..=0.99;
    }
}

impl Default for ExactFbm {
    fn default() -> Self {
        Self::read(|spec| spec.default)
    }
}

const SALT: u32 = 0x57e1;
const SLOPE_SALT: u32 = 0x57e2;

/// Largest torus: 2^13 cells a side, whose tables take 0.3 GB and more.
const LARGEST_LOG2_SIDE: u32 = 13;

/// Rounding in the transform may take an eigenvalue this far below zero, as a share of the largest.
const ROUNDING: f64 = 1e-12;

/// A fractional Brownian surface, exact: increments are stationary, isotropic and Gaussian with `E (f(p) - f(q))^2 = 2
/// (|p - q| / L)^(2H)`, where `L` is the distance between the first and the last cell of the longer side. The first
/// cell is 0. Cells count as square.
///
/// Stein, "Fast and exact simulation of fractional Brownian surfaces", J. Comput. Graph. Stat. 11 (2002): a covariance
/// with compact support that differs from the surface's own by a quadratic, sampled exactly on a torus, and a random
/// slope that makes up for the quadratic. The torus has 2 to 4 times the map's diagonal a side below H = 0.75, and
/// twice that above.
///
/// # Errors
///
/// [`RasterError`] if the exponent is out of range, a side is below 2 cells, the map too large for its torus, or
/// the embedding not positive.
pub fn exact_fbm(
    seed: Seed,
    params: &ExactFbm,
    rows: usize,
    cols: usize,
    placement: Placement,
) -> Result<Grid<f64>, RasterError> {
    check(ExactFbm::TABLE, [params.hurst])?;
    let cover = Cover::new(params.hurst);
    let (torus, unit_cells) = cover.torus(rows, cols)?;
    memory::require(torus.numbers(rows, cols), rows, cols)?;
    let eigenvalues = torus.eigenvalues(|dz, dx| {
        let squared = (dx * dx + dz * dz) as f64 / (unit_cells * unit_cells);
        cover.covariance(squared)
    });
    check_positive(&eigenvalues)?;
    let field = torus.field(&eigenvalues, &seed.key(SALT, 0), rows, cols);

    let (slope_x, slope_z) = normal_pair(&seed.key(SLOPE_SALT, 0), 0, 0);
    let slope = (2.0 * cover.c2).sqrt();
    // From distances in units of the embedding to distances in units of the longer side.
    let scale = libm::pow(unit_cells / (rows.max(cols) - 1) as f64, params.hurst);
    Ok(Grid::from_fn(rows, cols, placement, |row, col| {
        let (x, z) = (col as f64 / unit_cells, row as f64 / unit_cells);
        scale * ((field[row * cols + col] - field[0]) + slope * (x * slope_x + z * slope_z))
    })?)
}

/// Stein's covariance: `c0 - r^(2H) + c2 r^2` up to distance 1, a smooth end up to distance R, and 0 beyond.
struct Cover {
    hurst: f64,
    /// R, at most half the torus.
    reach: f64,
    b: f64,
    c0: f64,
    c2: f64,
}

impl Cover {
    fn new(hurst: f64) -> Self {
        let alpha = 2.0 * hurst;
        if alpha <= 1.5 {
            return Self { hurst, reach: 1.0, b: 0.0, c0: 1.0 - 0.5 * alpha, c2: 0.5 * alpha };
        }
        let reach = 2.0;
        let inner = reach - 1.0;
        let b = alpha * (2.0 - alpha) / (3.0 * reach * (reach * reach - 1.0));
        let c2 = 0.5 * (alpha - b * inner * inner * (reach + 2.0));
        let c0 = b * inner * inner * inner + 1.0 - c2;
        Self { hurst, reach, b, c0, c2 }
    }

    /// The covariance at a squared distance.
    fn covariance(&self, squared: f64) -> f64 {
        if squared <= 1.0 {
            self.c0 - libm::pow(squared, self.hurst) + self.c2 * squared
        } else if squared <= self.reach * self.reach {
            let distance = squared.sqrt();
            let left = self.reach - distance;
            self.b * left * left * left / distance
        } else {
            0.0
        }
    }

    /// The smallest torus on which the map's diagonal is at most 1, and the cells in a distance of 1.
    fn torus(&self, rows: usize, cols: usize) -> Result<(Torus, f64), RasterError> {
        if rows < 2 || cols < 2 {
            return Err(RasterError::Side { expected: "at least 2 cells", got: rows.min(cols) });
        }
        let (height, width) = ((rows - 1) as f64, (cols - 1) as f64);
        let diagonal = (height * height + width * width).sqrt();
        let unit_cells = |log2_side: u32| f64::from(1_u32 << log2_side) / (2.0 * self.reach);
        let fitting = (2..=LARGEST_LOG2_SIDE).find(|log2_side| unit_cells(*log2_side) >= diagonal);
        let log2_side = fitting.ok_or(RasterError::Side {
            expected: "a diagonal of at most 4096 cells for an exponent up to 0.75 and 2048 above",
            got: rows.max(cols),
        })?;
        Ok((Torus::new(log2_side), unit_cells(log2_side)))
    }
}

fn check_positive(eigenvalues: &[f64]) -> Result<(), RasterError> {
    let (lowest, highest) = eigenvalues
        .iter()
        .fold((0.0_f64, 0.0_f64), |(lowest, highest), eigenvalue| (lowest.min(*eigenvalue), highest.max(*eigenvalue)));
    if lowest >= -ROUNDING * highest { Ok(()) } else { Err(RasterError::Embedding { lowest: lowest / highest }) }
}
