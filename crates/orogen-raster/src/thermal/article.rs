//! The thermal erosion of the published demonstration, digit by digit.

use orogen_field::Grid;

use super::field::NEIGHBOURS;

/// The demonstration's share of the relief that may stand between neighbours.
const TALUS_SHARE: f64 = 0.012;

/// The demonstration's thermal erosion, preset `article-thermal`; it uses 40 sweeps.
///
/// A cell gives half of its largest excess to the neighbours that are more than `0.012 (highest - lowest)` lower, in
/// proportion to how much lower they are; diagonal neighbours count as near. Later sweeps amplify rounding, so that the
/// order of every sum is the demonstration's. Material stays on the map. Void cells are barriers.
#[must_use]
pub fn article(heights: &Grid<f64>, sweeps: u32) -> Grid<f64> {
    let (rows, cols) = (heights.rows(), heights.cols());
    let width = cols + 2;
    // A margin of NaN stands for neighbours off the map: no difference with it is above the threshold.
    let mut field = vec![f64::NAN; (rows + 2) * width];
    let (mut lowest, mut highest) = (f64::INFINITY, f64::NEG_INFINITY);
    for (index, height) in heights.samples().iter().enumerate().filter(|(index, _)| !heights.is_void(*index)) {
        field[(index / cols + 1) * width + index % cols + 1] = *height;
        lowest = lowest.min(*height);
        highest = highest.max(*height);
    }
    let threshold = TALUS_SHARE * (highest - lowest);
    let offsets = NEIGHBOURS.map(|(south, east)| south * width as isize + east);
    let mut changes = vec![0.0; field.len()];
    for _ in 0..sweeps {
        changes.fill(0.0);
        for row in 1..=rows {
            for place in row * width + 1..=row * width + cols {
                give(&field, &mut changes, place, &offsets, threshold);
            }
        }
        for (height, change) in field.iter_mut().zip(&changes) {
            *height += change;
        }
    }
    let mut eroded = heights.clone();
    for (row, line) in eroded.samples_mut().chunks_exact_mut(cols).enumerate() {
        for (target, height) in line.iter_mut().zip(&field[(row + 1) * width + 1..]) {
            if !height.is_nan() {
                *target = *height;
            }
        }
    }
    eroded
}

#[inline(always)]
fn give(field: &[f64], changes: &mut [f64], place: usize, offsets: &[isize; 8], threshold: f64) {
    let height = field[place];
    let falls = offsets.map(|offset| height - field[place.wrapping_add_signed(offset)]);
    let (mut total, mut largest) = (0.0, 0.0);
    for fall in falls {
        if fall > threshold {
            total += fall;
            if fall > largest {
                largest = fall;
            }
        }
    }
    if total == 0.0 {
        return;
    }
    let moved = 0.5 * (largest - threshold);
    for (fall, offset) in falls.into_iter().zip(offsets) {
        if fall > threshold {
            let share = moved * fall / total;
            changes[place.wrapping_add_signed(*offset)] += share;
            changes[place] -= share;
        }
    }
}
