//! `orogen world render`: a picture of a world, or a layer of it as a raster.

use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;

use clap::Args;
use orogen::io::{Crs, Georef, IoError, LEVEL_ID, RasterHeader, RasterWriter, SampleType, WriteOptions, write_picture};
use orogen::raster::picture::{Relief, normals, relief, slope};
use orogen::{Grid, Jet, Placement, World};
use rayon::prelude::*;
use serde_json::json;

use super::WorldArgs;
use crate::failure::Failure;
use crate::numbers::{Point, length};
use crate::output;
use crate::raster::output_raster::Compression;

/// Rows that are worked out at a time: enough to keep the threads busy, few enough to be small.
const BAND_ROWS: usize = 64;

/// The most cells along a side: a picture of a thousand million pixels.
const MOST_CELLS: usize = 32_768;

/// Slopes are doubled before they are lit: at map scales real ones would hardly show.
const EXAGGERATION: f64 = 2.0;

/// The share of the light that comes from all four sides.
const SOFTNESS: f64 = 0.35;

/// The share of the mountains' nominal peak at which the land is palest, where uplift varies: summits stay under it.
const PALEST_SHARE: f64 = 0.45;

/// The same where uplift is pinned to 1.
const PALEST_SHARE_PINNED: f64 = 0.9;

const EXAMPLES: &str = "\
Examples:
  orogen world render -o coast.png
  orogen world render --preset dense --seed 7 --center 4000,-2500 --size 16000 --step 16 -o range.png
  orogen world render --set dune_amplitude=0 --center -300,0 --size 1000 --step 1 -o beach.png
  orogen world render --size 4096 --step 1 -o heights.tif
  orogen world render --layer mask:cliffs -o cliffs.png";

/// The slope that is painted darkest, in degrees.
const STEEPEST_DEG: f64 = 60.0;

/// Draws a shaded relief (sea, height tints, and a hillshade from the exact normals), or writes a layer as a raster
#[derive(Args)]
#[command(before_help = EXAMPLES)]
pub(crate) struct Render {
    #[command(flatten)]
    world: WorldArgs,

    /// Middle of the picture
    #[arg(long, value_name = "X,Z", default_value = "0,0", allow_hyphen_values = true)]
    center: Point,

    /// Side of the square, in metres
    #[arg(long, value_name = "M", default_value = "8000", value_parser = length, allow_negative_numbers = true)]
    size: f64,

    /// Side of a pixel, in metres; divides the size
    #[arg(long, value_name = "M", default_value = "8", value_parser = length, allow_negative_numbers = true)]
    step: f64,

    /// What is shown: relief, height, slope, normal, or mask:STAGE, which is 1 where a stage moves the ground
    /// [default: relief for .png, height for rasters]
    #[arg(long, value_name = "LAYER")]
    layer: Option<Layer>,

    /// The file: a .png, or a raster for height, slope and masks (.tif .asc .f64 .f32 .r16; heights as .png have 16 bits)
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,

    #[command(flatten)]
    compression: Compression,
}

/// Square cells over a square: their centres lie half a step inside its edges.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Frame {
    center: Point,
    size: f64,
    cells: usize,
}

impl Frame {
    fn new(center: Point, size: f64, step: f64) -> Result<Self, Failure> {
        let exact = size / step;
        let nearest = exact.round().max(1.0);
        if nearest > MOST_CELLS as f64 {
            let expected = format!("at most {MOST_CELLS} cells along a side");
            let remedy = format!("take a step of {} m or more", size / MOST_CELLS as f64);
            return Err(Failure::input("size / step", &expected, format!("{exact}"), &remedy));
        }
        // The quotient of two decimals may miss a whole number by a rounding or two.
        if (nearest * step - size).abs() > 1e-9 * size {
            let expected = "a whole number of cells";
            let got = format!("{size} / {step} = {exact}");
            let remedy = format!(
                "the nearest whole n is {nearest}: take --size {} or --step {}",
                nearest * step,
                size / nearest
            );
            return Err(Failure::input("size / step", expected, got, &remedy));
        }
        Ok(Self { center, size, cells: nearest as usize })
    }

    fn placement(&self) -> Placement {
        let step = self.size / self.cells as f64;
        let first = |middle: f64| middle - self.size / 2.0 + step / 2.0;
        Placement::square(first(self.center.x), first(self.center.z), step)
    }

    /// West, north, east, south, in metres.
    fn extent(&self) -> [f64; 4] {
        let (Point { x, z }, half) = (self.center, self.size / 2.0);
        [x - half, z - half, x + half, z + half]
    }
}

impl Render {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let frame = Frame::new(self.center, self.size, self.step)?;
        let world = self.world.world()?;
        let is_png = self.output.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("png"));
        let layer = self.layer.clone().unwrap_or(if is_png { Layer::Relief } else { Layer::Height });
        layer.check(&world)?;
        let placement = frame.placement();
        // The corners bound all the rest: a picture that leaves the domain is refused before it is begun.
        for corner in [0, frame.cells - 1] {
            world.sample(placement.x(corner), placement.z(corner))?;
        }
        let bands = Bands { world: &world, whole: placement, cells: frame.cells };
        let level_id = world.level_id().to_string();
        if is_png && layer != Layer::Height {
            self.paint(&bands, &layer, &level_id)?;
        } else {
            self.store(&bands, &layer, &level_id)?;
        }
        if self.world.json {
            let [west, north, east, south] = frame.extent();
            output::print_json(&json!({
                "file": self.output.to_string_lossy(),
                "layer": layer.to_string(),
                "level_id": level_id,
                "width": frame.cells,
                "height": frame.cells,
                "step_m": placement.step_x,
                "extent_m": { "x_min": west, "z_min": north, "x_max": east, "z_max": south },
            }))?;
        }
        Ok(())
    }

    /// Writes an 8-bit picture, band by band.
    fn paint(&self, bands: &Bands<'_>, layer: &Layer, level_id: &str) -> Result<(), Failure> {
        let style = style(bands.world);
        let bar = output::progress(bands.cells, "rendering");
        let mut band = Vec::new();
        let notes = [("Software", concat!("orogen ", env!("CARGO_PKG_VERSION"))), ("orogen level id", level_id)];
        write_picture(&self.output, bands.cells, bands.cells, &notes, |row, pixels| {
            if row % BAND_ROWS == 0 {
                band = layer.pixels(bands, row, &style)?;
            }
            let start = (row % BAND_ROWS) * pixels.len();
            pixels.copy_from_slice(&band[start..start + pixels.len()]);
            bar.inc(1);
            Ok::<(), Failure>(())
        })?;
        bar.finish_and_clear();
        Ok(())
    }

    /// Writes a raster, band by band, in a local system of metres: x is east, y is -z.
    fn store(&self, bands: &Bands<'_>, layer: &Layer, level_id: &str) -> Result<(), Failure> {
        let is_f64 = self.output.extension().is_some_and(|extension| extension == "f64");
        let header = RasterHeader {
            rows: bands.cells,
            cols: bands.cells,
            georef: Georef::from_placement(Crs::local("orogen world"), &bands.whole),
            sample_type: if is_f64 { SampleType::Float64 } else { SampleType::Float32 },
            nodata: None,
            metadata: [(LEVEL_ID.to_string(), level_id.to_string())].into(),
        };
        let tiff = self.compression.tiff(&self.output)?;
        let options = WriteOptions { range: Some(layer.range(bands.world)), tiff, ..WriteOptions::default() };
        let mut writer = RasterWriter::create(&self.output, header, &options)?;
        let bar = output::progress(bands.cells, "rendering");
        for first in (0..bands.cells).step_by(BAND_ROWS) {
            let values = layer.values(bands, first)?;
            writer.write_rows(&values)?;
            bar.inc((values.len() / bands.cells) as u64);
        }
        bar.finish_and_clear();
        Ok(writer.finish()?)
    }
}

/// What a picture or a raster shows.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Layer {
    Relief,
    Height,
    Slope,
    Normal,
    Mask(String),
}

impl FromStr for Layer {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match (text, text.strip_prefix("mask:")) {
            ("relief", _) => Ok(Self::Relief),
            ("height", _) => Ok(Self::Height),
            ("slope", _) => Ok(Self::Slope),
            ("normal", _) => Ok(Self::Normal),
            (_, Some(stage)) => Ok(Self::Mask(stage.into())),
            _ => Err("expected relief, height, slope, normal or mask:STAGE; choose one of them".into()),
        }
    }
}

impl fmt::Display for Layer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Relief => f.write_str("relief"),
            Self::Height => f.write_str("height"),
            Self::Slope => f.write_str("slope"),
            Self::Normal => f.write_str("normal"),
            Self::Mask(stage) => write!(f, "mask:{stage}"),
        }
    }
}

impl Layer {
    /// Refuses a mask of a stage that the world does not have.
    fn check(&self, world: &World) -> Result<(), Failure> {
        let Self::Mask(stage) = self else { return Ok(()) };
        let names: Vec<&str> = world.stages().map(|stage| stage.contract().name).collect();
        if names.contains(&stage.as_str()) {
            return Ok(());
        }
        let expected = format!("mask: and one of {}", names.join(", "));
        Err(Failure::input("layer", &expected, format!("\"{stage}\""), "choose one of them, or another preset"))
    }

    /// The range of 16-bit codes, the same for every part of a world, so that neighbouring files join.
    fn range(&self, world: &World) -> (f64, f64) {
        let value = |name: &str| world.tunables().get(name).unwrap_or(0.0);
        match self {
            // Nothing is deeper than the deep sea bed; terraces and stacks add some tens of metres to the mountains.
            Self::Height => (-value("floor_depth").max(value("cove_floor_depth")), value("peak_height") + 100.0),
            Self::Slope => (0.0, 16.0),
            Self::Relief | Self::Normal | Self::Mask(_) => (0.0, 1.0),
        }
    }

    /// The numbers of the band that begins at a row.
    fn values(&self, bands: &Bands<'_>, first: usize) -> Result<Vec<f64>, Failure> {
        let of_ground = |value: fn(&Jet) -> f64| Ok(bands.ground(first)?.samples().iter().map(value).collect());
        match self {
            Self::Height => of_ground(|ground| ground.value),
            Self::Slope => of_ground(|ground| ground.slope()),
            Self::Mask(stage) => bands.mask(stage, first),
            Self::Relief | Self::Normal => {
                let got = format!("the layer {self}");
                Err(Failure::input("output", "a .png for a layer of colours", got, "name a .png, or another layer"))
            }
        }
    }

    /// The pixels of the band that begins at a row.
    fn pixels(&self, bands: &Bands<'_>, first: usize, style: &Relief) -> Result<Vec<u8>, Failure> {
        Ok(match self {
            Self::Relief | Self::Height => relief(&bands.ground(first)?, style).rgb,
            Self::Slope => slope(&bands.ground(first)?, STEEPEST_DEG).rgb,
            Self::Normal => normals(&bands.ground(first)?).rgb,
            Self::Mask(stage) => {
                bands.mask(stage, first)?.into_iter().flat_map(|mask| [(mask * 255.0) as u8; 3]).collect()
            }
        })
    }
}

/// One range of tints for every picture of a world, so that neighbouring pictures join.
fn style(world: &World) -> Relief {
    let value = |name: &str, otherwise| world.tunables().get(name).unwrap_or(otherwise);
    let pinned = value("uplift_override", -1.0);
    let palest = if pinned < 0.0 { PALEST_SHARE } else { PALEST_SHARE_PINNED };
    Relief {
        deepest: value("floor_depth", 25.0),
        exaggeration: EXAGGERATION,
        softness: SOFTNESS,
        highest: palest * value("peak_height", 1000.0),
        ..Relief::default()
    }
}

/// A square of ground that is worked out a band of rows at a time, on all threads.
struct Bands<'a> {
    world: &'a World,
    whole: Placement,
    cells: usize,
}

impl Bands<'_> {
    fn rows(&self, first: usize) -> usize {
        BAND_ROWS.min(self.cells - first)
    }

    /// The ground of the band that begins at a row.
    fn ground(&self, first: usize) -> Result<Grid<Jet>, Failure> {
        let line = |row: usize| {
            let placement = Placement { z0: self.whole.z(first + row), ..self.whole };
            self.world.sampler().window(placement, self.cells, 1).map(Grid::into_samples)
        };
        let lines = (0..self.rows(first)).into_par_iter().map(line).collect::<Result<Vec<Vec<Jet>>, _>>()?;
        let placement = Placement { z0: self.whole.z(first), ..self.whole };
        Ok(Grid::new(self.rows(first), self.cells, placement, lines.concat()).map_err(IoError::from)?)
    }

    /// 1 where a stage moves the ground of the band, else 0.
    fn mask(&self, stage: &str, first: usize) -> Result<Vec<f64>, Failure> {
        let cell = |index: usize| {
            let (row, col) = (index / self.cells, index % self.cells);
            let trace = self.world.trace(self.whole.x(col), self.whole.z(first + row))?;
            let after = trace.iter().position(|(name, _)| *name == stage).unwrap_or(0);
            let before = after.checked_sub(1).map_or(Jet::constant(0.0), |index| trace[index].1);
            Ok(f64::from(u8::from(trace[after].1 != before)))
        };
        (0..self.rows(first) * self.cells).into_par_iter().map(cell).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ORIGIN: Point = Point { x: 0.0, z: 0.0 };

    #[test]
    fn cell_centres_lie_half_a_step_inside_the_extent() {
        let frame = Frame::new(Point { x: 100.0, z: -50.0 }, 300.0, 100.0).unwrap();
        assert_eq!(frame.cells, 3);
        assert_eq!(frame.placement(), Placement::square(0.0, -150.0, 100.0));
        assert_eq!(frame.extent(), [-50.0, -200.0, 250.0, 100.0]);
    }

    #[test]
    fn decimal_steps_divide_as_people_expect() {
        for (size, step, cells) in [(0.3, 0.1, 3), (1.0, 0.1, 10), (8000.0, 8.0, 1000), (1000.0, 1000.0 / 3.0, 3)] {
            assert_eq!(Frame::new(ORIGIN, size, step).unwrap().cells, cells);
        }
    }

    #[test]
    fn a_size_that_is_no_multiple_of_the_step_is_refused_with_the_nearest() {
        let refusal = Frame::new(ORIGIN, 1000.0, 300.0).unwrap_err().to_string();
        assert!(refusal.contains("the nearest whole n is 3: take --size 900 or --step 333.33"), "{refusal}");
        let refusal = Frame::new(ORIGIN, 1e9, 1.0).unwrap_err().to_string();
        assert!(refusal.contains("at most 32768 cells along a side, got 1000000000"), "{refusal}");
        assert!(Frame::new(ORIGIN, 1.0, 7.0).is_err());
    }
}
