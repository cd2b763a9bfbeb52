//! What drainage needs to know of a surface: which elements touch, how far apart they are, and where water leaves.

use crate::element::check_values;
use crate::{ElementId, FlowError};

/// What an element is to the water.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// Water passes through.
    Interior,
    /// Water leaves here: the element has no receiver, whatever its neighbours are like.
    Outlet,
    /// There is no ground here: the element has no neighbours and is nobody's neighbour.
    Void,
}

/// Elements with ids `0..element_count()`, their neighbours and the distances between them.
///
/// An implementation promises that the relation is symmetric, with the same positive distance both ways; that no element
/// is its own neighbour or names a neighbour twice; that void elements are nobody's neighbours; and that neighbours come in
/// a fixed order, which it documents: where two neighbours are equally good, the first one wins.
pub trait Topology {
    /// Number of elements, void ones included; at most [`MAX_ELEMENTS`](crate::MAX_ELEMENTS).
    fn element_count(&self) -> usize;

    /// What an element is to the water.
    fn role(&self, element: ElementId) -> Role;

    /// Calls `visit` with each neighbour of an element and its distance in metres.
    fn for_each_neighbor(&self, element: ElementId, visit: impl FnMut(ElementId, f64));

    /// The distance between two neighbours in metres; `None` if they are not neighbours.
    fn distance(&self, from: ElementId, to: ElementId) -> Option<f64> {
        let mut found = None;
        self.for_each_neighbor(from, |neighbor, distance| {
            if neighbor == to {
                found = Some(distance);
            }
        });
        found
    }
}

/// Checks that there is a finite elevation at every element that is not void.
///
/// # Errors
///
/// [`FlowError::Length`] or [`FlowError::Value`].
pub fn check_elevation(topology: &impl Topology, elevation_m: &[f64]) -> Result<(), FlowError> {
    check_values("elevation_m", "a finite number", elevation_m, topology.element_count(), |index, value| {
        value.is_finite() || topology.role(ElementId::from_index(index)) == Role::Void
    })
}
