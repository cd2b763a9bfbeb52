//! Basins as the nodes of a graph, passes as its edges, and the lowest way out of every basin.
//!
//! Cordonnier, Bovy and Braun, "A versatile, linear complexity algorithm for flow routing in topographies with
//! depressions", Earth Surface Dynamics 2019: the minimum spanning tree of the graph, found by Boruvka's rounds, joins
//! every basin to the outlets across the lowest passes that there are. All outlets together are one basin, the sea.

use crate::descent::{Descent, descend};
use crate::element::{NONE, VOID};
use crate::radix_queue::ordered_key;
use crate::spanning_tree::{Link, spanning_tree};
use crate::topology::check_elevation;
use crate::{ElementId, FlowError, Topology};

/// A basin: number 0 is the sea, the others are what drains to one pit each, in the order of the pits' ids.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BasinId(pub u32);

impl BasinId {
    /// The basin of all outlets.
    pub const SEA: Self = Self(0);

    /// Where the basin's values stand in a table.
    #[inline(always)]
    #[must_use]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A step from one basin to another.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pass {
    /// The higher of its two ends, in metres.
    pub elevation_m: f64,
    /// The end in the basin that is left.
    pub from: ElementId,
    /// The end in the basin that is entered.
    pub to: ElementId,
}

impl Pass {
    pub(crate) fn reversed(self) -> Self {
        Self { from: self.to, to: self.from, ..self }
    }
}

/// The lowest element of a basin, in which its descents end.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Pit {
    pub(crate) element: ElementId,
    elevation_m: f64,
}

impl Pit {
    /// Lower pits come first, and of equally low ones that of the lower id.
    pub(crate) fn rank(&self) -> (u64, ElementId) {
        (ordered_key(self.elevation_m), self.element)
    }
}

/// The basins of a surface, joined by the lowest passes between them.
#[derive(Clone, Debug, PartialEq)]
pub struct BasinGraph {
    /// Steepest descents with flats resolved: [`NONE`] at outlets and pits.
    pub(crate) receiver_of: Vec<u32>,
    /// [`VOID`] at void elements.
    pub(crate) basin_of: Vec<u32>,
    /// The pit of every basin but the sea: that of basin b at b - 1.
    pub(crate) pits: Vec<Pit>,
    /// The passes of the spanning tree: a forest, if some parts are not connected.
    pub(crate) passes: Vec<Pass>,
    /// The pass by which each basin is left.
    pub(crate) exits: Vec<Option<Pass>>,
    /// The level at which each basin's water gets away, minus infinity where nothing holds it.
    pub(crate) level_m: Vec<f64>,
}

impl BasinGraph {
    /// The basins of a surface.
    ///
    /// # Errors
    ///
    /// [`FlowError::Length`] or [`FlowError::Value`] if there is no finite elevation at every element that is not void.
    pub fn new(topology: &impl Topology, elevation_m: &[f64]) -> Result<Self, FlowError> {
        check_elevation(topology, elevation_m)?;
        let Descent { receiver_of, pits } = descend(topology, elevation_m);
        let basin_of = label(&receiver_of, &pits);
        let passes = if pits.is_empty() {
            Vec::new()
        } else {
            spanning_tree(pits.len() + 1, links(topology, elevation_m, &basin_of))
        };
        let pit = |pit: u32| Pit { element: ElementId(pit), elevation_m: elevation_m[pit as usize] };
        let pits = pits.into_iter().map(pit).collect();
        let mut graph = Self { receiver_of, basin_of, pits, passes, exits: Vec::new(), level_m: Vec::new() };
        graph.find_exits();
        Ok(graph)
    }

    /// Number of basins, the sea included.
    #[must_use]
    pub fn basin_count(&self) -> usize {
        self.pits.len() + 1
    }

    /// The basin of an element; `None` if it is void.
    #[must_use]
    pub fn basin_of(&self, element: ElementId) -> Option<BasinId> {
        let basin = self.basin_of[element.index()];
        (basin != VOID).then_some(BasinId(basin))
    }

    /// The element in which a basin's descents end; `None` for the sea.
    #[must_use]
    pub fn pit(&self, basin: BasinId) -> Option<ElementId> {
        basin.0.checked_sub(1).map(|index| self.pits[index as usize].element)
    }

    /// The pass by which a basin is left on the lowest way to an outlet.
    ///
    /// `None` for the sea, and for the basin of the lowest pit where no outlet can be reached.
    #[must_use]
    pub fn exit(&self, basin: BasinId) -> Option<Pass> {
        self.exits[basin.index()]
    }

    /// The highest point on that way, in metres: to this level the basin fills. `None` where nothing holds its water.
    #[must_use]
    pub fn level_m(&self, basin: BasinId) -> Option<f64> {
        self.exits[basin.index()].map(|_| self.level_m[basin.index()])
    }

    /// Roots the spanning tree: from the sea, and from the lowest pit of every part without an outlet.
    fn find_exits(&mut self) {
        let count = self.basin_count();
        self.exits = vec![None; count];
        self.level_m = vec![f64::NEG_INFINITY; count];
        let beside = PassesByBasin::new(count, &self.passes, &self.basin_of);
        let mut found = vec![false; count];
        self.find_exits_towards(BasinId::SEA.0, &beside, &mut found);
        let mut landlocked: Vec<u32> = (0..count as u32).filter(|basin| !found[*basin as usize]).collect();
        landlocked.sort_unstable_by_key(|basin| self.pits[*basin as usize - 1].rank());
        for root in landlocked {
            if !found[root as usize] {
                self.find_exits_towards(root, &beside, &mut found);
            }
        }
    }

    /// Finds the exits of all basins connected with a root.
    fn find_exits_towards(&mut self, root: u32, beside: &PassesByBasin, found: &mut [bool]) {
        found[root as usize] = true;
        let mut stack = vec![root];
        while let Some(basin) = stack.pop() {
            for &pass in beside.of(basin) {
                let pass = self.passes[pass as usize];
                let exit = if self.basin_of[pass.to.index()] == basin { pass } else { pass.reversed() };
                let other = self.basin_of[exit.from.index()] as usize;
                if !core::mem::replace(&mut found[other], true) {
                    self.exits[other] = Some(exit);
                    self.level_m[other] = exit.elevation_m.max(self.level_m[basin as usize]);
                    stack.push(other as u32);
                }
            }
        }
    }
}

/// The passes beside each basin, as compressed rows.
struct PassesByBasin {
    offsets: Vec<u32>,
    passes: Vec<u32>,
}

impl PassesByBasin {
    fn new(basin_count: usize, passes: &[Pass], basin_of: &[u32]) -> Self {
        let ends = |pass: &Pass| [pass.from, pass.to].map(|end| basin_of[end.index()] as usize);
        let mut offsets = vec![0; basin_count + 1];
        passes.iter().flat_map(ends).for_each(|basin| offsets[basin + 1] += 1);
        for basin in 0..basin_count {
            offsets[basin + 1] += offsets[basin];
        }
        let mut next = offsets.clone();
        let mut slots = vec![0; 2 * passes.len()];
        for (index, pass) in passes.iter().enumerate() {
            for basin in ends(pass) {
                slots[next[basin] as usize] = index as u32;
                next[basin] += 1;
            }
        }
        Self { offsets, passes: slots }
    }

    fn of(&self, basin: u32) -> &[u32] {
        &self.passes[self.offsets[basin as usize] as usize..self.offsets[basin as usize + 1] as usize]
    }
}

/// The basin of every element, by following descents until one with a label.
fn label(receiver_of: &[u32], pits: &[u32]) -> Vec<u32> {
    if pits.is_empty() {
        return receiver_of.iter().map(|receiver| if *receiver == VOID { VOID } else { BasinId::SEA.0 }).collect();
    }
    let mut basin_of = vec![NONE; receiver_of.len()];
    for (index, pit) in pits.iter().enumerate() {
        basin_of[*pit as usize] = index as u32 + 1;
    }
    for start in 0..receiver_of.len() {
        let mut end = start as u32;
        while basin_of[end as usize] == NONE && receiver_of[end as usize] < VOID {
            end = receiver_of[end as usize];
        }
        let end_label = match (basin_of[end as usize], receiver_of[end as usize]) {
            (NONE, VOID) => VOID,
            (NONE, _) => BasinId::SEA.0,
            (basin, _) => basin,
        };
        let mut at = start as u32;
        while basin_of[at as usize] == NONE {
            basin_of[at as usize] = end_label;
            if at != end {
                at = receiver_of[at as usize];
            }
        }
    }
    basin_of
}

/// The steps between elements of different basins, few of them more than once a pair of basins.
fn links(topology: &impl Topology, elevation_m: &[f64], basin_of: &[u32]) -> Vec<Link> {
    let mut links: Vec<Link> = Vec::new();
    let mut memo = vec![NONE; MEMO_SIZE];
    for (index, &basin) in basin_of.iter().enumerate() {
        let here = elevation_m[index];
        topology.for_each_neighbor(ElementId::from_index(index), |neighbor, _| {
            if neighbor.index() < index || basin_of[neighbor.index()] == basin {
                return;
            }
            let other = basin_of[neighbor.index()];
            let there = elevation_m[neighbor.index()];
            let pass = Pass {
                elevation_m: if there > here { there } else { here },
                from: ElementId::from_index(index),
                to: neighbor,
            };
            let link = Link::new(pass, basin, other);
            let slot = &mut memo[link.memo_slot()];
            match links.get_mut(*slot as usize) {
                Some(known) if known.joins_as(&link) => known.lower_to(&link),
                _ => {
                    *slot = links.len() as u32;
                    links.push(link);
                }
            }
        });
    }
    links
}

/// Pairs of basins remembered while links are gathered: those that touch near the scan line fit in the cache.
const MEMO_SIZE: usize = 1 << 14;
