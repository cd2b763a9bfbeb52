//! Writing a GeoTIFF, a row of strips or tiles at a time.

use tiff_reader::constants::{Compression, Predictor};
use tiff_reader::{Tag, TagValue};
use tiff_writer::{ImageBuilder, TiffWriteSample};

use super::blocks::{BlockWriter, Variant};
use super::{NAME, keys, metadata, packbits, tag};
use crate::format::{RowEncoder, TiffCompression, TiffLayout, WriteOptions};
use crate::sample::{Number, with_number};
use crate::{Corner, CrsKind, IoError, RasterHeader, Registration, Sink};

const TILE: usize = 256;
const STRIP_ROWS: usize = 16;

/// A side of a raster: TIFF's limit is that of 32 bits, also in BigTIFF.
pub(super) fn tiff_side(what: &'static str, side: usize) -> Result<u32, IoError> {
    u32::try_from(side).ok().filter(|&side| side > 0).ok_or_else(|| IoError::Unsupported {
        format: NAME,
        what,
        expected: "1 to 4294967295".into(),
        got: side.to_string(),
        remedy: "cut the raster into tiles",
    })
}

/// Samples in whole tiles with the most that the compression can add, the block tables, and the tags.
pub(super) fn most_bytes(header: &RasterHeader, compression: TiffCompression) -> u64 {
    let up = |side: usize| side.next_multiple_of(TILE) as u64;
    let plain = up(header.rows).saturating_mul(up(header.cols)).saturating_mul(header.sample_type.bytes() as u64);
    let added = match compression {
        TiffCompression::None => 0,
        // Blocks that do not shrink are stored, with a few bytes for each.
        TiffCompression::Deflate | TiffCompression::Zstd => plain / 1024,
        // A code of 12 bits for each byte.
        TiffCompression::Lzw => plain / 2,
        TiffCompression::PackBits => packbits::most_added(plain),
    };
    let text: usize = header.metadata.iter().map(|(name, text)| 6 * (name.len() + text.len()) + 40).sum();
    let tables = plain / 1024;
    plain.saturating_add(added + tables + text as u64 + (1 << 16))
}

/// Starts a file.
pub(super) fn encoder(
    header: RasterHeader,
    options: &WriteOptions,
    sink: Sink,
) -> Result<Box<dyn RowEncoder>, IoError> {
    with_number!(header.sample_type, N => Ok(Box::new(TiffEncoder::<N>::new(header, options, sink)?)))
}

struct TiffEncoder<N> {
    header: RasterHeader,
    blocks: BlockWriter,
    tiled: bool,
    block_rows: usize,
    /// Rows of the strip or of the row of tiles that is being filled.
    pending: Vec<N>,
}

impl<N: Number + TiffWriteSample> TiffEncoder<N> {
    fn new(header: RasterHeader, options: &WriteOptions, sink: Sink) -> Result<Self, IoError> {
        let tiled = match options.tiff.layout {
            TiffLayout::Auto => header.rows > TILE && header.cols > TILE,
            TiffLayout::Strips => false,
            TiffLayout::Tiles => true,
        };
        let block_rows = if tiled { TILE } else { STRIP_ROWS };
        let builder = ImageBuilder::new(tiff_side("columns", header.cols)?, tiff_side("rows", header.rows)?)
            .sample_type::<N>()
            .compression(compression_of(options.tiff.compression))
            .predictor(predictor_of(options.tiff.compression, header.sample_type.is_float()));
        let builder = if tiled { builder.tiles(TILE as u32, TILE as u32) } else { builder.strips(STRIP_ROWS as u32) };
        let builder = geo_tags(&header).into_iter().fold(builder, ImageBuilder::tag);
        let (order, big) = (options.byte_order, options.tiff.big);
        let blocks = if options.tiff.compression == TiffCompression::PackBits {
            let big = big || most_bytes(&header, TiffCompression::PackBits) > u64::from(u32::MAX);
            BlockWriter::packing(builder, order, big, sink)?
        } else {
            BlockWriter::new(builder, order, if big { Variant::Big } else { Variant::Auto }, sink)?
        };
        let pending = Vec::with_capacity(block_rows.min(header.rows) * header.cols);
        Ok(Self { header, blocks, tiled, block_rows, pending })
    }

    /// Writes the pending rows as one strip, or as a row of tiles.
    fn flush(&mut self) -> Result<(), IoError> {
        if self.tiled {
            let cols = self.header.cols;
            let mut tile = Vec::with_capacity(TILE * TILE);
            for first in (0..cols).step_by(TILE) {
                tile.clear();
                cut_tile(&self.pending, cols, first, &mut tile);
                self.blocks.write(&tile, TILE)?;
            }
        } else {
            self.blocks.write(&self.pending, self.header.cols)?;
        }
        self.pending.clear();
        Ok(())
    }
}

impl<N: Number + TiffWriteSample> RowEncoder for TiffEncoder<N> {
    fn write_rows(&mut self, first_row: usize, samples: &[f64]) -> Result<(), IoError> {
        let cols = self.header.cols;
        for (row, samples) in (first_row..).zip(samples.chunks(cols)) {
            for (col, &sample) in samples.iter().enumerate() {
                self.pending.push(N::from_exact(self.header.stored(sample, row, col)?));
            }
            if self.pending.len() == self.block_rows * cols {
                self.flush()?;
            }
        }
        Ok(())
    }

    fn finish(mut self: Box<Self>) -> Result<Option<Vec<u8>>, IoError> {
        if !self.pending.is_empty() {
            self.flush()?;
        }
        self.blocks.finish()?;
        Ok(None)
    }
}

/// One tile of pending rows, from column `first`. What lies outside repeats the last column and row: it compresses well,
/// and readers cut it off.
fn cut_tile<N: Copy>(pending: &[N], cols: usize, first: usize, tile: &mut Vec<N>) {
    let width = TILE.min(cols - first);
    for row in pending.chunks(cols) {
        let inside = &row[first..first + width];
        tile.extend_from_slice(inside);
        tile.extend(std::iter::repeat_n(inside[width - 1], TILE - width));
    }
    while tile.len() < TILE * TILE {
        tile.extend_from_within(tile.len() - TILE..);
    }
}

fn compression_of(compression: TiffCompression) -> Compression {
    match compression {
        // Packed blocks pass through the writer as they are.
        TiffCompression::None | TiffCompression::PackBits => Compression::None,
        TiffCompression::Deflate => Compression::Deflate,
        TiffCompression::Lzw => Compression::Lzw,
        TiffCompression::Zstd => Compression::Zstd,
    }
}

fn predictor_of(compression: TiffCompression, float: bool) -> Predictor {
    match (compression, float) {
        (TiffCompression::None | TiffCompression::PackBits, _) => Predictor::None,
        (_, true) => Predictor::FloatingPoint,
        (_, false) => Predictor::Horizontal,
    }
}

fn geo_tags(header: &RasterHeader) -> Vec<Tag> {
    // Without keys there is no way to say that a tiepoint is a centre.
    let georef = match header.georef.crs.kind {
        CrsKind::Unknown => header.georef.anchored(Registration::Area, Corner::NorthWest, header.rows),
        _ => header.georef.anchored(header.georef.registration, Corner::NorthWest, header.rows),
    };
    let mut tags = vec![
        Tag::new(tag::PIXEL_SCALE, TagValue::Double(vec![georef.step_x, georef.step_y, 0.0])),
        Tag::new(tag::TIEPOINT, TagValue::Double(vec![0.0, 0.0, 0.0, georef.x, georef.y, 0.0])),
    ];
    if georef.crs.kind != CrsKind::Unknown || georef.crs.geo_keys.is_some() {
        let keys = keys::build(&georef);
        tags.push(Tag::new(tag::GEO_DIRECTORY, TagValue::Short(keys.directory)));
        if !keys.doubles.is_empty() {
            tags.push(Tag::new(tag::GEO_DOUBLES, TagValue::Double(keys.doubles)));
        }
        if !keys.ascii.is_empty() {
            tags.push(Tag::new(tag::GEO_ASCII, TagValue::Ascii(keys.ascii)));
        }
    }
    if !header.metadata.is_empty() {
        tags.push(Tag::new(tag::GDAL_METADATA, TagValue::Ascii(metadata::build(&header.metadata))));
    }
    let nodata = match header.nodata {
        Some(nodata) => Some(nodata.to_string()),
        None => header.sample_type.is_float().then(|| "nan".to_string()),
    };
    if let Some(nodata) = nodata {
        tags.push(Tag::new(tag::GDAL_NODATA, TagValue::Ascii(nodata)));
    }
    tags
}
