//! Moving pictures: animated PNG, which keeps every colour, and animated GIF, which every program shows.

use std::path::Path;

use png::{BitDepth, ColorType, Compression, SrgbRenderingIntent};

use crate::png16::{encoding_error, most_picture_bytes, picture_side};
use crate::{AtomicFile, IoError, Sink, Wrap, disk};

/// The shape of a moving picture, which is shown again and again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Animation {
    /// Height in pixels.
    pub rows: usize,
    /// Width in pixels.
    pub cols: usize,
    /// Number of frames, at least 1.
    pub frames: usize,
    /// How long each frame is shown, in milliseconds; in a GIF a multiple of 10.
    pub delay_ms: u16,
}

/// Writes a moving picture, as animated PNG (`.png`, `.apng`) or GIF (`.gif`), asking for one frame at a time.
///
/// `paint` is given the frame, from 0, and its `3 * rows * cols` bytes to fill with red, green, blue of each pixel in sRGB,
/// row by row from the top. A GIF has 256 colours in each frame, chosen by Dekker's neural quantisation and not dithered.
///
/// # Errors
///
/// [`IoError::File`] if the path has another extension or cannot be written, if the shape is none that the format can
/// hold, if the disk is too full, or writing fails; and whatever `paint` fails with. Then there is no file.
///
/// ```
/// use orogen_io::{Animation, IoError, write_animation};
///
/// let path = std::env::temp_dir().join(format!("orogen-io-{}.gif", std::process::id()));
/// let shape = Animation { rows: 4, cols: 8, frames: 3, delay_ms: 500 };
/// write_animation(&path, &shape, |frame, bytes| {
///     bytes.fill(100 * frame as u8);
///     Ok::<(), IoError>(())
/// })?;
/// # std::fs::remove_file(&path).unwrap();
/// # Ok::<(), IoError>(())
/// ```
pub fn write_animation<E: From<IoError>>(
    path: impl AsRef<Path>,
    shape: &Animation,
    paint: impl FnMut(usize, &mut [u8]) -> Result<(), E>,
) -> Result<(), E> {
    write_animation_with(path, shape, paint, &|file| Box::new(file))
}

/// As [`write_animation`], with something between the encoder and the file.
///
/// # Errors
///
/// As [`write_animation`].
pub fn write_animation_with<E: From<IoError>>(
    path: impl AsRef<Path>,
    shape: &Animation,
    mut paint: impl FnMut(usize, &mut [u8]) -> Result<(), E>,
    wrap: Wrap<'_>,
) -> Result<(), E> {
    let path = path.as_ref();
    let (file, mut encoder) = begin(path, shape, wrap).map_err(|error| error.about(path))?;
    let mut pixels = vec![0; 3 * shape.rows * shape.cols];
    for frame in 0..shape.frames {
        paint(frame, &mut pixels)?;
        encoder.write(shape, &pixels).map_err(|error| error.about(path))?;
    }
    encoder.finish().map_err(|error| error.about(path))?;
    Ok(file.commit()?)
}

/// What turns frames into a file; both encoders are large.
enum Encoder {
    Png(Box<png::Writer<Sink>>),
    Gif(Box<gif::Encoder<Sink>>),
}

/// Checks everything that can be checked before a frame is painted, and opens the file.
fn begin(path: &Path, shape: &Animation, wrap: Wrap<'_>) -> Result<(AtomicFile, Encoder), IoError> {
    let extension = path.extension().unwrap_or_default().to_string_lossy().to_ascii_lowercase();
    let is_gif = match extension.as_str() {
        "png" | "apng" => false,
        "gif" => true,
        _ => return Err(IoError::Extension { got: extension, known: "png apng gif".into() }),
    };
    let frames = u32::try_from(shape.frames).ok().filter(|frames| *frames > 0).ok_or_else(|| {
        IoError::parameter("frames", "1 to 4294967295", shape.frames.to_string(), "show at least one frame")
    })?;
    let most_bytes = if is_gif { most_gif_bytes(shape)? } else { most_png_bytes(shape)? };
    disk::require_room(path, most_bytes.saturating_mul(u64::from(frames)))?;
    let file = AtomicFile::create_with(path, wrap)?;
    let encoder = if is_gif { Encoder::gif(file.sink(), shape)? } else { Encoder::png(file.sink(), shape, frames)? };
    Ok((file, encoder))
}

fn most_png_bytes(shape: &Animation) -> Result<u64, IoError> {
    picture_side("rows", shape.rows)?;
    picture_side("columns", shape.cols)?;
    Ok(most_picture_bytes(shape.rows, shape.cols, 3))
}

/// Most bytes of a GIF's frame: LZW codes have at most 12 bits, and the palette at most 768 bytes.
fn most_gif_bytes(shape: &Animation) -> Result<u64, IoError> {
    gif_side("rows", shape.rows)?;
    gif_side("columns", shape.cols)?;
    if shape.delay_ms == 0 || !shape.delay_ms.is_multiple_of(10) {
        let remedy = "round it, or write an animated PNG";
        return Err(IoError::parameter("delay_ms", "a multiple of 10 in a GIF", shape.delay_ms.to_string(), remedy));
    }
    Ok(2 * shape.rows as u64 * shape.cols as u64 + 1024)
}

fn gif_side(what: &'static str, side: usize) -> Result<u16, IoError> {
    u16::try_from(side).ok().filter(|side| *side > 0).ok_or_else(|| IoError::Unsupported {
        format: "GIF",
        what,
        expected: "1 to 65535".into(),
        got: side.to_string(),
        remedy: "show a smaller picture",
    })
}

impl Encoder {
    fn png(sink: Sink, shape: &Animation, frames: u32) -> Result<Self, IoError> {
        let (height, width) = (picture_side("rows", shape.rows)?, picture_side("columns", shape.cols)?);
        let mut encoder = png::Encoder::new(sink, width, height);
        encoder.set_color(ColorType::Rgb);
        encoder.set_depth(BitDepth::Eight);
        encoder.set_compression(Compression::Balanced);
        encoder.set_source_srgb(SrgbRenderingIntent::Perceptual);
        // Zero plays are endless ones.
        encoder.set_animated(frames, 0).map_err(encoding_error)?;
        encoder.set_frame_delay(shape.delay_ms, 1000).map_err(encoding_error)?;
        Ok(Self::Png(Box::new(encoder.write_header().map_err(encoding_error)?)))
    }

    fn gif(sink: Sink, shape: &Animation) -> Result<Self, IoError> {
        let (height, width) = (gif_side("rows", shape.rows)?, gif_side("columns", shape.cols)?);
        let mut encoder = gif::Encoder::new(sink, width, height, &[]).map_err(gif_error)?;
        encoder.set_repeat(gif::Repeat::Infinite).map_err(gif_error)?;
        Ok(Self::Gif(Box::new(encoder)))
    }

    fn write(&mut self, shape: &Animation, pixels: &[u8]) -> Result<(), IoError> {
        match self {
            Self::Png(writer) => writer.write_image_data(pixels).map_err(encoding_error),
            Self::Gif(encoder) => {
                let (height, width) = (gif_side("rows", shape.rows)?, gif_side("columns", shape.cols)?);
                let mut frame = gif::Frame::from_rgb_speed(width, height, pixels, QUANTISER_SPEED);
                frame.delay = shape.delay_ms / 10;
                encoder.write_frame(&frame).map_err(gif_error)
            }
        }
    }

    fn finish(self) -> Result<(), IoError> {
        match self {
            Self::Png(writer) => writer.finish().map_err(encoding_error),
            // It ends the file, and gives back the sink.
            Self::Gif(encoder) => encoder.into_inner().map(drop).map_err(gif_error),
        }
    }
}

/// How much of the picture the choice of colours overlooks: 1 takes longest, 30 is coarse; 10 is what the crate advises.
const QUANTISER_SPEED: i32 = 10;

fn gif_error(error: gif::EncodingError) -> IoError {
    let source = match error {
        gif::EncodingError::Io(error) => error,
        other => std::io::Error::other(other),
    };
    IoError::System { action: "write", source }
}
