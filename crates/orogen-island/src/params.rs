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
        /// How runoff is computed: 0 by the heuristic flow * moisture^2, 1 by a yearly balance in cubic metres a second.
        runoff: u32 = 1.0, "1", 0.0..=1.0;
        /// What becomes of depressions: 0 they are carved, 1 filled, 2 the larger ones hold lakes and the others are carved.
        depressions: u32 = 2.0, "1", 0.0..=2.0;
        /// The least area of a full lake, as a share of the square.
        least_lake_area: f64 = 0.001, "1", 0.0..=1.0;
        /// The least depth of a full lake, as an elevation.
        least_lake_depth: f64 = 0.02, "1", 0.0..=1.0;
        /// How wide the map is.
        side_m: f64 = 100000.0, "m", 10.0..=10000000.0;
        /// How high an elevation of 1 is.
        height_m: f64 = 2000.0, "m", 1.0..=20000.0;
        /// Yearly rain where the moisture is 1.
        rain_mm: f64 = 1000.0, "mm", 0.0..=20000.0;
        /// What evaporates in a year from open water at the sea in the middle of the map.
        evaporation_mm: f64 = 600.0, "mm", 0.0..=5000.0;
        /// Mean temperature at the sea in the middle of the map.
        temperature: f64 = 15.0, "deg C", 0.0..=40.0;
        /// How fast it gets colder with height.
        lapse_rate: f64 = 6.5, "K/km", 0.0..=15.0;
        /// Degrees of latitude from the north edge of the map to the south one; less than 0 south of the equator.
        latitude_span: f64 = 5.0, "deg", -90.0..=90.0;
        /// How much moister the banks of rivers and lakes are than they would be; 0 leaves moisture to the rain.
        riparian_moisture: f64 = 0.3, "1", 0.0..=2.0;
        /// How far from rivers and lakes they are.
        riparian_reach: f64 = 0.02, "side", 0.0..=1.0;
        /// Whether biomes see moisture spread over their whole range, from the 5th to the 95th percentile of land.
        biome_spread: bool = 1.0, "1", 0.0..=1.0;
        /// The least flow of a river by the balance.
        river_flow: f64 = 0.1, "m^3/s", 0.0..=100000.0;
        /// The natural logarithm of the least flow of a river by the heuristic, at a spacing of 0.0055.
        lg_min_flow: f64 = 2.7, "1", -5.0..=10.0;
        /// Width of a river with a flow of 1; it grows with the square root of flow.
        river_width_m: f64 = 5.0, "m", 0.0..=1000.0;
        /// The least drop of a waterfall, between two triangles.
        waterfall_m: f64 = 40.0, "m", 0.0..=10000.0;
    }
}

/// How runoff is computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Runoff {
    /// `flow * moisture^2` for each triangle of land: the series', a number without a unit.
    Heuristic,
    /// Rain less what evaporates, in cubic metres a second.
    Balance,
}

/// What becomes of depressions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Depressions {
    /// Beds are carved through their rims, as in the series.
    Carve,
    /// They are filled to their rims with ground.
    Fill,
    /// Larger ones hold lakes, whose level is that of the yearly balance; the others are carved.
    Lakes,
}

/// The spacing at which the heuristic's least flow is stated; flow by the heuristic grows as 1 / spacing^2.
const USUAL_SPACING: f64 = 0.0055;

impl Default for IslandParams {
    fn default() -> Self {
        Self::read(|spec| spec.default)
    }
}

impl IslandParams {
    /// The defaults with mapgen4's water: runoff by the heuristic, and carved depressions.
    #[must_use]
    pub fn mapgen4() -> Self {
        Self { runoff: 0, depressions: 0, ..Self::default() }
    }

    /// The values in the order of the table.
    #[must_use]
    pub fn values(&self) -> [f64; 36] {
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
            f64::from(self.runoff),
            f64::from(self.depressions),
            self.least_lake_area,
            self.least_lake_depth,
            self.side_m,
            self.height_m,
            self.rain_mm,
            self.evaporation_mm,
            self.temperature,
            self.lapse_rate,
            self.latitude_span,
            self.riparian_moisture,
            self.riparian_reach,
            f64::from(u8::from(self.biome_spread)),
            self.river_flow,
            self.lg_min_flow,
            self.river_width_m,
            self.waterfall_m,
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

    /// How runoff is computed.
    #[must_use]
    pub fn runoff(&self) -> Runoff {
        if self.runoff == 0 { Runoff::Heuristic } else { Runoff::Balance }
    }

    /// What becomes of depressions.
    #[must_use]
    pub fn depressions(&self) -> Depressions {
        match self.depressions {
            0 => Depressions::Carve,
            1 => Depressions::Fill,
            _ => Depressions::Lakes,
        }
    }

    /// The least flow of a river, in the unit of the runoff model, on a mesh of a spacing.
    #[must_use]
    pub fn least_flow(&self, spacing: f64) -> f64 {
        match self.runoff() {
            Runoff::Heuristic => libm::exp(self.lg_min_flow) * (USUAL_SPACING / spacing) * (USUAL_SPACING / spacing),
            Runoff::Balance => self.river_flow,
        }
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
