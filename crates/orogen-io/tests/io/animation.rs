//! Moving pictures as Pillow sees them.

use std::path::Path;

use orogen_io::{Animation, IoError, Wrap, write_animation, write_animation_with};
use serde_json::json;

use crate::atomic::fills_without_a_trace;
use crate::common::Folder;
use crate::oracles::ask_python;

/// Frames, endlessness, durations and some pixels of a moving picture by Pillow.
const BY_PILLOW: &str = "
import json, sys
from PIL import Image
image = Image.open(sys.argv[1])
told = {'frames': image.n_frames, 'loop': image.info.get('loop'), 'size': image.size, 'durations': [], 'pixels': []}
for frame in range(image.n_frames):
    image.seek(frame)
    told['durations'].append(image.info['duration'])
    rgb = image.convert('RGB')
    told['pixels'].append([rgb.getpixel((0, 0)), rgb.getpixel((4, 2))])
print(json.dumps(told))";

const SHAPE: Animation = Animation { rows: 3, cols: 5, frames: 4, delay_ms: 250 };

/// The first pixel is red by the frame, the last one blue, all others are green by the frame.
fn paint(frame: usize, bytes: &mut [u8]) -> Result<(), IoError> {
    bytes.as_chunks_mut().0.fill([0, 40 * frame as u8, 0]);
    bytes[..3].copy_from_slice(&[60 * frame as u8 + 10, 0, 0]);
    bytes[42..].copy_from_slice(&[0, 0, 200]);
    Ok(())
}

#[test]
fn pillow_sees_every_frame_for_as_long_as_it_should() {
    for name in ["a.png", "a.apng", "a.GIF"] {
        let folder = Folder::new();
        let path = folder.join(name);
        write_animation(&path, &SHAPE, paint).unwrap();
        let told = ask_python("PIL", BY_PILLOW, &path);
        let pixels: Vec<_> = (0..4).map(|frame| json!([[60 * frame + 10, 0, 0], [0, 0, 200]])).collect();
        assert_eq!((&told["frames"], &told["loop"], &told["size"]), (&json!(4), &json!(0), &json!([5, 3])), "{name}");
        assert!(told["durations"].as_array().unwrap().iter().all(|ms| ms.as_f64() == Some(250.0)), "{name}: {told}");
        assert_eq!(told["pixels"], json!(pixels), "{name}");
    }
}

#[test]
fn an_animated_png_is_a_picture_of_its_first_frame_to_others() {
    let folder = Folder::new();
    let path = folder.join("a.png");
    write_animation(&path, &Animation { frames: 1, ..SHAPE }, paint).unwrap();
    let mut reader = ::png::Decoder::new(std::io::Cursor::new(std::fs::read(&path).unwrap())).read_info().unwrap();
    let (mut pixels, mut painted) = (vec![0; 45], vec![0; 45]);
    reader.next_frame(&mut pixels).unwrap();
    paint(0, &mut painted).unwrap();
    assert_eq!(pixels, painted);
}

#[test]
fn shapes_that_no_file_holds_are_refused_in_words() {
    let folder = Folder::new();
    for (name, shape, words) in [
        ("a.png", Animation { frames: 0, ..SHAPE }, "frames"),
        ("a.png", Animation { rows: 0, ..SHAPE }, "rows"),
        ("a.gif", Animation { cols: 0, ..SHAPE }, "columns"),
        ("a.gif", Animation { cols: 65_536, ..SHAPE }, "65535"),
        ("a.gif", Animation { delay_ms: 15, ..SHAPE }, "multiple of 10"),
        ("a.gif", Animation { delay_ms: 0, ..SHAPE }, "multiple of 10"),
        ("a.jpg", SHAPE, "png apng gif"),
    ] {
        let refusal = write_animation(folder.join(name), &shape, paint).unwrap_err();
        assert!(refusal.to_string().contains(words), "{refusal}");
    }
    assert_eq!(folder.names(), [""; 0]);
}

#[test]
fn a_frame_that_cannot_be_painted_leaves_no_file() {
    for name in ["a.png", "a.gif"] {
        let folder = Folder::new();
        let refusal = write_animation(folder.join(name), &SHAPE, |frame, bytes| {
            if frame == 2 { Err(IoError::Disk { needed: 1, free: 0 }) } else { paint(frame, bytes) }
        });
        assert!(matches!(refusal, Err(IoError::Disk { .. })));
        assert_eq!(folder.names(), [""; 0]);
    }
}

#[test]
fn a_disk_that_fills_leaves_no_animation() {
    let shape = Animation { rows: 40, cols: 60, ..SHAPE };
    let noise = |frame: usize, bytes: &mut [u8]| {
        bytes.iter_mut().enumerate().for_each(|(i, byte)| *byte = (frame * 37 + i * i * 11) as u8);
        Ok::<(), IoError>(())
    };
    for name in ["a.png", "a.gif"] {
        fills_without_a_trace(name, |path: &Path, wrap: Wrap<'_>| write_animation_with(path, &shape, noise, wrap));
    }
}
