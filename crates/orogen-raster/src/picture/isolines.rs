//! Lines of equal height, by marching squares.

use std::collections::{BTreeMap, BTreeSet};

use orogen_field::Grid;

/// A line of equal height: at least two points (x, z) in metres, higher ground on its left hand.
#[derive(Clone, Debug, PartialEq)]
pub struct Isoline {
    /// The points, each on the line between two neighbouring cell centres.
    pub points: Vec<[f64; 2]>,
    /// Whether the last point goes on to the first; else the line ends at the map's edge or at a void cell.
    pub closed: bool,
}

/// The lines at `level`, open ones first.
///
/// Heights run straight between neighbouring cell centres; a square of four that two lines cross is read by the mean of
/// its corners. A height equal to the level counts as above it, so that no line branches. Squares with a void or NaN
/// corner are left out. Lorensen and Cline, "Marching cubes", SIGGRAPH 1987.
#[must_use]
pub fn isolines(heights: &Grid<f64>, level: f64) -> Vec<Isoline> {
    let next = segments(heights, level);
    let ends: BTreeSet<Side> = next.values().copied().collect();
    let starts = next.keys().copied().filter(|side| !ends.contains(side));
    let mut lines = Vec::new();
    let mut left = next.clone();
    // What has no beginning goes round: any of its points will do for the first.
    for start in starts.chain(next.keys().copied()) {
        let mut sides = vec![start];
        let mut last = start;
        while let Some(side) = left.remove(&last) {
            sides.push(side);
            last = side;
        }
        if sides.len() > 1 {
            let closed = last == start;
            sides.truncate(sides.len() - usize::from(closed));
            let points = sides.into_iter().map(|side| side.crossing(heights, level)).collect();
            lines.push(Isoline { points, closed });
        }
    }
    lines
}

/// The side between a cell centre and the one east or south of it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Side {
    row: usize,
    col: usize,
    southwards: bool,
}

impl Side {
    fn crossing(self, heights: &Grid<f64>, level: f64) -> [f64; 2] {
        let Self { row, col, southwards } = self;
        let (beside_row, beside_col) = if southwards { (row + 1, col) } else { (row, col + 1) };
        let (from, to) = (*heights.at(row, col), *heights.at(beside_row, beside_col));
        let share = (level - from) / (to - from);
        let placement = heights.placement();
        let (x, z) = (placement.x(col), placement.z(row));
        [x + share * (placement.x(beside_col) - x), z + share * (placement.z(beside_row) - z)]
    }
}

/// All segments of the lines, each from the key to the value. A side is the start of one segment at most, and the end
/// of one at most, for it is entered from the square on one hand and left into that on the other.
fn segments(heights: &Grid<f64>, level: f64) -> BTreeMap<Side, Side> {
    let mut next = BTreeMap::new();
    for row in 0..heights.rows() - 1 {
        for col in 0..heights.cols() - 1 {
            // Clockwise from the north-west; side k is between corners k and k + 1.
            let corners = [(row, col), (row, col + 1), (row + 1, col + 1), (row + 1, col)];
            let known = |(row, col): (usize, usize)| !heights.is_void(heights.index(row, col));
            let values = corners.map(|(row, col)| *heights.at(row, col));
            if !corners.into_iter().all(known) || values.iter().any(|value| value.is_nan()) {
                continue;
            }
            let sides = [
                Side { row, col, southwards: false },
                Side { row, col: col + 1, southwards: true },
                Side { row: row + 1, col, southwards: false },
                Side { row, col, southwards: true },
            ];
            for (start, end) in square_segments(values, level) {
                next.insert(sides[start], sides[end]);
            }
        }
    }
    next
}

/// The segments in a square, from side to side.
///
/// Clockwise, the level is crossed upwards at rises and downwards at falls. Higher corners that belong together lie
/// between a rise and the next fall, and their segment runs from the one to the other. Where the middle of a saddle is
/// high, the lower corners stand alone instead: theirs runs from the rise after them to the fall before.
fn square_segments(corners: [f64; 4], level: f64) -> impl Iterator<Item = (usize, usize)> {
    let above = corners.map(|height| height >= level);
    let rises = move |side: usize| !above[side] && above[(side + 1) % 4];
    let falls = move |side: usize| above[side] && !above[(side + 1) % 4];
    let mean = 0.25 * ((corners[0] + corners[1]) + (corners[2] + corners[3]));
    let backwards = above[0] == above[2] && above[1] == above[3] && above[0] != above[1] && mean >= level;
    (0..4).filter(move |side| rises(*side)).filter_map(move |rise| {
        let steps = 1..4;
        let turned = move |step: usize| if backwards { (rise + 4 - step) % 4 } else { (rise + step) % 4 };
        steps.map(turned).find(|side| falls(*side)).map(|fall| (rise, fall))
    })
}
