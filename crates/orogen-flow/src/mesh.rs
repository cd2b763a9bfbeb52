//! A mesh as a topology: any adjacency, as compressed rows.

use crate::element::check_count;
use crate::error::check_length;
use crate::{ElementId, FlowError, Role, Topology};

/// Elements with lists of neighbours: those of element e stand at `offsets[e]..offsets[e + 1]`.
///
/// Neighbours are visited in the order of their lists.
///
/// ```
/// use orogen_flow::{ElementId, Mesh, Role, Topology};
///
/// // Three elements in a row, 10 m and 20 m apart; water leaves at the first.
/// let mesh = Mesh::from_edges(vec![Role::Outlet, Role::Interior, Role::Interior], &[(0, 1, 10.0), (1, 2, 20.0)])?;
/// assert_eq!(mesh.distance(ElementId(2), ElementId(1)), Some(20.0));
/// assert_eq!(mesh.distance(ElementId(2), ElementId(0)), None);
/// # Ok::<(), orogen_flow::FlowError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Mesh {
    roles: Vec<Role>,
    offsets: Vec<usize>,
    neighbors: Vec<u32>,
    distance_m: Vec<f64>,
}

impl Mesh {
    /// A mesh from compressed rows; a list that touches a void element is shortened by it.
    ///
    /// # Errors
    ///
    /// [`FlowError::TooManyElements`], [`FlowError::Length`], [`FlowError::Offsets`], [`FlowError::Value`] if a distance
    /// is not a finite number above 0, and [`FlowError::Adjacency`] if a neighbour is out of range, the element itself,
    /// named twice, or does not name the element back at the same distance.
    pub fn new(roles: Vec<Role>, offsets: &[usize], neighbors: &[u32], distance_m: &[f64]) -> Result<Self, FlowError> {
        check_count("mesh", roles.len() as u128)?;
        check_length("offsets", roles.len() + 1, offsets.len())?;
        check_length("distance_m", neighbors.len(), distance_m.len())?;
        check_offsets(offsets, neighbors.len())?;
        check_adjacency(offsets, neighbors, distance_m)?;
        Ok(Self::without_void(roles, offsets, neighbors, distance_m))
    }

    /// A mesh from its edges, each (one end, other end, distance in metres), named once.
    ///
    /// The neighbours of an element come in the order of its edges.
    ///
    /// # Errors
    ///
    /// As [`Mesh::new`].
    pub fn from_edges(roles: Vec<Role>, edges: &[(u32, u32, f64)]) -> Result<Self, FlowError> {
        let mut offsets = vec![0; roles.len() + 1];
        for &(a, b, _) in edges {
            for (element, neighbor) in [(a, b), (b, a)] {
                let Some(degree) = offsets[1..].get_mut(element as usize) else {
                    return Err(not_adjacent("an element of the mesh", neighbor, element));
                };
                *degree += 1;
            }
        }
        for element in 0..roles.len() {
            offsets[element + 1] += offsets[element];
        }
        let mut next = offsets.clone();
        let mut neighbors = vec![0; 2 * edges.len()];
        let mut distance_m = vec![0.0; 2 * edges.len()];
        for &(a, b, distance) in edges {
            for (element, neighbor) in [(a, b), (b, a)] {
                let slot = &mut next[element as usize];
                (neighbors[*slot], distance_m[*slot]) = (neighbor, distance);
                *slot += 1;
            }
        }
        Self::new(roles, &offsets, &neighbors, &distance_m)
    }

    fn without_void(roles: Vec<Role>, offsets: &[usize], neighbors: &[u32], distance_m: &[f64]) -> Self {
        let mut mesh = Self { offsets: vec![0], neighbors: Vec::new(), distance_m: Vec::new(), roles };
        for element in 0..mesh.roles.len() {
            for slot in offsets[element]..offsets[element + 1] {
                let there = |element: usize| mesh.roles[element] != Role::Void;
                if there(element) && there(neighbors[slot] as usize) {
                    mesh.neighbors.push(neighbors[slot]);
                    mesh.distance_m.push(distance_m[slot]);
                }
            }
            mesh.offsets.push(mesh.neighbors.len());
        }
        mesh
    }
}

impl Topology for Mesh {
    #[inline(always)]
    fn element_count(&self) -> usize {
        self.roles.len()
    }

    #[inline(always)]
    fn role(&self, element: ElementId) -> Role {
        self.roles[element.index()]
    }

    #[inline(always)]
    fn for_each_neighbor(&self, element: ElementId, mut visit: impl FnMut(ElementId, f64)) {
        let slots = self.offsets[element.index()]..self.offsets[element.index() + 1];
        for (neighbor, distance) in self.neighbors[slots.clone()].iter().zip(&self.distance_m[slots]) {
            visit(ElementId(*neighbor), *distance);
        }
    }
}

fn check_offsets(offsets: &[usize], end: usize) -> Result<(), FlowError> {
    let refusal = |index: usize| Err(FlowError::Offsets { what: "offsets", end, index, got: offsets[index] });
    if offsets[0] != 0 {
        return refusal(0);
    }
    if let Some(index) = (1..offsets.len()).find(|index| offsets[*index] < offsets[index - 1]) {
        return refusal(index);
    }
    if offsets[offsets.len() - 1] == end { Ok(()) } else { refusal(offsets.len() - 1) }
}

fn check_adjacency(offsets: &[usize], neighbors: &[u32], distance_m: &[f64]) -> Result<(), FlowError> {
    let count = offsets.len() - 1;
    let list = |element: usize| &neighbors[offsets[element]..offsets[element + 1]];
    for element in 0..count {
        for slot in offsets[element]..offsets[element + 1] {
            let (neighbor, distance) = (neighbors[slot], distance_m[slot]);
            let refuse = |expected| Err(not_adjacent(expected, element as u32, neighbor));
            if !(distance.is_finite() && distance > 0.0) {
                let expected = "a finite number of metres above 0";
                return Err(FlowError::Value { what: "distance_m", expected, index: slot, got: distance });
            }
            if neighbor as usize >= count || neighbor as usize == element {
                return refuse("another element of the mesh");
            }
            if list(element).iter().filter(|named| **named == neighbor).count() != 1 {
                return refuse("each neighbour named once");
            }
            let back = list(neighbor as usize).iter().position(|named| *named as usize == element);
            if back.is_none_or(|back| distance_m[offsets[neighbor as usize] + back] != distance) {
                return refuse("a neighbour that names the element back at the same distance");
            }
        }
    }
    Ok(())
}

fn not_adjacent(expected: &'static str, element: u32, neighbor: u32) -> FlowError {
    FlowError::Adjacency { what: "neighbors", expected, element, neighbor }
}
