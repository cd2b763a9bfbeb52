//! Areas of triangles.

use super::DualMesh;

impl DualMesh {
    /// The areas of the solid triangles, in units of the mesh squared.
    #[must_use]
    pub fn area_t(&self) -> Vec<f64> {
        let place = self.position_r();
        let area = |corners: [super::RegionId; 3]| {
            let [a, b, c] = corners.map(|r| place[r.index()]);
            let doubled = (b[0] - a[0]) * (c[1] - a[1]) - (c[0] - a[0]) * (b[1] - a[1]);
            0.5 * doubled.abs()
        };
        self.r_of_triangles().take(self.solid_triangle_count()).map(area).collect()
    }
}
