//! Presets: which stages a world has, in what order, and with what defaults.

use core::fmt;
use core::str::FromStr;

use crate::WorldError;
use crate::coast::{base, cliffs, cove, dunes, pad, road};
use crate::mountains;
use crate::stage::{Contract, Quantity};

/// A named world: its stages and the defaults of their tunables.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Preset {
    /// Uplift, warp and octaves, nothing damped.
    Plain,
    /// Ridges everywhere: uplift pinned to 1, no warp, nothing damped.
    Ridged,
    /// Mountains with erosion and talus.
    Montane,
    /// Mountains closer together and higher.
    Dense,
    /// The dense mountains behind a coast with stacks, cliffs, dunes, a cove and a highway.
    Olympic,
}

/// The name, meaning and defaults of a preset.
struct Row {
    name: &'static str,
    summary: &'static str,
    /// Tunables whose default differs from their table's.
    defaults: &'static [(&'static str, f64)],
    stages: &'static [&'static Contract],
}

const DENSE: &[(&str, f64)] = &[
    ("uplift_wavelength", 1792.0),
    ("peak_height", 1100.0),
    ("erosion_strength", 8.0),
    ("talus_strength", 0.7),
    ("ridge_blend_lo", 0.25),
];

const INLAND: &[&Contract] = &[&mountains::CONTRACT, &DRAINAGE];

const COAST: &[&Contract] = &[
    &mountains::CONTRACT,
    &DRAINAGE,
    &base::CONTRACT,
    &cliffs::CONTRACT,
    &dunes::CONTRACT,
    &cove::CONTRACT,
    &pad::CONTRACT,
    &MADE_FEATURES,
    &LAKES,
    &TRAIL_CORRIDOR,
    &TRAIL_BENCH,
    &road::CONTRACT,
];

/// A place in the order, kept for a stage to come: it owns no tunables and writes nothing.
const fn reserved(name: &'static str, summary: &'static str, reads: &'static [Quantity]) -> Contract {
    Contract { name, summary, reads, writes: &[], tables: &[], salts: &[], ordered: &[], octaves: &[] }
}

pub(crate) static DRAINAGE: Contract =
    reserved("drainage", "kept for real hydraulic erosion", &[Quantity::Ground, Quantity::Uplift]);
pub(crate) static MADE_FEATURES: Contract =
    reserved("made-features", "kept for peak, meadows and ponds", &[Quantity::Ground]);
pub(crate) static LAKES: Contract = reserved("lakes", "kept for lake beds and marshes", &[Quantity::Ground]);
pub(crate) static TRAIL_CORRIDOR: Contract =
    reserved("trail-corridor", "kept for the trails' corridors", &[Quantity::Ground]);
pub(crate) static TRAIL_BENCH: Contract =
    reserved("trail-bench", "kept for the trails' sunken bed", &[Quantity::Ground]);

impl Preset {
    /// Every preset, in the order of the documentation.
    pub const ALL: &'static [Self] = &[Self::Plain, Self::Ridged, Self::Montane, Self::Dense, Self::Olympic];

    const fn row(self) -> Row {
        match self {
            Self::Plain => Row {
                name: "plain",
                summary: "uplift, warp and octaves, nothing damped",
                defaults: &[("erosion_enabled", 0.0), ("talus_enabled", 0.0)],
                stages: INLAND,
            },
            Self::Ridged => Row {
                name: "ridged",
                summary: "ridges everywhere",
                defaults: &[
                    ("warp_enabled", 0.0),
                    ("erosion_enabled", 0.0),
                    ("talus_enabled", 0.0),
                    ("uplift_override", 1.0),
                ],
                stages: INLAND,
            },
            Self::Montane => {
                Row { name: "montane", summary: "mountains with erosion and talus", defaults: &[], stages: INLAND }
            }
            Self::Dense => {
                Row { name: "dense", summary: "mountains closer together and higher", defaults: DENSE, stages: INLAND }
            }
            Self::Olympic => Row {
                name: "olympic",
                summary: "the dense mountains behind a coast with a highway",
                defaults: DENSE,
                stages: COAST,
            },
        }
    }

    /// Its name, as in a level id and on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        self.row().name
    }

    /// What it is, in a few words.
    #[must_use]
    pub const fn summary(self) -> &'static str {
        self.row().summary
    }

    /// The contracts of its stages, in order, with the places kept for stages to come.
    #[must_use]
    pub const fn stages(self) -> &'static [&'static Contract] {
        self.row().stages
    }

    /// Tunables whose default here differs from their table's.
    pub(crate) const fn defaults(self) -> &'static [(&'static str, f64)] {
        self.row().defaults
    }
}

impl fmt::Display for Preset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Preset {
    type Err = WorldError;

    fn from_str(text: &str) -> Result<Self, WorldError> {
        let named = Self::ALL.iter().find(|preset| preset.name() == text);
        named.copied().ok_or_else(|| WorldError::UnknownPreset { got: text.into() })
    }
}
