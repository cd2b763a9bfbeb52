//! `orogen raster erode`: processes that wear a heightmap down.

use std::ops::ControlFlow;
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use orogen::WorldError;
use orogen::field::ParamSpec;
use orogen::raster::stream_power::{self, Forcing, StreamPower, Worn};
use orogen::raster::thermal::{self, Eroded, Thermal};
use orogen::raster::{Edge, Edges, Progress, RasterError, Watcher};
use serde_json::json;

use super::edge_rules::EdgeRules;
use super::map::{InputFile, Map};
use super::output_raster::OutputRaster;
use super::parameters::read_parameters;
use crate::failure::Failure;
use crate::numbers::Setting;
use crate::output;

const EXAMPLES: &str = "\
Examples:
  orogen raster erode thermal hills.tif --set talus=0.6 -o slid.tif
  orogen raster erode cut-back hills.tif --set talus=0.8 -o cut.tif
  orogen raster erode stream-power hills.tif --edges free --set deposition=0.5 --set diffusivity=0.01 -o worn.tif
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

    /// What the edges of the map do: fixed (the outermost cells keep their height), free (what crosses an edge leaves the
    /// map) or wrap (opposite edges meet); one for all, or by name as in west=fixed,east=free [default: fixed for
    /// stream-power, else free]
    #[arg(long, value_name = "RULE")]
    edges: Option<EdgeRules>,

    /// A raster of uplift in m/yr, for stream-power
    #[arg(long, value_name = "FILE")]
    uplift: Option<PathBuf>,

    /// A raster of erodibility, for stream-power
    #[arg(long, value_name = "FILE")]
    erodibility: Option<PathBuf>,

    /// A raster of rain relative to the usual, for stream-power
    #[arg(long, value_name = "FILE")]
    rain: Option<PathBuf>,

    /// Sets any parameter of the process; may be given again
    #[arg(long, value_name = "NAME=VALUE")]
    set: Vec<Setting>,

    /// Prints the account as JSON
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    output: OutputRaster,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Kind {
    /// Talus slides until no slope is too steep; the material stays
    Thermal,
    /// Steep ground is cut back to the talus; the material leaves
    CutBack,
    /// Rivers cut down against uplift and lay down what they carry, and hillslopes creep
    StreamPower,
    /// The article's talus erosion, digit by digit
    ArticleThermal,
}

/// The sweeps of the published demonstration.
const ARTICLE_SWEEPS: u32 = 40;

impl Erode {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        self.output.check()?;
        self.refuse_what_is_not_the_kinds()?;
        let map = self.input.read()?;
        match self.kind {
            Kind::ArticleThermal => {
                let heights = thermal::article(map.grid(), self.article_sweeps()?);
                map.write(&heights, &self.output)
            }
            Kind::Thermal | Kind::CutBack => {
                let eroded = self.thermal(&map)?;
                map.write(&eroded.heights, &self.output)?;
                let ledger = eroded.ledger;
                self.tell(&[
                    ("sweeps", json!(eroded.sweeps)),
                    ("before_m3", json!(ledger.before)),
                    ("after_m3", json!(ledger.after)),
                    ("exported_m3", json!(ledger.exported)),
                ])
            }
            Kind::StreamPower => {
                let worn = self.stream_power(&map)?;
                map.write(&worn.heights, &self.output)?;
                let ledger = worn.ledger;
                self.tell(&[
                    ("steps", json!(worn.steps)),
                    ("steady", json!(worn.converged)),
                    ("fastest_m_per_yr", json!(worn.fastest)),
                    ("before_m3", json!(ledger.before)),
                    ("uplifted_m3", json!(ledger.uplifted)),
                    ("after_m3", json!(ledger.after)),
                    ("exported_m3", json!(ledger.exported)),
                ])
            }
        }
    }

    /// Refuses options that the process would not heed.
    fn refuse_what_is_not_the_kinds(&self) -> Result<(), Failure> {
        use Kind::{ArticleThermal, CutBack, StreamPower, Thermal};
        let heeded: [(&str, bool, &[Kind]); 6] = [
            ("sweeps", self.sweeps.is_some(), &[Thermal, CutBack, ArticleThermal]),
            ("edges", self.edges.is_some(), &[Thermal, CutBack, StreamPower]),
            ("set", !self.set.is_empty(), &[Thermal, CutBack, StreamPower]),
            ("uplift", self.uplift.is_some(), &[StreamPower]),
            ("erodibility", self.erodibility.is_some(), &[StreamPower]),
            ("rain", self.rain.is_some(), &[StreamPower]),
        ];
        let name = |kind: &Kind| kind.to_possible_value().map_or(String::new(), |value| value.get_name().to_string());
        let unheeded = heeded.iter().find(|(_, given, kinds)| *given && !kinds.contains(&self.kind));
        let Some((option, _, kinds)) = unheeded else { return Ok(()) };
        let expected = format!("{}, which heed it", kinds.iter().map(name).collect::<Vec<_>>().join(" or "));
        Err(Failure::input(option, &expected, name(&self.kind), "leave it out"))
    }

    /// The sweeps of the article's erosion, of which there are no more than of the other.
    fn article_sweeps(&self) -> Result<u32, Failure> {
        let sweeps = self.sweeps.unwrap_or(ARTICLE_SWEEPS);
        let spec = ParamSpec::find(Thermal::TABLE, "sweeps").map_err(WorldError::from)?;
        spec.check(f64::from(sweeps)).map_err(WorldError::from)?;
        Ok(sweeps)
    }

    fn thermal(&self, map: &Map) -> Result<Eroded, Failure> {
        let mut settings = self.set.clone();
        settings.extend(self.sweeps.map(|sweeps| Setting { name: "sweeps".into(), value: f64::from(sweeps) }));
        let params = read_parameters(Thermal::TABLE, &settings, |value| Thermal::read(value))?;
        let process = if self.kind == Kind::CutBack { thermal::cut_back } else { thermal::erode };
        let edges = self.edges_over(Edge::Free);
        watched(params.sweeps, |watcher| process(map.grid(), &params, &map.cells, edges, watcher))
    }

    fn stream_power(&self, map: &Map) -> Result<Worn, Failure> {
        let params = read_parameters(StreamPower::TABLE, &self.set, |value| StreamPower::read(value))?;
        let read = |path: &Option<PathBuf>| path.as_ref().map(|path| Map::read(path)).transpose();
        let (uplift, erodibility, rain) = (read(&self.uplift)?, read(&self.erodibility)?, read(&self.rain)?);
        let forcing = Forcing {
            uplift: uplift.as_ref().map(Map::grid),
            erodibility: erodibility.as_ref().map(Map::grid),
            rain: rain.as_ref().map(Map::grid),
        };
        let edges = self.edges_over(Edge::Fixed);
        watched(params.steps, |watcher| stream_power::erode(map.grid(), &params, forcing, &map.cells, edges, watcher))
    }

    fn edges_over(&self, usual: Edge) -> Edges {
        self.edges.as_ref().map_or(Edges::all(usual), |rules| rules.over(usual))
    }

    /// Says what happened: a line a figure, or one JSON object.
    fn tell(&self, figures: &[(&str, serde_json::Value)]) -> Result<(), Failure> {
        if self.json {
            let object = figures.iter().map(|(name, figure)| ((*name).to_string(), figure.clone())).collect();
            return output::print_json(&serde_json::Value::Object(object));
        }
        let lines: Vec<String> = figures.iter().map(|(name, figure)| format!("{name:16} {figure}")).collect();
        output::print(&lines.join("\n"))
    }
}

/// Runs a process under a progress bar.
fn watched<T>(at_most: u32, process: impl FnOnce(&mut Watcher<'_>) -> Result<T, RasterError>) -> Result<T, Failure> {
    let bar = output::progress(at_most as usize, "eroding");
    let result = process(&mut |progress: Progress| {
        bar.set_position(u64::from(progress.done));
        ControlFlow::Continue(())
    });
    bar.finish_and_clear();
    Ok(result?)
}
