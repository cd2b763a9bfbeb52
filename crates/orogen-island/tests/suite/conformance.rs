//! The arrays of a run of mapgen4, seed 187, reproduced from its mesh and its elevations.

use orogen_island::mesh::{DualMesh, TriangleId, sanity_check};
use orogen_island::{Hydrology, IslandParams, hydrology};
use serde_json::Value;

macro_rules! data {
    ($name:literal) => {
        include_bytes!(concat!("../data/mapgen4_s187/", $name))
    };
}

fn numbers_f32(bytes: &[u8]) -> Vec<f64> {
    bytes.as_chunks::<4>().0.iter().map(|word| f64::from(f32::from_le_bytes(*word))).collect()
}

fn numbers_f64(bytes: &[u8]) -> Vec<f64> {
    bytes.as_chunks::<8>().0.iter().map(|word| f64::from_le_bytes(*word)).collect()
}

fn numbers_i32(bytes: &[u8]) -> Vec<i32> {
    bytes.as_chunks::<4>().0.iter().map(|word| i32::from_le_bytes(*word)).collect()
}

fn ids(bytes: &[u8]) -> Vec<u32> {
    numbers_i32(bytes).into_iter().map(|id| u32::try_from(id).expect("an id")).collect()
}

struct Reference {
    mesh: DualMesh,
    params: IslandParams,
    elevation_t: Vec<f64>,
    elevation_r: Vec<f64>,
}

fn reference() -> Reference {
    let meta: Value = serde_json::from_slice(data!("meta.json")).expect("valid JSON");
    let number = |name: &str| meta[name].as_f64().expect("a number");
    let places = numbers_f64(data!("points_xy.f64"));
    let position_r: Vec<[f64; 2]> = places.as_chunks::<2>().0.iter().map(|p| p.map(|v| v / 1000.0)).collect();
    let is_boundary_r = (0..position_r.len()).map(|r| (r as f64) < number("boundary_regions")).collect();
    let (r_begin_s, twin_s) = (ids(data!("triangles_r_of_s.i32")), ids(data!("twin_s_of_s.i32")));
    let mesh = DualMesh::from_arrays(position_r, is_boundary_r, &r_begin_s, &twin_s).expect("a mesh");
    assert_eq!(mesh.region_count() as f64, number("regions"));
    assert_eq!(mesh.triangle_count() as f64, number("triangles"));
    assert_eq!(mesh.solid_triangle_count() as f64, number("solid_triangles"));
    let params = IslandParams {
        wind_angle_deg: number("wind_angle_deg"),
        raininess: number("raininess"),
        rain_shadow: number("rain_shadow"),
        evaporation: number("evaporation"),
        flow: number("flow"),
        ..IslandParams::mapgen4()
    };
    let elevation_t = numbers_f32(data!("elevation_t_before.f32"));
    Reference { mesh, params, elevation_t, elevation_r: numbers_f32(data!("elevation_r.f32")) }
}

fn run(reference: &Reference) -> Hydrology {
    let Reference { mesh, params, elevation_t, elevation_r } = reference;
    hydrology(mesh, elevation_t, Some(elevation_r), params, &[]).expect("a drained mesh")
}

#[track_caller]
fn assert_close(what: &str, got: &[f64], expected: &[f64]) {
    assert_eq!(got.len(), expected.len(), "{what}");
    for (index, (a, b)) in got.iter().zip(expected).enumerate() {
        assert!((a - b).abs() <= 1e-5 * b.abs().max(1e-3), "{what} {index}: {a}, expected {b}");
    }
}

#[test]
fn the_mesh_is_sane() {
    assert_eq!(sanity_check(&reference().mesh), Ok(()));
}

#[test]
fn floats_are_those_of_the_reference() {
    let reference = reference();
    let ours = run(&reference);
    assert_close("rainfall", &ours.rain.rainfall_r, &numbers_f32(data!("rainfall_r.f32")));
    assert_close("humidity", &ours.rain.humidity_r, &numbers_f32(data!("humidity_r.f32")));
    assert_close("moisture", &ours.moisture_t, &numbers_f32(data!("moisture_t.f32")));
    assert_close("carved", &ours.elevation_t, &numbers_f32(data!("elevation_t_after.f32")));
    assert_close("flow", &ours.flow_t, &numbers_f32(data!("flow_t.f32")));
    assert_close("flow across sides", &ours.flow_s, &numbers_f32(data!("flow_s.f32")));
}

/// Elements of one elevation leave the reference's heap in an order of its own; ours go by id.
#[test]
fn integers_are_those_of_the_reference_but_for_ties() {
    let reference = reference();
    let ours = run(&reference);
    let downslope_s: Vec<i32> = (0..reference.mesh.triangle_count())
        .map(|t| ours.drainage.s_downslope_t(&reference.mesh, TriangleId::from_index(t)))
        .map(|s| s.map_or(-1, |s| s.0 as i32))
        .collect();
    assert_eq!(downslope_s, numbers_i32(data!("s_downslope_t.i32")));

    let theirs = numbers_i32(data!("t_order.i32"));
    assert_eq!(ours.drainage.t_in_order().len(), theirs.len());
    let differing: Vec<(u32, u32)> =
        ours.drainage.t_in_order().zip(&theirs).map(|(t, b)| (t.0, *b as u32)).filter(|(a, b)| a != b).collect();
    // The 208 ghosts are all at 0, and two pairs of triangles share an elevation; still none is out of order.
    let mut elevations: Vec<u64> = reference.elevation_t.iter().map(|e| e.to_bits()).collect();
    elevations.sort_unstable();
    let tied = elevations.len() - elevations.chunk_by(|a, b| a == b).filter(|run| run.len() == 1).count();
    assert_eq!(tied, 212);
    assert_eq!(differing, []);
}

#[test]
fn region_elevations_follow_from_those_of_triangles() {
    let reference = reference();
    let ours =
        hydrology(&reference.mesh, &reference.elevation_t, None, &reference.params, &[]).expect("a drained mesh");
    assert_close("region elevation", &ours.elevation_r, &reference.elevation_r);
}

/// The reference's mesh with the other models: the account closes, ghosts stay dry, and rain is what it was.
#[test]
fn the_year_s_water_runs_on_the_reference_s_mesh() {
    let Reference { mesh, params, elevation_t, elevation_r } = reference();
    let like_mapgen4 = run(&reference());
    for depressions in 0..3 {
        let params = IslandParams { runoff: 1, depressions, ..params };
        let ours = hydrology(&mesh, &elevation_t, Some(&elevation_r), &params, &[]).expect("a drained mesh");
        assert_eq!((ours.rain, ours.moisture_t), (like_mapgen4.rain.clone(), like_mapgen4.moisture_t.clone()));
        assert!(ours.balance.expect("a balance").error() <= 1e-9);
        assert_eq!(ours.drainage.t_in_order().len(), mesh.triangle_count());
        assert_eq!((ours.flow_t.len(), ours.flow_s.len()), (mesh.triangle_count(), mesh.side_count()));
        assert!(ours.flow_t[mesh.solid_triangle_count()..].iter().all(|flow| *flow == 0.0));
        assert_eq!(ours.lakes.is_empty(), depressions < 2);
        let handed_on: f64 = ours.flow_s.iter().sum();
        assert!(handed_on > 0.0);
    }
}
