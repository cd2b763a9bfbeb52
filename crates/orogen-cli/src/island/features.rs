//! Coasts, rivers, lakes, basins and biomes as features.

use orogen::io::{Feature, Geometry, Polygon};
use orogen::island::mesh::{RegionId, TriangleId};
use orogen::island::water::{Mouth, River};
use orogen::island::{Biome, Island, Piece, outline};
use serde_json::{Value, json};

use super::export::Outline;
use crate::failure::Failure;

/// The features of one kind; metres east and north of the middle of the map.
///
/// Polygons are of the triangles whose middles lie on the map.
pub(super) fn features(island: &Island, what: Outline) -> Result<Vec<Feature>, Failure> {
    let mesh = &island.mesh().mesh;
    let is_sea = |t: usize| island.ground().sea.is_water(TriangleId::from_index(t));
    let is_on_map = |t: usize| mesh.position_t()[t].iter().all(|coordinate| (0.0..=1.0).contains(coordinate));
    let kinds = |kind: &dyn Fn(usize) -> Option<u32>| -> Vec<Option<u32>> {
        (0..mesh.solid_triangle_count()).map(|t| if is_on_map(t) { kind(t) } else { None }).collect()
    };
    let pieces = |kind: &dyn Fn(usize) -> Option<u32>| outline(mesh, &kinds(kind));
    let place = Placing { island };
    Ok(match what {
        Outline::Coast => {
            let land = pieces(&|t| (!is_sea(t)).then_some(0))?;
            land.iter().map(|piece| place.polygon(piece, vec![("kind", json!("land"))])).collect()
        }
        Outline::Rivers => island.rivers().iter().enumerate().map(|(id, river)| place.river(id, river)).collect(),
        Outline::Lakes => {
            let water = island.water();
            let lakes = pieces(&|t| water.lake_of_t[t])?;
            let properties = |piece: &Piece| {
                let lake = &water.lakes[piece.kind as usize];
                let height_m = island.params().height_m;
                vec![
                    ("lake", json!(piece.kind)),
                    ("surface_m", json!(lake.surface * height_m)),
                    ("area_m2", json!(lake.area_m2)),
                    ("volume_m3", json!(lake.volume_m3)),
                    ("evaporation_m3_s", json!(lake.evaporation)),
                    ("has_outlet", json!(lake.outlet.is_some())),
                ]
            };
            lakes.iter().map(|piece| place.polygon(piece, properties(piece))).collect()
        }
        Outline::Basins => {
            let basin_of_t = island.water().basin_of_t(&island.ground().sea.is_sea_t);
            let basins = pieces(&|t| basin_of_t[t])?;
            basins.iter().map(|piece| place.polygon(piece, vec![("basin", json!(piece.kind))])).collect()
        }
        Outline::Biomes => {
            let biomes = pieces(&|t| Some(island.biomes().biome_t[t] as u32))?;
            let name = |piece: &Piece| Biome::ALL[piece.kind as usize].name();
            biomes.iter().map(|piece| place.polygon(piece, vec![("biome", json!(name(piece)))])).collect()
        }
    })
}

/// From the unit square to metres east and north of its middle.
struct Placing<'a> {
    island: &'a Island,
}

impl Placing<'_> {
    fn metres(&self, [x, y]: [f64; 2]) -> [f64; 2] {
        let side_m = self.island.params().side_m;
        [(x - 0.5) * side_m, (0.5 - y) * side_m]
    }

    fn ring(&self, ring: &[RegionId]) -> Vec<[f64; 2]> {
        ring.iter().map(|r| self.metres(self.island.mesh().mesh.position_r()[r.index()])).collect()
    }

    fn polygon(&self, piece: &Piece, properties: Vec<(&str, Value)>) -> Feature {
        let mut rings = piece.rings.iter().map(|ring| self.ring(ring));
        let exterior = rings.next().unwrap_or_default();
        Feature::new(Geometry::Polygon(Polygon { exterior, holes: rings.collect() }), properties)
    }

    fn river(&self, id: usize, river: &River) -> Feature {
        let height_m = self.island.params().height_m;
        let line = river.points.iter().map(|point| {
            let [east, north] = self.metres(point.position);
            [east, north, point.bed * height_m]
        });
        let (mouth, into) = match river.mouth {
            Mouth::Sea => ("sea", Value::Null),
            Mouth::Lake(lake) => ("lake", json!(lake)),
            Mouth::River(river) => ("river", json!(river)),
        };
        let properties = [
            ("river", json!(id)),
            ("strahler", json!(river.strahler)),
            ("flow_at_source", json!(river.points[0].flow)),
            ("flow_at_mouth", json!(river.points[river.points.len() - 2].flow)),
            // Of the river itself, not of what it flows into.
            ("width_m", json!(river.points[river.points.len() - 2].width_m)),
            ("mouth", json!(mouth)),
            ("flows_into", into),
            ("waterfalls", json!(river.waterfalls.len())),
        ];
        Feature::new(Geometry::LineString3d(line.collect()), properties)
    }
}
