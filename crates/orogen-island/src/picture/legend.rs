//! Legends: a title, and a bar with figures or a list of classes.

use orogen_raster::picture::Rgb;

use super::ramp::Ramp;
use super::scene::Scene;

/// Width of a legend, in pixels.
pub(super) const WIDTH: usize = 260;

/// The colour of letters.
const INK: Rgb = [40, 40, 40];

/// What a legend says.
pub(super) enum Legend {
    /// A ramp from one figure at the bottom to another at the top.
    Bar {
        ramp: Ramp,
        /// Label of each tick, with its place from 0 to 1.
        ticks: Vec<(f64, String)>,
    },
    /// Colours with their names.
    Classes(Vec<(Rgb, &'static str)>),
}

impl Legend {
    /// A bar over a range of figures, with five ticks.
    pub(super) fn bar(ramp: Ramp, low: f64, high: f64) -> Self {
        let ticks = (0..5).map(|tick| f64::from(tick) / 4.0);
        let labelled = ticks.map(|place| (place, figure(low + (high - low) * place)));
        Self::Bar { ramp, ticks: labelled.collect() }
    }

    pub(super) fn paint(&self, scene: &mut Scene, west: f64, height: f64, title: &str) {
        for (line, words) in wrapped(title).iter().enumerate() {
            scene.text([west + 16.0, 16.0 + 14.0 * line as f64], 1.0, INK, words);
        }
        let top: f64 = 64.0;
        match self {
            Self::Bar { ramp, ticks } => {
                let bottom = (top + 260.0).min(height - 24.0);
                let rows = (bottom - top).max(1.0) as usize;
                for row in 0..rows {
                    let light = ramp.at(1.0 - (row as f64 + 0.5) / rows as f64);
                    scene.rectangle([west + 16.0, top + row as f64, west + 40.0, top + row as f64 + 1.0], light);
                }
                for (place, label) in ticks {
                    let y = bottom - place * (bottom - top);
                    scene.stroke([[west + 40.0, y], [west + 46.0, y]], [1.0; 2], INK, 1.0);
                    scene.text([west + 52.0, y - 4.0], 1.0, INK, label);
                }
            }
            Self::Classes(classes) => {
                for (index, (colour, name)) in classes.iter().enumerate() {
                    let y = top + 22.0 * index as f64;
                    let light = scene.light(*colour);
                    scene.rectangle([west + 16.0, y, west + 34.0, y + 16.0], light);
                    scene.text([west + 42.0, y + 4.0], 1.0, INK, name);
                }
            }
        }
    }
}

/// Letters of 8 pixels that fit beside the margins.
const LETTERS: usize = (WIDTH - 32) / 8;

fn wrapped(text: &str) -> Vec<String> {
    let mut lines: Vec<String> = vec![String::new()];
    for word in text.split(' ') {
        let last = lines.len() - 1;
        if !lines[last].is_empty() && lines[last].len() + 1 + word.len() > LETTERS {
            lines.push(word.into());
        } else {
            if !lines[last].is_empty() {
                lines[last].push(' ');
            }
            lines[last].push_str(word);
        }
    }
    lines
}

/// A figure with about three digits.
fn figure(value: f64) -> String {
    match value.abs() {
        0.0 => "0".into(),
        size if size >= 100.0 => format!("{value:.0}"),
        size if size >= 10.0 => format!("{value:.1}"),
        size if size >= 0.01 => format!("{value:.2}"),
        _ => format!("{value:.1e}"),
    }
}
