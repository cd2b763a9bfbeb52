//! Hillslope creep: linear diffusion, implicit along rows and then along columns (locally one-dimensional ADI).
//!
//! Each half is a backward Euler step, stable for any length, monotone, and conservative: what leaves a cell enters its
//! neighbour or, at a fixed edge, leaves the map.

use super::Land;
use crate::Edge;

/// One step's worth of creep.
pub(super) struct Creep<'a> {
    land: &'a Land<'a>,
    /// Diffusivity times the length of the step, in square metres.
    spread_m2: f64,
}

/// A line of cells: where it starts, how far apart they are in memory, how many, and how far apart on the ground.
#[derive(Clone, Copy)]
struct Line {
    start: usize,
    stride: usize,
    count: usize,
    step_m: f64,
    wraps: bool,
}

impl<'a> Creep<'a> {
    pub(super) fn new(land: &'a Land<'a>, spread_m2: f64) -> Self {
        Self { land, spread_m2 }
    }

    /// Spreads the surface; gives the volume that crept off the map.
    pub(super) fn run(&self, surface: &mut [f64]) -> f64 {
        if self.spread_m2 <= 0.0 {
            return 0.0;
        }
        let land = self.land;
        let row = |row: usize| Line {
            start: row * land.cols,
            stride: 1,
            count: land.cols,
            step_m: land.cells.step_x(row),
            wraps: land.edges.west == Edge::Wrap,
        };
        let col = |col: usize| Line {
            start: col,
            stride: land.cols,
            count: land.rows,
            step_m: land.cells.step_z(),
            wraps: land.edges.north == Edge::Wrap,
        };
        let before = self.moving_volume(surface);
        (0..land.rows).for_each(|index| self.spread_line(surface, row(index)));
        (0..land.cols).for_each(|index| self.spread_line(surface, col(index)));
        before - self.moving_volume(surface)
    }

    fn moving_volume(&self, surface: &[f64]) -> f64 {
        let moving = (0..surface.len()).filter(|index| self.land.moves[*index]);
        moving.map(|index| surface[index] * self.land.cell_area(index)).sum()
    }

    /// Solves `(1 - r lap) h' = h` along a line, piece by piece between barriers.
    fn spread_line(&self, surface: &mut [f64], line: Line) {
        let ratio = self.spread_m2 / (line.step_m * line.step_m);
        let at = |i: usize| line.start + (i % line.count) * line.stride;
        // A ring that nothing interrupts has no end to start from.
        let is_ring = line.wraps && (0..line.count).all(|i| self.land.moves[at(i)]);
        if is_ring {
            let ring: Vec<usize> = (0..line.count).map(at).collect();
            solve_ring(surface, &ring, ratio);
            return;
        }
        // Begin after a cell that does not move, so that no piece crosses the seam.
        let first = if line.wraps { (0..line.count).find(|i| !self.land.moves[at(*i)]).unwrap_or(0) } else { 0 };
        let mut piece = Vec::new();
        for i in first..first + line.count {
            if self.land.moves[at(i)] {
                piece.push(at(i));
            } else {
                self.spread_piece(surface, &piece, self.neighbour(line, first, i, &piece), ratio);
                piece.clear();
            }
        }
        let ends = self.neighbour(line, first, first + line.count, &piece);
        self.spread_piece(surface, &piece, ends, ratio);
    }

    /// The fixed cells at the two ends of a piece that ends before position `end`; `None` for a barrier or the map's edge.
    fn neighbour(&self, line: Line, first: usize, end: usize, piece: &[usize]) -> [Option<usize>; 2] {
        let begin = end - piece.len();
        let inside = |i: usize| line.wraps || (first..first + line.count).contains(&i);
        let fixed = |i: usize| {
            let cell = line.start + (i % line.count) * line.stride;
            (self.land.is_land[cell] && !self.land.moves[cell]).then_some(cell)
        };
        let before = if begin > first { Some(begin - 1) } else { line.wraps.then(|| first + line.count - 1) };
        [before.filter(|i| inside(*i)).and_then(fixed), Some(end).filter(|i| inside(*i)).and_then(fixed)]
    }

    /// Thomas' algorithm over cells that move, with fixed heights or no flux at the ends.
    fn spread_piece(&self, surface: &mut [f64], piece: &[usize], ends: [Option<usize>; 2], ratio: f64) {
        let count = piece.len();
        let diagonal = |i: usize| {
            let towards_start = i > 0 || ends[0].is_some();
            let towards_end = i + 1 < count || ends[1].is_some();
            1.0 + ratio * f64::from(u8::from(towards_start) + u8::from(towards_end))
        };
        let mut right: Vec<f64> = piece.iter().map(|cell| surface[*cell]).collect();
        if let (Some(first), Some(end)) = (right.first_mut(), ends[0]) {
            *first += ratio * surface[end];
        }
        if let (Some(last), Some(end)) = (right.last_mut(), ends[1]) {
            *last += ratio * surface[end];
        }
        solve(diagonal, -ratio, &mut right);
        for (cell, height) in piece.iter().zip(right) {
            surface[*cell] = height;
        }
    }
}

/// Solves a symmetric tridiagonal system with a constant off-diagonal, in place.
fn solve(diagonal: impl Fn(usize) -> f64, off: f64, right: &mut [f64]) {
    let mut upper = Vec::with_capacity(right.len());
    for i in 0..right.len() {
        let (factor, carried) = if i == 0 { (0.0, 0.0) } else { (upper[i - 1], right[i - 1]) };
        let pivot = diagonal(i) - off * factor;
        upper.push(off / pivot);
        right[i] = (right[i] - off * carried) / pivot;
    }
    for i in (1..right.len()).rev() {
        right[i - 1] -= upper[i - 1] * right[i];
    }
}

/// The same round a ring, by the formula of Sherman and Morrison.
fn solve_ring(surface: &mut [f64], ring: &[usize], ratio: f64) {
    let count = ring.len();
    if count < 3 {
        // Both neighbours of a cell are the same one, or the cell itself: there is nothing to level but their difference.
        let mean = ring.iter().map(|cell| surface[*cell]).sum::<f64>() / count as f64;
        for cell in ring {
            surface[*cell] = mean + (surface[*cell] - mean) / (1.0 + 4.0 * ratio);
        }
        return;
    }
    let off = -ratio;
    let corner = -(1.0 + 2.0 * ratio);
    let diagonal = |i: usize| {
        let full = 1.0 + 2.0 * ratio;
        if i == 0 {
            full - corner
        } else if i + 1 == count {
            full - off * off / corner
        } else {
            full
        }
    };
    let mut heights: Vec<f64> = ring.iter().map(|cell| surface[*cell]).collect();
    solve(diagonal, off, &mut heights);
    let mut bend = vec![0.0; count];
    bend[0] = corner;
    bend[count - 1] = off;
    solve(diagonal, off, &mut bend);
    let share = off / corner;
    let factor = (heights[0] + share * heights[count - 1]) / (1.0 + bend[0] + share * bend[count - 1]);
    for ((cell, height), bend) in ring.iter().zip(heights).zip(bend) {
        surface[*cell] = height - factor * bend;
    }
}
