//! Rasters larger than the memory that there is.

use std::process::{Command, Stdio};

use orogen_field::{Grid, Placement};
use orogen_io::{Crs, RasterHeader, RasterWriter, SampleType, WriteOptions};

use crate::common::Folder;

/// Writes a raster a row at a time. Runs only when the test below starts it, or by hand with another size.
#[test]
#[ignore = "a helper of `a_raster_of_4096_x_4096_needs_no_256_mib`"]
fn write_large() {
    let path = std::env::var("OROGEN_IO_LARGE").unwrap();
    let side: usize = std::env::var("OROGEN_IO_SIDE").unwrap().parse().unwrap();
    let grid = Grid::new(1, 1, Placement::square(0.0, 0.0, 1.0), vec![0.0]).unwrap();
    let header = RasterHeader {
        rows: side,
        cols: side,
        ..RasterHeader::of_grid(&grid, Crs::local("large"), SampleType::Float32)
    };
    let mut writer = RasterWriter::create(path, header, &WriteOptions::default()).unwrap();
    let mut row_m = vec![0.0; side];
    for row in 0..side {
        for (col, height_m) in row_m.iter_mut().enumerate() {
            *height_m = (row * 7 + col * 3) as f64 * 0.125;
        }
        writer.write_rows(&row_m).unwrap();
    }
    writer.finish().unwrap();
}

#[test]
fn a_raster_of_4096_x_4096_needs_no_256_mib() {
    let folder = Folder::new();
    let path = folder.join("large.tif");
    let script = "ulimit -v 262144; exec \"$0\" --ignored --exact memory::write_large";
    let status = Command::new("sh")
        .args(["-c", script, std::env::current_exe().unwrap().to_str().unwrap()])
        .env("OROGEN_IO_LARGE", &path)
        .env("OROGEN_IO_SIDE", "4096")
        .stdout(Stdio::null())
        .status()
        .unwrap();
    assert!(status.success());
    let raster = orogen_io::read_raster(&path).unwrap();
    assert_eq!((raster.grid().rows(), *raster.grid().at(4095, 4095)), (4096, 5118.75));
}
