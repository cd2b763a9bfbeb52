//! Which depressions are the beds of lakes; all others are drained by carving.

use orogen_flow::{Depressions, ElementId, LakeBeds, Receiver, Receivers, StackOrder, carved_surface, route};

use super::sea::{Sea, Shores};
use crate::IslandError;
use crate::mesh::{DualMesh, TriangleGraph, TriangleId};

/// The least that a depression must be to become a lake, if there is water enough.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct LeastLake {
    /// In units of the square's area.
    pub(crate) area: f64,
    /// In units of elevation.
    pub(crate) depth: f64,
}

/// The ground with only the depressions that may become lakes, as the beds of these.
///
/// A depression is kept if it has the least area and depth when it is full, or holds one that has; of those that hold none,
/// the deepest place. From everywhere else a bed is cut to the sea or to such a place. Inland ground below 0 that is part of
/// no kept depression is raised to 0 first, since no bed leads from there to the sea. Beds fall by at least `bed_gradient`.
///
/// The sea is as it was to the bit, and outside of lakes' beds no land sinks below 0.
pub(crate) fn ground_with_beds(
    mesh: &DualMesh,
    sea: &Sea,
    elevation_t: &[f64],
    area_t: &[f64],
    least: LeastLake,
    bed_gradient: f64,
) -> Result<LakeBeds<'static>, IslandError> {
    let mut ground_t = elevation_t.to_vec();
    loop {
        let beds = LakeBeds::new(
            &Shores { graph: TriangleGraph::solid(mesh), is_outlet_t: &sea.is_sea_t },
            &ground_t,
            area_t,
        )?;
        let kept = Kept::among(&beds, &ground_t, least);
        if kept.are_all() {
            return Ok(beds.into_owned());
        }
        // A bed that is cut through a rim may take a lake's own rim along: what is then too small goes the next time.
        let next_t = carved_to(mesh, sea, &ground_t, &beds, &kept, bed_gradient)?;
        drop(beds);
        ground_t = next_t;
    }
}

/// Cuts beds from everywhere to the sea and to the pits that are kept.
fn carved_to(
    mesh: &DualMesh,
    sea: &Sea,
    elevation_t: &[f64],
    beds: &LakeBeds<'_>,
    kept: &Kept,
    bed_gradient: f64,
) -> Result<Vec<f64>, IslandError> {
    let mut is_outlet_t = sea.is_sea_t.clone();
    kept.pits.iter().for_each(|pit| is_outlet_t[pit.index()] = true);
    let is_drained = |t: usize| {
        let elevation = elevation_t[t];
        !sea.is_sea_t[t] && elevation < 0.0 && !kept.holds(beds, ElementId::from_index(t), elevation)
    };
    let raised = |t: usize| if is_drained(t) { 0.0 } else { elevation_t[t] };
    let ground_t: Vec<f64> = (0..elevation_t.len()).map(raised).collect();
    let shores = Shores { graph: TriangleGraph::solid(mesh), is_outlet_t: &is_outlet_t };
    let receivers = route(&shores, &ground_t, Depressions::Carve)?;
    let order = StackOrder::new(&receivers);
    let mut carved_t = carved_surface(&receivers, &order, &ground_t)?;
    grade(mesh, &receivers, &order, &is_outlet_t, bed_gradient, &mut carved_t);
    Ok(carved_t)
}

/// Raises each triangle that is not the sea's or a lake's end to at least a gradient above the one that it drains to.
pub(crate) fn grade(
    mesh: &DualMesh,
    receivers: &Receivers,
    order: &StackOrder,
    is_outlet_t: &[bool],
    bed_gradient: f64,
    ground_t: &mut [f64],
) {
    for element in order.upstream() {
        let Receiver::To(receiver) = receivers.of(element) else { continue };
        let (t, below) = (TriangleId(element.0), TriangleId(receiver.0));
        // Land above the sea bed is above it anyway, and must not be lifted off the shore.
        if is_outlet_t[below.index()] && ground_t[t.index()] > ground_t[below.index()] {
            continue;
        }
        let least = ground_t[below.index()] + bed_gradient * mesh.length_between(t, below);
        ground_t[t.index()] = ground_t[t.index()].max(least);
    }
}

/// The depressions that are kept.
struct Kept {
    /// Whether a depression is kept or part of one that is.
    is_kept: Vec<bool>,
    /// Where the water of each kept depression stands last.
    pits: Vec<ElementId>,
}

impl Kept {
    fn among(beds: &LakeBeds<'_>, elevation_t: &[f64], least: LeastLake) -> Self {
        let depressions = beds.hierarchy().depressions();
        let areas = beds.full_areas_m2();
        let mut is_kept = vec![false; depressions.len()];
        let mut pits = Vec::new();
        // Wholes stand after their parts.
        for (index, depression) in depressions.iter().enumerate() {
            let depth = depression.spill_m() - elevation_t[depression.pit.index()];
            let parts_are_kept = depression.parts.is_some_and(|parts| parts.iter().any(|part| is_kept[part.index()]));
            let is_large = areas[index] >= least.area && depth >= least.depth;
            if is_large && !parts_are_kept {
                pits.push(depression.pit);
            }
            is_kept[index] = is_large || parts_are_kept;
        }
        for (index, depression) in depressions.iter().enumerate().rev() {
            is_kept[index] |= depression.whole.is_some_and(|whole| is_kept[whole.index()]);
        }
        Self { is_kept, pits }
    }

    /// Whether there is no other depression.
    fn are_all(&self) -> bool {
        self.is_kept.iter().all(|is_kept| *is_kept)
    }

    /// Whether an element lies below the spill of a kept depression.
    fn holds(&self, beds: &LakeBeds<'_>, element: ElementId, elevation: f64) -> bool {
        let basin = beds.graph().basin_of(element);
        let leaf = basin.and_then(|basin| beds.hierarchy().of_basin(basin));
        let holding = leaf.and_then(|leaf| beds.hierarchy().smallest_holding(leaf, elevation));
        holding.is_some_and(|depression| self.is_kept[depression.index()])
    }
}
