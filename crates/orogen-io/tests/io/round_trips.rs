//! Every format gives back what it was given: to the bit, or to half a step of a 16-bit code.

use crate::common::{Folder, bits, data, landmark, local, plain};
use orogen_field::{Grid, Placement};
use orogen_io::{
    ByteOrder, Corner, Crs, IoError, LEVEL_ID, Raster, RasterHeader, RasterWriter, Registration, SampleType,
    TiffCompression, TiffLayout, TiffOptions, WriteOptions, read_raster, sidecar_path, write_raster,
};
use proptest::prelude::*;

const EXACT: [&str; 3] = ["a.tif", "a.asc", "a.f64"];

const ALL_COMPRESSIONS: [TiffCompression; 5] = [
    TiffCompression::None,
    TiffCompression::Deflate,
    TiffCompression::Lzw,
    TiffCompression::Zstd,
    TiffCompression::PackBits,
];

fn holed(grid: Grid<f64>) -> Grid<f64> {
    let void = (0..grid.samples().len()).map(|index| index % 37 == 5).collect();
    grid.with_void(void).unwrap()
}

#[test]
fn exact_formats_keep_every_bit_void_and_place() {
    for nodata in [None, Some(-9999.0)] {
        for name in EXACT {
            let folder = Folder::new();
            let raster = local(&holed(landmark(21, 33).map(|h| h / 3.0)), SampleType::Float64);
            let mut header = raster.header().clone();
            header.nodata = nodata;
            header.metadata.insert(LEVEL_ID.into(), "18446744073709551615 <&>".into());
            let raster = raster.with_header(header).unwrap();
            write_raster(folder.join(name), &raster, &WriteOptions::default()).unwrap();
            let back = read_raster(folder.join(name)).unwrap();
            assert_eq!(bits(&back), bits(&raster), "{name}");
            assert_eq!(back.grid().void(), raster.grid().void(), "{name}");
            assert_eq!(back.grid().placement(), raster.grid().placement(), "{name}");
            assert_eq!(back.header().nodata, nodata, "{name}");
            if name != "a.asc" {
                assert_eq!(plain(back.header()), *raster.header(), "{name}");
            }
        }
    }
}

#[test]
fn every_pair_of_formats_keeps_north_up_and_the_landmark_in_place() {
    let names = ["a.tif", "a.asc", "a.f64", "a.f32", "a.r16", "a.png"];
    let raster = local(&landmark(24, 40), SampleType::Float32);
    let (min, max) = raster.range().unwrap();
    for first in names {
        for second in names {
            let folder = Folder::new();
            write_raster(folder.join(first), &raster, &WriteOptions::default()).unwrap();
            let between = read_raster(folder.join(first)).unwrap();
            let second = folder.join(&format!("b{second}"));
            write_raster(&second, &between, &WriteOptions::default()).unwrap();
            let back = read_raster(&second).unwrap();
            assert!(back.grid().at(0, 0) > back.grid().at(23, 0), "{first} {second:?}");
            assert_eq!(back.grid().placement(), raster.grid().placement(), "{first} {second:?}");
            // Half a step for each time that codes are made, and the rounding of a float.
            let bound = (max - min) / 65_535.0 + max * f64::from(f32::EPSILON);
            for (got, expected) in back.grid().samples().iter().zip(raster.grid().samples()) {
                assert!((got - expected).abs() <= bound, "{first} {second:?}: {got} {expected}");
            }
        }
    }
}

#[test]
fn tiff_variants_keep_every_bit() {
    // Larger than a tile each way, and no multiple of one.
    let grid = landmark(300, 517).map(|h| h.floor());
    for sample_type in [SampleType::Int8, SampleType::Uint8] {
        check_tiff_variants(&grid.map(|h| h.rem_euclid(100.0)), sample_type);
    }
    for sample_type in [SampleType::Int16, SampleType::Int32, SampleType::Float32, SampleType::Float64] {
        check_tiff_variants(&grid, sample_type);
    }
    for sample_type in [SampleType::Uint16, SampleType::Uint32] {
        check_tiff_variants(&grid.map(|h| h + 33_000.0), sample_type);
    }
}

fn check_tiff_variants(grid: &Grid<f64>, sample_type: SampleType) {
    let folder = Folder::new();
    let raster = local(grid, sample_type);
    for compression in ALL_COMPRESSIONS {
        for (layout, big) in [(TiffLayout::Auto, false), (TiffLayout::Strips, true), (TiffLayout::Tiles, true)] {
            for byte_order in [ByteOrder::Little, ByteOrder::Big] {
                let options = WriteOptions {
                    byte_order,
                    tiff: TiffOptions { compression, layout, big },
                    ..WriteOptions::default()
                };
                write_raster(folder.join("a.tif"), &raster, &options).unwrap();
                let back = read_raster(folder.join("a.tif")).unwrap();
                assert!(bits(&back) == bits(&raster), "{sample_type:?} {options:?}");
                assert_eq!(plain(back.header()), *raster.header(), "{sample_type:?} {options:?}");
            }
        }
    }
}

#[test]
fn the_text_of_jacksboro_is_its_geotiff_bit_for_bit() {
    let text = read_raster(data("jacksboro.asc")).unwrap();
    let tiff = read_raster(data("jacksboro_deflate_int16.tif")).unwrap();
    assert!(bits(&text) == bits(&tiff));
    assert_eq!((tiff.grid().rows(), tiff.grid().cols()), (344, 403));
    let (text_centre, tiff_centre) = (text.georef().first_centre(344), tiff.georef().first_centre(344));
    assert!((text_centre.0 - tiff_centre.0).abs() < 1e-9 && (text_centre.1 - tiff_centre.1).abs() < 1e-9);
}

#[test]
fn real_models_are_placed_and_metric() {
    let utm = read_raster(data("bigtujunga_srtm30m_utm11.tif")).unwrap();
    let placement = utm.grid().placement();
    assert_eq!((placement.step_x, placement.step_z), (30.0, 30.0));
    assert!((placement.x0 - 376_328.655454).abs() < 1e-6 && (placement.z0 + 3_807_902.827628).abs() < 1e-6);
    assert_eq!((utm.georef().crs.epsg, utm.header().nodata), (Some(32611), Some(32_767.0)));

    let degrees = read_raster(data("srtm3_geographic_int16.tif")).unwrap();
    // 3 arc seconds at 32.67 N: cos(32.67) of 92.77 m, and 92.4 m.
    assert!((degrees.step_x_m(180) - 78.14).abs() < 0.1, "{}", degrees.step_x_m(180));
    assert!((degrees.step_z_m() - 92.41).abs() < 0.05, "{}", degrees.step_z_m());
    assert!(degrees.step_x_m(0) < degrees.step_x_m(358), "columns are narrower in the north");
    assert_eq!(degrees.grid().placement().step_z, degrees.step_z_m());
}

#[test]
fn an_srtm_tile_covers_one_degree_between_centres_and_keeps_its_bytes() {
    let folder = Folder::new();
    let heights = |row: usize, col: usize| if (row, col) == (3, 4) { -32_768 } else { (row as i16) - (col as i16) };
    let bytes: Vec<u8> =
        (0..1201).flat_map(|row| (0..1201).flat_map(move |col| heights(row, col).to_be_bytes())).collect();
    std::fs::write(folder.join("N34W119.hgt"), &bytes).unwrap();
    let tile = read_raster(folder.join("N34W119.hgt")).unwrap();
    assert_eq!((*tile.grid().at(0, 1), *tile.grid().at(1200, 0)), (-1.0, 1200.0));
    assert!(tile.grid().is_void(3 * 1201 + 4));
    let (west, north) = tile.georef().first_centre(1201);
    assert_eq!((west, tile.georef().y_of_row(1200, 1201)), (-119.0, 34.0));
    assert!((north - 35.0).abs() < 1e-12 && (west + 1200.0 * tile.georef().step_x + 118.0).abs() < 1e-12);

    write_raster(folder.join("n34w119.hgt"), &tile, &WriteOptions::default()).unwrap();
    assert_eq!(std::fs::read(folder.join("n34w119.hgt")).unwrap(), bytes);
    let refusal = write_raster(folder.join("N35W119.hgt"), &tile, &WriteOptions::default()).unwrap_err();
    assert!(matches!(refusal.kind(), IoError::Unsupported { what: "place", .. }), "{refusal}");

    // Through GeoTIFF and back the posts stay where they were.
    write_raster(folder.join("tile.tif"), &tile, &WriteOptions::default()).unwrap();
    let tiff = read_raster(folder.join("tile.tif")).unwrap();
    assert_eq!((bits(&tiff), tiff.georef().registration), (bits(&tile), Registration::Point));
    write_raster(folder.join("N34W119.hgt"), &tiff, &WriteOptions::default()).unwrap();
    assert_eq!(std::fs::read(folder.join("N34W119.hgt")).unwrap(), bytes);
}

#[test]
fn neighbours_over_one_range_share_their_seam_bit_for_bit() {
    let folder = Folder::new();
    let options = WriteOptions { range: Some((-50.0, 1000.0)), ..WriteOptions::default() };
    let heights = |col: usize, row: usize| if (col, row) == (2, 2) { 1000.0 } else { col as f64 * 1.37 + row as f64 };
    for (name, first) in [("west", 0), ("east", 8)] {
        let placement = Placement::square(first as f64, 0.0, 1.0);
        let grid = Grid::from_fn(9, 9, placement, |row, col| heights(first + col, row)).unwrap();
        for extension in ["png", "r16", "f32"] {
            write_raster(folder.join(&format!("{name}.{extension}")), &local(&grid, SampleType::Float32), &options)
                .unwrap();
        }
    }
    for extension in ["png", "r16", "f32"] {
        let read = |name: &str| read_raster(folder.join(&format!("{name}.{extension}"))).unwrap();
        let (west, east) = (read("west"), read("east"));
        for row in 0..9 {
            assert_eq!(west.grid().at(row, 8).to_bits(), east.grid().at(row, 0).to_bits(), "{extension}");
        }
    }
}

#[test]
fn r16_is_little_endian_unless_told_otherwise_and_its_sidecar_says_so() {
    let folder = Folder::new();
    let grid = Grid::new(1, 2, Placement::square(0.0, 0.0, 1.0), vec![f64::from(0x1234), f64::from(0xff01)]).unwrap();
    for (byte_order, bytes, word) in
        [(ByteOrder::Little, [0x34, 0x12, 0x01, 0xff], "little"), (ByteOrder::Big, [0x12, 0x34, 0xff, 0x01], "big")]
    {
        let options = WriteOptions { range: Some((0.0, 65_535.0)), byte_order, ..WriteOptions::default() };
        let path = folder.join("a.r16");
        write_raster(&path, &local(&grid, SampleType::Uint16), &options).unwrap();
        assert_eq!(std::fs::read(&path).unwrap(), bytes);
        let sidecar: serde_json::Value = serde_json::from_slice(&std::fs::read(sidecar_path(&path)).unwrap()).unwrap();
        assert_eq!(sidecar["byte_order"], word);
        assert_eq!(sidecar["encoding"]["code_65535_m"], 65_535.0);
        assert_eq!(read_raster(&path).unwrap().grid().samples(), grid.samples());
    }
}

#[test]
fn a_smooth_ramp_keeps_its_levels() {
    let folder = Folder::new();
    let grid = Grid::from_fn(1, 4096, Placement::square(0.0, 0.0, 1.0), |_, col| col as f64 * 1000.0 / 4095.0).unwrap();
    for name in ["a.png", "a.r16", "a.f32", "a.tif"] {
        write_raster(folder.join(name), &local(&grid, SampleType::Float32), &WriteOptions::default()).unwrap();
        let mut levels = read_raster(folder.join(name)).unwrap().into_grid().into_samples();
        levels.dedup();
        assert_eq!(levels.len(), 4096, "{name}");
        assert!(levels.is_sorted(), "{name}");
    }
}

#[test]
fn samples_that_a_file_cannot_hold_are_named_and_leave_no_file() {
    let grid = |height| Grid::new(2, 2, Placement::square(0.0, 0.0, 1.0), vec![0.0, 1.0, 2.0, height]).unwrap();
    let fixed = WriteOptions { range: Some((0.0, 10.0)), ..WriteOptions::default() };
    let header = |sample_type, nodata| RasterHeader {
        nodata,
        ..RasterHeader::of_grid(&grid(0.0), Crs::local("w"), sample_type)
    };
    for (name, header, height, options) in [
        ("a.tif", header(SampleType::Int16, None), 32_768.0, &fixed),
        ("a.tif", header(SampleType::Int16, None), f64::NAN, &fixed),
        ("a.tif", header(SampleType::Float32, None), 1e39, &fixed),
        ("a.tif", header(SampleType::Float32, None), f64::INFINITY, &fixed),
        ("a.asc", header(SampleType::Float32, Some(-9999.0)), -9999.0, &fixed),
        ("a.asc", header(SampleType::Float32, None), f64::NEG_INFINITY, &fixed),
        ("a.png", header(SampleType::Float32, None), 10.01, &fixed),
        ("a.png", header(SampleType::Float32, None), f64::NAN, &fixed),
        ("a.r16", header(SampleType::Float32, None), -0.01, &fixed),
        ("a.f32", header(SampleType::Float32, None), 1e39, &fixed),
    ] {
        let folder = Folder::new();
        let mut writer = RasterWriter::create(folder.join(name), header, options).unwrap();
        let refusal = writer.write_rows(grid(height).samples()).unwrap_err();
        assert!(matches!(refusal.kind(), IoError::Sample { row: 1, col: 1, .. }), "{name} {height}: {refusal}");
        drop(writer);
        assert_eq!(folder.names(), [""; 0], "{name} {height}");
    }
}

#[test]
fn rows_are_counted() {
    let folder = Folder::new();
    let header = RasterHeader::of_grid(&landmark(4, 5), Crs::local("w"), SampleType::Float32);
    let mut writer = RasterWriter::create(folder.join("a.f32"), header, &WriteOptions::default()).unwrap();
    assert!(matches!(writer.write_rows(&[0.0; 4]).unwrap_err().kind(), IoError::Parameter { what: "rows", .. }));
    assert!(matches!(writer.write_rows(&[0.0; 25]).unwrap_err().kind(), IoError::Parameter { what: "rows", .. }));
    writer.write_rows(&[0.0; 15]).unwrap();
    assert!(matches!(writer.finish().unwrap_err().kind(), IoError::Parameter { what: "rows", .. }));
    assert_eq!(folder.names(), [""; 0]);
}

#[test]
fn a_surface_needs_two_rows_two_columns_and_a_height() {
    let placement = Placement::square(0.0, 0.0, 1.0);
    let raster =
        |rows, cols, height| local(&Grid::from_fn(rows, cols, placement, |_, _| height).unwrap(), SampleType::Float32);
    assert!(raster(2, 2, 0.0).require_surface().is_ok());
    for (rows, cols, height) in [(1, 5, 0.0), (5, 1, 0.0), (3, 3, f64::NAN)] {
        let refusal = raster(rows, cols, height).require_surface().unwrap_err();
        assert!(matches!(refusal, IoError::NoSurface { .. }), "{refusal}");
    }
    let infinite = Grid::from_fn(2, 2, placement, |row, _| if row == 1 { f64::INFINITY } else { 0.0 }).unwrap();
    let refusal = Raster::from_grid(&infinite, Crs::unknown(), SampleType::Float32).unwrap_err();
    assert!(matches!(refusal, IoError::Sample { row: 1, col: 0, .. }), "{refusal}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn any_heights_survive_in_blocks_of_rows(
        rows in 1..40_usize,
        cols in 1..40_usize,
        block in 1..7_usize,
        seed: u64,
        which in 0..3_usize,
        south_west: bool,
        area: bool,
    ) {
        let folder = Folder::new();
        let height = |index: usize| {
            let mixed = (seed ^ index as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            if mixed.is_multiple_of(11) { f64::NAN } else { (mixed >> 11) as f64 / 1e9 - 4e6 }
        };
        let samples: Vec<f64> = (0..rows * cols).map(height).collect();
        let grid = Grid::new(rows, cols, Placement { x0: 0.1, z0: 0.7, step_x: 0.3, step_z: 1.1 }, samples.clone()).unwrap();
        let mut header = RasterHeader::of_grid(&grid, Crs::local("w"), SampleType::Float64);
        let registration = if area { Registration::Area } else { Registration::Point };
        let corner = if south_west { Corner::SouthWest } else { Corner::NorthWest };
        header.georef = header.georef.anchored(registration, corner, rows);
        let path = folder.join(EXACT[which]);
        let mut writer = RasterWriter::create(&path, header.clone(), &WriteOptions::default()).unwrap();
        for rows in samples.chunks(block * cols) {
            writer.write_rows(rows).unwrap();
        }
        writer.finish().unwrap();
        let back = read_raster(&path).unwrap();
        prop_assert_eq!(bits(&back), bits(&Raster::new(header.clone(), samples).unwrap()));
        let (got, expected) = (back.georef().first_centre(rows), header.georef.first_centre(rows));
        prop_assert!((got.0 - expected.0).abs() < 1e-12 && (got.1 - expected.1).abs() < 1e-12);
    }
}
