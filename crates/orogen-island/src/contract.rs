//! What each stage reads and writes.

/// A stage of an island, in the order in which they run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Stage {
    /// Points, triangles and peaks.
    Mesh,
    /// The generated paint map.
    PaintMap,
    /// The paint map sampled at triangles.
    Paint,
    /// The noise layers at triangles.
    Noise,
    /// Distance from peaks to triangles.
    MountainDistance,
    /// Elevation of triangles before carving.
    TriangleElevation,
    /// Elevation of regions before carving.
    RegionElevation,
    /// The order in which each wind meets regions.
    WindOrder,
    /// Rain and humidity at regions.
    Rainfall,
    /// Where triangles drain to if depressions are carved; else it has nothing to do.
    Downslope,
    /// Moisture of triangles.
    Moisture,
    /// Elevation of triangles after something has been done about depressions, and the sea.
    Ground,
    /// Elevation of regions on that ground.
    GroundRegionElevation,
    /// Temperature, rain in metres, evaporation.
    Climate,
    /// Lakes, and flow through triangles.
    Water,
    /// Rivers as lines.
    Rivers,
    /// Moisture of triangles with that of banks.
    Banks,
    /// Biomes.
    Biomes,
}

/// What a stage reads and writes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Contract {
    /// The stage.
    pub stage: Stage,
    /// The parameters that it reads.
    pub params: &'static [&'static str],
    /// The stages whose output it reads.
    pub after: &'static [Stage],
    /// What it writes, with its unit and range.
    pub writes: &'static str,
}

/// The contract of every stage, in the order in which they run.
pub const CONTRACTS: [Contract; 18] = [
    Contract {
        stage: Stage::Mesh,
        params: &["spacing", "peak_spacing", "mesh_seed"],
        after: &[],
        writes: "points in units of the square's side, triangles, peaks",
    },
    Contract {
        stage: Stage::PaintMap,
        params: &["seed", "island"],
        after: &[],
        writes: "elevation at 128 x 128 places, -1 to 1",
    },
    Contract {
        stage: Stage::Paint,
        params: &[],
        after: &[Stage::Mesh, Stage::PaintMap],
        writes: "paint at triangles, elevation from -1 to 1",
    },
    Contract {
        stage: Stage::Noise,
        params: &["seed"],
        after: &[Stage::Mesh],
        writes: "five layers at triangles, -1 to 1, the coast's -1.75 to 1.75",
    },
    Contract {
        stage: Stage::MountainDistance,
        params: &["seed", "mountain_jagged", "shuffle_steps"],
        after: &[Stage::Mesh],
        writes: "distance at triangles in units of the square's side, not below 0",
    },
    Contract {
        stage: Stage::TriangleElevation,
        params: &["noisy_coastlines", "hill_height", "mountain_sharpness", "ocean_depth"],
        after: &[Stage::Paint, Stage::Noise, Stage::MountainDistance],
        writes: "elevation at triangles, -1 to 1",
    },
    Contract {
        stage: Stage::RegionElevation,
        params: &[],
        after: &[Stage::Mesh, Stage::TriangleElevation],
        writes: "elevation at regions, -1 to 1",
    },
    Contract {
        stage: Stage::WindOrder,
        params: &["wind_angle_deg"],
        after: &[Stage::Mesh],
        writes: "a rank for each region and wind",
    },
    Contract {
        stage: Stage::Rainfall,
        params: &["raininess", "rain_shadow", "evaporation", "base_rain"],
        after: &[Stage::RegionElevation, Stage::WindOrder],
        writes: "rain and humidity at regions, not below 0, about 1",
    },
    Contract {
        stage: Stage::Downslope,
        params: &["depressions"],
        after: &[Stage::Mesh, Stage::TriangleElevation],
        writes: "a receiver for each triangle, and an order with receivers first",
    },
    Contract {
        stage: Stage::Moisture,
        params: &[],
        after: &[Stage::Mesh, Stage::Rainfall],
        writes: "mean rain at triangles, not below 0",
    },
    Contract {
        stage: Stage::Ground,
        params: &["depressions", "bed_gradient", "least_lake_area", "least_lake_depth"],
        after: &[Stage::Mesh, Stage::TriangleElevation, Stage::Downslope],
        writes: "elevation at triangles, -1 to 1 but for the beds' gradient, and which of them are sea",
    },
    Contract {
        stage: Stage::GroundRegionElevation,
        params: &[],
        after: &[Stage::Mesh, Stage::Ground],
        writes: "elevation at regions, -1 to 1",
    },
    Contract {
        stage: Stage::Climate,
        params: &["height_m", "temperature", "lapse_rate", "latitude_span", "rain_mm", "evaporation_mm"],
        after: &[Stage::Mesh, Stage::Ground, Stage::Moisture],
        writes: "temperature at triangles in degrees Celsius, rain and evaporation in metres a year",
    },
    Contract {
        stage: Stage::Water,
        params: &["runoff", "depressions", "flow", "side_m", "height_m"],
        after: &[Stage::Mesh, Stage::Downslope, Stage::Moisture, Stage::Ground, Stage::Climate],
        writes: "flow through triangles, m^3/s or the heuristic's number, not below 0; lakes; the year's account",
    },
    Contract {
        stage: Stage::Rivers,
        params: &["runoff", "river_flow", "lg_min_flow", "river_width_m", "waterfall_m", "bed_gradient", "height_m"],
        after: &[Stage::Mesh, Stage::Ground, Stage::Water],
        writes: "lines of triangles with flow, width in metres and a falling bed",
    },
    Contract {
        stage: Stage::Banks,
        params: &["runoff", "river_flow", "lg_min_flow", "riparian_moisture", "riparian_reach"],
        after: &[Stage::Mesh, Stage::Moisture, Stage::Ground, Stage::Water],
        writes: "moisture at triangles, not below 0",
    },
    Contract {
        stage: Stage::Biomes,
        params: &["biome_spread"],
        after: &[Stage::Ground, Stage::Climate, Stage::Banks],
        writes: "a class of the series and one of Whittaker's for each triangle, and the moisture that they saw, 0 to 1",
    },
];

/// A set of stages.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Due(u32);

impl Due {
    /// Every stage.
    pub(crate) const ALL: Self = Self((1 << CONTRACTS.len()) - 1);

    pub(crate) fn has(self, stage: Stage) -> bool {
        self.0 >> stage as u32 & 1 == 1
    }

    pub(crate) fn add(&mut self, stage: Stage) {
        self.0 |= 1 << stage as u32;
    }

    pub(crate) fn remove(&mut self, stage: Stage) {
        self.0 &= !(1 << stage as u32);
    }

    /// Adds all that depends on what is in the set; one pass is enough, as stages come after what they read.
    pub(crate) fn spread(&mut self) {
        for contract in &CONTRACTS {
            if contract.after.iter().any(|stage| self.has(*stage)) {
                self.add(contract.stage);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::IslandParams;

    #[test]
    fn contracts_are_in_order_and_every_parameter_is_read() {
        for (index, contract) in CONTRACTS.iter().enumerate() {
            assert_eq!(contract.stage as usize, index);
            assert!(contract.after.iter().all(|stage| *stage < contract.stage));
            let known = |name: &&str| IslandParams::TABLE.iter().any(|spec| spec.name == *name);
            assert!(contract.params.iter().all(known), "{:?}", contract.stage);
        }
        for spec in IslandParams::TABLE {
            assert!(CONTRACTS.iter().any(|contract| contract.params.contains(&spec.name)), "{}", spec.name);
        }
    }
}
