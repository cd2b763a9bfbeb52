//! Stream power: rivers cut down as uplift raises the land, lay down what they carry, and hillslopes creep.
//!
//! `dh/dt = U - K A^m S^n + G Q / A + D lap h`, solved implicitly in O(cells) a step (Braun and Willett 2013). Depressions
//! are drained through a carved way each step, over a minimum spanning tree of basins (Cordonnier, Bovy and Braun 2019).
//! Uplift, incision and deposition are one part of a step, creep the other.

mod area_power;
mod creep;
mod deposition;
mod drainage;
mod forcing;
mod frame;
mod incision;
mod land;
mod tridiagonal;

pub use forcing::Forcing;

use orogen_field::{Grid, tunables};

use crate::params::check;
use crate::progress::{Watcher, report};
use crate::{CellSize, Edges, RasterError};
use creep::creep;
use deposition::incise_and_deposit;
use drainage::Drainage;
use incision::incise;
use land::Land;

tunables! {
    /// Parameters of stream-power erosion.
    pub struct StreamPower {
        /// Rate at which the land rises.
        uplift: f64 = 0.0005, "m/yr", 0.0..=1.0;
        /// Erodibility K, in metres to the power 1 - 2m a year.
        erodibility: f64 = 5.61e-7, "m^(1-2m)/yr", 0.0..=1.0;
        /// Exponent m of the drainage area.
        area_exponent: f64 = 0.5, "1", 0.0..=2.0;
        /// Exponent n of the slope.
        slope_exponent: f64 = 1.0, "1", 0.25..=4.0;
        /// Deposition coefficient G, for a slope exponent of 1 only: 0 where rivers carry everything away.
        deposition: f64 = 0.0, "1", 0.0..=100.0;
        /// Hillslope diffusivity D.
        diffusivity: f64 = 0.0, "m^2/yr", 0.0..=1000.0;
        /// Length of a step.
        step: f64 = 250000.0, "yr", 0.001..=10000000.0;
        /// Most steps.
        steps: u32 = 20.0, "1", 1.0..=1000000.0;
        /// Rate of change of the fastest cell below which the land counts as steady.
        tolerance: f64 = 1e-6, "m/yr", 0.0..=1.0;
    }
}

impl Default for StreamPower {
    fn default() -> Self {
        Self::read(|spec| spec.default)
    }
}

/// Worn land and the account of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Worn {
    /// The map afterwards.
    pub heights: Grid<f64>,
    /// Where the land went.
    pub ledger: Account,
    /// Steps that it took.
    pub steps: u32,
    /// The fastest change of any height in the last step, in m/yr.
    pub fastest: f64,
    /// Whether the land came to be steady: whether that is not above the tolerance.
    pub converged: bool,
}

/// The account of the land: `before + uplifted - after = exported`, to 1e-12 of the sum of absolute volumes.
///
/// Nothing stays suspended: when a step ends, what rivers carried is laid down or has left the map.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Account {
    /// Land before, in cubic metres above and below height 0; void cells have none.
    pub before: f64,
    /// Land afterwards.
    pub after: f64,
    /// Land that uplift added.
    pub uplifted: f64,
    /// Land that rivers and creep took off the map.
    pub exported: f64,
}

/// Wears the land for `steps` steps, or until it is steady.
///
/// Fixed edges are base levels, and keep their heights to the bit. Beyond a free edge the land goes on for a cell as it
/// sloped at the beginning, but not below the map's lowest land; that ground is the base level of the cells at the edge,
/// which rise and wear like all others. Void, NaN and infinite cells are barriers and stay as they are. A map without any
/// base level drains into its lowest cell, and what rivers bring there leaves the map.
///
/// A slope without channels drains in strips a cell wide, so that finer cells wear it less: the cell size is part of the
/// model. Where what falls into rivers is much (G above 1) rivers keep shifting, and the land may never be steady.
///
/// Without deposition no cell is cut below its receiver, so that nothing sinks below the lowest base level.
///
/// ```
/// use orogen_field::{Grid, Placement};
/// use orogen_raster::stream_power::{Forcing, StreamPower, erode};
/// use orogen_raster::{CellSize, Edge, Edges, unwatched};
///
/// let flat = Grid::from_fn(32, 32, Placement::square(0.0, 0.0, 500.0), |row, col| ((row * 7 + col * 3) % 5) as f64)?;
/// let params = StreamPower { steps: 100, ..StreamPower::default() };
/// let cells = CellSize::uniform(500.0, 500.0)?;
/// let worn = erode(&flat, &params, Forcing::default(), &cells, Edges::all(Edge::Fixed), &mut unwatched())?;
/// assert!(*worn.heights.at(16, 16) > 100.0 && worn.ledger.exported > 0.0);
/// # Ok::<(), orogen_raster::RasterError>(())
/// ```
///
/// # Errors
///
/// [`RasterError`] if a parameter, a forcing, the cell sizes or the edges do not fit, or deposition is asked for with a
/// slope exponent other than 1; [`RasterError::Cancelled`] if the watcher stopped it.
pub fn erode(
    heights: &Grid<f64>,
    params: &StreamPower,
    forcing: Forcing<'_>,
    cells: &CellSize,
    edges: Edges,
    watcher: &mut Watcher<'_>,
) -> Result<Worn, RasterError> {
    params.check()?;
    let (land, mut surface) = Land::new(heights, params, forcing, cells, edges)?;
    let mut ledger = Account { before: land.volume(&surface), ..Account::default() };
    let mut before = surface.clone();
    let (mut steps, mut fastest, mut converged) = (0, 0.0, false);
    while steps < params.steps && !converged {
        before.copy_from_slice(&surface);
        let drainage = Drainage::new(&land, &surface)?;
        let rivers = if params.deposition > 0.0 { incise_and_deposit } else { incise };
        rivers(&land, &drainage, params, &mut surface);
        creep(&land, &mut surface, params.diffusivity * params.step);
        let tally = land.tally(&before, &surface, params.step);
        ledger.uplifted += tally.uplifted;
        ledger.exported += tally.exported;
        fastest = tally.largest_change / params.step;
        converged = fastest <= params.tolerance;
        steps += 1;
        report(watcher, steps, params.steps)?;
    }
    ledger.after = land.volume(&surface);
    Ok(Worn { heights: land.on_map(&surface, heights), ledger, steps, fastest, converged })
}

impl StreamPower {
    fn check(&self) -> Result<(), RasterError> {
        let values = [
            self.uplift,
            self.erodibility,
            self.area_exponent,
            self.slope_exponent,
            self.deposition,
            self.diffusivity,
            self.step,
            f64::from(self.steps),
            self.tolerance,
        ];
        check(Self::TABLE, values)?;
        if self.deposition > 0.0 && self.slope_exponent != 1.0 {
            return Err(RasterError::Deposition { slope_exponent: self.slope_exponent });
        }
        Ok(())
    }
}
