//! `orogen island`: islands on a mesh, with their water.

mod animate;
mod export;
mod features;
mod generate;
mod hydrology;
mod info;
mod params;
mod render;
mod svg;

use clap::Subcommand;

use crate::failure::Failure;

/// The commands about islands.
#[derive(Subcommand)]
pub(crate) enum IslandCommand {
    Generate(generate::Generate),
    Info(info::Info),
    Render(render::Render),
    Export(export::Export),
    Animate(animate::Animate),
    Hydrology(hydrology::HydrologyCommand),
    Params(params::Params),
}

impl IslandCommand {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        match self {
            Self::Generate(command) => command.run(),
            Self::Info(command) => command.run(),
            Self::Render(command) => command.run(),
            Self::Export(command) => command.run(),
            Self::Animate(command) => command.run(),
            Self::Hydrology(command) => command.run(),
            Self::Params(command) => command.run(),
        }
    }
}
