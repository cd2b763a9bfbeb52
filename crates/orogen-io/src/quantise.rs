//! Heights as 16-bit codes: 0 is exactly the least height, 65535 exactly the greatest.

use serde::{Deserialize, Serialize};

use crate::IoError;

/// The greatest code.
const LAST: f64 = 65_535.0;

/// The heights that the first and the last code stand for.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Codes {
    pub(crate) code_0_m: f64,
    pub(crate) code_65535_m: f64,
}

impl Codes {
    /// The codes over a range of heights.
    pub(crate) fn new(range: Option<(f64, f64)>) -> Result<Self, IoError> {
        let (min, max) = range.unwrap_or((f64::NAN, f64::NAN));
        let codes = Self { code_0_m: min, code_65535_m: max };
        if min <= max && (max - min).is_finite() {
            return Ok(codes);
        }
        Err(IoError::Parameter {
            what: "range",
            expected: "two finite heights, the lower one first".into(),
            got: range.map_or("none".into(), |(min, max)| format!("{min} to {max}")),
            remedy: "give the heights of codes 0 and 65535; all tiles of one map need the same",
        })
    }

    /// Metres per code.
    pub(crate) fn step_m(&self) -> f64 {
        (self.code_65535_m - self.code_0_m) / LAST
    }

    /// The nearest code to a height, if it is in the range.
    pub(crate) fn code(&self, height_m: f64) -> Option<u16> {
        let span = self.code_65535_m - self.code_0_m;
        if !(self.code_0_m <= height_m && height_m <= self.code_65535_m) {
            None
        } else if span == 0.0 {
            Some(0)
        } else {
            Some(((height_m - self.code_0_m) / span * LAST + 0.5).floor() as u16)
        }
    }

    /// The height that a code stands for.
    pub(crate) fn height_m(&self, code: f64) -> f64 {
        if code == LAST {
            // The sum below may miss the end by a rounding.
            return self.code_65535_m;
        }
        let span = self.code_65535_m - self.code_0_m;
        (self.code_0_m + span * (code / LAST)).min(self.code_65535_m)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn the_ends_are_exact_and_all_codes_survive() {
        let codes = Codes::new(Some((0.0, 28.0))).unwrap();
        assert_eq!((codes.code(0.0), codes.code(28.0)), (Some(0), Some(u16::MAX)));
        assert_eq!((codes.height_m(0.0), codes.height_m(65_535.0)), (0.0, 28.0));
        let heights: Vec<f64> = (0..=u16::MAX).map(|code| codes.height_m(f64::from(code))).collect();
        assert!(heights.is_sorted_by(|a, b| a < b));
        for (code, &height) in (0..=u16::MAX).zip(&heights) {
            assert_eq!(codes.code(height), Some(code));
        }
    }

    #[test]
    fn heights_outside_and_ranges_that_are_none_are_refused() {
        let codes = Codes::new(Some((-1.0, 1.0))).unwrap();
        assert_eq!((codes.code(-1.001), codes.code(1.001), codes.code(f64::NAN)), (None, None, None));
        for range in [None, Some((1.0, 0.0)), Some((f64::NAN, 1.0)), Some((f64::MIN, f64::MAX))] {
            assert!(matches!(Codes::new(range), Err(IoError::Parameter { what: "range", .. })), "{range:?}");
        }
        assert_eq!(Codes::new(Some((5.0, 5.0))).unwrap().code(5.0), Some(0));
    }

    proptest! {
        #[test]
        fn the_error_is_half_a_step_at_most(min in -1e4..1e4_f64, span in 1e-3..1e5_f64, t in 0.0..=1.0_f64) {
            let codes = Codes::new(Some((min, min + span))).unwrap();
            let height = (min + span * t).min(codes.code_65535_m);
            let back = codes.height_m(f64::from(codes.code(height).unwrap()));
            // Beyond half a step only the roundings of numbers up to 1e5.
            prop_assert!((back - height).abs() <= codes.step_m() * 0.5 + 1e-10, "{} {}", back, height);
        }
    }
}
