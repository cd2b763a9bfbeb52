//! The baked island.

use std::collections::BTreeMap;

use orogen_island::{EdgeKind, Island, IslandParams, Terrain};

#[test]
fn a_baked_island_is_a_whole_surface_in_metres() {
    let island = Island::new(IslandParams { spacing: 0.015, river_flow: 1.0, ..IslandParams::default() }).unwrap();
    let terrain = Terrain::of(&island);
    let vertices = terrain.positions_m.len();
    for len in [terrain.elevation.len(), terrain.moisture.len(), terrain.biome.len(), terrain.normal.len()] {
        assert_eq!(len, vertices);
    }
    let mesh = &island.mesh().mesh;
    assert!(vertices < mesh.solid_region_count(), "the guard ring is gone");
    let mut sides: BTreeMap<[u32; 2], u32> = BTreeMap::new();
    let mut area = 0.0;
    for face in &terrain.faces {
        let [a, b, c] = face.map(|vertex| terrain.positions_m[vertex as usize]);
        // Twice the area on the map; counter-clockwise seen from above, z pointing south.
        let doubled = (b[2] - a[2]) * (c[0] - a[0]) - (b[0] - a[0]) * (c[2] - a[2]);
        assert!(doubled > 0.0);
        area += doubled / 2.0;
        for side in 0..3 {
            let (a, b) = (face[side], face[(side + 1) % 3]);
            *sides.entry([a.min(b), a.max(b)]).or_default() += 1;
        }
    }
    let whole = island.params().side_m * island.params().side_m;
    assert!((area / whole - 1.0).abs() < 0.03, "{area}");
    assert!(sides.values().all(|count| (1..=2).contains(count)));
    // Euler: a disc.
    assert_eq!(vertices as i64 - sides.len() as i64 + terrain.faces.len() as i64, 1);
    assert_eq!(
        terrain.edges.iter().map(|edge| edge.vertices).collect::<Vec<_>>(),
        sides.into_keys().collect::<Vec<_>>()
    );
    for (normal, position) in terrain.normal.iter().zip(&terrain.positions_m) {
        let length = normal.iter().map(|part| part * part).sum::<f64>();
        assert!((length - 1.0).abs() < 1e-12 && normal[1] > 0.0);
        assert!(position[1].abs() <= island.params().height_m);
    }
    for kind in [EdgeKind::Regular, EdgeKind::Coastline, EdgeKind::River] {
        let of_kind = terrain.edges.iter().filter(|edge| edge.kind == kind);
        assert!(of_kind.clone().count() > 20, "{kind:?}");
        assert!(of_kind.into_iter().all(|edge| kind != EdgeKind::River || edge.flow >= 1.0));
    }
}
