//! What the tests need from the machine, and how it gets there.

use std::process::{Command, Stdio};

use anyhow::{Context, Result, ensure};

/// A program from outside the repository, and where it comes from. Both are lines for `sh`.
struct Tool {
    /// Succeeds where the tool is there.
    probe: &'static str,
    install: &'static str,
    needed_for: &'static str,
}

const TOOLS: &[Tool] = &[
    Tool { probe: "cargo fmt --version", install: "rustup component add rustfmt", needed_for: "the format check" },
    Tool { probe: "cargo clippy --version", install: "rustup component add clippy", needed_for: "the lints" },
    Tool {
        probe: "gdalinfo --version",
        install: "apt-get update -q && apt-get install -q -y --no-install-recommends gdal-bin",
        needed_for: "the tests that read our rasters with GDAL",
    },
    Tool {
        probe: "${CARGO_TARGET_DIR:-target}/oracles/bin/python -c 'import numpy, richdem'",
        install: "oracles=${CARGO_TARGET_DIR:-target}/oracles; \
                  { python3 -m venv $oracles || { apt-get update -q && apt-get install -q -y python3-venv && \
                  /usr/bin/python3 -m venv --clear $oracles; }; } && \
                  $oracles/bin/pip install -q numpy py-richdem==2.2.0rc3",
        needed_for: "the tests that compare our drainage with RichDEM's",
    },
    Tool {
        probe: "${CARGO_TARGET_DIR:-target}/oracles/bin/python -c 'import shapely'",
        install: "${CARGO_TARGET_DIR:-target}/oracles/bin/pip install -q shapely==2.2.0",
        needed_for: "the tests that judge our polygons with shapely",
    },
    Tool {
        probe: "node -e \"require(require('path').resolve('${CARGO_TARGET_DIR:-target}/oracles/node_modules/gltf-validator'))\"",
        install: "{ npm --version || { apt-get update -q && \
                  apt-get install -q -y --no-install-recommends nodejs npm; }; } && \
                  npm install --silent --prefix ${CARGO_TARGET_DIR:-target}/oracles gltf-validator@2.0.0-dev.3.10",
        needed_for: "the tests that judge our meshes with the Khronos validator",
    },
    Tool {
        // Debian's Pillow belongs to Debian's Python, which need not be the first one on the path.
        probe: "python3 -c 'import PIL' || /usr/bin/python3 -c 'import PIL'",
        install: "apt-get update -q && apt-get install -q -y --no-install-recommends python3-pil",
        needed_for: "the tests that read our pictures with Pillow",
    },
];

/// What the benchmarks need besides.
const RIVALS: &[Tool] = &[
    Tool {
        probe: "${CARGO_TARGET_DIR:-target}/oracles/bin/python -c 'import fastscapelib'",
        install: "${CARGO_TARGET_DIR:-target}/oracles/bin/pip install -q fastscapelib==0.3.0",
        needed_for: "the benchmarks of erosion",
    },
    Tool {
        probe: "node --version",
        install: "apt-get update -q && apt-get install -q -y --no-install-recommends nodejs",
        needed_for: "the benchmarks beside JavaScript",
    },
];

/// Installs what the tests miss; what is there is left alone.
pub(crate) fn ensure_all() -> Result<()> {
    ensure_each(TOOLS)
}

/// The same for the benchmarks.
pub(crate) fn ensure_rivals() -> Result<()> {
    ensure_all()?;
    ensure_each(RIVALS)
}

fn ensure_each(tools: &[Tool]) -> Result<()> {
    tools.iter().filter(|tool| !answers(tool.probe)).try_for_each(install)
}

fn install(tool: &Tool) -> Result<()> {
    println!("== installing for {}: {}", tool.needed_for, tool.install);
    let by_hand =
        || format!("{} need `{}`; run it by hand, as root where it asks for that", tool.needed_for, tool.install);
    let status = shell(tool.install).status().with_context(by_hand)?;
    ensure!(status.success() && answers(tool.probe), by_hand());
    Ok(())
}

/// Whether a line for `sh` succeeds.
pub(crate) fn answers(line: &str) -> bool {
    let quiet = shell(line).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).status();
    quiet.is_ok_and(|status| status.success())
}

fn shell(line: &str) -> Command {
    let mut command = Command::new("sh");
    // Relative paths are the repository's.
    command.args(["-c", line]).current_dir(crate::root());
    command
}
