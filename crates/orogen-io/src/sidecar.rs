//! The JSON text beside a file that cannot say by itself where it lies and what its samples mean.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::quantise::Codes;
use crate::{ByteOrder, Georef, IoError, Location, RasterHeader, SampleType};

/// The file `NAME.json` beside the file `NAME`.
#[must_use]
pub fn path_beside(path: &Path) -> PathBuf {
    let mut name = OsString::from(path);
    name.push(".json");
    PathBuf::from(name)
}

/// The only order of rows that there is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum RowOrder {
    NorthFirst,
}

/// What a sidecar says.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Sidecar {
    pub(crate) rows: usize,
    pub(crate) cols: usize,
    pub(crate) sample_type: SampleType,
    pub(crate) byte_order: ByteOrder,
    row_order: RowOrder,
    /// The heights of the first and the last code, in a file of codes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) encoding: Option<Codes>,
    /// Metres per unit of the stored numbers.
    vertical_scale_m: f64,
    /// Least and greatest height in the file, unless all of it is void.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    min_m: Option<f64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    max_m: Option<f64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    nodata: Option<f64>,
    georef: Georef,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    metadata: BTreeMap<String, String>,
}

impl Sidecar {
    /// The sidecar of a file whose heights turned out to span `range`.
    pub(crate) fn new(
        header: &RasterHeader,
        byte_order: ByteOrder,
        encoding: Option<Codes>,
        range: Option<(f64, f64)>,
    ) -> Self {
        Self {
            rows: header.rows,
            cols: header.cols,
            sample_type: header.sample_type,
            byte_order,
            row_order: RowOrder::NorthFirst,
            encoding,
            vertical_scale_m: encoding.map_or(1.0, |codes| codes.step_m()),
            min_m: range.map(|(min, _)| min),
            max_m: range.map(|(_, max)| max),
            nodata: header.nodata,
            georef: header.georef.clone(),
            metadata: header.metadata.clone(),
        }
    }

    /// Reads a sidecar of a file of `format`.
    pub(crate) fn parse(format: &'static str, text: &[u8]) -> Result<Self, IoError> {
        serde_json::from_slice(text).map_err(|error| IoError::Malformed {
            format,
            at: Location::Line(error.line() as u64),
            what: "sidecar".into(),
            expected: "the JSON that is written beside such a file".into(),
            got: error.to_string(),
        })
    }

    /// Its text.
    pub(crate) fn text(&self) -> Vec<u8> {
        // Fails only for maps whose keys are no strings, which the type excludes.
        let mut text = serde_json::to_vec_pretty(self).unwrap_or_default();
        text.push(b'\n');
        text
    }

    /// The header that it describes.
    ///
    /// Codes stand for heights with fractions, so that a raster of codes has samples of `Float32`, whose rounding is far
    /// below the step of any 16-bit code.
    pub(crate) fn header(&self) -> RasterHeader {
        let sample_type = if self.encoding.is_some() { SampleType::Float32 } else { self.sample_type };
        RasterHeader {
            rows: self.rows,
            cols: self.cols,
            georef: self.georef.clone(),
            sample_type,
            nodata: self.nodata,
            metadata: self.metadata.clone(),
        }
    }
}

/// The least and the greatest of the heights that went by.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Seen(Option<(f64, f64)>);

impl Seen {
    pub(crate) fn note(&mut self, height_m: f64) {
        if !height_m.is_nan() {
            let (min, max) = self.0.unwrap_or((height_m, height_m));
            self.0 = Some((min.min(height_m), max.max(height_m)));
        }
    }

    pub(crate) fn range(self) -> Option<(f64, f64)> {
        self.0
    }
}
