//! Heights as 16-bit codes: the first code is exactly the least height, 65535 exactly the greatest.
//!
//! The first code is 0, or 1 where 0 is kept for void cells.

use serde::{Deserialize, Serialize};

use crate::{IoError, WriteOptions};

/// The greatest code.
const LAST: f64 = 65_535.0;

/// The code of void cells, in files that have such.
const VOID: u16 = 0;

/// The heights that the first and the last code stand for.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "Encoding", into = "Encoding")]
pub(crate) struct Codes {
    /// 0, or 1 where 0 stands for void.
    first: u16,
    first_m: f64,
    last_m: f64,
}

/// How a sidecar tells of [`Codes`].
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Encoding {
    /// The code of void cells, 0 if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    void_code: Option<u16>,
    /// Height of code 0, where that is none of void.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    code_0_m: Option<f64>,
    /// Height of code 1, where 0 is void.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    code_1_m: Option<f64>,
    code_65535_m: f64,
}

impl TryFrom<Encoding> for Codes {
    type Error = String;

    fn try_from(encoding: Encoding) -> Result<Self, String> {
        let Encoding { void_code, code_0_m, code_1_m, code_65535_m } = encoding;
        let (range, keep_void) = match (void_code, code_0_m, code_1_m) {
            (None, Some(first_m), None) => ((first_m, code_65535_m), false),
            (Some(VOID), None, Some(first_m)) => ((first_m, code_65535_m), true),
            _ => return Err("expected code_0_m, or void_code 0 and code_1_m, with code_65535_m".into()),
        };
        Self::new(Some(range), keep_void).map_err(|error| error.to_string())
    }
}

impl From<Codes> for Encoding {
    fn from(codes: Codes) -> Self {
        let (code_65535_m, first_m) = (codes.last_m, Some(codes.first_m));
        if codes.keeps_void() {
            Self { void_code: Some(VOID), code_0_m: None, code_1_m: first_m, code_65535_m }
        } else {
            Self { void_code: None, code_0_m: first_m, code_1_m: None, code_65535_m }
        }
    }
}

impl Codes {
    /// The codes over a range of heights; `keep_void` keeps code 0 for void cells.
    pub(crate) fn new(range: Option<(f64, f64)>, keep_void: bool) -> Result<Self, IoError> {
        let (first_m, last_m) = range.unwrap_or((f64::NAN, f64::NAN));
        if first_m <= last_m && (last_m - first_m).is_finite() {
            return Ok(Self { first: u16::from(keep_void), first_m, last_m });
        }
        Err(IoError::Parameter {
            what: "range",
            expected: "two finite heights, the lower one first".into(),
            got: range.map_or("none".into(), |(min, max)| format!("{min} to {max}")),
            remedy: "give the heights of the first code and of 65535; all tiles of one map need the same",
        })
    }

    /// The codes that a writer was asked for.
    ///
    /// A nodata number would be one of the file's numbers, which are codes here, and void cells have theirs.
    pub(crate) fn asked(format: &'static str, options: &WriteOptions) -> Result<Self, IoError> {
        match options.nodata {
            None => Self::new(options.range, options.keep_void),
            Some(nodata) => Err(IoError::Unsupported {
                format,
                what: "nodata",
                expected: "none, as code 0 stands for void cells".into(),
                got: nodata.to_string(),
                remedy: "leave it out, or choose another format",
            }),
        }
    }

    /// Whether there is a code for void cells.
    fn keeps_void(&self) -> bool {
        self.first > VOID
    }

    /// The heights of the first and of the last code.
    pub(crate) fn range_m(&self) -> (f64, f64) {
        (self.first_m, self.last_m)
    }

    /// Steps from the first code to the last.
    fn steps(&self) -> f64 {
        LAST - f64::from(self.first)
    }

    /// Metres per code.
    pub(crate) fn step_m(&self) -> f64 {
        (self.last_m - self.first_m) / self.steps()
    }

    /// The nearest code to a height, if it is in the range; NaN is void.
    pub(crate) fn code(&self, height_m: f64) -> Option<u16> {
        let span = self.last_m - self.first_m;
        if height_m.is_nan() {
            self.keeps_void().then_some(VOID)
        } else if !(self.first_m <= height_m && height_m <= self.last_m) {
            None
        } else if span == 0.0 {
            Some(self.first)
        } else {
            Some(self.first + ((height_m - self.first_m) / span * self.steps() + 0.5).floor() as u16)
        }
    }

    /// The height that a code stands for; NaN for void.
    pub(crate) fn height_m(&self, code: f64) -> f64 {
        if code == LAST {
            // The sum below may miss the end by a rounding.
            return self.last_m;
        }
        if code < f64::from(self.first) {
            return f64::NAN;
        }
        let span = self.last_m - self.first_m;
        (self.first_m + span * ((code - f64::from(self.first)) / self.steps())).min(self.last_m)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn the_ends_are_exact_and_all_codes_survive() {
        for (keep_void, first) in [(false, 0), (true, 1)] {
            let codes = Codes::new(Some((0.0, 28.0)), keep_void).unwrap();
            assert_eq!((codes.code(0.0), codes.code(28.0)), (Some(first), Some(u16::MAX)));
            assert_eq!((codes.height_m(f64::from(first)), codes.height_m(65_535.0)), (0.0, 28.0));
            let heights: Vec<f64> = (first..=u16::MAX).map(|code| codes.height_m(f64::from(code))).collect();
            assert!(heights.is_sorted_by(|a, b| a < b));
            for (code, &height) in (first..=u16::MAX).zip(&heights) {
                assert_eq!(codes.code(height), Some(code));
            }
        }
    }

    #[test]
    fn void_has_a_code_only_where_one_is_kept_and_no_height_has_it() {
        let keeping = Codes::new(Some((-5.0, 5.0)), true).unwrap();
        assert_eq!((keeping.code(f64::NAN), keeping.code(-5.0)), (Some(0), Some(1)));
        assert!(keeping.height_m(0.0).is_nan() && keeping.height_m(1.0) == -5.0);
        let flat = Codes::new(Some((7.0, 7.0)), true).unwrap();
        assert_eq!((flat.code(7.0), flat.height_m(1.0)), (Some(1), 7.0));
        let other = Codes::new(Some((-5.0, 5.0)), false).unwrap();
        assert_eq!((other.code(f64::NAN), other.height_m(0.0)), (None, -5.0));
    }

    #[test]
    fn heights_outside_and_ranges_that_are_none_are_refused() {
        let codes = Codes::new(Some((-1.0, 1.0)), true).unwrap();
        assert_eq!((codes.code(-1.001), codes.code(1.001), codes.code(f64::INFINITY)), (None, None, None));
        for range in [None, Some((1.0, 0.0)), Some((f64::NAN, 1.0)), Some((f64::MIN, f64::MAX))] {
            assert!(matches!(Codes::new(range, false), Err(IoError::Parameter { what: "range", .. })), "{range:?}");
        }
        assert_eq!(Codes::new(Some((5.0, 5.0)), false).unwrap().code(5.0), Some(0));
    }

    #[test]
    fn a_sidecar_tells_of_the_codes_and_of_nothing_half() {
        for (keep_void, text) in [
            (false, r#"{"code_0_m":-1.5,"code_65535_m":8.0}"#),
            (true, r#"{"void_code":0,"code_1_m":-1.5,"code_65535_m":8.0}"#),
        ] {
            let codes = Codes::new(Some((-1.5, 8.0)), keep_void).unwrap();
            assert_eq!(serde_json::to_string(&codes).unwrap(), text);
            assert_eq!(serde_json::from_str::<Codes>(text).unwrap(), codes);
        }
        for text in [
            r#"{"code_65535_m":8.0}"#,
            r#"{"void_code":0,"code_0_m":-1.5,"code_65535_m":8.0}"#,
            r#"{"void_code":9,"code_1_m":-1.5,"code_65535_m":8.0}"#,
            r#"{"code_1_m":-1.5,"code_65535_m":8.0}"#,
            r#"{"code_0_m":9,"code_65535_m":8.0}"#,
            r#"{"code_0_m":0,"code_65535_m":8.0,"scale":2}"#,
        ] {
            assert!(serde_json::from_str::<Codes>(text).is_err(), "{text}");
        }
    }

    proptest! {
        #[test]
        fn the_error_is_half_a_step_at_most(
            min in -1e4..1e4_f64,
            span in 1e-3..1e5_f64,
            t in 0.0..=1.0_f64,
            keep_void: bool,
        ) {
            let codes = Codes::new(Some((min, min + span)), keep_void).unwrap();
            let height = (min + span * t).min(codes.range_m().1);
            let back = codes.height_m(f64::from(codes.code(height).unwrap()));
            // Beyond half a step only the roundings of numbers up to 1e5.
            prop_assert!((back - height).abs() <= codes.step_m() * 0.5 + 1e-10, "{} {}", back, height);
        }
    }
}
