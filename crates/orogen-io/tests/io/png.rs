//! 16-bit pictures to the byte, and pictures that other people made.

use std::io::{Cursor, Write};

use orogen_field::{Grid, Placement};
use orogen_io::{
    Input, IoError, LEVEL_ID, Raster, ReadOptions, SampleType, Warning, WriteOptions, format_of, read_raster,
    sidecar_path, write_picture, write_raster,
};

use crate::common::{Folder, local};

fn read(bytes: Vec<u8>, sidecar: Option<Vec<u8>>) -> Result<Raster, IoError> {
    format_of("a.png".as_ref()).unwrap().read(&Input::from_bytes("a.png", bytes, sidecar), &ReadOptions::default())
}

/// Name and data of every chunk.
fn chunks(png: &[u8]) -> Vec<(String, Vec<u8>)> {
    let mut chunks = Vec::new();
    let mut rest = &png[8..];
    while let Some((len, tail)) = rest.split_first_chunk() {
        let len = u32::from_be_bytes(*len) as usize;
        chunks.push((String::from_utf8(tail[..4].to_vec()).unwrap(), tail[4..4 + len].to_vec()));
        rest = &tail[len + 8..];
    }
    chunks
}

/// A file by the specification alone, with extra chunks before the data.
fn author(cols: u32, rows: u32, depth: u8, colour: u8, extra: &[(&[u8; 4], &[u8])], scanlines: &[u8]) -> Vec<u8> {
    let mut png = b"\x89PNG\r\n\x1a\n".to_vec();
    let mut chunk = |name: &[u8; 4], data: &[u8]| {
        png.extend((data.len() as u32).to_be_bytes());
        png.extend(name);
        png.extend(data);
        png.extend(crc32(&[name.as_slice(), data].concat()).to_be_bytes());
    };
    let size = [cols.to_be_bytes(), rows.to_be_bytes()].concat();
    chunk(b"IHDR", &[&size[..], &[depth, colour, 0, 0, 0]].concat());
    for (name, data) in extra {
        chunk(name, data);
    }
    chunk(b"IDAT", &stored_zlib(scanlines));
    chunk(b"IEND", &[]);
    png
}

fn crc32(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(!0, |crc: u32, &byte| {
        (0..8).fold(crc ^ u32::from(byte), |crc, _| if crc & 1 == 1 { (crc >> 1) ^ 0xedb8_8320 } else { crc >> 1 })
    })
}

/// A zlib stream of one block that is not compressed.
fn stored_zlib(bytes: &[u8]) -> Vec<u8> {
    let len = bytes.len() as u16;
    let (low, high) = bytes.iter().fold((1_u32, 0_u32), |(low, high), &byte| {
        let low = (low + u32::from(byte)) % 65_521;
        (low, (high + low) % 65_521)
    });
    let mut stream = vec![0x78, 1, 1];
    stream.extend(len.to_le_bytes());
    stream.extend((!len).to_le_bytes());
    stream.extend(bytes);
    stream.extend(((high << 16) | low).to_be_bytes());
    stream
}

#[test]
fn samples_are_big_endian_and_no_chunk_speaks_of_light() {
    let folder = Folder::new();
    let path = folder.join("a.png");
    let grid = Grid::new(1, 2, Placement::square(0.0, 0.0, 1.0), vec![f64::from(0x1234), f64::from(0xff01)]).unwrap();
    let options = WriteOptions { range: Some((0.0, 65_535.0)), ..WriteOptions::default() };
    write_raster(&path, &local(&grid, SampleType::Uint16), &options).unwrap();
    let png = std::fs::read(&path).unwrap();
    let mut names: Vec<_> = chunks(&png).into_iter().map(|(name, _)| name).collect();
    names.dedup();
    assert_eq!(names, ["IHDR", "IDAT", "IEND"]);
    // The plain samples by the specification's decoder: scale nothing, swap nothing.
    let mut reader = ::png::Decoder::new(Cursor::new(&png)).read_info().unwrap();
    let mut row = [0; 4];
    reader.next_frame(&mut row).unwrap();
    assert_eq!(row, [0x12, 0x34, 0xff, 0x01]);
    assert_eq!(read_raster(&path).unwrap().grid().samples(), grid.samples());
}

#[test]
fn the_sidecar_says_what_the_picture_cannot() {
    let folder = Folder::new();
    let path = folder.join("a.png");
    let grid =
        Grid::from_fn(3, 4, Placement::square(10.0, 20.0, 2.0), |row, col| (row * 4 + col) as f64 + 0.25).unwrap();
    let mut header = local(&grid, SampleType::Float32).header().clone();
    header.metadata.insert(LEVEL_ID.into(), "abc".into());
    let raster = Raster::new(header, grid.into_samples()).unwrap();
    let options = WriteOptions { range: Some((0.0, 28.0)), ..WriteOptions::default() };
    write_raster(&path, &raster, &options).unwrap();
    let text = std::fs::read_to_string(sidecar_path(&path)).unwrap();
    let sidecar: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!(sidecar["encoding"], serde_json::json!({"code_0_m": 0.0, "code_65535_m": 28.0}));
    assert_eq!((&sidecar["min_m"], &sidecar["max_m"]), (&0.25.into(), &11.25.into()));
    assert_eq!(sidecar["vertical_scale_m"], 28.0 / 65_535.0);
    assert_eq!((&sidecar["georef"]["x"], &sidecar["georef"]["y"]), (&10.0.into(), &(-20.0).into()));
    assert_eq!((&sidecar["georef"]["step_x"], &sidecar["georef"]["crs"]["kind"]), (&2.0.into(), &"local".into()));
    assert_eq!(sidecar["metadata"][LEVEL_ID], "abc");
    let back = read_raster(&path).unwrap();
    assert_eq!(back.header().metadata, raster.header().metadata);
    assert_eq!(back.grid().placement(), raster.grid().placement());
    assert_eq!(back.warnings(), []);
}

#[test]
fn gamma_srgb_and_profiles_change_no_sample() {
    let scanlines = [0, 0x12, 0x34, 0xff, 0x01];
    let profile = [b"x\0\0".as_slice(), &stored_zlib(&[0; 132])].concat();
    let extras: [&[(&[u8; 4], &[u8])]; 4] =
        [&[], &[(b"sRGB", &[0])], &[(b"gAMA", &45_455_u32.to_be_bytes())], &[(b"iCCP", &profile)]];
    for extra in extras {
        let raster = read(author(2, 1, 16, 0, extra, &scanlines), None).unwrap();
        assert_eq!(raster.grid().samples(), [f64::from(0x1234), f64::from(0xff01)], "{extra:?}");
        assert_eq!(raster.warnings(), [Warning::NoSidecar]);
    }
}

#[test]
fn eight_bits_are_read_with_a_warning_and_colours_are_not() {
    let raster = read(author(2, 1, 8, 0, &[], &[0, 7, 255]), None).unwrap();
    assert_eq!(raster.grid().samples(), [7.0, 255.0]);
    assert!(raster.warnings().contains(&Warning::EightBit), "{:?}", raster.warnings());
    let colour = read(author(1, 1, 8, 2, &[], &[0, 1, 2, 3]), None).unwrap_err();
    assert!(matches!(colour, IoError::Unsupported { what: "pixels", .. }), "{colour}");
}

#[test]
fn pictures_are_rgb_and_say_that_they_are_srgb() {
    let folder = Folder::new();
    let path = folder.join("map.png");
    write_picture(&path, 2, 3, &[("Title", "two rows")], |row, bytes| {
        bytes.fill(row as u8 * 100);
        Ok::<(), IoError>(())
    })
    .unwrap();
    let png = std::fs::read(&path).unwrap();
    assert!(chunks(&png).iter().any(|(name, data)| name == "sRGB" && data == &[0]));
    let mut reader = ::png::Decoder::new(Cursor::new(&png)).read_info().unwrap();
    let mut pixels = [0; 18];
    let info = reader.next_frame(&mut pixels).unwrap();
    assert_eq!((info.width, info.height, info.color_type), (3, 2, ::png::ColorType::Rgb));
    assert_eq!((pixels[0], pixels[9]), (0, 100));
    let empty = write_picture(folder.join("no.png"), 0, 3, &[], |_, _| Ok::<(), IoError>(())).unwrap_err();
    assert!(matches!(empty.kind(), IoError::Unsupported { what: "rows", .. }), "{empty}");
    let other = write_picture(folder.join("no.jpg"), 1, 1, &[], |_, _| Ok::<(), IoError>(())).unwrap_err();
    assert!(matches!(other.kind(), IoError::Extension { .. }), "{other}");
    assert_eq!(folder.names(), ["map.png"]);
}

#[test]
fn a_sidecar_of_another_picture_is_refused() {
    let folder = Folder::new();
    let path = folder.join("a.png");
    let grid = Grid::from_fn(3, 4, Placement::square(0.0, 0.0, 1.0), |row, col| (row + col) as f64).unwrap();
    write_raster(&path, &local(&grid, SampleType::Float32), &WriteOptions::default()).unwrap();
    let sidecar = std::fs::read(sidecar_path(&path)).unwrap();
    let refusal = read(author(2, 1, 16, 0, &[], &[0; 5]), Some(sidecar)).unwrap_err();
    assert!(matches!(refusal, IoError::Malformed { .. }), "{refusal}");
    let mut file = std::fs::File::create(sidecar_path(&path)).unwrap();
    file.write_all(b"{\n\"rows\": 3,\n\"cols\": four\n}").unwrap();
    let refusal = read_raster(&path).unwrap_err();
    assert!(refusal.to_string().contains("line 3"), "{refusal}");
}
