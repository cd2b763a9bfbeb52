//! Blue noise: points no two of which are closer than a radius, and none of which leaves a gap.
//!
//! Bridson, "Fast Poisson disk sampling in arbitrary dimensions", SIGGRAPH 2007, with candidates at exactly the radius and
//! at successive angles, which packs them more densely (Roberts, "Maximal Poisson disk sampling", 2019).

use core::f64::consts::{FRAC_1_SQRT_2, FRAC_PI_3, PI};

use orogen_field::Key;
use orogen_field::hash::unit;

/// Candidates lie a little beyond the radius, so that rounding never puts one inside it.
const MARGIN: f64 = 1.0 + 1e-12;

/// How points are to be laid out in a square.
pub(super) struct Disk {
    /// Both coordinates are in `low..high`.
    pub(super) low: f64,
    pub(super) high: f64,
    /// The smallest distance.
    pub(super) radius: f64,
    /// Candidates a point: more pack points more densely.
    pub(super) tries: u32,
    pub(super) key: Key,
}

/// A number stream that counts its draws.
struct Draws {
    key: Key,
    drawn: i32,
}

impl Draws {
    fn bits(&mut self) -> u32 {
        self.drawn = self.drawn.wrapping_add(1);
        self.key.hash2(self.drawn, 0)
    }

    /// From 0 to below 1.
    fn unit(&mut self) -> f64 {
        unit(self.bits())
    }

    /// A whole number below `count`, which fits 32 bits.
    fn below(&mut self, count: usize) -> usize {
        ((u64::from(self.bits()) * count as u64) >> 32) as usize
    }
}

/// The points so far, each in a grid of cells too small for two.
struct Packing<'a> {
    disk: &'a Disk,
    cells_per_unit: f64,
    side: usize,
    /// The point in each cell, as an index plus 1; 0 for none. Two cells of margin all round spare the bounds checks.
    point_of_cell: Vec<u32>,
    points: Vec<[f64; 2]>,
    /// The direction in which each point was found from its parent.
    angles: Vec<f64>,
}

/// The neighbourhood of a cell that a point within the radius can be in: 5 x 5 without the corners.
const ROWS: [(usize, core::ops::Range<usize>); 5] = [(0, 1..4), (1, 0..5), (2, 0..5), (3, 0..5), (4, 1..4)];

impl<'a> Packing<'a> {
    fn new(disk: &'a Disk) -> Self {
        // No more than the square asks for: the caller bounds the radius.
        let cells_per_unit = 1.0 / (disk.radius * FRAC_1_SQRT_2);
        let side = ((disk.high - disk.low) * cells_per_unit) as usize + 5;
        Self { disk, cells_per_unit, side, point_of_cell: vec![0; side * side], points: Vec::new(), angles: Vec::new() }
    }

    /// The first cell of the neighbourhood of a place in the square.
    #[inline(always)]
    fn corner(&self, place: [f64; 2]) -> usize {
        let cell = |value: f64| ((value - self.disk.low) * self.cells_per_unit) as usize;
        cell(place[1]) * self.side + cell(place[0])
    }

    fn add(&mut self, place: [f64; 2], angle: f64) {
        let cell = self.corner(place) + 2 * self.side + 2;
        self.points.push(place);
        self.angles.push(angle);
        self.point_of_cell[cell] = self.points.len() as u32;
    }

    #[inline(always)]
    fn is_free(&self, place: [f64; 2]) -> bool {
        let inside = |value: f64| self.disk.low <= value && value < self.disk.high;
        if !(inside(place[0]) && inside(place[1])) {
            return false;
        }
        let corner = self.corner(place);
        let apart = self.disk.radius * self.disk.radius;
        ROWS.into_iter().all(|(row, cols)| {
            let row = &self.point_of_cell[corner + row * self.side..][cols];
            row.iter().filter(|point| **point != 0).all(|point| {
                let other = self.points[*point as usize - 1];
                let (dx, dy) = (other[0] - place[0], other[1] - place[1]);
                dx * dx + dy * dy >= apart
            })
        })
    }
}

/// Fills a square with points at least a radius from each other and from `placed`, which lie in the square and are at least
/// a radius apart. Returns the new points.
///
/// Without placed points it begins at a random place. The points are the same on every machine.
pub(super) fn fill(disk: &Disk, placed: &[[f64; 2]]) -> Vec<[f64; 2]> {
    let mut packing = Packing::new(disk);
    let mut draws = Draws { key: disk.key, drawn: 0 };
    if placed.is_empty() {
        let mut coordinate = || disk.low + (disk.high - disk.low) * draws.unit();
        let first = [coordinate(), coordinate()];
        packing.add(first, 0.0);
    }
    for place in placed {
        let angle = 2.0 * PI * draws.unit();
        packing.add(*place, angle);
    }
    let mut active: Vec<u32> = (0..packing.points.len() as u32).collect();
    while !active.is_empty() {
        let parent = active.swap_remove(draws.below(active.len()));
        surround(&mut packing, &mut draws, parent as usize, &mut active);
    }
    packing.points.split_off(placed.len())
}

/// Tries candidates round a point, from within 120 degrees of the direction in which it was found itself.
fn surround(packing: &mut Packing<'_>, draws: &mut Draws, parent: usize, active: &mut Vec<u32>) {
    let step = 2.0 * PI / f64::from(packing.disk.tries);
    let reach = packing.disk.radius * MARGIN;
    let centre = packing.points[parent];
    let mut angle = packing.angles[parent] + (2.0 * draws.unit() - 1.0) * 2.0 * FRAC_PI_3;
    for _ in 0..packing.disk.tries {
        let (sin, cos) = libm::sincos(angle);
        let place = [centre[0] + reach * cos, centre[1] + reach * sin];
        if packing.is_free(place) {
            active.push(packing.points.len() as u32);
            packing.add(place, angle);
            // The next place that this point leaves free is 60 degrees on.
            angle += FRAC_PI_3 + step * draws.unit();
        } else {
            angle += step;
        }
    }
}
