//! GLB: a mesh as binary glTF 2.0, in one file.
//!
//! The JSON is put together with `serde_json`, which the crate has anyway: a mesh takes two dozen keys of glTF, fewer than
//! the `gltf-json` crate has types, and the Khronos validator judges the result in the tests.

use std::io::{BufWriter, Write};
use std::path::Path;

use serde_json::{Map, Value, json};

use crate::{AtomicFile, IoError, Sink, TriangleMesh, Wrap, disk};

const MAGIC: u32 = u32::from_le_bytes(*b"glTF");
const CONTAINER_VERSION: u32 = 2;
const JSON_CHUNK: u32 = u32::from_le_bytes(*b"JSON");
const BINARY_CHUNK: u32 = u32::from_le_bytes(*b"BIN\0");

/// Bytes of the file's header and of both chunks' headers.
const FRAMING_BYTES: u64 = 12 + 8 + 8;

// glTF's numbers for what a buffer is for and what it is made of.
const ARRAY_BUFFER: u32 = 34_962;
const ELEMENT_ARRAY_BUFFER: u32 = 34_963;
const UNSIGNED_SHORT: u32 = 5_123;
const UNSIGNED_INT: u32 = 5_125;
const FLOAT: u32 = 5_126;

/// Most vertices that 16-bit indices can number: the index 65 535 is reserved.
const MOST_SHORT_VERTICES: usize = 65_535;

/// Writes a mesh as a GLB file.
///
/// Positions are relative to the mesh's origin, which is the translation of its node. Normals become `NORMAL`, colours
/// `COLOR_0`, attributes keep their names, metadata becomes the `extras` of `asset`. Indices have 16 bits for up to
/// 65 535 vertices and 32 bits for more. The material is matt and white, so that the vertex colours show.
///
/// # Errors
///
/// [`IoError::Parameter`] for a mesh that is empty, or whose arrays contradict each other or hold what is not finite;
/// [`IoError::Unsupported`] past glTF's limit of 4 GiB; [`IoError::Disk`] and [`IoError::System`] if the disk does not
/// play along. Then there is no file.
///
/// ```
/// let path = std::env::temp_dir().join(format!("orogen-io-{}.glb", std::process::id()));
/// let mesh = orogen_io::TriangleMesh {
///     positions_m: &[[0.0, 5.0, 0.0], [0.0, 0.0, 10.0], [10.0, 0.0, 0.0]],
///     triangles: &[[0, 1, 2]],
///     ..Default::default()
/// };
/// orogen_io::write_glb(&path, &mesh)?;
/// # std::fs::remove_file(&path).unwrap();
/// # Ok::<(), orogen_io::IoError>(())
/// ```
pub fn write_glb(path: impl AsRef<Path>, mesh: &TriangleMesh<'_>) -> Result<(), IoError> {
    write_glb_with(path, mesh, &|file| Box::new(file))
}

/// As [`write_glb`], with something between the encoder and the file.
///
/// # Errors
///
/// As [`write_glb`].
pub fn write_glb_with(path: impl AsRef<Path>, mesh: &TriangleMesh<'_>, wrap: Wrap<'_>) -> Result<(), IoError> {
    let path = path.as_ref();
    let write = || {
        mesh.check()?;
        let columns = columns(mesh);
        let (json, binary_bytes) = document(mesh, &columns);
        let file_bytes = FRAMING_BYTES + json.len() as u64 + binary_bytes;
        let Ok(file_bytes) = u32::try_from(file_bytes) else {
            return Err(too_large(file_bytes));
        };
        disk::require_room(path, u64::from(file_bytes))?;
        let file = AtomicFile::create_with(path, wrap)?;
        encode(mesh, &columns, &json, binary_bytes as u32, file_bytes, file.sink())
            .map_err(IoError::system("write"))?;
        file.commit()
    };
    write().map_err(|error| error.about(path))
}

fn too_large(file_bytes: u64) -> IoError {
    IoError::Unsupported {
        format: "GLB",
        what: "size",
        expected: "at most 4294967295 bytes".into(),
        got: file_bytes.to_string(),
        remedy: "cut the mesh into tiles",
    }
}

/// What the file says of every vertex, under the name that glTF has for it.
struct Column<'a> {
    name: &'a str,
    values: Values<'a>,
}

enum Values<'a> {
    Positions(&'a TriangleMesh<'a>),
    Vectors(&'a [[f32; 3]]),
    Scalars(&'a [f32]),
}

impl Values<'_> {
    /// Numbers of a vertex, and glTF's name for so many.
    fn width(&self) -> (usize, &'static str) {
        match self {
            Self::Scalars(_) => (1, "SCALAR"),
            _ => (3, "VEC3"),
        }
    }

    /// The numbers of a vertex; only the first `width` of them count.
    fn at(&self, vertex: usize) -> [f32; 3] {
        match self {
            Self::Positions(mesh) => mesh.local(vertex),
            Self::Vectors(vectors) => vectors[vertex],
            Self::Scalars(scalars) => [scalars[vertex]; 3],
        }
    }

    /// The least and the greatest of each number, as they are stored.
    fn range(&self, vertices: usize) -> (Vec<f32>, Vec<f32>) {
        let (width, _) = self.width();
        let (mut least, mut greatest) = (self.at(0), self.at(0));
        for value in (1..vertices).map(|vertex| self.at(vertex)) {
            for component in 0..width {
                least[component] = least[component].min(value[component]);
                greatest[component] = greatest[component].max(value[component]);
            }
        }
        (least[..width].to_vec(), greatest[..width].to_vec())
    }
}

fn columns<'a>(mesh: &'a TriangleMesh<'a>) -> Vec<Column<'a>> {
    let mut columns = vec![Column { name: "POSITION", values: Values::Positions(mesh) }];
    columns.extend(mesh.normals.map(|normals| Column { name: "NORMAL", values: Values::Vectors(normals) }));
    columns.extend(mesh.colours.map(|colours| Column { name: "COLOR_0", values: Values::Vectors(colours) }));
    columns.extend(
        mesh.attributes
            .iter()
            .map(|attribute| Column { name: attribute.name, values: Values::Scalars(attribute.values) }),
    );
    columns
}

/// glTF's number for the type of an index, and its length in bytes.
fn index_type(mesh: &TriangleMesh<'_>) -> (u32, u64) {
    if mesh.positions_m.len() <= MOST_SHORT_VERTICES { (UNSIGNED_SHORT, 2) } else { (UNSIGNED_INT, 4) }
}

/// The JSON, padded with spaces to a multiple of 4 bytes, and the length of the binary chunk, padded likewise.
fn document(mesh: &TriangleMesh<'_>, columns: &[Column<'_>]) -> (Vec<u8>, u64) {
    let vertices = mesh.positions_m.len();
    let (mut views, mut accessors, mut attributes) = (Vec::new(), Vec::new(), Map::new());
    let mut offset = 0;
    for Column { name, values } in columns {
        let (width, kind) = values.width();
        let length = (vertices * width * 4) as u64;
        let (least, greatest) = values.range(vertices);
        attributes.insert((*name).into(), accessors.len().into());
        accessors.push(json!({
            "bufferView": views.len(), "componentType": FLOAT, "count": vertices, "type": kind,
            "min": least, "max": greatest,
        }));
        views.push(json!({ "buffer": 0, "byteOffset": offset, "byteLength": length, "target": ARRAY_BUFFER }));
        offset += length;
    }
    let (component, index_bytes) = index_type(mesh);
    let indices = || mesh.triangles.iter().flatten();
    let count = 3 * mesh.triangles.len() as u64;
    let primitive = json!({ "attributes": attributes, "indices": accessors.len(), "material": 0, "mode": 4 });
    accessors.push(json!({
        "bufferView": views.len(), "componentType": component, "count": count, "type": "SCALAR",
        "min": [indices().min()], "max": [indices().max()],
    }));
    let length = count * index_bytes;
    views.push(json!({ "buffer": 0, "byteOffset": offset, "byteLength": length, "target": ELEMENT_ARRAY_BUFFER }));
    let binary_bytes = (offset + length).next_multiple_of(4);
    let document = json!({
        "asset": asset(mesh),
        "scene": 0,
        "scenes": [{ "nodes": [0] }],
        "nodes": [node(mesh)],
        "meshes": [named(mesh, json!({ "primitives": [primitive] }))],
        "materials": [{
            "name": "vertex colours",
            "pbrMetallicRoughness": { "baseColorFactor": [1, 1, 1, 1], "metallicFactor": 0, "roughnessFactor": 1 },
        }],
        "accessors": accessors,
        "bufferViews": views,
        "buffers": [{ "byteLength": binary_bytes }],
    });
    let mut text = document.to_string().into_bytes();
    text.resize(text.len().next_multiple_of(4), b' ');
    (text, binary_bytes)
}

fn asset(mesh: &TriangleMesh<'_>) -> Value {
    let mut asset = json!({ "version": "2.0", "generator": concat!("orogen ", env!("CARGO_PKG_VERSION")) });
    if !mesh.metadata.is_empty() {
        asset["extras"] = json!(mesh.metadata);
    }
    asset
}

/// The node that puts the mesh in its place.
fn node(mesh: &TriangleMesh<'_>) -> Value {
    let mut node = named(mesh, json!({ "mesh": 0 }));
    if mesh.origin_m != [0.0; 3] {
        node["translation"] = json!(mesh.origin_m);
    }
    node
}

fn named(mesh: &TriangleMesh<'_>, mut value: Value) -> Value {
    if !mesh.name.is_empty() {
        value["name"] = mesh.name.into();
    }
    value
}

fn encode(
    mesh: &TriangleMesh<'_>,
    columns: &[Column<'_>],
    json: &[u8],
    binary_bytes: u32,
    file_bytes: u32,
    sink: Sink,
) -> std::io::Result<()> {
    // A sink takes a lock for every write, so they are made large.
    let mut out = BufWriter::with_capacity(1 << 16, sink);
    for word in [MAGIC, CONTAINER_VERSION, file_bytes, json.len() as u32, JSON_CHUNK] {
        out.write_all(&word.to_le_bytes())?;
    }
    out.write_all(json)?;
    for word in [binary_bytes, BINARY_CHUNK] {
        out.write_all(&word.to_le_bytes())?;
    }
    for Column { values, .. } in columns {
        let (width, _) = values.width();
        for vertex in 0..mesh.positions_m.len() {
            for number in &values.at(vertex)[..width] {
                out.write_all(&number.to_le_bytes())?;
            }
        }
    }
    let (_, index_bytes) = index_type(mesh);
    for index in mesh.triangles.iter().flatten() {
        out.write_all(&index.to_le_bytes()[..index_bytes as usize])?;
    }
    // An odd number of 16-bit indices ends between two words.
    if index_bytes == 2 && mesh.triangles.len() % 2 == 1 {
        out.write_all(&[0; 2])?;
    }
    out.flush()
}
