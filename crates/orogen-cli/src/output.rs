//! What goes to stdout, and the bar on stderr while it takes long.

use std::fmt::Display;
use std::io::{BufWriter, StdoutLock, Write};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use serde_json::Value;

use crate::failure::Failure;

/// Buffered standard output.
pub(crate) fn stdout() -> BufWriter<StdoutLock<'static>> {
    BufWriter::new(std::io::stdout().lock())
}

/// Says something beside the result, in a line on stderr. Where nobody listens it is lost, which is no failure.
pub(crate) fn note(line: impl Display) {
    let _ = writeln!(std::io::stderr().lock(), "{line}");
}

/// Prints one JSON document.
pub(crate) fn print_json(document: &Value) -> Result<(), Failure> {
    let mut out = stdout();
    writeln!(out, "{document:#}")?;
    Ok(out.flush()?)
}

/// Prints a text.
pub(crate) fn print(text: &str) -> Result<(), Failure> {
    let mut out = stdout();
    writeln!(out, "{text}")?;
    Ok(out.flush()?)
}

/// A bar on stderr over `total` steps; nothing is drawn where stderr is no terminal.
pub(crate) fn progress(total: usize, what: &'static str) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(Some(total as u64), ProgressDrawTarget::stderr());
    let style = ProgressStyle::with_template("{msg} {wide_bar} {percent}% {eta} left")
        .unwrap_or_else(|_| ProgressStyle::default_bar());
    bar.set_style(style);
    bar.set_message(what);
    bar
}
