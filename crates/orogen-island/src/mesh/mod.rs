//! The mesh that an island is made on: points, triangles, their dual, and ids for all of them.

mod area;
mod arrays;
mod curve;
mod delaunay;
mod dual;
mod ghosts;
mod graph;
mod ids;
mod layout;
mod peaks;
mod poisson;
mod ring;
mod sanity;

pub use delaunay::{Delaunay, MAX_POINTS, delaunay};
pub use dual::{DualMesh, next_s, prev_s, s_sides_t, t_inner_s};
pub use graph::TriangleGraph;
pub use ids::{RegionId, SideId, TriangleId};
pub use layout::{IslandMesh, Layout, spacing_for_points};
pub use sanity::{Fault, sanity_check};
