//! Receivers by which every element reaches a root, through depressions too.

use crate::element::VOID;
use crate::error::check_length;
use crate::{BasinGraph, ElementId, FlowError, Receivers, Topology};

/// What becomes of the water of a depression.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Depressions {
    /// It breaks out: the descent from the spill to the pit is turned round, so that one narrow way leads out. O(N), and
    /// what stream power wants.
    Carve,
    /// It rises: everything up to the level of the spill drains towards it, in the fewest steps.
    Fill,
}

/// Receivers on a surface with depressions: each element drains by steepest descent, and each depression across the pass
/// of the minimum spanning tree of basins.
///
/// The roots are the outlets, and the lowest element of each connected part that has none.
///
/// # Errors
///
/// [`FlowError::Length`] or [`FlowError::Value`] if there is no finite elevation at every element that is not void.
pub fn route(topology: &impl Topology, elevation_m: &[f64], depressions: Depressions) -> Result<Receivers, FlowError> {
    let graph = BasinGraph::new(topology, elevation_m)?;
    Ok(match depressions {
        Depressions::Carve => graph.into_carved(),
        Depressions::Fill => graph.into_filled(topology, elevation_m),
    })
}

/// The lowest surface not below the given one from which all water runs off: that of [`flood`](crate::flood), sooner.
///
/// Void elements are NaN.
///
/// # Errors
///
/// As [`route`].
pub fn fill(topology: &impl Topology, elevation_m: &[f64]) -> Result<Vec<f64>, FlowError> {
    BasinGraph::new(topology, elevation_m)?.filled_m(elevation_m)
}

impl BasinGraph {
    /// The filled surface: each element at its own elevation, or at the level of its basin if that is higher.
    ///
    /// A way out goes from the element down to its pit, and from there over the exits: nothing on it is higher than both.
    ///
    /// # Errors
    ///
    /// [`FlowError::Length`] if these are not the elevations of as many elements.
    pub fn filled_m(&self, elevation_m: &[f64]) -> Result<Vec<f64>, FlowError> {
        check_length("elevation_m", self.basin_of.len(), elevation_m.len())?;
        let filled = |(here, basin): (&f64, &u32)| match self.level_m.get(*basin as usize) {
            None => f64::NAN,
            Some(level) if level > here => *level,
            Some(_) => *here,
        };
        Ok(elevation_m.iter().zip(&self.basin_of).map(filled).collect())
    }

    /// Receivers with the way from each pit to its exit turned round.
    #[must_use]
    pub fn into_carved(mut self) -> Receivers {
        for exit in self.exits.iter().flatten() {
            let (mut at, mut receiver) = (exit.from.0, exit.to.0);
            while at < VOID {
                let next = self.receiver_of[at as usize];
                self.receiver_of[at as usize] = receiver;
                (at, receiver) = (next, at);
            }
        }
        Receivers::from_table(self.receiver_of)
    }

    /// Receivers with everything up to each basin's level led to its exit, breadth first.
    fn into_filled(mut self, topology: &impl Topology, elevation_m: &[f64]) -> Receivers {
        let mut is_led = vec![false; elevation_m.len()];
        let mut queue = Vec::new();
        for (basin, exit) in self.exits.iter().enumerate() {
            let Some(exit) = exit else { continue };
            let level = self.level_m[basin];
            is_led[exit.from.index()] = true;
            self.receiver_of[exit.from.index()] = exit.to.0;
            queue.push(exit.from);
            let mut next = 0;
            while next < queue.len() {
                let at: ElementId = queue[next];
                next += 1;
                topology.for_each_neighbor(at, |neighbor, _| {
                    let index = neighbor.index();
                    let floods = self.basin_of[index] as usize == basin && elevation_m[index] <= level;
                    if floods && !core::mem::replace(&mut is_led[index], true) {
                        self.receiver_of[index] = at.0;
                        queue.push(neighbor);
                    }
                });
            }
            queue.clear();
        }
        Receivers::from_table(self.receiver_of)
    }
}
