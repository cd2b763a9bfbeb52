//! A raster as a topology: four or eight neighbours a cell, and edges that let water out, hold it in or wrap round.

use crate::element::check_count;
use crate::error::check_length;
use crate::{ElementId, FlowError, Role, Topology};

/// Rows to each neighbour, in the order of ids: NW N NE W E SW S SE.
pub(crate) const ROW_STEP: [isize; 8] = [-1, -1, -1, 0, 0, 1, 1, 1];

/// Columns to each neighbour.
pub(crate) const COL_STEP: [isize; 8] = [-1, 0, 1, -1, 1, -1, 0, 1];

/// How many neighbours a cell has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Neighborhood {
    /// Those that share an edge.
    Four,
    /// Those that share an edge or a corner.
    Eight,
}

impl Neighborhood {
    /// Which of the eight directions lead to a neighbour, a bit each.
    fn directions(self) -> u8 {
        match self {
            Neighborhood::Four => 0b0101_1010,
            Neighborhood::Eight => 0b1111_1111,
        }
    }
}

/// What happens at an edge of a raster.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Edge {
    /// The cells along the edge are outlets.
    Outlet,
    /// A wall: water turns back.
    Closed,
    /// The cells along the edge are neighbours of those along the opposite edge, which wraps too.
    Wrap,
}

/// The four edges of a raster. A corner cell is an outlet if either of its edges is one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Edges {
    /// Along row 0.
    pub north: Edge,
    /// Along the last row.
    pub south: Edge,
    /// Along column 0.
    pub west: Edge,
    /// Along the last column.
    pub east: Edge,
}

impl Edges {
    /// Four edges alike.
    #[must_use]
    pub const fn all(edge: Edge) -> Self {
        Self { north: edge, south: edge, west: edge, east: edge }
    }
}

/// What void cells are to the cells beside them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VoidRule {
    /// The cells beside a void cell are outlets: water falls into the void, as over the edge of the map.
    Outlet,
    /// A void cell is a wall.
    Barrier,
}

/// The shape of a raster, and how water sees it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RasterSpec {
    /// Number of rows.
    pub rows: usize,
    /// Number of columns.
    pub cols: usize,
    /// Distance between the centres of columns, in metres.
    pub step_x_m: f64,
    /// Distance between the centres of rows, in metres.
    pub step_z_m: f64,
    /// Four neighbours or eight.
    pub neighborhood: Neighborhood,
    /// What the edges do.
    pub edges: Edges,
}

impl RasterSpec {
    /// Square cells of `step_m` metres, eight neighbours, outlets all round.
    #[must_use]
    pub const fn square(rows: usize, cols: usize, step_m: f64) -> Self {
        Self {
            rows,
            cols,
            step_x_m: step_m,
            step_z_m: step_m,
            neighborhood: Neighborhood::Eight,
            edges: Edges::all(Edge::Outlet),
        }
    }
}

/// What is stored of a cell: its role, and whether its neighbours are all there at the usual offsets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Cell {
    role: Role,
    regular: bool,
}

/// A raster of cells, row-major from the north-west corner.
///
/// Neighbours are visited in the order NW, N, NE, W, E, SW, S, SE, which is the order of ids except across wrapped edges.
/// Diagonals are longer by Pythagoras.
///
/// ```
/// use orogen_flow::{ElementId, Raster, RasterSpec, Topology};
///
/// let raster = Raster::new(RasterSpec::square(3, 3, 30.0))?;
/// let mut ids = Vec::new();
/// raster.for_each_neighbor(ElementId(0), |neighbor, distance_m| ids.push((neighbor.0, distance_m.round())));
/// assert_eq!(ids, [(1, 30.0), (3, 30.0), (4, 42.0)]);
/// # Ok::<(), orogen_flow::FlowError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Raster {
    spec: RasterSpec,
    cells: Vec<Cell>,
    /// Distances in the eight directions: one entry a row, or one for all rows.
    distance_m_by_row: Vec<[f64; 8]>,
    /// What is added to an id, modulo 2^32, to step in each direction.
    offsets: [u32; 8],
}

impl Raster {
    /// A raster without void cells.
    ///
    /// # Errors
    ///
    /// [`FlowError::Empty`], [`FlowError::TooManyElements`], [`FlowError::Value`] if a step is not a finite number above
    /// 0, and [`FlowError::Wrap`].
    pub fn new(spec: RasterSpec) -> Result<Self, FlowError> {
        let count = check_size(&spec)?;
        check_wrap("north-south", spec.edges.north, spec.edges.south, spec.rows)?;
        check_wrap("west-east", spec.edges.west, spec.edges.east, spec.cols)?;
        check_step("step_x_m", 0, spec.step_x_m)?;
        check_step("step_z_m", 0, spec.step_z_m)?;
        let steps = [spec.step_x_m; 3];
        let mut raster = Self {
            spec,
            cells: vec![Cell { role: Role::Interior, regular: true }; count],
            distance_m_by_row: vec![distances(steps, spec.step_z_m)],
            offsets: core::array::from_fn(|k| (ROW_STEP[k] * spec.cols as isize + COL_STEP[k]) as u32),
        };
        raster.mark_rim();
        Ok(raster)
    }

    /// The same raster with a column step of its own for every row, as geographic grids have: `step_x_m[row]` metres.
    ///
    /// A diagonal takes the mean of the steps of the two rows that it joins.
    ///
    /// # Errors
    ///
    /// [`FlowError::Length`] or [`FlowError::Value`].
    pub fn with_row_steps(mut self, step_x_m: &[f64]) -> Result<Self, FlowError> {
        let rows = self.spec.rows;
        check_length("step_x_m", rows, step_x_m.len())?;
        for (row, step) in step_x_m.iter().enumerate() {
            check_step("step_x_m", row, *step)?;
        }
        let step_between = |row: usize, other: usize| (step_x_m[row] + step_x_m[other]) / 2.0;
        let row_distances = |row: usize| {
            let north = step_between(row, (row + rows - 1) % rows);
            let south = step_between(row, (row + 1) % rows);
            distances([north, step_x_m[row], south], self.spec.step_z_m)
        };
        self.distance_m_by_row = (0..rows).map(row_distances).collect();
        Ok(self)
    }

    /// The same raster with some cells void: `void[cell]`, row-major, true where there is no ground.
    ///
    /// # Errors
    ///
    /// [`FlowError::Length`] if the mask does not cover the raster.
    pub fn with_void(mut self, void: &[bool], rule: VoidRule) -> Result<Self, FlowError> {
        check_length("void", self.cells.len(), void.len())?;
        for index in (0..void.len()).filter(|index| void[*index]) {
            for direction in 0..8 {
                if let Some(beside) = self.step(ElementId::from_index(index), direction) {
                    self.cells[beside.index()].regular = false;
                }
            }
        }
        for index in (0..void.len()).filter(|index| void[*index]) {
            if rule == VoidRule::Outlet {
                for direction in (0..8).filter(|direction| self.spec.neighborhood.directions() >> direction & 1 == 1) {
                    let beside = self.step(ElementId::from_index(index), direction);
                    if let Some(beside) = beside.filter(|beside| self.role(*beside) == Role::Interior) {
                        self.cells[beside.index()].role = Role::Outlet;
                    }
                }
            }
        }
        for (cell, _) in self.cells.iter_mut().zip(void).filter(|(_, void)| **void) {
            *cell = Cell { role: Role::Void, regular: false };
        }
        Ok(self)
    }

    /// The same raster with some cells outlets, such as the sea or a mouth in a closed edge.
    ///
    /// # Errors
    ///
    /// [`FlowError::Length`] if the mask does not cover the raster.
    pub fn with_outlets(mut self, outlet: &[bool]) -> Result<Self, FlowError> {
        check_length("outlet", self.cells.len(), outlet.len())?;
        for (cell, _) in self.cells.iter_mut().zip(outlet).filter(|(cell, outlet)| **outlet && cell.role != Role::Void)
        {
            cell.role = Role::Outlet;
        }
        Ok(self)
    }

    /// The shape of the raster.
    #[must_use]
    pub fn spec(&self) -> &RasterSpec {
        &self.spec
    }

    /// The cell one step away in one of the eight directions, void or not; `None` beyond an edge that does not wrap.
    fn step(&self, cell: ElementId, direction: usize) -> Option<ElementId> {
        let RasterSpec { rows, cols, edges, .. } = self.spec;
        let (row, col) = (cell.index() / cols, cell.index() % cols);
        let row = stepped(row, ROW_STEP[direction], rows, edges.north == Edge::Wrap)?;
        let col = stepped(col, COL_STEP[direction], cols, edges.west == Edge::Wrap)?;
        Some(ElementId::from_index(row * cols + col))
    }

    /// The neighbour in one of the eight directions and its distance, whatever the neighbourhood.
    pub(crate) fn neighbor(&self, cell: ElementId, direction: usize) -> Option<(ElementId, f64)> {
        let neighbor = self.step(cell, direction)?;
        let there = self.role(cell) != Role::Void && self.role(neighbor) != Role::Void;
        there.then(|| (neighbor, self.distances_of(cell)[direction]))
    }

    /// Distances from a cell in the eight directions.
    #[inline(always)]
    pub(crate) fn distances_of(&self, cell: ElementId) -> &[f64; 8] {
        match self.distance_m_by_row.as_slice() {
            [uniform] => uniform,
            by_row => &by_row[cell.index() / self.spec.cols],
        }
    }

    fn mark_rim(&mut self) {
        let RasterSpec { rows, cols, edges, .. } = self.spec;
        let mut mark = |row: usize, col: usize, edge: Edge| {
            let cell = &mut self.cells[row * cols + col];
            cell.regular = false;
            if edge == Edge::Outlet {
                cell.role = Role::Outlet;
            }
        };
        for col in 0..cols {
            mark(0, col, edges.north);
            mark(rows - 1, col, edges.south);
        }
        for row in 0..rows {
            mark(row, 0, edges.west);
            mark(row, cols - 1, edges.east);
        }
    }

    /// Visits the neighbours of a cell beside the rim or a void cell.
    #[inline(never)]
    fn for_each_irregular(&self, cell: ElementId, mut visit: impl FnMut(ElementId, f64)) {
        for direction in (0..8).filter(|direction| self.spec.neighborhood.directions() >> direction & 1 == 1) {
            if let Some((neighbor, distance)) = self.neighbor(cell, direction) {
                visit(neighbor, distance);
            }
        }
    }
}

impl Topology for Raster {
    #[inline(always)]
    fn element_count(&self) -> usize {
        self.cells.len()
    }

    #[inline(always)]
    fn role(&self, element: ElementId) -> Role {
        self.cells[element.index()].role
    }

    #[inline(always)]
    fn for_each_neighbor(&self, element: ElementId, mut visit: impl FnMut(ElementId, f64)) {
        if !self.cells[element.index()].regular {
            return self.for_each_irregular(element, visit);
        }
        let distances = self.distances_of(element);
        let directions = self.spec.neighborhood.directions();
        for (k, (offset, distance)) in self.offsets.iter().zip(distances).enumerate() {
            if directions >> k & 1 == 1 {
                visit(ElementId(element.0.wrapping_add(*offset)), *distance);
            }
        }
    }

    fn distance(&self, from: ElementId, to: ElementId) -> Option<f64> {
        let step = to.0.wrapping_sub(from.0);
        let directions = self.spec.neighborhood.directions();
        if self.cells[from.index()].regular {
            let direction = (0..8).find(|k| directions >> k & 1 == 1 && self.offsets[*k] == step)?;
            return Some(self.distances_of(from)[direction]);
        }
        let mut found = None;
        self.for_each_irregular(from, |neighbor, distance| {
            if neighbor == to {
                found = Some(distance);
            }
        });
        found
    }
}

/// A row or column one step on; `None` beyond an edge that does not wrap.
fn stepped(at: usize, step: isize, len: usize, wraps: bool) -> Option<usize> {
    match at.checked_add_signed(step) {
        Some(next) if next < len => Some(next),
        _ if wraps => Some((at + len).wrapping_add_signed(step) % len),
        _ => None,
    }
}

/// Distances in the eight directions, from the column steps of diagonals north, of the row, and of diagonals south.
fn distances([north, here, south]: [f64; 3], step_z_m: f64) -> [f64; 8] {
    let diagonal = |step_x_m: f64| (step_x_m * step_x_m + step_z_m * step_z_m).sqrt();
    let (north, south) = (diagonal(north), diagonal(south));
    [north, step_z_m, north, here, here, south, step_z_m, south]
}

fn check_size(spec: &RasterSpec) -> Result<usize, FlowError> {
    let RasterSpec { rows, cols, .. } = *spec;
    if rows == 0 || cols == 0 {
        return Err(FlowError::Empty { rows, cols });
    }
    check_count("raster", rows as u128 * cols as u128)?;
    Ok(rows * cols)
}

fn check_step(what: &'static str, index: usize, got: f64) -> Result<(), FlowError> {
    if got.is_finite() && got > 0.0 {
        return Ok(());
    }
    Err(FlowError::Value { what, expected: "a finite number of metres above 0", index, got })
}

fn check_wrap(axis: &'static str, first: Edge, second: Edge, len: usize) -> Result<(), FlowError> {
    let wraps = (first == Edge::Wrap, second == Edge::Wrap);
    match wraps {
        (true, true) if len < 3 => {
            Err(FlowError::Wrap { axis, expected: "at least 3 cells across", got: "fewer than 3" })
        }
        (true, false) | (false, true) => {
            Err(FlowError::Wrap { axis, expected: "both opposite edges", got: "only one of them" })
        }
        _ => Ok(()),
    }
}
