//! Four gates that separate eroded land from noise, by how water would leave it.
//!
//! On land that rivers have made, little is closed depression, channels run downhill, their profiles follow one power of
//! the drainage area, and the area's distribution has a heavy tail of a known exponent. Noise of the same roughness fails
//! all four. A gate says "outside the usual range", never "fake": glaciers, dunes and karst are outside it too.

mod area;
mod chi;

use orogen_field::{Grid, Seed, hash};
use orogen_flow::{
    ElementId, Raster, Receiver, Receivers, StackOrder, VoidRule, accumulate_exact, flood, steepest_descent_on_filled,
};

use crate::{CellSize, RasterError};
pub use chi::ChiFit;

/// Ties are broken by noise of at most this share of the relief.
const TIE_NOISE: f64 = 1e-6;

/// A cell is flooded where the fill is deeper than this share of the relief: a little more than the noise.
const FLOODED: f64 = 1.01e-6;

/// A cell is a channel where more cells than this drain through it.
const CHANNEL_CELLS: u64 = 200;

/// Salt of the noise that breaks ties.
const SALT: u32 = 0x71e5;

/// How water would leave a map.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Gates {
    /// Share of the cells that are closed depression, in 0..=1.
    pub flooded_share: f64,
    /// Share of the channel cells whose receiver is higher than they are, in 0..=1; `None` without channels.
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
    let surface = without_ties(heights, ties);
    let topology = cells.topology(heights, VoidRule::Outlet)?;
    let flood = flood(&topology, &surface.heights)?;
    let receivers = steepest_descent_on_filled(&topology, &flood.filled_m, &flood.receivers)?;
    let order = StackOrder::new(&receivers);
    let cell_is_land: Vec<u64> = (0..surface.heights.len()).map(|index| u64::from(!heights.is_void(index))).collect();
    let areas = accumulate_exact(&receivers, &order, &cell_is_land)?;

    let land = cell_is_land.iter().sum::<u64>() as f64;
    let deep = FLOODED * surface.relief;
    let flooded = flood.filled_m.iter().zip(&surface.heights).filter(|(filled, here)| *filled - *here > deep).count();
    let network = Network { topology: &topology, heights: &surface.heights, receivers: &receivers, areas: &areas };
    Ok(Gates {
        flooded_share: flooded as f64 / land,
        uphill_share: network.uphill_share(),
        chi: chi::best_fit(&network, &order),
        beta: area::tail_exponent(&areas),
    })
}

/// A surface on which no two cells need be equally high.
struct Surface {
    heights: Vec<f64>,
    relief: f64,
}

fn without_ties(heights: &Grid<f64>, ties: Seed) -> Surface {
    let valid = || (0..heights.samples().len()).filter(|index| !heights.is_void(*index));
    let lowest = valid().map(|index| heights.samples()[index]).fold(f64::INFINITY, f64::min);
    let highest = valid().map(|index| heights.samples()[index]).fold(f64::NEG_INFINITY, f64::max);
    let relief = highest - lowest;
    let key = ties.key(SALT, 0);
    let noisy = |row: usize, col: usize| {
        let noise = hash::unit(key.hash2(col as i32, row as i32));
        *heights.at(row, col) + TIE_NOISE * relief * noise
    };
    let rows = 0..heights.rows();
    let heights =
        rows.flat_map(|row| (0..heights.cols()).map(move |col| (row, col))).map(|(r, c)| noisy(r, c)).collect();
    Surface { heights, relief }
}

/// A drainage network with its areas in cells.
struct Network<'a> {
    topology: &'a Raster,
    heights: &'a [f64],
    receivers: &'a Receivers,
    areas: &'a [u64],
}

impl Network<'_> {
    fn is_channel(&self, index: usize) -> bool {
        self.areas[index] > CHANNEL_CELLS
    }

    fn receiver(&self, index: usize) -> Option<ElementId> {
        match self.receivers.of(ElementId::from_index(index)) {
            Receiver::To(receiver) => Some(receiver),
            Receiver::Root | Receiver::Void => None,
        }
    }

    fn uphill_share(&self) -> Option<f64> {
        let channels = (0..self.areas.len()).filter(|index| self.is_channel(*index));
        let (mut total, mut uphill) = (0_u64, 0_u64);
        for index in channels {
            // A root has nowhere to climb to.
            let Some(receiver) = self.receiver(index) else { continue };
            total += 1;
            uphill += u64::from(self.heights[receiver.index()] > self.heights[index]);
        }
        (total > 0).then(|| uphill as f64 / total as f64)
    }
}
