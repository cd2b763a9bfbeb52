//! Where a command writes a raster, and how.

use std::path::Path;

use clap::{Args, ValueEnum};
use orogen::io::{TiffCompression, TiffOptions, WriteOptions, format_of};

use super::map::OutputFile;
use crate::failure::Failure;
use crate::numbers::finite;

/// The raster that a command writes.
#[derive(Args)]
pub(crate) struct OutputRaster {
    #[command(flatten)]
    file: OutputFile,

    #[command(flatten)]
    compression: Compression,

    /// The number that stands for no data in the result, where its format has one [default: one that no height has]
    #[arg(long, value_name = "NUMBER", value_parser = finite, allow_negative_numbers = true)]
    nodata_out: Option<f64>,
}

impl OutputRaster {
    /// The file.
    pub(crate) fn path(&self) -> &Path {
        &self.file.output
    }

    /// Refuses what cannot be written, before there is any work to lose.
    pub(crate) fn check(&self) -> Result<(), Failure> {
        format_of(self.path())?;
        self.options()?;
        self.file.check()
    }

    /// How to write it.
    pub(crate) fn options(&self) -> Result<WriteOptions, Failure> {
        let tiff = self.compression.tiff(self.path())?;
        Ok(WriteOptions { tiff, nodata: self.nodata_out, ..WriteOptions::default() })
    }
}

/// How a GeoTIFF is compressed.
#[derive(Args)]
pub(crate) struct Compression {
    /// How a GeoTIFF is compressed [default: deflate]
    #[arg(long, value_enum, value_name = "CODEC")]
    compress: Option<Codec>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Codec {
    None,
    Deflate,
    Lzw,
    Zstd,
    Packbits,
}

impl Compression {
    /// The options of a GeoTIFF; a file of another format is refused where a compression is named.
    pub(crate) fn tiff(&self, path: &Path) -> Result<TiffOptions, Failure> {
        let Some(codec) = self.compress else { return Ok(TiffOptions::default()) };
        let extension = path.extension().unwrap_or_default().to_string_lossy().to_ascii_lowercase();
        if !["tif", "tiff"].contains(&extension.as_str()) {
            let got = path.display().to_string();
            return Err(Failure::input("compress", "a .tif to write", got, "leave it out, or name a .tif"));
        }
        let compression = match codec {
            Codec::None => TiffCompression::None,
            Codec::Deflate => TiffCompression::Deflate,
            Codec::Lzw => TiffCompression::Lzw,
            Codec::Zstd => TiffCompression::Zstd,
            Codec::Packbits => TiffCompression::PackBits,
        };
        Ok(TiffOptions { compression, ..TiffOptions::default() })
    }
}
