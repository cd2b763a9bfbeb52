//! Chores that take longer than a test may: fuzzing, and a raster larger than memory.

use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, ensure};

use crate::tools;

/// The decoders that have a fuzz target.
const FUZZ_TARGETS: &[&str] = &["geotiff", "ascii", "hgt", "png16", "raw", "container"];

/// Seconds that each target runs for unless told otherwise.
const FUZZ_SECONDS: u32 = 60;

/// Address space that the large raster has to make do with, in KiB: 256 MiB.
const BIG_LIMIT_KIB: u32 = 256 * 1024;

/// Fuzzes every decoder for a bounded time, from the committed seeds.
pub(crate) fn fuzz(root: &Path, seconds: Option<&str>) -> Result<()> {
    let seconds: u32 = match seconds {
        None => FUZZ_SECONDS,
        Some(text) => text.parse().with_context(|| format!("seconds: expected a whole number, got {text:?}"))?,
    };
    ensure!(tools::answers("cargo fuzz --version"), "cargo-fuzz is missing: `cargo install cargo-fuzz`");
    ensure!(
        tools::answers("rustc +nightly --version"),
        "a nightly compiler is missing: `rustup toolchain install nightly`"
    );
    for target in FUZZ_TARGETS {
        println!("== fuzzing {target} for {seconds} s");
        let limit = format!("-max_total_time={seconds}");
        let arguments = ["+nightly", "fuzz", "run", target, "--", &limit];
        let status = Command::new("cargo").args(arguments).current_dir(root).status().context("cannot start cargo")?;
        ensure!(status.success(), "{target} crashed: the input is under fuzz/artifacts/{target}");
    }
    Ok(())
}

/// Writes 16384 x 16384 heights, 1 GiB of samples, under a limit of 256 MiB.
pub(crate) fn big(root: &Path) -> Result<()> {
    let build = ["build", "--release", "--package", "orogen-cli"];
    let status = Command::new("cargo").args(build).current_dir(root).status().context("cannot start cargo")?;
    ensure!(status.success(), "the command does not build");
    let target = crate::target_dir(root);
    let file = "out/big.tif";
    std::fs::create_dir_all(root.join("out"))?;
    let line = format!(
        "ulimit -v {BIG_LIMIT_KIB} && '{}/release/orogen' world render --preset dense --size 16384 --step 1 -o {file}",
        target.display()
    );
    println!("== {line}");
    let status = Command::new("sh").args(["-c", &line]).current_dir(root).status().context("cannot start sh")?;
    ensure!(status.success(), "the raster was not written");
    let info = Command::new("gdalinfo").arg(file).current_dir(root).output().context("gdalinfo is missing")?;
    let info = String::from_utf8_lossy(&info.stdout);
    ensure!(info.contains("Size is 16384, 16384"), "GDAL does not read it:\n{info}");
    println!("{file}: {} bytes", std::fs::metadata(root.join(file))?.len());
    Ok(())
}
