//! `orogen raster erode`: processes that wear a heightmap down.

use std::ops::ControlFlow;

use clap::{Args, ValueEnum};
use orogen::raster::thermal::{self, Eroded, Thermal};
use orogen::raster::{Edge, Edges, Progress};
use serde_json::json;

use super::map::{InputFile, Map, OutputFile};
use super::parameters::read_parameters;
use crate::failure::Failure;
use crate::numbers::Setting;
use crate::output;

const EXAMPLES: &str = "\
Examples:
  orogen raster erode thermal hills.tif --set talus=0.6 -o slid.tif
  orogen raster erode cut-back hills.tif --set talus=0.8 -o cut.tif
  orogen raster erode article-thermal a.f64 --sweeps 40 -o b.f64";

/// Wears a heightmap down, and accounts for the land
#[derive(Args)]
#[command(before_help = EXAMPLES)]
pub(crate) struct Erode {
    /// The process
    #[arg(value_enum)]
    kind: Kind,

    #[command(flatten)]
    input: InputFile,

    /// Sweeps: the most for thermal, all of them for the article's
    #[arg(long, value_name = "N")]
    sweeps: Option<u32>,

    /// What the edges of the map do
    #[arg(long, value_enum, default_value = "free")]
    edges: EdgeRule,

    /// Sets any parameter of the process; may be given again
    #[arg(long, value_name = "NAME=VALUE")]
    set: Vec<Setting>,

    /// Prints the account as JSON
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    output: OutputFile,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Kind {
    /// Talus slides until no slope is too steep; the material stays
    Thermal,
    /// Steep ground is cut back to the talus; the material leaves
    CutBack,
    /// The article's talus erosion, digit by digit
    ArticleThermal,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum EdgeRule {
    /// The outermost cells keep their height
    Fixed,
    /// What crosses an edge leaves the map
    Free,
    /// Opposite edges meet
    Wrap,
}

impl EdgeRule {
    fn edges(self) -> Edges {
        Edges::all(match self {
            Self::Fixed => Edge::Fixed,
            Self::Free => Edge::Free,
            Self::Wrap => Edge::Wrap,
        })
    }
}

impl Erode {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let map = self.input.read()?;
        match self.kind {
            Kind::ArticleThermal => {
                let heights = thermal::article(map.grid(), self.sweeps.unwrap_or(40));
                map.write(&heights, &self.output.output)
            }
            Kind::Thermal | Kind::CutBack => {
                let eroded = self.thermal(&map)?;
                map.write(&eroded.heights, &self.output.output)?;
                self.tell(&eroded)
            }
        }
    }

    fn thermal(&self, map: &Map) -> Result<Eroded, Failure> {
        let mut settings = self.set.clone();
        settings.extend(self.sweeps.map(|sweeps| Setting { name: "sweeps".into(), value: f64::from(sweeps) }));
        let params = read_parameters(Thermal::TABLE, &settings, |value| Thermal::read(value))?;
        let bar = output::progress(params.sweeps as usize, "eroding");
        let mut watcher = |progress: Progress| {
            bar.set_position(u64::from(progress.done));
            ControlFlow::Continue(())
        };
        let process = if self.kind == Kind::CutBack { thermal::cut_back } else { thermal::erode };
        let eroded = process(map.grid(), &params, &map.cells, self.edges.edges(), &mut watcher)?;
        bar.finish_and_clear();
        Ok(eroded)
    }

    fn tell(&self, eroded: &Eroded) -> Result<(), Failure> {
        let ledger = &eroded.ledger;
        if self.json {
            return output::print_json(&json!({
                "sweeps": eroded.sweeps,
                "before_m3": ledger.before,
                "after_m3": ledger.after,
                "exported_m3": ledger.exported,
            }));
        }
        output::print(&format!(
            "sweeps    {}\nbefore    {} m^3\nafter     {} m^3\nexported  {} m^3",
            eroded.sweeps, ledger.before, ledger.after, ledger.exported
        ))
    }
}
