//! D-infinity: flow in the one direction of steepest descent, shared between the two neighbours on either side of it.
//!
//! Tarboton, "A new method for the determination of flow directions and upslope areas in grid digital elevation models",
//! Water Resources Research 1997.

use crate::{ElementId, FlowError, Raster, Receivers, Shares};

/// The eight triangles around a cell: the direction of the neighbour beside it, then that of the diagonal one.
const FACETS: [[usize; 2]; 8] = [[4, 2], [1, 2], [1, 0], [3, 0], [3, 5], [6, 5], [6, 7], [4, 7]];

impl Shares {
    /// Shares by D-infinity, on a raster: to the two neighbours between which the steepest of eight facets falls, by the
    /// angles to them.
    ///
    /// `filled_m` and `fallback` are as for [`Shares::by_slope`]. A facet with a corner missing is its one edge, and with
    /// four neighbours a cell the diagonals are facets' corners all the same.
    ///
    /// # Errors
    ///
    /// As [`Shares::by_slope`].
    pub fn by_facet(raster: &Raster, filled_m: &[f64], fallback: &Receivers) -> Result<Self, FlowError> {
        Self::build(raster, filled_m, fallback, |cell, list| {
            let mut steepest = 0.0;
            for facet in FACETS {
                let descent = facet_descent(raster, filled_m, cell, facet);
                if descent.slope > steepest {
                    steepest = descent.slope;
                    list.clear();
                    list.extend(descent.weights.into_iter().flatten());
                }
            }
        })
    }
}

/// The steepest way down a facet.
struct Descent {
    slope: f64,
    /// The cells on either side of it, with the angles from the other one.
    weights: [Option<(u32, f64)>; 2],
}

fn facet_descent(raster: &Raster, filled_m: &[f64], cell: ElementId, [beside, diagonal]: [usize; 2]) -> Descent {
    let here = filled_m[cell.index()];
    let along = |direction: usize| {
        let (neighbor, distance) = raster.neighbor(cell, direction)?;
        Some((neighbor, (here - filled_m[neighbor.index()]) / distance, distance))
    };
    let edge = |found: Option<(ElementId, f64, f64)>| match found {
        Some((neighbor, slope, _)) => Descent { slope, weights: [Some((neighbor.0, 1.0)), None] },
        None => Descent { slope: 0.0, weights: [None, None] },
    };
    let (Some(first), Some(second)) = (along(beside), along(diagonal)) else {
        return edge(along(beside).or(along(diagonal)));
    };
    let (run, hypotenuse) = (first.2, second.2);
    // The third side, from the neighbour beside to the diagonal one.
    let across = (hypotenuse * hypotenuse - run * run).sqrt();
    let across_slope = (filled_m[first.0.index()] - filled_m[second.0.index()]) / across;
    // The direction of descent is inside the facet if it turns towards the diagonal, and less far than it.
    if across_slope <= 0.0 {
        return edge(Some(first));
    }
    if !(first.1 > 0.0 && across_slope * run < first.1 * across) {
        return edge(Some(second));
    }
    let to_first = libm::atan2(across_slope, first.1);
    let to_second = libm::atan2(across, run) - to_first;
    Descent {
        slope: (first.1 * first.1 + across_slope * across_slope).sqrt(),
        weights: [Some((first.0.0, to_second)), Some((second.0.0, to_first))],
    }
}
