//! Donors, and an order in which every receiver comes before its donors.

use crate::element::{NONE, VOID};
use crate::{ElementId, Receivers};

/// The donors of every element: the inverse of its receivers, as compressed rows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Donors {
    /// Those of element e stand at `offsets[e]..offsets[e + 1]`.
    offsets: Vec<u32>,
    donors: Vec<u32>,
}

impl Donors {
    /// The donors of every element, in the order of ids.
    #[must_use]
    pub fn new(receivers: &Receivers) -> Self {
        let receiver_of = receivers.table();
        // Counted one place further on, so that the running sums are where each list is filled next.
        let mut offsets = vec![0_u32; receiver_of.len() + 2];
        for &receiver in receiver_of.iter().filter(|receiver| **receiver < VOID) {
            offsets[receiver as usize + 2] += 1;
        }
        let mut sum = 0;
        for offset in &mut offsets {
            sum += *offset;
            *offset = sum;
        }
        let mut donors = vec![0; sum as usize];
        for (element, &receiver) in receiver_of.iter().enumerate().filter(|(_, receiver)| **receiver < VOID) {
            let slot = &mut offsets[receiver as usize + 1];
            donors[*slot as usize] = element as u32;
            *slot += 1;
        }
        offsets.pop();
        Self { offsets, donors }
    }

    /// The donors of one element.
    pub fn of(&self, element: ElementId) -> impl ExactSizeIterator<Item = ElementId> + DoubleEndedIterator + '_ {
        self.ids(element.0).iter().map(|donor| ElementId(*donor))
    }

    #[inline(always)]
    fn ids(&self, element: u32) -> &[u32] {
        &self.donors[self.offsets[element as usize] as usize..self.offsets[element as usize + 1] as usize]
    }
}

/// All elements that are not void, each receiver before its donors and each basin in one piece.
///
/// Braun and Willett, "A very efficient O(n), implicit and parallel method to solve the stream power equation",
/// Geomorphology 2013. Basins come in the order of their roots' ids.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StackOrder {
    order: Vec<u32>,
    donors: Donors,
}

impl StackOrder {
    /// The order of a forest.
    #[must_use]
    pub fn new(receivers: &Receivers) -> Self {
        let donors = Donors::new(receivers);
        let mut order = Vec::with_capacity(receivers.element_count());
        let mut waiting = Vec::new();
        for (root, _) in receivers.table().iter().enumerate().filter(|(_, receiver)| **receiver == NONE) {
            waiting.push(root as u32);
            while let Some(at) = waiting.pop() {
                order.push(at);
                waiting.extend_from_slice(donors.ids(at));
            }
        }
        Self { order, donors }
    }

    /// The donors of every element.
    #[must_use]
    pub fn donors(&self) -> &Donors {
        &self.donors
    }

    /// From the roots up: receivers first.
    pub fn upstream(&self) -> impl ExactSizeIterator<Item = ElementId> + DoubleEndedIterator + '_ {
        self.order.iter().map(|element| ElementId(*element))
    }

    /// From the heads down: donors first.
    pub fn downstream(&self) -> impl ExactSizeIterator<Item = ElementId> + DoubleEndedIterator + '_ {
        self.upstream().rev()
    }

    /// The elements themselves.
    #[inline(always)]
    pub(crate) fn table(&self) -> &[u32] {
        &self.order
    }
}
