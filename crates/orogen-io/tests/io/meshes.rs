//! What every mesh format shares: a mesh to write, refusals in words, and disks that fill.

use std::path::Path;

use orogen_io::{
    IoError, TriangleMesh, VertexAttribute, Wrap, local_origin, write_glb, write_glb_with, write_obj, write_obj_with,
};

use crate::atomic::fills_without_a_trace;
use crate::common::Folder;

/// A grid of `rows` x `cols` vertices on the bowl y = (x^2 + z^2) / 1000, 10 m apart, the first at `corner_m`.
pub(crate) struct Bowl {
    pub(crate) positions_m: Vec<[f64; 3]>,
    pub(crate) triangles: Vec<[u32; 3]>,
    pub(crate) normals: Vec<[f32; 3]>,
    pub(crate) colours: Vec<[f32; 3]>,
    pub(crate) elevation: Vec<f32>,
}

impl Bowl {
    pub(crate) fn new(rows: usize, cols: usize, corner_m: [f64; 2]) -> Self {
        let mut bowl = Self {
            positions_m: Vec::new(),
            triangles: Vec::new(),
            normals: Vec::new(),
            colours: Vec::new(),
            elevation: Vec::new(),
        };
        for (row, col) in (0..rows).flat_map(|row| (0..cols).map(move |col| (row, col))) {
            let (x, z) = (10.0 * col as f64, 10.0 * row as f64);
            let height_m = (x * x + z * z) / 1000.0;
            bowl.positions_m.push([corner_m[0] + x, height_m, corner_m[1] + z]);
            bowl.elevation.push(height_m as f32);
            let normal = [-x / 500.0, 1.0, -z / 500.0];
            let length = normal.iter().map(|c| c * c).sum::<f64>().sqrt();
            bowl.normals.push(normal.map(|c| (c / length) as f32));
            bowl.colours.push([row as f32 / rows as f32, col as f32 / cols as f32, 0.25]);
            if row > 0 && col > 0 {
                // North-west, north-east, south-west, south-east; counter-clockwise from above.
                let south_east = (row * cols + col) as u32;
                let (north_east, south_west) = (south_east - cols as u32, south_east - 1);
                bowl.triangles.push([north_east - 1, south_west, south_east]);
                bowl.triangles.push([north_east - 1, south_east, north_east]);
            }
        }
        bowl
    }

    pub(crate) fn mesh(&self) -> TriangleMesh<'_> {
        TriangleMesh {
            name: "bowl",
            positions_m: &self.positions_m,
            origin_m: local_origin(&self.positions_m),
            triangles: &self.triangles,
            normals: Some(&self.normals),
            colours: Some(&self.colours),
            attributes: &[],
            metadata: [("level_id".to_owned(), "seed 7 \"<&>\"\nnext".to_owned())].into(),
        }
    }
}

type Write = fn(&Path, &TriangleMesh<'_>) -> Result<(), IoError>;

const FORMATS: [(&str, Write); 2] =
    [("a.glb", |path, mesh| write_glb(path, mesh)), ("a.obj", |path, mesh| write_obj(path, mesh))];

/// Asserts that every format refuses a mesh, in words, without leaving a file.
fn refused(mesh: &TriangleMesh<'_>, parameter: &str, words: &[&str]) {
    for (name, write) in FORMATS {
        let folder = Folder::new();
        let refusal = write(&folder.join(name), mesh).unwrap_err();
        assert!(matches!(refusal.kind(), IoError::Parameter { what, .. } if *what == parameter), "{refusal}");
        for word in words {
            assert!(refusal.to_string().contains(word), "{word:?} is not in: {refusal}");
        }
        assert_eq!(folder.names(), [""; 0], "{name}");
    }
}

#[test]
fn meshes_that_make_no_sense_are_refused_in_words() {
    let bowl = Bowl::new(2, 2, [0.0, 0.0]);
    let mesh = bowl.mesh();
    refused(&TriangleMesh::default(), "mesh", &["0 vertices and 0 triangles"]);
    refused(&TriangleMesh { triangles: &[], ..mesh.clone() }, "mesh", &["4 vertices and 0 triangles"]);
    for bad in [f64::NAN, f64::INFINITY, 1e39] {
        let mut positions_m = bowl.positions_m.clone();
        positions_m[2][1] = bad;
        refused(&TriangleMesh { positions_m: &positions_m, ..mesh.clone() }, "positions_m", &["vertex 2"]);
    }
    refused(&TriangleMesh { origin_m: [0.0, f64::NAN, 0.0], ..mesh.clone() }, "positions_m", &["NaN"]);
    refused(
        &TriangleMesh { triangles: &[[0, 1, 2], [1, 4, 3]], ..mesh.clone() },
        "triangles",
        &["triangle 1", "0 to 3"],
    );
    refused(&TriangleMesh { normals: Some(&bowl.normals[1..]), ..mesh.clone() }, "normals", &["4 vertices", "got 3"]);
    for bad in [[0.0; 3], [f32::NAN; 3], [0.0, 1.1, 0.0]] {
        let normals = [bowl.normals[0], bad, bowl.normals[0], bowl.normals[0]];
        refused(&TriangleMesh { normals: Some(&normals), ..mesh.clone() }, "normals", &["vertex 1"]);
    }
    for bad in [[-0.1, 0.0, 0.0], [0.0, 1.1, 0.0], [0.0, 0.0, f32::NAN]] {
        let colours = [[0.0; 3], [0.0; 3], [0.0; 3], bad];
        refused(&TriangleMesh { colours: Some(&colours), ..mesh.clone() }, "colours", &["vertex 3", "0 to 1"]);
    }
    let short = [VertexAttribute { name: "_MOISTURE", values: &[0.0; 3] }];
    refused(&TriangleMesh { attributes: &short, ..mesh.clone() }, "attributes", &["_MOISTURE", "got 3"]);
    let holed = [VertexAttribute { name: "_MOISTURE", values: &[0.0, f32::NAN, 0.0, 0.0] }];
    refused(&TriangleMesh { attributes: &holed, ..mesh.clone() }, "attributes", &["vertex 1 of _MOISTURE"]);
    for name in ["MOISTURE", "_moisture", "_", "", "_A B"] {
        let named = [VertexAttribute { name, values: &[0.0; 4] }];
        refused(&TriangleMesh { attributes: &named, ..mesh.clone() }, "attributes", &["_MOISTURE", name]);
    }
    let twice = [VertexAttribute { name: "_A", values: &[0.0; 4] }; 2];
    refused(&TriangleMesh { attributes: &twice, ..mesh.clone() }, "attributes", &["_A twice"]);
}

#[test]
fn the_origin_is_the_middle_of_the_box_in_whole_metres() {
    assert_eq!(local_origin(&[]), [0.0; 3]);
    assert_eq!(local_origin(&[[1.5, -3.0, 8.0], [4.5, -9.0, 8.0], [2.0, -4.0, 8.0]]), [3.0, -6.0, 8.0]);
    assert_eq!(local_origin(&[[f64::MAX; 3], [-f64::MAX; 3]]), [0.0; 3]);
}

#[test]
fn a_disk_that_fills_leaves_no_mesh() {
    let bowl = Bowl::new(40, 60, [0.0, 0.0]);
    fills_without_a_trace("a.glb", |path: &Path, wrap: Wrap<'_>| write_glb_with(path, &bowl.mesh(), wrap));
    fills_without_a_trace("a.obj", |path: &Path, wrap: Wrap<'_>| write_obj_with(path, &bowl.mesh(), wrap));
}
