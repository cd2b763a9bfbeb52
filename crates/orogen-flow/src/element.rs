//! Ids of elements, and tables from element to element.

use crate::FlowError;
use crate::error::check_length;

/// The most elements a topology may have: two ids are kept for "nothing" and "void".
///
/// Ids are `u32` and not `usize` because the tables of ids are what the algorithms here stream through memory. The limit
/// is above 2^31: a raster of 46 341 x 46 341 cells fits, and every index is computed in `usize`.
pub const MAX_ELEMENTS: usize = u32::MAX as usize - 1;

/// No element: the receiver of a root.
pub(crate) const NONE: u32 = u32::MAX;

/// The entry of a void element.
pub(crate) const VOID: u32 = u32::MAX - 1;

/// A cell of a raster or a node of a mesh.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ElementId(pub u32);

impl ElementId {
    /// The id of the element at `index`, which is below [`MAX_ELEMENTS`].
    #[inline(always)]
    #[must_use]
    pub fn from_index(index: usize) -> Self {
        debug_assert!(index < MAX_ELEMENTS, "index {index} is no element");
        Self(index as u32)
    }

    /// Where the element's values stand in a table.
    #[inline(always)]
    #[must_use]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// Where the water of an element goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Receiver {
    /// To a neighbour.
    To(ElementId),
    /// Nowhere: the element is an outlet, or the end of a closed basin.
    Root,
    /// The element is void: no water falls on it or reaches it.
    Void,
}

/// The receiver of every element: a forest whose edges lead from neighbour to neighbour.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Receivers {
    receiver_of: Vec<u32>,
}

impl Receivers {
    /// The forest in which `receivers[e]` is where element e drains to.
    ///
    /// # Errors
    ///
    /// [`FlowError::TooManyElements`], [`FlowError::Adjacency`] if a receiver is out of range, void or the element
    /// itself, and [`FlowError::Cycle`] if an element never reaches a root.
    pub fn new(receivers: &[Receiver]) -> Result<Self, FlowError> {
        check_count("receivers", receivers.len() as u128)?;
        let mut receiver_of = Vec::with_capacity(receivers.len());
        for (element, receiver) in receivers.iter().enumerate() {
            receiver_of.push(match *receiver {
                Receiver::Root => NONE,
                Receiver::Void => VOID,
                Receiver::To(to) => {
                    let there = receivers.get(to.index()).is_some_and(|receiver| *receiver != Receiver::Void);
                    if !there || to.index() == element {
                        return Err(FlowError::Adjacency {
                            what: "receivers",
                            expected: "another element that is not void",
                            element: element as u32,
                            neighbor: to.0,
                        });
                    }
                    to.0
                }
            });
        }
        let receivers = Self { receiver_of };
        match receivers.find_cycle() {
            Some(ElementId(element)) => Err(FlowError::Cycle { element }),
            None => Ok(receivers),
        }
    }

    /// A table that an algorithm of this crate has built.
    pub(crate) fn from_table(receiver_of: Vec<u32>) -> Self {
        Self { receiver_of }
    }

    /// The table itself: [`NONE`] at roots, [`VOID`] at void elements.
    #[inline(always)]
    pub(crate) fn table(&self) -> &[u32] {
        &self.receiver_of
    }

    /// Number of elements, void ones included.
    #[must_use]
    pub fn element_count(&self) -> usize {
        self.receiver_of.len()
    }

    /// Where an element drains to.
    #[inline]
    #[must_use]
    pub fn of(&self, element: ElementId) -> Receiver {
        match self.receiver_of[element.index()] {
            NONE => Receiver::Root,
            VOID => Receiver::Void,
            to => Receiver::To(ElementId(to)),
        }
    }

    /// The roots, in the order of their ids.
    pub fn roots(&self) -> impl Iterator<Item = ElementId> + '_ {
        let is_root = |(_, receiver): &(usize, &u32)| **receiver == NONE;
        self.receiver_of.iter().enumerate().filter(is_root).map(|(index, _)| ElementId::from_index(index))
    }

    /// An element that lies on a cycle, if there is one.
    pub(crate) fn find_cycle(&self) -> Option<ElementId> {
        // The walk on which an element was first met; a walk that meets itself has gone round.
        let mut walk_of = vec![NONE; self.receiver_of.len()];
        for start in 0..self.receiver_of.len() as u32 {
            let mut at = start;
            while at < VOID && walk_of[at as usize] == NONE {
                walk_of[at as usize] = start;
                at = self.receiver_of[at as usize];
            }
            if at < VOID && walk_of[at as usize] == start {
                return Some(ElementId(at));
            }
        }
        None
    }
}

/// Checks that so many elements can be named.
pub(crate) fn check_count(what: &'static str, got: u128) -> Result<(), FlowError> {
    if got <= MAX_ELEMENTS as u128 { Ok(()) } else { Err(FlowError::TooManyElements { what, got }) }
}

/// Checks a table of one number an element: its length, and that each number that counts is in its domain.
pub(crate) fn check_values(
    what: &'static str,
    expected: &'static str,
    values: &[f64],
    count: usize,
    is_good: impl Fn(usize, f64) -> bool,
) -> Result<(), FlowError> {
    check_length(what, count, values.len())?;
    match values.iter().enumerate().find(|(index, value)| !is_good(*index, **value)) {
        Some((index, got)) => Err(FlowError::Value { what, expected, index, got: *got }),
        None => Ok(()),
    }
}
