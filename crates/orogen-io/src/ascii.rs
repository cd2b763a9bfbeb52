//! ESRI ASCII grids: a few lines of `key value`, then numbers from north to south.
//!
//! Read in any order of keys, in upper or lower case, with values wrapped as they please. Written with the corner or the
//! centre that the header was read with.

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::Path;

use crate::format::{RasterFormat, ReadOptions, RowEncoder, WriteOptions};
use crate::{
    Corner, Crs, CrsKind, Georef, Input, IoError, Location, Raster, RasterHeader, Registration, SampleType, Sink,
};

mod header;
mod token;

use header::Header;
use token::{Token, Tokens};

/// ESRI ASCII grids.
pub(crate) struct EsriAscii;

pub(crate) const NAME: &str = "ESRI ASCII";

/// The longest that `{}` writes an `f64` (the least positive one has 327 characters), with its space.
const LONGEST_NUMBER: u64 = 328;

impl RasterFormat for EsriAscii {
    fn name(&self) -> &'static str {
        NAME
    }

    fn extensions(&self) -> &'static [&'static str] {
        &["asc", "agr"]
    }

    fn read(&self, input: &Input, options: &ReadOptions) -> Result<Raster, IoError> {
        let mut tokens = Tokens::new(input.reader()?);
        let (header, first) = Header::read(&mut tokens)?;
        let raster_header = header.raster_header()?;
        let (rows, cols) = options.accept(header.rows, header.cols)?;
        // A value takes a digit and a space, so a file of n bytes has at most n / 2 of them, and one without a space.
        let cells = header.rows * header.cols;
        if cells > input.len() / 2 + 1 {
            return Err(wrong_count(&tokens, cells, format!("a file of {} bytes", input.len())));
        }
        let mut samples = options.reserve(rows, cols)?;
        let mut next = first;
        while let Some(token) = next {
            if samples.len() == rows * cols {
                return Err(wrong_count(&tokens, cells, "more".into()));
            }
            samples.push(value(&token)?);
            next = tokens.next()?;
        }
        if samples.len() < rows * cols {
            return Err(wrong_count(&tokens, cells, samples.len().to_string()));
        }
        let raster = Raster::new(options.nodata.applied(raster_header), samples)?;
        Ok(if header.looks_like_degrees() { raster.warn(crate::Warning::LikeDegrees) } else { raster })
    }

    fn adapt(&self, header: RasterHeader, _options: &WriteOptions, _target: &Path) -> Result<RasterHeader, IoError> {
        Ok(RasterHeader { sample_type: SampleType::Float64, metadata: Default::default(), ..header })
    }

    fn most_bytes(&self, header: &RasterHeader, _options: &WriteOptions) -> u64 {
        // A terrain's heights take 20 characters; refusing the disk for the sake of 1e-300 m would be absurd.
        header.cells().saturating_mul(20).saturating_add(8 * LONGEST_NUMBER)
    }

    fn encoder(
        &self,
        header: RasterHeader,
        _options: &WriteOptions,
        mut sink: Sink,
    ) -> Result<Box<dyn RowEncoder>, IoError> {
        sink.write_all(header_text(&header).as_bytes()).map_err(IoError::system("write"))?;
        Ok(Box::new(AsciiEncoder { header, sink, text: String::new() }))
    }
}

fn value(token: &Token) -> Result<f64, IoError> {
    let number = token.text.parse().map_err(|_| malformed(token.line, "value", "a number like -12.5", &token.text))?;
    Ok(number)
}

/// An error in the text; commas get their own explanation.
fn malformed(line: u64, what: impl Into<String>, expected: impl Into<String>, got: &str) -> IoError {
    let mut expected = expected.into();
    if got.contains(',') {
        expected.push_str(", with a decimal point and not a comma");
    }
    IoError::Malformed {
        format: NAME,
        at: Location::Line(line),
        what: what.into(),
        expected,
        got: format!("\"{got}\""),
    }
}

fn wrong_count(tokens: &Tokens<'_>, expected: u64, got: String) -> IoError {
    IoError::Malformed {
        format: NAME,
        at: Location::Line(tokens.line()),
        what: "number of values".into(),
        expected: format!("{expected}, as ncols x nrows says"),
        got,
    }
}

fn header_text(header: &RasterHeader) -> String {
    let georef = header.georef.anchored(header.georef.registration, Corner::SouthWest, header.rows);
    let anchor = match georef.registration {
        Registration::Area => "corner",
        Registration::Point => "center",
    };
    let mut text = format!("ncols {}\nnrows {}\n", header.cols, header.rows);
    let mut line = |key: &str, value: f64| {
        // Writing to a string does not fail.
        let _ = writeln!(text, "{key} {value}");
    };
    line(&format!("xll{anchor}"), georef.x);
    line(&format!("yll{anchor}"), georef.y);
    if georef.step_x == georef.step_y {
        line("cellsize", georef.step_x);
    } else {
        line("dx", georef.step_x);
        line("dy", georef.step_y);
    }
    if let Some(nodata) = header.nodata {
        line("NODATA_value", nodata);
    }
    text
}

struct AsciiEncoder {
    header: RasterHeader,
    sink: Sink,
    text: String,
}

impl RowEncoder for AsciiEncoder {
    fn write_rows(&mut self, first_row: usize, samples: &[f64]) -> Result<(), IoError> {
        for (row, samples) in (first_row..).zip(samples.chunks(self.header.cols)) {
            self.text.clear();
            for (col, &sample) in samples.iter().enumerate() {
                let number = self.header.stored(sample, row, col)?;
                let end = if col + 1 == samples.len() { '\n' } else { ' ' };
                let _ =
                    if number.is_nan() { write!(self.text, "nan{end}") } else { write!(self.text, "{number}{end}") };
            }
            self.sink.write_all(self.text.as_bytes()).map_err(IoError::system("write"))?;
        }
        Ok(())
    }

    fn finish(self: Box<Self>) -> Result<Option<Vec<u8>>, IoError> {
        Ok(None)
    }
}

impl Header {
    /// Whether the whole raster would lie on the Earth if its coordinates were degrees, in cells that such rasters have.
    fn looks_like_degrees(&self) -> bool {
        let (east, north) = (self.x + self.step_x * self.cols as f64, self.y + self.step_y * self.rows as f64);
        let is_small = self.step_x <= 0.5 && self.step_y <= 0.5;
        is_small && self.x >= -180.0 && east <= 360.0 && self.y >= -90.0 && north <= 90.0
    }

    /// The header of the raster.
    fn raster_header(&self) -> Result<RasterHeader, IoError> {
        let size = |what, count: u64| {
            usize::try_from(count).map_err(|_| malformed(1, what, "a size within memory", &count.to_string()))
        };
        let header = RasterHeader {
            rows: size("nrows", self.rows)?,
            cols: size("ncols", self.cols)?,
            georef: Georef {
                crs: Crs { kind: CrsKind::Unknown, ..Crs::unknown() },
                registration: self.registration,
                corner: Corner::SouthWest,
                x: self.x,
                y: self.y,
                step_x: self.step_x,
                step_y: self.step_y,
            },
            sample_type: SampleType::Float64,
            nodata: self.nodata.filter(|nodata| nodata.is_finite()),
            metadata: Default::default(),
        };
        header.validate()?;
        Ok(header)
    }
}
