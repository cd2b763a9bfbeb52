//! Where the points of a generated island lie.

use orogen_field::Seed;

use super::curve::order_along_curve;
use super::delaunay::triangulate;
use super::poisson::{Disk, fill};
use super::{DualMesh, RegionId, ring};
use crate::IslandError;
use crate::error::check_values;
use crate::streams;

/// Candidates a point: below 5 the blue noise shows gaps.
const TRIES: u32 = 6;

/// Candidates a peak, of which there are few.
const PEAK_TRIES: u32 = 30;

/// Peaks are at least so many spacings apart, so that a coarse mesh does not consist of them.
const LEAST_PEAK_SPACINGS: f64 = 2.0;

/// Points of this blue noise in a square of its spacing, measured.
pub(super) const POINTS_PER_SQUARE: f64 = 0.762;

/// The spacing between blue-noise points and the seed of their places.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Layout {
    /// Smallest distance between points, in units of the square's side; from 0.0005 to 0.1.
    pub spacing: f64,
    /// Smallest distance between mountain peaks, in the same unit; from 0.001 to 0.5.
    pub peak_spacing: f64,
    /// Where the points come from.
    pub seed: Seed,
}

/// A mesh to make an island on.
#[derive(Clone, Debug, PartialEq)]
pub struct IslandMesh {
    /// The mesh.
    pub mesh: DualMesh,
    /// The regions that are mountain peaks where there is land.
    pub peaks: Vec<RegionId>,
    /// The distance between neighbouring regions that a step of the mountain distance counts, in units of the square's side.
    pub spacing: f64,
}

impl IslandMesh {
    /// Lays out blue-noise points in the unit square and triangulates them.
    ///
    /// Regions come in four blocks: the guard ring outside the square, which is the edge of the map; the ring just inside;
    /// the peaks; and all others. In the last two they follow a Hilbert curve.
    ///
    /// ```
    /// use orogen_field::Seed;
    /// use orogen_island::mesh::{IslandMesh, Layout, spacing_for_points};
    ///
    /// let spacing = spacing_for_points(4_000);
    /// let island = IslandMesh::generate(&Layout { spacing, peak_spacing: 0.035, seed: Seed::Own(12_345) })?;
    /// assert!(island.mesh.solid_region_count().abs_diff(4_000) < 160);
    /// # Ok::<(), orogen_island::IslandError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`IslandError::Value`] if a spacing is out of its range.
    pub fn generate(layout: &Layout) -> Result<Self, IslandError> {
        check_values("spacing", "a number from 0.0005 to 0.1", &[layout.spacing], |v| (0.0005..=0.1).contains(&v))?;
        let good = |v| (0.001..=0.5).contains(&v);
        check_values("peak_spacing", "a number from 0.001 to 0.5", &[layout.peak_spacing], good)?;
        let Layout { spacing, seed, .. } = *layout;
        let mut points = ring::exterior(spacing);
        let exterior = points.len();
        points.extend(ring::interior(spacing));
        let first_peak = points.len();
        points.extend(along_curve(peaks(layout)));
        let peaks = (first_peak..points.len()).map(RegionId::from_index).collect();
        let disk = Disk { low: 0.0, high: 1.0, radius: spacing, tries: TRIES, key: seed.key(streams::POINTS, 0) };
        let rest = fill(&disk, &points[exterior..]);
        points.extend(along_curve(rest));
        let mut mesh = triangulate(&points)?.complete()?;
        mesh.is_boundary_r[..exterior].fill(true);
        Ok(Self { mesh, peaks, spacing })
    }
}

/// Peaks keep as far from the square's sides as from each other.
fn peaks(layout: &Layout) -> Vec<[f64; 2]> {
    let radius = layout.peak_spacing.max(LEAST_PEAK_SPACINGS * layout.spacing);
    // At the widest spacing there is one peak, in the middle.
    let low = radius.min(0.499);
    let key = layout.seed.key(streams::PEAKS, 0);
    fill(&Disk { low, high: 1.0 - low, radius, tries: PEAK_TRIES, key }, &[])
}

fn along_curve(points: Vec<[f64; 2]>) -> Vec<[f64; 2]> {
    order_along_curve(&points).into_iter().map(|index| points[index as usize]).collect()
}

/// The spacing at which a generated mesh has about so many regions, within 4 % from 1,000 to 1,000,000.
///
/// The guard ring has sqrt(8) points for each spacing in the square's side; this solves the sum for the spacing.
#[must_use]
pub fn spacing_for_points(points: u32) -> f64 {
    let (per_square, per_side) = (POINTS_PER_SQUARE, 2.0 * core::f64::consts::SQRT_2);
    let points = f64::from(points.max(1));
    (per_side + (per_side * per_side + 4.0 * per_square * points).sqrt()) / (2.0 * points)
}
