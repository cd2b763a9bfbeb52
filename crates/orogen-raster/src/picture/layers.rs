//! Maps of one quantity each: height, slope, aspect, curvature, normals, flow and basins.

use orogen_field::{Grid, Jet};

use super::colour::{Rgb, Transfer, mix, to_byte};
use super::{ColourMap, Picture};
use crate::gradient;

/// The heights that a tint spans, in metres: `lowest < sea_level < highest`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HeightRange {
    /// Height of the first colour.
    pub lowest: f64,
    /// Height of the hinge, for maps that have one.
    pub sea_level: f64,
    /// Height of the last colour.
    pub highest: f64,
}

/// Hypsometric tint: each cell in the colour of its height.
///
/// Oleron and bukavu have their hinge at sea level exactly, so that the coast is the step in colour; batlow runs from
/// `lowest` to `highest`. Heights beyond the range take the end's colour.
#[must_use]
pub fn hypsometric(heights: &Grid<f64>, map: ColourMap, range: HeightRange) -> Picture {
    let HeightRange { lowest, sea_level, highest } = range;
    Picture::of_cells(heights, |_, height| match map {
        ColourMap::Batlow => map.at((height - lowest) / (highest - lowest)),
        _ if *height >= sea_level => map.land((height - sea_level) / (highest - sea_level)),
        _ => map.sea((sea_level - height) / (sea_level - lowest)),
    })
}

/// Slope in batlow, from level to `steepest_deg` degrees and steeper.
#[must_use]
pub fn slope(heights: &Grid<Jet>, steepest_deg: f64) -> Picture {
    Picture::of_cells(heights, |_, jet| ColourMap::Batlow.at(gradient::slope_deg(*jet) / steepest_deg))
}

/// Aspect as a hue: north red, then yellow, green, cyan, blue and magenta clockwise; level ground grey.
#[must_use]
pub fn aspect(heights: &Grid<Jet>) -> Picture {
    let transfer = Transfer::new();
    Picture::of_cells(heights, |_, jet| match gradient::aspect_deg(*jet) {
        Some(aspect_deg) => hue(&transfer, aspect_deg),
        None => [160; 3],
    })
}

/// Normals as a tangent-space normal map: red east, green north, blue up, each from -1 at 0 to 1 at 255.
#[must_use]
pub fn normals(heights: &Grid<Jet>) -> Picture {
    Picture::of_cells(heights, |_, jet| {
        let [east, up, south] = gradient::normal(*jet);
        [east, -south, up].map(|component| to_byte(0.5 + 0.5 * component))
    })
}

/// Curvature: hollows blue, bulges brown, straight ground pale; full colour from `strongest` on, in the grid's own unit.
///
/// With a `strongest` of 0 all ground is pale.
#[must_use]
pub fn curvature(curvatures: &Grid<f64>, strongest: f64) -> Picture {
    let transfer = Transfer::new();
    let [hollow, straight, bulge] = [[20, 70, 150], [240, 238, 232], [130, 65, 20]].map(|rgb| transfer.decode(rgb));
    Picture::of_cells(curvatures, |_, curvature| {
        let share = if strongest > 0.0 { (curvature / strongest).clamp(-1.0, 1.0) } else { 0.0 };
        transfer.encode(mix(straight, if share < 0.0 { hollow } else { bulge }, share.abs()))
    })
}

/// Flow accumulation on a logarithmic scale, white for 1 (a cell's own water) to dark blue for `largest`.
///
/// Accumulation is in cells, or in any unit of which the smallest basin worth showing has 1.
#[must_use]
pub fn flow_accumulation(accumulation: &Grid<f64>, largest: f64) -> Picture {
    let scale = libm::log(largest.max(f64::MIN_POSITIVE));
    Picture::of_cells(accumulation, |_, flow| {
        // With a largest of 1 there is one colour, and no scale to divide by.
        let share = if scale > 0.0 { libm::log(flow.max(1.0)) / scale } else { 0.0 };
        ColourMap::Oleron.sea(share)
    })
}

/// Basins, or any other labels, each in a colour of its own; neighbouring labels differ.
#[must_use]
pub fn basins(labels: &Grid<u32>) -> Picture {
    let transfer = Transfer::new();
    Picture::of_cells(labels, |_, label| {
        // Steps of the golden angle keep any run of labels spread around the circle.
        let turns = f64::from(*label) * 0.618_033_988_749_894_9;
        hue(&transfer, 360.0 * (turns - turns.floor()))
    })
}

/// A hue circle of even lightness: three cosines in linear light, whose sum is the same everywhere.
fn hue(transfer: &Transfer, hue_deg: f64) -> Rgb {
    let channel = |peak_deg: f64| 0.4 + 0.35 * libm::cos((hue_deg - peak_deg).to_radians());
    transfer.encode([channel(0.0), channel(120.0), channel(240.0)])
}
