//! Horton's laws: how number, length and area of streams change from one of Strahler's orders to the next.

use orogen_flow::{ElementId, Receiver, Receivers, StackOrder, strahler};

use crate::line_fit::slope;
use crate::network::Network;

/// A ratio from fewer orders than this is chance.
const LEAST_ORDERS: usize = 3;

/// Ratios between neighbouring orders, from least squares over all orders.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Horton {
    /// Streams of an order for each of the next one: 3 to 5 on most land.
    pub bifurcation: f64,
    /// Mean length of a stream over that of the order below: 1.5 to 3.5.
    pub length: f64,
    /// Mean area drained over that of the order below: 3 to 6.
    pub area: f64,
}

pub(super) fn horton(network: &Network) -> Option<Horton> {
    let is_channel = |element: ElementId| network.is_channel(element.index());
    let distance = |from, to| network.distance(from, to);
    ratios(&network.receivers, &network.order, &network.areas, is_channel, distance)
}

/// The streams of one order.
#[derive(Clone, Copy, Default)]
struct Streams {
    count: f64,
    length: f64,
    area: f64,
}

fn ratios(
    receivers: &Receivers,
    order: &StackOrder,
    areas: &[u64],
    is_channel: impl Fn(ElementId) -> bool,
    distance: impl Fn(ElementId, ElementId) -> f64,
) -> Option<Horton> {
    let rank_of = strahler(receivers, order, is_channel).ok()?;
    let mut ranks: Vec<Streams> = Vec::new();
    for element in order.upstream().filter(|element| rank_of[element.index()] > 0) {
        let rank = rank_of[element.index()];
        ranks.resize(ranks.len().max(rank.into()), Streams::default());
        let streams = &mut ranks[usize::from(rank) - 1];
        let receiver = match receivers.of(element) {
            Receiver::To(receiver) => Some(receiver),
            Receiver::Root | Receiver::Void => None,
        };
        streams.length += receiver.map_or(0.0, |receiver| distance(element, receiver));
        // A stream ends where it meets one of a higher order, or leaves the map.
        if receiver.is_none_or(|receiver| rank_of[receiver.index()] != rank) {
            streams.count += 1.0;
            streams.area += areas[element.index()] as f64;
        }
    }
    let ratio = |of: fn(&Streams) -> f64| {
        let points: Vec<(f64, f64)> =
            ranks.iter().enumerate().map(|(rank, streams)| (rank as f64, libm::log(of(streams)))).collect();
        slope(&points).map(libm::exp)
    };
    if ranks.len() < LEAST_ORDERS {
        return None;
    }
    Some(Horton {
        bifurcation: 1.0 / ratio(|streams| streams.count)?,
        length: ratio(|streams| streams.length / streams.count)?,
        area: ratio(|streams| streams.area / streams.count)?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use orogen_flow::accumulate_exact;

    /// A tree in which every confluence joins `arity` streams of one order, each twice as long as those above it.
    fn tree(arity: usize, orders: u32) -> Vec<Receiver> {
        let mut receivers = vec![Receiver::Root];
        let mut mouths = vec![0];
        for order in (0..orders).rev() {
            let mut heads = Vec::new();
            for mut at in mouths {
                for _ in 1..1 << order {
                    receivers.push(Receiver::To(ElementId::from_index(at)));
                    at = receivers.len() - 1;
                }
                heads.push(at);
            }
            mouths = Vec::new();
            for head in heads.into_iter().filter(|_| order > 0) {
                for _ in 0..arity {
                    receivers.push(Receiver::To(ElementId::from_index(head)));
                    mouths.push(receivers.len() - 1);
                }
            }
        }
        receivers
    }

    #[test]
    fn a_regular_tree_has_its_ratios() {
        for arity in [2, 3, 4] {
            let receivers = Receivers::new(&tree(arity, 6)).unwrap();
            let order = StackOrder::new(&receivers);
            // Only the springs have land of their own, so that areas grow by the arity.
            let is_spring: Vec<u64> = (0..receivers.element_count())
                .map(|e| u64::from(order.donors().of(ElementId::from_index(e)).len() == 0))
                .collect();
            let areas = accumulate_exact(&receivers, &order, &is_spring).unwrap();
            let found = ratios(&receivers, &order, &areas, |_| true, |_, _| 1.0).unwrap();
            assert!((found.bifurcation - arity as f64).abs() < 1e-9, "{found:?}");
            assert!((found.area - arity as f64).abs() < 1e-9, "{found:?}");
            // Lengths are 1, 2, 4, 8, 16 and, for want of a receiver at the mouth, 31.
            assert!((found.length - 2.0).abs() < 0.02, "{found:?}");
        }
    }

    #[test]
    fn two_orders_are_too_few() {
        let receivers = Receivers::new(&tree(3, 2)).unwrap();
        let order = StackOrder::new(&receivers);
        let areas = vec![1; receivers.element_count()];
        assert_eq!(ratios(&receivers, &order, &areas, |_| true, |_, _| 1.0), None);
    }
}
