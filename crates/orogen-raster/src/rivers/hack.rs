//! How long rivers are for the land that they drain (Hack 1957).

use orogen_flow::ElementId;

use crate::line_fit::HalfOctaves;
use crate::network::Network;

/// A bin of areas with fewer channel cells than this says nothing.
const LEAST_CELLS: f64 = 20.0;

/// The exponent h of L ~ A^h, through the mean lengths of areas in bins of half an octave.
///
/// L is the longest way of water to a channel cell, in metres.
pub(super) fn exponent(network: &Network) -> Option<f64> {
    let mut longest_m = vec![0.0_f64; network.areas.len()];
    for element in network.order.downstream() {
        if let Some(receiver) = network.receiver(element.index()) {
            let length = longest_m[element.index()] + network.distance(element, receiver);
            longest_m[receiver.index()] = longest_m[receiver.index()].max(length);
        }
    }
    let mut bins = HalfOctaves::default();
    for cell in network.order.upstream().map(ElementId::index).filter(|cell| network.is_channel(*cell)) {
        bins.add(network.areas[cell] as f64, longest_m[cell]);
    }
    bins.exponent(LEAST_CELLS)
}
