//! Licences, and what every manifest inherits.

use super::{Finding, SourceFile};

const LICENCE_TEXTS: &[(&str, &str)] =
    &[("LICENSE-MIT", "Permission is hereby granted"), ("LICENSE-APACHE", "Apache License")];

/// Lines that a crate's manifest must have.
const INHERITED: &[&str] = &["license.workspace = true", "edition.workspace = true", "rust-version.workspace = true"];

/// Checks both licence texts and every crate's manifest.
pub(super) fn check(files: &[SourceFile]) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (path, phrase) in LICENCE_TEXTS {
        if !files.iter().any(|file| file.path == *path && file.text.contains(phrase)) {
            findings.push(Finding::new(*path, "the licence text is missing"));
        }
    }
    for file in files.iter().filter(|file| is_crate_manifest(&file.path)) {
        let has = |wanted: &str| file.text.lines().any(|line| line == wanted);
        for line in INHERITED.iter().filter(|line| !has(line)) {
            findings.push(Finding::new(&file.path, format!("must say `{line}`")));
        }
        if !file.text.contains("[lints]\nworkspace = true") {
            findings.push(Finding::new(&file.path, "must inherit the workspace's lints"));
        }
        if !file.text.contains("\ndescription = ") {
            findings.push(Finding::new(&file.path, "needs a description"));
        }
    }
    findings
}

fn is_crate_manifest(path: &str) -> bool {
    path.ends_with("/Cargo.toml") && (path.starts_with("crates/") || path.starts_with("xtask/"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(path: &str, text: &str) -> SourceFile {
        SourceFile { path: path.into(), text: text.into() }
    }

    fn licences() -> Vec<SourceFile> {
        LICENCE_TEXTS.iter().map(|(path, phrase)| file(path, phrase)).collect()
    }

    #[test]
    fn both_licence_texts_are_needed() {
        assert_eq!(check(&licences()), []);
        assert_eq!(check(&licences()[1..]).len(), 1);
    }

    #[test]
    fn manifests_inherit_and_describe() {
        let good = format!("[package]\ndescription = \"x\"\n{}\n[lints]\nworkspace = true\n", INHERITED.join("\n"));
        let with =
            |text: &str| check(&licences().into_iter().chain([file("crates/a/Cargo.toml", text)]).collect::<Vec<_>>());
        assert_eq!(with(&good), []);
        assert_eq!(with(&good.replace("license.workspace = true", "license = \"GPL-3.0\"")).len(), 1);
        assert_eq!(with(&good.replace("[lints]", "[lint]")).len(), 1);
        assert_eq!(with(&good.replace("description", "about")).len(), 1);
    }
}
