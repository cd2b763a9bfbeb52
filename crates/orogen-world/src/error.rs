//! What can go wrong at this crate's door.

use alloc::string::String;

use orogen_field::{GridError, ParamError, ParseSeedError};

use crate::{DOMAIN_M, Preset};

/// Input that this crate refuses. Each message names the parameter, what was expected, what came, and what to do.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum WorldError {
    /// A coordinate is NaN, infinite or too far out.
    #[error(
        "{axis}: expected a finite number of metres from -{DOMAIN_M} to {DOMAIN_M}, got {got}; move into the domain"
    )]
    Coordinate {
        /// Which coordinate.
        axis: &'static str,
        /// What came.
        got: f64,
    },
    /// No preset has this name.
    #[error("preset: expected one of {}, got \"{got}\"; choose one of them", PresetNames)]
    UnknownPreset {
        /// The name that came.
        got: String,
    },
    /// A tunable's name or value is refused.
    #[error(transparent)]
    Param(#[from] ParamError),
    /// Two tunables are the wrong way round.
    #[error("{lower}: expected less than {upper} ({limit}), got {got}; lower it, or raise {upper}")]
    Order {
        /// The one that must be the smaller.
        lower: &'static str,
        /// The one that must be the larger.
        upper: &'static str,
        /// The value of the first.
        got: f64,
        /// The value of the second.
        limit: f64,
    },
    /// A fractal's finest octave would be shorter than 1 m.
    #[error(
        "{octaves}: expected at most {most} with {wavelength} = {longest} m, so that the finest octave is 1 m or longer, \
         got {got}; take fewer octaves or a longer wavelength"
    )]
    FinestWavelength {
        /// Name of the wavelength.
        wavelength: &'static str,
        /// Name of the octave count.
        octaves: &'static str,
        /// The wavelength in metres.
        longest: f64,
        /// The octave count.
        got: f64,
        /// The largest count that fits.
        most: f64,
    },
    /// The two buffers of a batch differ in length.
    #[error("out: expected {points} elements, one a point, got {out}; pass buffers of one length")]
    Batch {
        /// Number of points.
        points: usize,
        /// Length of the output.
        out: usize,
    },
    /// A window's shape or placement is refused.
    #[error(transparent)]
    Grid(#[from] GridError),
    /// A seed's text is refused.
    #[error(transparent)]
    Seed(#[from] ParseSeedError),
    /// A text is no level id.
    #[error(
        "level id: expected orogen/<version>/<preset>/<seed>/<field hash>/<registry digest>, got \"{got}\" ({fault}); \
         copy the whole id"
    )]
    LevelId {
        /// The text that came.
        got: String,
        /// What is wrong with it.
        fault: &'static str,
    },
    /// A ray's direction is not a direction, or its length is not one.
    #[error("{parameter}: expected {expected}, got {got}; give another")]
    Ray {
        /// Which part of the ray.
        parameter: &'static str,
        /// What it has to be.
        expected: &'static str,
        /// What came.
        got: f64,
    },
}

/// The names of all presets, in words.
struct PresetNames;

impl core::fmt::Display for PresetNames {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        for (i, preset) in Preset::ALL.iter().enumerate() {
            if i > 0 {
                f.write_str(", ")?;
            }
            f.write_str(preset.name())?;
        }
        Ok(())
    }
}
