//! What the tests need from the machine, and how it gets there.

use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail, ensure};

/// A program from outside the repository, and where it comes from.
struct Tool {
    /// Prints something and exits with 0 where the tool is there.
    probe: &'static [&'static str],
    source: Source,
    needed_for: &'static str,
}

enum Source {
    /// A component of the Rust toolchain.
    Rustup(&'static str),
}

const TOOLS: &[Tool] = &[
    Tool { probe: &["cargo", "fmt", "--version"], source: Source::Rustup("rustfmt"), needed_for: "the format check" },
    Tool { probe: &["cargo", "clippy", "--version"], source: Source::Rustup("clippy"), needed_for: "the lints" },
];

impl Source {
    fn install_command(&self) -> Vec<&'static str> {
        match self {
            Source::Rustup(component) => vec!["rustup", "component", "add", component],
        }
    }
}

/// Installs what is missing; what is there is left alone.
pub(crate) fn ensure_all() -> Result<()> {
    for tool in TOOLS {
        if !answers(tool.probe) {
            install(tool)?;
        }
    }
    Ok(())
}

fn install(tool: &Tool) -> Result<()> {
    let command = tool.source.install_command();
    println!("xtask: installing for {}: {}", tool.needed_for, command.join(" "));
    let status = Command::new(command[0])
        .args(&command[1..])
        .status()
        .with_context(|| format!("{} needs `{}`, and it could not be started", tool.needed_for, command.join(" ")))?;
    ensure!(status.success(), "{} needs `{}`, which failed; run it by hand", tool.needed_for, command.join(" "));
    if !answers(tool.probe) {
        bail!("`{}` still does not answer after `{}`", tool.probe.join(" "), command.join(" "));
    }
    Ok(())
}

/// Whether a command starts and succeeds.
pub(crate) fn answers(command: &[&str]) -> bool {
    Command::new(command[0])
        .args(&command[1..])
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .is_ok_and(|status| status.success())
}
