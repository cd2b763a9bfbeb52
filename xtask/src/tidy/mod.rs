//! The rules that no compiler checks.

mod floors;
mod manifests;
mod sources;

use std::fmt;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, ensure};

/// A rule that does not hold somewhere.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Finding {
    /// The file, relative to the root, and the line where there is one.
    place: String,
    /// What is wrong and what to do.
    message: String,
}

impl Finding {
    fn new(place: impl Into<String>, message: impl Into<String>) -> Self {
        Self { place: place.into(), message: message.into() }
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.message)
    }
}

/// A text file of the repository.
struct SourceFile {
    /// Relative to the root, with forward slashes.
    path: String,
    text: String,
}

/// Checks every rule.
pub(crate) fn check(root: &Path) -> Result<Vec<Finding>> {
    let files = text_files(root)?;
    let mut findings = floors::check(&cargo_metadata(root)?)?;
    findings.extend(manifests::check(&files));
    findings.extend(files.iter().flat_map(sources::check));
    Ok(findings)
}

/// The text files that git tracks, or would on the next commit.
fn text_files(root: &Path) -> Result<Vec<SourceFile>> {
    let listing = output(root, "git", &["ls-files", "-z", "--cached", "--others", "--exclude-standard"])?;
    let mut files = Vec::new();
    for path in listing.split('\0').filter(|path| !path.is_empty()) {
        // A file may be tracked and gone, or no text.
        if let Ok(text) = std::fs::read_to_string(root.join(path)) {
            files.push(SourceFile { path: path.into(), text });
        }
    }
    ensure!(!files.is_empty(), "git lists no files in {}", root.display());
    Ok(files)
}

fn cargo_metadata(root: &Path) -> Result<serde_json::Value> {
    let json = output(root, "cargo", &["metadata", "--no-deps", "--format-version", "1"])?;
    serde_json::from_str(&json).context("cargo metadata printed no JSON")
}

fn output(root: &Path, program: &str, args: &[&str]) -> Result<String> {
    let output = Command::new(program)
        .args(args)
        .current_dir(root)
        .output()
        .with_context(|| format!("cannot start {program}"))?;
    ensure!(output.status.success(), "{program} {}: {}", args.join(" "), String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).with_context(|| format!("{program} printed no UTF-8"))
}
