//! `orogen world census`: what kind of land a world holds.

use clap::Args;
use orogen::world::{Census, CoastCensus};
use serde_json::json;

use super::WorldArgs;
use crate::failure::Failure;
use crate::output;

/// Counts heights, massifs and lowland over x 0..8192 m and z -4096..4096 m, and measures the coast where there is one
#[derive(Args)]
pub(crate) struct TakeCensus {
    #[command(flatten)]
    world: WorldArgs,
}

impl TakeCensus {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let world = self.world.world()?;
        let level_id = world.level_id().to_string();
        let census = world.census()?;
        let coast = world.coast_census()?;
        if self.world.json {
            let mut document = as_json(&level_id, &census);
            document["coast"] = coast.as_ref().map_or(serde_json::Value::Null, coast_as_json);
            output::print_json(&document)
        } else {
            let coast = coast.as_ref().map(coast_as_text).unwrap_or_default();
            output::print(&(as_text(&level_id, &census) + &coast))
        }
    }
}

fn as_json(level_id: &str, census: &Census) -> serde_json::Value {
    json!({
        "level_id": level_id,
        "max_m": census.max_m,
        "p99_m": census.p99_m,
        "median_m": census.median_m,
        "min_m": census.min_m,
        "high_share": census.high_share,
        "massifs": census.massifs,
        "flat_lowland_share": census.flat_lowland_share,
    })
}

fn as_text(level_id: &str, census: &Census) -> String {
    let Census { max_m, p99_m, median_m, min_m, high_share, massifs, flat_lowland_share } = census;
    let (high, flat) = (high_share * 100.0, flat_lowland_share * 100.0);
    format!(
        "{level_id}
highest                  {max_m:10.2} m
one in a hundred above   {p99_m:10.2} m
median                   {median_m:10.2} m
lowest                   {min_m:10.2} m
above 200 m              {high:10.3} %
massifs above 300 m      {massifs:10}
flat lowland             {flat:10.3} %"
    )
}

fn coast_as_json(coast: &CoastCensus) -> serde_json::Value {
    json!({
        "road_steepest": coast.road_steepest,
        "road_deepest_cut_m": coast.road_deepest_cut_m,
        "road_lowest_m": coast.road_lowest_m,
        "road_distance_m": [coast.road_distance_m.0, coast.road_distance_m.1],
        "cliff_share": coast.cliff_share,
        "outcrop_share": coast.outcrop_share,
        "dune_spread_m": coast.dune_spread_m,
        "dune_anisotropy": coast.dune_anisotropy,
    })
}

fn coast_as_text(coast: &CoastCensus) -> String {
    let percent = |share: f64| share * 100.0;
    format!(
        "
road, steepest           {:10.2} %
road, deepest cut        {:10.2} m
road, lowest             {:10.2} m
road, from the shore     {:10.1} m to {:.1} m
cliffs                   {:10.2} %
outcrops                 {:10.2} %
dunes, spread            {:10.2} m
dunes, anisotropy        {:10.2}",
        percent(coast.road_steepest),
        coast.road_deepest_cut_m,
        coast.road_lowest_m,
        coast.road_distance_m.0,
        coast.road_distance_m.1,
        percent(coast.cliff_share),
        percent(coast.outcrop_share),
        coast.dune_spread_m,
        coast.dune_anisotropy,
    )
}
