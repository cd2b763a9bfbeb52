//! Rivers as lines, from their heads to their mouths.

use crate::accumulate::check_order;
use crate::error::check_length;
use crate::{ElementId, FlowError, Receiver, Receivers, StackOrder};

/// A reach of river: from a head or a confluence down to the next confluence or to a mouth.
#[derive(Clone, Debug, PartialEq)]
pub struct Reach {
    /// The elements passed, downstream. The last one is the confluence (where the next reach begins) or the mouth.
    pub elements: Vec<ElementId>,
    /// What flows through each of them, in the unit of the discharge given.
    pub discharge: Vec<f64>,
    /// The reach that it flows into, an index into the list of reaches; `None` at a mouth.
    pub next: Option<usize>,
}

/// The rivers: all elements whose discharge is at least `least`, cut into reaches.
///
/// Reaches come in the order of the elements in which they begin, every one before the reach that it flows into. A mouth
/// is a root, so every river ends at an outlet or in a lake without one.
///
/// # Errors
///
/// [`FlowError::Length`].
pub fn reaches(
    receivers: &Receivers,
    order: &StackOrder,
    discharge: &[f64],
    least: f64,
) -> Result<Vec<Reach>, FlowError> {
    check_order(receivers, order)?;
    check_length("discharge", receivers.element_count(), discharge.len())?;
    let is_river = |element: ElementId| discharge[element.index()] >= least;
    let donors = order.donors();
    // A reach begins where not exactly one river arrives.
    let begins =
        |element: ElementId| is_river(element) && donors.of(element).filter(|donor| is_river(*donor)).count() != 1;
    let starts: Vec<ElementId> = order.downstream().filter(|element| begins(*element)).collect();
    let mut reach_from = std::collections::BTreeMap::new();
    let mut reaches: Vec<Reach> = Vec::new();
    for start in starts {
        let mut elements = vec![start];
        let mut at = start;
        while let Receiver::To(next) = receivers.of(at) {
            // A lake may keep so much that a river ends in it.
            if !is_river(next) {
                break;
            }
            elements.push(next);
            at = next;
            if begins(next) {
                break;
            }
        }
        // A root where rivers meet is a mouth, not a reach.
        if elements.len() > 1 || receivers.of(start) != Receiver::Root {
            reach_from.insert(start, reaches.len());
            let discharge = elements.iter().map(|element| discharge[element.index()]).collect();
            reaches.push(Reach { elements, discharge, next: None });
        }
    }
    for reach in &mut reaches {
        reach.next = match reach.elements.as_slice() {
            [_, .., last] => reach_from.get(last).copied(),
            _ => None,
        };
    }
    Ok(reaches)
}
