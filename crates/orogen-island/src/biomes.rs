//! Biomes: the series' nine classes, Whittaker's over temperature and rain, and a colour without steps.

use crate::IslandError;
use crate::error::check_length;
use crate::params::IslandParams;
use crate::water::{Climate, Ground};

/// The biomes of triangles.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Biomes {
    /// The moisture that they saw, 0 to 1 if it was spread.
    pub moisture_t: Vec<f64>,
    /// The series' classes.
    pub biome_t: Vec<Biome>,
    /// Whittaker's classes: of the land under them where triangles are sea.
    pub whittaker_t: Vec<WhittakerBiome>,
}

impl Biomes {
    /// The biomes of ground with a climate and this moisture, which the biomes of the series see spread if `biome_spread` is
    /// set.
    ///
    /// # Errors
    ///
    /// [`IslandError::Length`].
    pub fn of(
        ground: &Ground,
        climate: &Climate,
        moisture_t: &[f64],
        params: &IslandParams,
    ) -> Result<Self, IslandError> {
        let elevation_t = &ground.elevation_t;
        check_length("moisture_t", elevation_t.len(), moisture_t.len())?;
        check_length("climate", elevation_t.len(), climate.rain_m_t.len())?;
        let moisture_t =
            if params.biome_spread { spread_moisture(moisture_t, &ground.sea.is_sea_t) } else { moisture_t.to_vec() };
        let biome_t = elevation_t.iter().zip(&moisture_t).map(|(e, m)| Biome::of(*e, *m)).collect();
        let climates = climate.temperature_c_t.iter().zip(&climate.rain_m_t);
        let whittaker_t = climates.map(|(celsius, rain_m)| WhittakerBiome::of(*celsius, 1000.0 * rain_m)).collect();
        Ok(Self { moisture_t, biome_t, whittaker_t })
    }
}

/// The series' classes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Biome {
    /// Below -0.5.
    DeepOcean,
    /// From -0.5 to the shore.
    ShallowOcean,
    /// Under 0.01.
    Beach,
    /// Low and dry.
    Desert,
    /// Low, neither dry nor wet.
    Grassland,
    /// Low and wet.
    Forest,
    /// From 0.3 and dry.
    Tundra,
    /// From 0.3 and not dry.
    Taiga,
    /// From 0.6.
    Snow,
}

impl Biome {
    /// All classes, in the order of their numbers.
    pub const ALL: [Self; 9] = [
        Self::DeepOcean,
        Self::ShallowOcean,
        Self::Beach,
        Self::Desert,
        Self::Grassland,
        Self::Forest,
        Self::Tundra,
        Self::Taiga,
        Self::Snow,
    ];

    /// The class of an elevation from -1 to 1 and a moisture about 0 to 1.
    #[must_use]
    pub fn of(elevation: f64, moisture: f64) -> Self {
        match elevation {
            e if e < -0.5 => Self::DeepOcean,
            e if e < 0.0 => Self::ShallowOcean,
            e if e < 0.01 => Self::Beach,
            e if e < 0.3 => match moisture {
                m if m < 0.3 => Self::Desert,
                m if m < 0.6 => Self::Grassland,
                _ => Self::Forest,
            },
            e if e < 0.6 => match moisture {
                m if m < 0.33 => Self::Tundra,
                _ => Self::Taiga,
            },
            _ => Self::Snow,
        }
    }

    /// Its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::DeepOcean => "deep ocean",
            Self::ShallowOcean => "shallow ocean",
            Self::Beach => "beach",
            Self::Desert => "desert",
            Self::Grassland => "grassland",
            Self::Forest => "forest",
            Self::Tundra => "tundra",
            Self::Taiga => "taiga",
            Self::Snow => "snow",
        }
    }
}

/// Whittaker's biomes, by mean temperature and yearly rain ("Communities and Ecosystems", 1975).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum WhittakerBiome {
    /// Colder than -10 C: nothing grows.
    Ice,
    /// Colder than 0 C.
    Tundra,
    /// From 0 C.
    BorealForest,
    /// From 5 C, with less than 250 mm to 400 mm of rain.
    ColdDesert,
    /// From 5 C.
    TemperateGrassland,
    /// From 5 C.
    WoodlandShrubland,
    /// From 5 C.
    TemperateSeasonalForest,
    /// From 5 C, with more than 2000 mm.
    TemperateRainForest,
    /// From 20 C.
    SubtropicalDesert,
    /// From 20 C.
    Savanna,
    /// From 20 C.
    TropicalSeasonalForest,
    /// From 20 C, with more than 2500 mm.
    TropicalRainForest,
}

impl WhittakerBiome {
    /// All classes, in the order of their numbers.
    pub const ALL: [Self; 12] = [
        Self::Ice,
        Self::Tundra,
        Self::BorealForest,
        Self::ColdDesert,
        Self::TemperateGrassland,
        Self::WoodlandShrubland,
        Self::TemperateSeasonalForest,
        Self::TemperateRainForest,
        Self::SubtropicalDesert,
        Self::Savanna,
        Self::TropicalSeasonalForest,
        Self::TropicalRainForest,
    ];

    /// The class of a mean temperature in degrees Celsius and rain in millimetres a year.
    ///
    /// The diagram's curved borders are taken as straight ones: steps in temperature, and within them rain that must be the
    /// more the warmer it is.
    #[must_use]
    pub fn of(temperature_c: f64, rain_mm: f64) -> Self {
        let at_most = |limits_mm: [f64; 2]| {
            let warmth = ((temperature_c - 5.0) / 15.0).clamp(0.0, 1.0);
            rain_mm < limits_mm[0] + (limits_mm[1] - limits_mm[0]) * warmth
        };
        match temperature_c {
            c if c < -10.0 => Self::Ice,
            c if c < 0.0 => Self::Tundra,
            c if c < 5.0 => {
                if rain_mm < 250.0 {
                    Self::ColdDesert
                } else {
                    Self::BorealForest
                }
            }
            c if c < 20.0 => match () {
                () if at_most([250.0, 400.0]) => Self::ColdDesert,
                () if at_most([400.0, 700.0]) => Self::TemperateGrassland,
                () if at_most([600.0, 1100.0]) => Self::WoodlandShrubland,
                () if rain_mm < 2000.0 => Self::TemperateSeasonalForest,
                () => Self::TemperateRainForest,
            },
            _ => match rain_mm {
                r if r < 500.0 => Self::SubtropicalDesert,
                r if r < 1300.0 => Self::Savanna,
                r if r < 2500.0 => Self::TropicalSeasonalForest,
                _ => Self::TropicalRainForest,
            },
        }
    }

    /// Its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Ice => "ice",
            Self::Tundra => "tundra",
            Self::BorealForest => "boreal forest",
            Self::ColdDesert => "cold desert",
            Self::TemperateGrassland => "temperate grassland",
            Self::WoodlandShrubland => "woodland and shrubland",
            Self::TemperateSeasonalForest => "temperate seasonal forest",
            Self::TemperateRainForest => "temperate rain forest",
            Self::SubtropicalDesert => "subtropical desert",
            Self::Savanna => "savanna",
            Self::TropicalSeasonalForest => "tropical seasonal forest",
            Self::TropicalRainForest => "tropical rain forest",
        }
    }
}

/// The colour of a place, sRGB: mapgen4's ramp, made continuous.
///
/// Water darkens with depth. Land goes from tan, dry, to green, wet, and with height to white; wet land pales less.
#[must_use]
pub fn biome_colour(elevation: f64, moisture: f64) -> [u8; 3] {
    let channels = if elevation < 0.0 {
        let depth = elevation.max(-1.0);
        [48.0 + 48.0 * depth, 64.0 + 64.0 * depth, 127.0 + 127.0 * depth]
    } else {
        let height = elevation.min(1.0);
        let wet = moisture.clamp(0.0, 1.0) * (1.0 - height);
        [210.0 - 100.0 * wet, 185.0 - 45.0 * wet, 139.0 - 45.0 * wet].map(|dry| dry + (255.0 - dry) * height)
    };
    channels.map(|channel| (channel + 0.5) as u8)
}

/// Moisture spread linearly so that the 5th and 95th percentiles of land become 0 and 1, clamped.
///
/// Land is what is not sea; without a spread it becomes 0.5.
#[must_use]
pub fn spread_moisture(moisture_t: &[f64], is_sea_t: &[bool]) -> Vec<f64> {
    let mut land: Vec<f64> = moisture_t.iter().zip(is_sea_t).filter(|(_, sea)| !**sea).map(|(m, _)| *m).collect();
    let Some(last) = land.len().checked_sub(1) else { return vec![0.5; moisture_t.len()] };
    let mut at = |share: f64| *land.select_nth_unstable_by((last as f64 * share) as usize, f64::total_cmp).1;
    let (low, high) = (at(0.05), at(0.95));
    let spread = |moisture: &f64| if high > low { ((moisture - low) / (high - low)).clamp(0.0, 1.0) } else { 0.5 };
    moisture_t.iter().map(spread).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bands_are_half_open_and_compared_in_their_order() {
        let rows = [
            (-0.51, 0.0, Biome::DeepOcean),
            (-0.5, 0.0, Biome::ShallowOcean),
            (-1e-9, 0.9, Biome::ShallowOcean),
            (0.0, 0.9, Biome::Beach),
            (0.01, 0.29, Biome::Desert),
            (0.01, 0.3, Biome::Grassland),
            (0.29, 0.6, Biome::Forest),
            (0.3, 0.32, Biome::Tundra),
            (0.59, 0.33, Biome::Taiga),
            (0.6, 0.0, Biome::Snow),
        ];
        for (elevation, moisture, expected) in rows {
            assert_eq!(Biome::of(elevation, moisture), expected, "{elevation}, {moisture}");
        }
        assert!(Biome::ALL.iter().enumerate().all(|(index, biome)| *biome as usize == index));
        assert!(WhittakerBiome::ALL.iter().enumerate().all(|(index, biome)| *biome as usize == index));
    }

    #[test]
    fn the_diagram_has_its_known_places() {
        let rows = [
            (27.0, 3000.0, WhittakerBiome::TropicalRainForest),
            (25.0, 900.0, WhittakerBiome::Savanna),
            (25.0, 100.0, WhittakerBiome::SubtropicalDesert),
            (10.0, 700.0, WhittakerBiome::WoodlandShrubland),
            (10.0, 1400.0, WhittakerBiome::TemperateSeasonalForest),
            (10.0, 2600.0, WhittakerBiome::TemperateRainForest),
            (8.0, 400.0, WhittakerBiome::TemperateGrassland),
            (8.0, 100.0, WhittakerBiome::ColdDesert),
            (2.0, 700.0, WhittakerBiome::BorealForest),
            (-5.0, 300.0, WhittakerBiome::Tundra),
            (-20.0, 300.0, WhittakerBiome::Ice),
        ];
        for (temperature, rain, expected) in rows {
            assert_eq!(WhittakerBiome::of(temperature, rain), expected, "{temperature} C, {rain} mm");
        }
    }

    #[test]
    fn colours_go_from_tan_to_green_to_white() {
        assert_eq!(biome_colour(0.0, 0.0), [210, 185, 139]);
        assert_eq!(biome_colour(0.0, 1.0), [110, 140, 94]);
        assert_eq!(biome_colour(1.0, 1.0), [255, 255, 255]);
        assert_eq!(biome_colour(-1.0, 0.0), [0, 0, 0]);
        // No step anywhere on land: neighbours differ by a level or two.
        for height in 0..1000 {
            let [a, b] = [0, 1].map(|step| biome_colour(f64::from(height + step) / 1000.0, 0.7));
            assert!(a.iter().zip(b).all(|(a, b)| a.abs_diff(b) <= 1), "{height}");
        }
    }

    #[test]
    fn spreading_sends_the_land_s_percentiles_to_the_ends() {
        let moisture: Vec<f64> = (0..=100).map(|i| 0.8 + 0.002 * f64::from(i)).collect();
        let spread = spread_moisture(&moisture, &[false; 101]);
        assert_eq!((spread[5], spread[95], spread[0], spread[100]), (0.0, 1.0, 0.0, 1.0));
        assert!((spread[50] - 0.5).abs() < 1e-12);
        assert_eq!(spread_moisture(&[0.3, 0.3], &[false, false]), [0.5, 0.5]);
        assert_eq!(spread_moisture(&[0.3], &[true]), [0.5]);
    }
}
