//! The header of an ESRI ASCII grid.

use super::malformed;
use super::token::{Token, Tokens};
use crate::{IoError, Registration};

/// What a header says.
#[derive(Debug)]
pub(super) struct Header {
    pub(super) cols: u64,
    pub(super) rows: u64,
    pub(super) registration: Registration,
    pub(super) x: f64,
    pub(super) y: f64,
    pub(super) step_x: f64,
    pub(super) step_y: f64,
    pub(super) nodata: Option<f64>,
}

/// What has been read of a header so far.
#[derive(Default)]
struct Partial {
    cols: Option<u64>,
    rows: Option<u64>,
    x: Option<(f64, Registration)>,
    y: Option<(f64, Registration)>,
    step_x: Option<f64>,
    step_y: Option<f64>,
    nodata: Option<f64>,
}

impl Header {
    /// Reads the keys and their values up to the first word that is a number, which is returned too.
    pub(super) fn read(tokens: &mut Tokens<'_>) -> Result<(Self, Option<Token>), IoError> {
        let mut partial = Partial::default();
        loop {
            match tokens.next()? {
                Some(key) if is_key(&key.text) => {
                    let value = tokens.next()?.ok_or_else(|| malformed(key.line, &key.text, "a value", ""))?;
                    partial.set(&key, &value)?;
                }
                first => return Ok((partial.complete(tokens.line())?, first)),
            }
        }
    }
}

/// Whether a word is a key. NaN and infinity are numbers.
fn is_key(text: &str) -> bool {
    text.starts_with(|first: char| first.is_ascii_alphabetic()) && text.parse::<f64>().is_err()
}

impl Partial {
    fn set(&mut self, key: &Token, value: &Token) -> Result<(), IoError> {
        let number = || real(&key.text, value);
        match key.text.to_ascii_lowercase().as_str() {
            "ncols" => put(&mut self.cols, count(&key.text, value)?, key),
            "nrows" => put(&mut self.rows, count(&key.text, value)?, key),
            "xllcorner" => put(&mut self.x, (number()?, Registration::Area), key),
            "yllcorner" => put(&mut self.y, (number()?, Registration::Area), key),
            "xllcenter" | "xllcentre" => put(&mut self.x, (number()?, Registration::Point), key),
            "yllcenter" | "yllcentre" => put(&mut self.y, (number()?, Registration::Point), key),
            "cellsize" => {
                put(&mut self.step_x, number()?, key)?;
                put(&mut self.step_y, number()?, key)
            }
            "dx" | "xdim" => put(&mut self.step_x, number()?, key),
            "dy" | "ydim" => put(&mut self.step_y, number()?, key),
            "nodata_value" | "nodata" => put(&mut self.nodata, number()?, key),
            _ => Err(malformed(
                key.line,
                "key",
                "ncols, nrows, xllcorner or xllcenter, yllcorner or yllcenter, cellsize or dx and dy, NODATA_value",
                &key.text,
            )),
        }
    }

    fn complete(self, line: u64) -> Result<Header, IoError> {
        let missing = |key: &str| malformed(line, "header", format!("the key {key}"), "none");
        let (x, registration) = self.x.ok_or_else(|| missing("xllcorner or xllcenter"))?;
        let (y, y_registration) = self.y.ok_or_else(|| missing("yllcorner or yllcenter"))?;
        let step_x = self.step_x.ok_or_else(|| missing("cellsize or dx"))?;
        let step_y = self.step_y.ok_or_else(|| missing("cellsize or dy"))?;
        // A corner in one direction and a centre in the other are legal; the corner becomes a centre.
        let (x, y, registration) = match (registration, y_registration) {
            (Registration::Area, Registration::Point) => (x + 0.5 * step_x, y, Registration::Point),
            (Registration::Point, Registration::Area) => (x, y + 0.5 * step_y, Registration::Point),
            (same, _) => (x, y, same),
        };
        Ok(Header {
            cols: self.cols.ok_or_else(|| missing("ncols"))?,
            rows: self.rows.ok_or_else(|| missing("nrows"))?,
            registration,
            x,
            y,
            step_x,
            step_y,
            nodata: self.nodata,
        })
    }
}

fn put<T>(slot: &mut Option<T>, value: T, key: &Token) -> Result<(), IoError> {
    if slot.replace(value).is_some() {
        return Err(malformed(key.line, &key.text, "one value for this", "a second one"));
    }
    Ok(())
}

fn real(key: &str, value: &Token) -> Result<f64, IoError> {
    value.text.parse().map_err(|_| malformed(value.line, key, "a number", &value.text))
}

fn count(key: &str, value: &Token) -> Result<u64, IoError> {
    value
        .text
        .parse()
        .ok()
        .filter(|&count: &u64| (1..=u64::from(u32::MAX)).contains(&count))
        .ok_or_else(|| malformed(value.line, key, "a whole number from 1 to 4294967295", &value.text))
}
