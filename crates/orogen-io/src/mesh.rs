//! A triangle mesh as files want it: plain arrays, one entry a vertex or a triangle, checked at the door.

use std::collections::{BTreeMap, BTreeSet};

use crate::IoError;

/// A triangle mesh to be written, borrowed from whoever has it.
///
/// x points east, y up and z south, in metres: the right-handed frame with y up that glTF prescribes and readers of OBJ
/// expect. A triangle's vertices go counter-clockwise, seen from the side that is to be seen.
///
/// Files hold single precision, which has 0.5 m steps at 5 000 000 m. So they get each position less
/// [`TriangleMesh::origin_m`], and the origin itself in double precision beside them; [`local_origin`] proposes one.
#[derive(Clone, Debug, Default)]
pub struct TriangleMesh<'a> {
    /// What viewers list the mesh under; may be empty.
    pub name: &'a str,
    /// x, y and z of each vertex.
    pub positions_m: &'a [[f64; 3]],
    /// What is taken off every position before it is rounded to single precision.
    pub origin_m: [f64; 3],
    /// The vertices of each triangle.
    pub triangles: &'a [[u32; 3]],
    /// The unit normal of each vertex, in the axes of the positions.
    pub normals: Option<&'a [[f32; 3]]>,
    /// Red, green and blue of each vertex, from 0 to 1, in linear light with the primaries of sRGB.
    pub colours: Option<&'a [[f32; 3]]>,
    /// Further numbers of each vertex.
    pub attributes: &'a [VertexAttribute<'a>],
    /// What else there is to say about the mesh, by keyword.
    pub metadata: BTreeMap<String, String>,
}

/// A number for every vertex, under a name.
#[derive(Clone, Copy, Debug)]
pub struct VertexAttribute<'a> {
    /// An underscore, then capital letters, digits and underscores, such as `_MOISTURE`: glTF wants the underscore, and
    /// common readers the capitals.
    pub name: &'a str,
    /// The numbers, all finite, in the order of the vertices.
    pub values: &'a [f32],
}

/// Whole metres in the middle of the box around all positions; zero for none.
///
/// ```
/// assert_eq!(orogen_io::local_origin(&[[500_000.25, 0.0, -4.6e6], [500_100.25, 900.0, -4.6e6]]), [500_050.0, 450.0, -4.6e6]);
/// ```
#[must_use]
pub fn local_origin(positions_m: &[[f64; 3]]) -> [f64; 3] {
    std::array::from_fn(|axis| {
        let values = || positions_m.iter().map(|position| position[axis]);
        let (least, greatest) = (values().fold(f64::INFINITY, f64::min), values().fold(f64::NEG_INFINITY, f64::max));
        if least <= greatest { (0.5 * least + 0.5 * greatest).floor() } else { 0.0 }
    })
}

/// How far the length of a normal may be from 1; single precision needs 1e-6, the Khronos validator allows 7e-3.
const UNIT_TOLERANCE: f32 = 1e-3;

impl TriangleMesh<'_> {
    /// The position of a vertex as a file holds it: relative to the origin, in single precision, without -0.
    pub(crate) fn local(&self, vertex: usize) -> [f32; 3] {
        std::array::from_fn(|axis| (self.positions_m[vertex][axis] - self.origin_m[axis]) as f32 + 0.0)
    }

    /// Refuses what no file could hold.
    pub(crate) fn check(&self) -> Result<(), IoError> {
        if self.positions_m.is_empty() || self.triangles.is_empty() {
            let (vertices, triangles) = (self.positions_m.len(), self.triangles.len());
            let got = format!("{vertices} vertices and {triangles} triangles");
            return Err(IoError::parameter("mesh", "vertices and triangles", got, "there is nothing to write"));
        }
        if u32::try_from(self.positions_m.len()).is_err() {
            let got = self.positions_m.len().to_string();
            return Err(IoError::parameter(
                "positions_m",
                "at most 4294967295 vertices",
                got,
                "cut the mesh into tiles",
            ));
        }
        self.check_positions()?;
        self.check_triangles()?;
        if let Some(normals) = self.normals {
            self.check_normals(normals)?;
        }
        if let Some(colours) = self.colours {
            self.check_colours(colours)?;
        }
        self.check_attributes()
    }

    fn check_positions(&self) -> Result<(), IoError> {
        for vertex in 0..self.positions_m.len() {
            if !self.local(vertex).iter().all(|coordinate| coordinate.is_finite()) {
                let expected = "finite metres, within the range of single precision around origin_m";
                let got =
                    format!("{:?} at vertex {vertex}, with origin_m {:?}", self.positions_m[vertex], self.origin_m);
                return Err(IoError::parameter("positions_m", expected, got, "leave out vertices without data"));
            }
        }
        Ok(())
    }

    fn check_triangles(&self) -> Result<(), IoError> {
        let count = self.positions_m.len();
        for (triangle, vertices) in self.triangles.iter().enumerate() {
            if vertices.iter().any(|&vertex| vertex as usize >= count) {
                let expected = format!("vertices from 0 to {}", count - 1);
                let got = format!("{vertices:?} in triangle {triangle}");
                return Err(IoError::parameter("triangles", expected, got, "number the vertices from 0"));
            }
        }
        Ok(())
    }

    fn check_normals(&self, normals: &[[f32; 3]]) -> Result<(), IoError> {
        self.check_count("normals", "", normals.len())?;
        for (vertex, normal) in normals.iter().enumerate() {
            let length = normal.iter().map(|component| component * component).sum::<f32>().sqrt();
            // NaN is none.
            let is_unit = (length - 1.0).abs() <= UNIT_TOLERANCE;
            if !is_unit {
                let got = format!("{normal:?} of length {length} at vertex {vertex}");
                return Err(IoError::parameter("normals", "vectors of length 1", got, "divide each by its length"));
            }
        }
        Ok(())
    }

    fn check_colours(&self, colours: &[[f32; 3]]) -> Result<(), IoError> {
        self.check_count("colours", "", colours.len())?;
        for (vertex, colour) in colours.iter().enumerate() {
            if !colour.iter().all(|channel| (0.0..=1.0).contains(channel)) {
                let got = format!("{colour:?} at vertex {vertex}");
                return Err(IoError::parameter("colours", "channels from 0 to 1", got, "scale or clamp them"));
            }
        }
        Ok(())
    }

    fn check_attributes(&self) -> Result<(), IoError> {
        let mut names = BTreeSet::new();
        for VertexAttribute { name, values } in self.attributes {
            if !is_attribute_name(name) {
                let expected = "names such as _MOISTURE";
                let remedy = "begin with an underscore, then use A to Z, 0 to 9 and _";
                return Err(IoError::parameter("attributes", expected, format!("{name:?}"), remedy));
            }
            if !names.insert(name) {
                return Err(IoError::parameter("attributes", "every name once", format!("{name} twice"), "rename one"));
            }
            self.check_count("attributes", name, values.len())?;
            if let Some(vertex) = values.iter().position(|value| !value.is_finite()) {
                let got = format!("{} at vertex {vertex} of {name}", values[vertex]);
                return Err(IoError::parameter(
                    "attributes",
                    "finite numbers",
                    got,
                    "give vertices without data a value",
                ));
            }
        }
        Ok(())
    }

    fn check_count(&self, what: &'static str, name: &str, got: usize) -> Result<(), IoError> {
        if got == self.positions_m.len() {
            return Ok(());
        }
        let expected = format!("one entry for each of {} vertices", self.positions_m.len());
        let got = if name.is_empty() { got.to_string() } else { format!("{got} in {name}") };
        Err(IoError::parameter(what, expected, got, "give every vertex one"))
    }
}

fn is_attribute_name(name: &str) -> bool {
    let allowed = |byte: u8| byte.is_ascii_uppercase() || byte.is_ascii_digit() || byte == b'_';
    name.len() > 1 && name.starts_with('_') && name.bytes().all(allowed)
}
