//! The paint map: where land and sea are to be, as a coarse grid of elevations.

use orogen_field::fractal::amplitude_sum;
use orogen_field::{Grid, Placement};

use super::noise::noise;
use crate::error::{check_length, check_values};
use crate::params::IslandParams;
use crate::{IslandError, streams};

/// Rows and columns of a generated map.
pub const PAINT_SIZE: usize = 128;

/// How much the noise of the generated map counts against the shape of the island: as in mapgen4, half and half.
const SHARE: f64 = 0.5;

/// A sketch of the island: elevations from -1 (deep sea) to 1 (mountains), over the unit square.
///
/// The first sample is at x = 0, y = 0 and the last at x = 1, y = 1; rows go south.
///
/// ```
/// use orogen_island::{IslandParams, PaintMap};
///
/// // Sea in the west, land in the east.
/// let paint = PaintMap::new(1, 2, vec![-0.5, 0.5])?;
/// assert_eq!(paint.at(0.75, 0.3), 0.25);
/// # Ok::<(), orogen_island::IslandError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct PaintMap {
    elevation: Grid<f64>,
}

impl PaintMap {
    /// A map from elevations, row-major, of any size.
    ///
    /// # Errors
    ///
    /// [`IslandError::Length`] if there is no row or no column, or not a sample for each of their crossings;
    /// [`IslandError::Value`] if one is not from -1 to 1.
    pub fn new(rows: usize, cols: usize, elevation: Vec<f64>) -> Result<Self, IslandError> {
        check_values("paint", "a number from -1 to 1", &elevation, |value| (-1.0..=1.0).contains(&value))?;
        let got = elevation.len();
        let wrong = |_| IslandError::Length { what: "paint", expected: rows.saturating_mul(cols).max(1), got };
        let elevation = Grid::new(rows, cols, Placement::square(0.0, 0.0, 1.0), elevation).map_err(wrong)?;
        Ok(Self { elevation })
    }

    /// A map from the grey levels of a picture, row-major: black is -1, 128 the coast at 0, white 1.
    ///
    /// # Errors
    ///
    /// [`IslandError::Length`] as [`PaintMap::new`].
    pub fn from_grey(rows: usize, cols: usize, levels: &[u8]) -> Result<Self, IslandError> {
        check_length("paint", rows.saturating_mul(cols), levels.len())?;
        let elevation = |level: &u8| {
            let above = f64::from(*level) - 128.0;
            above / if above < 0.0 { 128.0 } else { 127.0 }
        };
        Self::new(rows, cols, levels.iter().map(elevation).collect())
    }

    /// The map that `seed` and `island` make: an octave sum over a square dome, with ridges on the land.
    ///
    /// The land is where `(fbm + island * (0.75 - 2 d^2)) / 2 > 0`, d being the distance from the middle in the maximum norm
    /// (1 at the edge); a ridge runs along the zeros of a second noise and is at most three times as high as the dome.
    ///
    /// Reads `seed`, `island`. O(cells).
    #[must_use]
    pub fn generate(params: &IslandParams) -> Self {
        let seed = params.land_seed();
        let octaves = [0, 1, 2, 3, 4].map(|octave| (seed.key(streams::PAINT, octave), f64::from(1_u32 << octave)));
        let fbm = |x: f64, y: f64| {
            let sum: f64 =
                octaves.iter().map(|(key, frequency)| noise(key, frequency * x, frequency * y) / frequency).sum();
            sum / amplitude_sum(octaves.len())
        };
        let ridges = [0, 1].map(|octave| seed.key(streams::RIDGES, octave));
        let coordinate = |index: usize| 2.0 * index as f64 / PAINT_SIZE as f64 - 1.0;
        let sample = |index: usize| {
            let (x, y) = (coordinate(index % PAINT_SIZE), coordinate(index / PAINT_SIZE));
            let middle = x.abs().max(y.abs());
            let dome = params.island * (0.75 - 2.0 * middle * middle);
            let e = (SHARE * (fbm(x, y) + dome)).clamp(-1.0, 1.0);
            if e <= 0.0 {
                return e;
            }
            let n = 0.5 * noise(&ridges[0], x, y) + 0.5 * noise(&ridges[1], 2.0 * x, 2.0 * y);
            let mountain = (5.0 * e).min(1.0) * (1.0 - n.abs() / 0.5);
            if mountain > 0.0 { e.max(mountain.min(3.0 * e)) } else { e }
        };
        let samples = (0..PAINT_SIZE * PAINT_SIZE).map(sample).collect();
        let placement = Placement::square(0.0, 0.0, 1.0);
        let elevation = Grid::new(PAINT_SIZE, PAINT_SIZE, placement, samples).expect("a sample for each cell");
        Self { elevation }
    }

    /// The elevations as they are sampled, from the unit square's corner (0, 0).
    #[must_use]
    pub fn elevation(&self) -> &Grid<f64> {
        &self.elevation
    }

    /// The elevation at a place, bilinear, from -1 to 1; outside the unit square, that at its edge.
    #[inline]
    #[must_use]
    pub fn at(&self, x: f64, y: f64) -> f64 {
        let (row, down) = split(y, self.elevation.rows());
        let (col, right) = split(x, self.elevation.cols());
        let (below, beside) = (usize::from(self.elevation.rows() > 1), usize::from(self.elevation.cols() > 1));
        let sample = |row: usize, col: usize| self.elevation.samples()[row * self.elevation.cols() + col];
        let mix = |a: f64, b: f64, share: f64| a * (1.0 - share) + b * share;
        let across = |row: usize| mix(sample(row, col), sample(row, col + beside), right);
        mix(across(row), across(row + below), down)
    }

    /// Samples the map at places. Writes elevations from -1 to 1.
    pub fn sample_into(&self, places: &[[f64; 2]], paint: &mut Vec<f64>) {
        paint.clear();
        paint.extend(places.iter().map(|place| self.at(place[0], place[1])));
    }
}

/// The sample before a coordinate from 0 to 1, and how far on it is to the next, from 0 to 1.
#[inline(always)]
fn split(coordinate: f64, count: usize) -> (usize, f64) {
    let along = coordinate.clamp(0.0, 1.0) * (count - 1) as f64;
    let before = (along as usize).min(count.saturating_sub(2));
    (before, along - before as f64)
}
