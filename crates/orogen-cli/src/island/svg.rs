//! An island as an SVG map: biomes, coast, lakes and rivers, each a group.

use std::path::Path;

use orogen::io::{Feature, Geometry, Polygon, SvgStyle, SvgView, SvgWriter};
use orogen::island::Biome;
use orogen::island::Island;
use orogen::island::picture::biome_rgb;

use super::export::Outline;
use super::features::features;
use crate::failure::Failure;

/// Width of the map on a screen, in pixels.
const WIDTH_PX: f64 = 1024.0;

const SEA: [u8; 3] = [91, 135, 186];
const RIVER: [u8; 3] = [51, 128, 179];
const INK: [u8; 3] = [48, 60, 80];

/// Writes the map. Coordinates are metres east and south of the middle of the island.
pub(super) fn write(island: &Island, path: &Path) -> Result<(), Failure> {
    let side_m = island.params().side_m;
    let [min_x_m, min_y_m] = [-0.5 * side_m; 2];
    let view = SvgView { min_x_m, min_y_m, width_m: side_m, height_m: side_m, width_px: WIDTH_PX };
    let mut map = SvgWriter::create(path, &view, &format!("Island {}", island.params().seed))?;
    let pixel_m = side_m / WIDTH_PX;
    map.open_group("biomes", &SvgStyle::filled(SEA))?;
    for feature in features(island, Outline::Biomes)? {
        let name = feature.properties.get("biome").and_then(|name| name.as_str()).unwrap_or_default();
        let biome = Biome::ALL.into_iter().find(|biome| biome.name() == name).unwrap_or(Biome::Beach);
        area(&mut map, &feature, &SvgStyle::filled(biome_rgb(biome)))?;
    }
    map.close_group()?;
    map.open_group("coast", &SvgStyle::default())?;
    for feature in features(island, Outline::Coast)? {
        for mut ring in rings(&feature) {
            ring.extend(ring.first().copied());
            map.line(&ring, &SvgStyle::stroked(INK, 1.5 * pixel_m))?;
        }
    }
    map.close_group()?;
    map.open_group("lakes", &SvgStyle::filled(RIVER))?;
    for feature in features(island, Outline::Lakes)? {
        area(&mut map, &feature, &SvgStyle::default())?;
    }
    map.close_group()?;
    map.open_group("rivers", &SvgStyle::default())?;
    let least = island.least_flow();
    for feature in features(island, Outline::Rivers)? {
        let Geometry::LineString3d(line) = &feature.geometry else { continue };
        let points: Vec<[f64; 2]> = line.iter().map(|[east, north, _]| [*east, -north]).collect();
        let flow = feature.properties.get("flow_at_mouth").and_then(|flow| flow.as_f64()).unwrap_or(least);
        let width_m = (0.9 * (flow / least).sqrt()).clamp(0.9, 7.0) * pixel_m;
        map.line(&points, &SvgStyle::stroked(RIVER, width_m))?;
    }
    map.close_group()?;
    Ok(map.finish()?)
}

/// The rings of a polygon, y down the page.
fn rings(feature: &Feature) -> Vec<Vec<[f64; 2]>> {
    let Geometry::Polygon(Polygon { exterior, holes }) = &feature.geometry else { return Vec::new() };
    let down = |ring: &Vec<[f64; 2]>| ring.iter().map(|[east, north]| [*east, -north]).collect();
    core::iter::once(exterior).chain(holes).map(down).collect()
}

fn area(map: &mut SvgWriter, feature: &Feature, style: &SvgStyle) -> Result<(), Failure> {
    let rings = rings(feature);
    let rings: Vec<&[[f64; 2]]> = rings.iter().map(Vec::as_slice).collect();
    Ok(map.area(&rings, style)?)
}
