//! The census: what kind of land a window of a world holds.

use alloc::vec;
use alloc::vec::Vec;

use orogen_field::{Grid, Jet};

use crate::{World, WorldError};

/// Samples along each side of the census window.
const SIDE: usize = 129;

/// Distance between samples, in metres.
const STEP_M: f64 = 64.0;

/// Ground above this height belongs to a massif.
const MASSIF_M: f64 = 300.0;

/// Ground above this height is counted as high.
const HIGH_M: f64 = 200.0;

/// Ground under this height can be flat lowland.
const LOWLAND_M: f64 = 80.0;

/// Ground with less slope than this can be flat lowland.
const FLAT_SLOPE: f64 = 0.15;

/// Figures over x 0..8192 m and z -4096..4096 m, 129 x 129 samples.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Census {
    /// Highest sample, in metres.
    pub max_m: f64,
    /// Height that one sample in a hundred exceeds, in metres.
    pub p99_m: f64,
    /// Median height, in metres.
    pub median_m: f64,
    /// Lowest sample, in metres.
    pub min_m: f64,
    /// Share of samples above 200 m, in 0..=1.
    pub high_share: f64,
    /// Number of 4-connected groups of samples above 300 m.
    pub massifs: usize,
    /// Share of samples from 0 to 80 m high with a slope under 0.15, in 0..=1.
    pub flat_lowland_share: f64,
}

impl World {
    /// Takes the census of this world.
    ///
    /// # Errors
    ///
    /// None for a world that could be made; the signature is that of the window it reads.
    pub fn census(&self) -> Result<Census, WorldError> {
        let window = self.window(0.0, -4096.0, SIDE, SIDE, STEP_M)?;
        Ok(Census::of(&window))
    }
}

impl Census {
    /// The figures of any raster of ground.
    #[must_use]
    pub fn of(window: &Grid<Jet>) -> Self {
        let samples = window.samples();
        let mut heights: Vec<f64> = samples.iter().map(|ground| ground.value).collect();
        heights.sort_unstable_by(f64::total_cmp);
        let share = |keep: &dyn Fn(&Jet) -> bool| {
            samples.iter().filter(|ground| keep(ground)).count() as f64 / samples.len() as f64
        };
        Self {
            max_m: quantile(&heights, 1.0),
            p99_m: quantile(&heights, 0.99),
            median_m: quantile(&heights, 0.5),
            min_m: quantile(&heights, 0.0),
            high_share: share(&|ground| ground.value > HIGH_M),
            massifs: count_groups(window, |ground| ground.value > MASSIF_M),
            flat_lowland_share: share(&|ground| {
                (0.0..LOWLAND_M).contains(&ground.value) && ground.slope() < FLAT_SLOPE
            }),
        }
    }
}

/// The `q` quantile of sorted values: the one of rank `q (n - 1)`, rounded down.
fn quantile(sorted: &[f64], q: f64) -> f64 {
    sorted[(q * (sorted.len() - 1) as f64) as usize]
}

/// The number of 4-connected groups of samples that `belongs` takes.
fn count_groups<T>(grid: &Grid<T>, belongs: impl Fn(&T) -> bool) -> usize {
    let (rows, cols) = (grid.rows(), grid.cols());
    let mut waiting: Vec<bool> = grid.samples().iter().map(belongs).collect();
    let mut groups = 0;
    let mut stack = vec![];
    for start in 0..waiting.len() {
        if !core::mem::take(&mut waiting[start]) {
            continue;
        }
        groups += 1;
        stack.push(start);
        while let Some(index) = stack.pop() {
            let (row, col) = (index / cols, index % cols);
            let neighbours = [
                (row > 0).then(|| index - cols),
                (row + 1 < rows).then(|| index + cols),
                (col > 0).then(|| index - 1),
                (col + 1 < cols).then(|| index + 1),
            ];
            for next in neighbours.into_iter().flatten() {
                if core::mem::take(&mut waiting[next]) {
                    stack.push(next);
                }
            }
        }
    }
    groups
}
