//! The report card: all that the statistics say of one map, as plain data with units.

use orogen_field::{Grid, Seed};

use crate::gates::{Gates, UsualRange};
use crate::network::Network;
use crate::rivers::Rivers;
use crate::statistics::{
    Estimate, Undefined, hurst_article, hurst_second_difference, hypsometric_integral, isotropy, pits_over_peaks,
    slope_quantiles_deg, spectral_exponent,
};
use crate::{CellSize, RasterError};

/// Shares of the area for which a report card gives slopes.
pub const SLOPE_SHARES: [f64; 5] = [0.05, 0.25, 0.5, 0.75, 0.95];

/// Seeds of the noise that breaks ties which show well enough how much of a figure is chance.
pub const USUAL_TIE_SEEDS: u32 = 5;

/// A figure for several seeds of the noise that breaks ties: its range is how far ties decide it, and no more. How far
/// another piece of the same land would differ it does not say.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spread {
    /// The lowest.
    pub low: f64,
    /// The median, the lower one of two.
    pub middle: f64,
    /// The highest.
    pub high: f64,
}

impl Spread {
    /// The spread of the known figures; `None` if there is none.
    fn of(figures: impl Iterator<Item = Option<f64>>) -> Option<Self> {
        let mut known: Vec<f64> = figures.flatten().collect();
        known.sort_by(f64::total_cmp);
        Some(Self { low: *known.first()?, middle: known[(known.len() - 1) / 2], high: *known.last()? })
    }
}

/// What a gate says of a map.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// All seeds are in the usual range.
    Usual,
    /// Some seeds are in the usual range.
    AtTheEdge,
    /// No seed is in the usual range. That makes no map a fake: glaciers, dunes and karst are outside it too.
    OutsideTheUsualRange,
    /// The map has no such figure: it is too small or too plain.
    Undefined,
}

/// One figure of the gates beside what is usual.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Gate {
    /// Its name.
    pub name: &'static str,
    /// What is usual.
    pub usual: UsualRange,
    /// The figure, a pure number.
    pub found: Option<Spread>,
}

impl Gate {
    /// Whether the figure is usual.
    #[must_use]
    pub fn verdict(&self) -> Verdict {
        let Some(Spread { low, high, .. }) = self.found else { return Verdict::Undefined };
        // A range of figures about the whole usual range is at both of its edges.
        let apart = high < self.usual.min || self.usual.max < low;
        match (self.usual.holds(low) && self.usual.holds(high), apart) {
            (true, _) => Verdict::Usual,
            (false, false) => Verdict::AtTheEdge,
            (false, true) => Verdict::OutsideTheUsualRange,
        }
    }
}

/// What the rivers of a map look like.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RiverFigures {
    /// Exponent of channel slope over area, S ~ A^-theta.
    pub concavity: Option<Spread>,
    /// Hack's exponent.
    pub hack: Option<Spread>,
    /// Horton's bifurcation ratio.
    pub bifurcation_ratio: Option<Spread>,
    /// Horton's length ratio.
    pub length_ratio: Option<Spread>,
    /// Horton's area ratio.
    pub area_ratio: Option<Spread>,
    /// Length of channel over area, in km/km^2.
    pub density_per_km: Option<Spread>,
}

/// All that the statistics say of one map. What a map has not is `None` or says why.
#[derive(Clone, Debug, PartialEq)]
pub struct ReportCard {
    /// Rows of the map.
    pub rows: usize,
    /// Columns of the map.
    pub cols: usize,
    /// Cells that are not void.
    pub land_cells: u64,
    /// Highest land less lowest, in metres.
    pub relief_m: f64,
    /// Hurst exponent from second differences, with its standard error by the jackknife.
    pub hurst: Result<Estimate, Undefined>,
    /// Hurst exponent as the article takes it.
    pub hurst_article: Result<Estimate, Undefined>,
    /// Exponent b of the radial power spectrum, S(k) ~ k^-b.
    pub spectral_exponent: Option<f64>,
    /// Hypsometric integral, in 0..=1.
    pub hypsometric_integral: Option<f64>,
    /// Slope quantiles in degrees for the [`SLOPE_SHARES`] of the area; empty without a finite slope.
    pub slopes_deg: Vec<f64>,
    /// Isotropy of slopes, in 0..=1.
    pub isotropy: Option<f64>,
    /// Pits for each peak.
    pub pits_over_peaks: Option<f64>,
    /// The gates: flooded, uphill, theta, chi R2, beta.
    pub gates: [Gate; 5],
    /// Figures of the rivers.
    pub rivers: RiverFigures,
}

/// Measures a map. Drainage is measured once for each of the `tie_seeds` seeds from 0 on (at least one) of the noise
/// that breaks ties; [`USUAL_TIE_SEEDS`] is usual.
///
/// ```
/// use orogen_field::{Grid, Placement, Seed};
/// use orogen_raster::generate::{ExactFbm, exact_fbm};
/// use orogen_raster::report::{Verdict, analyze};
/// use orogen_raster::CellSize;
///
/// let place = Placement::square(0.0, 0.0, 30.0);
/// let noise = exact_fbm(Seed::Own(1), &ExactFbm { hurst: 0.5 }, 128, 128, place)?;
/// let card = analyze(&noise, &CellSize::from(place), 3)?;
/// assert!((card.hurst?.hurst() - 0.5).abs() < 0.05);
/// assert_eq!((card.gates[0].name, card.gates[0].verdict()), ("flooded", Verdict::OutsideTheUsualRange));
/// # Ok::<(), orogen_raster::RasterError>(())
/// ```
///
/// # Errors
///
/// [`RasterError::Flow`] if the map is too large for drainage; [`RasterError::CellSize`] if the cell sizes are another
/// grid's.
pub fn analyze(heights: &Grid<f64>, cells: &CellSize, tie_seeds: u32) -> Result<ReportCard, RasterError> {
    let mut drained = Vec::new();
    let (mut land_cells, mut relief_m) = (0, 0.0);
    for seed in 0..u64::from(tie_seeds.max(1)) {
        let network = Network::new(heights, cells, Seed::Own(seed))?;
        (land_cells, relief_m) = (network.land_cells, network.relief_m);
        drained.push((Gates::of(&network), Rivers::of(&network, heights, cells)));
    }
    Ok(ReportCard {
        rows: heights.rows(),
        cols: heights.cols(),
        land_cells,
        relief_m,
        hurst: hurst_second_difference(heights),
        hurst_article: hurst_article(heights),
        spectral_exponent: spectral_exponent(heights, cells),
        hypsometric_integral: hypsometric_integral(heights, cells),
        slopes_deg: slope_quantiles_deg(heights, cells, &SLOPE_SHARES)?,
        isotropy: isotropy(heights, cells)?,
        pits_over_peaks: pits_over_peaks(heights),
        gates: gate_figures(&drained),
        rivers: river_figures(&drained),
    })
}

fn gate_figures(drained: &[(Gates, Rivers)]) -> [Gate; 5] {
    let gate = |name, usual, figure: fn(&Gates) -> Option<f64>| Gate {
        name,
        usual,
        found: Spread::of(drained.iter().map(|(gates, _)| figure(gates))),
    };
    [
        gate("flooded", UsualRange::FLOODED, |gates| Some(gates.flooded_share)),
        gate("uphill", UsualRange::UPHILL, |gates| gates.uphill_share),
        gate("theta", UsualRange::THETA, |gates| gates.chi.map(|chi| chi.theta)),
        gate("chi R2", UsualRange::R2, |gates| gates.chi.map(|chi| chi.r2)),
        gate("beta", UsualRange::BETA, |gates| gates.beta),
    ]
}

fn river_figures(drained: &[(Gates, Rivers)]) -> RiverFigures {
    let figure = |of: fn(&Rivers) -> Option<f64>| Spread::of(drained.iter().map(|(_, rivers)| of(rivers)));
    RiverFigures {
        concavity: figure(|rivers| rivers.concavity),
        hack: figure(|rivers| rivers.hack),
        bifurcation_ratio: figure(|rivers| rivers.horton.map(|horton| horton.bifurcation)),
        length_ratio: figure(|rivers| rivers.horton.map(|horton| horton.length)),
        area_ratio: figure(|rivers| rivers.horton.map(|horton| horton.area)),
        density_per_km: figure(|rivers| rivers.density_per_km),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_verdict_is_that_of_all_seeds() {
        let verdict = |figures: &[f64]| {
            let found = Spread::of(figures.iter().map(|figure| Some(*figure)));
            Gate { name: "beta", usual: UsualRange::BETA, found }.verdict()
        };
        assert_eq!(verdict(&[0.45, 0.42]), Verdict::Usual);
        assert_eq!(verdict(&[0.55, 0.42]), Verdict::AtTheEdge);
        assert_eq!(verdict(&[0.3, 0.7]), Verdict::AtTheEdge);
        assert_eq!(verdict(&[0.52, 0.7]), Verdict::OutsideTheUsualRange);
        assert_eq!(verdict(&[]), Verdict::Undefined);
    }

    #[test]
    fn a_spread_has_the_median_in_its_middle() {
        let spread = Spread::of([Some(3.0), None, Some(1.0), Some(2.0), Some(9.0)].into_iter());
        assert_eq!(spread, Some(Spread { low: 1.0, middle: 2.0, high: 9.0 }));
    }
}
