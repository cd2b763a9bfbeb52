//! What holds in every mesh, checked.

use super::{DualMesh, RegionId, SideId, TriangleId};

/// What is wrong with a mesh.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Fault {
    /// Sides that do not come in threes, or not one twin a side.
    #[error("{sides} sides and {twins} twins; there have to be three sides a triangle and a twin a side")]
    Sides {
        /// Number of sides.
        sides: usize,
        /// Number of twins.
        twins: usize,
    },
    /// An id that names nothing.
    #[error("side {side} names {what} {got}, which is not there")]
    Id {
        /// The side.
        side: u32,
        /// "region" or "twin".
        what: &'static str,
        /// The id.
        got: u32,
    },
    /// Two sides that are no pair.
    #[error("side {side} and its twin {twin} do not run between the same regions in opposite directions")]
    Twin {
        /// The side.
        side: u32,
        /// What it has for a twin.
        twin: u32,
    },
    /// A triangle with the same region twice.
    #[error("triangle {triangle} has one region at two corners")]
    Corners {
        /// The triangle.
        triangle: u32,
    },
    /// A region that is not the middle of one ring of triangles.
    #[error("region {region} is not surrounded by one closed ring of triangles")]
    Ring {
        /// The region.
        region: u32,
    },
    /// A hull that crosses or leaves itself.
    #[error("the hull does not pass region {region} exactly once")]
    Hull {
        /// The region.
        region: u32,
    },
    /// Ghosts among solid triangles.
    #[error("triangle {triangle} is a ghost and comes before a solid one; ghosts have to come last")]
    GhostOrder {
        /// The ghost.
        triangle: u32,
    },
    /// A mesh that is not one sphere.
    #[error("regions - edges + triangles is {got}; on a sphere it is 2")]
    Euler {
        /// What it is.
        got: i64,
    },
    /// Triangles that lie on their backs.
    #[error("triangle {triangle} turns the other way than triangle 0")]
    Orientation {
        /// One of them.
        triangle: u32,
    },
}

/// Checks all that a mesh promises: twins, rings, ghosts last, the sphere, and one orientation. O(sides).
///
/// # Errors
///
/// The first [`Fault`] found.
pub fn sanity_check(mesh: &DualMesh) -> Result<(), Fault> {
    check_ids(&mesh.r_begin_s, &mesh.twin_s, mesh.region_count())?;
    check_twins(mesh)?;
    check_corners(&mesh.r_begin_s, mesh.ghost_r(), mesh.solid_triangles)?;
    check_rings(mesh)?;
    let (regions, edges) = (mesh.region_count() as i64, mesh.side_count() as i64 / 2);
    let euler = regions - edges + mesh.triangle_count() as i64;
    if euler != 2 {
        return Err(Fault::Euler { got: euler });
    }
    check_orientation(mesh)
}

/// Checks that every id names something, which everything else relies on.
pub(super) fn check_ids(r_begin_s: &[RegionId], twin_s: &[SideId], regions: usize) -> Result<(), Fault> {
    let sides = r_begin_s.len();
    if sides == 0 || !sides.is_multiple_of(3) || twin_s.len() != sides {
        return Err(Fault::Sides { sides, twins: twin_s.len() });
    }
    for (side, (r, twin)) in r_begin_s.iter().zip(twin_s).enumerate() {
        for (what, got, count) in [("region", r.0, regions), ("twin", twin.0, sides)] {
            if got as usize >= count {
                return Err(Fault::Id { side: side as u32, what, got });
            }
        }
    }
    Ok(())
}

pub(super) fn check_twins(mesh: &DualMesh) -> Result<(), Fault> {
    for s in (0..mesh.side_count()).map(SideId::from_index) {
        let twin = mesh.twin_s(s);
        let opposite = mesh.r_begin_s(s) == mesh.r_end_s(twin) && mesh.r_end_s(s) == mesh.r_begin_s(twin);
        if twin == s || mesh.twin_s(twin) != s || !opposite {
            return Err(Fault::Twin { side: s.0, twin: twin.0 });
        }
    }
    Ok(())
}

/// Checks that the corners of a triangle differ, and that the ghost is a corner of all triangles from `solid_triangles` on.
pub(super) fn check_corners(r_begin_s: &[RegionId], ghost_r: RegionId, solid_triangles: usize) -> Result<(), Fault> {
    for (triangle, corners) in r_begin_s.chunks_exact(3).enumerate() {
        let [a, b, c] = [corners[0], corners[1], corners[2]];
        if a == b || b == c || c == a {
            return Err(Fault::Corners { triangle: triangle as u32 });
        }
        if corners.contains(&ghost_r) != (triangle >= solid_triangles) {
            return Err(Fault::GhostOrder { triangle: triangle as u32 });
        }
    }
    Ok(())
}

/// Walks about every region: the rings must pass every side once between them.
pub(super) fn check_rings(mesh: &DualMesh) -> Result<(), Fault> {
    let mut is_passed = vec![false; mesh.side_count()];
    for r in (0..mesh.region_count()).map(RegionId::from_index) {
        for s in mesh.s_incoming_r(r) {
            if mesh.r_end_s(s) != r || core::mem::replace(&mut is_passed[s.index()], true) {
                return Err(Fault::Ring { region: r.0 });
            }
        }
    }
    match is_passed.iter().position(|passed| !passed) {
        Some(side) => Err(Fault::Ring { region: mesh.r_end_s(SideId::from_index(side)).0 }),
        None => Ok(()),
    }
}

/// Checks that all solid triangles turn the same way, as far as rounding lets one tell.
fn check_orientation(mesh: &DualMesh) -> Result<(), Fault> {
    let turn = |t: TriangleId| {
        let [a, b, c] = mesh.r_corners_t(t).map(|r| mesh.position_r[r.index()]);
        let (left, right) = ((b[0] - a[0]) * (c[1] - a[1]), (b[1] - a[1]) * (c[0] - a[0]));
        // Three roundings of differences and products, none above half an ulp, with room to spare.
        let uncertain = (left - right).abs() <= 8.0 * f64::EPSILON * (left.abs() + right.abs());
        if uncertain { 0.0 } else { left - right }
    };
    let mut first = 0.0;
    for t in (0..mesh.solid_triangles).map(TriangleId::from_index) {
        let turn = turn(t);
        if first == 0.0 {
            first = turn;
        }
        if turn * first < 0.0 {
            return Err(Fault::Orientation { triangle: t.0 });
        }
    }
    Ok(())
}
