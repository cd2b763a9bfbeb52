//! What flows through every element, and what the order of the forest gives besides.

use crate::element::{VOID, check_values};
use crate::error::check_length;
use crate::{Basins, ElementId, FlowError, Receiver, Receivers, StackOrder};

/// Sums weights down the forest: to each element, its own and those of all that drain through it. NaN at void elements.
///
/// Donors are added in the reverse of the stack order, so the bits are the same every time. The unit is that of the
/// weights: m^2 for areas, m^3/s for rain times area.
///
/// # Errors
///
/// [`FlowError::Length`], or [`FlowError::Value`] if a weight that counts is negative or not finite.
pub fn accumulate(receivers: &Receivers, order: &StackOrder, weights: &[f64]) -> Result<Vec<f64>, FlowError> {
    let receiver_of = receivers.table();
    check_order(receivers, order)?;
    check_values("weights", "a finite number not below 0", weights, receiver_of.len(), |element, weight| {
        receiver_of[element] == VOID || (weight.is_finite() && weight >= 0.0)
    })?;
    let mut sums = weights.to_vec();
    for &element in order.table().iter().rev() {
        let receiver = receiver_of[element as usize];
        if receiver < VOID {
            sums[receiver as usize] += sums[element as usize];
        }
    }
    for (sum, _) in sums.iter_mut().zip(receiver_of).filter(|(_, receiver)| **receiver == VOID) {
        *sum = f64::NAN;
    }
    Ok(sums)
}

/// Sums whole weights down the forest, exactly (modulo 2^64). 0 at void elements.
///
/// With weights of 1 the sums are drainage areas in elements; with areas in whole mm^2 they are exact up to 18 446 km^2.
///
/// # Errors
///
/// [`FlowError::Length`].
pub fn accumulate_exact(receivers: &Receivers, order: &StackOrder, weights: &[u64]) -> Result<Vec<u64>, FlowError> {
    let receiver_of = receivers.table();
    check_order(receivers, order)?;
    check_length("weights", receiver_of.len(), weights.len())?;
    let mut sums = weights.to_vec();
    for &element in order.table().iter().rev() {
        let receiver = receiver_of[element as usize];
        if receiver < VOID {
            sums[receiver as usize] = sums[receiver as usize].wrapping_add(sums[element as usize]);
        }
    }
    for (sum, _) in sums.iter_mut().zip(receiver_of).filter(|(_, receiver)| **receiver == VOID) {
        *sum = 0;
    }
    Ok(sums)
}

/// The root that each element drains to.
///
/// # Errors
///
/// [`FlowError::Length`] if the order is not that of these receivers.
pub fn basins(receivers: &Receivers, order: &StackOrder) -> Result<Basins, FlowError> {
    check_order(receivers, order)?;
    let mut root_of = vec![VOID; receivers.element_count()];
    for element in order.upstream() {
        root_of[element.index()] = match receivers.of(element) {
            Receiver::To(receiver) => root_of[receiver.index()],
            Receiver::Root | Receiver::Void => element.0,
        };
    }
    Ok(Basins::from_table(root_of))
}

/// Strahler's order of the channel through each element, 0 where there is no channel.
///
/// A channel without channels above it is of order 1; where two or more of the highest order k meet, it is k + 1, else it
/// stays k (Strahler, "Quantitative analysis of watershed geomorphology", 1957).
///
/// # Errors
///
/// [`FlowError::Length`] if the order is not that of these receivers.
pub fn strahler(
    receivers: &Receivers,
    order: &StackOrder,
    is_channel: impl Fn(ElementId) -> bool,
) -> Result<Vec<u8>, FlowError> {
    check_order(receivers, order)?;
    let mut strahler = vec![0_u8; receivers.element_count()];
    // Whether two donors of the highest order have been met.
    let mut is_doubled = vec![false; strahler.len()];
    for element in order.downstream() {
        let above = strahler[element.index()];
        let here = match (is_channel(element), above) {
            (false, _) => 0,
            (true, 0) => 1,
            (true, _) => above + u8::from(is_doubled[element.index()]),
        };
        strahler[element.index()] = here;
        if let (Receiver::To(receiver), 1..) = (receivers.of(element), here) {
            let below = &mut strahler[receiver.index()];
            is_doubled[receiver.index()] = here == *below || (here < *below && is_doubled[receiver.index()]);
            *below = here.max(*below);
        }
    }
    Ok(strahler)
}

/// Checks that an order has as many elements as its forest.
pub(crate) fn check_order(receivers: &Receivers, order: &StackOrder) -> Result<(), FlowError> {
    let expected = receivers.table().iter().filter(|receiver| **receiver != VOID).count();
    check_length("order", expected, order.table().len())
}
