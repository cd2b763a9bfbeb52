//! `orogen raster generate`: heightmaps from a seed.

use clap::{Args, ValueEnum};
use orogen::raster::generate::{
    DiamondSquare, ExactFbm, Fractal, FractalParams, Lattice, Shape, Spectral, Subdivision, article, diamond_square,
    exact_fbm, spectral, subdivision,
};
use orogen::{Grid, Placement, Seed};

use super::map::write_local;
use super::output_raster::OutputRaster;
use super::parameters::read_parameters;
use crate::failure::Failure;
use crate::numbers::{Setting, length};

const EXAMPLES: &str = "\
Examples:
  orogen raster generate diamond-square --seed 7 --size 1025 --step 30 --relief 800 -o hills.tif
  orogen raster generate ridged --seed 3 --size 512 --step 20 --set wavelength=3000 --relief 1200 -o ridges.png
  orogen raster generate article-fbm --seed 42 --hurst 0.5 --octaves 8 --warp -o a.f64";

/// Makes a heightmap
#[derive(Args)]
#[command(before_help = EXAMPLES)]
pub(crate) struct Generate {
    /// The generator
    #[arg(value_enum)]
    kind: Kind,

    /// The seed, 0 to 18446744073709551615; the article's presets take 32 bits
    #[arg(short, long, default_value_t = 1)]
    seed: u64,

    /// Cells along each side; the article's presets have sides of their own
    #[arg(long, value_name = "CELLS", default_value_t = 513)]
    size: usize,

    /// Size of a cell in metres
    #[arg(long, value_name = "M", default_value = "30", value_parser = length)]
    step: f64,

    /// Stretches the heights over so many metres, from 0; without it they are the generator's own numbers
    #[arg(long, value_name = "M", value_parser = length)]
    relief: Option<f64>,

    /// Hurst exponent: 0 is rough, 1 is smooth
    #[arg(long, value_name = "H")]
    hurst: Option<f64>,

    /// Octaves of a sum
    #[arg(long, value_name = "N")]
    octaves: Option<u32>,

    /// Warps the domain, by so much where a number is given
    #[arg(long, value_name = "AMOUNT", num_args = 0..=1, default_missing_value = "1")]
    warp: Option<f64>,

    /// The lattice noise that fbm, ridged, billow and hybrid sum [default: gradient]
    #[arg(long, value_enum)]
    noise: Option<Noise>,

    /// Sets any parameter of the generator; may be given again
    #[arg(long, value_name = "NAME=VALUE")]
    set: Vec<Setting>,

    #[command(flatten)]
    output: OutputRaster,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Kind {
    /// Midpoint displacement, with its known creases
    DiamondSquare,
    /// Fractional Brownian surface by generalised subdivision, nearly exact
    Subdivision,
    /// Fractional Brownian surface, exact
    ExactFbm,
    /// Periodic surface with a power-law spectrum; the side is a power of two
    Spectral,
    /// Octaves of lattice noise
    Fbm,
    /// Octaves of ridges
    Ridged,
    /// Octaves of folded noise
    Billow,
    /// Octaves weighted by those before them
    Hybrid,
    /// The article's diamond-square, digit by digit
    ArticleDiamondSquare,
    /// The article's octave sum, digit by digit
    ArticleFbm,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Noise {
    /// A random value at each lattice point: blocky
    Value,
    /// A random gradient at each lattice point: even
    Gradient,
}

impl Noise {
    fn lattice(self) -> Lattice {
        match self {
            Self::Value => Lattice::Value,
            Self::Gradient => Lattice::Gradient,
        }
    }
}

impl Generate {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        self.output.check()?;
        let sums = [Kind::Fbm, Kind::Ridged, Kind::Billow, Kind::Hybrid];
        if self.noise.is_some() && !sums.contains(&self.kind) {
            let remedy = "leave it out: the other generators have noise of their own";
            return Err(Failure::input(
                "noise",
                "fbm, ridged, billow or hybrid to sum it",
                "another generator",
                remedy,
            ));
        }
        let heights = self.heights()?;
        let heights = match self.relief {
            Some(relief) => stretched(&heights, relief),
            None => heights,
        };
        write_local(&heights, "generated", &self.output)
    }

    /// What was set, by flag or by name.
    fn settings(&self) -> Vec<Setting> {
        let flag = |name: &str, value: Option<f64>| value.map(|value| Setting { name: name.into(), value });
        let flags = [flag("hurst", self.hurst), flag("octaves", self.octaves.map(f64::from)), flag("warp", self.warp)];
        flags.into_iter().flatten().chain(self.set.iter().cloned()).collect()
    }

    fn heights(&self) -> Result<Grid<f64>, Failure> {
        let (seed, side, settings) = (Seed::Own(self.seed), self.size, self.settings());
        let place = Placement::square(0.0, 0.0, self.step);
        Ok(match self.kind {
            Kind::DiamondSquare => {
                let params = read_parameters(DiamondSquare::TABLE, &settings, |value| DiamondSquare::read(value))?;
                let made = diamond_square(seed, &params, side, side, place)?;
                if made.generated_side != side {
                    crate::output::note(format!("note: made {0} x {0} cells, and cropped", made.generated_side));
                }
                made.heights
            }
            Kind::Subdivision => {
                let params = read_parameters(Subdivision::TABLE, &settings, |value| Subdivision::read(value))?;
                subdivision(seed, &params, side, side, place)?
            }
            Kind::ExactFbm => {
                let params = read_parameters(ExactFbm::TABLE, &settings, |value| ExactFbm::read(value))?;
                exact_fbm(seed, &params, side, side, place)?
            }
            Kind::Spectral => {
                let mut settings = settings;
                if !settings.iter().any(|setting| setting.name == "side") {
                    settings.push(Setting { name: "side".into(), value: side as f64 });
                }
                let params = read_parameters(Spectral::TABLE, &settings, |value| Spectral::read(value))?;
                spectral(seed, &params, place)?
            }
            Kind::Fbm => self.fractal(Shape::Fbm, &settings)?,
            Kind::Ridged => self.fractal(Shape::Ridged, &settings)?,
            Kind::Billow => self.fractal(Shape::Billow, &settings)?,
            Kind::Hybrid => self.fractal(Shape::Hybrid, &settings)?,
            Kind::ArticleDiamondSquare => {
                let table = article::ArticleDiamondSquare::TABLE;
                let params = read_parameters(table, &settings, |value| article::ArticleDiamondSquare::read(value))?;
                article::diamond_square(seed, &params)?
            }
            Kind::ArticleFbm => {
                let table = article::ArticleFbm::TABLE;
                let params = read_parameters(table, &settings, |value| article::ArticleFbm::read(value))?;
                article::fbm(seed, &params)?
            }
        })
    }

    fn fractal(&self, shape: Shape, settings: &[Setting]) -> Result<Grid<f64>, Failure> {
        let params = read_parameters(FractalParams::TABLE, settings, |value| FractalParams::read(value))?;
        let lattice = self.noise.unwrap_or(Noise::Gradient).lattice();
        let fractal = Fractal::new(Seed::Own(self.seed), shape, lattice, &params)?;
        let place = Placement::square(0.0, 0.0, self.step);
        let heights = fractal.grid(self.size, self.size, place)?;
        for warning in fractal.warnings(place) {
            crate::output::note(format!("warning: {warning}"));
        }
        Ok(heights)
    }
}

/// The heights from 0 to `relief`; a flat map stays flat.
fn stretched(heights: &Grid<f64>, relief: f64) -> Grid<f64> {
    let lowest = heights.samples().iter().copied().fold(f64::INFINITY, f64::min);
    let highest = heights.samples().iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let scale = if highest > lowest { relief / (highest - lowest) } else { 0.0 };
    heights.map(|height| (height - lowest) * scale)
}
