//! Void cells come back exactly, whatever the file has to stand for them, and no height becomes void.

use orogen_field::{Grid, Placement};
use orogen_io::{
    Crs, Input, IoError, Nodata, Raster, RasterHeader, RasterWriter, ReadOptions, SampleType, WriteOptions, format_of,
    read_raster, read_raster_with, sidecar_path, write_raster,
};
use proptest::prelude::*;

use crate::common::{Folder, local};

const PLACE: Placement = Placement { x0: 0.0, z0: 0.0, step_x: 1.0, step_z: 1.0 };

/// A raster of one column, NaN where it is void.
fn column(samples: &[f64], sample_type: SampleType, nodata: Option<f64>) -> Raster {
    let grid = Grid::new(samples.len(), 1, PLACE, vec![0.0; samples.len()]).unwrap();
    let header = RasterHeader { nodata, ..RasterHeader::of_grid(&grid, Crs::local("w"), sample_type) };
    Raster::new(header, samples.to_vec()).unwrap()
}

fn mask(raster: &Raster) -> Vec<bool> {
    (0..raster.grid().samples().len()).map(|index| raster.grid().is_void(index)).collect()
}

#[test]
fn code_0_is_void_beside_a_height_of_every_other_code() {
    // 65535 heights, so that only all codes but one tell them apart, and holes at both ends and in between.
    let samples: Vec<f64> = (0..65_538)
        .map(|row| match row {
            0 | 30_000 | 65_537 => f64::NAN,
            1..30_000 => f64::from(row) - 1.0,
            _ => f64::from(row) - 2.0,
        })
        .collect();
    for name in ["a.png", "a.r16"] {
        let folder = Folder::new();
        let path = folder.join(name);
        write_raster(&path, &column(&samples, SampleType::Float32, None), &WriteOptions::default()).unwrap();
        let sidecar: serde_json::Value = serde_json::from_slice(&std::fs::read(sidecar_path(&path)).unwrap()).unwrap();
        let encoding = serde_json::json!({"void_code": 0, "code_1_m": 0.0, "code_65535_m": 65_534.0});
        assert_eq!(sidecar["encoding"], encoding, "{name}");
        let back = read_raster(&path).unwrap();
        assert_eq!(back.grid().void().map(<[bool]>::len), Some(samples.len()), "{name}");
        for (row, (got, expected)) in back.grid().samples().iter().zip(&samples).enumerate() {
            assert!(got.to_bits() == expected.to_bits() || (got.is_nan() && expected.is_nan()), "{name} {row}: {got}");
        }
    }
}

#[test]
fn the_bytes_of_void_are_zero_and_without_void_code_0_is_a_height() {
    let folder = Folder::new();
    let path = folder.join("a.r16");
    write_raster(&path, &column(&[f64::NAN, 5.0, 9.0], SampleType::Float32, None), &WriteOptions::default()).unwrap();
    assert_eq!(std::fs::read(&path).unwrap(), [0, 0, 1, 0, 0xff, 0xff]);
    write_raster(&path, &column(&[5.0, 9.0], SampleType::Float32, None), &WriteOptions::default()).unwrap();
    assert_eq!(std::fs::read(&path).unwrap(), [0, 0, 0xff, 0xff]);
    // Asked for, as for a tile without holes of a map with some.
    let options = WriteOptions { keep_void: true, ..WriteOptions::default() };
    write_raster(&path, &column(&[5.0, 9.0], SampleType::Float32, None), &options).unwrap();
    assert_eq!(std::fs::read(&path).unwrap(), [1, 0, 0xff, 0xff]);
    assert_eq!(read_raster(&path).unwrap().grid().samples(), [5.0, 9.0]);
}

#[test]
fn nothing_but_void_is_a_raster_too() {
    for name in ["a.png", "a.r16", "a.f32", "a.f64", "a.tif", "a.asc"] {
        let folder = Folder::new();
        write_raster(folder.join(name), &column(&[f64::NAN; 4], SampleType::Float32, None), &WriteOptions::default())
            .unwrap();
        assert_eq!(mask(&read_raster(folder.join(name)).unwrap()), [true; 4], "{name}");
    }
}

#[test]
fn a_streaming_writer_keeps_the_code_when_told() {
    let folder = Folder::new();
    let header = column(&[0.0; 3], SampleType::Float32, None).header().clone();
    let options = WriteOptions { range: Some((0.0, 10.0)), keep_void: true, ..WriteOptions::default() };
    let mut writer = RasterWriter::create(folder.join("a.png"), header, &options).unwrap();
    for sample in [0.0, f64::NAN, 10.0] {
        writer.write_rows(&[sample]).unwrap();
    }
    writer.finish().unwrap();
    let back = read_raster(folder.join("a.png")).unwrap();
    assert_eq!(mask(&back), [false, true, false]);
    assert_eq!((*back.grid().at(0, 0), *back.grid().at(2, 0)), (0.0, 10.0));
}

#[test]
fn seams_of_tiles_that_all_keep_the_code_are_the_same_bits() {
    let folder = Folder::new();
    let options = WriteOptions { range: Some((-3.0, 997.0)), keep_void: true, ..WriteOptions::default() };
    let seam = 123.456;
    for (name, other) in [("whole.r16", 7.0), ("holed.r16", f64::NAN)] {
        write_raster(folder.join(name), &column(&[seam, other], SampleType::Float32, None), &options).unwrap();
    }
    let at_seam = |name| read_raster(folder.join(name)).unwrap().grid().at(0, 0).to_bits();
    assert_eq!(at_seam("whole.r16"), at_seam("holed.r16"));
}

#[test]
fn whole_numbers_in_a_geotiff_get_a_nodata_number_that_no_height_has() {
    for (sample_type, nodata, samples, expected) in [
        (SampleType::Int16, None, [1.0, f64::NAN, -32_767.0], -32_768.0),
        (SampleType::Int16, None, [1.0, f64::NAN, -32_768.0], -32_767.0),
        (SampleType::Int16, Some(-9999.0), [1.0, f64::NAN, -9999.4], -32_768.0),
        (SampleType::Int16, Some(-9999.0), [1.0, f64::NAN, 2.0], -9999.0),
        (SampleType::Uint16, None, [0.0, f64::NAN, 65_534.0], 65_535.0),
        (SampleType::Uint16, None, [0.0, f64::NAN, 65_535.0], 1.0),
        (SampleType::Uint8, None, [0.0, f64::NAN, 255.0], 1.0),
        (SampleType::Int32, None, [0.0, f64::NAN, 3.0], -2_147_483_648.0),
    ] {
        let folder = Folder::new();
        let path = folder.join("a.tif");
        write_raster(&path, &column(&samples, sample_type, nodata), &WriteOptions::default()).unwrap();
        let back = read_raster(&path).unwrap();
        assert_eq!(back.header().nodata, Some(expected), "{sample_type:?} {samples:?}");
        assert_eq!(mask(&back), [false, true, false], "{sample_type:?} {samples:?}");
        assert_eq!(*back.grid().at(2, 0), samples[2].round(), "{sample_type:?} {samples:?}");
    }
}

#[test]
fn void_beside_every_number_of_a_type_is_refused_and_leaves_no_file() {
    let folder = Folder::new();
    let samples: Vec<f64> = (0..=255).map(f64::from).chain([f64::NAN]).collect();
    let refusal =
        write_raster(folder.join("a.tif"), &column(&samples, SampleType::Uint8, None), &WriteOptions::default());
    let refusal = refusal.unwrap_err();
    assert!(matches!(refusal.kind(), IoError::Parameter { what: "nodata", .. }), "{refusal}");
    assert_eq!(folder.names(), [""; 0]);
    // One number less, and there is room.
    write_raster(folder.join("a.tif"), &column(&samples[1..], SampleType::Uint8, None), &WriteOptions::default())
        .unwrap();
    assert_eq!(read_raster(folder.join("a.tif")).unwrap().header().nodata, Some(0.0));
}

#[test]
fn a_nodata_number_that_was_asked_for_is_taken_or_refused() {
    let raster = column(&[1.0, f64::NAN, -7.0], SampleType::Float32, Some(-9999.0));
    let asked = |nodata| WriteOptions { nodata: Some(nodata), ..WriteOptions::default() };
    for name in ["a.tif", "a.asc", "a.f32", "a.f64"] {
        let folder = Folder::new();
        write_raster(folder.join(name), &raster, &asked(-32_768.0)).unwrap();
        let back = read_raster(folder.join(name)).unwrap();
        assert_eq!((back.header().nodata, mask(&back)), (Some(-32_768.0), vec![false, true, false]), "{name}");
        let folder = Folder::new();
        let refusal = write_raster(folder.join(name), &raster, &asked(-7.0)).unwrap_err();
        assert!(matches!(refusal.kind(), IoError::Sample { row: 2, col: 0, .. }), "{name}: {refusal}");
        assert_eq!(folder.names(), [""; 0], "{name}");
    }
    for (name, nodata) in [("a.png", 0.0), ("a.r16", 0.0)] {
        let folder = Folder::new();
        let refusal = write_raster(folder.join(name), &raster, &asked(nodata)).unwrap_err();
        assert!(matches!(refusal.kind(), IoError::Unsupported { what: "nodata", .. }), "{name}: {refusal}");
    }
    let folder = Folder::new();
    let whole = column(&[1.0, f64::NAN], SampleType::Int16, None);
    let refusal = write_raster(folder.join("a.tif"), &whole, &asked(0.5)).unwrap_err();
    assert!(matches!(refusal.kind(), IoError::Parameter { what: "nodata", .. }), "{refusal}");
}

#[test]
fn a_reader_may_overrule_what_a_file_says() {
    let folder = Folder::new();
    let path = folder.join("a.tif");
    write_raster(&path, &column(&[0.0, f64::NAN, 5.0], SampleType::Int16, Some(-1.0)), &WriteOptions::default())
        .unwrap();
    let read = |nodata| read_raster_with(&path, &ReadOptions { nodata, ..ReadOptions::default() });
    for (rule, void, number) in [
        (Nodata::AsFile, [false, true, false], Some(-1.0)),
        (Nodata::Number(5.0), [false, false, true], Some(5.0)),
        (Nodata::Number(77.0), [false; 3], Some(77.0)),
        (Nodata::Nothing, [false; 3], None),
    ] {
        let raster = read(rule).unwrap();
        assert_eq!((mask(&raster), raster.header().nodata), (void.to_vec(), number), "{rule:?}");
    }
    let refusal = read(Nodata::Number(0.5)).unwrap_err();
    assert!(matches!(refusal.kind(), IoError::Parameter { what: "nodata", .. }), "{refusal}");

    // A picture without a sidecar says nothing of void; the number is one of its codes.
    write_raster(folder.join("a.png"), &column(&[0.0, 3.0], SampleType::Uint16, None), &WriteOptions::default())
        .unwrap();
    let bytes = std::fs::read(folder.join("a.png")).unwrap();
    let options = ReadOptions { nodata: Nodata::Number(0.0), ..ReadOptions::default() };
    let bare = format_of("a.png".as_ref()).unwrap().read(&Input::from_bytes("a.png", bytes, None), &options).unwrap();
    assert_eq!(mask(&bare), [true, false]);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn any_mask_survives_any_format_of_16_bits(
        cells in prop::collection::vec(prop_oneof![1 => Just(f64::NAN), 3 => -500.0..9000.0_f64, 1 => Just(-500.0)], 4..200),
        which in 0..4_usize,
        kept: bool,
    ) {
        let (name, sample_type) =
            [("a.png", SampleType::Float64), ("a.r16", SampleType::Float32), ("a.tif", SampleType::Int16), ("a.tif", SampleType::Uint16)][which];
        let lift = if sample_type == SampleType::Uint16 { 500.0 } else { 0.0 };
        let cells: Vec<f64> = cells.into_iter().map(|cell| cell + lift).collect();
        let folder = Folder::new();
        let grid = Grid::new(1, cells.len(), PLACE, cells.clone()).unwrap();
        let void: Vec<bool> = cells.iter().map(|cell| cell.is_nan()).collect();
        let raster = local(&grid.with_void(void.clone()).unwrap(), sample_type);
        write_raster(folder.join(name), &raster, &WriteOptions { keep_void: kept, ..WriteOptions::default() }).unwrap();
        let back = read_raster(folder.join(name)).unwrap();
        prop_assert_eq!(mask(&back), void);
        for (got, cell) in back.grid().samples().iter().zip(&cells).filter(|(_, cell)| !cell.is_nan()) {
            prop_assert!((got - cell).abs() <= 0.5, "{} {}", got, cell);
        }
    }
}
