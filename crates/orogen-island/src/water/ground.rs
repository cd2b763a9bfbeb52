//! The ground that water runs over, and where it runs, before lakes are filled.

use orogen_flow::{LakeBeds, Receivers, StackOrder};

use super::beds::{LeastLake, grade, ground_with_beds};
use super::sea::{Sea, Shores};
use crate::IslandError;
use crate::mesh::{DualMesh, TriangleGraph};
use crate::params::{Depressions, IslandParams};
use crate::stages::{Drainage, carve};

/// The ground after something has been done about depressions.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Ground {
    /// Elevation of the solid triangles, -1 to 1.
    pub elevation_t: Vec<f64>,
    /// Where rivers end.
    pub sea: Sea,
    /// Where each triangle drains to, if no lake is to be: beds are cut or depressions filled.
    receivers: Option<Receivers>,
    /// The beds of lakes, in units of elevation and of the square's area; `None` if no lake is to be.
    beds: Option<LakeBeds<'static>>,
}

impl Ground {
    /// Carves, fills, or keeps the depressions that may become lakes.
    ///
    /// Reads `depressions`, `bed_gradient`, and for lakes `least_lake_area` and `least_lake_depth`; the elevations of the solid
    /// triangles and, for carving only, their drainage. `area_t` are the triangles' areas in units of the square's.
    ///
    /// # Errors
    ///
    /// [`IslandError::Length`] and [`IslandError::Flow`] if there is no finite elevation for every solid triangle.
    pub fn of(
        mesh: &DualMesh,
        uncarved_t: &[f64],
        area_t: &[f64],
        drainage: &Drainage,
        params: &IslandParams,
    ) -> Result<Self, IslandError> {
        let sea = match params.depressions() {
            Depressions::Carve => Sea::deep(mesh, uncarved_t),
            Depressions::Fill | Depressions::Lakes => Sea::at_the_edge(mesh, uncarved_t),
        };
        let (elevation_t, receivers, beds) = match params.depressions() {
            Depressions::Carve => {
                let mut carved_t = Vec::new();
                carve(mesh, drainage, uncarved_t, params.bed_gradient, &mut carved_t)?;
                (carved_t, Some(drainage.receivers().clone()), None)
            }
            Depressions::Fill => {
                let shores = Shores { graph: TriangleGraph::solid(mesh), is_outlet_t: &sea.is_sea_t };
                let mut filled_t = orogen_flow::fill(&shores, uncarved_t)?;
                let receivers = orogen_flow::route(&shores, uncarved_t, orogen_flow::Depressions::Fill)?;
                let order = StackOrder::new(&receivers);
                grade(mesh, &receivers, &order, &sea.is_sea_t, params.bed_gradient, &mut filled_t);
                (filled_t, Some(receivers), None)
            }
            Depressions::Lakes => {
                let least = LeastLake { area: params.least_lake_area, depth: params.least_lake_depth };
                let beds = ground_with_beds(mesh, &sea, uncarved_t, area_t, least, params.bed_gradient)?;
                (beds.elevation_m().to_vec(), None, Some(beds))
            }
        };
        Ok(Self { elevation_t, sea, receivers, beds })
    }

    /// The receivers, if there are to be no lakes.
    pub(crate) fn receivers(&self) -> Option<&Receivers> {
        self.receivers.as_ref()
    }

    /// The beds of lakes, in units of elevation and of the square's area.
    pub(crate) fn beds(&self) -> Option<&LakeBeds<'static>> {
        self.beds.as_ref()
    }
}
