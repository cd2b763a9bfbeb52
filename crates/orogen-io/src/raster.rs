//! A grid of heights with everything that a file says about it.

use std::collections::BTreeMap;
use std::fmt;

use orogen_field::Grid;

use crate::{Crs, Georef, IoError, SampleType};

/// The key of [`RasterHeader::metadata`] under which the level id of an invented world is kept.
pub const LEVEL_ID: &str = "level_id";

/// What is known of a raster before its first sample.
#[derive(Clone, Debug, PartialEq)]
pub struct RasterHeader {
    /// Number of rows; row 0 is the northernmost.
    pub rows: usize,
    /// Number of columns; column 0 is the westernmost.
    pub cols: usize,
    /// Where it lies.
    pub georef: Georef,
    /// The type of the samples in the file.
    pub sample_type: SampleType,
    /// The number that stands for "no data". Without one, a void cell of a float file is NaN.
    pub nodata: Option<f64>,
    /// Texts by name; a level id is under [`LEVEL_ID`].
    pub metadata: BTreeMap<String, String>,
}

impl RasterHeader {
    /// The header of a grid in metres, to be stored as `sample_type`, without a nodata number or metadata.
    #[must_use]
    pub fn of_grid<T>(grid: &Grid<T>, crs: Crs, sample_type: SampleType) -> Self {
        Self {
            rows: grid.rows(),
            cols: grid.cols(),
            georef: Georef::from_placement(crs, &grid.placement()),
            sample_type,
            nodata: None,
            metadata: BTreeMap::new(),
        }
    }

    /// Number of cells, or `u64::MAX` if it is beyond that.
    #[must_use]
    pub fn cells(&self) -> u64 {
        (self.rows as u64).saturating_mul(self.cols as u64)
    }

    /// Checks that a raster can have this header.
    ///
    /// # Errors
    ///
    /// [`IoError`] naming the size, the georeference or the nodata number.
    pub fn validate(&self) -> Result<(), IoError> {
        if self.rows == 0 || self.cols == 0 {
            return Err(IoError::Grid(orogen_field::GridError::Size { rows: self.rows, cols: self.cols }));
        }
        self.georef.validate(self.rows)?;
        match self.nodata {
            Some(nodata) if self.sample_type.nearest(nodata) != Some(nodata) => Err(IoError::Parameter {
                what: "nodata",
                expected: format!("a number that {:?} samples hold exactly", self.sample_type),
                got: nodata.to_string(),
                remedy: "choose another, or none",
            }),
            _ => Ok(()),
        }
    }

    /// Whether a sample of the file stands for "no data".
    #[must_use]
    pub fn is_nodata(&self, sample: f64) -> bool {
        sample.is_nan() || self.nodata == Some(sample)
    }

    /// The number that the file holds for a sample; NaN, which means void, becomes the nodata number.
    pub(crate) fn stored(&self, sample: f64, row: usize, col: usize) -> Result<f64, IoError> {
        let refusal = |expected: String, remedy| IoError::Sample { row, col, expected, got: sample, remedy };
        if sample.is_nan() {
            return match self.nodata {
                Some(nodata) => Ok(nodata),
                None if self.sample_type.is_float() => Ok(f64::NAN),
                None => Err(refusal("a number, as there is no nodata number".into(), "set `nodata`")),
            };
        }
        let Some(number) = self.sample_type.nearest(sample) else {
            let (least, greatest) = self.sample_type.range();
            return Err(refusal(format!("a finite number from {least} to {greatest}"), "choose another sample type"));
        };
        if self.nodata == Some(number) {
            return Err(refusal("a number other than nodata".into(), "choose another `nodata`"));
        }
        Ok(number)
    }
}

/// Something about a file that its reader should know.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Warning {
    /// The heights have 256 levels at most.
    EightBit,
    /// A picture without a sidecar: its codes were taken for heights in metres.
    NoSidecar,
    /// The file has no reference system, and its coordinates look like degrees.
    LikeDegrees,
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::EightBit => "8-bit heights have 256 steps at most; ask for a 16-bit or a float file",
            Self::LikeDegrees => {
                "coordinates look like degrees but were taken for metres: the file has no reference system"
            }
            Self::NoSidecar => "no sidecar: codes 0 to 65535 were taken for metres, with cells of 1 m",
        })
    }
}

/// A grid of heights in metres with its georeference and what else its file says.
///
/// Row 0 is the north, whatever the file had. Void cells are marked in the grid's mask, and their samples are NaN.
#[derive(Clone, Debug)]
pub struct Raster {
    header: RasterHeader,
    grid: Grid<f64>,
    warnings: Vec<Warning>,
}

impl Raster {
    /// A raster over samples as a file has them: row-major from the north, NaN or the nodata number where there is none.
    ///
    /// # Errors
    ///
    /// [`IoError`] if the header is unusable, the samples are too few or too many, or one of them is infinite.
    pub fn new(mut header: RasterHeader, mut samples: Vec<f64>) -> Result<Self, IoError> {
        if header.nodata.is_some_and(f64::is_nan) {
            header.nodata = None;
        }
        header.validate()?;
        let mut any_void = false;
        for (index, sample) in samples.iter_mut().enumerate() {
            if header.is_nodata(*sample) {
                *sample = f64::NAN;
                any_void = true;
            } else if sample.is_infinite() {
                return Err(IoError::Sample {
                    row: index / header.cols,
                    col: index % header.cols,
                    expected: "a finite height".into(),
                    got: *sample,
                    remedy: "mark the cell as nodata",
                });
            }
        }
        let void = any_void.then(|| samples.iter().map(|sample| sample.is_nan()).collect());
        let grid = Grid::new(header.rows, header.cols, header.georef.placement(header.rows), samples)?;
        let grid = match void {
            Some(void) => grid.with_void(void)?,
            None => grid,
        };
        Ok(Self { header, grid, warnings: Vec::new() })
    }

    /// A raster over a grid of an invented world, in metres, to be stored as `sample_type`.
    ///
    /// # Errors
    ///
    /// [`IoError::Sample`] if a height is infinite.
    pub fn from_grid(grid: &Grid<f64>, crs: Crs, sample_type: SampleType) -> Result<Self, IoError> {
        let header = RasterHeader::of_grid(grid, crs, sample_type);
        let sample = |index: usize| if grid.is_void(index) { f64::NAN } else { grid.samples()[index] };
        Self::new(header, (0..grid.samples().len()).map(sample).collect())
    }

    /// The same raster with its coordinates taken for degrees of longitude and latitude on WGS 84.
    ///
    /// # Errors
    ///
    /// [`IoError::Parameter`] if they cannot be such.
    pub fn in_degrees(mut self) -> Result<Self, IoError> {
        self.header.georef.crs = Crs::wgs84();
        self.header.validate()?;
        self.warnings.retain(|warning| *warning != Warning::LikeDegrees);
        Ok(self)
    }

    pub(crate) fn warn(mut self, warning: Warning) -> Self {
        self.warnings.push(warning);
        self
    }

    /// What the file says.
    #[must_use]
    pub fn header(&self) -> &RasterHeader {
        &self.header
    }

    /// Where it lies.
    #[must_use]
    pub fn georef(&self) -> &Georef {
        &self.header.georef
    }

    /// The heights, placed in metres as [`Georef::placement`] says.
    #[must_use]
    pub fn grid(&self) -> &Grid<f64> {
        &self.grid
    }

    /// The heights themselves.
    #[must_use]
    pub fn into_grid(self) -> Grid<f64> {
        self.grid
    }

    /// What the reader of the file should know.
    #[must_use]
    pub fn warnings(&self) -> &[Warning] {
        &self.warnings
    }

    /// Distance in metres between neighbouring columns of a row; see [`Georef::step_x_m`].
    #[must_use]
    pub fn step_x_m(&self, row: usize) -> f64 {
        self.header.georef.step_x_m(row, self.header.rows)
    }

    /// Distance in metres between neighbouring rows; see [`Georef::step_z_m`].
    #[must_use]
    pub fn step_z_m(&self) -> f64 {
        self.header.georef.step_z_m(self.header.rows)
    }

    /// The least and the greatest height, if any cell has one.
    #[must_use]
    pub fn range(&self) -> Option<(f64, f64)> {
        let valid = self.grid.samples().iter().copied().filter(|sample| !sample.is_nan());
        valid.fold(None, |range: Option<(f64, f64)>, sample| match range {
            None => Some((sample, sample)),
            Some((min, max)) => Some((min.min(sample), max.max(sample))),
        })
    }

    /// The same heights with another header of the same size, for another file.
    ///
    /// # Errors
    ///
    /// As [`Raster::new`].
    pub fn with_header(self, header: RasterHeader) -> Result<Self, IoError> {
        let warnings = self.warnings;
        Ok(Self { warnings, ..Self::new(header, self.grid.into_samples())? })
    }

    /// The same heights, to be stored as another type, without a nodata number that the type does not hold.
    #[must_use]
    pub fn stored_as(mut self, sample_type: SampleType) -> Self {
        self.header.nodata = self.header.nodata.filter(|&nodata| sample_type.nearest(nodata) == Some(nodata));
        self.header.sample_type = sample_type;
        self
    }

    /// Checks that there is a surface: two rows, two columns and a cell with data.
    ///
    /// Reading a raster of one row, or of nothing but void, is no error in itself; slopes and drainage need more.
    ///
    /// # Errors
    ///
    /// [`IoError::NoSurface`].
    pub fn require_surface(&self) -> Result<(), IoError> {
        let valid = self.grid.samples().iter().filter(|sample| !sample.is_nan()).count();
        let (rows, cols) = (self.grid.rows(), self.grid.cols());
        if rows < 2 || cols < 2 || valid == 0 {
            return Err(IoError::NoSurface { rows, cols, valid });
        }
        Ok(())
    }
}
