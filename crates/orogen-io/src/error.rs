//! What can be wrong with a file or with a request to write one.

use std::fmt;
use std::path::PathBuf;

use orogen_field::GridError;

/// Where in a file something is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Location {
    /// Bytes from the start of the file, from 0.
    Byte(u64),
    /// A line of a text file, from 1.
    Line(u64),
}

impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Byte(offset) => write!(f, "byte {offset}"),
            Self::Line(line) => write!(f, "line {line}"),
        }
    }
}

/// A raster that cannot be read or written; the message says what to do.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum IoError {
    /// An error, with the file it is about.
    #[error("{}: {source}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        source: Box<IoError>,
    },
    /// The operating system refused.
    #[error("{action}: {source}; check that the path exists and that you may use it")]
    System {
        /// What was being done.
        action: &'static str,
        /// What the system said.
        source: std::io::Error,
    },
    /// No format goes by that extension.
    #[error("extension: expected one of {known}, got \"{got}\"; rename the file")]
    Extension {
        /// The extension that came.
        got: String,
        /// All extensions, separated by spaces.
        known: String,
    },
    /// The file contradicts its own format.
    #[error("{format}, {at}: {what}: expected {expected}, got {got}; the file is damaged or of another kind")]
    Malformed {
        /// The format it was read as.
        format: &'static str,
        /// Where.
        at: Location,
        /// Which part of the file.
        what: String,
        /// What that part has to be.
        expected: String,
        /// What came.
        got: String,
    },
    /// The file, or the request, is sound, but of a kind that the format or this crate does not do.
    #[error("{format}: {what}: expected {expected}, got {got}; {remedy}")]
    Unsupported {
        /// The format.
        format: &'static str,
        /// Which property.
        what: &'static str,
        /// What is possible.
        expected: String,
        /// What came.
        got: String,
        /// What to do instead.
        remedy: &'static str,
    },
    /// A parameter of the request is out of its range.
    #[error("{what}: expected {expected}, got {got}; {remedy}")]
    Parameter {
        /// The parameter.
        what: &'static str,
        /// What it has to be.
        expected: String,
        /// What came.
        got: String,
        /// What to do instead.
        remedy: &'static str,
    },
    /// A sample that a raster, or the file's type of sample, cannot hold.
    #[error("sample at row {row}, column {col}: expected {expected}, got {got}; {remedy}")]
    Sample {
        /// Row, from 0 in the north.
        row: usize,
        /// Column, from 0 in the west.
        col: usize,
        /// What it has to be.
        expected: String,
        /// What came.
        got: f64,
        /// What to do instead.
        remedy: &'static str,
    },
    /// More cells than allowed, or than memory can hold.
    #[error(
        "size: expected at most {limit} cells, and memory for them, got {rows} x {cols}; read a part of it, or raise `max_cells`"
    )]
    TooManyCells {
        /// Rows that the file claims.
        rows: u64,
        /// Columns that the file claims.
        cols: u64,
        /// The limit that was in force.
        limit: u64,
    },
    /// The file would not fit on its disk.
    #[error("free disk: expected room for {needed} bytes, got {free}; free some, or write to another disk")]
    Disk {
        /// The most bytes that the file may need.
        needed: u64,
        /// The bytes that are free.
        free: u64,
    },
    /// The raster has no surface to work on.
    #[error(
        "raster: expected at least 2 x 2 cells with data in some of them, got {rows} x {cols} with data in {valid}; choose another part"
    )]
    NoSurface {
        /// Rows.
        rows: usize,
        /// Columns.
        cols: usize,
        /// Cells that are not void.
        valid: usize,
    },
    /// The samples do not make a grid.
    #[error(transparent)]
    Grid(#[from] GridError),
}

impl IoError {
    /// Says which file the error is about, unless that has been said.
    pub(crate) fn about(self, path: &std::path::Path) -> Self {
        match self {
            Self::File { .. } => self,
            other => Self::File { path: path.to_path_buf(), source: Box::new(other) },
        }
    }

    /// The error itself, without the file it is about.
    #[must_use]
    pub fn kind(&self) -> &Self {
        match self {
            Self::File { source, .. } => source.kind(),
            other => other,
        }
    }

    pub(crate) fn parameter(
        what: &'static str,
        expected: impl Into<String>,
        got: impl Into<String>,
        remedy: &'static str,
    ) -> Self {
        Self::Parameter { what, expected: expected.into(), got: got.into(), remedy }
    }

    pub(crate) fn system(action: &'static str) -> impl FnOnce(std::io::Error) -> Self {
        move |source| Self::System { action, source }
    }
}
