//! How the elements of an SVG map look.

use std::fmt::Write as _;

use super::number;
use crate::IoError;

/// How an element looks; what is left out comes from the group around it.
///
/// Outside of all styles, areas and letters are black, and there are no strokes.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SvgStyle {
    /// Red, green and blue in sRGB of the inside of areas and letters.
    pub fill: Option<[u8; 3]>,
    /// The outline.
    pub stroke: Option<SvgStroke>,
    /// From 0, invisible, to 1.
    pub opacity: Option<f64>,
}

/// A line along a path, with round ends and corners.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SvgStroke {
    /// Red, green and blue in sRGB.
    pub colour: [u8; 3],
    /// Width in metres; not negative.
    pub width_m: f64,
}

/// Which part of a label lies at its point.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SvgAnchor {
    /// The beginning of its baseline.
    #[default]
    Start,
    /// The middle of its baseline.
    Middle,
    /// The end of its baseline.
    End,
}

impl SvgAnchor {
    pub(super) fn keyword(self) -> &'static str {
        match self {
            Self::Start => "start",
            Self::Middle => "middle",
            Self::End => "end",
        }
    }
}

impl SvgStyle {
    /// Areas of a colour.
    #[must_use]
    pub fn filled(colour: [u8; 3]) -> Self {
        Self { fill: Some(colour), ..Self::default() }
    }

    /// Lines of a colour and a width in metres.
    #[must_use]
    pub fn stroked(colour: [u8; 3], width_m: f64) -> Self {
        Self { stroke: Some(SvgStroke { colour, width_m }), ..Self::default() }
    }

    /// The attributes of an element, each after a space.
    pub(super) fn attributes(&self) -> Result<String, IoError> {
        let mut attributes = String::new();
        let mut put = |name: &str, value: &str| {
            // Writing to a string cannot fail.
            let _ = write!(attributes, " {name}=\"{value}\"");
        };
        if let Some(colour) = self.fill {
            put("fill", &hex(colour));
        }
        if let Some(SvgStroke { colour, width_m }) = self.stroke {
            if !(width_m.is_finite() && width_m >= 0.0) {
                let remedy = "leave the stroke out where there is none";
                return Err(IoError::parameter("width_m", "a finite width from 0 on", width_m.to_string(), remedy));
            }
            put("stroke", &hex(colour));
            put("stroke-width", &number(width_m));
            put("stroke-linecap", "round");
            put("stroke-linejoin", "round");
        }
        if let Some(opacity) = self.opacity {
            if !(0.0..=1.0).contains(&opacity) {
                return Err(IoError::parameter("opacity", "0 to 1", opacity.to_string(), "leave it out for 1"));
            }
            put("opacity", &number(opacity));
        }
        Ok(attributes)
    }
}

fn hex([red, green, blue]: [u8; 3]) -> String {
    format!("#{red:02x}{green:02x}{blue:02x}")
}
