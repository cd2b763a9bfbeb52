//! Where each triangle drains to, through depressions too.

use orogen_flow::{ElementId, FlowError, Receiver, Receivers, Topology, grow_downslope};

use crate::mesh::{DualMesh, SideId, TriangleGraph, TriangleId, s_sides_t};

/// Triangles deeper than this are where rivers may end.
///
/// Not 0: noise leaves ponds of a few triangles along a coast, which would swallow rivers that now cross them.
const DEEP: f64 = -0.1;

/// Where rivers end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Seeding {
    /// In the triangles deeper than -0.1.
    #[default]
    DeepSea,
    /// There is no deep sea: in the lowest triangles at the edge of the map.
    LowestBoundary,
    /// There is no deep sea and no edge: in the lowest triangles.
    Lowest,
}

/// The drainage of triangles.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Drainage {
    receivers: Receivers,
    order: Vec<ElementId>,
    seeding: Seeding,
}

/// Lets rivers grow inland from deep water, always on from the lowest triangle of the front (`orogen_flow::grow_downslope`).
///
/// Reads the elevations of the graph's triangles. Every triangle of a connected mesh gets a receiver or is a root.
///
/// # Errors
///
/// [`FlowError`] if there is not a finite elevation for every triangle.
pub fn downslope(graph: &TriangleGraph<'_>, elevation_t: &[f64]) -> Result<Drainage, FlowError> {
    orogen_flow::check_elevation(graph, elevation_t)?;
    let mesh = graph.mesh();
    let is_boundary = |t: usize| mesh.is_boundary_t(TriangleId::from_index(t));
    let lowest = |is_candidate: &dyn Fn(usize) -> bool| {
        let candidates = (0..graph.element_count()).filter(|t| is_candidate(*t));
        candidates.map(|t| elevation_t[t]).min_by(f64::total_cmp)
    };
    let grow = |is_seed: &dyn Fn(usize) -> bool| grow_downslope(graph, elevation_t, |element| is_seed(element.index()));
    let (grown, seeding) = if elevation_t.iter().any(|e| *e < DEEP) {
        (grow_downslope(graph, elevation_t, |element| elevation_t[element.index()] < DEEP)?, Seeding::DeepSea)
    } else if let Some(level) = lowest(&is_boundary) {
        (grow(&|t| is_boundary(t) && elevation_t[t] == level)?, Seeding::LowestBoundary)
    } else {
        let level = lowest(&|_| true);
        (grow(&|t| Some(elevation_t[t]) == level)?, Seeding::Lowest)
    };
    Ok(Drainage { receivers: grown.receivers, order: grown.order, seeding })
}

impl Drainage {
    /// The drainage with these receivers, in an order in which each comes before its donors.
    pub(crate) fn from_parts(receivers: Receivers, order: Vec<ElementId>, seeding: Seeding) -> Self {
        Self { receivers, order, seeding }
    }

    /// The triangle that each one drains to; all but roots have one.
    #[must_use]
    pub fn receivers(&self) -> &Receivers {
        &self.receivers
    }

    /// The triangles where rivers end, by id, then all others, each after its receiver.
    pub fn t_in_order(&self) -> impl ExactSizeIterator<Item = TriangleId> + DoubleEndedIterator + '_ {
        self.order.iter().map(|element| TriangleId(element.0))
    }

    /// Where rivers end.
    #[must_use]
    pub fn seeding(&self) -> Seeding {
        self.seeding
    }

    /// The triangle that a triangle drains to, unless it is a root.
    #[inline]
    #[must_use]
    pub fn t_downslope_t(&self, t: TriangleId) -> Option<TriangleId> {
        match self.receivers.of(ElementId(t.0)) {
            Receiver::To(receiver) => Some(TriangleId(receiver.0)),
            Receiver::Root | Receiver::Void => None,
        }
    }

    /// The side across which a triangle drains, unless it is a root.
    #[must_use]
    pub fn s_downslope_t(&self, mesh: &DualMesh, t: TriangleId) -> Option<SideId> {
        let receiver = self.t_downslope_t(t)?;
        s_sides_t(t).into_iter().find(|s| mesh.t_outer_s(*s) == receiver)
    }
}
