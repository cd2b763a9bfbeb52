//! OBJ, read line by line.

use orogen_io::{TriangleMesh, write_obj};
use proptest::prelude::*;

use crate::common::Folder;
use crate::meshes::Bowl;

/// The numbers of all lines with a keyword.
fn lines(text: &str, keyword: &str) -> Vec<Vec<f32>> {
    let rest = text.lines().filter_map(|line| line.strip_prefix(keyword)?.strip_prefix(' '));
    rest.map(|line| line.split(' ').map(|word| word.parse().unwrap()).collect()).collect()
}

fn written(mesh: &TriangleMesh<'_>) -> String {
    let folder = Folder::new();
    let path = folder.join("a.obj");
    write_obj(&path, mesh).unwrap();
    std::fs::read_to_string(path).unwrap()
}

#[test]
fn a_bowl_is_read_again() {
    let bowl = Bowl::new(3, 4, [500_000.0, -4_600_000.0]);
    let text = written(&bowl.mesh());
    assert!(text.contains("# metres; x east, y up, z south\n# origin 500015 0 -4599990\n"), "{text}");
    assert!(text.contains("# level_id: seed 7 \"<&>\" next\no bowl\n"), "{text}");
    let vertices = lines(&text, "v");
    assert_eq!(vertices.len(), 12);
    assert_eq!(vertices[5][..3], [-5.0, 0.2, 0.0]);
    assert_eq!(lines(&text, "vn").concat(), bowl.normals.as_flattened());
    let faces: Vec<_> = text.lines().filter(|line| line.starts_with("f ")).collect();
    assert_eq!((faces.len(), faces[0]), (12, "f 1//1 5//5 6//6"));
}

#[test]
fn colours_are_encoded_as_displays_take_them() {
    let positions_m = [[0.0; 3], [1.0, 0.0, 0.0], [0.0, 0.0, 1.0]];
    // Linear light of the 8-bit codes 0, 1, 118, 186 and 255, by IEC 61966-2-1.
    let colours = [[0.0, 1.0, 0.000_303_527], [0.181_164_24, 0.491_020_85, 0.0], [0.003_130_8; 3]];
    let mesh = TriangleMesh {
        positions_m: &positions_m,
        triangles: &[[0, 2, 1]],
        colours: Some(&colours),
        ..TriangleMesh::default()
    };
    let codes: Vec<Vec<u8>> = lines(&written(&mesh), "v")
        .iter()
        .map(|vertex| vertex[3..].iter().map(|channel| (channel * 255.0).round() as u8).collect())
        .collect();
    assert_eq!(codes, [[0, 255, 1], [118, 186, 0], [10, 10, 10]]);
}

#[test]
fn a_bare_mesh_has_bare_faces() {
    let positions_m = [[-0.0, 1e-20, 2.5], [1.0, 0.0, 0.0], [0.0, 0.0, 1.0]];
    let text = written(&TriangleMesh { positions_m: &positions_m, triangles: &[[0, 2, 1]], ..TriangleMesh::default() });
    let body: Vec<_> = text.lines().filter(|line| !line.starts_with('#')).collect();
    assert_eq!(body, ["v 0 0.00000000000000000001 2.5", "v 1 0 0", "v 0 0 1", "f 1 3 2"]);
}

proptest! {
    #[test]
    fn positions_are_read_to_the_bit(positions in prop::collection::vec(prop::array::uniform3(any::<f32>()), 3..20)) {
        prop_assume!(positions.iter().flatten().all(|coordinate| coordinate.is_finite()));
        let positions_m: Vec<_> = positions.iter().map(|position| position.map(f64::from)).collect();
        let mesh = TriangleMesh { positions_m: &positions_m, triangles: &[[0, 1, 2]], ..TriangleMesh::default() };
        prop_assert_eq!(lines(&written(&mesh), "v").concat(), positions.as_flattened());
    }
}
