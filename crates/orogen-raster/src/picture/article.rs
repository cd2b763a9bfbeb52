//! The shaded relief of the published demonstration.

use orogen_field::Grid;

use super::colour::{Rgb, mix};
use super::{Picture, VOID};

/// Direction to the light: east, south, up. It is normalised.
const LIGHT: [f64; 3] = [-1.0, -1.0, 1.2];

/// Heights of 0..=1 are drawn this many cells tall.
const VERTICAL: f64 = 38.0;

/// Sand, green, dark green, brown, grey and white, by height above the sea.
const LAND: [(f64, [f64; 3]); 6] = [
    (0.0, [214.0, 200.0, 150.0]),
    (0.06, [110.0, 160.0, 80.0]),
    (0.35, [60.0, 110.0, 60.0]),
    (0.6, [130.0, 105.0, 75.0]),
    (0.8, [150.0, 150.0, 150.0]),
    (1.0, [255.0, 255.0, 255.0]),
];

/// Water at the shore, and where depth times [`DARKENING`] is 1.
const WATER: [[f64; 3]; 2] = [[96.0, 170.0, 210.0], [20.0, 60.0, 120.0]];
const DARKENING: f64 = 1.3;

/// Above the ground of the cross-section.
const SKY: Rgb = [238, 242, 246];

/// The demonstration's picture: its shaded relief, and under it the cross-section of the middle row.
///
/// Heights are scaled to 0..=1 over the map; `sea_level` is in that scale. Brightness is `0.3 + 1.05 max(0, n . l)`
/// with central differences, and multiplies encoded colours, as the demonstration does. The cross-section is a quarter
/// of the map's rows tall, at least one row.
#[must_use]
pub fn article_relief(heights: &Grid<f64>, sea_level: f64) -> Picture {
    let unit = to_unit(heights);
    let relief = Picture::of_cells(&unit, |index, height| {
        let shade = brightness(&unit, index / unit.cols(), index % unit.cols());
        tint(*height, sea_level).map(|channel| (channel * shade).clamp(0.0, 255.0) as u8)
    });
    let section_rows = (unit.rows() / 4).max(1);
    let mut rgb = relief.rgb;
    for line in 0..section_rows {
        let level = 1.0 - (line as f64 + 0.5) / section_rows as f64;
        for col in 0..unit.cols() {
            rgb.extend(section(&unit, col, level, sea_level));
        }
    }
    Picture { width: relief.width, height: relief.height + section_rows, rgb }
}

/// The map scaled to 0..=1; a level map is 0.
fn to_unit(heights: &Grid<f64>) -> Grid<f64> {
    let known = heights.samples().iter().enumerate().filter(|(index, _)| !heights.is_void(*index));
    let (lowest, highest) =
        known.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), (_, height)| (height.min(low), height.max(high)));
    let range = if highest > lowest { highest - lowest } else { 1.0 };
    heights.map(|height| (height - lowest) / range)
}

fn brightness(unit: &Grid<f64>, row: usize, col: usize) -> f64 {
    let here = *unit.at(row, col);
    // At the map's edges and beside void cells the difference is one-sided.
    let at = |row: usize, col: usize| {
        let index = unit.index(row.min(unit.rows() - 1), col.min(unit.cols() - 1));
        if unit.is_void(index) { here } else { unit.samples()[index] }
    };
    let dx = VERTICAL * 0.5 * (at(row, col + 1) - at(row, col.saturating_sub(1)));
    let dz = VERTICAL * 0.5 * (at(row + 1, col) - at(row.saturating_sub(1), col));
    let [east, south, up] = LIGHT;
    let lengths = (east * east + south * south + up * up) * (dx * dx + dz * dz + 1.0);
    0.3 + 1.05 * ((up - east * dx - south * dz) / lengths.sqrt()).max(0.0)
}

fn tint(height: f64, sea_level: f64) -> [f64; 3] {
    if height < sea_level {
        let depth = (DARKENING * (sea_level - height) / sea_level).min(1.0);
        return mix(WATER[0], WATER[1], depth);
    }
    let above = if sea_level < 1.0 { ((height - sea_level) / (1.0 - sea_level)).clamp(0.0, 1.0) } else { 1.0 };
    let upper = LAND.partition_point(|(stop, _)| *stop < above).clamp(1, LAND.len() - 1);
    let ((from, low), (to, high)) = (LAND[upper - 1], LAND[upper]);
    mix(low, high, (above - from) / (to - from))
}

/// A pixel of the cross-section: ground, water or sky at a level of 0..=1.
fn section(unit: &Grid<f64>, col: usize, level: f64, sea_level: f64) -> Rgb {
    let index = unit.index(unit.rows() / 2, col);
    let height = unit.samples()[index];
    if unit.is_void(index) {
        VOID
    } else if level <= height {
        tint(height.max(sea_level), sea_level).map(|channel| channel as u8)
    } else if level <= sea_level {
        WATER[0].map(|channel| channel as u8)
    } else {
        SKY
    }
}
