//! OBJ: a mesh as text that every modelling program reads.

use std::io::{BufWriter, Write};
use std::path::Path;

use crate::{AtomicFile, IoError, Sink, TriangleMesh, Wrap};

/// Writes a mesh as a Wavefront OBJ file, y up.
///
/// Positions are relative to the mesh's origin, which a comment names, and have as many digits as it takes to read the
/// same single-precision number again. Colours follow the coordinates on their line, as MeshLab, Blender and others read
/// them, encoded by the transfer function of sRGB, which is what those programs expect in this format. Metadata becomes
/// comments. OBJ has no place for further attributes: they are checked, and not written.
///
/// # Errors
///
/// [`IoError::Parameter`] for a mesh that is empty, or whose arrays contradict each other or hold what is not finite;
/// [`IoError::System`] if the disk does not play along. Then there is no file.
pub fn write_obj(path: impl AsRef<Path>, mesh: &TriangleMesh<'_>) -> Result<(), IoError> {
    write_obj_with(path, mesh, &|file| Box::new(file))
}

/// As [`write_obj`], with something between the encoder and the file.
///
/// # Errors
///
/// As [`write_obj`].
pub fn write_obj_with(path: impl AsRef<Path>, mesh: &TriangleMesh<'_>, wrap: Wrap<'_>) -> Result<(), IoError> {
    let path = path.as_ref();
    let write = || {
        mesh.check()?;
        let file = AtomicFile::create_with(path, wrap)?;
        encode(mesh, file.sink()).map_err(IoError::system("write"))?;
        file.commit()
    };
    write().map_err(|error| error.about(path))
}

fn encode(mesh: &TriangleMesh<'_>, sink: Sink) -> std::io::Result<()> {
    // A sink takes a lock for every write, so they are made large.
    let mut out = BufWriter::with_capacity(1 << 16, sink);
    writeln!(out, "# orogen {}", env!("CARGO_PKG_VERSION"))?;
    writeln!(out, "# metres; x east, y up, z south")?;
    let [x, y, z] = mesh.origin_m;
    writeln!(out, "# origin {x} {y} {z}")?;
    for (keyword, text) in &mesh.metadata {
        writeln!(out, "# {}: {}", on_one_line(keyword), on_one_line(text))?;
    }
    if !mesh.name.is_empty() {
        writeln!(out, "o {}", on_one_line(mesh.name))?;
    }
    for vertex in 0..mesh.positions_m.len() {
        let [x, y, z] = mesh.local(vertex);
        write!(out, "v {x} {y} {z}")?;
        if let Some(colours) = mesh.colours {
            let [r, g, b] = colours[vertex].map(srgb);
            write!(out, " {r:.6} {g:.6} {b:.6}")?;
        }
        writeln!(out)?;
    }
    for [x, y, z] in mesh.normals.unwrap_or_default() {
        writeln!(out, "vn {x} {y} {z}")?;
    }
    // Vertices are numbered from 1 here.
    for [a, b, c] in mesh.triangles.iter().map(|triangle| triangle.map(|vertex| u64::from(vertex) + 1)) {
        if mesh.normals.is_some() {
            writeln!(out, "f {a}//{a} {b}//{b} {c}//{c}")?;
        } else {
            writeln!(out, "f {a} {b} {c}")?;
        }
    }
    out.flush()
}

/// A text with its control characters, line breaks among them, as spaces.
fn on_one_line(text: &str) -> String {
    text.replace(char::is_control, " ")
}

/// The transfer function of sRGB (IEC 61966-2-1), from linear light to what displays take.
fn srgb(linear: f32) -> f64 {
    let linear = f64::from(linear);
    if linear <= 0.003_130_8 { 12.92 * linear } else { 1.055 * libm::pow(linear, 1.0 / 2.4) - 0.055 }
}
