//! What flows through every element of a forest.

use crate::element::{VOID, check_values};
use crate::error::check_length;
use crate::{FlowError, Receivers, StackOrder};

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

/// Checks that an order has as many elements as its forest.
pub(crate) fn check_order(receivers: &Receivers, order: &StackOrder) -> Result<(), FlowError> {
    let expected = receivers.table().iter().filter(|receiver| **receiver != VOID).count();
    check_length("order", expected, order.table().len())
}
