//! `orogen world census`: what kind of land a world holds.

use clap::Args;
use orogen::world::Census;
use serde_json::json;

use super::WorldArgs;
use crate::failure::Failure;
use crate::output;

/// Counts heights, massifs and lowland over x 0..8192 m and z -4096..4096 m
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
        if self.world.json {
            output::print_json(&as_json(&level_id, &census))
        } else {
            output::print(&as_text(&level_id, &census))
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
