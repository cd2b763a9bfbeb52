//! The repository's own chores. `cargo xtask` lists them.

mod bench;
mod cross;
mod long;
mod steps;
mod tidy;
mod tools;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Result;

const USAGE: &str = "\
cargo xtask <chore>

  test    set up what is missing, then pass every test: format, lints, docs, tests, doc-tests, no_std, tidy
  tidy    check the rules that no compiler checks: floors between crates, banned calls, licences, module docs
  fuzz    fuzz every decoder, each for 60 seconds or as many as are named (needs cargo-fuzz and a nightly compiler)
  bench   time heightmaps beside their rivals in one run, and write the tables into docs/benchmarks.md
  cross   compare 25 worlds' bits with those of machines of another byte order and word size, emulated (needs Debian)
  big     write a raster of 16384 x 16384 heights in 256 MiB of memory
";

fn main() -> ExitCode {
    let chore = std::env::args().nth(1).unwrap_or_default();
    let outcome = match chore.as_str() {
        "test" => steps::run(&root()),
        "tidy" => run_tidy(&root()),
        "fuzz" => long::fuzz(&root(), std::env::args().nth(2).as_deref()),
        "bench" => bench::run(&root()),
        "cross" => cross::run(&root()),
        "big" => long::big(&root()),
        _ => {
            eprint!("{USAGE}");
            return ExitCode::from(2);
        }
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("cargo xtask {chore}: {error:#}");
            ExitCode::FAILURE
        }
    }
}

/// The root of the repository.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask lies in the repository").to_path_buf()
}

/// Where cargo puts what it builds for `root`.
fn target_dir(root: &Path) -> PathBuf {
    root.join(std::env::var_os("CARGO_TARGET_DIR").unwrap_or_else(|| "target".into()))
}

fn run_tidy(root: &Path) -> Result<()> {
    let findings = tidy::check(root)?;
    for finding in &findings {
        eprintln!("{finding}");
    }
    anyhow::ensure!(findings.is_empty(), "{} findings", findings.len());
    println!("tidy: every rule holds");
    Ok(())
}
