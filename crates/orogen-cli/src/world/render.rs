//! `orogen world render`: a shaded relief as a picture.

use std::path::PathBuf;

use clap::Args;
use orogen::io::{IoError, write_picture};
use orogen::raster::picture::{Relief, relief};
use orogen::{Grid, Jet, Placement, World};
use rayon::prelude::*;
use serde_json::json;

use super::WorldArgs;
use crate::failure::Failure;
use crate::numbers::{Point, length};
use crate::output;

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
  orogen world render --set dune_amplitude=0 --center -300,0 --size 1000 --step 1 -o beach.png";

/// Draws a shaded relief: sea, height tints, and a hillshade from the exact normals
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

    /// The picture, a .png
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
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
        let placement = frame.placement();
        // The corners bound all the rest: a picture that leaves the domain is refused before it is begun.
        for corner in [0, frame.cells - 1] {
            world.sample(placement.x(corner), placement.z(corner))?;
        }
        let level_id = world.level_id().to_string();
        let style = style(&world);
        let bar = output::progress(frame.cells, "rendering");
        let mut band = Vec::new();
        let notes = [("Software", concat!("orogen ", env!("CARGO_PKG_VERSION"))), ("orogen level id", &level_id)];
        write_picture(&self.output, frame.cells, frame.cells, &notes, |row, pixels| {
            if row % BAND_ROWS == 0 {
                band = paint_band(&world, &placement, frame.cells, row, &style)?;
            }
            let start = (row % BAND_ROWS) * pixels.len();
            pixels.copy_from_slice(&band[start..start + pixels.len()]);
            bar.inc(1);
            Ok::<(), Failure>(())
        })?;
        bar.finish_and_clear();
        if self.world.json {
            let [west, north, east, south] = frame.extent();
            output::print_json(&json!({
                "file": self.output.to_string_lossy(),
                "level_id": level_id,
                "width": frame.cells,
                "height": frame.cells,
                "step_m": placement.step_x,
                "extent_m": { "x_min": west, "z_min": north, "x_max": east, "z_max": south },
            }))?;
        }
        Ok(())
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

/// The pixels of the rows from `first` on, a band of them or what is left.
fn paint_band(
    world: &World,
    whole: &Placement,
    cells: usize,
    first: usize,
    style: &Relief,
) -> Result<Vec<u8>, Failure> {
    let rows = BAND_ROWS.min(cells - first);
    let line = |row: usize| {
        let placement = Placement { z0: whole.z(first + row), ..*whole };
        world.sampler().window(placement, cells, 1).map(Grid::into_samples)
    };
    let lines = (0..rows).into_par_iter().map(line).collect::<Result<Vec<Vec<Jet>>, _>>()?;
    let placement = Placement { z0: whole.z(first), ..*whole };
    let band = Grid::new(rows, cells, placement, lines.concat()).map_err(IoError::from)?;
    Ok(relief(&band, style).rgb)
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
