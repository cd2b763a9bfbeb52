//! Damaged and hostile files: a typed error, never a panic, and no memory for what the file only claims.

use std::fs;

use orogen_io::{
    Input, IoError, Location, Raster, RasterHeader, RasterWriter, ReadOptions, SampleType, WriteOptions, format_of,
    read_raster, sidecar_path, write_raster,
};
use proptest::prelude::*;

use crate::common::{Folder, data, landmark, local};
use crate::geotiff::{Value, author, sized};

fn read(name: &str, bytes: Vec<u8>, sidecar: Option<Vec<u8>>) -> Result<Raster, IoError> {
    format_of(name.as_ref()).unwrap().read(&Input::from_bytes(name, bytes, sidecar), &ReadOptions::default())
}

/// A sound file of a format, with its sidecar.
fn sound(name: &str) -> (Vec<u8>, Option<Vec<u8>>) {
    let folder = Folder::new();
    let path = folder.join(name);
    write_raster(&path, &local(&landmark(20, 30), SampleType::Float32), &WriteOptions::default()).unwrap();
    (fs::read(&path).unwrap(), fs::read(sidecar_path(&path)).ok())
}

const NAMES: [&str; 5] = ["a.tif", "a.asc", "a.png", "a.f32", "a.r16"];

#[test]
fn every_truncation_is_an_error() {
    for name in NAMES {
        let (bytes, sidecar) = sound(name);
        // What ends a text or a picture may be missing without loss.
        let needed = match name {
            "a.asc" => bytes.len() - 5,
            "a.png" => bytes.len() - 16,
            _ => bytes.len() - 1,
        };
        for len in (0..needed).step_by(7).chain(needed - 20..needed) {
            let result = read(name, bytes[..len].to_vec(), sidecar.clone());
            assert!(matches!(result, Err(IoError::Malformed { .. })), "{name} cut at {len}: {result:?}");
        }
    }
}

#[test]
fn truncated_real_files_name_a_byte_within_them() {
    for name in ["jacksboro_deflate_int16.tif", "srtm3_geographic_int16.tif"] {
        let bytes = fs::read(data(name)).unwrap();
        for part in [2, 3, 10] {
            let len = bytes.len() - bytes.len() / part;
            match read("a.tif", bytes[..len].to_vec(), None) {
                Err(IoError::Malformed { at: Location::Byte(at), .. }) => assert!(at <= bytes.len() as u64),
                other => panic!("{name} cut at {len}: {other:?}"),
            }
        }
    }
}

#[test]
fn a_million_by_a_million_is_refused_before_memory_is_taken() {
    let tiff = author(sized(1_000_000, 1_000_000, 64, 3), &[0; 64]);
    assert!(matches!(read("a.tif", tiff, None), Err(IoError::TooManyCells { cols: 1_000_000, .. })));
    // Within the limit of cells, but not within the file.
    let tiff = author(sized(16_000, 16_000, 32, 3), &[0; 64]);
    assert!(matches!(read("a.tif", tiff, None), Err(IoError::Malformed { .. })));
    let (png, _) = sound("a.png");
    for side in [1_000_000_u32, 16_000] {
        let mut png = png.clone();
        png[16..20].copy_from_slice(&side.to_be_bytes());
        png[20..24].copy_from_slice(&side.to_be_bytes());
        let checksum = crc32(&png[12..29]);
        png[29..33].copy_from_slice(&checksum.to_be_bytes());
        let refusal = read("a.png", png, None).unwrap_err();
        assert!(matches!(refusal, IoError::TooManyCells { .. } | IoError::Malformed { .. }), "{refusal}");
    }
    let (raw, sidecar) = sound("a.f32");
    let sidecar = String::from_utf8(sidecar.unwrap()).unwrap();
    for rows in ["1000000", "18446744073709551615", "-1", "2e1"] {
        let sidecar = sidecar.replace("\"rows\": 20", &format!("\"rows\": {rows}"));
        let refusal = read("a.f32", raw.clone(), Some(sidecar.into_bytes())).unwrap_err();
        assert!(matches!(refusal, IoError::TooManyCells { .. } | IoError::Malformed { .. }), "{rows}: {refusal}");
    }
}

#[test]
fn compressed_blocks_that_would_swell_are_refused_before_they_do() {
    // 2 MiB that could be 2 GiB if all of it were deflated zeros, in one strip, and in one tile of a small raster.
    let data = vec![0; 2 << 20];
    for compression in [8_u16, 50_000, 5] {
        let mut strip = sized(16_000, 16_000, 32, 3);
        let mut tile = sized(4, 4, 32, 3);
        tile.retain(|(code, _)| *code != 278);
        tile.extend([(322, Value::Long(vec![16_000])), (323, Value::Long(vec![16_000]))]);
        tile.extend([(324, Value::Long(vec![8])), (325, Value::Long(vec![data.len() as u32]))]);
        for tags in [&mut strip, &mut tile] {
            tags.retain(|(code, _)| *code != 259);
            tags.push((259, Value::Short(vec![compression])));
            let refusal = read("a.tif", author(tags.clone(), &data), None).unwrap_err();
            let what = "compressed strips or tiles";
            assert!(matches!(&refusal, IoError::Unsupported { what: w, .. } if *w == what), "{compression}: {refusal}");
        }
    }
}

fn crc32(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(!0, |crc: u32, &byte| {
        (0..8).fold(crc ^ u32::from(byte), |crc, _| if crc & 1 == 1 { (crc >> 1) ^ 0xedb8_8320 } else { crc >> 1 })
    })
}

#[test]
fn keys_that_lie_in_a_sidecar_are_refused_before_a_geotiff_gets_them() {
    let (raw, sidecar) = sound("a.f32");
    let sidecar = String::from_utf8(sidecar.unwrap()).unwrap();
    let keys = "\"geo_keys\": {\"directory\": [1, 1, 0], \"doubles\": [], \"ascii\": \"\"}, \"kind\"";
    let refusal = read("a.f32", raw, Some(sidecar.replace("\"kind\"", keys).into_bytes())).unwrap_err();
    assert!(matches!(refusal, IoError::Parameter { what: "GeoKeyDirectory", .. }), "{refusal}");
}

#[test]
fn headers_of_impossible_size_are_refused() {
    for name in NAMES {
        let folder = Folder::new();
        for (rows, cols) in [(0, 5), (5, 0), (usize::MAX, usize::MAX), (1 << 33, 1 << 33)] {
            let header = RasterHeader { rows, cols, ..local(&landmark(2, 2), SampleType::Float32).header().clone() };
            let options = WriteOptions { range: Some((0.0, 1.0)), ..WriteOptions::default() };
            let refusal = RasterWriter::create(folder.join(name), header, &options).err().unwrap();
            assert!(
                matches!(refusal.kind(), IoError::Grid(_) | IoError::Unsupported { .. } | IoError::Disk { .. }),
                "{refusal}"
            );
        }
        assert_eq!(folder.names(), [""; 0]);
    }
}

#[test]
fn files_that_are_not_there_or_not_files_are_named() {
    let folder = Folder::new();
    fs::create_dir(folder.join("folder.tif")).unwrap();
    for name in ["none.tif", "folder.tif"] {
        let refusal = read_raster(folder.join(name)).unwrap_err();
        assert!(matches!(refusal.kind(), IoError::System { action: "open", .. }), "{refusal}");
        assert!(refusal.to_string().contains(name), "{refusal}");
    }
    fs::write(folder.join("a.f32"), [0; 16]).unwrap();
    let refusal = read_raster(folder.join("a.f32")).unwrap_err();
    assert!(matches!(refusal.kind(), IoError::Parameter { what: "sidecar", .. }), "{refusal}");
    fs::write(folder.join("N34W119.hgt"), [0; 16]).unwrap();
    let refusal = read_raster(folder.join("N34W119.hgt")).unwrap_err();
    assert!(matches!(refusal.kind(), IoError::Malformed { at: Location::Byte(16), .. }), "{refusal}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn damaged_files_never_panic(which in 0..NAMES.len(), damage in prop::collection::vec((any::<u32>(), any::<u8>()), 1..6)) {
        let (mut bytes, sidecar) = sound(NAMES[which]);
        let len = bytes.len();
        for (at, byte) in damage {
            // Most damage goes where the structure is: the first and the last bytes.
            let at = match at % 3 { 0 => at as usize % 64.min(len), 1 => len - 1 - at as usize % 400.min(len), _ => at as usize % len };
            bytes[at] = byte;
        }
        let _ = read(NAMES[which], bytes, sidecar);
    }

    #[test]
    fn damaged_real_files_never_panic(damage in prop::collection::vec((0..1500_usize, any::<u8>()), 1..6)) {
        // All tags of this file are in its first bytes.
        let mut bytes = fs::read(data("jacksboro_deflate_int16.tif")).unwrap();
        for (at, byte) in damage {
            bytes[at] = byte;
        }
        let _ = read("a.tif", bytes, None);
    }
}
