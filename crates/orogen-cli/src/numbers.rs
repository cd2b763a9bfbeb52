//! Numbers and points as people type them.

use std::str::FromStr;

use orogen::io::Nodata;

/// A place: `x,z` in metres.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Point {
    pub(crate) x: f64,
    pub(crate) z: f64,
}

impl FromStr for Point {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let refusal = || format!("expected x,z in metres, such as -5.5,1200, got \"{}\"", text.trim());
        let (x, z) = text.split_once(',').ok_or_else(refusal)?;
        let number = |part: &str| part.trim().parse::<f64>().map_err(|_| refusal());
        Ok(Self { x: number(x)?, z: number(z)? })
    }
}

/// A tunable's new value: `NAME=VALUE`.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Setting {
    pub(crate) name: String,
    pub(crate) value: f64,
}

impl FromStr for Setting {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let refusal = || format!("expected NAME=VALUE with a number, such as peak_height=900, got \"{text}\"");
        let (name, value) = text.split_once('=').ok_or_else(refusal)?;
        let value = value.trim().parse().map_err(|_| refusal())?;
        Ok(Self { name: name.trim().into(), value })
    }
}

/// Any number that is one.
pub(crate) fn finite(text: &str) -> Result<f64, String> {
    match text.trim().parse::<f64>() {
        Ok(number) if number.is_finite() => Ok(number),
        _ => Err(format!("expected a finite number, got \"{text}\"; give one such as -9999")),
    }
}

/// The height of the sun above the horizon.
pub(crate) fn altitude(text: &str) -> Result<f64, String> {
    match text.trim().parse::<f64>() {
        Ok(degrees) if (0.0..=90.0).contains(&degrees) => Ok(degrees),
        _ => Err(format!("expected an angle from 0 to 90 degrees, got \"{text}\"; give one such as 45")),
    }
}

/// The nodata number of a file: a finite number, or `none`.
pub(crate) fn nodata(text: &str) -> Result<Nodata, String> {
    if text.trim() == "none" {
        return Ok(Nodata::Nothing);
    }
    let refusal = |_| format!("expected a finite number or none, got \"{text}\"; give one such as -9999");
    finite(text).map(Nodata::Number).map_err(refusal)
}

/// A length in metres, above 0.
pub(crate) fn length(text: &str) -> Result<f64, String> {
    match text.trim().parse::<f64>() {
        Ok(metres) if metres.is_finite() && metres > 0.0 => Ok(metres),
        _ => Err(format!("expected a length in metres above 0, got \"{text}\"; give a number such as 8000")),
    }
}
