//! How the command fails: one line on stderr, and an exit code.

use std::process::ExitCode;

use clap::error::ErrorKind;
use orogen::WorldError;
use orogen::flow::FlowError;
use orogen::io::IoError;
use orogen::island::IslandError;
use orogen::island_file::IslandFileError;
use orogen::raster::RasterError;

/// Why the command did not do what it was asked to.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Failure {
    /// The command line is not understood, or asks for help.
    #[error("{0}")]
    Usage(clap::Error),
    /// The input is refused.
    #[error("{0}")]
    Input(String),
    /// The machine did not play along.
    #[error("{0}")]
    Run(String),
    /// The level ids differ, as has been said on stdout.
    #[error("the level ids differ")]
    Differs,
    /// The reader of our output has gone.
    #[error("the output was closed")]
    Closed,
}

impl Failure {
    /// A refusal in the project's words.
    pub(crate) fn input(parameter: &str, expected: &str, got: impl AsRef<str>, remedy: &str) -> Self {
        Self::Input(format!("{parameter}: expected {expected}, got {}; {remedy}", got.as_ref()))
    }

    /// Says it, and gives the exit code.
    pub(crate) fn report(&self) -> ExitCode {
        match self {
            Self::Usage(error) if !error.use_stderr() => {
                // Help and version. A reader that has gone does not want them.
                let _ = error.print();
                ExitCode::SUCCESS
            }
            Self::Usage(error) if error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
                // Asked for nothing: the help is the answer, and still no success.
                let _ = error.print();
                ExitCode::from(2)
            }
            Self::Usage(error) => complain(&first_paragraph(&error.to_string()), 2),
            Self::Input(message) => complain(message, 2),
            Self::Run(message) => complain(message, 1),
            Self::Differs => ExitCode::from(3),
            Self::Closed => ExitCode::SUCCESS,
        }
    }
}

fn complain(message: &str, code: u8) -> ExitCode {
    crate::output::note(format!("error: {}", message.trim_start_matches("error: ")));
    ExitCode::from(code)
}

/// The part of clap's message before its hints, on one line.
fn first_paragraph(message: &str) -> String {
    let lines = message.lines().take_while(|line| !line.trim().is_empty());
    lines.map(str::trim).collect::<Vec<_>>().join(" ")
}

impl From<WorldError> for Failure {
    fn from(error: WorldError) -> Self {
        Self::Input(error.to_string())
    }
}

impl From<IoError> for Failure {
    fn from(error: IoError) -> Self {
        match error.kind() {
            IoError::System { .. } | IoError::Disk { .. } => Self::Run(error.to_string()),
            _ => Self::Input(error.to_string()),
        }
    }
}

impl From<RasterError> for Failure {
    fn from(error: RasterError) -> Self {
        Self::Input(error.to_string())
    }
}

impl From<IslandError> for Failure {
    fn from(error: IslandError) -> Self {
        Self::Input(error.to_string())
    }
}

impl From<IslandFileError> for Failure {
    fn from(error: IslandFileError) -> Self {
        match error {
            IslandFileError::Io(error) => error.into(),
            other => Self::Input(other.to_string()),
        }
    }
}

impl From<FlowError> for Failure {
    fn from(error: FlowError) -> Self {
        Self::Input(error.to_string())
    }
}

impl From<std::io::Error> for Failure {
    fn from(error: std::io::Error) -> Self {
        match error.kind() {
            std::io::ErrorKind::BrokenPipe => Self::Closed,
            _ => Self::Run(format!("output: {error}; check where it goes")),
        }
    }
}
