//! Meshes from anyone's arrays.

use super::sanity::{check_corners, check_ids, check_rings, check_twins};
use super::{DualMesh, RegionId, SideId};
use crate::IslandError;
use crate::error::check_length;

impl DualMesh {
    /// A mesh from the places of its regions, the region where each side begins, and each side's twin.
    ///
    /// Ghosts are part of the arrays, as [`DualMesh`] describes them: the ghost region's id is the number of places, and
    /// the triangles that have it as a corner come last. `is_boundary_r` tells for each place whether it is at the edge of
    /// the map. The elements keep their ids.
    ///
    /// # Errors
    ///
    /// [`IslandError::Coordinate`], [`IslandError::Length`], and [`IslandError::Mesh`] if the arrays are no closed mesh.
    pub fn from_arrays(
        position_r: Vec<[f64; 2]>,
        is_boundary_r: Vec<bool>,
        r_begin_s: &[u32],
        twin_s: &[u32],
    ) -> Result<Self, IslandError> {
        super::delaunay::check_coordinates(&position_r)?;
        check_length("is_boundary_r", position_r.len(), is_boundary_r.len())?;
        let r_begin_s: Vec<RegionId> = r_begin_s.iter().map(|r| RegionId(*r)).collect();
        let twin_s: Vec<SideId> = twin_s.iter().map(|s| SideId(*s)).collect();
        let ghost_r = RegionId::from_index(position_r.len());
        check_ids(&r_begin_s, &twin_s, position_r.len() + 1)?;
        let solid_triangles = r_begin_s.chunks_exact(3).take_while(|corners| !corners.contains(&ghost_r)).count();
        check_corners(&r_begin_s, ghost_r, solid_triangles)?;
        let mesh = Self::derive(r_begin_s, twin_s, position_r, is_boundary_r, solid_triangles);
        check_twins(&mesh)?;
        check_rings(&mesh)?;
        Ok(mesh)
    }
}
