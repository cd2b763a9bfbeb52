//! Other people's programs, as judges of what we write.
//!
//! They are needed: without them the tests that ask them fail and say so. `cargo xtask test` sets them up.

use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

/// Runs a program to its successful end and gives what it printed.
pub(crate) fn run(command: &mut Command) -> String {
    let output = command
        .output()
        .unwrap_or_else(|error| panic!("{:?}: {error}; `cargo xtask test` installs it", command.get_program()));
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{command:?}: {stderr}");
    String::from_utf8(output.stdout).unwrap()
}

/// The folder that `cargo xtask test` sets the judges up in.
fn oracles() -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).with_file_name("oracles")
}

/// The first Python that has a module.
fn python_with(module: &str) -> PathBuf {
    let has_module = |python: &PathBuf| {
        let import = ["-c", &format!("import {module}")];
        Command::new(python).args(import).output().is_ok_and(|output| output.status.success())
    };
    [oracles().join("bin/python"), "python3".into(), "/usr/bin/python3".into()]
        .into_iter()
        .find(has_module)
        .unwrap_or_else(|| panic!("no Python with {module}: `cargo xtask test` sets one up"))
}

/// Runs a script, for which `module` is needed, on a file; gives the JSON that it prints.
pub(crate) fn ask_python(module: &str, script: &str, file: &Path) -> Value {
    let told = run(Command::new(python_with(module)).args(["-c", script]).arg(file));
    serde_json::from_str(&told).unwrap_or_else(|error| panic!("{error}: {told}"))
}

/// The report of the Khronos validator on a glTF file.
pub(crate) fn khronos_report(file: &Path) -> Value {
    let validator = oracles().join("node_modules/gltf-validator");
    assert!(
        validator.is_dir(),
        "no Khronos validator: `cargo xtask test` sets it up, or `npm install --prefix {} gltf-validator`",
        oracles().display()
    );
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/oracle/validate_gltf.cjs");
    let told = run(Command::new("node").arg(script).args([&validator, file]));
    serde_json::from_str(&told).unwrap_or_else(|error| panic!("{error}: {told}"))
}
