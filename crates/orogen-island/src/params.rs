//! The parameters of an island, declared once.

use orogen_field::{ParamError, ParamSpec, Seed, tunables};

tunables! {
    /// Parameters of an island. Lengths are in units of the unit square's side, elevations from -1 to 1 with the sea at 0.
    ///
    /// Defaults and ranges are those of mapgen4 with its lengths divided by 1000, where it has the parameter.
    pub struct IslandParams {
        /// Seed of the land: the generated paint map, the noise and the mountains' steps.
        seed: u32 = 187.0, "1", 0.0..=4294967295.0;
        /// Seed of the mesh's points.
        mesh_seed: u32 = 12345.0, "1", 0.0..=4294967295.0;
        /// Smallest distance between points.
        spacing: f64 = 0.0055, "side", 0.0005..=0.1;
        /// Smallest distance between mountain peaks; at least twice the spacing is taken.
        peak_spacing: f64 = 0.035, "side", 0.001..=0.5;
        /// How much a generated paint map is one island in the middle, rather than land and sea anywhere.
        island: f64 = 0.5, "1", 0.0..=1.0;
        /// How much the coast wiggles.
        noisy_coastlines: f64 = 0.01, "1", 0.0..=0.1;
        /// Height of hills where there are no mountains.
        hill_height: f64 = 0.02, "1", 0.0..=0.1;
        /// How uneven the steps are that lead away from peaks.
        mountain_jagged: f64 = 0.0, "1", 0.0..=1.0;
        /// How wide mountains are: their sides fall by 16000 / 2^sharpness a unit of distance.
        mountain_sharpness: f64 = 9.8, "1", 9.1..=12.5;
        /// Whether steps from a peak visit neighbours in a random order, which gives branching ridges.
        shuffle_steps: bool = 1.0, "1", 0.0..=1.0;
        /// How deep the sea is.
        ocean_depth: f64 = 1.4, "1", 1.0..=3.0;
        /// Where the wind blows to: 0 is +x (east), 90 is +y (south on the map).
        wind_angle_deg: f64 = 0.0, "deg", 0.0..=360.0;
        /// How much of the humidity that is shed falls as rain.
        raininess: f64 = 0.9, "1", 0.0..=2.0;
        /// How much of the humidity that mountains leave no room for is shed.
        rain_shadow: f64 = 0.5, "1", 0.1..=2.0;
        /// How much humidity the wind takes up over the sea, for each unit of its depth.
        evaporation: f64 = 0.5, "1", 0.0..=1.0;
        /// How much rain falls on flat land: 1 is mapgen4's, at 0 all rain is orographic.
        base_rain: f64 = 1.0, "1", 0.0..=1.0;
        /// Runoff of a triangle of land for each unit of moisture squared.
        flow: f64 = 0.2, "1", 0.0..=1.0;
        /// How steeply river beds fall at least: a unit of elevation for each side of the square.
        bed_gradient: f64 = 5e-5, "1", 0.0..=0.001;
    }
}

impl Default for IslandParams {
    fn default() -> Self {
        Self::read(|spec| spec.default)
    }
}

impl IslandParams {
    /// The values in the order of the table.
    #[must_use]
    pub fn values(&self) -> [f64; 18] {
        [
            f64::from(self.seed),
            f64::from(self.mesh_seed),
            self.spacing,
            self.peak_spacing,
            self.island,
            self.noisy_coastlines,
            self.hill_height,
            self.mountain_jagged,
            self.mountain_sharpness,
            f64::from(u8::from(self.shuffle_steps)),
            self.ocean_depth,
            self.wind_angle_deg,
            self.raininess,
            self.rain_shadow,
            self.evaporation,
            self.base_rain,
            self.flow,
            self.bed_gradient,
        ]
    }

    /// Checks every value against its row.
    ///
    /// # Errors
    ///
    /// [`ParamError::Value`] for the first that is out of its range.
    pub fn check(&self) -> Result<(), ParamError> {
        Self::TABLE.iter().zip(self.values()).try_for_each(|(spec, value)| spec.check(value))
    }

    /// These parameters with one changed by name.
    ///
    /// # Errors
    ///
    /// [`ParamError::Unknown`] or [`ParamError::Value`].
    pub fn with(&self, name: &str, value: f64) -> Result<Self, ParamError> {
        let changed = ParamSpec::find(Self::TABLE, name)?;
        changed.check(value)?;
        let values = self.values();
        let row = |spec: &ParamSpec| Self::TABLE.iter().position(|other| other.name == spec.name);
        Ok(Self::read(|spec| {
            if spec.name == changed.name { value } else { row(spec).map_or(spec.default, |row| values[row]) }
        }))
    }

    /// The seed of the land's hash streams.
    #[must_use]
    pub(crate) fn land_seed(&self) -> Seed {
        Seed::Own(u64::from(self.seed))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_in_the_order_of_the_table() {
        let numbered = IslandParams::read(|spec| if spec.name == "shuffle_steps" { 0.0 } else { spec.max });
        for (spec, value) in IslandParams::TABLE.iter().zip(numbered.values()) {
            assert_eq!(value, if spec.name == "shuffle_steps" { 0.0 } else { spec.max }, "{}", spec.name);
        }
        assert!(IslandParams::default().check().is_ok());
    }

    #[test]
    fn with_changes_one_value() {
        let changed = IslandParams::default().with("hill_height", 0.03).unwrap();
        assert_eq!(changed, IslandParams { hill_height: 0.03, ..IslandParams::default() });
        assert!(IslandParams::default().with("hill_heigth", 0.03).unwrap_err().to_string().contains("hill_height?"));
        assert!(IslandParams::default().with("hill_height", 0.2).is_err());
    }
}
