//! Fill, spill, merge: how water spreads over the depressions of a surface.
//!
//! Barnes, Callaghan and Wickert, "Computing water flow through complex landscapes, part 3: Fill-Spill-Merge", Earth
//! Surface Dynamics 2021. Here without recursion: a full depression points on to where its water goes, once and for all,
//! and paths of full depressions are shortened as they are walked, so that the whole takes nearly linear time.

use crate::basin_graph::BasinId;
use crate::element::{NONE, VOID};
use crate::{BasinGraph, Depression, Hierarchy};

/// The target of what spills into an outlet.
const SEA: u32 = VOID;

/// Water poured into depressions.
pub(crate) struct Spill<'a> {
    depressions: &'a [Depression],
    basin_of: &'a [u32],
    /// How much each depression keeps before it spills.
    capacity: &'a [f64],
    /// How much is in each depression; a whole takes over from its parts when both are full.
    content: Vec<f64>,
    /// Where the water of a full depression goes; [`NONE`] while it has room.
    next: Vec<u32>,
    /// How much has reached the outlets.
    pub(crate) outflow: f64,
    /// The first depression that spills nowhere and was given too much, and by how much.
    pub(crate) excess: Option<(u32, f64)>,
}

impl<'a> Spill<'a> {
    pub(crate) fn new(graph: &'a BasinGraph, hierarchy: &'a Hierarchy, capacity: &'a [f64]) -> Self {
        let count = capacity.len();
        Self {
            depressions: hierarchy.depressions(),
            basin_of: &graph.basin_of,
            capacity,
            content: vec![0.0; count],
            next: vec![NONE; count],
            outflow: 0.0,
            excess: None,
        }
    }

    /// Pours water into a basin and follows it until it has found room.
    pub(crate) fn pour(&mut self, basin: BasinId, mut amount: f64) {
        if amount == 0.0 {
            return;
        }
        let mut at = leaf(basin.0);
        loop {
            at = self.with_room(at);
            if at == SEA {
                self.outflow += amount;
                return;
            }
            let room = self.capacity[at as usize] - self.content[at as usize];
            if amount <= room {
                self.content[at as usize] += amount;
                return;
            }
            self.content[at as usize] = self.capacity[at as usize];
            amount -= room;
            let Some(next) = self.overflow_of(at) else {
                self.excess = self.excess.or(Some((at, amount)));
                return;
            };
            self.next[at as usize] = next;
        }
    }

    /// Whether a depression is full and spills.
    pub(crate) fn is_full(&self, depression: usize) -> bool {
        self.next[depression] != NONE
    }

    /// Whether a depression is one lake: it is a basin, or its parts are full.
    pub(crate) fn is_one(&self, depression: usize) -> bool {
        self.depressions[depression].parts.is_none_or(|parts| parts.iter().all(|part| self.is_full(part.index())))
    }

    /// How much is in a depression that is one lake.
    pub(crate) fn content(&self, depression: usize) -> f64 {
        self.content[depression]
    }

    /// The first depression with room on the way of the water, or the sea; halves the path to it.
    fn with_room(&mut self, mut at: u32) -> u32 {
        while at != SEA && self.next[at as usize] != NONE {
            let next = self.next[at as usize];
            if next != SEA && self.next[next as usize] != NONE {
                self.next[at as usize] = self.next[next as usize];
            }
            at = next;
        }
        at
    }

    /// Where the water of a depression goes that has just become full; `None` if it spills nowhere.
    fn overflow_of(&mut self, at: u32) -> Option<u32> {
        let Depression { whole, spill, .. } = self.depressions[at as usize];
        let beyond = leaf(self.basin_of[spill?.to.index()]);
        let Some(whole) = whole else { return Some(beyond) };
        let [a, b] = self.depressions[whole.index()].parts?;
        let sibling = if a.0 == at { b } else { a };
        if !self.is_full(sibling.index()) {
            return Some(beyond);
        }
        self.content[whole.index()] = self.content[a.index()] + self.content[b.index()];
        Some(whole.0)
    }
}

/// The depression that a basin is, or the sea.
fn leaf(basin: u32) -> u32 {
    basin.checked_sub(1).unwrap_or(SEA)
}
