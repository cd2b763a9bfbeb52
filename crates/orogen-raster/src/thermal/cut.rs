//! Talus erosion whose material leaves the map.

use orogen_field::Grid;

use super::field::{Field, NEIGHBOURS};
use super::{Eroded, Ledger, Thermal};
use crate::progress::{Watcher, report};
use crate::{CellSize, Edges, RasterError};

/// Talus erosion that takes the material off the map: the highest surface below the map whose slopes are at most the
/// talus.
///
/// That is the lower envelope of cones, `h'(p) = min over q of h(q) + talus |p - q|`, where |p - q| is the length of
/// the shortest path over 8-neighbours around barriers. Sweeps run to and fro until nothing changes; few are needed,
/// and `tolerance` is not. Cells on fixed edges keep their height and still undercut what is above them.
///
/// # Errors
///
/// As [`erode`](super::erode).
pub fn cut_back(
    heights: &Grid<f64>,
    params: &Thermal,
    cells: &CellSize,
    edges: Edges,
    watcher: &mut Watcher<'_>,
) -> Result<Eroded, RasterError> {
    params.check()?;
    let mut field = Field::new(heights, cells, edges)?;
    let before = field.volume();
    let drops: Vec<[f64; 8]> =
        (0..field.rows).map(|row| field.distances(row).map(|distance| params.talus * distance)).collect();
    let mut exported = 0.0;
    for sweeps in 1..=params.sweeps {
        report(watcher, sweeps - 1, params.sweeps)?;
        let (cut, changed) = to_and_fro(&mut field, &drops);
        exported += cut;
        if !changed {
            let ledger = Ledger { before, after: field.volume(), exported };
            return Ok(Eroded { heights: field.into_grid(heights), ledger, sweeps });
        }
    }
    Err(RasterError::NotConverged { sweeps: params.sweeps, limit: params.talus })
}

/// Lowers each cell to the cones of its neighbours, in raster order and back. Returns the cubic metres cut, and whether
/// there were any.
fn to_and_fro(field: &mut Field, drops: &[[f64; 8]]) -> (f64, bool) {
    let offsets = NEIGHBOURS.map(|neighbour| field.offset(neighbour));
    let (rows, cols) = (field.rows, field.cols);
    let (mut exported, mut changed) = (0.0, false);
    for backwards in [false, true] {
        for line in 0..rows {
            let row = if backwards { rows - 1 - line } else { line };
            let mut cut = 0.0;
            for step in 0..cols {
                let place = field.place(row, if backwards { cols - 1 - step } else { step });
                let before = field.givers[place];
                let mut lowest = before;
                for (offset, drop) in offsets.iter().zip(&drops[row]) {
                    // Barriers and held cells are NaN, which `<` passes over.
                    let cone = field.heights[place.wrapping_add_signed(*offset)] + drop;
                    if cone < lowest {
                        lowest = cone;
                    }
                }
                if lowest < before {
                    cut += before - lowest;
                    changed = true;
                    (field.heights[place], field.givers[place]) = (lowest, lowest);
                }
            }
            exported += cut * field.area(row);
        }
        field.wrap();
    }
    (exported, changed)
}
