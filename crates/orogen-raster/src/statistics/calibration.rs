//! How far an estimator of the Hurst exponent is off, measured on surfaces whose exponent is known.

use orogen_field::{Grid, Placement, Seed};

use super::{Estimate, Undefined};
use crate::RasterError;
use crate::generate::{ExactFbm, exact_fbm};

/// The errors of an estimator over a number of maps.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Calibration {
    /// Mean error: the mean estimate less the true exponent.
    pub bias: f64,
    /// Root mean square error about the true exponent.
    pub rmse: f64,
    /// Root mean square of the standard errors that the estimator gave.
    pub stated_error: f64,
}

/// Measures an estimator on `maps` exact fractional Brownian surfaces of `side` x `side` cells, with seeds from `seed`
/// on.
///
/// # Errors
///
/// [`RasterError`] if the surfaces cannot be made; [`RasterError::Undefined`] if the estimator refuses one.
pub fn calibrate(
    estimator: impl Fn(&Grid<f64>) -> Result<Estimate, Undefined>,
    hurst: f64,
    side: usize,
    maps: u32,
    seed: u64,
) -> Result<Calibration, RasterError> {
    let (mut sum, mut squares, mut stated) = (0.0, 0.0, 0.0);
    for map in 0..maps {
        let seed = Seed::Own(seed.wrapping_add(u64::from(map)));
        let surface = exact_fbm(seed, &ExactFbm { hurst }, side, side, Placement::square(0.0, 0.0, 1.0))?;
        let estimate = estimator(&surface)?;
        let error = estimate.exponent - hurst;
        sum += error;
        squares += error * error;
        stated += estimate.standard_error * estimate.standard_error;
    }
    let count = f64::from(maps.max(1));
    Ok(Calibration { bias: sum / count, rmse: (squares / count).sqrt(), stated_error: (stated / count).sqrt() })
}
