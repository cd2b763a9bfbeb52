//! Raster files, in and out; meshes and maps, out.
//!
//! | format | extensions | samples | place |
//! |---|---|---|---|
//! | GeoTIFF | tif tiff | 8 to 64 bits, whole or float | in the file |
//! | ESRI ASCII | asc agr | text | in the file, without the coordinate system |
//! | SRTM HGT | hgt | int16 | in the file's name |
//! | 16-bit PNG | png | codes over a range | sidecar |
//! | raw | f64 f32 r16 | floats, or codes over a range | sidecar |
//!
//! [`read_raster`] reads any of them, [`write_raster`] writes one, [`RasterWriter`] writes one row by row, so that a file
//! may be larger than memory. All of them are [`RasterFormat`]s.
//!
//! | what goes out | formats | by |
//! |---|---|---|
//! | pictures | PNG of 8 bits RGB | [`write_picture`] |
//! | moving pictures | animated PNG, GIF | [`write_animation`] |
//! | triangle meshes | GLB, OBJ | [`write_glb`], [`write_obj`] |
//! | points, lines, areas | GeoJSON | [`write_geojson`], [`GeoJsonWriter`] |
//! | maps to print and to edit | SVG | [`SvgWriter`] |
//!
//! A [`Container`] keeps named arrays and texts in a file of its own kind, and reads them again to the bit.
//!
//! In memory row 0 is the north, samples belong to the centres of cells, and z is -northing, whatever a file does. What
//! the file said is kept in a [`Georef`], so that headers survive being read and written.
//!
//! Cells without data are NaN in memory and marked in the grid's mask. In a file they have the nodata number, are NaN where
//! a float file has none, and have code 0 in 16-bit files with a sidecar, which names it as `void_code`; heights then have
//! the codes 1 to 65535, and in a file without void cells all of them. [`Nodata`] overrules what a file says.
//!
//! A compressed strip or tile of a GeoTIFF is read up to 64 MiB of samples.
//!
//! Nothing is ever half-written: files grow beside their final name and are renamed when complete ([`AtomicFile`]).
//! Damaged and hostile files are refused with the byte or the line that is wrong, before memory is taken for them.

mod animation;
mod array;
mod ascii;
mod atomic;
mod container;
mod disk;
mod error;
mod format;
mod geojson;
mod georef;
mod geotiff;
mod glb;
mod hgt;
mod input;
mod mesh;
mod nodata;
mod obj;
mod picture;
mod png16;
mod quantise;
mod raster;
mod raw;
mod sample;
mod sidecar;
mod svg;
mod wgs84;
mod writer;

pub use animation::{Animation, write_animation, write_animation_with};
pub use array::{Word, read_array, write_array};
pub use atomic::{AtomicFile, Durable, Sink, Wrap};
pub use container::{Container, Values};
pub use disk::free_bytes;
pub use error::{IoError, Location};
pub use format::{
    RasterFormat, ReadOptions, RowEncoder, TiffCompression, TiffLayout, TiffOptions, WriteOptions, format_of, formats,
    read_raster, read_raster_with,
};
pub use geojson::{Feature, GeoJsonFrame, GeoJsonWriter, Geometry, Polygon, write_geojson};
pub use georef::{Corner, Crs, CrsKind, GeoKeys, Georef, Registration};
pub use glb::{write_glb, write_glb_with};
pub use input::Input;
pub use mesh::{TriangleMesh, VertexAttribute, local_origin};
pub use nodata::Nodata;
pub use obj::{write_obj, write_obj_with};
pub use picture::{read_grey_picture, write_picture, write_picture_with};
pub use raster::{LEVEL_ID, Raster, RasterHeader, Warning};
pub use sample::{ByteOrder, SampleType};
pub use sidecar::path_beside as sidecar_path;
pub use svg::{SvgAnchor, SvgStroke, SvgStyle, SvgView, SvgWriter};
pub use writer::{RasterWriter, write_raster};
