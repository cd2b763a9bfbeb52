//! Sea stacks: hashed columns of rock in a band off the shore.

use orogen_field::{Jet, Key, Real, Seed, window};

use super::{Shore, StackTunables};
use crate::stage::Site;
use crate::term::{Term, term};

pub(super) const STACKS: (&str, u32) = ("stacks", 0x57ac);

/// Where the draws of a cell go.
mod draw {
    pub(super) const PRESENT: i32 = 0;
    pub(super) const X: i32 = 1;
    pub(super) const Z: i32 = 2;
    pub(super) const RADIUS: i32 = 3;
    pub(super) const HEIGHT: i32 = 4;
}

/// A column of rock: its height over the bed falls from the middle as `(1 - r^2 / R^2)^3`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Column {
    pub(super) x: f64,
    pub(super) z: f64,
    pub(super) radius: f64,
    pub(super) height: f64,
}

impl Column {
    /// `ground` with the column on it; unchanged outside its radius.
    #[inline]
    pub(super) fn add_to(&self, ground: Jet, x: f64, z: f64) -> Jet {
        let (rx, rz) = (x - self.x, z - self.z);
        let ratio = (rx * rx + rz * rz) / (self.radius * self.radius);
        if ratio >= 1.0 {
            return ground;
        }
        let s = 1.0 - ratio;
        let slope = term(Term::StackColumn, (-6.0 * self.height * s * s) / (self.radius * self.radius));
        Jet { value: ground.value + self.height * s * s * s, dx: ground.dx + slope * rx, dz: ground.dz + slope * rz }
    }
}

/// The stacks of one seed.
#[derive(Clone, Debug)]
pub(super) struct Stacks {
    t: StackTunables,
    key: Key,
}

impl Stacks {
    pub(super) fn new(seed: Seed, t: StackTunables) -> Self {
        Self { t, key: seed.key(STACKS.1, 0) }
    }

    pub(super) fn reach_m(&self) -> f64 {
        self.t.stack_radius_max
    }

    /// The stack of a cell, if it holds one.
    fn column(&self, cell_x: i32, cell_z: i32, origin_x: f64, origin_z: f64) -> Option<Column> {
        let t = &self.t;
        let draw = |i| self.key.draw(cell_x, cell_z, i);
        (draw(draw::PRESENT) < t.stack_chance).then(|| Column {
            x: (origin_x + t.stack_margin + t.stack_spread * draw(draw::X)) * t.stack_cell,
            z: (origin_z + t.stack_margin + t.stack_spread * draw(draw::Z)) * t.stack_cell,
            radius: t.stack_radius_min + (t.stack_radius_max - t.stack_radius_min) * draw(draw::RADIUS),
            height: t.stack_height_min + (t.stack_height_max - t.stack_height_min) * draw(draw::HEIGHT),
        })
    }

    /// The sum of the columns at (x, z), from the 3 x 3 cells around it.
    fn columns(&self, x: f64, z: f64) -> Jet {
        let (cell_x, fraction_x) = (x / self.t.stack_cell).split();
        let (cell_z, fraction_z) = (z / self.t.stack_cell).split();
        // The cell's number before it wraps to 32 bits.
        let (floor_x, floor_z) = (x / self.t.stack_cell - fraction_x, z / self.t.stack_cell - fraction_z);
        let mut sum = Jet::constant(0.0);
        for row in -1..=1_i32 {
            for col in -1..=1_i32 {
                let cell = (cell_x.wrapping_add(col as u32) as i32, cell_z.wrapping_add(row as u32) as i32);
                let origin = (floor_x + f64::from(col), floor_z + f64::from(row));
                if let Some(column) = self.column(cell.0, cell.1, origin.0, origin.1) {
                    sum = column.add_to(sum, x, z);
                }
            }
        }
        sum
    }

    /// The columns times their band of shore distance; zero outside the band.
    pub(super) fn banded(&self, site: &Site<'_>, shore: &Shore<'_>) -> Jet {
        let t = &self.t;
        let (rise, rise_slope) = window::s5(t.stack_band_start, t.stack_band_full, shore.distance);
        let (fall, fall_slope) = window::s5(t.stack_band_fade, t.stack_band_end, shore.distance);
        let band = rise * (1.0 - fall);
        if band <= 0.0 {
            return Jet::constant(0.0);
        }
        let band_slope = term(Term::StackBand, rise_slope * (1.0 - fall) - rise * fall_slope);
        let stack = self.columns(site.x, site.z);
        Jet {
            value: band * stack.value,
            dx: band * stack.dx + band_slope * stack.value,
            dz: band * stack.dz + band_slope * shore.frame.distance_dz * stack.value,
        }
    }
}
