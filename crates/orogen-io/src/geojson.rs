//! GeoJSON (RFC 7946), out: points, lines and polygons with properties, one feature at a time.
//!
//! Coordinates are written as text here, to 9 decimals; strings and properties by `serde_json`, which the crate has
//! anyway. The `geojson` crate would neither wind rings, nor round, nor place, and would put a tree of the whole file into
//! memory.

mod frame;
mod ring;

use std::io::{BufWriter, Write};
use std::path::Path;

use serde_json::{Map, Value};

use crate::{AtomicFile, IoError, Sink, Wrap};
pub use frame::GeoJsonFrame;
use frame::Place;

/// What lies somewhere; x east and y north, in the units of the file's [`GeoJsonFrame`].
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Geometry {
    /// One position.
    Point([f64; 2]),
    /// A line through two positions or more.
    LineString(Vec<[f64; 2]>),
    /// A line through two positions or more, each with its elevation in metres as a third coordinate.
    LineString3d(Vec<[f64; 3]>),
    /// An area.
    Polygon(Polygon),
    /// An area of several parts.
    MultiPolygon(Vec<Polygon>),
}

/// An area with one outline and any holes.
///
/// Rings may be open or closed, and run either way: the writer closes them and winds them by the right-hand rule, the
/// exterior counter-clockwise and holes clockwise. That rings cross neither themselves nor each other is up to the caller.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Polygon {
    /// The outline.
    pub exterior: Vec<[f64; 2]>,
    /// The outlines of what is not part of the area.
    pub holes: Vec<Vec<[f64; 2]>>,
}

/// A geometry, with what is known of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Feature {
    /// Where it is.
    pub geometry: Geometry,
    /// What it is.
    pub properties: Map<String, Value>,
}

impl Feature {
    /// A feature with properties, each a name and a JSON value.
    #[must_use]
    pub fn new<'a>(geometry: Geometry, properties: impl IntoIterator<Item = (&'a str, Value)>) -> Self {
        let properties = properties.into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
        Self { geometry, properties }
    }
}

/// Writes a GeoJSON file of all `features`.
///
/// # Errors
///
/// As [`GeoJsonWriter`]; then there is no file.
///
/// ```
/// use orogen_io::{Crs, Feature, GeoJsonFrame, Geometry, write_geojson};
///
/// let path = std::env::temp_dir().join(format!("orogen-io-{}.geojson", std::process::id()));
/// let summit = Feature::new(Geometry::Point([120.0, -35.5]), [("height_m", 812.25.into())]);
/// write_geojson(&path, &GeoJsonFrame::In(Crs::local("my island")), [summit])?;
/// # assert!(std::fs::read_to_string(&path).unwrap().contains(r#""coordinates":[120,-35.5]"#));
/// # std::fs::remove_file(&path).unwrap();
/// # Ok::<(), orogen_io::IoError>(())
/// ```
pub fn write_geojson(
    path: impl AsRef<Path>,
    frame: &GeoJsonFrame,
    features: impl IntoIterator<Item = Feature>,
) -> Result<(), IoError> {
    let mut writer = GeoJsonWriter::create(path, frame)?;
    features.into_iter().try_for_each(|feature| writer.write(&feature))?;
    writer.finish()
}

/// Writes a GeoJSON file feature by feature, so that it may be larger than memory.
///
/// # Errors
///
/// All methods: [`IoError::Parameter`] for a frame or a position that is out of range, a line of fewer than two positions
/// and a ring of fewer than four, its end counted, or without an area; [`IoError::System`] if the disk does not play
/// along. A writer that is dropped without [`GeoJsonWriter::finish`] leaves no file.
pub struct GeoJsonWriter {
    file: AtomicFile,
    out: BufWriter<Sink>,
    place: Place,
    written: u64,
}

impl GeoJsonWriter {
    /// Begins a file.
    ///
    /// # Errors
    ///
    /// As [`GeoJsonWriter`].
    pub fn create(path: impl AsRef<Path>, frame: &GeoJsonFrame) -> Result<Self, IoError> {
        Self::create_with(path, frame, &|file| Box::new(file))
    }

    /// As [`GeoJsonWriter::create`], with something between the encoder and the file.
    ///
    /// # Errors
    ///
    /// As [`GeoJsonWriter`].
    pub fn create_with(path: impl AsRef<Path>, frame: &GeoJsonFrame, wrap: Wrap<'_>) -> Result<Self, IoError> {
        let path = path.as_ref();
        let begin = || {
            let place = frame.place()?;
            let file = AtomicFile::create_with(path, wrap)?;
            let mut out = BufWriter::with_capacity(1 << 16, file.sink());
            begin(&mut out, frame).map_err(IoError::system("write"))?;
            Ok(Self { file, out, place, written: 0 })
        };
        begin().map_err(|error: IoError| error.about(path))
    }

    /// Adds a feature.
    ///
    /// # Errors
    ///
    /// As [`GeoJsonWriter`].
    pub fn write(&mut self, feature: &Feature) -> Result<(), IoError> {
        let index = self.written;
        let about = |error: IoError| error.about(self.file.target());
        let coordinates =
            Coordinates::of(&feature.geometry, self.place).map_err(|error| about(within(error, index)))?;
        put(&mut self.out, index, &coordinates, &feature.properties).map_err(|e| about(IoError::system("write")(e)))?;
        self.written += 1;
        Ok(())
    }

    /// Ends the file, and puts it under its name.
    ///
    /// # Errors
    ///
    /// As [`GeoJsonWriter`].
    pub fn finish(mut self) -> Result<(), IoError> {
        let ended = self.out.write_all(b"\n]}\n").and_then(|()| self.out.flush());
        ended.map_err(|error| IoError::system("write")(error).about(self.file.target()))?;
        self.file.commit()
    }
}

/// Adds to a refusal which feature it is about.
fn within(error: IoError, feature: u64) -> IoError {
    match error {
        IoError::Parameter { what, expected, got, remedy } => {
            IoError::parameter(what, expected, format!("{got} in feature {feature}"), remedy)
        }
        other => other,
    }
}

/// Placed, rounded, closed and wound coordinates, and GeoJSON's name for what they make.
enum Coordinates {
    Point([f64; 2]),
    Line(Vec<[f64; 2]>),
    Line3d(Vec<[f64; 3]>),
    Polygon(Vec<Vec<[f64; 2]>>),
    MultiPolygon(Vec<Vec<Vec<[f64; 2]>>>),
}

impl Coordinates {
    fn of(geometry: &Geometry, place: Place) -> Result<Self, IoError> {
        Ok(match geometry {
            Geometry::Point(position) => Self::Point(place.put(*position)?),
            Geometry::LineString(line) => {
                check_line(line.len())?;
                Self::Line(line.iter().map(|position| place.put(*position)).collect::<Result<_, _>>()?)
            }
            Geometry::LineString3d(line) => {
                check_line(line.len())?;
                Self::Line3d(line.iter().map(|position| place.put_3d(*position)).collect::<Result<_, _>>()?)
            }
            Geometry::Polygon(polygon) => Self::Polygon(ring::rings(polygon, place)?),
            Geometry::MultiPolygon(polygons) => {
                if polygons.is_empty() {
                    let remedy = "leave the feature out";
                    return Err(IoError::parameter("multipolygon", "one polygon or more", "none", remedy));
                }
                Self::MultiPolygon(
                    polygons.iter().map(|polygon| ring::rings(polygon, place)).collect::<Result<_, _>>()?,
                )
            }
        })
    }

    fn kind(&self) -> &'static str {
        match self {
            Self::Point(_) => "Point",
            Self::Line(_) | Self::Line3d(_) => "LineString",
            Self::Polygon(_) => "Polygon",
            Self::MultiPolygon(_) => "MultiPolygon",
        }
    }

    fn write(&self, out: &mut impl Write) -> std::io::Result<()> {
        let position = |out: &mut _, position: &[f64; 2]| list(out, position, number);
        let line = |out: &mut _, line: &Vec<[f64; 2]>| list(out, line, position);
        let polygon = |out: &mut _, rings: &Vec<Vec<[f64; 2]>>| list(out, rings, line);
        match self {
            Self::Point(at) => position(out, at),
            Self::Line(positions) => line(out, positions),
            Self::Line3d(positions) => list(out, positions, |out, position| list(out, position, number)),
            Self::Polygon(rings) => polygon(out, rings),
            Self::MultiPolygon(polygons) => list(out, polygons, polygon),
        }
    }
}

fn check_line(positions: usize) -> Result<(), IoError> {
    if positions < 2 {
        let remedy = "write a point, or leave the feature out";
        return Err(IoError::parameter("line", "two positions or more", positions.to_string(), remedy));
    }
    Ok(())
}

fn begin(out: &mut impl Write, frame: &GeoJsonFrame) -> std::io::Result<()> {
    out.write_all(b"{\"type\":\"FeatureCollection\",")?;
    if let Some(name) = frame.crs_name() {
        write!(out, "\"crs\":{{\"type\":\"name\",\"properties\":{{\"name\":{}}}}},", Value::from(name))?;
    }
    out.write_all(b"\"features\":[")
}

fn put(
    out: &mut impl Write,
    index: u64,
    coordinates: &Coordinates,
    properties: &Map<String, Value>,
) -> std::io::Result<()> {
    out.write_all(if index == 0 { b"\n" } else { b",\n" })?;
    write!(out, "{{\"type\":\"Feature\",\"properties\":")?;
    serde_json::to_writer(&mut *out, properties)?;
    write!(out, ",\"geometry\":{{\"type\":\"{}\",\"coordinates\":", coordinates.kind())?;
    coordinates.write(out)?;
    out.write_all(b"}}")
}

/// A JSON array.
fn list<W: Write, T>(
    out: &mut W,
    items: &[T],
    mut item: impl FnMut(&mut W, &T) -> std::io::Result<()>,
) -> std::io::Result<()> {
    for (index, value) in items.iter().enumerate() {
        out.write_all(if index == 0 { b"[" } else { b"," })?;
        item(out, value)?;
    }
    out.write_all(b"]")
}

/// A number with up to 9 decimals, which is all that a rounded one has.
fn number(out: &mut impl Write, value: &f64) -> std::io::Result<()> {
    let text = format!("{value:.9}");
    out.write_all(text.trim_end_matches('0').trim_end_matches('.').as_bytes())
}
