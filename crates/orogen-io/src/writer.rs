//! Writing a raster without having all of it in memory.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::atomic::Wrap;
use crate::{AtomicFile, IoError, Raster, RasterHeader, RowEncoder, WriteOptions, disk, format_of, nodata, sidecar};

/// A raster file that takes its rows as they come, and that exists only when it has all of them.
///
/// ```
/// use orogen_field::Placement;
/// use orogen_io::{Crs, Georef, RasterHeader, RasterWriter, SampleType, WriteOptions, read_raster};
///
/// let folder = tempdir();
/// let path = folder.join("ramp.tif");
/// let header = RasterHeader {
///     rows: 300,
///     cols: 200,
///     georef: Georef::from_placement(Crs::local("my world"), &Placement::square(0.0, 0.0, 2.0)),
///     sample_type: SampleType::Float32,
///     nodata: None,
///     metadata: [("level_id".to_string(), "1f3a".to_string())].into(),
/// };
/// let mut writer = RasterWriter::create(&path, header, &WriteOptions::default())?;
/// for row in 0..300 {
///     writer.write_rows(&vec![f64::from(row); 200])?;
/// }
/// writer.finish()?;
/// assert_eq!(*read_raster(&path)?.grid().at(299, 0), 299.0);
/// # std::fs::remove_dir_all(folder).unwrap();
/// # fn tempdir() -> std::path::PathBuf {
/// #     let folder = std::env::temp_dir().join(format!("orogen-io-doc-{}", std::process::id()));
/// #     std::fs::create_dir_all(&folder).unwrap();
/// #     folder
/// # }
/// # Ok::<(), orogen_io::IoError>(())
/// ```
pub struct RasterWriter {
    // Before the file, so that an encoder that writes when it is dropped does so before the file is removed.
    encoder: Box<dyn RowEncoder>,
    file: AtomicFile,
    rows: usize,
    cols: usize,
    next_row: usize,
    has_sidecar: bool,
}

impl RasterWriter {
    /// Starts a file in the format of its extension.
    ///
    /// # Errors
    ///
    /// [`IoError::File`] if the path cannot be written, the format cannot hold such a raster, or the disk is too full.
    pub fn create(path: impl AsRef<Path>, header: RasterHeader, options: &WriteOptions) -> Result<Self, IoError> {
        Self::create_with(path, header, options, &|file| Box::new(file))
    }

    /// As [`RasterWriter::create`], with something between the writer and the file.
    ///
    /// # Errors
    ///
    /// As [`RasterWriter::create`].
    pub fn create_with(
        path: impl AsRef<Path>,
        header: RasterHeader,
        options: &WriteOptions,
        wrap: Wrap<'_>,
    ) -> Result<Self, IoError> {
        let path = path.as_ref();
        let format = format_of(path)?;
        let start = || {
            header.validate()?;
            let mut header = format.adapt(header, options, path)?;
            if let Some(nodata) = options.nodata {
                header.nodata = Some(nodata::typed(nodata, header.sample_type));
                header.validate()?;
            }
            disk::require_room(path, format.most_bytes(&header, options))?;
            let (rows, cols) = (header.rows, header.cols);
            let file = AtomicFile::create_with(path, wrap)?;
            let encoder = format.encoder(header, options, file.sink())?;
            Ok(Self { encoder, file, rows, cols, next_row: 0, has_sidecar: format.has_sidecar() })
        };
        start().map_err(|error: IoError| error.about(path))
    }

    /// Appends whole rows, row-major from the north; NaN is void.
    ///
    /// # Errors
    ///
    /// [`IoError::File`] if these are no whole rows or too many, if a sample cannot be stored, or if writing fails.
    pub fn write_rows(&mut self, samples: &[f64]) -> Result<(), IoError> {
        let left = self.rows - self.next_row;
        let rows = samples.len() / self.cols;
        if !samples.len().is_multiple_of(self.cols) || rows > left {
            let expected = format!("whole rows of {} samples, at most {left} of them", self.cols);
            return Err(self.refusal(expected, samples.len().to_string()));
        }
        self.encoder.write_rows(self.next_row, samples).map_err(|error| error.about(self.file.target()))?;
        self.next_row += rows;
        Ok(())
    }

    /// Completes the file and puts it under its name.
    ///
    /// # Errors
    ///
    /// [`IoError::File`] if rows are missing or writing fails; then there is no file.
    pub fn finish(self) -> Result<(), IoError> {
        if self.next_row < self.rows {
            return Err(self.refusal(format!("{} rows", self.rows), self.next_row.to_string()));
        }
        let Self { encoder, file, has_sidecar, .. } = self;
        let target = file.target().to_path_buf();
        let sidecar = encoder.finish().map_err(|error| error.about(&target))?;
        if !has_sidecar {
            return file.commit();
        }
        commit_with_sidecar(file, &target, &sidecar.unwrap_or_default())
    }

    fn refusal(&self, expected: String, got: String) -> IoError {
        IoError::Parameter { what: "rows", expected, got, remedy: "pass every row once" }.about(self.file.target())
    }
}

/// Two files cannot be renamed at once. When both are on the disk, an old sidecar goes first and the new one comes last,
/// so that at no time does a sidecar lie beside a file that it does not describe.
fn commit_with_sidecar(file: AtomicFile, target: &Path, text: &[u8]) -> Result<(), IoError> {
    let path: PathBuf = sidecar::path_beside(target);
    let beside = AtomicFile::create(&path)?;
    beside.append(text)?;
    file.settle()?;
    beside.settle()?;
    match fs::remove_file(&path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => {
            return Err(IoError::system("replace")(error).about(&path));
        }
        _ => {}
    }
    file.commit()?;
    beside.commit()
}

/// Writes a raster in the format of the path's extension.
///
/// Reading it back gives the same void cells. In a 16-bit file with a sidecar they have code 0, and the heights the codes
/// over the raster's own range unless the options give one. In a GeoTIFF of whole numbers they have the header's nodata
/// number, or one that no height is stored as where that is taken or there is none.
///
/// # Errors
///
/// As [`RasterWriter`]; and [`IoError::Parameter`] if there are void cells and heights of every number that the file's
/// type of sample has.
pub fn write_raster(path: impl AsRef<Path>, raster: &Raster, options: &WriteOptions) -> Result<(), IoError> {
    let path = path.as_ref();
    let format = format_of(path)?;
    let mut options = options.clone();
    let mut header = raster.header().clone();
    if format.is_quantised() {
        // Without a height any range will do.
        options.range = options.range.or_else(|| raster.range()).or(Some((0.0, 0.0)));
        options.keep_void |= raster.grid().void().is_some();
    } else if options.nodata.is_none() {
        let adapt = || {
            let adapted = format.adapt(header, &options, path)?;
            Ok(RasterHeader { nodata: nodata::free(&adapted, raster)?, ..adapted })
        };
        header = adapt().map_err(|error: IoError| error.about(path))?;
    }
    let mut writer = RasterWriter::create(path, header, &options)?;
    writer.write_rows(raster.grid().samples())?;
    writer.finish()
}
