//! The one trait that every format of rasters implements, and which formats there are.

use std::path::Path;

use crate::ascii::EsriAscii;
use crate::geotiff::GeoTiff;
use crate::hgt::SrtmHgt;
use crate::png16::Png16;
use crate::raw::Raw;
use crate::{ByteOrder, Input, IoError, Nodata, Raster, RasterHeader, SampleType, Sink};

/// What a reader may be told.
#[derive(Clone, Debug, PartialEq)]
pub struct ReadOptions {
    /// The most cells to accept. The default, 2^28, is 16384 x 16384, which take 2 GiB of memory.
    pub max_cells: u64,
    /// Where the nodata number comes from.
    pub nodata: Nodata,
}

impl Default for ReadOptions {
    fn default() -> Self {
        Self { max_cells: 1 << 28, nodata: Nodata::AsFile }
    }
}

impl ReadOptions {
    /// The sizes, as numbers of this machine, if they are within the limit.
    pub(crate) fn accept(&self, rows: u64, cols: u64) -> Result<(usize, usize), IoError> {
        let refusal = || IoError::TooManyCells { rows, cols, limit: self.max_cells };
        if rows.checked_mul(cols).is_none_or(|cells| cells > self.max_cells) {
            return Err(refusal());
        }
        Ok((usize::try_from(rows).map_err(|_| refusal())?, usize::try_from(cols).map_err(|_| refusal())?))
    }

    /// Room for rows x cols samples.
    pub(crate) fn reserve(&self, rows: usize, cols: usize) -> Result<Vec<f64>, IoError> {
        let mut samples = Vec::new();
        samples.try_reserve_exact(rows * cols).map_err(|_| IoError::TooManyCells {
            rows: rows as u64,
            cols: cols as u64,
            limit: self.max_cells,
        })?;
        Ok(samples)
    }

    /// Zeros for rows x cols samples, for which the system gives memory when they are written to.
    pub(crate) fn zeroed(&self, rows: usize, cols: usize) -> Result<Vec<f64>, IoError> {
        // Asked for in a way that may fail first; `vec!` alone leaves the zeros to the system.
        drop(self.reserve(rows, cols)?);
        Ok(vec![0.0; rows * cols])
    }
}

/// What a writer may be told. Formats ignore what they have no use for.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct WriteOptions {
    /// Heights in metres that the first code of a 16-bit file and 65535 stand for.
    ///
    /// Give all tiles of a map the same range, or their seams show. [`crate::write_raster`] takes the range of the
    /// raster if there is none here; a [`crate::RasterWriter`] has to be told.
    pub range: Option<(f64, f64)>,
    /// Whether code 0 of a 16-bit file stands for void cells, so that 1 is the first code of a height.
    ///
    /// Give all tiles of a map the same, as with the range. [`crate::write_raster`] keeps the code where the raster has
    /// void cells, also if this is not set; a [`crate::RasterWriter`] has to be told.
    pub keep_void: bool,
    /// The number that stands for void cells, in place of the header's.
    ///
    /// A height that would be stored as this very number is refused. Without it, [`crate::write_raster`] takes the
    /// header's number, or another that no height is stored as.
    pub nodata: Option<f64>,
    /// Byte order of raw files and of GeoTIFF.
    pub byte_order: ByteOrder,
    /// How GeoTIFF lays out its samples.
    pub tiff: TiffOptions,
}

/// How a GeoTIFF is compressed and cut up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TiffOptions {
    /// The compression.
    pub compression: TiffCompression,
    /// The layout.
    pub layout: TiffLayout,
    /// Whether to write BigTIFF also where the classic form would do; it is written where it has to be.
    pub big: bool,
}

/// Compressions of a GeoTIFF. The predictor follows: floating point for floats, differences for whole numbers; none
/// without compression, and none with PackBits, for which it is not defined.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names are those of the TIFF specification")]
pub enum TiffCompression {
    None,
    #[default]
    Deflate,
    Lzw,
    Zstd,
    PackBits,
}

/// How a GeoTIFF is cut up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TiffLayout {
    /// Tiles of 256 x 256 samples if the raster is larger than one each way, else strips.
    #[default]
    Auto,
    /// Strips of 16 rows.
    Strips,
    /// Tiles of 256 x 256 samples.
    Tiles,
}

/// A raster file format.
pub trait RasterFormat: Sync {
    /// Its name.
    fn name(&self) -> &'static str;

    /// The extensions its files go by, in lower case.
    fn extensions(&self) -> &'static [&'static str];

    /// Reads a whole raster.
    ///
    /// # Errors
    ///
    /// [`IoError`]: damage with its byte offset or line, unsupported kinds, sizes over the limit.
    fn read(&self, input: &Input, options: &ReadOptions) -> Result<Raster, IoError>;

    /// The header that a file of this format would have for a raster, which may differ in the type of the samples.
    ///
    /// # Errors
    ///
    /// [`IoError::Unsupported`] or [`IoError::Parameter`] if the format cannot hold such a raster under that name.
    fn adapt(&self, header: RasterHeader, options: &WriteOptions, target: &Path) -> Result<RasterHeader, IoError>;

    /// The most bytes that a file with that header can take.
    fn most_bytes(&self, header: &RasterHeader, options: &WriteOptions) -> u64;

    /// Starts a file whose header came from [`RasterFormat::adapt`].
    ///
    /// # Errors
    ///
    /// [`IoError::System`] if writing fails.
    fn encoder(&self, header: RasterHeader, options: &WriteOptions, sink: Sink)
    -> Result<Box<dyn RowEncoder>, IoError>;

    /// Whether heights are stored as codes over a range that has to be known beforehand.
    fn is_quantised(&self) -> bool {
        false
    }

    /// Whether a JSON sidecar says what the file itself cannot.
    fn has_sidecar(&self) -> bool {
        false
    }
}

/// A file being written, row by row from the north.
pub trait RowEncoder: Send {
    /// Writes rows, the first of which is `first_row`; NaN is void.
    ///
    /// # Errors
    ///
    /// [`IoError::Sample`] if a sample cannot be stored, [`IoError::System`] if writing fails.
    fn write_rows(&mut self, first_row: usize, samples: &[f64]) -> Result<(), IoError>;

    /// Writes what comes after the last row, and returns the text of the sidecar if there is one.
    ///
    /// # Errors
    ///
    /// [`IoError::System`] if writing fails.
    fn finish(self: Box<Self>) -> Result<Option<Vec<u8>>, IoError>;
}

/// All formats.
#[must_use]
pub fn formats() -> &'static [&'static dyn RasterFormat] {
    &[
        &GeoTiff,
        &EsriAscii,
        &SrtmHgt,
        &Png16,
        &Raw { extension: &["f64"], sample_type: SampleType::Float64 },
        &Raw { extension: &["f32"], sample_type: SampleType::Float32 },
        &Raw { extension: &["r16"], sample_type: SampleType::Uint16 },
    ]
}

/// The format of a file, by its extension, in upper or lower case.
///
/// # Errors
///
/// [`IoError::Extension`] with all that are known.
pub fn format_of(path: &Path) -> Result<&'static dyn RasterFormat, IoError> {
    let extension = path.extension().unwrap_or_default().to_string_lossy().to_ascii_lowercase();
    let found = formats().iter().find(|format| format.extensions().contains(&extension.as_str()));
    found.copied().ok_or_else(|| {
        let known: Vec<_> = formats().iter().flat_map(|format| format.extensions()).copied().collect();
        IoError::Extension { got: extension, known: known.join(" ") }.about(path)
    })
}

/// Reads a raster of any format.
///
/// # Errors
///
/// [`IoError::File`], with the path and with what is wrong: the extension, the system, the file, or its size.
pub fn read_raster(path: impl AsRef<Path>) -> Result<Raster, IoError> {
    read_raster_with(path, &ReadOptions::default())
}

/// As [`read_raster`], with options.
///
/// # Errors
///
/// As [`read_raster`].
pub fn read_raster_with(path: impl AsRef<Path>, options: &ReadOptions) -> Result<Raster, IoError> {
    let path = path.as_ref();
    let format = format_of(path)?;
    let read = || format.read(&Input::open(path)?, options);
    read().map_err(|error| error.about(path))
}
