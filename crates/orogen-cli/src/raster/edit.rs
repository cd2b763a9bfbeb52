//! `orogen raster info | convert | crop | resample`: files as they are.

use std::ops::Range;

use clap::{Args, ValueEnum};
use orogen::Grid;
use orogen::io::{IoError, Raster, RasterHeader, Registration, SampleType, WriteOptions, write_raster};
use orogen::raster::resample;
use serde_json::json;

use super::map::{InputFile, Map, write_grid};
use super::output_raster::OutputRaster;
use crate::failure::Failure;
use crate::numbers::length;
use crate::output;

/// Prints size, place, coordinate system and range
#[derive(Args)]
pub(crate) struct Info {
    #[command(flatten)]
    input: InputFile,

    /// Prints JSON
    #[arg(long)]
    json: bool,
}

impl Info {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let map = self.input.read_any()?;
        let (raster, grid) = (&map.raster, map.grid());
        let void = grid.void().map_or(0, |void| void.iter().filter(|cell| **cell).count());
        let [west, north] = map.coordinates(-0.5, -0.5);
        let [east, south] = map.coordinates(grid.rows() as f64 - 0.5, grid.cols() as f64 - 0.5);
        let (lowest, highest) = raster.range().unzip();
        let header = raster.header();
        if self.json {
            return output::print_json(&json!({
                "rows": grid.rows(),
                "cols": grid.cols(),
                "sample_type": header.sample_type,
                "nodata": header.nodata,
                "void_cells": void,
                "min": lowest,
                "max": highest,
                "extent": { "x_min": west, "y_min": south, "x_max": east, "y_max": north },
                "step": [header.georef.step_x, header.georef.step_y],
                "step_m": [raster.step_x_m(grid.rows() / 2), raster.step_z_m()],
                "georef": header.georef,
                "metadata": header.metadata,
            }));
        }
        let shown = |value: Option<f64>| value.map_or("none".into(), |value| value.to_string());
        output::print(&format!(
            "size      {} rows x {} columns, {:?}
extent    x {west} .. {east}, y {south} .. {north}
cells     {} x {} ({:.3} m x {:.3} m)
system    {:?} {}
heights   {} .. {}
void      {void} cells, nodata {}",
            grid.rows(),
            grid.cols(),
            header.sample_type,
            header.georef.step_x,
            header.georef.step_y,
            raster.step_x_m(grid.rows() / 2),
            raster.step_z_m(),
            header.georef.crs.kind,
            header.georef.crs.name,
            shown(lowest),
            shown(highest),
            shown(header.nodata),
        ))
    }
}

/// Types that samples can be stored as.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Type {
    Int16,
    Uint16,
    Int32,
    Float32,
    Float64,
}

impl Type {
    fn sample_type(self) -> SampleType {
        match self {
            Self::Int16 => SampleType::Int16,
            Self::Uint16 => SampleType::Uint16,
            Self::Int32 => SampleType::Int32,
            Self::Float32 => SampleType::Float32,
            Self::Float64 => SampleType::Float64,
        }
    }
}

/// Writes the same heights in another format
#[derive(Args)]
pub(crate) struct Convert {
    #[command(flatten)]
    input: InputFile,

    /// How samples are stored, where the format leaves a choice; otherwise as they were
    #[arg(long = "type", value_enum)]
    sample_type: Option<Type>,

    /// Heights that the first code of a 16-bit file and 65535 stand for; otherwise the lowest and the highest
    #[arg(long, value_name = "MIN,MAX", value_parser = height_range, allow_hyphen_values = true)]
    range: Option<(f64, f64)>,

    /// Keeps code 0 of a 16-bit file for void cells even if there are none, as tiles of one map with holes elsewhere need
    #[arg(long)]
    keep_void: bool,

    #[command(flatten)]
    output: OutputRaster,
}

fn height_range(text: &str) -> Result<(f64, f64), String> {
    let refusal = || format!("expected MIN,MAX with MIN below MAX, such as 0,1200, got \"{}\"", text.trim());
    let (min, max) = text.split_once(',').ok_or_else(refusal)?;
    match (min.trim().parse::<f64>(), max.trim().parse::<f64>()) {
        (Ok(min), Ok(max)) if min < max && (max - min).is_finite() => Ok((min, max)),
        _ => Err(refusal()),
    }
}

impl Convert {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        self.output.check()?;
        let map = self.input.read_any()?;
        let options = WriteOptions { range: self.range, keep_void: self.keep_void, ..self.output.options()? };
        let raster = match self.sample_type {
            None => map.raster,
            Some(wanted) => map.raster.stored_as(wanted.sample_type()),
        };
        Ok(write_raster(self.output.path(), &raster, &options)?)
    }
}

/// Cuts a part out
#[derive(Args)]
pub(crate) struct Crop {
    #[command(flatten)]
    input: InputFile,

    /// Rows to keep, from 0 in the north: FIRST..END, the end not included
    #[arg(long, value_name = "RANGE", value_parser = cell_range)]
    rows: Option<Range<usize>>,

    /// Columns to keep, from 0 in the west: FIRST..END, the end not included
    #[arg(long, value_name = "RANGE", value_parser = cell_range)]
    cols: Option<Range<usize>>,

    #[command(flatten)]
    output: OutputRaster,
}

fn cell_range(text: &str) -> Result<Range<usize>, String> {
    let refusal = || format!("expected FIRST..END with FIRST below END, such as 0..512, got \"{text}\"");
    let (first, end) = text.split_once("..").ok_or_else(refusal)?;
    match (first.parse(), end.parse()) {
        (Ok(first), Ok(end)) if first < end => Ok(first..end),
        _ => Err(refusal()),
    }
}

impl Crop {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        self.output.check()?;
        let map = self.input.read_any()?;
        let rows = within("rows", self.rows.as_ref(), map.grid().rows())?;
        let cols = within("cols", self.cols.as_ref(), map.grid().cols())?;
        let grid = map.grid();
        let cell = |row: usize, col: usize| {
            let index = grid.index(rows.start + row, cols.start + col);
            if grid.is_void(index) { f64::NAN } else { grid.samples()[index] }
        };
        let samples = (0..rows.len()).flat_map(|row| (0..cols.len()).map(move |col| (row, col)));
        let samples = samples.map(|(row, col)| cell(row, col)).collect();
        let header = RasterHeader {
            rows: rows.len(),
            cols: cols.len(),
            georef: moved(&map, rows.start, cols.start, rows.len()),
            ..map.raster.header().clone()
        };
        Ok(write_raster(self.output.path(), &Raster::new(header, samples)?, &self.output.options()?)?)
    }
}

/// The cells to keep, all of them where none are named.
fn within(what: &str, wanted: Option<&Range<usize>>, count: usize) -> Result<Range<usize>, Failure> {
    match wanted {
        None => Ok(0..count),
        Some(range) if range.end <= count => Ok(range.clone()),
        Some(range) => {
            let expected = format!("a range within 0..{count}");
            Err(Failure::input(what, &expected, format!("{}..{}", range.start, range.end), "choose a smaller end"))
        }
    }
}

/// The georeference of a part that begins at (row, col), in the file's own convention.
fn moved(map: &Map, row: usize, col: usize, rows: usize) -> orogen::io::Georef {
    let whole = map.raster.georef();
    let [x, y] = map.coordinates(row as f64, col as f64);
    let centre = orogen::io::Georef {
        registration: Registration::Point,
        corner: orogen::io::Corner::NorthWest,
        x,
        y,
        ..whole.clone()
    };
    centre.anchored(whole.registration, whole.corner, rows)
}

/// Changes the size of the cells, bilinearly
#[derive(Args)]
pub(crate) struct Resample {
    #[command(flatten)]
    input: InputFile,

    /// New size of a cell, in the raster's own units (degrees on a geographic raster)
    #[arg(long, value_name = "SIZE", value_parser = length)]
    step: f64,

    #[command(flatten)]
    output: OutputRaster,
}

impl Resample {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        self.output.check()?;
        let map = self.input.read()?;
        let georef = map.raster.georef();
        // The grid's placement is in metres; the ratio of the steps is the same.
        let metres = map.grid().placement();
        let step_x = metres.step_x * (self.step / georef.step_x);
        let step_z = metres.step_z * (self.step / georef.step_y);
        let grid: Grid<f64> = resample(map.grid(), step_x, step_z)?;
        let [x, y] = map.coordinates(0.0, 0.0);
        let centre = orogen::io::Georef {
            registration: Registration::Point,
            corner: orogen::io::Corner::NorthWest,
            x,
            y,
            step_x: self.step,
            step_y: self.step,
            ..georef.clone()
        };
        let header = RasterHeader {
            rows: grid.rows(),
            cols: grid.cols(),
            georef: centre.anchored(georef.registration, georef.corner, grid.rows()),
            sample_type: SampleType::Float32,
            nodata: None,
            metadata: map.raster.header().metadata.clone(),
        };
        header.validate().map_err(|error: IoError| Failure::from(error))?;
        write_grid(&grid, header, &self.output)
    }
}
