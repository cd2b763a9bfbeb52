//! Powers of the drainage area, by nested square roots for the usual exponents.

/// How A^m is computed.
#[derive(Clone, Copy)]
pub(super) enum AreaPower {
    /// m = 1/2.
    Half,
    /// m = 7/16, near the usual 0.45.
    SevenSixteenths,
    /// Any other m.
    Any(f64),
}

impl AreaPower {
    pub(super) fn new(exponent: f64) -> Self {
        match exponent {
            0.5 => Self::Half,
            0.4375 => Self::SevenSixteenths,
            exponent => Self::Any(exponent),
        }
    }

    /// The area to the power m.
    #[inline(always)]
    pub(super) fn of(self, area: f64) -> f64 {
        match self {
            Self::Half => area.sqrt(),
            Self::SevenSixteenths => {
                let quarter = area.sqrt().sqrt();
                let eighth = quarter.sqrt();
                quarter * eighth * eighth.sqrt()
            }
            Self::Any(exponent) => libm::pow(area, exponent),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nested_roots_are_the_powers() {
        for area in [1.0, 900.0, 1e6, 3.7e9] {
            for m in [0.5, 0.4375] {
                let exact = libm::pow(area, m);
                assert!((AreaPower::new(m).of(area) / exact - 1.0).abs() < 1e-14, "{area}^{m}");
            }
        }
    }
}
