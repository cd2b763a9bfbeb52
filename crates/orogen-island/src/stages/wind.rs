//! The order in which a wind meets the regions.

use crate::IslandError;
use crate::error::check_values;
use crate::mesh::{DualMesh, RegionId};

/// A wind: where it blows to, and how much it counts beside others.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Wind {
    /// Degrees from +x (east) towards +y (south on the map): any finite number.
    pub angle_deg: f64,
    /// How much it counts, above 0.
    pub weight: f64,
}

impl Wind {
    /// Checks that an angle and a weight are usable.
    ///
    /// # Errors
    ///
    /// [`IslandError::Value`].
    pub fn check(&self) -> Result<(), IslandError> {
        check_values("angle_deg", "a finite number of degrees", &[self.angle_deg], f64::is_finite)?;
        check_values("weight", "a finite number above 0", &[self.weight], |v| v.is_finite() && v > 0.0)
    }
}

/// The solid regions in the order in which a wind meets them, each with those just upwind of it.
///
/// Regions are known by their rank in this order, so that what was computed last is near in memory.
#[derive(Clone, Debug, PartialEq)]
pub struct WindOrder {
    /// The region of each rank.
    pub(super) order: Vec<RegionId>,
    /// The ranks upwind of rank i stand at `offsets[i]..offsets[i + 1]`.
    pub(super) offsets: Vec<u32>,
    pub(super) upwind: Vec<u32>,
}

impl WindOrder {
    /// Sorts the regions along a wind; those side by side in it come by id, and are not upwind of each other.
    ///
    /// O(N log N).
    #[must_use]
    pub fn new(mesh: &DualMesh, angle_deg: f64) -> Self {
        let [along_x, along_y] = direction(angle_deg);
        let projection: Vec<f64> = mesh.position_r().iter().map(|p| p[0] * along_x + p[1] * along_y).collect();
        let mut order: Vec<(f64, u32)> = projection.iter().copied().zip(0..).collect();
        order.sort_unstable_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        let mut rank_of_region = vec![0_u32; order.len()];
        for (rank, (_, region)) in order.iter().enumerate() {
            rank_of_region[*region as usize] = rank as u32;
        }
        let mut offsets = vec![0];
        let mut upwind = Vec::with_capacity(3 * order.len());
        for &(here, region) in &order {
            for s in mesh.s_incoming_r(RegionId(region)) {
                let neighbor = mesh.r_begin_s(s);
                if projection.get(neighbor.index()).is_some_and(|there| *there < here) {
                    upwind.push(rank_of_region[neighbor.index()]);
                }
            }
            offsets.push(upwind.len() as u32);
        }
        Self { order: order.into_iter().map(|(_, region)| RegionId(region)).collect(), offsets, upwind }
    }
}

/// The unit vector at an angle: exact for whole quarter turns.
fn direction(angle_deg: f64) -> [f64; 2] {
    let turns = angle_deg / 360.0;
    let quarters = 4.0 * (turns - turns.floor());
    match quarters {
        0.0 => [1.0, 0.0],
        1.0 => [0.0, 1.0],
        2.0 => [-1.0, 0.0],
        3.0 => [0.0, -1.0],
        _ => {
            let (sin, cos) = libm::sincos(quarters * core::f64::consts::FRAC_PI_2);
            [cos, sin]
        }
    }
}
