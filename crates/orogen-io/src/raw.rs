//! Bare samples, row-major from the north: 64-bit floats, 32-bit floats, or 16-bit codes over a range of heights.
//!
//! Everything else is in the sidecar. Bytes are in little-endian order unless the writer is told otherwise.

use std::io::{Read, Write};
use std::path::Path;

use crate::format::{RasterFormat, ReadOptions, RowEncoder, WriteOptions};
use crate::quantise::Codes;
use crate::sample::{decode_all, encode_all};
use crate::sidecar::{Seen, Sidecar};
use crate::{ByteOrder, Input, IoError, Location, Raster, RasterHeader, SampleType, Sink};

/// Raw files of one type of sample, which their extension says.
pub(crate) struct Raw {
    pub(crate) extension: &'static [&'static str],
    pub(crate) sample_type: SampleType,
}

const NAME: &str = "raw";

/// Samples that are decoded at a time.
const BLOCK_SAMPLES: usize = 1 << 15;

impl RasterFormat for Raw {
    fn name(&self) -> &'static str {
        NAME
    }

    fn extensions(&self) -> &'static [&'static str] {
        self.extension
    }

    fn read(&self, input: &Input, options: &ReadOptions) -> Result<Raster, IoError> {
        let sidecar = Sidecar::parse(NAME, input.sidecar().ok_or_else(|| missing_sidecar(input.path()))?)?;
        if sidecar.sample_type != self.sample_type {
            return Err(IoError::Unsupported {
                format: NAME,
                what: "sample type in the sidecar",
                expected: format!("{:?}", self.sample_type),
                got: format!("{:?}", sidecar.sample_type),
                remedy: "give the file the extension of its samples",
            });
        }
        let (rows, cols) = options.accept(sidecar.rows as u64, sidecar.cols as u64)?;
        check_length(input.len(), sidecar.header().cells().saturating_mul(self.sample_type.bytes() as u64))?;
        let mut samples = options.reserve(rows, cols)?;
        self.read_samples(input, &sidecar, rows * cols, &mut samples)?;
        Raster::new(options.nodata.applied(sidecar.header()), samples)
    }

    fn adapt(&self, header: RasterHeader, options: &WriteOptions, _target: &Path) -> Result<RasterHeader, IoError> {
        let nodata = if self.is_quantised() {
            Codes::asked(NAME, options)?;
            None
        } else {
            header.nodata.and_then(|nodata| self.sample_type.nearest(nodata))
        };
        Ok(RasterHeader { sample_type: self.sample_type, nodata, ..header })
    }

    fn most_bytes(&self, header: &RasterHeader, _options: &WriteOptions) -> u64 {
        header.cells().saturating_mul(self.sample_type.bytes() as u64)
    }

    fn encoder(
        &self,
        header: RasterHeader,
        options: &WriteOptions,
        sink: Sink,
    ) -> Result<Box<dyn RowEncoder>, IoError> {
        let codes = if self.is_quantised() { Some(Codes::asked(NAME, options)?) } else { None };
        Ok(Box::new(RawEncoder { header, order: options.byte_order, codes, sink, seen: Seen::default() }))
    }

    fn is_quantised(&self) -> bool {
        self.sample_type == SampleType::Uint16
    }

    fn has_sidecar(&self) -> bool {
        true
    }
}

impl Raw {
    fn read_samples(&self, input: &Input, sidecar: &Sidecar, cells: usize, out: &mut Vec<f64>) -> Result<(), IoError> {
        let codes = match (self.is_quantised(), sidecar.encoding) {
            (false, _) => None,
            (true, Some(codes)) => Some(codes),
            (true, None) => return Err(missing_encoding()),
        };
        let mut reader = input.reader()?;
        let mut bytes = vec![0; BLOCK_SAMPLES.min(cells) * self.sample_type.bytes()];
        while out.len() < cells {
            let block = &mut bytes[..BLOCK_SAMPLES.min(cells - out.len()) * self.sample_type.bytes()];
            reader.read_exact(block).map_err(IoError::system("read"))?;
            let numbers = decode_all(self.sample_type, sidecar.byte_order, block);
            out.extend(numbers.into_iter().map(|number| codes.map_or(number, |codes| codes.height_m(number))));
        }
        Ok(())
    }
}

fn missing_sidecar(path: &Path) -> IoError {
    IoError::Parameter {
        what: "sidecar",
        expected: crate::sidecar_path(path).display().to_string(),
        got: "no such file".into(),
        remedy: "a raw file does not say its own size: put its sidecar beside it",
    }
}

fn missing_encoding() -> IoError {
    IoError::Malformed {
        format: NAME,
        at: Location::Line(1),
        what: "encoding in the sidecar".into(),
        expected: "the heights of the first code and of 65535".into(),
        got: "none".into(),
    }
}

fn check_length(got: u64, expected: u64) -> Result<(), IoError> {
    if got == expected {
        return Ok(());
    }
    Err(IoError::Malformed {
        format: NAME,
        at: Location::Byte(got.min(expected)),
        what: "length of the file".into(),
        expected: format!("{expected} bytes, as the sidecar says"),
        got: format!("{got}"),
    })
}

struct RawEncoder {
    header: RasterHeader,
    order: ByteOrder,
    codes: Option<Codes>,
    sink: Sink,
    seen: Seen,
}

impl RowEncoder for RawEncoder {
    fn write_rows(&mut self, first_row: usize, samples: &[f64]) -> Result<(), IoError> {
        let mut bytes = Vec::new();
        for (row, samples) in (first_row..).zip(samples.chunks(self.header.cols)) {
            bytes.clear();
            let numbers = match &self.codes {
                Some(codes) => codes_of_row(codes, row, samples)?,
                None => samples
                    .iter()
                    .enumerate()
                    .map(|(col, &sample)| self.header.stored(sample, row, col))
                    .collect::<Result<_, _>>()?,
            };
            samples.iter().for_each(|&sample| self.seen.note(sample));
            encode_all(self.header.sample_type, self.order, &numbers, &mut bytes);
            self.sink.write_all(&bytes).map_err(IoError::system("write"))?;
        }
        Ok(())
    }

    fn finish(self: Box<Self>) -> Result<Option<Vec<u8>>, IoError> {
        Ok(Some(Sidecar::new(&self.header, self.order, self.codes, self.seen.range()).text()))
    }
}

/// The codes of a row of heights.
pub(crate) fn codes_of_row(codes: &Codes, row: usize, samples: &[f64]) -> Result<Vec<f64>, IoError> {
    let code = |(col, &sample): (usize, &f64)| {
        codes.code(sample).map(f64::from).ok_or_else(|| IoError::Sample {
            row,
            col,
            expected: format!("a height from {} to {}", codes.range_m().0, codes.range_m().1),
            got: sample,
            remedy: "widen `range`, set `keep_void` for void cells, or choose a float format",
        })
    };
    samples.iter().enumerate().map(code).collect()
}
