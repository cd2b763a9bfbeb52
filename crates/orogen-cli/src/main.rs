//! The `orogen` command: thin glue between arguments and the library.

mod analyze;
mod arguments;
mod failure;
mod generated;
mod island;
mod numbers;
mod output;
mod raster;
mod world;

use std::process::ExitCode;

use clap::{CommandFactory, Parser, Subcommand};

use failure::Failure;

const AFTER_HELP: &str = "\
Exit codes:
  0  done
  1  it could not be done: a file could not be read or written
  2  the input was refused: one line says which parameter, what was expected, what came, and what to do
  3  `world level-id --check`: the level ids differ";

/// Terrain that anyone can compute anywhere
#[derive(Parser)]
#[command(name = "orogen", version, after_help = AFTER_HELP, max_term_width = 100)]
struct Cli {
    /// Threads to use; the result is the same for any number [default: one a core]
    #[arg(long, global = true, value_name = "N")]
    threads: Option<usize>,

    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// The endless world: pictures, samples, level ids, figures, tunables
    #[command(subcommand)]
    World(world::WorldCommand),
    /// Heightmaps: made, eroded, drained, drawn, converted
    #[command(subcommand)]
    Raster(raster::RasterCommand),
    Analyze(analyze::Analyze),
    /// Islands on a mesh, with their water: pictures, figures, and anyone's mesh
    #[command(subcommand)]
    Island(island::IslandCommand),
    /// Prints completions for a shell: `source <(orogen completions bash)`
    Completions {
        /// The shell
        #[arg(value_enum)]
        shell: clap_complete::Shell,
    },
    /// Writes the manual pages, one a command, into a folder
    Man {
        /// The folder; made if it is not there
        folder: std::path::PathBuf,
    },
}

fn main() -> ExitCode {
    let outcome = parse().and_then(|cli| {
        start_threads(cli.threads)?;
        match cli.command {
            Command::World(command) => command.run(),
            Command::Raster(command) => command.run(),
            Command::Analyze(command) => command.run(),
            Command::Island(command) => command.run(),
            Command::Completions { shell } => generated::completions(Cli::command(), shell),
            Command::Man { folder } => generated::man_pages(Cli::command(), &folder),
        }
    });
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}

fn parse() -> Result<Cli, Failure> {
    Cli::try_parse_from(arguments::shield_negative_points(std::env::args_os())).map_err(Failure::Usage)
}

fn start_threads(threads: Option<usize>) -> Result<(), Failure> {
    let Some(threads) = threads else { return Ok(()) };
    if !(1..=1024).contains(&threads) {
        let got = threads.to_string();
        return Err(Failure::input("threads", "a whole number from 1 to 1024", got, "leave it out for one a core"));
    }
    rayon::ThreadPoolBuilder::new()
        .num_threads(threads)
        .build_global()
        .map_err(|error| Failure::Run(format!("threads: {error}; ask for fewer")))
}
