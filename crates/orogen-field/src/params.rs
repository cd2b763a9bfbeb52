//! Tunables, declared once.
//!
//! [`tunables!`](crate::tunables) turns one declaration into the struct that a stage reads and into the table that the
//! command line, the sliders, the documentation and the level id read.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

/// What values a tunable takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ParamKind {
    /// Any number in the range.
    Real,
    /// A whole number in the range.
    Integer,
    /// 0 for off, 1 for on.
    Switch,
}

/// One row of a parameter table.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ParamSpec {
    /// Its name, in snake case, unique in its table.
    pub name: &'static str,
    /// Its unit; "1" for a pure number.
    pub unit: &'static str,
    /// What values it takes.
    pub kind: ParamKind,
    /// Its value where nobody says otherwise.
    pub default: f64,
    /// Its smallest value.
    pub min: f64,
    /// Its largest value.
    pub max: f64,
    /// One sentence that says what it does.
    pub doc: &'static str,
}

/// A value that its table refuses.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum ParamError {
    /// No tunable has this name.
    #[error("{name}: expected the name of a tunable, got no such name; {}", did_you_mean(nearest))]
    Unknown {
        /// The name that came.
        name: String,
        /// The known name most like it, if one is like it at all.
        nearest: Option<&'static str>,
    },
    /// The value is not in the declared range or of the declared kind.
    #[error("{}: expected {}, got {got}; choose a value in that range", spec.name, Expected(spec))]
    Value {
        /// The row it was meant for.
        spec: &'static ParamSpec,
        /// The value that came.
        got: f64,
    },
}

fn did_you_mean(nearest: &Option<&'static str>) -> String {
    match nearest {
        Some(name) => alloc::format!("did you mean {name}?"),
        None => "see the parameter table for the names".into(),
    }
}

/// A range in words.
struct Expected<'a>(&'a ParamSpec);

impl fmt::Display for Expected<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ParamSpec { kind, min, max, unit, .. } = self.0;
        match kind {
            ParamKind::Switch => write!(f, "0 (off) or 1 (on)"),
            ParamKind::Integer => write!(f, "a whole number from {min} to {max}"),
            ParamKind::Real if *unit == "1" => write!(f, "a number from {min} to {max}"),
            ParamKind::Real => write!(f, "a number from {min} to {max} {unit}"),
        }
    }
}

impl ParamSpec {
    /// Whether `value` is of this row's kind and in its range.
    ///
    /// # Errors
    ///
    /// [`ParamError::Value`] if it is not; NaN never is.
    pub fn check(&'static self, value: f64) -> Result<(), ParamError> {
        let of_kind = match self.kind {
            ParamKind::Real => true,
            ParamKind::Integer | ParamKind::Switch => crate::real::floor(value) == value,
        };
        if of_kind && self.min <= value && value <= self.max {
            Ok(())
        } else {
            Err(ParamError::Value { spec: self, got: value })
        }
    }

    /// The row of this name in `table`.
    ///
    /// # Errors
    ///
    /// [`ParamError::Unknown`], with the most similar name where one is similar.
    pub fn find<'a>(table: impl IntoIterator<Item = &'a ParamSpec>, name: &str) -> Result<&'a ParamSpec, ParamError> {
        let mut nearest: Option<(usize, &'static str)> = None;
        for spec in table {
            if spec.name == name {
                return Ok(spec);
            }
            let distance = edit_distance(spec.name, name);
            if nearest.is_none_or(|(best, _)| distance < best) {
                nearest = Some((distance, spec.name));
            }
        }
        // A third of the letters wrong is a slip; more is another word.
        let nearest = nearest.filter(|(distance, _)| *distance <= name.len() / 3).map(|(_, known)| known);
        Err(ParamError::Unknown { name: name.into(), nearest })
    }
}

/// Levenshtein distance in bytes.
fn edit_distance(a: &str, b: &str) -> usize {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, letter) in a.iter().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, other) in b.iter().enumerate() {
            let substituted = diagonal + usize::from(letter != other);
            diagonal = row[j + 1];
            row[j + 1] = substituted.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[b.len()]
}

/// A type that a tunable can have in its struct.
pub trait TunableValue: Copy {
    /// The kind that the table shows.
    const KIND: ParamKind;

    /// From the table's number, which has been checked.
    fn from_f64(value: f64) -> Self;

    /// The table's number for this value.
    fn to_f64(self) -> f64;
}

impl TunableValue for f64 {
    const KIND: ParamKind = ParamKind::Real;

    fn from_f64(value: f64) -> Self {
        value
    }

    fn to_f64(self) -> f64 {
        self
    }
}

impl TunableValue for u32 {
    const KIND: ParamKind = ParamKind::Integer;

    fn from_f64(value: f64) -> Self {
        value as u32
    }

    fn to_f64(self) -> f64 {
        f64::from(self)
    }
}

impl TunableValue for bool {
    const KIND: ParamKind = ParamKind::Switch;

    fn from_f64(value: f64) -> Self {
        value != 0.0
    }

    fn to_f64(self) -> f64 {
        f64::from(u8::from(self))
    }
}

/// Declares tunables: a struct with a field each, its table, and the way from one to the other.
///
/// Each field's doc comment is its sentence. The type is `f64`, `u32` (a whole number) or `bool` (a switch); the unit is
/// "1" for a pure number; defaults and ranges are numbers.
///
/// ```
/// orogen_field::tunables! {
///     /// How tall the hills are.
///     pub struct Hills {
///         /// Height of the tallest hill.
///         height: f64 = 650.0, "m", 1.0..=2000.0;
///         /// Octaves of detail.
///         octaves: u32 = 8.0, "1", 1.0..=12.0;
///     }
/// }
///
/// let hills = Hills::read(|spec| if spec.name == "octaves" { 3.0 } else { spec.default });
/// assert_eq!((hills.height, hills.octaves), (650.0, 3));
/// assert_eq!(Hills::TABLE[0].unit, "m");
/// assert!(Hills::TABLE[0].check(1e9).is_err());
/// ```
#[macro_export]
macro_rules! tunables {
    (
        $(#[$meta:meta])*
        $vis:vis struct $name:ident {
            $(
                #[doc = $doc:literal]
                $field:ident: $kind:ty = $default:expr, $unit:literal, $min:literal..=$max:literal;
            )*
        }
    ) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq)]
        $vis struct $name {
            $(
                #[doc = $doc]
                $vis $field: $kind,
            )*
        }

        impl $name {
            /// The rows of the parameter table, in the order of the fields.
            $vis const TABLE: &'static [$crate::ParamSpec] = &[
                $(
                    $crate::ParamSpec {
                        name: stringify!($field),
                        unit: $unit,
                        kind: <$kind as $crate::TunableValue>::KIND,
                        default: $default,
                        min: $min,
                        max: $max,
                        doc: $doc.trim_ascii(),
                    },
                )*
            ];

            /// Reads each field through `value_of`, which gives the number for a row.
            $vis fn read(value_of: impl Fn(&'static $crate::ParamSpec) -> f64) -> Self {
                let mut rows = Self::TABLE.iter();
                Self {
                    $(
                        $field: <$kind as $crate::TunableValue>::from_f64(
                            value_of(rows.next().expect("one row a field")),
                        ),
                    )*
                }
            }
        }
    };
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;

    crate::tunables! {
        /// For the tests below.
        struct Sample {
            /// A length.
            reach: f64 = 2.0, "m", 0.5..=8.0;
            /// A count.
            octaves: u32 = 3.0, "1", 1.0..=12.0;
            /// A switch.
            enabled: bool = 1.0, "1", 0.0..=1.0;
        }
    }

    #[test]
    fn a_table_reads_back_into_its_struct() {
        let defaults = Sample::read(|spec| spec.default);
        assert_eq!(defaults, Sample { reach: 2.0, octaves: 3, enabled: true });
        assert_eq!(Sample::TABLE[0].doc, "A length.");
        assert_eq!(Sample::TABLE[1].kind, ParamKind::Integer);
        assert_eq!(Sample::TABLE[2].kind, ParamKind::Switch);
    }

    #[test]
    fn refusals_say_what_was_expected_and_what_came() {
        let message = |row: usize, value: f64| Sample::TABLE[row].check(value).unwrap_err().to_string();
        assert_eq!(message(0, 9.0), "reach: expected a number from 0.5 to 8 m, got 9; choose a value in that range");
        assert!(message(0, f64::NAN).contains("got NaN"));
        assert!(message(1, 2.5).contains("a whole number from 1 to 12"));
        assert!(message(2, 2.0).contains("0 (off) or 1 (on)"));
        assert!(Sample::TABLE.iter().all(|spec| spec.check(spec.default).is_ok()));
    }

    #[test]
    fn a_misspelt_name_is_answered_with_the_likely_one() {
        let refusal = ParamSpec::find(Sample::TABLE, "octave").unwrap_err().to_string();
        assert_eq!(refusal, "octave: expected the name of a tunable, got no such name; did you mean octaves?");
        let refusal = ParamSpec::find(Sample::TABLE, "humidity").unwrap_err().to_string();
        assert!(refusal.ends_with("see the parameter table for the names"));
    }
}
