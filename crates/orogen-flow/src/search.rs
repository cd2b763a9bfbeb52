//! A plain priority search, for stages that let rivers grow inland from the water.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use crate::element::{NONE, VOID};
use crate::radix_queue::ordered_key;
use crate::topology::check_elevation;
use crate::{ElementId, FlowError, Receivers, Role, Topology};

/// What a plain search finds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Downslope {
    /// The receiver of every element reached. Seeds without a lower seed beside them, and what no seed reaches, are roots.
    pub receivers: Receivers,
    /// The elements reached: the seeds in the order of their ids, then each element after its receiver, as it was found.
    pub order: Vec<ElementId>,
}

/// Grows receivers from seeds, always on from the lowest element of the front by *its own* elevation, then its id.
///
/// Unlike a flood this does not find the lowest spill of a depression that the front has entered: it goes down into it and
/// up the other side, which draws winding rivers through valleys that the caller then carves. A seed drains to the lowest
/// seed beside it, if that is lower. O(N log N).
///
/// # Errors
///
/// [`FlowError::Length`] or [`FlowError::Value`] if there is no finite elevation at every element that is not void.
pub fn grow_downslope(
    topology: &impl Topology,
    elevation_m: &[f64],
    is_seed: impl Fn(ElementId) -> bool,
) -> Result<Downslope, FlowError> {
    check_elevation(topology, elevation_m)?;
    let count = topology.element_count();
    let entry = |element: u32| Reverse((ordered_key(elevation_m[element as usize]), element));
    let (mut receiver_of, mut reached) = (vec![NONE; count], vec![false; count]);
    let mut order = Vec::new();
    let mut front = BinaryHeap::new();
    for element in (0..count).map(ElementId::from_index) {
        if topology.role(element) == Role::Void {
            receiver_of[element.index()] = VOID;
        } else if is_seed(element) {
            receiver_of[element.index()] = lowest_seed_beside(topology, elevation_m, element, &is_seed);
            reached[element.index()] = true;
            order.push(element);
            front.push(entry(element.0));
        }
    }
    while let Some(Reverse((_, at))) = front.pop() {
        topology.for_each_neighbor(ElementId(at), |neighbor, _| {
            if !core::mem::replace(&mut reached[neighbor.index()], true) {
                receiver_of[neighbor.index()] = at;
                order.push(neighbor);
                front.push(entry(neighbor.0));
            }
        });
    }
    Ok(Downslope { receivers: Receivers::from_table(receiver_of), order })
}

fn lowest_seed_beside(
    topology: &impl Topology,
    elevation_m: &[f64],
    seed: ElementId,
    is_seed: impl Fn(ElementId) -> bool,
) -> u32 {
    let (mut lowest, mut receiver) = (elevation_m[seed.index()], NONE);
    topology.for_each_neighbor(seed, |neighbor, _| {
        if elevation_m[neighbor.index()] < lowest && is_seed(neighbor) {
            (lowest, receiver) = (elevation_m[neighbor.index()], neighbor.0);
        }
    });
    receiver
}
