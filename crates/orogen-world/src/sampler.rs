//! Sampling with memory: what neighbouring samples share, kept outside the world value.

use alloc::vec::Vec;

use orogen_field::{Grid, Jet, Placement};

use crate::coast::{Grade, Shore, ShoreFrame};
use crate::stage::Site;
use crate::world::check_coordinates;
use crate::{World, WorldError};

/// A view of a world for many samples: it remembers the last line's frame and the road's lattice heights.
///
/// Both are functions of the world alone, so a sampler gives the same bits as [`World::sample`], in any order of queries
/// and with any memo, the empty one included. Give each thread its own.
#[derive(Debug)]
pub struct Sampler<'w> {
    world: &'w World,
    row: Option<Row>,
    memo: GradeMemo,
}

/// What one line of constant z has in common.
#[derive(Clone, Copy, Debug)]
struct Row {
    z: f64,
    frame: ShoreFrame,
    /// Worked out where a sample comes near the road.
    grade: Option<Grade>,
}

/// A bounded, direct-mapped memo of the road's lattice heights; of size 0 it remembers nothing.
#[derive(Debug)]
pub(crate) struct GradeMemo {
    slots: Vec<Option<(i64, f64)>>,
}

impl GradeMemo {
    pub(crate) fn new(slots: usize) -> Self {
        Self { slots: alloc::vec![None; slots] }
    }

    pub(crate) fn get_or_insert_with(&mut self, i: i64, height: impl FnOnce() -> f64) -> f64 {
        let Some(size) = i64::try_from(self.slots.len()).ok().filter(|size| *size > 0) else { return height() };
        let slot = &mut self.slots[i.rem_euclid(size) as usize];
        match *slot {
            Some((known, height)) if known == i => height,
            _ => {
                let height = height();
                *slot = Some((i, height));
                height
            }
        }
    }
}

impl<'w> Sampler<'w> {
    /// Lattice heights that a sampler remembers unless told otherwise: some 30 km of road, in 1.5 KiB.
    pub const DEFAULT_MEMO: usize = 64;

    /// A view of `world` that remembers at most `memo` lattice heights of the road; 0 is allowed.
    #[must_use]
    pub fn new(world: &'w World, memo: usize) -> Self {
        Self { world, row: None, memo: GradeMemo::new(memo) }
    }

    /// Height of the ground at (x, z) in metres, with its gradient.
    ///
    /// # Errors
    ///
    /// [`WorldError::Coordinate`] outside the domain.
    pub fn sample(&mut self, x: f64, z: f64) -> Result<Jet, WorldError> {
        check_coordinates(x, z)?;
        Ok(self.sample_unchecked(x, z))
    }

    /// The ground at each of `points` (x, z), into `out`.
    ///
    /// # Errors
    ///
    /// As [`World::sample_into`].
    pub fn sample_into(&mut self, points: &[[f64; 2]], out: &mut [Jet]) -> Result<(), WorldError> {
        if points.len() != out.len() {
            return Err(WorldError::Batch { points: points.len(), out: out.len() });
        }
        points.iter().try_for_each(|&[x, z]| check_coordinates(x, z))?;
        for (&[x, z], ground) in points.iter().zip(out) {
            *ground = self.sample_unchecked(x, z);
        }
        Ok(())
    }

    /// A raster of `nz` rows and `nx` columns with the given placement.
    ///
    /// # Errors
    ///
    /// As [`World::window`].
    pub fn window(&mut self, placement: Placement, nx: usize, nz: usize) -> Result<Grid<Jet>, WorldError> {
        // The corners bound all the rest. An empty raster has none, and is refused with the grid.
        check_coordinates(placement.x0, placement.z0)?;
        check_coordinates(placement.x(nx.saturating_sub(1)), placement.z(nz.saturating_sub(1)))?;
        let ground = |row, col| self.sample_unchecked(placement.x(col), placement.z(row));
        Ok(Grid::from_fn(nz, nx, placement, ground)?)
    }

    /// The ground at any finite place. Outside the domain the lattices wrap.
    #[inline]
    pub(crate) fn sample_unchecked(&mut self, x: f64, z: f64) -> Jet {
        let world = self.world;
        self.at(x, z, |site| world.pipeline().run(site))
    }

    /// What `f` makes of the site at (x, z).
    #[inline]
    pub(crate) fn at<R>(&mut self, x: f64, z: f64, f: impl FnOnce(&Site<'_>) -> R) -> R {
        let Some(shoreline) = self.world.shoreline() else { return f(&Site { x, z, shore: None }) };
        if self.row.is_none_or(|row| row.z != z) {
            self.row = None;
        }
        let row = self.row.get_or_insert_with(|| Row { z, frame: shoreline.frame(z), grade: None });
        let mut shore = Shore::at(&row.frame, x);
        if shoreline.needs_grade(shore.road_offset) {
            shore.grade = Some(*row.grade.get_or_insert_with(|| shoreline.grade(z, &mut self.memo)));
        }
        f(&Site { x, z, shore: Some(shore) })
    }
}
