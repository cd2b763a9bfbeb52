//! Stream power: rivers cut down as uplift raises the land, and hillslopes creep.
//!
//! `dh/dt = U - K A^m S^n + D lap h`, solved implicitly in O(cells) a step (Braun and Willett 2013). Depressions are drained
//! through a carved way each step, over a minimum spanning tree of basins (Cordonnier, Bovy and Braun 2019). What rivers
//! cut leaves the map: there is no deposition.

mod creep;
mod incision;

use orogen_field::{Grid, tunables};
use orogen_flow::{Depressions, StackOrder, accumulate, route};

use crate::params::check;
use crate::progress::{Watcher, report};
use crate::{CellSize, Edge, Edges, RasterError};
use creep::Creep;
use incision::Incision;

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

/// Rates that differ from place to place; where there is none, the parameter holds everywhere.
#[derive(Clone, Copy, Debug, Default)]
pub struct Forcing<'a> {
    /// Uplift in m/yr.
    pub uplift: Option<&'a Grid<f64>>,
    /// Erodibility, in the parameter's unit.
    pub erodibility: Option<&'a Grid<f64>>,
    /// Rain relative to the usual, 1 where it is usual: it weighs the drainage area.
    pub rain: Option<&'a Grid<f64>>,
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
    /// Whether the land came to be steady.
    pub converged: bool,
}

/// The account of the land: `before + uplifted - after = exported`, to 1e-12 of the sum of absolute volumes.
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
/// Fixed edges are base levels and keep their heights to the bit; void cells are barriers. Free edges have no base level
/// and are refused.
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
/// [`RasterError`] if a parameter, a forcing, the cell sizes or the edges do not fit; [`RasterError::Cancelled`] if the
/// watcher stopped it.
pub fn erode(
    heights: &Grid<f64>,
    params: &StreamPower,
    forcing: Forcing<'_>,
    cells: &CellSize,
    edges: Edges,
    watcher: &mut Watcher<'_>,
) -> Result<Worn, RasterError> {
    params.check()?;
    let land = Land::new(heights, params, forcing, cells, edges)?;
    let creep = Creep::new(&land, params.diffusivity * params.step);
    let mut surface = heights.samples().to_vec();
    let mut account = Account { before: land.volume(&surface), ..Account::default() };
    let mut steps = 0;
    let mut converged = false;
    while steps < params.steps && !converged {
        let start = surface.clone();
        account.uplifted += land.raise(&mut surface, params.step);
        account.exported += land.incise(&mut surface, params)?;
        account.exported += creep.run(&mut surface);
        let fastest = surface.iter().zip(&start).map(|(now, then)| (now - then).abs()).fold(0.0, f64::max);
        converged = fastest <= params.tolerance * params.step;
        steps += 1;
        report(watcher, steps, params.steps)?;
    }
    account.after = land.volume(&surface);
    let mut worn = heights.clone();
    worn.samples_mut().copy_from_slice(&surface);
    Ok(Worn { heights: worn, ledger: account, steps, converged })
}

impl StreamPower {
    fn check(&self) -> Result<(), RasterError> {
        let values = [
            self.uplift,
            self.erodibility,
            self.area_exponent,
            self.slope_exponent,
            self.diffusivity,
            self.step,
            f64::from(self.steps),
            self.tolerance,
        ];
        Ok(check(Self::TABLE, values)?)
    }
}

/// The land, as far as it does not change.
struct Land<'a> {
    topology: orogen_flow::Raster,
    rows: usize,
    cols: usize,
    cells: &'a CellSize,
    edges: Edges,
    /// Whether uplift, incision and creep move a cell: not on fixed edges, not in the void.
    moves: Vec<bool>,
    /// Whether there is land in a cell.
    is_land: Vec<bool>,
    /// Cell area times rain, the weight of drainage, in square metres.
    supply: Vec<f64>,
    uplift: Vec<f64>,
    erodibility: Vec<f64>,
}

impl<'a> Land<'a> {
    fn new(
        heights: &Grid<f64>,
        params: &StreamPower,
        forcing: Forcing<'_>,
        cells: &'a CellSize,
        edges: Edges,
    ) -> Result<Self, RasterError> {
        let water = base_levels(edges)?;
        let is_land: Vec<bool> =
            heights.samples().iter().enumerate().map(|(i, h)| !heights.is_void(i) && h.is_finite()).collect();
        let topology = cells.drained(heights, &is_land, water)?;
        let (rows, cols) = (heights.rows(), heights.cols());
        let on_fixed_edge = |index: usize| edges.holds(index / cols, index % cols, rows, cols);
        let moves = (0..is_land.len()).map(|index| is_land[index] && !on_fixed_edge(index)).collect();
        let rain = values("rain", heights, forcing.rain, 1.0)?;
        let area = |index: usize| cells.step_x(index / cols) * cells.step_z();
        let supply = rain.iter().enumerate().map(|(index, rain)| rain * area(index)).collect();
        Ok(Self {
            topology,
            rows,
            cols,
            cells,
            edges,
            moves,
            is_land,
            supply,
            uplift: values("uplift", heights, forcing.uplift, params.uplift)?,
            erodibility: values("erodibility", heights, forcing.erodibility, params.erodibility)?,
        })
    }

    fn cell_area(&self, index: usize) -> f64 {
        self.cells.step_x(index / self.cols) * self.cells.step_z()
    }

    fn volume(&self, surface: &[f64]) -> f64 {
        let land = (0..surface.len()).filter(|index| self.is_land[*index]);
        land.map(|index| surface[index] * self.cell_area(index)).sum()
    }

    /// Raises the land for `years`; gives the volume added.
    fn raise(&self, surface: &mut [f64], years: f64) -> f64 {
        let mut added = 0.0;
        for index in (0..surface.len()).filter(|index| self.moves[*index]) {
            let before = surface[index];
            surface[index] += self.uplift[index] * years;
            added += (surface[index] - before) * self.cell_area(index);
        }
        added
    }

    /// One implicit step of river incision; gives the volume cut.
    fn incise(&self, surface: &mut [f64], params: &StreamPower) -> Result<f64, RasterError> {
        let receivers = route(&self.topology, surface, Depressions::Carve)?;
        let order = StackOrder::new(&receivers);
        let drainage = accumulate(&receivers, &order, &self.supply)?;
        let incision = Incision::new(params);
        let mut cut = 0.0;
        for element in order.upstream() {
            let index = element.index();
            let orogen_flow::Receiver::To(receiver) = receivers.of(element) else { continue };
            if !self.moves[index] {
                continue;
            }
            let distance = self.distance(index, receiver.index());
            let rate = self.erodibility[index] * incision.area_power(drainage[index]);
            let before = surface[index];
            surface[index] = incision.lowered(before, surface[receiver.index()], rate, distance);
            cut += (before - surface[index]) * self.cell_area(index);
        }
        Ok(cut)
    }

    /// Distance between neighbours, across a wrapped edge too.
    fn distance(&self, from: usize, to: usize) -> f64 {
        let steps = |a: usize, b: usize| f64::from(u8::from(a != b));
        let dx = steps(from % self.cols, to % self.cols) * self.cells.step_x(from / self.cols);
        let dz = steps(from / self.cols, to / self.cols) * self.cells.step_z();
        (dx * dx + dz * dz).sqrt()
    }
}

/// What the edges do to water: fixed ones are base levels, and there must be no free one.
fn base_levels(edges: Edges) -> Result<orogen_flow::Edges, RasterError> {
    edges.check()?;
    let water = |edge: &'static str, rule: Edge| match rule {
        Edge::Fixed => Ok(orogen_flow::Edge::Outlet),
        Edge::Wrap => Ok(orogen_flow::Edge::Wrap),
        Edge::Free => Err(RasterError::BaseLevel { edge }),
    };
    Ok(orogen_flow::Edges {
        north: water("north", edges.north)?,
        south: water("south", edges.south)?,
        west: water("west", edges.west)?,
        east: water("east", edges.east)?,
    })
}

/// A value a cell: the raster's, which must cover the map with finite values not below 0, or one everywhere.
fn values(
    what: &'static str,
    heights: &Grid<f64>,
    raster: Option<&Grid<f64>>,
    otherwise: f64,
) -> Result<Vec<f64>, RasterError> {
    let Some(raster) = raster else { return Ok(vec![otherwise; heights.samples().len()]) };
    if (raster.rows(), raster.cols()) != (heights.rows(), heights.cols()) {
        return Err(RasterError::ForcingSize { what, rows: heights.rows(), cols: heights.cols() });
    }
    let usable = |index: usize, value: f64| heights.is_void(index) || (value.is_finite() && value >= 0.0);
    match raster.samples().iter().enumerate().find(|(index, value)| !usable(*index, **value)) {
        Some((index, value)) => {
            Err(RasterError::ForcingValue { what, row: index / raster.cols(), col: index % raster.cols(), got: *value })
        }
        None => Ok(raster.samples().to_vec()),
    }
}
