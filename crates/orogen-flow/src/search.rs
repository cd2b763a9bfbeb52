//! A plain priority search, for stages that let rivers grow inland from the water.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::collections::binary_heap::PeekMut;

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
    let (mut receiver_of, mut reached) = (vec![NONE; count], Marks::new(count));
    let mut order = Vec::with_capacity(count);
    for element in (0..count).map(ElementId::from_index) {
        if topology.role(element) == Role::Void {
            receiver_of[element.index()] = VOID;
        } else if is_seed(element) {
            receiver_of[element.index()] = lowest_seed_beside(topology, elevation_m, element, &is_seed);
            reached.mark(element);
            order.push(element);
        }
    }
    // Only seeds at the edge of their waters can reach anything.
    let at_edge = order.iter().filter(|seed| {
        let mut at_edge = false;
        topology.for_each_neighbor(**seed, |neighbor, _| at_edge |= !reached.has(neighbor));
        at_edge
    });
    let mut front: BinaryHeap<_> = at_edge.map(|seed| entry(seed.0)).collect();
    let mut found = Vec::new();
    loop {
        let Some(mut lowest) = front.peek_mut() else { break };
        let Reverse((_, at)) = *lowest;
        topology.for_each_neighbor(ElementId(at), |neighbor, _| {
            if reached.mark(neighbor) {
                receiver_of[neighbor.index()] = at;
                order.push(neighbor);
                found.push(entry(neighbor.0));
            }
        });
        // What is found is about as high as where it is found: one of it takes the place in the heap, and sinks little.
        match found.pop() {
            None => drop(PeekMut::pop(lowest)),
            Some(first) => {
                *lowest = first;
                drop(lowest);
                front.extend(found.drain(..));
            }
        }
    }
    Ok(Downslope { receivers: Receivers::from_table(receiver_of), order })
}

/// A bit an element, so that all of them stay in the cache.
struct Marks {
    words: Vec<u64>,
}

impl Marks {
    fn new(count: usize) -> Self {
        Self { words: vec![0; count.div_ceil(64)] }
    }

    #[inline(always)]
    fn has(&self, element: ElementId) -> bool {
        self.words[element.index() / 64] >> (element.index() % 64) & 1 == 1
    }

    /// Marks an element; false if it was marked before.
    #[inline(always)]
    fn mark(&mut self, element: ElementId) -> bool {
        let (word, bit) = (&mut self.words[element.index() / 64], 1 << (element.index() % 64));
        let is_new = *word & bit == 0;
        *word |= bit;
        is_new
    }
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
