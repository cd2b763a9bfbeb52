//! The minimum spanning tree of the basin graph, by Boruvka's rounds.

use crate::basin_graph::Pass;
use crate::element::NONE;

/// A pass between two basins, which are renamed as the tree grows.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Link {
    pass: Pass,
    /// The lower and the higher name of the basins.
    basins: [u32; 2],
}

impl Link {
    #[inline(always)]
    pub(crate) fn new(pass: Pass, from: u32, to: u32) -> Self {
        Self { pass, basins: if from < to { [from, to] } else { [to, from] } }
    }

    /// Whether two links join the same basins.
    #[inline(always)]
    pub(crate) fn joins_as(&self, other: &Self) -> bool {
        self.basins == other.basins
    }

    /// Takes the other link's pass if it is lower.
    #[inline(always)]
    pub(crate) fn lower_to(&mut self, other: &Self) {
        if other.pass.elevation_m < self.pass.elevation_m {
            self.pass = other.pass;
        }
    }

    /// A slot for the pair of basins in a table of 2^14 slots, by Fibonacci hashing.
    #[inline(always)]
    pub(crate) fn memo_slot(&self) -> usize {
        let [low, high] = self.basins;
        (low.wrapping_mul(0x9e37_79b1).wrapping_add(high).wrapping_mul(0x85eb_ca6b) >> 18) as usize
    }
}

/// The passes of a minimum spanning forest over `basin_count` basins.
///
/// In every round each basin takes its lowest link (the first one, among equals) and the basins so joined become one. A
/// round leaves at most half the basins, and links inside a basin are dropped.
pub(crate) fn spanning_tree(basin_count: usize, mut links: Vec<Link>) -> Vec<Pass> {
    let mut passes = Vec::new();
    let mut count = basin_count;
    while !links.is_empty() {
        let lowest = lowest_links(count, &links);
        let mut union = Union::new(count);
        for &link in lowest.iter().filter(|link| **link != NONE) {
            let Link { pass, basins: [a, b] } = links[link as usize];
            if union.join(a, b) {
                passes.push(pass);
            }
        }
        let name_of = union.names(&mut count);
        links.retain_mut(|link| {
            let [a, b] = link.basins.map(|basin| name_of[basin as usize]);
            *link = Link::new(link.pass, a, b);
            a != b
        });
    }
    passes
}

/// The index of the lowest link of each basin; [`NONE`] where there is none.
fn lowest_links(basin_count: usize, links: &[Link]) -> Vec<u32> {
    let mut lowest = vec![(f64::INFINITY, NONE); basin_count];
    for (index, link) in links.iter().enumerate() {
        for basin in link.basins {
            let best = &mut lowest[basin as usize];
            if link.pass.elevation_m < best.0 {
                *best = (link.pass.elevation_m, index as u32);
            }
        }
    }
    lowest.into_iter().map(|(_, link)| link).collect()
}

/// Disjoint sets: each points towards its name, the smallest member.
pub(crate) struct Union {
    towards: Vec<u32>,
}

impl Union {
    /// `count` sets of one member each.
    pub(crate) fn new(count: usize) -> Self {
        Self { towards: (0..count as u32).collect() }
    }

    /// The name of the set of a member; halves the path to it.
    pub(crate) fn find(&mut self, mut member: u32) -> u32 {
        while self.towards[member as usize] != member {
            let next = self.towards[self.towards[member as usize] as usize];
            self.towards[member as usize] = next;
            member = next;
        }
        member
    }

    /// Makes two sets one; false if they are one already.
    pub(crate) fn join(&mut self, a: u32, b: u32) -> bool {
        let (a, b) = (self.find(a), self.find(b));
        self.towards[a.max(b) as usize] = a.min(b);
        a != b
    }

    /// Numbers the sets in the order of their names, and counts them.
    fn names(mut self, count: &mut usize) -> Vec<u32> {
        *count = 0;
        let mut name_of = vec![0; self.towards.len()];
        for member in 0..self.towards.len() as u32 {
            let first = self.find(member);
            name_of[member as usize] = if first == member { *count as u32 } else { name_of[first as usize] };
            *count += usize::from(first == member);
        }
        name_of
    }
}
