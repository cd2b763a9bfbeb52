//! What a process does at the edges of a map.

use crate::RasterError;

/// The rule at one edge of a map.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Edge {
    /// The outermost cells keep their height to the bit; what reaches them leaves the map.
    Fixed,
    /// The land goes on beyond the edge as it comes, and what crosses the edge leaves the map.
    #[default]
    Free,
    /// The map goes on at the opposite edge.
    Wrap,
}

/// The rules at all four edges.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Edges {
    /// Row 0.
    pub north: Edge,
    /// The last row.
    pub south: Edge,
    /// Column 0.
    pub west: Edge,
    /// The last column.
    pub east: Edge,
}

impl Edges {
    /// The same rule at every edge.
    #[must_use]
    pub fn all(edge: Edge) -> Self {
        Self { north: edge, south: edge, west: edge, east: edge }
    }

    /// Whether opposite edges agree about wrapping.
    pub(crate) fn check(&self) -> Result<(), RasterError> {
        let agree = |a: Edge, b: Edge| (a == Edge::Wrap) == (b == Edge::Wrap);
        match (agree(self.north, self.south), agree(self.west, self.east)) {
            (true, true) => Ok(()),
            (false, _) => Err(RasterError::Edges { a: "north", b: "south" }),
            (_, false) => Err(RasterError::Edges { a: "west", b: "east" }),
        }
    }

    pub(crate) fn wraps_rows(&self) -> bool {
        self.north == Edge::Wrap
    }

    pub(crate) fn wraps_cols(&self) -> bool {
        self.west == Edge::Wrap
    }

    /// Whether a cell of a `rows` x `cols` map lies on a fixed edge.
    pub(crate) fn holds(&self, row: usize, col: usize, rows: usize, cols: usize) -> bool {
        (row == 0 && self.north == Edge::Fixed)
            || (row + 1 == rows && self.south == Edge::Fixed)
            || (col == 0 && self.west == Edge::Fixed)
            || (col + 1 == cols && self.east == Edge::Fixed)
    }
}
