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

/// The most pixels of a picture that is read.
const MOST_PIXELS: u64 = 1 << 28;

/// Grey levels of a PNG of any kind, from 0, black, to 255: rows, columns and levels, row-major from the top.
///
/// Colours become their luma (ITU-R BT.709 over the encoded channels), 16 bits their upper 8; transparency is ignored.
///
/// # Errors
///
/// [`IoError::File`] if the path cannot be read, is no PNG, or has more than 2^28 pixels.
pub fn read_grey_picture(path: impl AsRef<Path>) -> Result<(usize, usize, Vec<u8>), IoError> {
    let path = path.as_ref();
    decode_grey(path).map_err(|error| error.about(path))
}

fn decode_grey(path: &Path) -> Result<(usize, usize, Vec<u8>), IoError> {
    let file = std::fs::File::open(path).map_err(IoError::system("open"))?;
    let mut decoder = png::Decoder::new(std::io::BufReader::new(file));
    decoder.set_transformations(png::Transformations::EXPAND | png::Transformations::STRIP_16);
    let mut reader = decoder.read_info().map_err(|error| damaged(&error))?;
    let (cols, rows) = reader.info().size();
    if u64::from(rows) * u64::from(cols) > MOST_PIXELS {
        return Err(IoError::TooManyCells { rows: rows.into(), cols: cols.into(), limit: MOST_PIXELS });
    }
    let channels = reader.output_color_type().0.samples();
    let mut levels = Vec::with_capacity(rows as usize * cols as usize);
    while let Some(row) = reader.next_row().map_err(|error| damaged(&error))? {
        levels.extend(row.data().chunks_exact(channels).map(luma));
    }
    Ok((rows as usize, cols as usize, levels))
}

/// The grey of a pixel: its first channel, or the luma of its first three.
fn luma(pixel: &[u8]) -> u8 {
    match pixel {
        [red, green, blue, ..] => {
            // 0.2126, 0.7152 and 0.0722 in parts of 65 536, which they sum up to.
            let sum = 13_933 * u32::from(*red) + 46_871 * u32::from(*green) + 4_732 * u32::from(*blue);
            ((sum + (1 << 15)) >> 16) as u8
        }
        [grey, ..] => *grey,
        [] => 0,
    }
}

fn damaged(error: &png::DecodingError) -> IoError {
    IoError::Unsupported {
        format: "PNG",
        what: "picture",
        expected: "a whole PNG".into(),
        got: error.to_string(),
        remedy: "save it again as PNG",
    }
}
