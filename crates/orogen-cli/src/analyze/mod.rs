//! `orogen analyze`: what the numbers say about a heightmap.

mod show;

use clap::Args;
use orogen::field::{Grid, Seed};
use orogen::raster::CellSize;
use orogen::raster::generate::{ExactFbm, Fractal, FractalParams, Lattice, Shape, exact_fbm};
use orogen::raster::report::{ReportCard, USUAL_TIE_SEEDS, analyze};
use serde_json::json;

use crate::failure::Failure;
use crate::output;
use crate::raster::map::InputFile;

/// Cells along each side of the null surfaces, as in the table that the usual ranges come from.
const NULL_SIDE: usize = 512;

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

/// A measured surface and what it is called.
struct Surface {
    name: String,
    card: ReportCard,
}

impl Analyze {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let map = self.input.read()?;
        let mut surfaces = vec![measured(self.input.file.display().to_string(), map.grid(), &map.cells)?];
        if self.nulls {
            surfaces.extend(nulls(surfaces[0].card.relief_m, map.cells.step_z())?);
        }
        if self.json {
            let cards: Vec<_> = surfaces.iter().map(|surface| show::as_json(&surface.name, &surface.card)).collect();
            return output::print_json(&json!({ "surfaces": cards }));
        }
        output::print(&show::as_table(&surfaces))
    }
}

fn measured(name: String, heights: &Grid<f64>, cells: &CellSize) -> Result<Surface, Failure> {
    Ok(Surface { name, card: analyze(heights, cells, USUAL_TIE_SEEDS)? })
}

/// Noise of a relief on cells of `step` metres.
fn nulls(relief_m: f64, step: f64) -> Result<[Surface; 2], Failure> {
    let place = orogen::Placement::square(0.0, 0.0, step);
    let cells = CellSize::uniform(step, step)?;
    let brownian = exact_fbm(Seed::Own(1), &ExactFbm { hurst: 0.5 }, NULL_SIDE, NULL_SIDE, place)?;
    let wavelength = step * NULL_SIDE as f64;
    let octaves = FractalParams { wavelength, octaves: 8, ..FractalParams::default() };
    let ridged = Fractal::new(Seed::Own(1), Shape::Ridged, Lattice::Gradient, &octaves)?;
    let scaled = |grid: Grid<f64>| {
        let (low, high) = grid
            .samples()
            .iter()
            .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), h| (low.min(*h), high.max(*h)));
        grid.map(|height| height * (relief_m / (high - low)))
    };
    Ok([
        measured("exact fBm, H 0.5".into(), &scaled(brownian), &cells)?,
        measured("ridged noise".into(), &scaled(ridged.grid(NULL_SIDE, NULL_SIDE, place)?), &cells)?,
    ])
}
