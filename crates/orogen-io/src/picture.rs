//! Pictures to look at: PNG, 8 bits of red, green and blue.

use std::io::Write;
use std::path::Path;

use png::{BitDepth, ColorType, Compression, Encoder, SrgbRenderingIntent, StreamWriter};

use crate::png16::{encoding_error, most_picture_bytes, picture_side};
use crate::{AtomicFile, IoError, Sink, Wrap, disk};

/// Writes a picture of `rows` x `cols` pixels, asking for one row at a time.
///
/// `paint` is given the row, from 0 at the top, and its `3 * cols` bytes to fill with red, green, blue of each pixel in
/// sRGB, which the file says. `notes` are pairs of a keyword and a Latin-1 text that the file carries.
///
/// # Errors
///
/// [`IoError::File`] if the path is no writable `.png`, the disk is too full, or writing fails; and whatever `paint`
/// fails with. Then there is no file.
///
/// ```
/// let path = std::env::temp_dir().join(format!("orogen-io-red-{}.png", std::process::id()));
/// orogen_io::write_picture(&path, 2, 3, &[("Title", "red")], |_row, bytes| {
///     bytes.copy_from_slice(&[255, 0, 0].repeat(3));
///     Ok::<(), orogen_io::IoError>(())
/// })?;
/// # std::fs::remove_file(&path).unwrap();
/// # Ok::<(), orogen_io::IoError>(())
/// ```
pub fn write_picture<E: From<IoError>>(
    path: impl AsRef<Path>,
    rows: usize,
    cols: usize,
    notes: &[(&str, &str)],
    paint: impl FnMut(usize, &mut [u8]) -> Result<(), E>,
) -> Result<(), E> {
    write_picture_with(path, rows, cols, notes, paint, &|file| Box::new(file))
}

/// As [`write_picture`], with something between the encoder and the file.
///
/// # Errors
///
/// As [`write_picture`].
pub fn write_picture_with<E: From<IoError>>(
    path: impl AsRef<Path>,
    rows: usize,
    cols: usize,
    notes: &[(&str, &str)],
    mut paint: impl FnMut(usize, &mut [u8]) -> Result<(), E>,
    wrap: Wrap<'_>,
) -> Result<(), E> {
    let path = path.as_ref();
    let (file, mut stream) = begin(path, rows, cols, notes, wrap).map_err(|error| error.about(path))?;
    let mut bytes = vec![0; 3 * cols];
    for row in 0..rows {
        paint(row, &mut bytes)?;
        stream.write_all(&bytes).map_err(|error| IoError::system("write")(error).about(path))?;
    }
    stream.finish().map_err(|error| encoding_error(error).about(path))?;
    Ok(file.commit()?)
}

/// The file, and the encoder that waits for its rows.
fn begin(
    path: &Path,
    rows: usize,
    cols: usize,
    notes: &[(&str, &str)],
    wrap: Wrap<'_>,
) -> Result<(AtomicFile, StreamWriter<'static, Sink>), IoError> {
    if !path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("png")) {
        let got = path.extension().unwrap_or_default().to_string_lossy().into_owned();
        return Err(IoError::Extension { got, known: "png".into() });
    }
    let (height, width) = (picture_side("rows", rows)?, picture_side("columns", cols)?);
    disk::require_room(path, most_picture_bytes(rows, cols, 3))?;
    let file = AtomicFile::create_with(path, wrap)?;
    let mut encoder = Encoder::new(file.sink(), width, height);
    encoder.set_color(ColorType::Rgb);
    encoder.set_depth(BitDepth::Eight);
    encoder.set_compression(Compression::Balanced);
    encoder.set_source_srgb(SrgbRenderingIntent::Perceptual);
    for (keyword, text) in notes {
        encoder.add_text_chunk((*keyword).into(), (*text).into()).map_err(encoding_error)?;
    }
    let stream = encoder.write_header().and_then(png::Writer::into_stream_writer).map_err(encoding_error)?;
    Ok((file, stream))
}
