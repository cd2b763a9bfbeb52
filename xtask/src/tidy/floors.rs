//! Floors: a crate uses crates of lower floors only.

use anyhow::{Context, Result};
use serde_json::Value;

use super::Finding;

/// Every crate's floor. Two crates of one floor know nothing of each other.
const FLOORS: &[(&str, u32)] = &[
    ("orogen-field", 0),
    ("orogen-flow", 1),
    ("orogen-world", 2),
    ("orogen-raster", 2),
    ("orogen-drained", 3),
    ("orogen-island", 3),
    ("orogen-io", 4),
    ("orogen", 5),
    ("orogen-cli", 6),
    ("orogen-serve", 6),
    ("orogen-wasm", 6),
];

/// For tests only: it may use the ground floor, and nothing ships with it.
const TESTKIT: &str = "orogen-testkit";

/// The repository's chores, which use none of the crates.
const CHORES: &str = "xtask";

fn floor(name: &str) -> Option<u32> {
    FLOORS.iter().find(|(known, _)| *known == name).map(|(_, floor)| *floor)
}

/// Checks the dependencies in the output of `cargo metadata`.
pub(super) fn check(metadata: &Value) -> Result<Vec<Finding>> {
    let packages = metadata["packages"].as_array().context("cargo metadata lists no packages")?;
    let mut findings = Vec::new();
    for package in packages {
        let name = package["name"].as_str().unwrap_or_default();
        if floor(name).is_none() && ![TESTKIT, CHORES].contains(&name) {
            findings.push(Finding::new(name, "has no floor; give it one in xtask/src/tidy/floors.rs"));
        }
        for dependency in package["dependencies"].as_array().into_iter().flatten() {
            let used = dependency["name"].as_str().unwrap_or_default();
            let for_tests = dependency["kind"].as_str() == Some("dev");
            findings.extend(check_dependency(name, used, for_tests));
        }
    }
    Ok(findings)
}

fn check_dependency(name: &str, used: &str, for_tests: bool) -> Option<Finding> {
    if used == TESTKIT {
        return (!for_tests)
            .then(|| Finding::new(name, "uses the testkit outside its tests; make it a dev-dependency"));
    }
    let used_floor = floor(used)?;
    let own_floor = match name {
        TESTKIT => 1,
        _ => floor(name).unwrap_or(0),
    };
    (used_floor >= own_floor && !for_tests)
        .then(|| Finding::new(name, format!("uses {used}, which is not on a lower floor")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn findings(name: &str, used: &str, kind: Value) -> usize {
        let metadata = json!({"packages": [{"name": name, "dependencies": [{"name": used, "kind": kind}]}]});
        check(&metadata).unwrap().len()
    }

    #[test]
    fn crates_use_lower_floors_only() {
        assert_eq!(findings("orogen-world", "orogen-field", Value::Null), 0);
        assert_eq!(findings("orogen-field", "orogen-world", Value::Null), 1);
        assert_eq!(findings("orogen-world", "orogen-raster", Value::Null), 1);
        assert_eq!(findings("orogen-raster", "orogen-world", json!("dev")), 0);
        assert_eq!(findings("orogen-world", "libm", Value::Null), 0);
    }

    #[test]
    fn the_testkit_stays_in_tests() {
        assert_eq!(findings("orogen-world", "orogen-testkit", json!("dev")), 0);
        assert_eq!(findings("orogen-world", "orogen-testkit", Value::Null), 1);
        assert_eq!(findings("orogen-testkit", "orogen-field", Value::Null), 0);
        assert_eq!(findings("orogen-testkit", "orogen-world", Value::Null), 1);
    }

    #[test]
    fn a_new_crate_needs_a_floor() {
        assert_eq!(findings("orogen-weather", "libm", Value::Null), 1);
    }
}
