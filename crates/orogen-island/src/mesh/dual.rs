//! The dual mesh: triangles of regions, joined side to side, closed by ghosts.
//!
//! After Patel's dual-mesh (redblobgames.com/x/1721-voronoi-alternative): a function named `y_x` takes an `x` and gives
//! its `y`, where r is a region, s a side and t a triangle.

use super::{RegionId, SideId, TriangleId};

/// Triangles that close a sphere: the solid ones, and a ghost beyond each side of the hull.
///
/// Triangle t has the sides 3t, 3t + 1 and 3t + 2, each from one of its regions to the next. Ghosts come last: one ghost
/// region without a position, and the triangles that have it as a corner. As every side has a twin, walking the mesh needs
/// no special case.
///
/// ```
/// use orogen_island::mesh::{RegionId, delaunay};
///
/// // A square and its middle: 4 solid triangles and a ghost beyond each side.
/// let mesh = delaunay(&[[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0], [0.5, 0.5]])?.mesh;
/// assert_eq!((mesh.solid_triangle_count(), mesh.triangle_count()), (4, 8));
/// assert_eq!(mesh.s_incoming_r(RegionId(4)).count(), 4);
/// # Ok::<(), orogen_island::IslandError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct DualMesh {
    pub(super) r_begin_s: Vec<RegionId>,
    pub(super) twin_s: Vec<SideId>,
    /// One of each region's incoming sides, the ghost's included.
    pub(super) s_incoming_r: Vec<SideId>,
    /// Of solid regions only.
    pub(super) position_r: Vec<[f64; 2]>,
    /// Of all triangles.
    pub(super) position_t: Vec<[f64; 2]>,
    /// Of solid regions only.
    pub(super) is_boundary_r: Vec<bool>,
    pub(super) solid_triangles: usize,
}

impl DualMesh {
    /// Number of regions, the ghost included.
    #[must_use]
    pub fn region_count(&self) -> usize {
        self.position_r.len() + 1
    }

    /// Number of regions with a position: those with the lowest ids.
    #[inline]
    #[must_use]
    pub fn solid_region_count(&self) -> usize {
        self.position_r.len()
    }

    /// Number of triangles, ghosts included.
    #[inline]
    #[must_use]
    pub fn triangle_count(&self) -> usize {
        self.position_t.len()
    }

    /// Number of triangles between regions that have positions: those with the lowest ids.
    #[inline]
    #[must_use]
    pub fn solid_triangle_count(&self) -> usize {
        self.solid_triangles
    }

    /// Number of sides, those of ghosts included.
    #[must_use]
    pub fn side_count(&self) -> usize {
        self.r_begin_s.len()
    }

    /// The region without a position.
    #[must_use]
    pub fn ghost_r(&self) -> RegionId {
        RegionId::from_index(self.position_r.len())
    }

    /// Whether a triangle has the ghost region as a corner.
    #[inline(always)]
    #[must_use]
    pub fn is_ghost_t(&self, t: TriangleId) -> bool {
        t.index() >= self.solid_triangles
    }

    /// Whether a region is at the edge of the map, where the wind comes in; the ghost is not.
    #[inline]
    #[must_use]
    pub fn is_boundary_r(&self, r: RegionId) -> bool {
        self.is_boundary_r.get(r.index()).copied().unwrap_or(false)
    }

    /// Whether a triangle has a corner at the edge of the map.
    #[must_use]
    pub fn is_boundary_t(&self, t: TriangleId) -> bool {
        self.r_corners_t(t).into_iter().any(|r| self.is_boundary_r(r))
    }

    /// The region where a side begins.
    #[inline(always)]
    #[must_use]
    pub fn r_begin_s(&self, s: SideId) -> RegionId {
        self.r_begin_s[s.index()]
    }

    /// The region where a side ends.
    #[inline(always)]
    #[must_use]
    pub fn r_end_s(&self, s: SideId) -> RegionId {
        self.r_begin_s[next_s(s).index()]
    }

    /// The side that runs the other way, in the triangle beyond.
    #[inline(always)]
    #[must_use]
    pub fn twin_s(&self, s: SideId) -> SideId {
        self.twin_s[s.index()]
    }

    /// The triangle beyond a side.
    #[inline(always)]
    #[must_use]
    pub fn t_outer_s(&self, s: SideId) -> TriangleId {
        t_inner_s(self.twin_s(s))
    }

    /// The corners of a triangle: where each of its sides begins.
    #[inline(always)]
    #[must_use]
    pub fn r_corners_t(&self, t: TriangleId) -> [RegionId; 3] {
        s_sides_t(t).map(|s| self.r_begin_s(s))
    }

    /// The corners of all triangles, in the order of their ids.
    pub fn r_of_triangles(&self) -> impl ExactSizeIterator<Item = [RegionId; 3]> + '_ {
        let (triangles, _) = self.r_begin_s.as_chunks::<3>();
        triangles.iter().copied()
    }

    /// The triangles beyond a triangle's sides, in their order.
    #[inline(always)]
    #[must_use]
    pub fn t_neighbors_t(&self, t: TriangleId) -> [TriangleId; 3] {
        s_sides_t(t).map(|s| self.t_outer_s(s))
    }

    /// The sides that end at a region, in turn about it.
    pub fn s_incoming_r(&self, r: RegionId) -> impl Iterator<Item = SideId> + '_ {
        let first = self.s_incoming_r[r.index()];
        let mut next = Some(first);
        core::iter::from_fn(move || {
            let s = next?;
            next = Some(self.twin_s(next_s(s))).filter(|s| *s != first);
            Some(s)
        })
    }

    /// The places of the regions, without the ghost.
    #[must_use]
    pub fn position_r(&self) -> &[[f64; 2]] {
        &self.position_r
    }

    /// The centroids of the triangles; those of ghosts lie half a side's length beyond the middle of the hull's side.
    #[must_use]
    pub fn position_t(&self) -> &[[f64; 2]] {
        &self.position_t
    }

    /// The distance between the regions at a side's ends; infinite where one is the ghost.
    #[must_use]
    pub fn length_s(&self, s: SideId) -> f64 {
        let place = |r: RegionId| self.position_r.get(r.index());
        match (place(self.r_begin_s(s)), place(self.r_end_s(s))) {
            (Some(begin), Some(end)) => distance(*begin, *end),
            _ => f64::INFINITY,
        }
    }

    /// The distance between the centroids of two triangles.
    #[inline]
    #[must_use]
    pub fn length_between(&self, a: TriangleId, b: TriangleId) -> f64 {
        distance(self.position_t[a.index()], self.position_t[b.index()])
    }

    /// Derives what follows from sides and places: incoming sides and centroids.
    pub(super) fn derive(
        r_begin_s: Vec<RegionId>,
        twin_s: Vec<SideId>,
        position_r: Vec<[f64; 2]>,
        is_boundary_r: Vec<bool>,
        solid_triangles: usize,
    ) -> Self {
        let mut s_incoming_r = vec![SideId(0); position_r.len() + 1];
        // Backwards, so that a region keeps its side of the lowest id.
        for s in (0..r_begin_s.len()).rev().map(SideId::from_index) {
            s_incoming_r[r_begin_s[next_s(s).index()].index()] = s;
        }
        let mut mesh = Self {
            r_begin_s,
            twin_s,
            s_incoming_r,
            position_r,
            position_t: Vec::new(),
            is_boundary_r,
            solid_triangles,
        };
        mesh.position_t = (0..mesh.r_begin_s.len() / 3).map(|t| mesh.centre(TriangleId::from_index(t))).collect();
        mesh
    }

    fn centre(&self, t: TriangleId) -> [f64; 2] {
        let corners = self.r_corners_t(t);
        if !self.is_ghost_t(t) {
            let [a, b, c] = corners.map(|r| self.position_r[r.index()]);
            return [(a[0] + b[0] + c[0]) / 3.0, (a[1] + b[1] + c[1]) / 3.0];
        }
        // The side opposite the ghost region begins after it.
        let ghost = corners.iter().position(|r| *r == self.ghost_r()).unwrap_or(2);
        let [begin, end] = [1, 2].map(|step| self.position_r[corners[(ghost + step) % 3].index()]);
        let along = [end[0] - begin[0], end[1] - begin[1]];
        [(begin[0] + end[0] + along[1]) / 2.0, (begin[1] + end[1] - along[0]) / 2.0]
    }
}

/// The triangle that a side belongs to.
#[inline(always)]
#[must_use]
pub fn t_inner_s(s: SideId) -> TriangleId {
    TriangleId(s.0 / 3)
}

/// The sides of a triangle.
#[inline(always)]
#[must_use]
pub fn s_sides_t(t: TriangleId) -> [SideId; 3] {
    [SideId(3 * t.0), SideId(3 * t.0 + 1), SideId(3 * t.0 + 2)]
}

/// The side after a side in its triangle.
#[inline(always)]
#[must_use]
pub fn next_s(s: SideId) -> SideId {
    if s.0 % 3 == 2 { SideId(s.0 - 2) } else { SideId(s.0 + 1) }
}

/// The side before a side in its triangle.
#[inline(always)]
#[must_use]
pub fn prev_s(s: SideId) -> SideId {
    if s.0.is_multiple_of(3) { SideId(s.0 + 2) } else { SideId(s.0 - 1) }
}

/// The distance between two places.
#[inline(always)]
pub(crate) fn distance(a: [f64; 2], b: [f64; 2]) -> f64 {
    let (dx, dy) = (a[0] - b[0], a[1] - b[1]);
    (dx * dx + dy * dy).sqrt()
}
