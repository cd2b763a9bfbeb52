//! The land that rivers and creep work on, as far as it does not change.

use orogen_field::Grid;
use orogen_flow::{ElementId, Raster, Topology};

use super::StreamPower;
use super::forcing::{Forcing, Rate};
use super::frame::Frame;
use crate::{CellSize, Edge, Edges, RasterError};

/// The cells of the map and of the ground beyond its free edges, row-major.
pub(super) struct Land<'a> {
    pub(super) topology: Raster,
    pub(super) rows: usize,
    pub(super) cols: usize,
    pub(super) wraps_rows: bool,
    pub(super) wraps_cols: bool,
    /// Whether uplift, rivers and creep move a cell: it is land of the map, and not on a fixed edge.
    pub(super) moves: Vec<bool>,
    /// Whether a cell is ground, of the map or beyond it, and no barrier.
    pub(super) is_ground: Vec<bool>,
    /// Whether a cell is land of the map.
    is_land: Vec<bool>,
    pub(super) erodibility: Rate,
    /// Rain relative to the usual times cell area, in square metres.
    pub(super) supply: Rate,
    uplift: Rate,
    cells: &'a CellSize,
    frame: Frame,
}

/// What became of the land in one step.
pub(super) struct Tally {
    /// Volumes in cubic metres.
    pub(super) uplifted: f64,
    pub(super) exported: f64,
    /// The largest change of a height, in metres.
    pub(super) largest_change: f64,
}

impl<'a> Land<'a> {
    /// The land and its surface. Barriers have height 0 there, which nothing reads.
    pub(super) fn new(
        map: &Grid<f64>,
        params: &StreamPower,
        forcing: Forcing<'_>,
        cells: &'a CellSize,
        edges: Edges,
    ) -> Result<(Self, Vec<f64>), RasterError> {
        edges.check()?;
        cells.check_rows(map)?;
        let frame = Frame::new(map, edges);
        let heights = map.samples();
        let on_map: Vec<bool> = (0..heights.len()).map(|i| !map.is_void(i) && heights[i].is_finite()).collect();
        let known = || heights.iter().zip(&on_map).filter(|(_, is_land)| **is_land).map(|(height, _)| *height);
        let lowest = known().fold(f64::INFINITY, f64::min);
        let finite: Vec<f64> =
            heights.iter().zip(&on_map).map(|(height, land)| if *land { *height } else { 0.0 }).collect();
        let mut surface = frame.framed(&finite, 0.0);
        let is_land = frame.framed(&on_map, false);
        let mut is_ground = is_land.clone();
        frame.continue_beyond(&mut surface, &is_land, &mut is_ground, lowest);
        let mut moves = on_map;
        for row in 0..map.rows() {
            let is_rim = row == 0 || row + 1 == map.rows();
            let cols = if is_rim { 1 } else { map.cols().max(2) - 1 };
            for col in (0..map.cols()).step_by(cols).filter(|col| edges.holds(row, *col, map.rows(), map.cols())) {
                moves[row * map.cols() + col] = false;
            }
        }
        let land = Self {
            topology: topology(cells, &frame, edges, &is_ground)?,
            rows: frame.rows,
            cols: frame.cols,
            wraps_rows: edges.wraps_rows(),
            wraps_cols: edges.wraps_cols(),
            moves: frame.framed(&moves, false),
            is_ground,
            is_land,
            erodibility: forcing.erodibility(map, &frame, params)?,
            supply: supply(forcing.rain(map, &frame)?, cells, &frame),
            uplift: forcing.uplift(map, &frame, params)?,
            cells,
            frame,
        };
        Ok((land, surface))
    }

    /// Distance between columns of a row of the frame, in metres.
    pub(super) fn step_x(&self, row: usize) -> f64 {
        self.cells.step_x(self.frame.map_row(row))
    }

    /// Distance between rows, in metres.
    pub(super) fn step_z(&self) -> f64 {
        self.cells.step_z()
    }

    /// Area of the cells of a row of the frame, in square metres.
    pub(super) fn cell_area(&self, row: usize) -> f64 {
        self.step_x(row) * self.step_z()
    }

    /// The height to which uplift alone raises a cell.
    #[inline(always)]
    pub(super) fn raised(&self, cell: usize, height: f64, years: f64) -> f64 {
        height + self.uplift.at(cell) * years
    }

    /// The distance between two neighbours, in metres.
    #[inline(always)]
    pub(super) fn distance(&self, from: ElementId, to: ElementId) -> f64 {
        // A receiver is a neighbour, so there is a distance.
        self.topology.distance(from, to).unwrap_or(f64::INFINITY)
    }

    /// Volume of the land above height 0, less what is missing below it, in cubic metres; summed by rows.
    pub(super) fn volume(&self, surface: &[f64]) -> f64 {
        let lines = surface.chunks_exact(self.cols).zip(self.is_land.chunks_exact(self.cols)).enumerate();
        let of_row = |(row, (heights, is_land)): (usize, (&[f64], &[bool]))| {
            let height: f64 = heights.iter().zip(is_land).map(|(height, land)| if *land { *height } else { 0.0 }).sum();
            height * self.cell_area(row)
        };
        lines.map(of_row).sum()
    }

    /// What a step of `years` did, which led from one surface to another; summed by rows.
    pub(super) fn tally(&self, before: &[f64], after: &[f64], years: f64) -> Tally {
        let mut tally = Tally { uplifted: 0.0, exported: 0.0, largest_change: 0.0 };
        for row in 0..self.rows {
            let (mut uplifted, mut exported) = (0.0, 0.0);
            for cell in (row * self.cols..(row + 1) * self.cols).filter(|cell| self.moves[*cell]) {
                let raised = self.raised(cell, before[cell], years);
                uplifted += raised - before[cell];
                exported += raised - after[cell];
                tally.largest_change = tally.largest_change.max((after[cell] - before[cell]).abs());
            }
            tally.uplifted += uplifted * self.cell_area(row);
            tally.exported += exported * self.cell_area(row);
        }
        tally
    }

    /// A map with the surface's heights where land moves; elsewhere it keeps what it has.
    pub(super) fn on_map(&self, surface: &[f64], map: &Grid<f64>) -> Grid<f64> {
        let mut worn = map.clone();
        let lines = self.frame.map_lines(surface).zip(self.frame.map_lines(&self.moves));
        for (targets, (heights, moves)) in worn.samples_mut().chunks_exact_mut(map.cols()).zip(lines) {
            let cells = targets.iter_mut().zip(heights).zip(moves);
            cells.filter(|(_, moves)| **moves).for_each(|((target, height), _)| *target = *height);
        }
        worn
    }
}

/// The frame as water sees it: fixed edges and the ground beyond free ones are outlets.
fn topology(cells: &CellSize, frame: &Frame, edges: Edges, is_ground: &[bool]) -> Result<Raster, RasterError> {
    let water = |rule: Edge| match rule {
        Edge::Fixed | Edge::Free => orogen_flow::Edge::Outlet,
        Edge::Wrap => orogen_flow::Edge::Wrap,
    };
    let edges = orogen_flow::Edges {
        north: water(edges.north),
        south: water(edges.south),
        west: water(edges.west),
        east: water(edges.east),
    };
    let row_of_map = |row: usize| frame.map_row(row);
    cells.drained((frame.rows, frame.cols), row_of_map, is_ground, edges)
}

/// Rain times cell area, even if both are.
fn supply(rain: Rate, cells: &CellSize, frame: &Frame) -> Rate {
    let area = |row: usize| cells.step_x(frame.map_row(row)) * cells.step_z();
    match rain {
        Rate::Even(rain) if cells.is_uniform() => Rate::Even(rain * area(0)),
        rain => {
            let supply = |cell: usize| rain.at(cell) * area(cell / frame.cols);
            Rate::Varied((0..frame.rows * frame.cols).map(supply).collect())
        }
    }
}
