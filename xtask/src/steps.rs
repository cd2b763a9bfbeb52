//! Every test of the repository, one step after another.

use std::path::Path;
use std::process::Command;
#[expect(clippy::disallowed_types, reason = "a front end may say how long a step took")]
use std::time::Instant;

use anyhow::{Context, Result, ensure};

use crate::tools;

/// A named command line.
struct Step {
    name: &'static str,
    command: Vec<&'static str>,
    env: Option<(&'static str, &'static str)>,
}

fn step(name: &'static str, command: &str) -> Step {
    // Every command line is a literal of this file, so it lives as long as the program.
    Step { name, command: command.to_owned().leak().split_whitespace().collect(), env: None }
}

fn steps() -> Vec<Step> {
    let tests = if tools::answers("cargo nextest --version") {
        "cargo nextest run --workspace --all-features --no-fail-fast"
    } else {
        "cargo test --workspace --all-features --lib --bins --tests --no-fail-fast"
    };
    vec![
        step("format", "cargo fmt --all --check"),
        step("lints", "cargo clippy --workspace --all-targets --all-features -- -D warnings"),
        Step {
            env: Some(("RUSTDOCFLAGS", "-D warnings")),
            ..step("docs", "cargo doc --workspace --all-features --no-deps")
        },
        step("no_std", "cargo build --package orogen-world --no-default-features"),
        step("tests", tests),
        step("doc-tests", "cargo test --workspace --all-features --doc"),
    ]
}

/// Installs what is missing and runs every step; the first that fails ends the run.
#[expect(clippy::disallowed_types, reason = "a front end may say how long a step took")]
pub(crate) fn run(root: &Path) -> Result<()> {
    tools::ensure_all()?;
    let mut summary = Vec::new();
    for step in steps() {
        println!("== {}: {}", step.name, step.command.join(" "));
        let start = Instant::now();
        let status = Command::new(step.command[0])
            .args(&step.command[1..])
            .envs(step.env)
            .current_dir(root)
            .status()
            .with_context(|| format!("{} could not be started", step.command[0]))?;
        ensure!(status.success(), "{} failed: {}", step.name, step.command.join(" "));
        summary.push(format!("{:10} {:6.1} s", step.name, start.elapsed().as_secs_f64()));
    }
    crate::run_tidy(root)?;
    println!("{}", summary.join("\n"));
    println!("every test passed");
    Ok(())
}
