//! What a source file may say.

use super::{Finding, SourceFile};

/// Crates whose results must be the same bits everywhere.
const GENERATORS: &[&str] =
    &["orogen-field", "orogen-flow", "orogen-world", "orogen-raster", "orogen-drained", "orogen-island"];

/// Methods whose result may differ between machines; each is fine as `libm::name(`.
const UNPORTABLE_METHODS: &[&str] = &[
    "sin", "cos", "sin_cos", "tan", "asin", "acos", "atan", "atan2", "sinh", "cosh", "tanh", "exp", "exp2", "exp_m1",
    "ln", "ln_1p", "log", "log2", "log10", "powf", "powi", "cbrt", "hypot", "mul_add",
];

/// What a generator has no business with, and why.
const BANNED_IN_GENERATORS: &[(&str, &str)] = &[
    ("HashMap", "its order differs between runs; use BTreeMap"),
    ("HashSet", "its order differs between runs; use BTreeSet"),
    ("Instant", "a generator reads no clock"),
    ("SystemTime", "a generator reads no clock"),
    ("std::fs", "a generator opens no file"),
    ("std::net", "a generator talks to nobody"),
    ("std::env", "a generator depends on its arguments only"),
    ("println!", "a generator prints nothing"),
    ("eprintln!", "a generator prints nothing"),
    ("rand::", "streams are derived from a Seed"),
];

/// Longest source file, in lines: past that it holds two ideas.
const MOST_LINES: usize = 600;

/// Folders that name one machine.
const MACHINE_FOLDERS: &[&str] = &["/home/", "/root/", "/Users/", "/work/"];

/// Checks one file against every rule that applies to it.
pub(super) fn check(file: &SourceFile) -> Vec<Finding> {
    let mut findings = machine_folders(file);
    if file.path.ends_with(".rs") {
        findings.extend(module_doc(file));
        findings.extend(length(file));
        findings.extend(lint_suppressions(file));
        if is_generator_source(&file.path) {
            findings.extend(banned_calls(file));
        }
    }
    findings
}

fn is_generator_source(path: &str) -> bool {
    GENERATORS.iter().any(|name| {
        path.strip_prefix("crates/")
            .and_then(|path| path.strip_prefix(name))
            .is_some_and(|rest| rest.starts_with("/src/"))
    })
}

fn module_doc(file: &SourceFile) -> Option<Finding> {
    let documented = file.text.lines().next().is_some_and(|line| line.starts_with("//! "));
    (!documented).then(|| Finding::new(&file.path, "begins without a module doc; say in `//!` what the file holds"))
}

fn length(file: &SourceFile) -> Option<Finding> {
    let lines = file.text.lines().count();
    (lines > MOST_LINES)
        .then(|| Finding::new(&file.path, format!("has {lines} lines, more than {MOST_LINES}; split it")))
}

/// The lines of a file with their numbers, without comments.
fn code_lines(file: &SourceFile) -> impl Iterator<Item = (String, &str)> {
    let numbered = file.text.lines().enumerate();
    numbered.map(|(i, line)| (format!("{}:{}", file.path, i + 1), line.split("//").next().unwrap_or_default()))
}

fn lint_suppressions(file: &SourceFile) -> Vec<Finding> {
    // Assembled, so that this file passes its own check.
    let allow = ["#[al", "low("].concat();
    let inner = ["#![al", "low("].concat();
    let suppressed = code_lines(file).filter(|(_, line)| line.contains(&allow) || line.contains(&inner));
    suppressed
        .map(|(place, _)| Finding::new(place, "suppresses a lint for good; use #[expect(.., reason = \"..\")]"))
        .collect()
}

fn banned_calls(file: &SourceFile) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (place, line) in code_lines(file) {
        for method in UNPORTABLE_METHODS {
            if line.contains(&format!(".{method}(")) {
                findings
                    .push(Finding::new(&place, format!("`{method}` may differ between machines; use libm::{method}")));
            }
        }
        for (word, reason) in BANNED_IN_GENERATORS {
            if line.contains(word) {
                findings.push(Finding::new(&place, format!("`{word}`: {reason}")));
            }
        }
    }
    findings
}

fn machine_folders(file: &SourceFile) -> Vec<Finding> {
    if file.path == "xtask/src/tidy/sources.rs" {
        return Vec::new();
    }
    let mut findings = Vec::new();
    for (i, line) in file.text.lines().enumerate() {
        let named = MACHINE_FOLDERS.iter().find(|folder| names_folder(line, folder));
        findings.extend(named.map(|folder| {
            Finding::new(format!("{}:{}", file.path, i + 1), format!("names a folder of one machine ({folder})"))
        }));
    }
    findings
}

/// Whether `folder` stands in `line` as the start of a path.
fn names_folder(line: &str, folder: &str) -> bool {
    line.match_indices(folder)
        .any(|(at, _)| !line[..at].ends_with(|c: char| c.is_alphanumeric() || "._-~}".contains(c)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn findings(path: &str, text: &str) -> Vec<String> {
        check(&SourceFile { path: path.into(), text: text.into() }).into_iter().map(|finding| finding.message).collect()
    }

    const GENERATOR: &str = "crates/orogen-world/src/x.rs";

    #[test]
    fn a_clean_file_passes() {
        assert_eq!(
            findings(GENERATOR, "//! Hills.\nfn f(x: f64) -> f64 {\n    libm::sin(x) // not x.sin()\n}\n"),
            [""; 0]
        );
    }

    #[test]
    fn unportable_calls_are_found_in_generators_only() {
        let text = "//! Hills.\nfn f(x: f64) -> f64 { x.sin() + x.mul_add(x, x) }\n";
        assert_eq!(findings(GENERATOR, text).len(), 2);
        assert_eq!(findings("crates/orogen-cli/src/x.rs", text), [""; 0]);
        assert_eq!(findings("crates/orogen-world/tests/x.rs", text), [""; 0]);
        assert_eq!(findings(GENERATOR, "//! Hills.\nuse std::collections::HashMap;\n").len(), 1);
        assert_eq!(findings(GENERATOR, "//! Hills.\nfn f() { println!(); }\n").len(), 1);
    }

    #[test]
    fn every_file_says_what_it_holds_and_is_not_too_long() {
        assert_eq!(findings("xtask/src/x.rs", "fn f() {}\n").len(), 1);
        let long = format!("//! Long.\n{}", "\n".repeat(MOST_LINES));
        assert_eq!(findings("xtask/src/x.rs", &long).len(), 1);
    }

    #[test]
    fn lints_are_not_suppressed_for_good() {
        let text = ["//! X.\n#[al", "low(dead_code)]\nfn f() {}\n"].concat();
        assert_eq!(findings("xtask/src/x.rs", &text).len(), 1);
    }

    #[test]
    fn no_file_names_a_folder_of_one_machine() {
        assert_eq!(findings("README.md", "Look in /home/me/orogen\n").len(), 1);
        assert_eq!(findings("README.md", "See docs/work/ and https://example.org/home/\n"), [""; 0]);
    }
}
