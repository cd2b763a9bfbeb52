//! Which triangles are sea.

use orogen_flow::{ElementId, Role, Topology};

use crate::mesh::{DualMesh, TriangleGraph, TriangleId};

/// Water deeper than this can be a sea wherever it is; what is shallower is a pond.
const DEEP: f64 = -0.1;

/// Where water leaves the map.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SeaKind {
    /// Into the sea, which reaches the edge of the map.
    #[default]
    AtTheEdge,
    /// Into deep water, wherever it is.
    Deep,
    /// There is no sea: over the lowest triangles at the edge of the map.
    LowestEdge,
    /// There is neither sea nor edge: into the lowest triangles.
    Lowest,
}

/// Where the rivers of an island end.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Sea {
    /// Whether each triangle is sea, or, without a sea, where water leaves the map.
    pub is_sea_t: Vec<bool>,
    /// What kind of end that is.
    pub kind: SeaKind,
}

impl Sea {
    /// The triangles below 0 that are joined, below 0, to the map's edge; without any, to water deeper than -0.1.
    ///
    /// All other water below 0 is a lake or a pond. Reads elevations of the solid triangles.
    #[must_use]
    pub fn at_the_edge(mesh: &DualMesh, elevation_t: &[f64]) -> Self {
        let is_shore = |t: &usize| elevation_t[*t] < 0.0 && mesh.is_boundary_t(TriangleId::from_index(*t));
        let shore: Vec<usize> = (0..elevation_t.len()).filter(is_shore).collect();
        if shore.is_empty() {
            return Self::deep(mesh, elevation_t);
        }
        Self { is_sea_t: joined_below_zero(mesh, elevation_t, shore), kind: SeaKind::AtTheEdge }
    }

    /// The triangles below 0 that are joined, below 0, to any deeper than -0.1: the ends of the search for ways downslope.
    #[must_use]
    pub fn deep(mesh: &DualMesh, elevation_t: &[f64]) -> Self {
        let all = 0..elevation_t.len();
        let deep: Vec<usize> = all.clone().filter(|t| elevation_t[*t] < DEEP).collect();
        if !deep.is_empty() {
            return Self { is_sea_t: joined_below_zero(mesh, elevation_t, deep), kind: SeaKind::Deep };
        }
        let is_edge = |t: usize| mesh.is_boundary_t(TriangleId::from_index(t));
        let lowest = |is_candidate: &dyn Fn(usize) -> bool| {
            all.clone().filter(|t| is_candidate(*t)).map(|t| elevation_t[t]).min_by(f64::total_cmp)
        };
        match lowest(&is_edge) {
            Some(level) => {
                let is_sea_t = all.map(|t| is_edge(t) && elevation_t[t] == level).collect();
                Self { is_sea_t, kind: SeaKind::LowestEdge }
            }
            None => {
                let level = lowest(&|_| true);
                let is_sea_t = all.map(|t| Some(elevation_t[t]) == level).collect();
                Self { is_sea_t, kind: SeaKind::Lowest }
            }
        }
    }

    /// Whether a triangle is sea, rather than land over which water leaves the map.
    #[must_use]
    pub fn is_water(&self, t: TriangleId) -> bool {
        self.is_sea_t[t.index()] && matches!(self.kind, SeaKind::AtTheEdge | SeaKind::Deep)
    }
}

fn joined_below_zero(mesh: &DualMesh, elevation_t: &[f64], mut front: Vec<usize>) -> Vec<bool> {
    let graph = TriangleGraph::solid(mesh);
    let mut is_sea_t = vec![false; elevation_t.len()];
    front.iter().for_each(|t| is_sea_t[*t] = true);
    while let Some(t) = front.pop() {
        graph.for_each_neighbor(ElementId::from_index(t), |neighbor, _| {
            let next = neighbor.index();
            if elevation_t[next] < 0.0 && !core::mem::replace(&mut is_sea_t[next], true) {
                front.push(next);
            }
        });
    }
    is_sea_t
}

/// Triangles as a topology in which water leaves at the sea, and at other triangles if they are marked.
pub(crate) struct Shores<'a> {
    pub(crate) graph: TriangleGraph<'a>,
    pub(crate) is_outlet_t: &'a [bool],
}

impl Topology for Shores<'_> {
    #[inline(always)]
    fn element_count(&self) -> usize {
        self.graph.element_count()
    }

    #[inline(always)]
    fn role(&self, element: ElementId) -> Role {
        if self.is_outlet_t[element.index()] { Role::Outlet } else { Role::Interior }
    }

    #[inline(always)]
    fn for_each_neighbor(&self, element: ElementId, visit: impl FnMut(ElementId, f64)) {
        self.graph.for_each_neighbor(element, visit);
    }
}
