//! GeoTIFF (OGC 19-008r4), classic and BigTIFF, on `tiff-reader` and `tiff-writer`.
//!
//! Those two crates do the containers, predictors and all codecs but the packing of PackBits; what the tags mean for a raster is here.

use std::path::Path;

use crate::format::{RasterFormat, ReadOptions, RowEncoder, WriteOptions};
use crate::{Input, IoError, Location, Raster, RasterHeader, Sink};

mod blocks;
mod keys;
mod metadata;
mod packbits;
mod read;
mod transform;
mod write;

/// GeoTIFF.
pub(crate) struct GeoTiff;

const NAME: &str = "GeoTIFF";

impl RasterFormat for GeoTiff {
    fn name(&self) -> &'static str {
        NAME
    }

    fn extensions(&self) -> &'static [&'static str] {
        &["tif", "tiff"]
    }

    fn read(&self, input: &Input, options: &ReadOptions) -> Result<Raster, IoError> {
        read::read(input, options)
    }

    fn adapt(&self, header: RasterHeader, _options: &WriteOptions, _target: &Path) -> Result<RasterHeader, IoError> {
        write::tiff_side("rows", header.rows)?;
        write::tiff_side("columns", header.cols)?;
        Ok(header)
    }

    fn most_bytes(&self, header: &RasterHeader, options: &WriteOptions) -> u64 {
        write::most_bytes(header, options.tiff.compression)
    }

    fn encoder(
        &self,
        header: RasterHeader,
        options: &WriteOptions,
        sink: Sink,
    ) -> Result<Box<dyn RowEncoder>, IoError> {
        write::encoder(header, options, sink)
    }
}

/// Tags that are not of TIFF itself.
mod tag {
    pub(super) const PIXEL_SCALE: u16 = 33_550;
    pub(super) const TIEPOINT: u16 = 33_922;
    pub(super) const TRANSFORMATION: u16 = 34_264;
    pub(super) const GEO_DIRECTORY: u16 = 34_735;
    pub(super) const GEO_DOUBLES: u16 = 34_736;
    pub(super) const GEO_ASCII: u16 = 34_737;
    pub(super) const GDAL_METADATA: u16 = 42_112;
    pub(super) const GDAL_NODATA: u16 = 42_113;
}

fn malformed(offset: u64, what: impl Into<String>, expected: impl Into<String>, got: impl Into<String>) -> IoError {
    let at = Location::Byte(offset);
    IoError::Malformed { format: NAME, at, what: what.into(), expected: expected.into(), got: got.into() }
}

fn unsupported(what: &'static str, expected: impl Into<String>, got: impl Into<String>) -> IoError {
    let remedy = "convert the file, for example with gdal_translate or gdalwarp";
    IoError::Unsupported { format: NAME, what, expected: expected.into(), got: got.into(), remedy }
}
