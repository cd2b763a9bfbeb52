//! Gradients of height-only grids, and what a gradient says of the ground: slope, aspect and normal.

use orogen_field::{Grid, Jet};

use crate::around::Around;
use crate::{CellSize, RasterError, rows};

/// Heights with the gradients that Horn's kernel estimates from the eight neighbours, in metres per metre.
///
/// Exact on planes, edges included. A neighbour that is off the map or void is extrapolated through the cell from the
/// neighbour opposite; where that is missing too, a diagonal one from the two sides it lies between, and a side is
/// taken as level. The jets of void cells have no meaning. Horn, "Hill shading and the reflectance map", Proc. IEEE 69
/// (1981).
///
/// # Errors
///
/// [`RasterError::CellSize`] if `cells` gives widths by row for another number of rows.
pub fn horn(heights: &Grid<f64>, cells: &CellSize) -> Result<Grid<Jet>, RasterError> {
    cells.check_rows(heights)?;
    let mut jets = heights.map(|height| Jet::constant(*height));
    rows::fill(&mut jets, |row, col| horn_at(heights, row, col, cells));
    Ok(jets)
}

fn horn_at(heights: &Grid<f64>, row: usize, col: usize, cells: &CellSize) -> Jet {
    let Around { nw, n, ne, w, centre, e, sw, s, se } = Around::cell(heights, row, col);
    Jet {
        value: centre,
        dx: ((ne - nw) + 2.0 * (e - w) + (se - sw)) / (8.0 * cells.step_x(row)),
        dz: ((sw - nw) + 2.0 * (s - n) + (se - ne)) / (8.0 * cells.step_z()),
    }
}

/// Slope of the ground in degrees: 0 level, 90 upright.
#[must_use]
pub fn slope_deg(jet: Jet) -> f64 {
    libm::atan(jet.slope()).to_degrees()
}

/// The direction that the ground faces, downhill, in degrees clockwise from north in [0, 360); none on level ground.
#[must_use]
pub fn aspect_deg(jet: Jet) -> Option<f64> {
    if jet.dx == 0.0 && jet.dz == 0.0 {
        return None;
    }
    let aspect = libm::atan2(-jet.dx, jet.dz).to_degrees();
    Some(if aspect < 0.0 { aspect + 360.0 } else { aspect })
}

/// The upward unit normal of the ground, `normalise(-dx, 1, -dz)`: east, up, south.
#[must_use]
pub fn normal(jet: Jet) -> [f64; 3] {
    let length = (1.0 + jet.dx * jet.dx + jet.dz * jet.dz).sqrt();
    [-jet.dx / length, 1.0 / length, -jet.dz / length]
}
