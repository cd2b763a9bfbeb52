//! Strips and tiles on their way into a file, compressed by the writer or packed by ourselves.

use std::io::{Seek, SeekFrom, Write};

use tiff_reader::constants::{Compression, TAG_COMPRESSION};
use tiff_writer::{
    ImageBuilder, ImageHandle, TiffVariant, TiffWriteSample, TiffWriter, WriteOptions as TiffWriteOptions,
    encoder::find_tag_value_offset,
};

use super::packbits;
use crate::sample::Number;
use crate::{ByteOrder, IoError, Sink};

/// Takes the blocks of one image in order.
pub(super) struct BlockWriter {
    writer: TiffWriter<Sink>,
    image: ImageHandle,
    order: ByteOrder,
    packed: Option<Packed>,
    next_block: usize,
}

/// What is left to do for blocks that are packed by ourselves, which the writer takes for uncompressed.
struct Packed {
    builder: ImageBuilder,
    big: bool,
    sink: Sink,
}

/// Whether a file is BigTIFF.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Variant {
    Big,
    /// Classic unless the file turns out longer than that can be.
    Auto,
}

impl BlockWriter {
    /// Starts a file; the blocks are compressed as `builder` says.
    pub(super) fn new(builder: ImageBuilder, order: ByteOrder, variant: Variant, sink: Sink) -> Result<Self, IoError> {
        let variant = if variant == Variant::Big { TiffVariant::BigTiff } else { TiffVariant::Auto };
        Self::start(builder, order, variant, sink, None)
    }

    /// Starts a file whose blocks are packed as PackBits; `builder` says that they are not compressed.
    pub(super) fn packing(builder: ImageBuilder, order: ByteOrder, big: bool, sink: Sink) -> Result<Self, IoError> {
        // The directory's own layout has to be known in `finish`, so that this cannot be left to the writer.
        let variant = if big { TiffVariant::BigTiff } else { TiffVariant::Classic };
        let packed = Packed { builder: builder.clone(), big, sink: sink.clone() };
        Self::start(builder, order, variant, sink, Some(packed))
    }

    fn start(
        builder: ImageBuilder,
        order: ByteOrder,
        variant: TiffVariant,
        sink: Sink,
        packed: Option<Packed>,
    ) -> Result<Self, IoError> {
        let byte_order = match order {
            ByteOrder::Little => tiff_reader::ByteOrder::LittleEndian,
            ByteOrder::Big => tiff_reader::ByteOrder::BigEndian,
        };
        let mut writer = TiffWriter::new(sink, TiffWriteOptions { byte_order, variant }).map_err(writing)?;
        let image = writer.add_image(builder).map_err(writing)?;
        Ok(Self { writer, image, order, packed, next_block: 0 })
    }

    /// Writes the next block, in rows of `cols` samples.
    pub(super) fn write<N: Number + TiffWriteSample>(&mut self, samples: &[N], cols: usize) -> Result<(), IoError> {
        let block = self.next_block;
        self.next_block += 1;
        if self.packed.is_some() {
            let bytes = packbits::pack_block(samples, cols, self.order);
            self.writer.write_block_raw(&self.image, block, &bytes).map_err(writing)
        } else {
            self.writer.write_block(&self.image, block, samples).map_err(writing)
        }
    }

    /// Writes the directory.
    pub(super) fn finish(self) -> Result<(), IoError> {
        let Some(mut packed) = self.packed else {
            self.writer.finish().map_err(writing)?;
            return Ok(());
        };
        // The writer puts the directory after the last block.
        let directory = packed.sink.seek(SeekFrom::End(0)).map_err(IoError::system("write"))?;
        self.writer.finish().map_err(writing)?;
        packed.relabel(directory, self.order)
    }
}

impl Packed {
    /// Puts PackBits in the place of no compression in the directory that starts at byte `directory`.
    fn relabel(&mut self, directory: u64, order: ByteOrder) -> Result<(), IoError> {
        let tags = self.builder.checked_build_tags(self.big).map_err(writing)?;
        let offset = find_tag_value_offset(directory, self.big, &tags, TAG_COMPRESSION)
            .ok_or_else(|| writing(tiff_writer::Error::Other("the directory has no compression tag".into())))?;
        let mut code = Vec::new();
        Compression::PackBits.to_code().encode(order, &mut code);
        self.sink.seek(SeekFrom::Start(offset)).map_err(IoError::system("write"))?;
        self.sink.write_all(&code).map_err(IoError::system("write"))
    }
}

fn writing(error: tiff_writer::Error) -> IoError {
    let source = match error {
        tiff_writer::Error::Io(source) => source,
        other => std::io::Error::other(other),
    };
    IoError::System { action: "write", source }
}
