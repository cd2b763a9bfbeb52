//! Peaks among points that somebody else has laid out.

use orogen_field::Seed;

use super::dual::distance;
use super::layout::POINTS_PER_SQUARE;
use super::{DualMesh, IslandMesh, RegionId};
use crate::IslandError;
use crate::error::check_values;
use crate::streams;

impl IslandMesh {
    /// An island's mesh from anyone's mesh: peaks are drawn from its regions, and the spacing is measured.
    ///
    /// Regions are visited in a random order, and become peaks if they are not at the edge of the map and at least
    /// `peak_spacing` (in units of the mesh) from all earlier peaks. The spacing is what a blue noise with as many points on
    /// the area of the triangles would have.
    ///
    /// # Errors
    ///
    /// [`IslandError::Value`] if `peak_spacing` is not a finite number above 0.
    pub fn from_mesh(mesh: DualMesh, peak_spacing: f64, seed: Seed) -> Result<Self, IslandError> {
        let good = |v: f64| v.is_finite() && v > 0.0;
        check_values("peak_spacing", "a finite number above 0", &[peak_spacing], good)?;
        let key = seed.key(streams::PEAKS, 0);
        let mut order: Vec<u64> = (0..mesh.solid_region_count() as u32)
            .map(|r| u64::from(key.hash2(r as i32, 0)) << 32 | u64::from(r))
            .collect();
        order.sort_unstable();
        let mut peaks = Vec::new();
        let mut is_near_peak = mesh.is_boundary_r.clone();
        let mut reached = Vec::new();
        for r in order.into_iter().map(|entry| RegionId(entry as u32)) {
            if !is_near_peak[r.index()] {
                peaks.push(r);
                mark_within(&mesh, r, peak_spacing, &mut is_near_peak, &mut reached);
            }
        }
        peaks.sort_unstable();
        let spacing = measured_spacing(&mesh);
        Ok(Self { mesh, peaks, spacing })
    }
}

/// Marks the regions nearer than `reach` to a peak that can be walked to over such regions.
fn mark_within(mesh: &DualMesh, peak: RegionId, reach: f64, is_near_peak: &mut [bool], reached: &mut Vec<RegionId>) {
    let place = mesh.position_r[peak.index()];
    let mut walked = std::collections::BTreeSet::from([peak]);
    reached.push(peak);
    while let Some(r) = reached.pop() {
        is_near_peak[r.index()] = true;
        for neighbor in mesh.s_incoming_r(r).map(|s| mesh.r_begin_s(s)).filter(|r| *r != mesh.ghost_r()) {
            if distance(mesh.position_r[neighbor.index()], place) < reach && walked.insert(neighbor) {
                reached.push(neighbor);
            }
        }
    }
}

/// The radius of a blue noise with this many points on this area.
fn measured_spacing(mesh: &DualMesh) -> f64 {
    let doubled: f64 = (0..mesh.solid_triangle_count())
        .map(|t| {
            let [a, b, c] = [0, 1, 2].map(|corner| mesh.position_r[mesh.r_begin_s[3 * t + corner].index()]);
            ((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])).abs()
        })
        .sum();
    (POINTS_PER_SQUARE * 0.5 * doubled / mesh.solid_region_count() as f64).sqrt()
}
