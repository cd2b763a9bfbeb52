//! Generalised subdivision: each new point is what the sixteen around it predict, and what they leave open.

use orogen_field::{Grid, Placement, Seed, tunables};
use rayon::prelude::*;

use super::cholesky::Cholesky;
use super::normal::normal;
use crate::params::check;
use crate::{RasterError, memory};

tunables! {
    /// Parameters of [`subdivision`].
    pub struct Subdivision {
        /// Hurst exponent of the surface.
        hurst: f64 = 0.8, "1", 0.05..=0.95;
    }
}

impl Default for Subdivision {
    fn default() -> Self {
        Self::read(|spec| spec.default)
    }
}

const SALT: u32 = 0x1e35;

/// Cells that a halving loses at each edge, in new cells: centres need one known point beyond their cell, and middles
/// need centres three cells away.
const LOST: usize = 6;

/// A side of `FIXED + q` cells becomes one of `FIXED + 2 q`: `2 (side - 1) + 1 - 2 LOST`.
const FIXED: usize = 2 * LOST + 1;

/// A fractional Brownian surface by generalised stochastic subdivision, nearly exact: `E (f(p) - f(q))^2` is `2 (|p -
/// q| / L)^(2H)` to a few hundredths, where `L` is the distance between the first and the last cell of the longer side.
/// Any size; cells count as square.
///
/// A small square is drawn exactly. Each halving then adds the cells' centres and the edges' middles, each as the best
/// linear prediction from its sixteen nearest known points plus an independent deviate with the variance that the
/// prediction leaves. That removes the creases of [`diamond_square`](super::diamond_square) at the same order of cost.
/// Lewis, "Generalized stochastic subdivision", ACM Trans. Graph. 6 (1987).
///
/// # Errors
///
/// [`RasterError`] if the exponent is out of range, a side is below 2 cells or above 32 768.
pub fn subdivision(
    seed: Seed,
    params: &Subdivision,
    rows: usize,
    cols: usize,
    placement: Placement,
) -> Result<Grid<f64>, RasterError> {
    check(Subdivision::TABLE, [params.hurst])?;
    if rows < 2 || cols < 2 || rows > 1 << 15 || cols > 1 << 15 {
        let got = if rows < 2 || cols < 2 { rows.min(cols) } else { rows.max(cols) };
        return Err(RasterError::Side { expected: "2 to 32768 cells", got });
    }
    let longer = rows.max(cols);
    let (first, halvings) = start_for(longer);
    let side = FIXED + ((first - FIXED) << halvings);
    // The last square with what its halving cuts off, twice, beside the one before.
    memory::require(3 * (side + 2 * LOST) * (side + 2 * LOST), rows, cols)?;
    let predictor = Predictor::new(params.hurst);
    let mut square = exact_square(seed, params.hurst, first);
    for halving in 1..=halvings {
        square = halved(&square, seed, &predictor, halving);
    }
    // The first square's cells are 1; its last halving's are 2^-halvings, and the map's longer side becomes 1.
    let scale = libm::pow((1_u64 << halvings) as f64 / (longer - 1) as f64, params.hurst);
    Ok(Grid::from_fn(rows, cols, placement, |row, col| scale * square.at(row, col))?)
}

/// The first square's side, at least 15 cells, and the halvings after which it covers `longer` cells with least excess.
fn start_for(longer: usize) -> (usize, u32) {
    let halvings_of = |q: usize| (0..).find(|halvings| FIXED + (q << halvings) >= longer).unwrap_or(0);
    let (two, three) = (halvings_of(2), halvings_of(3));
    if 2 << two <= 3 << three { (FIXED + 2, two) } else { (FIXED + 3, three) }
}

/// A square of heights.
struct Square {
    side: usize,
    heights: Vec<f64>,
}

impl Square {
    fn from_fn(side: usize, height: impl Fn(usize, usize) -> f64 + Sync) -> Self {
        let mut heights = vec![0.0; side * side];
        heights.par_chunks_mut(side).enumerate().for_each(|(row, line)| {
            for (col, target) in line.iter_mut().enumerate() {
                *target = height(row, col);
            }
        });
        Self { side, heights }
    }

    #[inline(always)]
    fn at(&self, row: usize, col: usize) -> f64 {
        self.heights[row * self.side + col]
    }

    /// The height some cells south and east of (row, col).
    #[inline(always)]
    fn beside(&self, row: usize, col: usize, south: isize, east: isize) -> f64 {
        self.at(row.wrapping_add_signed(south), col.wrapping_add_signed(east))
    }
}

/// `E (f(p) - f(q))^2 / 2` for the squared distance of p and q.
fn half_structure(squared: f64, hurst: f64) -> f64 {
    libm::pow(squared, hurst)
}

/// The covariance of increments from `origin` to `p` and to `q`.
fn covariance(p: (f64, f64), q: (f64, f64), origin: (f64, f64), hurst: f64) -> f64 {
    let half = |a: (f64, f64), b: (f64, f64)| {
        let (dx, dz) = (a.0 - b.0, a.1 - b.1);
        half_structure(dx * dx + dz * dz, hurst)
    };
    half(p, origin) + half(q, origin) - half(p, q)
}

/// A square of cells of 1, drawn from the exact distribution, with 0 in its first cell.
fn exact_square(seed: Seed, hurst: f64, side: usize) -> Square {
    let key = seed.key(SALT, 0);
    let point = |index: usize| ((index % side) as f64, (index / side) as f64);
    let count = side * side - 1;
    let factor = Cholesky::new(count, |i, j| covariance(point(i + 1), point(j + 1), (0.0, 0.0), hurst));
    let deviates: Vec<f64> = (0..count).map(|i| normal(&key, i as i32, 0)).collect();
    let mut heights = vec![0.0];
    heights.extend(factor.correlate(&deviates));
    Square { side, heights }
}

/// The best linear prediction of a point from the 4 x 4 lattice around it.
///
/// By symmetry there are three weights: of the four inner points, the eight at the edges and the four corners.
struct Predictor {
    inner: f64,
    edge: f64,
    corner: f64,
    /// Standard deviation of what the prediction leaves, on a lattice of step 1.
    deviation: f64,
    /// The factor on that for a lattice whose step is shorter by the square root of 2.
    shrink: f64,
}

impl Predictor {
    fn new(hurst: f64) -> Self {
        // Offsets from the middle, with a corner first: the fifteen others are increments from that.
        let point = |i: usize| ((i % 4) as f64 - 1.5, (i / 4) as f64 - 1.5);
        let origin = point(0);
        let factor = Cholesky::new(15, |i, j| covariance(point(i + 1), point(j + 1), origin, hurst));
        let target: Vec<f64> = (1..16).map(|i| covariance(point(i), (0.0, 0.0), origin, hurst)).collect();
        let weights = factor.solve(&target);
        let explained = weights.iter().zip(&target).fold(0.0, |sum, (weight, with)| sum + weight * with);
        let variance = covariance((0.0, 0.0), (0.0, 0.0), origin, hurst) - explained;
        // Lattice points 5, 1 and 15; the weights' index is one less.
        let (inner, edge, corner) = (weights[4], weights[0], weights[14]);
        Self { inner, edge, corner, deviation: variance.sqrt(), shrink: libm::pow(2.0, -0.5 * hurst) }
    }

    /// The prediction from the sixteen points at `height(i, j)`, where i and j in -3, -1, 1, 3 count half steps along
    /// the lattice's axes.
    #[inline(always)]
    fn predict(&self, height: impl Fn(isize, isize) -> f64) -> f64 {
        let inner = height(-1, -1) + height(-1, 1) + height(1, -1) + height(1, 1);
        let flanks = |s: isize| height(-3, s) + height(3, s) + height(s, -3) + height(s, 3);
        let corners = height(-3, -3) + height(-3, 3) + height(3, -3) + height(3, 3);
        self.inner * inner + self.edge * (flanks(-1) + flanks(1)) + self.corner * corners
    }
}

/// The square with half the step, less the cells at its edges whose sixteen neighbours are not known.
fn halved(coarse: &Square, seed: Seed, predictor: &Predictor, halving: u32) -> Square {
    let key = seed.key(SALT, halving);
    let drawn = |row: usize, col: usize| normal(&key, row as i32, col as i32);
    let per_halving = predictor.shrink * predictor.shrink;
    let deviation = (1..halving).fold(predictor.deviation, |deviation, _| deviation * per_halving);

    let side = 2 * coarse.side - 1;
    let known = 3..side - 3;
    let with_centres = Square::from_fn(side, |row, col| match (row % 2, col % 2) {
        (0, 0) => coarse.at(row / 2, col / 2),
        (1, 1) if known.contains(&row) && known.contains(&col) => {
            let (north, west) = (row / 2, col / 2);
            let height = |i: isize, j: isize| coarse.beside(north, west, (i + 1) / 2, (j + 1) / 2);
            predictor.predict(height) + deviation * drawn(row, col)
        }
        _ => 0.0,
    });
    Square::from_fn(side - 2 * LOST, |row, col| {
        let (row, col) = (row + LOST, col + LOST);
        if (row + col) % 2 == 0 {
            return with_centres.at(row, col);
        }
        // Corners and centres are a lattice turned by 45 degrees, whose step is shorter by the square root of 2.
        let height = |i: isize, j: isize| with_centres.beside(row, col, (i - j) / 2, (i + j) / 2);
        predictor.predict(height) + deviation * predictor.shrink * drawn(row, col)
    })
}
