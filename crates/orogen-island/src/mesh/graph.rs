//! Triangles as a drainage topology.

use orogen_flow::{ElementId, Role, Topology};

use super::dual::distance;
use super::{DualMesh, TriangleId};

/// The triangles of a mesh, joined across their sides; neighbours come in the order of the sides.
///
/// Distances are between centroids, in units of the mesh. Element t is triangle t.
#[derive(Clone, Copy, Debug)]
pub struct TriangleGraph<'a> {
    mesh: &'a DualMesh,
    count: usize,
}

impl<'a> TriangleGraph<'a> {
    /// The solid triangles.
    #[must_use]
    pub fn solid(mesh: &'a DualMesh) -> Self {
        Self { mesh, count: mesh.solid_triangle_count() }
    }

    /// All triangles, ghosts too.
    #[must_use]
    pub fn with_ghosts(mesh: &'a DualMesh) -> Self {
        Self { mesh, count: mesh.triangle_count() }
    }

    /// The mesh that it is part of.
    #[must_use]
    pub fn mesh(&self) -> &'a DualMesh {
        self.mesh
    }
}

impl Topology for TriangleGraph<'_> {
    #[inline(always)]
    fn element_count(&self) -> usize {
        self.count
    }

    #[inline(always)]
    fn role(&self, _: ElementId) -> Role {
        Role::Interior
    }

    #[inline(always)]
    fn for_each_neighbor(&self, element: ElementId, mut visit: impl FnMut(ElementId, f64)) {
        let position_t = self.mesh.position_t();
        for TriangleId(neighbor) in self.mesh.t_neighbors_t(TriangleId(element.0)) {
            if (neighbor as usize) < self.count {
                visit(ElementId(neighbor), distance(position_t[element.index()], position_t[neighbor as usize]));
            }
        }
    }
}
