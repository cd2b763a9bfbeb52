//! How channels flatten downstream (Flint 1974).

use crate::line_fit::HalfOctaves;
use crate::network::Network;

/// A bin of areas with fewer channel cells than this says nothing.
const LEAST_CELLS: f64 = 20.0;

/// The exponent theta of S ~ A^-theta, through the mean slopes of areas in bins of half an octave.
///
/// Slopes are drops to the receiver over distance, uphill ones negative.
pub(super) fn concavity(network: &Network) -> Option<f64> {
    let mut bins = HalfOctaves::default();
    for (cell, receiver, distance) in network.channels() {
        let slope = (network.heights[cell] - network.heights[receiver.index()]) / distance;
        bins.add(network.areas[cell] as f64, slope);
    }
    bins.exponent(LEAST_CELLS).map(|exponent| -exponent)
}
