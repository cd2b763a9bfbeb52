//! `orogen world`: the endless world.

mod census;
mod level_id;
mod params;
mod profile;
mod render;
mod sample;

use clap::{Args, Subcommand};
use orogen::{Preset, Seed, Tunables, World};

use crate::failure::Failure;
use crate::numbers::Setting;

/// The preset where none is named.
const DEFAULT_PRESET: Preset = Preset::Olympic;

/// The seed where none is named; the help says so, and every result names its level id.
const DEFAULT_SEED: Seed = Seed::Own(1);

#[derive(Subcommand)]
pub(crate) enum WorldCommand {
    Render(render::Render),
    Sample(sample::Sample),
    LevelId(level_id::CheckLevelId),
    Census(census::TakeCensus),
    Params(params::Params),
    Profile(profile::Profile),
}

impl WorldCommand {
    pub(crate) fn run(self) -> Result<(), Failure> {
        match self {
            Self::Render(command) => command.run(),
            Self::Sample(command) => command.run(),
            Self::LevelId(command) => command.run(),
            Self::Census(command) => command.run(),
            Self::Params(command) => command.run(),
            Self::Profile(command) => command.run(),
        }
    }
}

/// Which world: shared by every command.
#[derive(Args)]
#[command(next_help_heading = "World")]
pub(crate) struct WorldArgs {
    /// Which stages and defaults: plain, ridged, montane, dense or olympic [default: olympic]
    #[arg(short, long, value_name = "PRESET")]
    preset: Option<Preset>,

    /// The seed, 0 to 18446744073709551615 [default: 1]
    #[arg(short, long, value_name = "SEED", value_parser = own_seed, allow_negative_numbers = true)]
    seed: Option<Seed>,

    /// A seed of the reference system instead: 32 bits, signed or not
    #[arg(long, value_name = "N", value_parser = reference_seed, conflicts_with = "seed", allow_negative_numbers = true)]
    reference_seed: Option<Seed>,

    /// Changes a tunable; may be given again. `orogen world params` lists them
    #[arg(long, value_name = "NAME=VALUE")]
    set: Vec<Setting>,

    /// Prints JSON for machines
    #[arg(long)]
    pub(crate) json: bool,
}

fn own_seed(text: &str) -> Result<Seed, String> {
    match text.parse() {
        Ok(seed @ Seed::Own(_)) => Ok(seed),
        _ => {
            Err("expected a whole number from 0 to 18446744073709551615; for a reference seed use --reference-seed"
                .into())
        }
    }
}

fn reference_seed(text: &str) -> Result<Seed, String> {
    let refusal = |_| "expected a whole number from -2147483648 to 4294967295; give another".to_string();
    format!("ref:{text}").parse().map_err(refusal)
}

impl WorldArgs {
    /// The seed that was named, of either kind, if any was.
    pub(crate) fn named_seed(&self) -> Option<Seed> {
        self.seed.or(self.reference_seed)
    }

    /// The tunables of the named preset, with the settings of the command line.
    pub(crate) fn tunables(&self) -> Result<Tunables, Failure> {
        self.tunables_of(self.preset.unwrap_or(DEFAULT_PRESET))
    }

    fn tunables_of(&self, preset: Preset) -> Result<Tunables, Failure> {
        let mut tunables = Tunables::new(preset);
        for Setting { name, value } in &self.set {
            tunables.set(name, *value)?;
        }
        Ok(tunables)
    }

    /// The world of the command line.
    pub(crate) fn world(&self) -> Result<World, Failure> {
        self.world_or(DEFAULT_PRESET, DEFAULT_SEED)
    }

    /// The world of the command line, with a preset and a seed for what it does not name.
    pub(crate) fn world_or(&self, preset: Preset, seed: Seed) -> Result<World, Failure> {
        let tunables = self.tunables_of(self.preset.unwrap_or(preset))?;
        Ok(World::with_tunables(tunables, self.named_seed().unwrap_or(seed))?)
    }
}
