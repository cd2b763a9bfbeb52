//! Statistics of heightmaps: roughness, spectrum, hypsometry, slope, isotropy, pits and peaks.
//!
//! Estimators of the Hurst exponent state the lags they use, give a standard error, and say why where the exponent is
//! undefined: a level map has none, and is not "H = 0". All are unchanged by `a h + b`. Void cells, and differences
//! that touch one, do not count.

mod calibration;
mod crease;
mod differences;
mod hurst;
mod hypsometry;
mod isotropy;
mod pits;
mod slopes;
mod spectrum;

pub use calibration::{Calibration, calibrate};
pub use crease::crease_index;
pub use differences::{madogram, variogram};
pub use hurst::{Estimate, Undefined, hurst_article, hurst_madogram, hurst_second_difference, hurst_variogram};
pub use hypsometry::{hypsometric_curve, hypsometric_integral};
pub use isotropy::isotropy;
pub use pits::pits_over_peaks;
pub use slopes::slope_quantiles_deg;
pub use spectrum::spectral_exponent;

use std::borrow::Cow;

use orogen_field::Grid;

/// The samples with NaN in void cells, so that whatever touches one is NaN too.
fn with_nan(heights: &Grid<f64>) -> Cow<'_, [f64]> {
    match heights.void() {
        None => Cow::Borrowed(heights.samples()),
        Some(void) => {
            let cells = heights.samples().iter().zip(void);
            Cow::Owned(cells.map(|(height, void)| if *void { f64::NAN } else { *height }).collect())
        }
    }
}

/// The lowest and the highest finite height, if there is one.
fn extremes(samples: &[f64]) -> Option<(f64, f64)> {
    samples.iter().filter(|height| height.is_finite()).fold(None, |extremes, height| {
        let (lowest, highest) = extremes.unwrap_or((*height, *height));
        Some((height.min(lowest), height.max(highest)))
    })
}
