//! Polygons: whole, without gap or overlap, and simple.

use std::collections::BTreeSet;

use orogen_field::{Seed, hash};
use orogen_island::mesh::{DualMesh, RegionId, TriangleId};
use orogen_island::{Piece, outline};
use proptest::prelude::*;

use crate::generated;

fn ring_area(mesh: &DualMesh, ring: &[RegionId]) -> f64 {
    let place = |i: usize| mesh.position_r()[ring[i % ring.len()].index()];
    (0..ring.len()).map(|i| place(i)[0] * place(i + 1)[1] - place(i + 1)[0] * place(i)[1]).sum::<f64>() / 2.0
}

/// The sign of the area of the mesh's triangles.
fn turn(mesh: &DualMesh) -> f64 {
    ring_area(mesh, &mesh.r_corners_t(TriangleId(0))).signum()
}

/// Every ring is simple, the first of a piece is outside, and areas are those of the triangles.
fn check(mesh: &DualMesh, kind_of_t: &[Option<u32>]) -> Vec<Piece> {
    let pieces = outline(mesh, kind_of_t).unwrap();
    let turn = turn(mesh);
    let area_t = mesh.area_t();
    let kinds: BTreeSet<u32> = kind_of_t.iter().flatten().copied().collect();
    for kind in kinds {
        let triangles: f64 = kind_of_t.iter().zip(&area_t).filter(|(k, _)| **k == Some(kind)).map(|(_, a)| a).sum();
        let rings = pieces.iter().filter(|piece| piece.kind == kind).flat_map(|piece| &piece.rings);
        let polygons: f64 = rings.map(|ring| turn * ring_area(mesh, ring)).sum();
        assert!((polygons - triangles).abs() < 1e-9, "{polygons} of {triangles}");
    }
    for piece in &pieces {
        for (index, ring) in piece.rings.iter().enumerate() {
            assert!(ring.len() >= 3);
            assert_eq!(ring.iter().collect::<BTreeSet<_>>().len(), ring.len(), "a ring meets itself");
            assert_eq!(turn * ring_area(mesh, ring) > 0.0, index == 0, "the outer ring comes first, holes turn back");
        }
    }
    pieces
}

#[test]
fn one_kind_everywhere_is_the_hull() {
    let mesh = generated(0.05).mesh;
    let pieces = check(&mesh, &vec![Some(3); mesh.solid_triangle_count()]);
    assert_eq!((pieces.len(), pieces[0].kind, pieces[0].rings.len()), (1, 3, 1));
    assert!(check(&mesh, &vec![None; mesh.solid_triangle_count()]).is_empty());
    assert!(outline(&mesh, &[Some(1)]).unwrap_err().to_string().contains("kind_of_t"));
}

#[test]
fn a_ring_of_land_has_a_hole() {
    let mesh = generated(0.02).mesh;
    let kind = |t: usize| {
        let [x, y] = mesh.position_t()[t];
        let distance = ((x - 0.5) * (x - 0.5) + (y - 0.5) * (y - 0.5)).sqrt();
        Some(u32::from((0.2..0.35).contains(&distance)))
    };
    let pieces = check(&mesh, &(0..mesh.solid_triangle_count()).map(kind).collect::<Vec<_>>());
    let rings = |kind: u32| pieces.iter().filter(move |piece| piece.kind == kind).map(|piece| piece.rings.len());
    assert_eq!(rings(1).collect::<Vec<_>>(), [2]);
    assert_eq!(rings(0).sum::<usize>(), 3);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]
    #[test]
    fn any_kinds_tile_the_map(seed in 0..u64::MAX, kinds in 1..5_u32, share in 0.0..1.0_f64) {
        let mesh = generated(0.04).mesh;
        let key = Seed::Own(seed).key(1, 0);
        let kind = |t: usize| {
            let draw = |which: i32| hash::unit(key.hash2(t as i32, which));
            (draw(0) < share).then(|| (draw(1) * f64::from(kinds)) as u32)
        };
        check(&mesh, &(0..mesh.solid_triangle_count()).map(kind).collect::<Vec<_>>());
    }
}
