//! Surfaces on which rivers do not climb.

use crate::accumulate::check_order;
use crate::error::check_length;
use crate::{FlowError, Receiver, Receivers, StackOrder};

/// The surface that carving receivers cut: nowhere above the ground, and nowhere above an element's donors.
///
/// # Errors
///
/// [`FlowError::Length`].
pub fn carved_surface(receivers: &Receivers, order: &StackOrder, elevation_m: &[f64]) -> Result<Vec<f64>, FlowError> {
    check_order(receivers, order)?;
    check_length("elevation_m", receivers.element_count(), elevation_m.len())?;
    let mut carved_m = elevation_m.to_vec();
    for element in order.downstream() {
        if let Receiver::To(receiver) = receivers.of(element) {
            carved_m[receiver.index()] = carved_m[receiver.index()].min(carved_m[element.index()]);
        }
    }
    Ok(carved_m)
}

/// The surface raised so that every element is above its receiver, if only by the next number that there is.
///
/// On a filled surface this gives every flat a slope without lifting it visibly: 2^-52 of its elevation an element.
///
/// # Errors
///
/// [`FlowError::Length`].
pub fn graded_surface(receivers: &Receivers, order: &StackOrder, elevation_m: &[f64]) -> Result<Vec<f64>, FlowError> {
    check_order(receivers, order)?;
    check_length("elevation_m", receivers.element_count(), elevation_m.len())?;
    let mut graded_m = elevation_m.to_vec();
    for element in order.upstream() {
        if let Receiver::To(receiver) = receivers.of(element) {
            graded_m[element.index()] = graded_m[element.index()].max(graded_m[receiver.index()].next_up());
        }
    }
    Ok(graded_m)
}
