//! The two steps of diamond-square, for any source of draws.

/// Where a draw is used.
#[derive(Clone, Copy)]
pub(super) struct Site {
    /// 0 for the corners and the first square step's level, one more for each halving.
    pub level: u32,
    pub row: usize,
    pub col: usize,
}

/// Midpoint displacement on `2^levels + 1` points a side, row-major.
///
/// Per level the square step sets each centre to the mean of its four corners plus `amplitude * draw`, and the diamond
/// step each edge's middle likewise from its three or four neighbours; then the step is halved and the amplitude, 1 at
/// first, is multiplied by `gain`. Draws are asked for the corners, then in raster order for each step.
pub(super) fn displace(levels: u32, gain: f64, mut draw: impl FnMut(Site) -> f64) -> Vec<f64> {
    let last = 1 << levels;
    let side = last + 1;
    let mut heights = vec![0.0; side * side];
    for (row, col) in [(0, 0), (0, last), (last, 0), (last, last)] {
        heights[row * side + col] = draw(Site { level: 0, row, col });
    }
    let mut amplitude = 1.0;
    for level in 0..levels {
        let step = last >> level;
        square_step(&mut heights, side, step, |row, col| amplitude * draw(Site { level, row, col }));
        diamond_step(&mut heights, side, step, |row, col| amplitude * draw(Site { level, row, col }));
        amplitude *= gain;
    }
    heights
}

fn square_step(heights: &mut [f64], side: usize, step: usize, mut displacement: impl FnMut(usize, usize) -> f64) {
    let half = step / 2;
    for row in (half..side).step_by(step) {
        let (north, south) = ((row - half) * side, (row + half) * side);
        for col in (half..side).step_by(step) {
            let (west, east) = (col - half, col + half);
            let corners = heights[north + west] + heights[north + east] + heights[south + west] + heights[south + east];
            heights[row * side + col] = corners / 4.0 + displacement(row, col);
        }
    }
}

fn diamond_step(heights: &mut [f64], side: usize, step: usize, mut displacement: impl FnMut(usize, usize) -> f64) {
    let half = step / 2;
    let last = side - 1;
    for (line, row) in (0..side).step_by(half).enumerate() {
        // Even lines hold corners and odd lines centres; the middles lie between them.
        let first = if line % 2 == 0 { half } else { 0 };
        for col in (first..side).step_by(step) {
            let here = row * side + col;
            // West, east, north, south: the order that the demonstration adds them in.
            let mean = if row > 0 && row < last && col > 0 && col < last {
                let along = heights[here - half] + heights[here + half];
                (along + heights[here - half * side] + heights[here + half * side]) / 4.0
            } else if row == 0 || row == last {
                let inner = if row == 0 { here + half * side } else { here - half * side };
                (heights[here - half] + heights[here + half] + heights[inner]) / 3.0
            } else {
                let inner = if col == 0 { here + half } else { here - half };
                (heights[inner] + heights[here - half * side] + heights[here + half * side]) / 3.0
            };
            heights[here] = mean + displacement(row, col);
        }
    }
}
