//! `orogen island generate`: a whole island in a file.

use std::path::PathBuf;

use clap::Args;
use orogen::island_file::write_island;

use super::params::IslandArguments;
use crate::failure::Failure;

/// Makes an island and saves it; other commands --load it, to the same bits
#[derive(Args)]
pub(crate) struct Generate {
    #[command(flatten)]
    island: IslandArguments,

    /// The file, by custom an .island
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
}

impl Generate {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        Ok(write_island(&self.output, &self.island.island()?)?)
    }
}
