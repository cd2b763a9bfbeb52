//! Rates that may differ from place to place.

use orogen_field::{Grid, ParamSpec};

use super::StreamPower;
use super::frame::Frame;
use crate::RasterError;

/// Rates that differ from place to place; where there is none, the parameter holds everywhere.
#[derive(Clone, Copy, Debug, Default)]
pub struct Forcing<'a> {
    /// Uplift, in the parameter's unit and range.
    pub uplift: Option<&'a Grid<f64>>,
    /// Erodibility, in the parameter's unit and range.
    pub erodibility: Option<&'a Grid<f64>>,
    /// Rain relative to the usual, 1 where it is usual, up to 1 000 000: it weighs the drainage area.
    pub rain: Option<&'a Grid<f64>>,
}

/// The most rain that a raster may have, relative to the usual.
const MOST_RAIN: f64 = 1e6;

/// A number a cell of the frame, or one for all.
pub(super) enum Rate {
    Even(f64),
    Varied(Vec<f64>),
}

impl Rate {
    #[inline(always)]
    pub(super) fn at(&self, cell: usize) -> f64 {
        match self {
            Self::Even(value) => *value,
            Self::Varied(values) => values[cell],
        }
    }
}

impl Forcing<'_> {
    pub(super) fn uplift(&self, map: &Grid<f64>, frame: &Frame, params: &StreamPower) -> Result<Rate, RasterError> {
        rate(("uplift", most("uplift")), map, frame, self.uplift, params.uplift)
    }

    pub(super) fn erodibility(
        &self,
        map: &Grid<f64>,
        frame: &Frame,
        params: &StreamPower,
    ) -> Result<Rate, RasterError> {
        rate(("erodibility", most("erodibility")), map, frame, self.erodibility, params.erodibility)
    }

    pub(super) fn rain(&self, map: &Grid<f64>, frame: &Frame) -> Result<Rate, RasterError> {
        rate(("rain", MOST_RAIN), map, frame, self.rain, 1.0)
    }
}

/// The largest value that the table allows.
fn most(name: &str) -> f64 {
    ParamSpec::find(StreamPower::TABLE, name).map_or(f64::INFINITY, |spec| spec.max)
}

/// A raster's values, which must cover the land with numbers from 0 to `most`, or one value everywhere.
fn rate(
    (what, most): (&'static str, f64),
    map: &Grid<f64>,
    frame: &Frame,
    raster: Option<&Grid<f64>>,
    otherwise: f64,
) -> Result<Rate, RasterError> {
    let Some(raster) = raster else { return Ok(Rate::Even(otherwise)) };
    if (raster.rows(), raster.cols()) != (map.rows(), map.cols()) {
        return Err(RasterError::ForcingSize { what, rows: map.rows(), cols: map.cols() });
    }
    let usable = |index: usize, value: f64| map.is_void(index) || (0.0..=most).contains(&value);
    match raster.samples().iter().enumerate().find(|(index, value)| !usable(*index, **value)) {
        Some((index, value)) => {
            let (row, col) = (index / raster.cols(), index % raster.cols());
            Err(RasterError::ForcingValue { what, most, row, col, got: *value })
        }
        None => Ok(Rate::Varied(frame.framed(raster.samples(), 0.0))),
    }
}
