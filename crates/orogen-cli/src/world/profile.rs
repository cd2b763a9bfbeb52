//! `orogen world profile`: the ground along a line, as a chart.

use std::fmt::Write as _;
use std::path::PathBuf;

use clap::Args;
use orogen::io::AtomicFile;
use orogen::{Jet, World};

use super::WorldArgs;
use crate::failure::Failure;
use crate::numbers::Point;

const EXAMPLES: &str = "\
Examples:
  orogen world profile --from -1500,0 --to 4000,800 -o section.svg
  orogen world profile --preset dense --from 0,0 --to 8000,0 --samples 4000 -o section.svg";

/// Draws the ground along a line as a chart
#[derive(Args)]
#[command(before_help = EXAMPLES)]
pub(crate) struct Profile {
    #[command(flatten)]
    world: WorldArgs,

    /// Where the line begins
    #[arg(long, value_name = "X,Z", allow_hyphen_values = true)]
    from: Point,

    /// Where the line ends
    #[arg(long, value_name = "X,Z", allow_hyphen_values = true)]
    to: Point,

    /// Places along the line, both ends included
    #[arg(long, value_name = "N", default_value_t = 1200, value_parser = clap::value_parser!(u32).range(2..=100_000))]
    samples: u32,

    /// The chart, an .svg
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
}

impl Profile {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        if !self.output.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("svg")) {
            let got = self.output.display().to_string();
            return Err(Failure::input("output", "a file called .svg", got, "rename it"));
        }
        let world = self.world.world()?;
        let chart = Chart { length_m: self.length_m()?, heights_m: self.heights_m(&world)? };
        let file = AtomicFile::create(&self.output)?;
        file.append(chart.svg(&world.level_id().to_string()).as_bytes())?;
        Ok(file.commit()?)
    }

    fn length_m(&self) -> Result<f64, Failure> {
        let (dx, dz) = (self.to.x - self.from.x, self.to.z - self.from.z);
        let length = (dx * dx + dz * dz).sqrt();
        // A NaN or infinite end is refused with the first sample.
        if length == 0.0 {
            return Err(Failure::input("to", "another place than --from", "the same", "move one end"));
        }
        Ok(length)
    }

    fn heights_m(&self, world: &World) -> Result<Vec<f64>, Failure> {
        let last = f64::from(self.samples - 1);
        let place = |i: u32| {
            let share = f64::from(i) / last;
            let between = |a: f64, b: f64| a + share * (b - a);
            [between(self.from.x, self.to.x), between(self.from.z, self.to.z)]
        };
        let places: Vec<[f64; 2]> = (0..self.samples).map(place).collect();
        let mut ground = vec![Jet::default(); places.len()];
        world.sample_into(&places, &mut ground)?;
        Ok(ground.iter().map(|ground| ground.value).collect())
    }
}

/// Size of the chart and of its margins, in pixels.
const WIDTH: f64 = 1200.0;
const HEIGHT: f64 = 360.0;
const LEFT: f64 = 70.0;
const RIGHT: f64 = 20.0;
const TOP: f64 = 30.0;
const BOTTOM: f64 = 45.0;

/// About so many labels along each axis.
const LABELS: f64 = 6.0;

/// Heights at even distances along a line.
struct Chart {
    length_m: f64,
    heights_m: Vec<f64>,
}

impl Chart {
    /// Lowest and highest shown: the ground and the sea, and some air.
    fn span_m(&self) -> (f64, f64) {
        let low = self.heights_m.iter().copied().fold(0.0, f64::min);
        let high = self.heights_m.iter().copied().fold(10.0, f64::max);
        let air = 0.05 * (high - low);
        (low - air, high + air)
    }

    fn x(&self, distance_m: f64) -> f64 {
        LEFT + distance_m / self.length_m * (WIDTH - LEFT - RIGHT)
    }

    fn y(&self, height_m: f64) -> f64 {
        let (low, high) = self.span_m();
        TOP + (high - height_m) / (high - low) * (HEIGHT - TOP - BOTTOM)
    }

    fn svg(&self, title: &str) -> String {
        let mut ground = String::new();
        let last = (self.heights_m.len() - 1) as f64;
        for (i, height) in self.heights_m.iter().enumerate() {
            let _ = write!(ground, "{:.2},{:.2} ", self.x(i as f64 / last * self.length_m), self.y(*height));
        }
        let (floor, sea) = (HEIGHT - BOTTOM, self.y(0.0));
        let (west, east) = (self.x(0.0), self.x(self.length_m));
        let exaggeration = self.exaggeration();
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" font-family=\"sans-serif\" \
             font-size=\"12\">\n<title>{title}</title>\n<rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"#f7f9fb\"/>\n\
             <rect x=\"{west}\" y=\"{sea:.2}\" width=\"{:.2}\" height=\"{:.2}\" fill=\"#b9d3ee\"/>\n\
             <polygon points=\"{west},{floor} {ground}{east},{floor}\" fill=\"#b7a98a\" stroke=\"#5d5340\"/>\n{}\
             <text x=\"{LEFT}\" y=\"18\" fill=\"#333\">{title}, heights {exaggeration:.1} times as steep</text>\n</svg>\n",
            east - west,
            floor - sea,
            self.axes(),
        )
    }

    /// How many times steeper the chart is than the ground.
    fn exaggeration(&self) -> f64 {
        let (low, high) = self.span_m();
        let metres_up = (high - low) / (HEIGHT - TOP - BOTTOM);
        let metres_along = self.length_m / (WIDTH - LEFT - RIGHT);
        metres_along / metres_up
    }

    fn axes(&self) -> String {
        let (low, high) = self.span_m();
        let mut axes = String::new();
        for height in labels(low, high) {
            let y = self.y(height);
            let _ = writeln!(
                axes,
                "<line x1=\"{LEFT}\" x2=\"{:.2}\" y1=\"{y:.2}\" y2=\"{y:.2}\" stroke=\"#0002\"/>\
                 <text x=\"{:.2}\" y=\"{:.2}\" text-anchor=\"end\" fill=\"#333\">{height} m</text>",
                WIDTH - RIGHT,
                LEFT - 8.0,
                y + 4.0
            );
        }
        for distance in labels(0.0, self.length_m) {
            let _ = writeln!(
                axes,
                "<text x=\"{:.2}\" y=\"{:.2}\" text-anchor=\"middle\" fill=\"#333\">{distance} m</text>",
                self.x(distance),
                HEIGHT - BOTTOM + 20.0
            );
        }
        axes
    }
}

/// Round numbers between two ends: multiples of 1, 2 or 5 times a power of ten.
fn labels(low: f64, high: f64) -> Vec<f64> {
    let mut step = 1.0;
    let wide = |step: f64| (high - low) / step > LABELS;
    for factor in [2.0, 2.5, 2.0].into_iter().cycle().take(40) {
        if !wide(step) {
            break;
        }
        step *= factor;
    }
    let first = (low / step).ceil();
    let count = (high / step).floor() - first;
    (0..=count.max(0.0) as u32).map(|i| (first + f64::from(i)) * step).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_are_round_and_few() {
        assert_eq!(labels(-27.0, 410.0), [0.0, 100.0, 200.0, 300.0, 400.0]);
        assert_eq!(labels(0.0, 5500.0), [0.0, 1000.0, 2000.0, 3000.0, 4000.0, 5000.0]);
        assert_eq!(labels(0.0, 3.0), [0.0, 1.0, 2.0, 3.0]);
        assert!(labels(0.0, 2e9).len() <= 8);
    }

    #[test]
    fn the_ends_of_the_line_are_the_ends_of_the_chart() {
        let chart = Chart { length_m: 100.0, heights_m: vec![0.0, 50.0, -20.0] };
        assert_eq!((chart.x(0.0), chart.x(100.0)), (LEFT, WIDTH - RIGHT));
        assert!(chart.y(50.0) < chart.y(0.0) && chart.y(0.0) < chart.y(-20.0));
        assert!(TOP < chart.y(50.0) && chart.y(-20.0) < HEIGHT - BOTTOM);
    }
}
