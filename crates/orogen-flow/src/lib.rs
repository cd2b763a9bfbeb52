//! Drainage on any topology.
mod accumulate;
mod basin_graph;
mod descent;
mod element;
mod error;
mod flood;
mod mesh;
mod radix_queue;
mod raster;
mod route;
mod search;
mod spanning_tree;
mod stack;
mod topology;

pub use accumulate::{accumulate, accumulate_exact, basins, strahler};
pub use basin_graph::{BasinGraph, BasinId, Pass};
pub use descent::{steepest_descent, steepest_descent_on_filled};
pub use element::{Basins, ElementId, MAX_ELEMENTS, Receiver, Receivers};
pub use error::FlowError;
pub use flood::{Flood, flood};
pub use mesh::Mesh;
pub use raster::{Edge, Edges, Neighborhood, Raster, RasterSpec, VoidRule};
pub use route::{Depressions, fill, route};
pub use search::{Downslope, grow_downslope};
pub use stack::{Donors, StackOrder};
pub use topology::{Role, Topology, check_elevation};
