//! The tunables of one world: the table of its preset with the values in force.

use alloc::vec::Vec;

use orogen_field::ParamSpec;

use crate::stage::Contract;
use crate::{Preset, WorldError};

/// A value for every tunable of every stage of a preset.
///
/// ```
/// use orogen_world::{Preset, Tunables};
///
/// let mut tunables = Tunables::new(Preset::Dense);
/// assert_eq!(tunables.get("peak_height"), Some(1100.0));
/// tunables.set("peak_height", 900.0)?;
/// assert_eq!(tunables.overrides().count(), 1);
/// assert!(tunables.set("peak_height", -3.0).is_err());
/// # Ok::<(), orogen_world::WorldError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Tunables {
    preset: Preset,
    /// One value a row, in the order of the preset's tables.
    values: Vec<f64>,
}

/// The rows of a preset's tables, in the order of its stages.
fn specs(preset: Preset) -> impl Iterator<Item = &'static ParamSpec> {
    preset.stages().iter().flat_map(|contract| contract.specs())
}

fn default_of(preset: Preset, spec: &ParamSpec) -> f64 {
    let own = preset.defaults().iter().find(|(name, _)| *name == spec.name);
    own.map_or(spec.default, |(_, value)| *value)
}

impl Tunables {
    /// The defaults of `preset`.
    #[must_use]
    pub fn new(preset: Preset) -> Self {
        Self { preset, values: specs(preset).map(|spec| default_of(preset, spec)).collect() }
    }

    /// The preset they belong to.
    #[must_use]
    pub fn preset(&self) -> Preset {
        self.preset
    }

    /// Every row of the table with its value, in the order of the stages.
    pub fn iter(&self) -> impl Iterator<Item = (&'static ParamSpec, f64)> {
        specs(self.preset).zip(self.values.iter().copied())
    }

    /// The preset's own default of a row, whatever is set.
    #[must_use]
    pub fn default_of(&self, spec: &ParamSpec) -> f64 {
        default_of(self.preset, spec)
    }

    /// The rows whose value is not the preset's default.
    pub fn overrides(&self) -> impl Iterator<Item = (&'static ParamSpec, f64)> {
        self.iter().filter(|(spec, value)| value.to_bits() != self.default_of(spec).to_bits())
    }

    /// The value of the tunable of this name, if the preset has one.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<f64> {
        self.iter().find(|(spec, _)| spec.name == name).map(|(_, value)| value)
    }

    /// Sets one tunable.
    ///
    /// Values that are in range each but do not fit together are found when the world is made.
    ///
    /// # Errors
    ///
    /// [`WorldError::Param`] if the preset has no tunable of that name, or if the value is out of its range.
    pub fn set(&mut self, name: &str, value: f64) -> Result<(), WorldError> {
        let spec = ParamSpec::find(specs(self.preset), name)?;
        spec.check(value)?;
        for (row, slot) in specs(self.preset).zip(&mut self.values) {
            if row.name == spec.name {
                // A negative zero would be another world by its bits and the same one by its ground.
                *slot = value + 0.0;
            }
        }
        Ok(())
    }

    /// The value in force of a row of one of this preset's tables.
    pub(crate) fn value(&self, spec: &'static ParamSpec) -> f64 {
        self.get(spec.name).unwrap_or(spec.default)
    }

    /// Whether the values fit together.
    ///
    /// # Errors
    ///
    /// [`WorldError::Order`] or [`WorldError::FinestWavelength`] for the first pair that does not.
    pub(crate) fn check(&self) -> Result<(), WorldError> {
        self.preset.stages().iter().try_for_each(|contract| self.check_stage(contract))
    }

    fn check_stage(&self, contract: &Contract) -> Result<(), WorldError> {
        let value = |name: &'static str| self.get(name).unwrap_or(f64::NAN);
        for &(lower, upper) in contract.ordered {
            let (got, limit) = (value(lower), value(upper));
            if got >= limit {
                return Err(WorldError::Order { lower, upper, got, limit });
            }
        }
        for &(wavelength, octaves) in contract.octaves {
            let (longest, count) = (value(wavelength), value(octaves));
            let most = octaves_down_to_one_metre(longest);
            if count > most {
                return Err(WorldError::FinestWavelength { wavelength, octaves, longest, got: count, most });
            }
        }
        Ok(())
    }
}

/// How many octaves, each half the last, fit between `wavelength` and 1 m.
fn octaves_down_to_one_metre(mut wavelength: f64) -> f64 {
    let mut octaves = 0.0;
    while wavelength >= 1.0 {
        octaves += 1.0;
        wavelength *= 0.5;
    }
    octaves
}
