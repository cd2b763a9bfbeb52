//! Thermal erosion: ground steeper than its talus slides.
//!
//! [`erode`] moves the material downhill until no slope is above the talus; [`cut_back`] takes it off the map instead;
//! [`article`] is the published demonstration's version, digit by digit.

mod article;
mod cut;
mod field;
mod sweep;

pub use article::article;
pub use cut::cut_back;

use orogen_field::{Grid, tunables};

use crate::params::check;
use crate::progress::{Watcher, report};
use crate::{CellSize, Edges, RasterError};
use field::Field;
use sweep::Sweeper;

tunables! {
    /// Parameters of thermal erosion.
    pub struct Thermal {
        /// Steepest slope that stays, as rise over run: 1 is 45 degrees. Angles in degrees are mostly beyond the range.
        talus: f64 = 0.65, "m/m", 0.0..=10.0;
        /// How far a slope may be above the talus in the end.
        tolerance: f64 = 0.01, "1", 0.000000001..=10.0;
        /// Sweeps after which it gives up.
        sweeps: u32 = 20000.0, "1", 1.0..=10000000.0;
    }
}

impl Default for Thermal {
    fn default() -> Self {
        Self::read(|spec| spec.default)
    }
}

impl Thermal {
    fn check(&self) -> Result<(), RasterError> {
        Ok(check(Self::TABLE, [self.talus, self.tolerance, f64::from(self.sweeps)])?)
    }
}

/// An eroded map and the account of its land.
#[derive(Clone, Debug, PartialEq)]
pub struct Eroded {
    /// The map afterwards.
    pub heights: Grid<f64>,
    /// Where the land went.
    pub ledger: Ledger,
    /// Sweeps that it took.
    pub sweeps: u32,
}

/// The account of a process: `before - after = exported`, to 1e-12 of the sum of absolute volumes.
///
/// Volumes are in cubic metres above and below height 0; void cells have none.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ledger {
    /// Land before.
    pub before: f64,
    /// Land afterwards.
    pub after: f64,
    /// Land that left the map.
    pub exported: f64,
}

/// Talus erosion that keeps the material: sweeps until no slope between 8-neighbours is above `talus + tolerance`.
///
/// Slopes are rise over run, with the true distance of diagonal neighbours. In each sweep every cell in turn gives to
/// each neighbour that is too far down half of the excess height, which brings the two to the talus. So no cell ever
/// rises above the highest or sinks below the lowest of its neighbours, whatever the resolution. Sweeps grow with the
/// square of the distance that material has to travel, in cells. Void, NaN and infinite cells are barriers, and stay as
/// they are. Musgrave, Kolb and Mace, "The synthesis and rendering of eroded fractal terrains", SIGGRAPH 1989.
///
/// ```
/// use orogen_field::{Grid, Placement};
/// use orogen_raster::thermal::{Thermal, erode};
/// use orogen_raster::{CellSize, Edge, Edges, unwatched};
///
/// let spike = Grid::from_fn(9, 9, Placement::square(0.0, 0.0, 1.0), |row, col| f64::from((row, col) == (4, 4)))?;
/// let params = Thermal { talus: 0.1, ..Thermal::default() };
/// let cells = CellSize::uniform(1.0, 1.0)?;
/// let heap = erode(&spike, &params, &cells, Edges::all(Edge::Fixed), &mut unwatched())?;
/// assert!(*heap.heights.at(4, 4) < 0.25);
/// assert!((heap.ledger.after - 1.0).abs() < 1e-12);
/// # Ok::<(), orogen_raster::RasterError>(())
/// ```
///
/// # Errors
///
/// [`RasterError`] if a parameter, the cell sizes or the edges do not fit; [`RasterError::NotConverged`] if `sweeps`
/// sweeps were not enough; [`RasterError::Cancelled`] if the watcher stopped it.
pub fn erode(
    heights: &Grid<f64>,
    params: &Thermal,
    cells: &CellSize,
    edges: Edges,
    watcher: &mut Watcher<'_>,
) -> Result<Eroded, RasterError> {
    params.check()?;
    let mut field = Field::new(heights, cells, edges)?;
    let before = field.volume();
    let sweeper = Sweeper::new(&field, params.talus);
    let mut exported = 0.0;
    let mut sweeps = 0;
    while sweeper.steepest(&field) > params.tolerance {
        if sweeps == params.sweeps {
            return Err(RasterError::NotConverged { sweeps, limit: params.talus + params.tolerance });
        }
        report(watcher, sweeps, params.sweeps)?;
        exported += sweeper.sweep(&mut field, sweeps);
        sweeps += 1;
    }
    let ledger = Ledger { before, after: field.volume(), exported };
    Ok(Eroded { heights: field.into_grid(heights), ledger, sweeps })
}
