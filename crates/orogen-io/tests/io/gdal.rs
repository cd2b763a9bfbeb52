//! GDAL and Pillow as independent readers of what we write, and GDAL as the writer of what we read.
//!
//! They are needed: without them these tests fail and say so. Debian: gdal-bin and python3-pil.

use std::path::Path;
use std::process::Command;

use orogen_field::{Grid, Placement};
use orogen_io::{
    ByteOrder, Crs, IoError, Raster, SampleType, TiffCompression, TiffLayout, TiffOptions, WriteOptions, read_raster,
    write_picture, write_raster,
};

use crate::common::{Folder, bits, data, landmark, local};

fn run(program: &str, arguments: &[&str]) -> String {
    let output = Command::new(program).args(arguments).output().unwrap_or_else(|error| {
        panic!("{program}: {error}; these tests need gdal-bin and Pillow (Debian: gdal-bin, python3-pil)")
    });
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{program} {arguments:?}: {stderr}");
    String::from_utf8(output.stdout).unwrap()
}

/// The first Python that has Pillow.
fn python() -> &'static str {
    let has_pillow =
        |python: &&str| Command::new(python).args(["-c", "import PIL"]).output().is_ok_and(|o| o.status.success());
    ["python3", "/usr/bin/python3"].into_iter().find(has_pillow).expect("no python3 with Pillow: install python3-pil")
}

fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

/// The samples of a file as GDAL reads them.
fn by_gdal(path: &Path, folder: &Folder) -> Vec<f64> {
    let raw = folder.join("by_gdal.raw");
    run("gdal_translate", &["-q", "-of", "ENVI", "-ot", "Float64", text(path), text(&raw)]);
    std::fs::read(&raw).unwrap().as_chunks().0.iter().map(|chunk| f64::from_le_bytes(*chunk)).collect()
}

#[test]
fn gdal_reads_every_tiff_that_we_write_to_the_bit() {
    let grid = landmark(300, 517).map(|h| h.floor() + 200.0);
    for (sample_type, compressions) in [
        (SampleType::Int16, [TiffCompression::Lzw, TiffCompression::Deflate, TiffCompression::PackBits]),
        (SampleType::Uint16, [TiffCompression::Zstd, TiffCompression::None, TiffCompression::PackBits]),
        (SampleType::Int32, [TiffCompression::Zstd, TiffCompression::Lzw, TiffCompression::PackBits]),
        (SampleType::Float32, [TiffCompression::Deflate, TiffCompression::Zstd, TiffCompression::PackBits]),
        (SampleType::Float64, [TiffCompression::Deflate, TiffCompression::Lzw, TiffCompression::PackBits]),
    ] {
        for compression in compressions {
            for (layout, big) in [(TiffLayout::Strips, false), (TiffLayout::Tiles, true)] {
                for byte_order in [ByteOrder::Little, ByteOrder::Big] {
                    let folder = Folder::new();
                    let path = folder.join("a.tif");
                    let tiff = TiffOptions { compression, layout, big };
                    let raster = local(&grid, sample_type);
                    write_raster(&path, &raster, &WriteOptions { byte_order, tiff, ..WriteOptions::default() })
                        .unwrap();
                    assert_eq!(
                        by_gdal(&path, &folder),
                        raster.grid().samples(),
                        "{sample_type:?} {tiff:?} {byte_order:?}"
                    );
                    let info: serde_json::Value =
                        serde_json::from_str(&run("gdalinfo", &["-json", text(&path)])).unwrap();
                    let named = info["metadata"]["IMAGE_STRUCTURE"]["COMPRESSION"].as_str();
                    assert_eq!(named, name_of(compression), "{sample_type:?} {tiff:?} {byte_order:?}");
                }
            }
        }
    }
}

/// What GDAL calls a compression.
fn name_of(compression: TiffCompression) -> Option<&'static str> {
    match compression {
        TiffCompression::None => None,
        TiffCompression::Deflate => Some("DEFLATE"),
        TiffCompression::Lzw => Some("LZW"),
        TiffCompression::Zstd => Some("ZSTD"),
        TiffCompression::PackBits => Some("PACKBITS"),
    }
}

#[test]
fn gdal_sees_an_invented_world_in_its_place() {
    let folder = Folder::new();
    let path = folder.join("a.tif");
    let grid = Grid::from_fn(20, 10, Placement::square(1000.0, -500.0, 4.0), |row, col| (row + col) as f64).unwrap();
    let void = (0..200).map(|index| index == 7).collect();
    let mut header = local(&grid, SampleType::Float32).header().clone();
    header.metadata.insert("level_id".into(), "seed 7 <&> more".into());
    let raster = Raster::from_grid(&grid.with_void(void).unwrap(), Crs::local("w"), SampleType::Float32).unwrap();
    write_raster(&path, &raster.with_header(header).unwrap(), &WriteOptions::default()).unwrap();
    let info: serde_json::Value = serde_json::from_str(&run("gdalinfo", &["-json", "-stats", text(&path)])).unwrap();
    // Centres from 1000 and 500, so corners from 998 and 502.
    assert_eq!(info["geoTransform"], serde_json::json!([998.0, 4.0, 0.0, 502.0, 0.0, -4.0]));
    assert_eq!(info["cornerCoordinates"]["lowerRight"], serde_json::json!([1038.0, 422.0]));
    assert_eq!(info["metadata"][""]["AREA_OR_POINT"], "Point");
    assert_eq!(info["metadata"][""]["level_id"], "seed 7 <&> more");
    let wkt = info["coordinateSystem"]["wkt"].as_str().unwrap();
    assert!(wkt.starts_with("ENGCRS[\"test world\"") && wkt.contains("LENGTHUNIT[\"metre\",1"), "{wkt}");
    assert_eq!(info["bands"][0]["type"], "Float32");
    assert_eq!(info["bands"][0]["metadata"][""]["STATISTICS_VALID_PERCENT"], "99.5");
}

#[test]
fn gdal_finds_the_holes_of_a_raster_of_whole_numbers() {
    for (sample_type, nodata) in [(SampleType::Int16, -32_768.0), (SampleType::Uint16, 65_535.0)] {
        let folder = Folder::new();
        let path = folder.join("a.tif");
        let void = (0..200).map(|index| index % 20 == 7).collect();
        let grid = landmark(20, 10).map(|h| h.floor() + 200.0).with_void(void).unwrap();
        write_raster(&path, &local(&grid, sample_type), &WriteOptions::default()).unwrap();
        let info: serde_json::Value =
            serde_json::from_str(&run("gdalinfo", &["-json", "-stats", text(&path)])).unwrap();
        assert_eq!(info["bands"][0]["noDataValue"], nodata, "{sample_type:?}");
        assert_eq!(info["bands"][0]["metadata"][""]["STATISTICS_VALID_PERCENT"], "95", "{sample_type:?}");
    }
}

#[test]
fn gdal_reports_the_extent_that_a_real_model_came_with() {
    for name in ["jacksboro_deflate_int16.tif", "bigtujunga_srtm30m_utm11.tif", "jacksboro.asc"] {
        let folder = Folder::new();
        let raster = read_raster(data(name)).unwrap();
        for extension in ["tif", "asc"] {
            let path = folder.join(&format!("a.{extension}"));
            write_raster(&path, &raster, &WriteOptions::default()).unwrap();
            let info = |path: &Path| -> serde_json::Value {
                serde_json::from_str(&run("gdalinfo", &["-json", text(path)])).unwrap()
            };
            let (ours, theirs) = (info(&path), info(&data(name)));
            for index in 0..6 {
                let number = |info: &serde_json::Value| info["geoTransform"][index].as_f64().unwrap();
                assert!((number(&ours) - number(&theirs)).abs() < 1e-8, "{name} {extension}: {ours}");
            }
            assert_eq!(ours["bands"][0]["noDataValue"], theirs["bands"][0]["noDataValue"], "{name} {extension}");
            if extension == "tif" {
                assert_eq!(ours["coordinateSystem"]["wkt"], theirs["coordinateSystem"]["wkt"], "{name}");
            }
            assert!(by_gdal(&path, &folder) == by_gdal(&data(name), &folder), "{name} {extension}");
        }
    }
}

#[test]
fn gdal_reads_our_srtm_tile() {
    let folder = Folder::new();
    let bytes: Vec<u8> = (0..1201 * 1201).flat_map(|index: i32| ((index % 3000) as i16 - 100).to_be_bytes()).collect();
    std::fs::write(folder.join("S07E110.hgt"), bytes).unwrap();
    let tile = read_raster(folder.join("S07E110.hgt")).unwrap();
    write_raster(folder.join("tile.tif"), &tile, &WriteOptions::default()).unwrap();
    for name in ["S07E110.hgt", "tile.tif"] {
        let info: serde_json::Value =
            serde_json::from_str(&run("gdalinfo", &["-json", text(&folder.join(name))])).unwrap();
        let step = 1.0 / 1200.0;
        for (index, expected) in [110.0 - step / 2.0, step, 0.0, -6.0 + step / 2.0, 0.0, -step].into_iter().enumerate()
        {
            let got = info["geoTransform"][index].as_f64().unwrap();
            assert!((got - expected).abs() < 1e-12, "{name}: {got} {expected}");
        }
        assert!(by_gdal(&folder.join(name), &folder) == tile.grid().samples(), "{name}");
    }
}

#[test]
fn pillow_reads_our_pictures() {
    let folder = Folder::new();
    let grid = Grid::new(2, 2, Placement::square(0.0, 0.0, 1.0), vec![0.0, 1234.0, 65_281.0, 65_535.0]).unwrap();
    write_raster(folder.join("a.png"), &local(&grid, SampleType::Uint16), &WriteOptions::default()).unwrap();
    write_picture(folder.join("b.png"), 1, 2, &[], |_, bytes| {
        bytes.copy_from_slice(&[1, 2, 3, 4, 5, 6]);
        Ok::<(), IoError>(())
    })
    .unwrap();
    let script =
        "import sys\nfrom PIL import Image\nfor name in sys.argv[1:]:\n    print(list(Image.open(name).getdata()))";
    let read = run(python(), &["-c", script, text(&folder.join("a.png")), text(&folder.join("b.png"))]);
    assert_eq!(read, "[0, 1234, 65281, 65535]\n[(1, 2, 3), (4, 5, 6)]\n");
}

#[test]
fn every_layout_that_gdal_writes_is_the_same_raster() {
    let folder = Folder::new();
    // Larger than two tiles of 64 each way, and no multiple of them.
    let grid = landmark(131, 150).map(|h| h.floor() + 200.0);
    let source = folder.join("source.tif");
    write_raster(&source, &local(&grid, SampleType::Float64), &WriteOptions::default()).unwrap();
    let expected = bits(&read_raster(&source).unwrap());
    let mut cases = Vec::new();
    for (sample_type, predictors) in
        [("Byte", 2), ("Int16", 2), ("UInt16", 2), ("Int32", 2), ("UInt32", 2), ("Float32", 3), ("Float64", 3)]
    {
        for (compression, predictors) in
            [("NONE", 1), ("PACKBITS", 1), ("DEFLATE", predictors), ("LZW", predictors), ("ZSTD", predictors)]
        {
            for predictor in 1..=predictors {
                for layout in ["TILED=NO", "TILED=YES"] {
                    for (big, order) in [("NO", "LITTLE"), ("NO", "BIG"), ("YES", "LITTLE"), ("YES", "BIG")] {
                        // libtiff writes zeros there, which GDAL itself reads back as such. Files of ours of that kind
                        // are read by GDAL in another test.
                        if (predictor, order) == (3, "BIG") {
                            continue;
                        }
                        cases.push((sample_type, compression, predictor, layout, big, order));
                    }
                }
            }
        }
    }
    // Two at a time, as the machine may have two cores; the order of the cases does not matter.
    std::thread::scope(|scope| {
        for half in cases.chunks(cases.len().div_ceil(2)) {
            scope.spawn(|| half.iter().for_each(|&case| check_layout(&folder, &source, &grid, &expected, case)));
        }
    });
}

type Layout = (&'static str, &'static str, i32, &'static str, &'static str, &'static str);

fn check_layout(folder: &Folder, source: &Path, grid: &Grid<f64>, expected: &[u64], case: Layout) {
    let (sample_type, compression, predictor, layout, big, order) = case;
    let path = folder.join(&format!("{sample_type}-{compression}-{predictor}-{layout}-{big}-{order}.tif"));
    let mut arguments = vec!["-q".to_string(), "-ot".into(), sample_type.into(), "-a_nodata".into(), "none".into()];
    let mut option = |option: String| arguments.extend(["-co".to_string(), option]);
    option(format!("COMPRESS={compression}"));
    option(layout.into());
    option(format!("BIGTIFF={big}"));
    option(format!("ENDIANNESS={order}"));
    if layout == "TILED=YES" {
        option("BLOCKXSIZE=64".into());
        option("BLOCKYSIZE=64".into());
    }
    if !["NONE", "PACKBITS"].contains(&compression) {
        option(format!("PREDICTOR={predictor}"));
    }
    arguments.extend([text(source).to_string(), text(&path).to_string()]);
    run("gdal_translate", &arguments.iter().map(String::as_str).collect::<Vec<_>>());
    let raster = read_raster(&path).unwrap();
    if sample_type == "Byte" {
        // GDAL saturates.
        let clamped: Vec<_> = grid.samples().iter().map(|h| h.min(255.0).to_bits()).collect();
        assert!(bits(&raster) == clamped, "{case:?}");
    } else {
        assert!(bits(&raster) == expected, "{case:?}");
    }
    assert_eq!(raster.grid().placement(), grid.placement(), "{case:?}");
    std::fs::remove_file(&path).unwrap();
}

#[test]
fn half_floats_and_other_oddities_are_read_right_or_named() {
    let folder = Folder::new();
    let source = folder.join("source.tif");
    write_raster(&source, &local(&landmark(9, 9), SampleType::Float32), &WriteOptions::default()).unwrap();
    for options in [&["-ot", "Float32", "-co", "NBITS=16"][..], &["-ot", "CFloat32"], &["-b", "1", "-b", "1"]] {
        let path = folder.join("odd.tif");
        run("gdal_translate", &[options, &["-q", text(&source), text(&path)]].concat());
        let refusal = read_raster(&path).unwrap_err();
        assert!(matches!(refusal.kind(), orogen_io::IoError::Unsupported { .. }), "{options:?}: {refusal}");
    }
}
