//! `orogen world params`: the parameter table.

use clap::Args;
use orogen::Tunables;
use orogen::field::{ParamKind, ParamSpec};
use serde_json::json;

use super::WorldArgs;
use crate::failure::Failure;
use crate::output;

/// Prints every tunable of a preset: name, value, unit, range and what it does
#[derive(Args)]
pub(crate) struct Params {
    #[command(flatten)]
    world: WorldArgs,
}

impl Params {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let tunables = self.world.tunables()?;
        if self.world.json { output::print_json(&as_json(&tunables)) } else { output::print(&as_text(&tunables)) }
    }
}

/// Each row of the table with the name of the stage that owns it.
fn rows(tunables: &Tunables) -> Vec<(&'static str, &'static ParamSpec, f64)> {
    let stages = tunables.preset().stages();
    let named = stages.iter().flat_map(|stage| stage.specs().map(|spec| (stage.name, spec)));
    named.zip(tunables.iter()).map(|((stage, spec), (_, value))| (stage, spec, value)).collect()
}

fn kind(spec: &ParamSpec) -> &'static str {
    match spec.kind {
        ParamKind::Real => "number",
        ParamKind::Integer => "whole",
        ParamKind::Switch => "switch",
    }
}

fn as_json(tunables: &Tunables) -> serde_json::Value {
    let row = |(stage, spec, value): (&str, &ParamSpec, f64)| {
        json!({
            "name": spec.name,
            "stage": stage,
            "unit": spec.unit,
            "kind": kind(spec),
            "default": tunables.default_of(spec),
            "value": value,
            "min": spec.min,
            "max": spec.max,
            "doc": spec.doc,
        })
    };
    let rows: Vec<_> = rows(tunables).into_iter().map(row).collect();
    json!({ "preset": tunables.preset().name(), "params": rows })
}

fn as_text(tunables: &Tunables) -> String {
    let mut lines = vec![[
        "name".into(),
        "value".into(),
        "default".into(),
        "unit".into(),
        "range".into(),
        "kind".into(),
        "stage".into(),
        "what it does".into(),
    ]];
    lines.extend(rows(tunables).into_iter().map(|(stage, spec, value)| {
        [
            spec.name.into(),
            value.to_string(),
            tunables.default_of(spec).to_string(),
            spec.unit.into(),
            format!("{} .. {}", spec.min, spec.max),
            kind(spec).into(),
            stage.into(),
            spec.doc.into(),
        ]
    }));
    aligned(&lines)
}

/// The cells of each column under one another, two spaces apart.
fn aligned<const N: usize>(lines: &[[String; N]]) -> String {
    let widths: [usize; N] =
        std::array::from_fn(|col| lines.iter().map(|line| line[col].len()).max().unwrap_or_default());
    let text = |line: &[String; N]| {
        let cells = line.iter().zip(widths).map(|(cell, width)| format!("{cell:width$}"));
        cells.collect::<Vec<_>>().join("  ").trim_end().to_string()
    };
    lines.iter().map(text).collect::<Vec<_>>().join("\n")
}
