//! A report card as a table and as JSON.

use orogen::raster::report::{Gate, ReportCard, SLOPE_SHARES, Spread, Verdict};
use orogen::raster::statistics::{Estimate, Undefined};
use serde_json::{Value, json};

use super::Surface;

/// What stands for a figure that a map does not have.
const NONE: &str = "-";

/// A row of the table for each figure, a column for each surface.
pub(super) fn as_table(surfaces: &[Surface]) -> String {
    let mut rows = vec![row("", "usual", surfaces, |_| String::new())];
    for (index, surface) in surfaces.iter().enumerate() {
        rows[0][2 + index].clone_from(&surface.name);
    }
    rows.push(row("cells", "", surfaces, |card| format!("{} x {}", card.rows, card.cols)));
    rows.push(row("relief, m", "", surfaces, |card| format!("{:.0}", card.relief_m)));
    rows.push(row("Hurst, second differences", "", surfaces, |card| estimate_text(&card.hurst)));
    rows.push(row("Hurst, the article's", "", surfaces, |card| estimate_text(&card.hurst_article)));
    rows.push(row("spectral exponent", "", surfaces, |card| figure(card.spectral_exponent)));
    rows.push(row("hypsometric integral", "", surfaces, |card| figure(card.hypsometric_integral)));
    rows.push(row("slopes at 5 25 50 75 95 %, degrees", "", surfaces, |card| {
        let slopes: Vec<String> = card.slopes_deg.iter().map(|slope| format!("{slope:.1}")).collect();
        if slopes.is_empty() { NONE.into() } else { slopes.join(" ") }
    }));
    rows.push(row("isotropy of slopes", "", surfaces, |card| figure(card.isotropy)));
    rows.push(row("pits for each peak", "", surfaces, |card| figure(card.pits_over_peaks)));
    let gates = surfaces.first().map_or(0, |surface| surface.card.gates.len());
    for gate in 0..gates {
        let Gate { name, usual, .. } = surfaces[0].card.gates[gate];
        let usual = format!("{} .. {}", usual.min, usual.max);
        rows.push(row(name, &usual, surfaces, |card| gate_text(&card.gates[gate])));
    }
    for (name, usual, of) in RIVERS {
        rows.push(row(name, usual, surfaces, |card| spread_text(of(card))));
    }
    let note = "Ranges are over seeds of the noise that breaks ties. (!) is outside the usual range, (~) at its edge: that \
                makes no map a fake.";
    format!("{}\n\n{note}", aligned(&rows))
}

/// A figure of rivers: its name, the range that is usual on land, and where it stands.
type RiverFigure = (&'static str, &'static str, fn(&ReportCard) -> Option<Spread>);

const RIVERS: [RiverFigure; 6] = [
    ("concavity of channels", "0.3 .. 0.6", |card| card.rivers.concavity),
    ("Hack's exponent", "0.5 .. 0.6", |card| card.rivers.hack),
    ("Horton, bifurcation", "3 .. 5", |card| card.rivers.bifurcation_ratio),
    ("Horton, length", "1.5 .. 3.5", |card| card.rivers.length_ratio),
    ("Horton, area", "3 .. 6", |card| card.rivers.area_ratio),
    ("drainage density, km/km2", "", |card| card.rivers.density_per_km),
];

fn row(name: &str, usual: &str, surfaces: &[Surface], text: impl Fn(&ReportCard) -> String) -> Vec<String> {
    [name.into(), usual.into()].into_iter().chain(surfaces.iter().map(|surface| text(&surface.card))).collect()
}

/// Columns two blanks apart, each as wide as its widest cell.
fn aligned(rows: &[Vec<String>]) -> String {
    let width = |col: usize| rows.iter().map(|row| row[col].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..rows[0].len()).map(width).collect();
    let line = |row: &Vec<String>| {
        let cells: Vec<String> = row.iter().zip(&widths).map(|(cell, width)| format!("{cell:width$}")).collect();
        cells.join("  ").trim_end().to_owned()
    };
    rows.iter().map(line).collect::<Vec<_>>().join("\n")
}

fn figure(figure: Option<f64>) -> String {
    figure.map_or(NONE.into(), |figure| format!("{figure:.3}"))
}

fn estimate_text(estimate: &Result<Estimate, Undefined>) -> String {
    match estimate {
        Ok(estimate) => format!("{:.3} +- {:.3}", estimate.hurst(), estimate.standard_error),
        Err(reason) => format!("undefined: {reason}"),
    }
}

fn spread_text(spread: Option<Spread>) -> String {
    match spread {
        None => NONE.into(),
        Some(Spread { low, high, .. }) if format!("{low:.3}") == format!("{high:.3}") => format!("{low:.3}"),
        Some(Spread { low, high, .. }) => format!("{low:.3} .. {high:.3}"),
    }
}

fn gate_text(gate: &Gate) -> String {
    let mark = match gate.verdict() {
        Verdict::Usual | Verdict::Undefined => "",
        Verdict::AtTheEdge => " (~)",
        Verdict::OutsideTheUsualRange => " (!)",
    };
    spread_text(gate.found) + mark
}

/// The card as JSON: the same figures, `null` where the map has none.
pub(super) fn as_json(name: &str, card: &ReportCard) -> Value {
    let gates: Vec<Value> = card.gates.iter().map(gate_json).collect();
    let rivers = &card.rivers;
    json!({
        "name": name,
        "rows": card.rows,
        "cols": card.cols,
        "land_cells": card.land_cells,
        "relief_m": card.relief_m,
        "hurst_second_difference": estimate_json(&card.hurst),
        "hurst_article": estimate_json(&card.hurst_article),
        "spectral_exponent": card.spectral_exponent,
        "hypsometric_integral": card.hypsometric_integral,
        "slope_shares": SLOPE_SHARES,
        "slopes_deg": card.slopes_deg,
        "isotropy": card.isotropy,
        "pits_over_peaks": card.pits_over_peaks,
        "gates": gates,
        "rivers": {
            "concavity": spread_json(rivers.concavity),
            "hack": spread_json(rivers.hack),
            "bifurcation_ratio": spread_json(rivers.bifurcation_ratio),
            "length_ratio": spread_json(rivers.length_ratio),
            "area_ratio": spread_json(rivers.area_ratio),
            "density_per_km": spread_json(rivers.density_per_km),
        },
    })
}

fn estimate_json(estimate: &Result<Estimate, Undefined>) -> Value {
    match estimate {
        Ok(estimate) => json!({ "h": estimate.hurst(), "standard_error": estimate.standard_error }),
        Err(reason) => json!({ "undefined": reason.to_string() }),
    }
}

fn spread_json(spread: Option<Spread>) -> Value {
    spread.map_or(Value::Null, |Spread { low, middle, high }| json!({ "low": low, "middle": middle, "high": high }))
}

fn gate_json(gate: &Gate) -> Value {
    let verdict = match gate.verdict() {
        Verdict::Usual => "usual",
        Verdict::AtTheEdge => "at the edge",
        Verdict::OutsideTheUsualRange => "outside the usual range",
        Verdict::Undefined => "undefined",
    };
    json!({
        "gate": gate.name,
        "found": spread_json(gate.found),
        "usual_min": gate.usual.min,
        "usual_max": gate.usual.max,
        "verdict": verdict,
    })
}
