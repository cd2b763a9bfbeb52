//! Pictures to look at: PNG, 8 bits of red, green and blue.

use std::io::Write;
use std::path::Path;

use png::{BitDepth, ColorType, Compression, Encoder, SrgbRenderingIntent};

use crate::png16::{encoding_error, most_picture_bytes, picture_side};
use crate::{AtomicFile, IoError, disk};

/// Writes a picture of `rows` x `cols` pixels, asking for one row at a time.
///
/// `paint` is given the row, from 0 at the top, and its `3 * cols` bytes to fill with red, green, blue of each pixel in
/// sRGB, which the file says.
///
/// # Errors
///
/// [`IoError::File`] if the path is no writable `.png`, the disk is too full, or writing fails; then there is no file.
///
/// ```
/// let path = std::env::temp_dir().join(format!("orogen-io-red-{}.png", std::process::id()));
/// orogen_io::write_picture(&path, 2, 3, |_row, bytes| bytes.copy_from_slice(&[255, 0, 0].repeat(3)))?;
/// # std::fs::remove_file(&path).unwrap();
/// # Ok::<(), orogen_io::IoError>(())
/// ```
pub fn write_picture(
    path: impl AsRef<Path>,
    rows: usize,
    cols: usize,
    paint: impl FnMut(usize, &mut [u8]),
) -> Result<(), IoError> {
    let path = path.as_ref();
    write(path, rows, cols, paint).map_err(|error| error.about(path))
}

fn write(path: &Path, rows: usize, cols: usize, mut paint: impl FnMut(usize, &mut [u8])) -> Result<(), IoError> {
    if !path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("png")) {
        let got = path.extension().unwrap_or_default().to_string_lossy().into_owned();
        return Err(IoError::Extension { got, known: "png".into() });
    }
    let (height, width) = (picture_side("rows", rows)?, picture_side("columns", cols)?);
    disk::require_room(path, most_picture_bytes(rows, cols, 3))?;
    let file = AtomicFile::create(path)?;
    let mut encoder = Encoder::new(file.sink(), width, height);
    encoder.set_color(ColorType::Rgb);
    encoder.set_depth(BitDepth::Eight);
    encoder.set_compression(Compression::Balanced);
    encoder.set_source_srgb(SrgbRenderingIntent::Perceptual);
    let mut stream = encoder.write_header().and_then(png::Writer::into_stream_writer).map_err(encoding_error)?;
    let mut bytes = vec![0; 3 * cols];
    for row in 0..rows {
        paint(row, &mut bytes);
        stream.write_all(&bytes).map_err(IoError::system("write"))?;
    }
    stream.finish().map_err(encoding_error)?;
    file.commit()
}
