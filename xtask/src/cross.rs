//! The same bits on other machines: the digests of 25 worlds, computed under emulation and compared with the committed text.

use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, ensure};

use crate::tools;

/// What every machine has to print.
const EXPECTED: &str = "crates/orogen-world/tests/data/worlds.txt";

/// A machine unlike the usual one, and the Debian packages and programs that build for it and play it.
struct Machine {
    triple: &'static str,
    differs_by: &'static str,
    linker: &'static str,
    emulator: &'static str,
    libraries: &'static str,
    packages: &'static str,
}

const MACHINES: &[Machine] = &[
    Machine {
        triple: "s390x-unknown-linux-gnu",
        differs_by: "big end first",
        linker: "s390x-linux-gnu-gcc",
        emulator: "qemu-s390x-static",
        libraries: "/usr/s390x-linux-gnu",
        packages: "gcc-s390x-linux-gnu libc6-dev-s390x-cross",
    },
    Machine {
        triple: "aarch64-unknown-linux-gnu",
        differs_by: "fused multiply-add in every processor",
        linker: "aarch64-linux-gnu-gcc",
        emulator: "qemu-aarch64-static",
        libraries: "/usr/aarch64-linux-gnu",
        packages: "gcc-aarch64-linux-gnu libc6-dev-arm64-cross",
    },
    Machine {
        triple: "armv7-unknown-linux-gnueabihf",
        differs_by: "words of 32 bits",
        linker: "arm-linux-gnueabihf-gcc",
        emulator: "qemu-arm-static",
        libraries: "/usr/arm-linux-gnueabihf",
        packages: "gcc-arm-linux-gnueabihf libc6-dev-armhf-cross",
    },
];

/// Packages that every machine needs: a compiler that comes with the sources of its standard library, and the emulators.
const COMPILER_PACKAGES: &str = "rustc-web cargo-web rust-web-src qemu-user-static";

/// Debian's compiler, which need not be the first one on the path.
const CARGO: &str = "/usr/bin/cargo";
const RUSTC: &str = "/usr/bin/rustc";

/// Compares the worlds of every machine with the committed ones; all are run before the first difference is reported.
pub(crate) fn run(root: &Path) -> Result<()> {
    let expected = std::fs::read_to_string(root.join(EXPECTED)).with_context(|| format!("cannot read {EXPECTED}"))?;
    let mut differing = Vec::new();
    for machine in MACHINES {
        println!("== {} ({})", machine.triple, machine.differs_by);
        let printed = machine.print_digests(root)?;
        let changed = changed_lines(&printed, &expected);
        changed.iter().for_each(|line| println!("differs: {line}"));
        if changed.is_empty() {
            println!("{} worlds, the same bits", expected.lines().count());
        } else {
            differing.push(machine.triple);
        }
    }
    ensure!(differing.is_empty(), "other worlds on {}", differing.join(", "));
    Ok(())
}

/// The lines of either text that the other has not at their place.
fn changed_lines<'a>(printed: &'a str, expected: &'a str) -> Vec<&'a str> {
    let most = printed.lines().count().max(expected.lines().count());
    let line = |text: &'a str, i: usize| text.lines().nth(i);
    let differing = (0..most).filter(|&i| line(printed, i) != line(expected, i));
    differing.filter_map(|i| line(printed, i).or(line(expected, i))).collect()
}

impl Machine {
    /// What the example `digest` prints there.
    fn print_digests(&self, root: &Path) -> Result<String> {
        self.ensure_tools()?;
        // Another compiler than the usual one: in a folder of its own it does not throw the other's work away.
        let target = crate::target_dir(root).join("cross");
        self.build(root, &target)?;
        let program = target.join(self.triple).join("release/examples/digest");
        let output = Command::new(self.emulator)
            .args(["-L", self.libraries])
            .arg(program)
            .output()
            .with_context(|| format!("cannot start {}", self.emulator))?;
        ensure!(output.status.success(), "the example failed: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).context("the example printed no UTF-8")
    }

    fn ensure_tools(&self) -> Result<()> {
        for program in [CARGO, RUSTC, self.linker, self.emulator] {
            ensure!(
                tools::answers(&format!("{program} --version")),
                "{program} is missing: `apt-get install --no-install-recommends {COMPILER_PACKAGES} {}`",
                self.packages
            );
        }
        Ok(())
    }

    /// Builds the example with its standard library: Debian has none ready for these machines.
    fn build(&self, root: &Path, target: &Path) -> Result<()> {
        let linker = format!("CARGO_TARGET_{}_LINKER", self.triple.replace('-', "_").to_uppercase());
        let status = Command::new(CARGO)
            .args(["build", "--release", "--package", "orogen-world", "--example", "digest"])
            .args(["--target", self.triple, "-Zbuild-std=std,panic_abort"])
            .env("RUSTC", RUSTC)
            .env("RUSTC_BOOTSTRAP", "1")
            .env("CARGO_TARGET_DIR", target)
            .env(linker, self.linker)
            .current_dir(root)
            .status()
            .context("cannot start cargo")?;
        ensure!(status.success(), "the example does not build for {}", self.triple);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_changed_a_missing_and_a_surplus_line_are_found() {
        assert_eq!(changed_lines("a\nb\n", "a\nb\n"), [""; 0]);
        assert_eq!(changed_lines("a\nc\n", "a\nb\n"), ["c"]);
        assert_eq!(changed_lines("a\n", "a\nb\n"), ["b"]);
        assert_eq!(changed_lines("a\nb\nc\n", "a\nb\n"), ["c"]);
        assert_eq!(changed_lines("", "a\n"), ["a"]);
    }
}
