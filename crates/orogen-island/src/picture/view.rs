//! From the unit square to pixels.

use orogen_raster::picture::Light;

use super::scene::Scene;
use crate::mesh::{DualMesh, RegionId, TriangleId};

/// The unit square over a square of pixels.
pub(super) struct View<'a> {
    pub(super) mesh: &'a DualMesh,
    /// Pixels along a side of the square.
    pub(super) side: f64,
}

impl<'a> View<'a> {
    pub(super) fn new(mesh: &'a DualMesh, side: f64) -> Self {
        Self { mesh, side }
    }

    pub(super) fn pixel(&self, [x, y]: [f64; 2]) -> [f64; 2] {
        [x * self.side, y * self.side]
    }

    pub(super) fn pixel_r(&self, r: RegionId) -> [f64; 2] {
        self.pixel(self.mesh.position_r()[r.index()])
    }

    pub(super) fn pixel_t(&self, t: TriangleId) -> [f64; 2] {
        self.pixel(self.mesh.position_t()[t.index()])
    }

    fn corners(&self, t: TriangleId) -> [[f64; 2]; 3] {
        self.mesh.r_corners_t(t).map(|r| self.pixel_r(r))
    }

    pub(super) fn solid(&self) -> impl Iterator<Item = TriangleId> + use<> {
        (0..self.mesh.solid_triangle_count()).map(TriangleId::from_index)
    }

    pub(super) fn fill_triangle(&self, scene: &mut Scene, t: TriangleId, light: Light) {
        scene.triangle(self.corners(t), [light; 3]);
    }

    /// Every triangle in one light.
    pub(super) fn fill_triangles(&self, scene: &mut Scene, light_of_t: impl Fn(usize) -> Light) {
        for t in self.solid() {
            self.fill_triangle(scene, t, light_of_t(t.index()));
        }
    }

    /// Light at the corners of triangles.
    pub(super) fn fill_regions(&self, scene: &mut Scene, light_of_r: impl Fn(usize) -> Light) {
        for t in self.solid() {
            scene.triangle(self.corners(t), self.mesh.r_corners_t(t).map(|r| light_of_r(r.index())));
        }
    }
}
