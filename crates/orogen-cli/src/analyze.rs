//! `orogen analyze`: what the numbers say about a heightmap.

use clap::Args;
use orogen::field::{Grid, Seed};
use orogen::raster::CellSize;
use orogen::raster::gates::{Gates, UsualRange, gates};
use orogen::raster::generate::{ExactFbm, Fractal, FractalParams, Lattice, Shape, exact_fbm};
use orogen::raster::statistics::{
    Estimate, Undefined, hurst_article, hurst_second_difference, hypsometric_integral, slope_quantiles_deg,
};
use serde_json::{Value, json};

use crate::failure::Failure;
use crate::output;
use crate::raster::map::InputFile;

/// Cells along each side of the null surfaces, as in the table that the usual ranges come from.
const NULL_SIDE: usize = 512;

/// Seeds of the noise that breaks ties: enough to see how much of a figure is chance.
const TIE_SEEDS: u64 = 5;

/// The shares of the ground for which slopes are shown.
const SLOPE_SHARES: [f64; 5] = [0.05, 0.25, 0.5, 0.75, 0.95];

/// Measures roughness, relief and drainage; a gate outside its usual range does not make a map a fake
#[derive(Args)]
pub(crate) struct Analyze {
    #[command(flatten)]
    input: InputFile,

    /// Measures two null surfaces beside it: exact fBm (H 0.5) and ridged noise, 512 x 512 cells of the same size
    #[arg(long)]
    nulls: bool,

    /// Prints JSON
    #[arg(long)]
    json: bool,
}

impl Analyze {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let map = self.input.read()?;
        let mut cards = vec![Card::of(self.input.file.display().to_string(), map.grid(), &map.cells)?];
        if self.nulls {
            cards.extend(nulls(map.grid(), map.cells.step_z())?);
        }
        if self.json {
            return output::print_json(&json!({ "surfaces": cards.iter().map(Card::as_json).collect::<Vec<_>>() }));
        }
        output::print(&cards.iter().map(Card::as_text).collect::<Vec<_>>().join("\n\n"))
    }
}

/// Noise with the relief of `heights` on cells of `step` metres.
fn nulls(heights: &Grid<f64>, step: f64) -> Result<Vec<Card>, Failure> {
    let place = orogen::Placement::square(0.0, 0.0, step);
    let cells = CellSize::uniform(step, step)?;
    let brownian = exact_fbm(Seed::Own(1), &ExactFbm { hurst: 0.5 }, NULL_SIDE, NULL_SIDE, place)?;
    let wavelength = step * NULL_SIDE as f64;
    let octaves = FractalParams { wavelength, octaves: 8, ..FractalParams::default() };
    let ridged = Fractal::new(Seed::Own(1), Shape::Ridged, Lattice::Gradient, &octaves)?;
    let relief = relief_of(heights);
    let scaled = |grid: Grid<f64>| {
        let factor = relief / relief_of(&grid);
        grid.map(|height| height * factor)
    };
    Ok(vec![
        Card::of("exact fBm, H 0.5".into(), &scaled(brownian), &cells)?,
        Card::of("ridged noise".into(), &scaled(ridged.grid(NULL_SIDE, NULL_SIDE, place)?), &cells)?,
    ])
}

fn relief_of(heights: &Grid<f64>) -> f64 {
    let valid = heights.samples().iter().enumerate().filter(|(index, _)| !heights.is_void(*index));
    let (low, high) = valid
        .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), (_, height)| (low.min(*height), high.max(*height)));
    high - low
}

/// The figures of one surface.
struct Card {
    name: String,
    hurst: Result<Estimate, Undefined>,
    article_hurst: Result<Estimate, Undefined>,
    hypsometric_integral: Option<f64>,
    slopes_deg: Vec<f64>,
    /// One for each seed of the noise that breaks ties.
    gates: Vec<Gates>,
}

impl Card {
    fn of(name: String, heights: &Grid<f64>, cells: &CellSize) -> Result<Self, Failure> {
        let gates = (0..TIE_SEEDS).map(|seed| gates(heights, cells, Seed::Own(seed))).collect::<Result<_, _>>()?;
        Ok(Self {
            name,
            hurst: hurst_second_difference(heights),
            article_hurst: hurst_article(heights),
            hypsometric_integral: hypsometric_integral(heights, cells),
            slopes_deg: slope_quantiles_deg(heights, cells, &SLOPE_SHARES)?,
            gates,
        })
    }

    /// Each gate's name, usual range and its figure for every seed.
    fn gate_rows(&self) -> Vec<(&'static str, UsualRange, Vec<Option<f64>>)> {
        let figures = |of: &dyn Fn(&Gates) -> Option<f64>| self.gates.iter().map(of).collect::<Vec<_>>();
        vec![
            ("flooded", UsualRange::FLOODED, figures(&|gates| Some(gates.flooded_share))),
            ("uphill", UsualRange::UPHILL, figures(&|gates| gates.uphill_share)),
            ("theta", UsualRange::THETA, figures(&|gates| gates.chi.map(|chi| chi.theta))),
            ("chi R2", UsualRange::R2, figures(&|gates| gates.chi.map(|chi| chi.r2))),
            ("beta", UsualRange::BETA, figures(&|gates| gates.beta)),
        ]
    }

    fn as_text(&self) -> String {
        let estimate = |estimate: &Result<Estimate, Undefined>| match estimate {
            Ok(estimate) => format!("{:.3} +- {:.3}", estimate.hurst(), estimate.standard_error),
            Err(reason) => format!("undefined: {reason}"),
        };
        let mut lines = vec![
            self.name.clone(),
            format!("Hurst, second differences  {}", estimate(&self.hurst)),
            format!("Hurst, the article's       {}", estimate(&self.article_hurst)),
            format!("hypsometric integral       {}", shown(self.hypsometric_integral)),
        ];
        let slopes: Vec<String> = self.slopes_deg.iter().map(|slope| format!("{slope:.1}")).collect();
        lines.push(format!("slopes at 5 25 50 75 95 %  {} degrees", slopes.join(" ")));
        for (name, usual, figures) in self.gate_rows() {
            let (low, high) = spread(&figures).unzip();
            let verdict = match low.zip(high) {
                None => "undefined here",
                Some((low, high)) if usual.holds(low) && usual.holds(high) => "usual",
                Some((low, high)) if usual.holds(low) || usual.holds(high) => "at the edge of its usual range",
                Some(_) => "outside its usual range",
            };
            let range = format!("{} .. {}", shown(low), shown(high));
            lines.push(format!("{name:27}{range:18} ({verdict}: {} .. {})", usual.min, usual.max));
        }
        lines.join("\n")
    }

    fn as_json(&self) -> Value {
        let estimate = |estimate: &Result<Estimate, Undefined>| match estimate {
            Ok(estimate) => json!({ "h": estimate.hurst(), "standard_error": estimate.standard_error }),
            Err(reason) => json!({ "undefined": reason.to_string() }),
        };
        let gates: Vec<Value> = self
            .gate_rows()
            .into_iter()
            .map(|(name, usual, figures)| {
                json!({ "gate": name, "by_tie_seed": figures, "usual_min": usual.min, "usual_max": usual.max })
            })
            .collect();
        json!({
            "name": self.name,
            "hurst_second_difference": estimate(&self.hurst),
            "hurst_article": estimate(&self.article_hurst),
            "hypsometric_integral": self.hypsometric_integral,
            "slope_shares": SLOPE_SHARES,
            "slopes_deg": self.slopes_deg,
            "gates": gates,
        })
    }
}

/// The least and the greatest figure; `None` if there is none.
fn spread(figures: &[Option<f64>]) -> Option<(f64, f64)> {
    let mut known = figures.iter().copied().flatten();
    let first = known.next()?;
    Some(known.fold((first, first), |(low, high), figure| (low.min(figure), high.max(figure))))
}

fn shown(figure: Option<f64>) -> String {
    figure.map_or("undefined".into(), |figure| format!("{figure:.3}"))
}
