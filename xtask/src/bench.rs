//! The benchmarks with rivals: one run of all programs on one machine, and its tables in the documentation.

use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::{Context, Result, ensure};

use crate::tools;

/// Where the tables belong.
const PAGE: &str = "docs/benchmarks.md";

/// What stands before and after them there.
const BEGIN: &str = "<!-- cargo xtask bench: begin -->\n";
const END: &str = "<!-- cargo xtask bench: end -->\n";

/// Times heightmaps and their rivals, and replaces the tables of the page.
pub(crate) fn run(root: &Path) -> Result<()> {
    tools::ensure_rivals()?;
    let build = ["build", "--release", "--package", "orogen-raster", "--example", "stopwatch"];
    let status = Command::new("cargo").args(build).current_dir(root).status().context("cannot start cargo")?;
    ensure!(status.success(), "the stopwatch does not build");
    let target = crate::target_dir(root);
    let output = Command::new(target.join("oracles/bin/python"))
        .arg("crates/orogen-raster/benches/rivals.py")
        .args([target.join("release/examples/stopwatch"), target.join("rivals")])
        .current_dir(root)
        .stderr(Stdio::inherit())
        .output()
        .context("cannot start the rivals' Python")?;
    ensure!(output.status.success(), "the benchmark failed");
    let tables = String::from_utf8(output.stdout).context("the tables are no UTF-8")?;
    print!("{tables}");
    let page = root.join(PAGE);
    let text = std::fs::read_to_string(&page).with_context(|| format!("cannot read {PAGE}"))?;
    let text = replaced(&text, &tables).with_context(|| format!("{PAGE}: its two marks are missing"))?;
    std::fs::write(&page, text).with_context(|| format!("cannot write {PAGE}"))
}

/// The page with other tables between its marks; `None` without them.
fn replaced(page: &str, tables: &str) -> Option<String> {
    let (before, rest) = page.split_once(BEGIN)?;
    let (_, after) = rest.split_once(END)?;
    Some(format!("{before}{BEGIN}\n{tables}{END}{after}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_between_the_marks_is_replaced() {
        let page = format!("a\n{BEGIN}old\n{END}b\n");
        let first = replaced(&page, "new\n\n").expect("marks");
        assert_eq!(first, format!("a\n{BEGIN}\nnew\n\n{END}b\n"));
        assert_eq!(replaced(&first, "new\n\n"), Some(first), "a second run changes nothing");
        assert_eq!(replaced("no marks", "new"), None);
    }
}
