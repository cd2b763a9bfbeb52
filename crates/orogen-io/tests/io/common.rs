//! What the tests share: folders that vanish, rasters to write, and a comparison to the bit.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

use orogen_field::{Grid, Placement};
use orogen_io::{Crs, Raster, RasterHeader, SampleType};

/// A folder of a test's own, removed with all that is in it.
pub(crate) struct Folder(PathBuf);

static COUNTER: AtomicU32 = AtomicU32::new(0);

impl Folder {
    pub(crate) fn new() -> Self {
        let name = format!("orogen-io-{}-{}", std::process::id(), COUNTER.fetch_add(1, Ordering::Relaxed));
        let path = std::env::temp_dir().join(name);
        fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    pub(crate) fn join(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    /// The names of all files in it, sorted.
    pub(crate) fn names(&self) -> Vec<String> {
        let mut names: Vec<_> =
            fs::read_dir(&self.0).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// A real elevation model.
pub(crate) fn data(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/data").join(name)
}

/// Heights that rise to the north, with a stem and two arms of an F, so that every flip and mirror shows.
pub(crate) fn landmark(rows: usize, cols: usize) -> Grid<f64> {
    Grid::from_fn(rows, cols, Placement { x0: 1000.5, z0: -2000.25, step_x: 2.0, step_z: 3.0 }, |row, col| {
        let stem = col == cols / 4 && row > rows / 4;
        let arm = (row == rows / 4 || row == rows / 2) && col >= cols / 4 && col < cols / 4 + rows / 3;
        (rows - row) as f64 * 2.0 + if stem || arm { 500.0 } else { 0.0 } - 100.0
    })
    .unwrap()
}

pub(crate) fn local(grid: &Grid<f64>, sample_type: SampleType) -> Raster {
    Raster::from_grid(grid, Crs::local("test world"), sample_type).unwrap()
}

/// The bits of all samples; those of void cells are one and the same NaN.
pub(crate) fn bits(raster: &Raster) -> Vec<u64> {
    raster.grid().samples().iter().map(|v| if v.is_nan() { f64::NAN.to_bits() } else { v.to_bits() }).collect()
}

/// The header without what only GeoTIFF keeps.
pub(crate) fn plain(header: &RasterHeader) -> RasterHeader {
    let mut header = header.clone();
    header.georef.crs.geo_keys = None;
    header
}
