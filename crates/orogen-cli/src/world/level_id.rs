//! `orogen world level-id`: the name of a world, and what differs from another name.

use clap::Args;
use orogen::LevelId;
use serde_json::json;

use super::{DEFAULT_PRESET, WorldArgs};
use crate::failure::Failure;
use crate::output;

const EXAMPLES: &str = "\
Examples:
  orogen world level-id --preset dense --seed 7
  orogen world level-id --check \"$(cat level-id.txt)\"";

/// Prints the level id, or says which part of another one differs
#[derive(Args)]
#[command(before_help = EXAMPLES)]
pub(crate) struct CheckLevelId {
    #[command(flatten)]
    world: WorldArgs,

    /// Compares with this id; preset and seed are the id's own unless named. Exits with 3 if they differ
    #[arg(long, value_name = "ID")]
    check: Option<LevelId>,
}

impl CheckLevelId {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        match &self.check {
            Some(theirs) => self.compare(theirs),
            None => {
                let id = self.world.world()?.level_id();
                if self.world.json { output::print_json(&describe(&id)) } else { output::print(&id.to_string()) }
            }
        }
    }

    fn compare(&self, theirs: &LevelId) -> Result<(), Failure> {
        // A preset that this release does not know is a difference like any other.
        let preset = theirs.known_preset().unwrap_or(DEFAULT_PRESET);
        let seed = self.world.named_seed().unwrap_or(theirs.seed);
        let mine = self.world.world_or(preset, seed)?.level_id();
        let differences: Vec<String> = mine.differences(theirs).iter().map(ToString::to_string).collect();
        if self.world.json {
            output::print_json(&json!({
                "mine": describe(&mine),
                "theirs": describe(theirs),
                "same": differences.is_empty(),
                "differences": differences,
            }))?;
        } else if differences.is_empty() {
            output::print("same")?;
        } else {
            output::print(&format!("differs in: {}\nmine:   {mine}\ntheirs: {theirs}", differences.join(", ")))?;
        }
        if differences.is_empty() { Ok(()) } else { Err(Failure::Differs) }
    }
}

fn describe(id: &LevelId) -> serde_json::Value {
    let text = id.to_string();
    let digest = text.rsplit('/').next().unwrap_or_default();
    json!({
        "level_id": text,
        "version": id.version,
        "preset": id.preset,
        "seed": id.seed.to_string(),
        "field_hash": id.field_hash,
        "registry_digest": digest,
    })
}
