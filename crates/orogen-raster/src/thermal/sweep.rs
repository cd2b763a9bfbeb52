//! One conservative sweep: each cell in turn brings the neighbours that are too far below it up to the talus.

use rayon::prelude::*;

use super::field::{Field, NEIGHBOURS};

/// What does not change between sweeps.
pub(super) struct Sweeper {
    offsets: [isize; 8],
    /// By row, how far away each neighbour is, and how far down it may be.
    distances: Vec<[f64; 8]>,
    drops: Vec<[f64; 8]>,
    /// By row, one over a cell's area.
    thinness: Vec<f64>,
}

impl Sweeper {
    pub(super) fn new(field: &Field, talus: f64) -> Self {
        let distances: Vec<[f64; 8]> = (0..field.rows).map(|row| field.distances(row)).collect();
        Self {
            offsets: NEIGHBOURS.map(|neighbour| field.offset(neighbour)),
            drops: distances.iter().map(|distances| distances.map(|distance| talus * distance)).collect(),
            distances,
            thinness: (0..field.rows).map(|row| 1.0 / field.area(row)).collect(),
        }
    }

    /// The largest excess of a slope over the talus, or 0.
    pub(super) fn steepest(&self, field: &Field) -> f64 {
        let of_row = |row: usize| {
            let (drops, distances) = (&self.drops[row], &self.distances[row]);
            let start = field.place(row, 0);
            let mut steepest = 0.0_f64;
            for place in start..start + field.cols {
                for neighbour in 0..8 {
                    let there = place.wrapping_add_signed(self.offsets[neighbour]);
                    let excess = (field.givers[place] - field.heights[there]) - drops[neighbour];
                    if excess > 0.0 {
                        steepest = steepest.max(excess / distances[neighbour]);
                    }
                }
            }
            steepest
        };
        let by_row: Vec<f64> = (0..field.rows).into_par_iter().map(of_row).collect();
        by_row.into_iter().fold(0.0, f64::max)
    }

    /// Visits every cell once and returns the cubic metres that left the map.
    ///
    /// Rows are taken southwards in even sweeps, columns eastwards in two sweeps out of four, so that no direction is
    /// favoured. The order is fixed: one thread does it all.
    pub(super) fn sweep(&self, field: &mut Field, number: u32) -> f64 {
        let (northwards, westwards) = (number % 2 == 1, number % 4 >= 2);
        let mut exported = 0.0;
        for line in 0..field.rows {
            let row = if northwards { field.rows - 1 - line } else { line };
            let mut left = 0.0;
            for step in 0..field.cols {
                let col = if westwards { field.cols - 1 - step } else { step };
                left += self.give(field, row, col);
            }
            exported += left;
        }
        exported
    }

    /// Lets a cell give to its neighbours, in raster order; returns the cubic metres that left the map.
    fn give(&self, field: &mut Field, row: usize, col: usize) -> f64 {
        let place = field.place(row, col);
        let mut left = 0.0;
        for neighbour in 0..8 {
            let there = place.wrapping_add_signed(self.offsets[neighbour]);
            let excess = (field.givers[place] - field.heights[there]) - self.drops[row][neighbour];
            // False for barriers, which are NaN.
            if excess > 0.0 {
                left += self.slide(field, (row, col), neighbour, excess);
            }
        }
        left
    }

    /// Moves what brings a cell and its neighbour to the talus, if nothing else moved; returns what of it left the map.
    #[cold]
    fn slide(&self, field: &mut Field, (row, col): (usize, usize), neighbour: usize, excess: f64) -> f64 {
        let taker = field.beside(row, col, NEIGHBOURS[neighbour]);
        let leaves = field.lets_out(taker, NEIGHBOURS[neighbour]);
        // A neighbour that passes it on does not rise.
        let rise = if leaves { 0.0 } else { self.thinness[taker.0] };
        let volume = excess / (self.thinness[row] + rise);
        field.add(row, col, -volume * self.thinness[row]);
        if leaves {
            return volume;
        }
        field.add(taker.0, taker.1, volume * rise);
        0.0
    }
}
