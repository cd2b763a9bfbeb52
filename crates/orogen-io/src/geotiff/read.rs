//! Reading a GeoTIFF.

use std::collections::BTreeMap;

use tiff_reader::{Ifd, OpenOptions, ParseBudgets, RasterLayout, TagValue, TiffError, TiffFile};

use super::transform::Transform;
use super::{keys, malformed, metadata, tag, unsupported};
use crate::format::ReadOptions;
use crate::sample::decode_into;
use crate::{
    ByteOrder, Corner, Crs, GeoKeys, Georef, Input, IoError, Raster, RasterHeader, Registration, SampleType, Warning,
};

/// Enough for the block tables of a 2^28-cell raster in blocks of 16 x 16, 16 bytes a block.
const TAG_BYTES: usize = 16 << 20;

/// The most bytes that a block may decode to; a raster in one strip is one block.
const BLOCK_BYTES: usize = 2 << 30;

/// The same for a compressed block, whose length in the file bounds nothing.
///
/// Programs write strips of some KiB, and tiles of up to some MiB. This is 4096 x 4096 floats.
const COMPRESSED_BLOCK_BYTES: u64 = 64 << 20;

pub(super) fn read(input: &Input, options: &ReadOptions) -> Result<Raster, IoError> {
    let open = OpenOptions {
        // Every block is read once.
        block_cache_bytes: 0,
        block_cache_slots: 0,
        parse_budgets: ParseBudgets {
            max_ifds: 1000,
            max_ifd_entries: 1000,
            max_tag_value_bytes: TAG_BYTES,
            max_metadata_value_bytes: 4 * TAG_BYTES,
        },
        decode_output_bytes: BLOCK_BYTES,
    };
    let file = input
        .tiff_source()
        .and_then(|source| TiffFile::from_source_with_options(source, open))
        .map_err(|error| tiff_error(error, None))?;
    let ifd = file.ifd(0).map_err(|error| tiff_error(error, None))?;
    let layout = ifd.raster_layout().map_err(|error| tiff_error(error, Some(ifd)))?;
    let sample_type = sample_type_of(&layout)?;
    let (rows, cols) = options.accept(layout.height as u64, layout.width as u64)?;
    let blocks = Blocks::of(ifd, rows, cols)?;
    blocks.check(ifd, &layout, input.len())?;
    let (header, south_up) = header_of(ifd, rows, cols, sample_type)?;
    let mut samples = options.zeroed(rows, cols)?;
    read_samples(&file, ifd, &blocks, &header, &mut samples)?;
    if south_up {
        flip(&mut samples, rows, cols);
    }
    let raster = Raster::new(options.nodata.applied(header), samples)?;
    Ok(if sample_type == SampleType::Uint8 { raster.warn(Warning::EightBit) } else { raster })
}

fn tiff_error(error: TiffError, ifd: Option<&Ifd>) -> IoError {
    let directory = ifd.map_or(0, Ifd::offset);
    match error {
        TiffError::Io(source, _) if source.kind() != std::io::ErrorKind::UnexpectedEof => {
            IoError::System { action: "read", source }
        }
        TiffError::UnsupportedCompression(_)
        | TiffError::UnsupportedPredictor(_)
        | TiffError::UnsupportedPlanarConfiguration(_)
        | TiffError::UnsupportedBitsPerSample(_)
        | TiffError::UnsupportedSampleFormat(_) => {
            let expected =
                "no compression, DEFLATE, LZW, ZSTD or PackBits, with whole numbers or floats of 8 to 64 bits";
            unsupported("encoding", expected, error.to_string())
        }
        TiffError::Truncated { offset, .. } | TiffError::OffsetOutOfBounds { offset, .. } => {
            malformed(offset, "file", "all of its bytes", error.to_string())
        }
        TiffError::DecompressionFailed { index, .. } => {
            let offsets = ifd.and_then(|ifd| ifd.tile_offsets().or_else(|| ifd.strip_offsets()));
            let offset = offsets.and_then(|offsets| offsets.get(index).copied()).unwrap_or(directory);
            malformed(offset, "strip or tile", "compressed samples", error.to_string())
        }
        other => malformed(directory, "file", "a TIFF directory that describes a raster", other.to_string()),
    }
}

fn sample_type_of(layout: &RasterLayout) -> Result<SampleType, IoError> {
    if layout.samples_per_pixel != 1 {
        return Err(unsupported("bands", "1", layout.samples_per_pixel.to_string()));
    }
    match (layout.sample_format, layout.bits_per_sample) {
        (1, 8) => Ok(SampleType::Uint8),
        (1, 16) => Ok(SampleType::Uint16),
        (1, 32) => Ok(SampleType::Uint32),
        (2, 8) => Ok(SampleType::Int8),
        (2, 16) => Ok(SampleType::Int16),
        (2, 32) => Ok(SampleType::Int32),
        (3, 32) => Ok(SampleType::Float32),
        (3, 64) => Ok(SampleType::Float64),
        (format, bits) => Err(unsupported(
            "samples",
            "whole numbers of 8, 16 or 32 bits, or floats of 32 or 64 bits",
            format!("SampleFormat {format} of {bits} bits"),
        )),
    }
}

/// The strips or tiles of a raster.
struct Blocks {
    rows: usize,
    cols: usize,
    across: usize,
    offsets: Vec<u64>,
    byte_counts: Vec<u64>,
}

impl Blocks {
    fn of(ifd: &Ifd, rows: usize, cols: usize) -> Result<Self, IoError> {
        let (block_rows, block_cols, offsets, byte_counts) = if ifd.is_tiled() {
            let side = |side: Option<u32>| side.unwrap_or(0) as usize;
            (side(ifd.tile_height()), side(ifd.tile_width()), ifd.tile_offsets(), ifd.tile_byte_counts())
        } else {
            ((ifd.rows_per_strip() as usize).min(rows), cols, ifd.strip_offsets(), ifd.strip_byte_counts())
        };
        if block_rows == 0 || block_cols == 0 {
            return Err(malformed(ifd.offset(), "size of strips or tiles", "at least 1 x 1", "0"));
        }
        let (down, across) = (rows.div_ceil(block_rows), cols.div_ceil(block_cols));
        let table = |what: &str, table: Option<Vec<u64>>| match table {
            Some(table) if table.len() == down * across => Ok(table),
            other => {
                let got = other.map_or(0, |table| table.len()).to_string();
                Err(malformed(ifd.offset(), what, format!("{} strips or tiles", down * across), got))
            }
        };
        let offsets = table("offsets", offsets)?;
        let byte_counts = table("byte counts", byte_counts)?;
        Ok(Self { rows: block_rows, cols: block_cols, across, offsets, byte_counts })
    }

    /// Whether a block is not in the file, which stands for void, or for 0 where there is no nodata number.
    fn is_sparse(&self, block: usize) -> bool {
        self.offsets[block] == 0 || self.byte_counts[block] == 0
    }

    /// Refuses, before memory is taken, blocks that lie outside the file and rasters that it cannot fill.
    fn check(&self, ifd: &Ifd, layout: &RasterLayout, file_len: u64) -> Result<(), IoError> {
        for (&offset, &count) in self.offsets.iter().zip(&self.byte_counts) {
            if offset.checked_add(count).is_none_or(|end| end > file_len) {
                let got = format!("{count} bytes from there, in a file of {file_len}");
                return Err(malformed(offset, "strip or tile", "its bytes within the file", got));
            }
        }
        let block = (self.rows as u64).saturating_mul(self.cols as u64).saturating_mul(layout.bytes_per_sample as u64);
        if ifd.compression() != 1 && block > COMPRESSED_BLOCK_BYTES {
            let expected = format!("at most {COMPRESSED_BLOCK_BYTES} bytes each when decoded");
            return Err(unsupported("compressed strips or tiles", expected, format!("{block} bytes")));
        }
        // Tiles are whole also at the edges; the last strip has only the rows that are left.
        let cells = match ifd.is_tiled() {
            true => self.rows.checked_mul(self.cols).and_then(|tile| tile.checked_mul(self.offsets.len())),
            false => Some(layout.height * layout.width),
        };
        let decoded = cells.and_then(|cells| cells.checked_mul(layout.bytes_per_sample));
        let most = file_len.saturating_mul(most_bytes_per_byte(ifd.compression())).max(SMALL_BYTES);
        match decoded {
            Some(decoded) if decoded as u64 <= most => Ok(()),
            _ => {
                let got = format!("{} x {} in a file of {file_len} bytes", layout.height, layout.width);
                Err(malformed(ifd.offset(), "size", "one that the file can fill", got))
            }
        }
    }
}

/// Rasters that decode to no more than this may be as sparse as they like.
const SMALL_BYTES: u64 = 16 << 20;

/// What one compressed byte can stand for at most.
fn most_bytes_per_byte(compression: u16) -> u64 {
    match compression {
        1 => 1,
        // A run of 128 bytes takes 2.
        32_773 => 64,
        // A block of 128 KiB of one byte takes 4.
        50_000 => 32_768,
        // A code takes at least 9 bits and stands for at most 3837 bytes.
        5 => 3_411,
        // Deflate's limit.
        _ => 1_032,
    }
}

/// Reads block by block, so that a damaged one is met before memory is taken for those behind it.
fn read_samples(
    file: &TiffFile,
    ifd: &Ifd,
    blocks: &Blocks,
    header: &RasterHeader,
    samples: &mut [f64],
) -> Result<(), IoError> {
    // The decoder gives the bytes in the order of this machine.
    let order = if cfg!(target_endian = "big") { ByteOrder::Big } else { ByteOrder::Little };
    let sparse_value = header.nodata.unwrap_or(0.0);
    for block in 0..blocks.offsets.len() {
        let (row, col) = (block / blocks.across * blocks.rows, block % blocks.across * blocks.cols);
        let (rows, cols) = (blocks.rows.min(header.rows - row), blocks.cols.min(header.cols - col));
        let targets = samples.chunks_mut(header.cols).skip(row).take(rows).map(|line| &mut line[col..col + cols]);
        if blocks.is_sparse(block) {
            targets.for_each(|target| target.fill(sparse_value));
            continue;
        }
        let bytes =
            file.read_window_bytes_from_ifd(ifd, row, col, rows, cols).map_err(|error| tiff_error(error, Some(ifd)))?;
        for (target, bytes) in targets.zip(bytes.chunks(cols * header.sample_type.bytes())) {
            decode_into(header.sample_type, order, bytes, target);
        }
    }
    Ok(())
}

fn flip(samples: &mut [f64], rows: usize, cols: usize) {
    for row in 0..rows / 2 {
        let (north, south) = samples.split_at_mut((rows - 1 - row) * cols);
        north[row * cols..(row + 1) * cols].swap_with_slice(&mut south[..cols]);
    }
}

/// The header, and whether the file's rows run from south to north.
fn header_of(ifd: &Ifd, rows: usize, cols: usize, sample_type: SampleType) -> Result<(RasterHeader, bool), IoError> {
    let (crs, registration) = crs_of(ifd)?;
    let transform = transform_of(ifd)?;
    let south_up = transform.is_some_and(|transform| transform.step_y > 0.0);
    let transform = transform.unwrap_or(Transform { x: 0.0, y: 0.0, step_x: 1.0, step_y: -1.0 });
    let georef = Georef {
        crs,
        registration,
        corner: if south_up { Corner::SouthWest } else { Corner::NorthWest },
        x: transform.x,
        y: transform.y,
        step_x: transform.step_x,
        step_y: transform.step_y.abs(),
    };
    let nodata = nodata_of(ifd, sample_type)?;
    let metadata = text(ifd, tag::GDAL_METADATA).map_or(BTreeMap::new(), metadata::parse);
    let header = RasterHeader { rows, cols, georef, sample_type, nodata, metadata };
    header.validate()?;
    Ok((header, south_up))
}

fn crs_of(ifd: &Ifd) -> Result<(Crs, Registration), IoError> {
    let Some(found) = ifd.tag(tag::GEO_DIRECTORY) else { return Ok((Crs::unknown(), Registration::Area)) };
    let TagValue::Short(directory) = &found.value else {
        return Err(malformed(ifd.offset(), "GeoKeyDirectory", "16-bit numbers", format!("{:?}", found.tag_type)));
    };
    let doubles = doubles(ifd, tag::GEO_DOUBLES)?.unwrap_or_default().to_vec();
    let ascii = text(ifd, tag::GEO_ASCII).unwrap_or_default().to_string();
    keys::parse(GeoKeys { directory: directory.clone(), doubles, ascii }, ifd.offset())
}

fn transform_of(ifd: &Ifd) -> Result<Option<Transform>, IoError> {
    if let Some(scale) = doubles(ifd, tag::PIXEL_SCALE)? {
        let tiepoint = doubles(ifd, tag::TIEPOINT)?.unwrap_or_default();
        return Transform::from_scale(scale, tiepoint, ifd.offset()).map(Some);
    }
    let matrix = doubles(ifd, tag::TRANSFORMATION)?;
    matrix.map(|matrix| Transform::from_matrix(matrix, ifd.offset())).transpose()
}

/// The nodata number, if a sample can have it. GDAL writes it in decimals that need not be exactly the float's.
fn nodata_of(ifd: &Ifd, sample_type: SampleType) -> Result<Option<f64>, IoError> {
    let Some(text) = text(ifd, tag::GDAL_NODATA) else { return Ok(None) };
    let text = text.trim_matches(|c: char| c.is_whitespace() || c == '\0');
    let nodata: f64 = text.parse().map_err(|_| malformed(ifd.offset(), "nodata", "a number", format!("\"{text}\"")))?;
    let nearest = sample_type.nearest(nodata);
    Ok(nearest.filter(|&nearest| sample_type == SampleType::Float32 || nearest == nodata))
}

fn doubles(ifd: &Ifd, code: u16) -> Result<Option<&[f64]>, IoError> {
    match ifd.tag(code).map(|tag| &tag.value) {
        None => Ok(None),
        Some(TagValue::Double(numbers)) => Ok(Some(numbers)),
        Some(other) => {
            Err(malformed(ifd.offset(), format!("tag {code}"), "64-bit floats", format!("{:?}", other.tag_type())))
        }
    }
}

fn text(ifd: &Ifd, code: u16) -> Option<&str> {
    match &ifd.tag(code)?.value {
        TagValue::Ascii(text) => Some(text),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flipping_turns_rows_around_and_keeps_columns() {
        let mut odd = vec![1.0, 2.0, 3.0, 4.0, 5.0, 6.0];
        flip(&mut odd, 3, 2);
        assert_eq!(odd, [5.0, 6.0, 3.0, 4.0, 1.0, 2.0]);
        flip(&mut odd, 2, 3);
        assert_eq!(odd, [4.0, 1.0, 2.0, 5.0, 6.0, 3.0]);
    }
}
