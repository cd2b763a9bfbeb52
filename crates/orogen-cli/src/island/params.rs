//! What an island is made from, on the command line.

use std::path::PathBuf;
use std::str::FromStr;

use clap::{Args, ValueEnum};
use orogen::field::ParamSpec;
use orogen::io::{read_grey_picture, read_raster};
use orogen::island::mesh::spacing_for_points;
use orogen::island::{Island, IslandParams, PaintMap, Wind};
use orogen::island_file::read_island;
use serde_json::{Value, json};

use crate::failure::Failure;
use crate::numbers::Setting;
use crate::output;
use crate::raster::parameters::read_parameters;

/// How runoff is computed
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum RunoffModel {
    /// `flow * moisture^2` for each triangle, as in mapgen4
    Heuristic,
    /// Rain less what evaporates, in cubic metres a second
    Balance,
}

/// What becomes of depressions
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum DepressionRule {
    /// Beds are cut through their rims
    Carve,
    /// They are filled with ground
    Fill,
    /// The larger ones hold lakes
    Lakes,
}

/// The models of water, and any parameter.
#[derive(Args)]
pub(super) struct WaterArguments {
    /// How runoff is computed [default: balance]
    #[arg(long, value_enum)]
    runoff: Option<RunoffModel>,

    /// What becomes of depressions [default: lakes]
    #[arg(long, value_enum)]
    depressions: Option<DepressionRule>,

    /// A further wind beside that of wind_angle_deg, whose weight is 1; may be given again
    #[arg(long, value_name = "DEG[:WEIGHT]", allow_negative_numbers = true)]
    wind: Vec<FurtherWind>,

    /// Sets any parameter; may be given again. `orogen island params` lists them
    #[arg(long, value_name = "NAME=VALUE")]
    set: Vec<Setting>,
}

impl WaterArguments {
    /// The parameters with all settings.
    pub(super) fn params(&self, more: &[Setting]) -> Result<IslandParams, Failure> {
        read_parameters(IslandParams::TABLE, &self.settings(more), |value| IslandParams::read(value))
    }

    /// The settings, with what has an option of its own.
    fn settings(&self, more: &[Setting]) -> Vec<Setting> {
        let mut settings = more.to_vec();
        let number = |name: &str, value: f64| Setting { name: name.into(), value };
        settings.extend(self.runoff.map(|model| number("runoff", f64::from(model as u8))));
        settings.extend(self.depressions.map(|rule| number("depressions", f64::from(rule as u8))));
        settings.extend(self.set.iter().cloned());
        settings
    }

    pub(super) fn winds(&self) -> Vec<Wind> {
        self.wind.iter().map(|FurtherWind(wind)| *wind).collect()
    }
}

/// `DEG` or `DEG:WEIGHT`.
#[derive(Clone, Copy)]
struct FurtherWind(Wind);

impl FromStr for FurtherWind {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let refusal = || format!("expected DEG or DEG:WEIGHT, such as 45:0.5, got \"{text}\"");
        let (angle, weight) = text.split_once(':').unwrap_or((text, "1"));
        let number = |part: &str| part.trim().parse::<f64>().map_err(|_| refusal());
        Ok(Self(Wind { angle_deg: number(angle)?, weight: number(weight)? }))
    }
}

/// An island that is generated.
#[derive(Args)]
pub(super) struct IslandArguments {
    /// A saved island to start from, as `orogen island generate` writes it; settings change it
    #[arg(long, value_name = "FILE", conflicts_with_all = ["seed", "points", "paint"])]
    load: Option<PathBuf>,

    /// Seed of the land
    #[arg(long)]
    seed: Option<u32>,

    /// About how many points the mesh has, from 1000 to 1000000; instead of a spacing
    #[arg(long, value_name = "N")]
    points: Option<u32>,

    /// A picture or raster of any size as paint map: what is darker than mid-grey is sea, or heights from -1 to 1
    #[arg(long, value_name = "FILE")]
    paint: Option<PathBuf>,

    #[command(flatten)]
    water: WaterArguments,
}

impl IslandArguments {
    /// Makes the island.
    pub(super) fn island(&self) -> Result<Island, Failure> {
        if let Some(path) = &self.load {
            let mut island = read_island(path)?;
            for Setting { name, value } in self.water.settings(&[]) {
                island.set(&name, value)?;
            }
            if !self.water.wind.is_empty() {
                island.set_further_winds(self.water.winds())?;
            }
            return Ok(island);
        }
        let mut settings = Vec::new();
        settings.extend(self.seed.map(|seed| Setting { name: "seed".into(), value: f64::from(seed) }));
        if let Some(points) = self.points {
            if !(1_000..=1_000_000).contains(&points) {
                let expected = "a whole number from 1000 to 1000000";
                return Err(Failure::input("points", expected, points.to_string(), "or set spacing"));
            }
            settings.push(Setting { name: "spacing".into(), value: spacing_for_points(points) });
        }
        let params = self.water.params(&settings)?;
        let mut island = Island::new(params)?;
        if let Some(path) = &self.paint {
            island.set_paint(Some(paint_map(path)?))?;
        }
        let winds = self.water.winds();
        if !winds.is_empty() {
            island.set_further_winds(winds)?;
        }
        Ok(island)
    }
}

/// A paint map from an 8-bit picture or from any raster.
fn paint_map(path: &std::path::Path) -> Result<PaintMap, Failure> {
    let is_picture = path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("png"));
    if is_picture {
        let (rows, cols, levels) = read_grey_picture(path)?;
        return Ok(PaintMap::from_grey(rows, cols, &levels)?);
    }
    let raster = read_raster(path)?;
    let grid = raster.grid();
    let void = (0..grid.samples().len()).find(|cell| grid.is_void(*cell));
    if let Some(cell) = void {
        let place = format!("a void one at row {}, column {}", cell / grid.cols(), cell % grid.cols());
        return Err(Failure::input("--paint", "heights in all cells", place, "fill it"));
    }
    Ok(PaintMap::new(grid.rows(), grid.cols(), grid.samples().to_vec())?)
}

/// Lists every parameter of islands, its unit, default and range
#[derive(Args)]
pub(crate) struct Params {
    /// Prints JSON
    #[arg(long)]
    json: bool,
}

impl Params {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        if self.json {
            let rows: Vec<Value> = IslandParams::TABLE.iter().map(as_json).collect();
            return output::print_json(&json!({ "params": rows }));
        }
        let line = |spec: &ParamSpec| {
            let range = format!("{} .. {}", spec.min, spec.max);
            format!("{:20} {:8} {:>10}  {:24} {}", spec.name, spec.unit, spec.default, range, spec.doc)
        };
        output::print(&IslandParams::TABLE.iter().map(line).collect::<Vec<_>>().join("\n"))
    }
}

fn as_json(spec: &ParamSpec) -> Value {
    json!({
        "name": spec.name,
        "unit": spec.unit,
        "default": spec.default,
        "min": spec.min,
        "max": spec.max,
        "doc": spec.doc,
    })
}
