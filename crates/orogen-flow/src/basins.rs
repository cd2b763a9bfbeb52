//! Basins: the elements that drain to one root.

use crate::accumulate::check_order;
use crate::element::VOID;
use crate::{ElementId, FlowError, Receiver, Receivers, StackOrder};

/// The basin of every element, named by the root that it drains to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Basins {
    root_of: Vec<u32>,
}

impl Basins {
    /// A table that an algorithm of this crate has built: [`VOID`] at void elements.
    pub(crate) fn from_table(root_of: Vec<u32>) -> Self {
        Self { root_of }
    }

    /// The root that an element drains to; `None` if it is void.
    #[inline]
    #[must_use]
    pub fn root_of(&self, element: ElementId) -> Option<ElementId> {
        let root = self.root_of[element.index()];
        (root < VOID).then_some(ElementId(root))
    }
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
