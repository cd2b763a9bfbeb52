//! GLB by the specification's own validator, and by a decoder that knows nothing of the encoder.

use std::path::Path;

use orogen_io::{TriangleMesh, VertexAttribute, write_glb};
use serde_json::Value;

use crate::common::Folder;
use crate::meshes::Bowl;
use crate::oracles::khronos_report;

/// The JSON and the binary chunk of a GLB file, after its framing has been checked.
fn decode(path: &Path) -> (Value, Vec<u8>) {
    let bytes = std::fs::read(path).unwrap();
    let word = |at: usize| u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap()) as usize;
    assert_eq!((&bytes[..4], word(4), word(8)), (&b"glTF"[..], 2, bytes.len()));
    let json_bytes = word(12);
    let binary = 20 + json_bytes;
    assert_eq!((&bytes[16..20], &bytes[binary + 4..binary + 8]), (&b"JSON"[..], &b"BIN\0"[..]));
    assert_eq!((json_bytes % 4, word(binary) % 4, binary + 8 + word(binary)), (0, 0, bytes.len()));
    (serde_json::from_slice(&bytes[20..binary]).unwrap(), bytes[binary + 8..].to_vec())
}

/// The bytes of an accessor.
fn bytes_of<'a>(json: &Value, binary: &'a [u8], accessor: &Value) -> &'a [u8] {
    let accessor = &json["accessors"][accessor.as_u64().unwrap() as usize];
    let view = &json["bufferViews"][accessor["bufferView"].as_u64().unwrap() as usize];
    let number = |name: &str| view[name].as_u64().unwrap() as usize;
    &binary[number("byteOffset")..][..number("byteLength")]
}

fn floats(json: &Value, binary: &[u8], accessor: &Value) -> Vec<f32> {
    bytes_of(json, binary, accessor).as_chunks().0.iter().map(|word| f32::from_le_bytes(*word)).collect()
}

/// Asserts that the Khronos validator has nothing to say against a file, and gives its report.
fn valid(path: &Path) -> Value {
    let report = khronos_report(path);
    let issues = &report["issues"];
    assert_eq!((&issues["numErrors"], &issues["numWarnings"]), (&0.into(), &0.into()), "{issues}");
    report
}

#[test]
fn every_number_of_the_mesh_is_in_the_file() {
    let folder = Folder::new();
    let path = folder.join("a.glb");
    let bowl = Bowl::new(4, 6, [500_000.0, -4_600_000.0]);
    let moisture: Vec<f32> = (0..24).map(|vertex| vertex as f32 / 7.0).collect();
    let attributes = [
        VertexAttribute { name: "_ELEVATION", values: &bowl.elevation },
        VertexAttribute { name: "_MOISTURE", values: &moisture },
    ];
    let mesh = TriangleMesh { attributes: &attributes, ..bowl.mesh() };
    write_glb(&path, &mesh).unwrap();
    let report = valid(&path);
    assert_eq!((&report["info"]["totalVertexCount"], &report["info"]["totalTriangleCount"]), (&24.into(), &30.into()));

    let (json, binary) = decode(&path);
    let primitive = &json["meshes"][0]["primitives"][0];
    let column = |name: &str| floats(&json, &binary, &primitive["attributes"][name]);
    assert_eq!(column("NORMAL"), bowl.normals.as_flattened());
    assert_eq!(column("COLOR_0"), bowl.colours.as_flattened());
    assert_eq!((column("_ELEVATION"), column("_MOISTURE")), (bowl.elevation.clone(), moisture));
    let indices = bytes_of(&json, &binary, &primitive["indices"]);
    let indices: Vec<u32> = indices.as_chunks().0.iter().map(|word| u16::from_le_bytes(*word).into()).collect();
    assert_eq!(indices, bowl.triangles.as_flattened());
    let origin: Vec<f64> = serde_json::from_value(json["nodes"][0]["translation"].clone()).unwrap();
    for (local, world) in column("POSITION").as_chunks::<3>().0.iter().zip(&bowl.positions_m) {
        assert!((0..3).all(|axis| (origin[axis] + f64::from(local[axis]) - world[axis]).abs() < 1e-5), "{local:?}");
    }
    assert_eq!(json["asset"]["extras"]["level_id"], "seed 7 \"<&>\"\nnext");
    assert_eq!((&json["meshes"][0]["name"], &json["nodes"][0]["name"]), (&"bowl".into(), &"bowl".into()));
}

#[test]
fn ranges_are_those_of_the_stored_numbers() {
    let folder = Folder::new();
    let path = folder.join("a.glb");
    // No double of these is a single.
    let positions_m = [[0.1, 0.2, 0.3], [-0.1, 1e-3, 7.7], [3.3, 0.7, -0.9]];
    write_glb(&path, &TriangleMesh { positions_m: &positions_m, triangles: &[[0, 1, 2]], ..TriangleMesh::default() })
        .unwrap();
    valid(&path);
    let (json, _) = decode(&path);
    let range = |end: &str| serde_json::from_value::<Vec<f64>>(json["accessors"][0][end].clone()).unwrap();
    assert_eq!(range("min"), [-0.1_f32, 1e-3, -0.9].map(f64::from));
    assert_eq!(range("max"), [3.3_f32, 0.7, 7.7].map(f64::from));
    assert!(json["nodes"][0].get("translation").is_none() && json["asset"].get("extras").is_none());
}

#[test]
fn indices_are_as_wide_as_they_need_to_be() {
    let folder = Folder::new();
    let path = folder.join("a.glb");
    let positions_m = vec![[0.0, 1.0, 2.0]; 65_536];
    for (vertices, component) in [(65_535, 5123), (65_536, 5125)] {
        let last = vertices as u32 - 1;
        let mesh = TriangleMesh {
            positions_m: &positions_m[..vertices],
            triangles: &[[0, last - 1, last]],
            ..TriangleMesh::default()
        };
        write_glb(&path, &mesh).unwrap();
        valid(&path);
        let (json, _) = decode(&path);
        let indices = &json["accessors"][1];
        assert_eq!((&indices["componentType"], &indices["max"][0]), (&component.into(), &last.into()));
    }
}

#[test]
fn the_khronos_validator_passes_large_and_odd_meshes() {
    let folder = Folder::new();
    let path = folder.join("a.glb");
    // 70 000 and 300 000 vertices, one triangle, and a strip at a place that singles cannot tell apart.
    for (rows, cols, corner_m) in
        [(250, 280, [0.0; 2]), (500, 600, [0.0; 2]), (2, 2, [1e7, -1e7]), (2, 3, [1e7, 1e7]), (2, 30, [-1e7, 0.0])]
    {
        let bowl = Bowl::new(rows, cols, corner_m);
        let attributes = [
            VertexAttribute { name: "_ELEVATION", values: &bowl.elevation },
            VertexAttribute { name: "_BIOME_2", values: &bowl.elevation },
        ];
        write_glb(&path, &TriangleMesh { attributes: &attributes, ..bowl.mesh() }).unwrap();
        let report = valid(&path);
        assert_eq!(report["info"]["totalVertexCount"], rows * cols);
    }
    let flat = [[0.0; 3], [1.0, 0.0, 0.0], [0.0, 0.0, 1.0]];
    write_glb(&path, &TriangleMesh { positions_m: &flat, triangles: &[[0, 2, 1]], ..TriangleMesh::default() }).unwrap();
    valid(&path);
}

#[test]
fn equal_meshes_are_equal_files() {
    let folder = Folder::new();
    let bowl = Bowl::new(9, 9, [1.0, 2.0]);
    for name in ["a.glb", "b.glb"] {
        write_glb(folder.join(name), &bowl.mesh()).unwrap();
    }
    assert_eq!(std::fs::read(folder.join("a.glb")).unwrap(), std::fs::read(folder.join("b.glb")).unwrap());
}
