//! Hillslope creep: linear diffusion, implicit along rows and then along columns (ADI, locally one-dimensional).
//!
//! Each half is a backward Euler step: stable for any length of step, never beyond the range of the heights, and
//! conservative, since what leaves a cell over a side enters the cell there. Fixed cells and the ground beyond free
//! edges keep their heights; nothing crosses the side of a barrier.

use super::land::Land;
use super::tridiagonal::{LANES, Lines};

/// Lines of cells side by side.
#[derive(Clone, Copy)]
struct Block {
    /// The first cell of the first line.
    start: usize,
    /// How far apart in memory the cells of a line are, and the lines.
    stride: usize,
    lane_stride: usize,
    /// How many lines there are, at most [`LANES`].
    lanes: usize,
    wraps: bool,
}

impl Block {
    fn cell(&self, i: usize, lane: usize) -> usize {
        self.start + i * self.stride + lane * self.lane_stride
    }
}

/// Lets the land creep; `spread_m2` is diffusivity times time, in square metres.
pub(super) fn creep(land: &Land<'_>, surface: &mut [f64], spread_m2: f64) {
    if spread_m2 <= 0.0 {
        return;
    }
    let (rows, cols) = (land.rows, land.cols);
    let mut lines = Lines::new(cols);
    for row in (0..rows).step_by(LANES) {
        let lanes = LANES.min(rows - row);
        let block = Block { start: row * cols, stride: 1, lane_stride: cols, lanes, wraps: land.wraps_cols };
        let ratios: [f64; LANES] = core::array::from_fn(|lane| {
            let step = land.step_x(row + lane);
            spread_m2 / (step * step)
        });
        spread(land, surface, block, &mut lines, |_, lane| [ratios[lane]; 2]);
    }
    let mut lines = Lines::new(rows);
    // The side between two rows is as wide as their cells are on average.
    let ratio = |row: usize, beside: usize| {
        let width = 0.5 * (land.step_x(row) + land.step_x(beside)) / land.step_x(row);
        spread_m2 / (land.step_z() * land.step_z()) * width
    };
    let ratios: Vec<[f64; 2]> =
        (0..rows).map(|row| [ratio(row, (row + rows - 1) % rows), ratio(row, (row + 1) % rows)]).collect();
    for col in (0..cols).step_by(LANES) {
        let lanes = LANES.min(cols - col);
        let block = Block { start: col, stride: cols, lane_stride: 1, lanes, wraps: land.wraps_rows };
        spread(land, surface, block, &mut lines, |i, _| ratios[i]);
    }
}

/// Solves one block of lines. `ratio(i, lane)` couples a cell to the ones before and after it.
fn spread(
    land: &Land<'_>,
    surface: &mut [f64],
    block: Block,
    lines: &mut Lines,
    ratio: impl Fn(usize, usize) -> [f64; 2],
) {
    let len = lines.value.len();
    for i in 0..len {
        let (before, after) = (if i == 0 { len } else { i } - 1, if i + 1 == len { 0 } else { i + 1 });
        let (has_before, has_after) = (block.wraps || i > 0, block.wraps || i + 1 < len);
        for lane in 0..block.lanes {
            let cell = block.cell(i, lane);
            let coupled = |is_there: bool, beside: usize| {
                let couples = is_there & land.moves[cell] & land.is_ground[block.cell(beside, lane)];
                f64::from(u8::from(couples))
            };
            let [ratio_before, ratio_after] = ratio(i, lane);
            lines.before[i][lane] = coupled(has_before, before) * ratio_before;
            lines.after[i][lane] = coupled(has_after, after) * ratio_after;
            lines.value[i][lane] = surface[cell];
        }
    }
    if block.wraps {
        lines.solve_rings()
    } else {
        lines.solve_chains()
    }
    for i in 0..len {
        for lane in 0..block.lanes {
            let cell = block.cell(i, lane);
            if land.moves[cell] {
                surface[cell] = lines.value[i][lane];
            }
        }
    }
}
