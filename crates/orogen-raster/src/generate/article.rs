//! The maps of a published demonstration of terrain generation, reproduced digit by digit.
//!
//! Two presets: `article-diamond-square` ([`diamond_square`]) and `article-fbm` ([`fbm`]); its erosion is
//! [`thermal::article`](crate::thermal::article). Nothing new should be made from its lattice hash, which has known
//! faults: it is point-symmetric about the origin, seeds 2^31 apart correlate, and neighbouring seeds share lattices.

use orogen_field::window::quintic;
use orogen_field::{Grid, Placement, Real, Seed, tunables};

use super::midpoint::displace;
use crate::params::check;
use crate::{RasterError, rows};

tunables! {
    /// Parameters of the demonstration's diamond-square map.
    pub struct ArticleDiamondSquare {
        /// Hurst exponent: the amplitude falls by 2^-H a level.
        hurst: f64 = 0.8, "1", 0.0..=1.0;
        /// Halvings: the map has 2^levels + 1 cells a side.
        levels: u32 = 7.0, "1", 1.0..=13.0;
    }
}

tunables! {
    /// Parameters of the demonstration's fractional Brownian motion.
    pub struct ArticleFbm {
        /// Hurst exponent: the amplitude falls by 2^-H an octave.
        hurst: f64 = 0.8, "1", 0.0..=1.0;
        /// Octaves in the sum, which is not normalised.
        octaves: u32 = 6.0, "1", 1.0..=16.0;
        /// Whether the coordinates are warped first.
        warp: bool = 0.0, "1", 0.0..=1.0;
        /// Cells a side.
        side: u32 = 129.0, "1", 2.0..=16384.0;
    }
}

impl Default for ArticleDiamondSquare {
    fn default() -> Self {
        Self::read(|spec| spec.default)
    }
}

impl Default for ArticleFbm {
    fn default() -> Self {
        Self::read(|spec| spec.default)
    }
}

/// Cells of one unit: the demonstration has no metres.
const CELLS: Placement = Placement { x0: 0.0, z0: 0.0, step_x: 1.0, step_z: 1.0 };

/// The demonstration's diamond-square map, unit heights, cells of 1.
///
/// # Errors
///
/// [`RasterError`] if a parameter is out of range or the seed has more than 32 bits.
pub fn diamond_square(seed: Seed, params: &ArticleDiamondSquare) -> Result<Grid<f64>, RasterError> {
    check(ArticleDiamondSquare::TABLE, [params.hurst, f64::from(params.levels)])?;
    let mut random = Mulberry32(seed_word(seed)?);
    let side = (1 << params.levels) + 1;
    let heights = displace(params.levels, libm::pow(2.0, -params.hurst), |_| random.next_unit() * 2.0 - 1.0);
    Ok(Grid::new(side, side, CELLS, heights)?)
}

/// The demonstration's fractional Brownian motion, unit heights, cells of 1.
///
/// # Errors
///
/// [`RasterError`] if a parameter is out of range or the seed has more than 32 bits.
pub fn fbm(seed: Seed, params: &ArticleFbm) -> Result<Grid<f64>, RasterError> {
    let ArticleFbm { hurst, octaves, warp, side } = *params;
    check(ArticleFbm::TABLE, [hurst, f64::from(octaves), f64::from(u8::from(warp)), f64::from(side)])?;
    let seed = seed_word(seed)?;
    let gain = libm::pow(2.0, -hurst);
    let last = f64::from(side - 1);
    let sample = |row: usize, col: usize| {
        let (x, y) = (4.0 * col as f64 / last, 4.0 * row as f64 / last);
        let (x, y) = if warp { warped(x, y, seed) } else { (x, y) };
        octave_sum(x, y, seed, octaves, gain)
    };
    Ok(rows::grid_from_fn(side as usize, side as usize, CELLS, sample)?)
}

fn octave_sum(x: f64, y: f64, seed: u32, octaves: u32, gain: f64) -> f64 {
    let (mut sum, mut amplitude, mut frequency) = (0.0, 1.0, 1.0);
    for octave in 0..octaves {
        let shift = f64::from(octave);
        let seed = seed.wrapping_mul(7).wrapping_add(octave);
        sum += amplitude * value_noise(x * frequency + 17.3 * shift, y * frequency + 31.7 * shift, seed);
        amplitude *= gain;
        frequency *= 2.0;
    }
    sum
}

fn warped(x: f64, y: f64, seed: u32) -> (f64, f64) {
    let (slow_x, slow_y) = (x * 0.75, y * 0.75);
    let shift_x = value_noise(slow_x + 5.2, slow_y + 1.3, seed.wrapping_add(101));
    let shift_y = value_noise(slow_x + 8.7, slow_y + 3.1, seed.wrapping_add(202));
    (x + 1.6 * shift_x, y + 1.6 * shift_y)
}

/// Value noise in [-1, 1) with the quintic fade.
#[inline]
fn value_noise(x: f64, y: f64, seed: u32) -> f64 {
    let ((column, fraction_x), (row, fraction_y)) = (x.split(), y.split());
    let (u, w) = (quintic(fraction_x), quintic(fraction_y));
    let columns = [column, column.wrapping_add(1)].map(|column| column.wrapping_mul(374_761_393));
    let seeded = seed.wrapping_mul(1_103_515_245);
    let rows = [row, row.wrapping_add(1)].map(|row| row.wrapping_mul(668_265_263) ^ seeded);
    let across = |row: u32| {
        let (west, east) = (finish(columns[0] ^ row), finish(columns[1] ^ row));
        west + (east - west) * u
    };
    let (north, south) = (across(rows[0]), across(rows[1]));
    // Two forms of one blend, as the demonstration has them: its erosion amplifies the last bit.
    north * (1.0 - w) + south * w
}

fn finish(hash: u32) -> f64 {
    let hash = (hash ^ (hash >> 13)).wrapping_mul(1_274_126_177);
    f64::from(hash ^ (hash >> 16)) / 4_294_967_296.0 * 2.0 - 1.0
}

/// The demonstration's generator of random numbers.
struct Mulberry32(u32);

impl Mulberry32 {
    /// The next number, in [0, 1).
    fn next_unit(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x6d2b_79f5);
        let t = (self.0 ^ (self.0 >> 15)).wrapping_mul(self.0 | 1);
        let t = t ^ t.wrapping_add((t ^ (t >> 7)).wrapping_mul(t | 61));
        f64::from(t ^ (t >> 14)) / 4_294_967_296.0
    }
}

/// The 32 bits that the demonstration calls its seed.
fn seed_word(seed: Seed) -> Result<u32, RasterError> {
    match seed {
        Seed::Reference(word) => Ok(word as u32),
        Seed::Own(number) => u32::try_from(number).map_err(|_| RasterError::WideSeed { got: number }),
    }
}
