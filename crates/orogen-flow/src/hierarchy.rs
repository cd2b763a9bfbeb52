//! Depressions within depressions.
//!
//! Barnes, Callaghan and Wickert, "Computing water flow through complex landscapes, part 2: finding hierarchies in
//! depressions and morphological segmentations", Earth Surface Dynamics 2020. The passes of the basin graph's spanning
//! tree, lowest first, join two depressions each: below the pass they are two lakes, above it one.

use crate::basin_graph::{BasinGraph, Pass, Pit};
use crate::element::NONE;
use crate::radix_queue::ordered_key;
use crate::spanning_tree::Union;
use crate::{BasinId, ElementId};

/// A depression: the first ones are the basins with their pits, by number; the rest each hold two others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct DepressionId(pub u32);

impl DepressionId {
    /// Where the depression's values stand in a table.
    #[inline(always)]
    #[must_use]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// What is known of one depression.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Depression {
    /// The lowest element, of the lowest id if there are several.
    pub pit: ElementId,
    /// The two depressions that are one lake in this one.
    pub parts: Option<[DepressionId; 2]>,
    /// The depression that this one is part of; `None` if it spills towards an outlet, or nowhere.
    pub whole: Option<DepressionId>,
    /// Where it spills when it is full; `None` if no outlet can be reached.
    pub spill: Option<Pass>,
}

impl Depression {
    /// The level to which the depression fills, in metres; infinite if it spills nowhere.
    #[must_use]
    pub fn spill_m(&self) -> f64 {
        self.spill.map_or(f64::INFINITY, |spill| spill.elevation_m)
    }
}

/// The depressions of a surface as a forest.
#[derive(Clone, Debug, PartialEq)]
pub struct Hierarchy {
    /// Index b - 1 is the depression of basin b. Wholes stand after their parts.
    depressions: Vec<Depression>,
    /// An ancestor some way up, for searches in O(log depth).
    jump: Vec<u32>,
}

impl Hierarchy {
    /// The depressions among the basins of a surface.
    #[must_use]
    pub fn new(graph: &BasinGraph) -> Self {
        let mut passes = graph.passes.clone();
        passes.sort_unstable_by_key(|pass| (ordered_key(pass.elevation_m), pass.from, pass.to));
        let leaf = |pit: &Pit| Depression { pit: pit.element, parts: None, whole: None, spill: None };
        let mut builder = Builder {
            depressions: graph.pits.iter().map(leaf).collect(),
            pits: graph.pits.clone(),
            union: Union::new(graph.basin_count()),
            // The sea, number 0, is no depression; what has joined it is none any more.
            depression_of: (0..graph.basin_count() as u32).map(|basin| basin.wrapping_sub(1)).collect(),
        };
        for pass in passes {
            builder.join(pass, graph.basin_of[pass.from.index()], graph.basin_of[pass.to.index()]);
        }
        let depressions = builder.depressions;
        let jump = jumps(&depressions);
        Self { depressions, jump }
    }

    /// All depressions: `DepressionId(i)` is at index i, wholes stand after their parts.
    #[must_use]
    pub fn depressions(&self) -> &[Depression] {
        &self.depressions
    }

    /// The depression that a basin is; `None` for the sea.
    #[must_use]
    pub fn of_basin(&self, basin: BasinId) -> Option<DepressionId> {
        basin.0.checked_sub(1).map(DepressionId)
    }

    /// The smallest depression around `part` whose spill is above an elevation; `None` if water of that level runs off.
    #[must_use]
    pub fn smallest_holding(&self, part: DepressionId, elevation_m: f64) -> Option<DepressionId> {
        let holds = |depression: u32| self.depressions[depression as usize].spill_m() > elevation_m;
        let mut at = part.0;
        while !holds(at) {
            let jump = self.jump[at as usize];
            at = if jump != NONE && !holds(jump) { jump } else { self.depressions[at as usize].whole?.0 };
        }
        Some(DepressionId(at))
    }
}

/// The hierarchy while passes are opened.
struct Builder {
    depressions: Vec<Depression>,
    /// The pit of each depression with its elevation.
    pits: Vec<Pit>,
    union: Union,
    /// The outermost depression of each set of basins, by the set's name; [`NONE`] once it drains to the sea.
    depression_of: Vec<u32>,
}

impl Builder {
    /// Opens a pass between two basins' outermost depressions.
    fn join(&mut self, pass: Pass, from: u32, to: u32) {
        let sets = [self.union.find(from), self.union.find(to)];
        let [from, to] = sets.map(|set| self.depression_of[set as usize]);
        self.union.join(sets[0], sets[1]);
        let joined = match (from, to) {
            (NONE, NONE) => NONE,
            (NONE, to) => {
                self.depressions[to as usize].spill = Some(pass.reversed());
                NONE
            }
            (from, NONE) => {
                self.depressions[from as usize].spill = Some(pass);
                NONE
            }
            (from, to) => self.merge(pass, from, to),
        };
        let name = self.union.find(sets[0]);
        self.depression_of[name as usize] = joined;
    }

    fn merge(&mut self, pass: Pass, from: u32, to: u32) -> u32 {
        let whole = self.depressions.len() as u32;
        for (part, spill) in [(from, pass), (to, pass.reversed())] {
            self.depressions[part as usize].spill = Some(spill);
            self.depressions[part as usize].whole = Some(DepressionId(whole));
        }
        let [a, b] = [from, to].map(|part| self.pits[part as usize]);
        let pit = if a.rank() < b.rank() { a } else { b };
        self.pits.push(pit);
        let parts = Some([DepressionId(from), DepressionId(to)]);
        self.depressions.push(Depression { pit: pit.element, parts, whole: None, spill: None });
        whole
    }
}

/// For each depression an ancestor, so that any other ancestor is O(log depth) jumps and steps away.
///
/// Myers, "An applicative random-access stack", 1983: jump as far as the whole's last two jumps together if these were
/// equally far, else to the whole.
fn jumps(depressions: &[Depression]) -> Vec<u32> {
    let mut jump = vec![NONE; depressions.len()];
    let mut depth = vec![0_u32; depressions.len()];
    for (index, depression) in depressions.iter().enumerate().rev() {
        let Some(DepressionId(whole)) = depression.whole else { continue };
        depth[index] = depth[whole as usize] + 1;
        let first = jump[whole as usize];
        let second = if first == NONE { NONE } else { jump[first as usize] };
        let depth_of = |ancestor: u32| depth[ancestor as usize];
        let is_even = second != NONE && depth_of(whole) - depth_of(first) == depth_of(first) - depth_of(second);
        jump[index] = if is_even { second } else { whole };
    }
    jump
}
