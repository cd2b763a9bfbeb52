//! The drainage network that the gates and the river statistics read.

use orogen_field::{Grid, Seed, hash};
use orogen_flow::{
    ElementId, Raster, Receiver, Receivers, StackOrder, Topology, VoidRule, accumulate_exact, flood,
    steepest_descent_on_filled,
};

use crate::{CellSize, RasterError};

/// Ties are broken by noise of at most this share of the relief.
const TIE_NOISE: f64 = 1e-6;

/// A cell is a channel where more cells than this drain through it.
pub(crate) const CHANNEL_CELLS: u64 = 200;

/// Salt of the noise that breaks ties.
const SALT: u32 = 0x71e5;

/// Where the water of a map goes. It leaves over the rim and at void cells.
///
/// Receivers are steepest descents on the filled surface where a lower neighbour exists, else those of the flood.
pub(crate) struct Network {
    pub(crate) topology: Raster,
    /// The heights with the noise that breaks ties, in metres.
    pub(crate) heights: Vec<f64>,
    pub(crate) filled_m: Vec<f64>,
    pub(crate) receivers: Receivers,
    pub(crate) order: StackOrder,
    /// Drained area in cells, the cell's own included.
    pub(crate) areas: Vec<u64>,
    /// Highest land less lowest, in metres.
    pub(crate) relief_m: f64,
    pub(crate) land_cells: u64,
}

impl Network {
    pub(crate) fn new(map: &Grid<f64>, cells: &CellSize, ties: Seed) -> Result<Self, RasterError> {
        let relief_m = relief(map);
        let heights = without_ties(map, relief_m, ties);
        let topology = cells.topology(map, VoidRule::Outlet)?;
        let flood = flood(&topology, &heights)?;
        let receivers = steepest_descent_on_filled(&topology, &flood.filled_m, &flood.receivers)?;
        let order = StackOrder::new(&receivers);
        let is_land: Vec<u64> = (0..heights.len()).map(|index| u64::from(!map.is_void(index))).collect();
        let areas = accumulate_exact(&receivers, &order, &is_land)?;
        let land_cells = is_land.iter().sum();
        Ok(Self { topology, heights, filled_m: flood.filled_m, receivers, order, areas, relief_m, land_cells })
    }

    pub(crate) fn is_channel(&self, index: usize) -> bool {
        self.areas[index] > CHANNEL_CELLS
    }

    pub(crate) fn receiver(&self, index: usize) -> Option<ElementId> {
        match self.receivers.of(ElementId::from_index(index)) {
            Receiver::To(receiver) => Some(receiver),
            Receiver::Root | Receiver::Void => None,
        }
    }

    /// Each channel cell that has a receiver, with it and the distance to it in metres.
    pub(crate) fn channels(&self) -> impl Iterator<Item = (usize, ElementId, f64)> + '_ {
        (0..self.areas.len()).filter(|index| self.is_channel(*index)).filter_map(|index| {
            self.receiver(index)
                .map(|receiver| (index, receiver, self.distance(ElementId::from_index(index), receiver)))
        })
    }

    /// The distance between two neighbours, in metres.
    pub(crate) fn distance(&self, from: ElementId, to: ElementId) -> f64 {
        // A receiver is a neighbour, so there is a distance.
        self.topology.distance(from, to).unwrap_or(0.0)
    }
}

fn relief(map: &Grid<f64>) -> f64 {
    let known = || (0..map.samples().len()).filter(|index| !map.is_void(*index)).map(|index| map.samples()[index]);
    let lowest = known().fold(f64::INFINITY, f64::min);
    (known().fold(f64::NEG_INFINITY, f64::max) - lowest).max(0.0)
}

/// Heights of which no two need be equal.
fn without_ties(map: &Grid<f64>, relief_m: f64, ties: Seed) -> Vec<f64> {
    let key = ties.key(SALT, 0);
    let cells = (0..map.rows()).flat_map(|row| (0..map.cols()).map(move |col| (row, col)));
    let noise = |row: usize, col: usize| hash::unit(key.hash2(col as i32, row as i32));
    cells.map(|(row, col)| *map.at(row, col) + TIE_NOISE * relief_m * noise(row, col)).collect()
}
