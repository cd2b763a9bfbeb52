//! Periodic surfaces with a power-law spectrum.

use orogen_field::{Grid, Placement, Seed, tunables};

use super::torus::Torus;
use crate::params::check;
use crate::{RasterError, memory};

tunables! {
    /// Parameters of [`spectral`].
    pub struct Spectral {
        /// Hurst exponent: power falls with the frequency to the -2 (H + 1).
        hurst: f64 = 0.8, "1", 0.0..=2.0;
        /// Cells a side, a power of two; the surface repeats after as many.
        side: u32 = 512.0, "1", 4.0..=8192.0;
    }
}

impl Default for Spectral {
    fn default() -> Self {
        Self::read(|spec| spec.default)
    }
}

const SALT: u32 = 0x59ec;

/// A Gaussian surface with the spectrum `|k|^(-2H-2)` and mean 0, whose expected variance is 1. It is periodic: copies
/// laid side by side tile without a seam.
///
/// At lags that are short against the side its increments are those of a fractional Brownian surface. At large lags
/// they are not: the structure function levels off at half the side and comes back to zero at the whole;
/// [`exact_fbm`](super::exact_fbm) has them right. Saupe, "Algorithms for random fractals", in "The Science of Fractal
/// Images" (1988).
///
/// # Errors
///
/// [`RasterError`] if a parameter is out of range or the side is no power of two.
pub fn spectral(seed: Seed, params: &Spectral, placement: Placement) -> Result<Grid<f64>, RasterError> {
    check(Spectral::TABLE, [params.hurst, f64::from(params.side)])?;
    if !params.side.is_power_of_two() {
        let above = params.side.next_power_of_two();
        return Err(RasterError::PowerOfTwo { below: above / 2, above, got: params.side });
    }
    let torus = Torus::new(params.side.trailing_zeros());
    let side = params.side as usize;
    memory::require(torus.numbers(side, side), side, side)?;
    let field = torus.field(&power_law(&torus, params.hurst), &seed.key(SALT, 0), side, side);
    Ok(Grid::new(side, side, placement, field)?)
}

/// Eigenvalues for frequencies 0..=side/2 both ways, scaled so that the field's variance, their mean over all
/// frequencies of the torus, is 1.
fn power_law(torus: &Torus, hurst: f64) -> Vec<f64> {
    let distinct = torus.distinct();
    let half = distinct - 1;
    let mut powers = vec![0.0; distinct * distinct];
    let mut total = 0.0;
    for kx in 0..distinct {
        for kz in 0..distinct {
            if (kx, kz) == (0, 0) {
                continue;
            }
            let power = libm::pow((kx * kx + kz * kz) as f64, -(hurst + 1.0));
            // How many frequencies of the torus this one stands for.
            let signs = |k: usize| if k == 0 || k == half { 1.0 } else { 2.0 };
            powers[kx * distinct + kz] = power;
            total += signs(kx) * signs(kz) * power;
        }
    }
    let frequencies = (4 * half * half) as f64;
    for power in &mut powers {
        *power *= frequencies / total;
    }
    powers
}
