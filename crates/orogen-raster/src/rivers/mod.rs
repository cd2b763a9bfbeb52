//! What a map's rivers look like: information, not a verdict. Horton's ratios of pure noise are as natural as any.

mod hack;
mod horton;
mod profile;

pub use horton::Horton;

use orogen_field::{Grid, Seed};

use crate::network::Network;
use crate::{CellSize, RasterError};

/// Figures of the channels of a map; a channel begins where more than 200 cells drain together.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rivers {
    /// Exponent of the mean channel slope over area, S ~ A^-theta: 0.3 to 0.6 on most land. `None` with too few channels.
    pub concavity: Option<f64>,
    /// Hack's exponent, L ~ A^h with L the longest way that water comes: 0.5 to 0.6 on most land.
    pub hack: Option<f64>,
    /// Horton's ratios; `None` with fewer than three orders of streams.
    pub horton: Option<Horton>,
    /// Length of channel over area of land, in km/km^2; `None` without land.
    pub density_per_km: Option<f64>,
}

/// The rivers of a map. Water leaves over its rim and at void cells; `ties` seeds the noise that breaks ties, as in
/// [`gates`](crate::gates::gates).
///
/// # Errors
///
/// [`RasterError::Flow`] if the map is too large for drainage; [`RasterError::CellSize`] if the cell sizes are another
/// grid's.
pub fn rivers(heights: &Grid<f64>, cells: &CellSize, ties: Seed) -> Result<Rivers, RasterError> {
    let network = Network::new(heights, cells, ties)?;
    Ok(Rivers::of(&network, heights, cells))
}

impl Rivers {
    pub(crate) fn of(network: &Network, heights: &Grid<f64>, cells: &CellSize) -> Self {
        Self {
            concavity: profile::concavity(network),
            hack: hack::exponent(network),
            horton: horton::horton(network),
            density_per_km: density_per_km(network, heights, cells),
        }
    }
}

fn density_per_km(network: &Network, heights: &Grid<f64>, cells: &CellSize) -> Option<f64> {
    let length_m: f64 = network.channels().map(|(_, _, distance)| distance).sum();
    let land = (0..heights.samples().len()).filter(|index| !heights.is_void(*index));
    let area_m2: f64 = land.map(|index| cells.step_x(index / heights.cols()) * cells.step_z()).sum();
    (area_m2 > 0.0).then(|| length_m / area_m2 * 1000.0)
}
