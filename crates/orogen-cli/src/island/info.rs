//! `orogen island info`: an island in figures.

use clap::Args;
use orogen::island::water::{Mouth, SeaKind, WaterBalance};
use orogen::island::{Biome, Island};
use serde_json::{Value, json};

use super::params::IslandArguments;
use crate::failure::Failure;
use crate::output;

/// Prints an island's figures: its mesh, land, water balance, lakes, rivers, biomes
#[derive(Args)]
pub(crate) struct Info {
    #[command(flatten)]
    island: IslandArguments,

    /// Prints JSON
    #[arg(long)]
    json: bool,
}

impl Info {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let figures = figures(&self.island.island()?);
        if self.json {
            return output::print_json(&figures);
        }
        let mut lines = Vec::new();
        flatten("", &figures, &mut lines);
        output::print(&lines.join("\n"))
    }
}

/// All figures as one document.
fn figures(island: &Island) -> Value {
    let (mesh, water, params) = (&island.mesh().mesh, island.water(), island.params());
    let triangles = mesh.solid_triangle_count();
    let is_sea_t = &island.ground().sea.is_sea_t;
    let square_km = params.side_m * params.side_m / 1e6;
    let land: f64 =
        island.area_t().iter().zip(is_sea_t).filter(|(_, sea)| !**sea).map(|(area, _)| area * square_km).sum();
    let highest = island.elevation_t().iter().copied().fold(f64::NEG_INFINITY, f64::max) * params.height_m;
    let basins = water.basin_of_t(is_sea_t).into_iter().flatten().max().map_or(0, |last| last + 1);
    let balance = water.balance.as_ref().map(balance_json);
    let closed = water.lakes.iter().filter(|lake| lake.outlet.is_none()).count();
    let lake_km2: f64 = water.lakes.iter().map(|lake| lake.area_m2 / 1e6).sum();
    let rivers = island.rivers();
    let mouths = rivers.iter().filter(|river| river.mouth == Mouth::Sea).count();
    let falls: usize = rivers.iter().map(|river| river.waterfalls.len()).sum();
    let flows = rivers.iter().flat_map(|river| &river.points).map(|point| point.flow);
    let biomes = Biome::ALL.map(|biome| {
        let count = island.biomes().biome_t.iter().filter(|other| **other == biome).count();
        (biome.name().to_owned(), json!(count as f64 / triangles as f64))
    });
    let sea = match island.ground().sea.kind {
        SeaKind::AtTheEdge => "at the edge of the map",
        SeaKind::Deep => "deep water",
        SeaKind::LowestEdge => "none: water leaves over the lowest edge",
        SeaKind::Lowest => "none: water gathers in the lowest triangles",
    };
    json!({
        "mesh": { "regions": mesh.solid_region_count(), "triangles": triangles, "spacing": island.mesh().spacing },
        "land_km2": land,
        "highest_m": highest,
        "sea": sea,
        "basins": basins,
        "balance": balance,
        "lakes": { "count": water.lakes.len(), "without_outlet": closed, "area_km2": lake_km2 },
        "rivers": {
            "count": rivers.len(),
            "mouths": mouths,
            "waterfalls": falls,
            "largest_order": rivers.iter().map(|river| river.strahler).max(),
            "largest_flow": flows.fold(0.0, f64::max),
        },
        "biome_shares": Value::Object(biomes.into_iter().collect()),
    })
}

/// The year's account.
pub(super) fn balance_json(balance: &WaterBalance) -> Value {
    json!({
        "rain_m3_s": balance.rain,
        "evapotranspiration_m3_s": balance.evapotranspiration,
        "lake_evaporation_m3_s": balance.lake_evaporation,
        "outflow_m3_s": balance.outflow,
        "error": balance.error(),
    })
}

/// A line for each figure, its way through the document before it.
fn flatten(way: &str, value: &Value, lines: &mut Vec<String>) {
    match value {
        Value::Object(members) => {
            for (name, member) in members {
                let way = if way.is_empty() { name.clone() } else { format!("{way}.{name}") };
                flatten(&way, member, lines);
            }
        }
        Value::Null => lines.push(format!("{way:36} -")),
        Value::String(text) => lines.push(format!("{way:36} {text}")),
        Value::Number(number) if number.is_f64() => {
            lines.push(format!("{way:36} {}", shown(number.as_f64().unwrap_or(0.0))));
        }
        other => lines.push(format!("{way:36} {other}")),
    }
}

fn shown(number: f64) -> String {
    if number == 0.0 || (1e-3..1e9).contains(&number.abs()) { format!("{number:.3}") } else { format!("{number:.1e}") }
}
