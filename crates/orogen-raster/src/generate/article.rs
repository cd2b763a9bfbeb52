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
    let octaves = Octaves { count: octaves, gain: libm::pow(2.0, -hurst), seed };
    let side = side as usize;
    let last = (side - 1) as f64;
    let position = |index: usize| 4.0 * index as f64 / last;
    if !warp {
        return Ok(Grid::new(side, side, CELLS, octaves.square(side, position))?);
    }
    let sample = |row: usize, col: usize| {
        let (x, y) = warped(position(col), position(row), seed);
        octaves.sum(x, y)
    };
    Ok(rows::grid_from_fn(side, side, CELLS, sample)?)
}

/// The octaves of the demonstration's sum.
struct Octaves {
    count: u32,
    gain: f64,
    seed: u32,
}

/// One of them.
struct Octave {
    frequency: f64,
    amplitude: f64,
    shift_x: f64,
    shift_y: f64,
    seed: u32,
}

impl Octaves {
    fn each(&self) -> impl Iterator<Item = Octave> {
        let (gain, first_seed) = (self.gain, self.seed.wrapping_mul(7));
        let mut scale = (1.0, 1.0);
        (0..self.count).map(move |index| {
            let (amplitude, frequency) = scale;
            scale = (amplitude * gain, frequency * 2.0);
            let shift = f64::from(index);
            let seed = first_seed.wrapping_add(index);
            Octave { frequency, amplitude, shift_x: 17.3 * shift, shift_y: 31.7 * shift, seed }
        })
    }

    /// The sum at one place.
    fn sum(&self, x: f64, y: f64) -> f64 {
        self.each().fold(0.0, |sum, octave| {
            let across = Place::new(x * octave.frequency + octave.shift_x);
            let down = Place::new(y * octave.frequency + octave.shift_y);
            sum + octave.amplitude * Corners::new(across.cell, down.cell, octave.seed).blend(&across, &down)
        })
    }

    /// The sums at all places of a square, row-major: the same as one by one, but a place along an axis is found once for
    /// its line, and corners are drawn once for the run of places between them.
    fn square(&self, side: usize, position: impl Fn(usize) -> f64) -> Vec<f64> {
        let mut sums = vec![0.0; side * side];
        for octave in self.each() {
            let places = |shift: f64| -> Vec<Place> {
                (0..side).map(|index| Place::new(position(index) * octave.frequency + shift)).collect()
            };
            let across = places(octave.shift_x);
            for (line, down) in sums.chunks_exact_mut(side).zip(places(octave.shift_y)) {
                let mut corners = Corners::new(across[0].cell, down.cell, octave.seed);
                let mut cell = across[0].cell;
                for (sum, across) in line.iter_mut().zip(&across) {
                    if across.cell != cell {
                        cell = across.cell;
                        corners = Corners::new(cell, down.cell, octave.seed);
                    }
                    *sum += octave.amplitude * corners.blend(across, &down);
                }
            }
        }
        sums
    }
}

fn warped(x: f64, y: f64, seed: u32) -> (f64, f64) {
    let (slow_x, slow_y) = (x * 0.75, y * 0.75);
    let shift_x = value_noise(slow_x + 5.2, slow_y + 1.3, seed.wrapping_add(101));
    let shift_y = value_noise(slow_x + 8.7, slow_y + 3.1, seed.wrapping_add(202));
    (x + 1.6 * shift_x, y + 1.6 * shift_y)
}

/// Value noise in [-1, 1) with the quintic fade.
fn value_noise(x: f64, y: f64, seed: u32) -> f64 {
    let (across, down) = (Place::new(x), Place::new(y));
    Corners::new(across.cell, down.cell, seed).blend(&across, &down)
}

/// A coordinate: the lattice cell, and how far the fade is through it, in [0, 1).
struct Place {
    cell: u32,
    faded: f64,
}

impl Place {
    #[inline]
    fn new(coordinate: f64) -> Self {
        let (cell, fraction) = coordinate.split();
        Self { cell, faded: quintic(fraction) }
    }
}

/// The values at the corners of a lattice cell; west and what east is more.
struct Corners {
    north: (f64, f64),
    south: (f64, f64),
}

impl Corners {
    #[inline]
    fn new(column: u32, row: u32, seed: u32) -> Self {
        let columns = [column, column.wrapping_add(1)].map(|column| column.wrapping_mul(374_761_393));
        let seeded = seed.wrapping_mul(1_103_515_245);
        let edge = |row: u32| {
            let row = row.wrapping_mul(668_265_263) ^ seeded;
            let (west, east) = (finish(columns[0] ^ row), finish(columns[1] ^ row));
            (west, east - west)
        };
        Self { north: edge(row), south: edge(row.wrapping_add(1)) }
    }

    #[inline]
    fn blend(&self, across: &Place, down: &Place) -> f64 {
        let along = |(west, rise): (f64, f64)| west + rise * across.faded;
        // Two forms of one blend, as the demonstration has them: its erosion amplifies the last bit.
        along(self.north) * (1.0 - down.faded) + along(self.south) * down.faded
    }
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
