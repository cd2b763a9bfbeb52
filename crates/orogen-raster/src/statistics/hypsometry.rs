//! How much of a map lies how high.

use orogen_field::Grid;

use super::{extremes, with_nan};
use crate::CellSize;

/// The hypsometric curve: for `levels` relative heights from 0 (the lowest) to 1 (the highest) in even steps, the share
/// of the area that lies at least as high.
///
/// Falls from 1; a cell counts with its area, so that geographic grids are measured right. None for a level or void
/// map, or fewer than two levels. Strahler, "Hypsometric (area-altitude) analysis of erosional topography", GSA Bull.
/// 63 (1952).
#[must_use]
pub fn hypsometric_curve(heights: &Grid<f64>, cells: &CellSize, levels: usize) -> Option<Vec<f64>> {
    let samples = with_nan(heights);
    let (lowest, highest) = extremes(&samples).filter(|(lowest, highest)| lowest < highest && levels >= 2)?;
    let steps = (levels - 1) as f64;
    // Area by the last level that a cell reaches, then summed from the top.
    let mut area = vec![0.0; levels];
    for (index, height) in samples.iter().enumerate().filter(|(_, height)| height.is_finite()) {
        let reached = (height - lowest) / (highest - lowest) * steps;
        area[reached.floor() as usize] += cells.step_x(index / heights.cols());
    }
    let total: f64 = area.iter().sum();
    let mut above = 0.0;
    let mut curve: Vec<f64> = area
        .iter()
        .rev()
        .map(|share| {
            above += share;
            above / total
        })
        .collect();
    curve.reverse();
    Some(curve)
}

/// The hypsometric integral, the area under the whole curve: `(mean - lowest) / (highest - lowest)`.
///
/// Pike and Wilson, "Elevation-relief ratio, hypsometric integral, and geomorphic area-altitude analysis", GSA Bull. 82
/// (1971). None for a level or void map.
#[must_use]
pub fn hypsometric_integral(heights: &Grid<f64>, cells: &CellSize) -> Option<f64> {
    let samples = with_nan(heights);
    let (lowest, highest) = extremes(&samples).filter(|(lowest, highest)| lowest < highest)?;
    let (mut volume, mut area) = (0.0, 0.0);
    for (index, height) in samples.iter().enumerate().filter(|(_, height)| height.is_finite()) {
        let width = cells.step_x(index / heights.cols());
        volume += width * (height - lowest);
        area += width;
    }
    Some(volume / area / (highest - lowest))
}
