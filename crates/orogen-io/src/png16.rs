//! 16-bit grey pictures of heights, with a sidecar that says what the codes mean.
//!
//! The samples are data, not light: no gamma, sRGB or colour profile is written, and none is applied on reading.

use std::io::{Read, Seek};
use std::path::Path;

use png::{BitDepth, ColorType, Compression, Decoder, DecodingError, Encoder, EncodingError, Limits, Transformations};

use crate::format::{RasterFormat, ReadOptions, RowEncoder, WriteOptions};
use crate::input::Bytes;
use crate::quantise::Codes;
use crate::raw::codes_of_row;
use crate::sample::{decode_all, encode_all};
use crate::sidecar::{Seen, Sidecar};
use crate::{
    ByteOrder, Corner, Crs, Georef, Input, IoError, Location, Raster, RasterHeader, Registration, SampleType, Sink,
    Warning,
};

/// 16-bit grey pictures.
pub(crate) struct Png16;

const NAME: &str = "PNG";

/// What the decoder may take besides our samples: two rows and the chunks of text. Enough for a row of 2^22 samples.
const DECODER_BYTES: usize = 64 << 20;

/// Deflate makes at most 1032 bytes of one.
const MOST_BYTES_PER_BYTE: u64 = 1032;

impl RasterFormat for Png16 {
    fn name(&self) -> &'static str {
        NAME
    }

    fn extensions(&self) -> &'static [&'static str] {
        &["png"]
    }

    fn read(&self, input: &Input, options: &ReadOptions) -> Result<Raster, IoError> {
        let sidecar = input.sidecar().map(|text| Sidecar::parse(NAME, text)).transpose()?;
        let mut decoder = Decoder::new_with_limits(input.reader()?, Limits { bytes: DECODER_BYTES });
        decoder.set_transformations(Transformations::IDENTITY);
        decoder.set_ignore_text_chunk(true);
        decoder.set_ignore_iccp_chunk(true);
        let mut reader = decoder.read_info().map_err(|error| decoding_error(error, 0))?;
        let info = reader.info();
        let (rows, cols) = options.accept(u64::from(info.height), u64::from(info.width))?;
        let sample_type = sample_type_of(info.color_type, info.bit_depth)?;
        let interlaced = info.interlaced;
        if interlaced {
            return Err(unsupported("interlacing", "none", "Adam7".into()));
        }
        let needed = (rows as u64 * cols as u64).saturating_mul(sample_type.bytes() as u64);
        if needed / MOST_BYTES_PER_BYTE > input.len() {
            return Err(malformed(16, "size in IHDR", "one that the data can fill", format!("{cols} x {rows}")));
        }
        let header = header_of(sidecar.as_ref(), rows, cols, sample_type)?;
        let codes = sidecar.as_ref().and_then(|sidecar| sidecar.encoding);
        let mut samples = options.reserve(rows, cols)?;
        read_rows(&mut reader, sample_type, codes, &mut samples)?;
        let mut raster = Raster::new(options.nodata.applied(header), samples)?;
        if sample_type == SampleType::Uint8 {
            raster = raster.warn(Warning::EightBit);
        }
        if sidecar.is_none() {
            raster = raster.warn(Warning::NoSidecar);
        }
        Ok(raster)
    }

    fn adapt(&self, header: RasterHeader, options: &WriteOptions, _target: &Path) -> Result<RasterHeader, IoError> {
        Codes::asked(NAME, options)?;
        picture_side("rows", header.rows)?;
        picture_side("columns", header.cols)?;
        Ok(RasterHeader { sample_type: SampleType::Uint16, nodata: None, ..header })
    }

    fn most_bytes(&self, header: &RasterHeader, _options: &WriteOptions) -> u64 {
        most_picture_bytes(header.rows, header.cols, 2)
    }

    fn encoder(
        &self,
        header: RasterHeader,
        options: &WriteOptions,
        sink: Sink,
    ) -> Result<Box<dyn RowEncoder>, IoError> {
        let codes = Codes::asked(NAME, options)?;
        let mut encoder = Encoder::new(sink, picture_side("columns", header.cols)?, picture_side("rows", header.rows)?);
        encoder.set_color(ColorType::Grayscale);
        encoder.set_depth(BitDepth::Sixteen);
        encoder.set_compression(Compression::Balanced);
        let stream = encoder.write_header().and_then(png::Writer::into_stream_writer).map_err(encoding_error)?;
        Ok(Box::new(PngEncoder { header, codes, stream, seen: Seen::default() }))
    }

    fn is_quantised(&self) -> bool {
        true
    }

    fn has_sidecar(&self) -> bool {
        true
    }
}

/// A side of a picture: PNG's limit is 2^31 - 1.
pub(crate) fn picture_side(what: &'static str, side: usize) -> Result<u32, IoError> {
    u32::try_from(side).ok().filter(|side| (1..=0x7fff_ffff).contains(side)).ok_or_else(|| IoError::Unsupported {
        format: NAME,
        what,
        expected: "1 to 2147483647".into(),
        got: side.to_string(),
        remedy: "cut the raster into tiles",
    })
}

/// Deflate adds 5 bytes to blocks of 16 KiB that it cannot shrink, PNG 12 to a chunk of 32 KiB: under 1/512 in all.
pub(crate) fn most_picture_bytes(rows: usize, cols: usize, bytes_per_pixel: u64) -> u64 {
    let plain = (rows as u64).saturating_mul(cols as u64 * bytes_per_pixel + 1);
    plain.saturating_add(plain / 512 + 1024)
}

fn unsupported(what: &'static str, expected: &str, got: String) -> IoError {
    let remedy = "convert it to a grey picture of 16 bits";
    IoError::Unsupported { format: NAME, what, expected: expected.into(), got, remedy }
}

fn malformed(offset: u64, what: &str, expected: &str, got: String) -> IoError {
    let at = Location::Byte(offset);
    IoError::Malformed { format: NAME, at, what: what.into(), expected: expected.into(), got }
}

/// `offset` is that of the row or chunk that was being decoded, as near as the decoder tells.
fn decoding_error(error: DecodingError, offset: u64) -> IoError {
    match error {
        DecodingError::IoError(error) if error.kind() != std::io::ErrorKind::UnexpectedEof => {
            IoError::system("read")(error)
        }
        other => malformed(offset, "picture", "a complete PNG", other.to_string()),
    }
}

pub(crate) fn encoding_error(error: EncodingError) -> IoError {
    let source = match error {
        EncodingError::IoError(error) => error,
        other => std::io::Error::other(other),
    };
    IoError::System { action: "write", source }
}

fn sample_type_of(colour: ColorType, depth: BitDepth) -> Result<SampleType, IoError> {
    match (colour, depth) {
        (ColorType::Grayscale, BitDepth::Sixteen) => Ok(SampleType::Uint16),
        (ColorType::Grayscale, BitDepth::Eight) => Ok(SampleType::Uint8),
        _ => Err(unsupported("pixels", "grey of 16 or 8 bits", format!("{colour:?} of {} bits", depth as u8))),
    }
}

fn header_of(
    sidecar: Option<&Sidecar>,
    rows: usize,
    cols: usize,
    sample_type: SampleType,
) -> Result<RasterHeader, IoError> {
    let Some(sidecar) = sidecar else {
        let georef = Georef {
            crs: Crs::unknown(),
            registration: Registration::Point,
            corner: Corner::NorthWest,
            x: 0.0,
            y: 0.0,
            step_x: 1.0,
            step_y: 1.0,
        };
        return Ok(RasterHeader { rows, cols, georef, sample_type, nodata: None, metadata: Default::default() });
    };
    if (sidecar.rows, sidecar.cols) != (rows, cols) {
        let expected = format!("{} x {}, as the sidecar says", sidecar.rows, sidecar.cols);
        return Err(malformed(16, "rows x columns", &expected, format!("{rows} x {cols}")));
    }
    Ok(sidecar.header())
}

fn read_rows<R: Bytes + ?Sized>(
    reader: &mut png::Reader<Box<R>>,
    sample_type: SampleType,
    codes: Option<Codes>,
    samples: &mut Vec<f64>,
) -> Result<(), IoError>
where
    Box<R>: Read + Seek + std::io::BufRead,
{
    // The decoder does not tell its offset; the first byte after the signature and IHDR is the least that is certain.
    const AFTER_IHDR: u64 = 33;
    while let Some(row) = reader.next_row().map_err(|error| decoding_error(error, AFTER_IHDR))? {
        let numbers = decode_all(sample_type, ByteOrder::Big, row.data());
        samples.extend(numbers.into_iter().map(|code| codes.map_or(code, |codes| codes.height_m(code))));
    }
    Ok(())
}

struct PngEncoder {
    header: RasterHeader,
    codes: Codes,
    stream: png::StreamWriter<'static, Sink>,
    seen: Seen,
}

impl RowEncoder for PngEncoder {
    fn write_rows(&mut self, first_row: usize, samples: &[f64]) -> Result<(), IoError> {
        let mut bytes = Vec::new();
        for (row, samples) in (first_row..).zip(samples.chunks(self.header.cols)) {
            bytes.clear();
            encode_all(SampleType::Uint16, ByteOrder::Big, &codes_of_row(&self.codes, row, samples)?, &mut bytes);
            samples.iter().for_each(|&sample| self.seen.note(sample));
            std::io::Write::write_all(&mut self.stream, &bytes).map_err(IoError::system("write"))?;
        }
        Ok(())
    }

    fn finish(self: Box<Self>) -> Result<Option<Vec<u8>>, IoError> {
        let Self { header, codes, stream, seen } = *self;
        stream.finish().map_err(encoding_error)?;
        Ok(Some(Sidecar::new(&header, ByteOrder::Big, Some(codes), seen.range()).text()))
    }
}
