//! A raster on its way from a file to a file.

use std::path::{Path, PathBuf};

use clap::Args;
use orogen::Grid;
use orogen::io::{
    AtomicFile, Crs, CrsKind, Nodata, Raster, RasterHeader, ReadOptions, SampleType, Warning, read_raster_with,
    write_raster,
};
use orogen::raster::CellSize;

use super::output_raster::OutputRaster;
use crate::failure::Failure;
use crate::numbers::nodata;

/// The file that a command reads.
#[derive(Args)]
pub(crate) struct InputFile {
    /// The raster: .tif, .asc, .hgt, 16-bit .png, .f64, .f32 or .r16
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,

    /// The number that stands for no data in the file, whatever the file says; or none, if all of its numbers are heights
    #[arg(long, value_name = "NUMBER", value_parser = nodata, allow_negative_numbers = true)]
    nodata: Option<Nodata>,

    /// Takes the file's coordinates for degrees on WGS 84, as text files cannot say
    #[arg(long)]
    degrees: bool,
}

impl InputFile {
    /// Reads it, and refuses what has no surface.
    pub(crate) fn read(&self) -> Result<Map, Failure> {
        let map = self.read_any()?;
        map.raster.require_surface()?;
        Ok(map)
    }

    /// Reads it, also if it has one row, or no height.
    pub(crate) fn read_any(&self) -> Result<Map, Failure> {
        let nodata = self.nodata.unwrap_or_default();
        Map::read_with(&self.file, &ReadOptions { nodata, ..ReadOptions::default() }, self.degrees)
    }
}

/// The file that a command writes.
#[derive(Args)]
pub(crate) struct OutputFile {
    /// The result; its extension is its format
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: PathBuf,
}

impl OutputFile {
    /// Refuses a file for outlines that does not say that it is GeoJSON.
    pub(crate) fn check_geojson(&self) -> Result<(), Failure> {
        let extension = self.output.extension().unwrap_or_default().to_string_lossy().into_owned();
        match extension.to_ascii_lowercase().as_str() {
            "geojson" | "json" => self.check(),
            _ => Err(Failure::input("--output", "a .geojson or .json", format!("{extension:?}"), "rename the file")),
        }
    }

    /// Refuses a file that cannot be written, before there is any work to lose.
    pub(crate) fn check(&self) -> Result<(), Failure> {
        // What is not committed leaves nothing behind.
        AtomicFile::create(&self.output)?;
        Ok(())
    }
}

/// A raster with the metric size of its cells.
pub(crate) struct Map {
    pub(crate) raster: Raster,
    pub(crate) cells: CellSize,
}

impl Map {
    /// Reads a raster; what its reader should know goes to stderr.
    pub(crate) fn read(path: &Path) -> Result<Self, Failure> {
        Self::read_with(path, &ReadOptions::default(), false)
    }

    fn read_with(path: &Path, options: &ReadOptions, in_degrees: bool) -> Result<Self, Failure> {
        let read = read_raster_with(path, options)?;
        let raster = if in_degrees { read.in_degrees()? } else { read };
        for warning in raster.warnings() {
            let remedy = if *warning == Warning::LikeDegrees { "; --degrees takes them for such" } else { "" };
            crate::output::note(format!("warning: {}: {warning}{remedy}", path.display()));
        }
        let cells = if raster.georef().crs.kind == CrsKind::Geographic {
            let rows = 0..raster.grid().rows();
            CellSize::by_row(rows.map(|row| raster.step_x_m(row)).collect(), raster.step_z_m())?
        } else {
            CellSize::uniform(raster.step_x_m(0), raster.step_z_m())?
        };
        Ok(Self { raster, cells })
    }

    pub(crate) fn grid(&self) -> &Grid<f64> {
        self.raster.grid()
    }

    /// Area of each cell in square metres, row-major.
    pub(crate) fn cell_areas(&self) -> Vec<f64> {
        let area = |row: usize| self.cells.step_x(row) * self.cells.step_z();
        let rows = 0..self.grid().rows();
        rows.flat_map(|row| std::iter::repeat_n(area(row), self.grid().cols())).collect()
    }

    /// The x and y of a cell's centre, in the raster's own coordinates.
    pub(crate) fn coordinates(&self, row: f64, col: f64) -> [f64; 2] {
        let (x, y) = self.raster.georef().first_centre(self.grid().rows());
        [x + col * self.raster.georef().step_x, y - row * self.raster.georef().step_y]
    }

    /// Writes a grid of the same shape in this raster's place.
    pub(crate) fn write(&self, grid: &Grid<f64>, output: &OutputRaster) -> Result<(), Failure> {
        let header = RasterHeader { nodata: None, ..self.raster.header().clone() };
        write_grid(grid, RasterHeader { sample_type: float_for(output.path()), ..header }, output)
    }

    /// As [`Map::write`], for values in row-major order; those of void cells do not matter.
    pub(crate) fn write_values(&self, values: Vec<f64>, output: &OutputRaster) -> Result<(), Failure> {
        let void = self.grid().void().map(<[bool]>::to_vec);
        let mut grid = Grid::new(self.grid().rows(), self.grid().cols(), self.grid().placement(), values)
            .map_err(orogen::io::IoError::from)?;
        if let Some(void) = void {
            grid = grid.with_void(void).map_err(orogen::io::IoError::from)?;
        }
        self.write(&grid, output)
    }
}

/// Writes a grid that has no other place than its own, in metres.
pub(crate) fn write_local(grid: &Grid<f64>, name: &str, output: &OutputRaster) -> Result<(), Failure> {
    write_grid(grid, RasterHeader::of_grid(grid, Crs::local(name), float_for(output.path())), output)
}

pub(crate) fn write_grid(grid: &Grid<f64>, header: RasterHeader, output: &OutputRaster) -> Result<(), Failure> {
    let samples = grid.samples().iter().enumerate();
    let samples = samples.map(|(index, sample)| if grid.is_void(index) { f64::NAN } else { *sample }).collect();
    let raster = Raster::new(header, samples)?;
    Ok(write_raster(output.path(), &raster, &output.options()?)?)
}

/// Doubles where the format has them under its own name, else floats.
fn float_for(path: &Path) -> SampleType {
    match path.extension() {
        Some(extension) if extension == "f64" => SampleType::Float64,
        _ => SampleType::Float32,
    }
}
