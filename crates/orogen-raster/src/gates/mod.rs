//! Four gates that separate eroded land from noise, by how water would leave it.
//!
//! On land that rivers have made, little is closed depression, channels run downhill, their profiles follow one power of
//! the drainage area, and the area's distribution has a heavy tail of a known exponent. Noise of the same roughness fails
//! all four. A gate says "outside the usual range", never "fake": glaciers, dunes and karst are outside it too.

mod area;
mod chi;

use orogen_field::{Grid, Seed};

use crate::network::Network;
use crate::{CellSize, RasterError};
pub use chi::ChiFit;

/// A cell is flooded where the fill is deeper than this share of the relief: a little more than the noise that breaks
/// ties.
const FLOODED: f64 = 1.01e-6;

/// How water would leave a map.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Gates {
    /// Share of the cells that are closed depression, in 0..=1.
    pub flooded_share: f64,
    /// Share of the channel cells whose receiver is higher than they are, in 0..=1; `None` without channels.
    ///
    /// Channel cells at which water leaves the map have no receiver, and do not count.
    pub uphill_share: Option<f64>,
    /// The channels' concavity; `None` without a basin of 300 channel cells.
    pub chi: Option<ChiFit>,
    /// Exponent of the tail of drainage areas, P(A >= a) ~ a^-beta; `None` where the largest area is too small to tell.
    pub beta: Option<f64>,
}

/// The usual range of a gate, from maps of real land at 30 m.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct UsualRange {
    /// Smallest usual value.
    pub min: f64,
    /// Largest usual value.
    pub max: f64,
}

impl UsualRange {
    /// Usual shares of flooded cells.
    pub const FLOODED: Self = Self { min: 0.0, max: 0.01 };
    /// Usual shares of channel cells that run uphill.
    pub const UPHILL: Self = Self { min: 0.0, max: 0.10 };
    /// Usual concavities: the quartiles of many catchments.
    pub const THETA: Self = Self { min: 0.225, max: 0.575 };
    /// Usual coefficients of determination of the chi fit.
    pub const R2: Self = Self { min: 0.85, max: 1.0 };
    /// Usual exponents of the tail of drainage areas.
    pub const BETA: Self = Self { min: 0.40, max: 0.50 };

    /// Whether a value is usual.
    #[must_use]
    pub fn holds(&self, value: f64) -> bool {
        self.min <= value && value <= self.max
    }
}

/// The gates of a map. Water leaves over its rim and at void cells; `ties` seeds the noise that breaks ties.
///
/// # Errors
///
/// [`RasterError::Flow`] if the map is too large for drainage; [`RasterError::CellSize`] if the cell sizes are another
/// grid's.
pub fn gates(heights: &Grid<f64>, cells: &CellSize, ties: Seed) -> Result<Gates, RasterError> {
    Ok(Gates::of(&Network::new(heights, cells, ties)?))
}

impl Gates {
    pub(crate) fn of(network: &Network) -> Self {
        Self {
            flooded_share: flooded_share(network),
            uphill_share: uphill_share(network),
            chi: chi::best_fit(network),
            beta: area::tail_exponent(&network.areas),
        }
    }
}

fn flooded_share(network: &Network) -> f64 {
    let deep = FLOODED * network.relief_m;
    let depths = network.filled_m.iter().zip(&network.heights).map(|(filled, height)| filled - height);
    // A map without land is dry.
    depths.filter(|depth| *depth > deep).count() as f64 / network.land_cells.max(1) as f64
}

fn uphill_share(network: &Network) -> Option<f64> {
    let (mut total, mut uphill) = (0_u64, 0_u64);
    for (cell, receiver, _) in network.channels() {
        total += 1;
        uphill += u64::from(network.heights[receiver.index()] > network.heights[cell]);
    }
    (total > 0).then(|| uphill as f64 / total as f64)
}
