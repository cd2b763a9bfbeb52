//! Strahler's order of channels.

use crate::accumulate::check_order;
use crate::{ElementId, FlowError, Receiver, Receivers, StackOrder};

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
