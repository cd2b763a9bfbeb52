//! Drainage on any topology: where water goes, what it gathers, and where it stands.
//!
//! Nothing here knows a position. A [`Topology`] names elements, their neighbours and the distances between them; a
//! [`Raster`] and a [`Mesh`] are topologies, and elevations come beside them as a slice of metres, one an element.
//!
//! * **Depressions.** [`fill`] and [`flood`] find the lowest surface from which all water runs off, by a spanning tree of
//!   basins and by Priority-Flood; [`Hierarchy`] knows the depressions within depressions.
//! * **Routing.** [`route`] gives every element one receiver, through depressions too, in linear time; [`steepest_descent`]
//!   leaves pits; [`Shares`] divides water between several receivers (MFD, D-infinity); [`grow_downslope`] is the plain
//!   search that lets rivers grow from a coast.
//! * **Sums.** [`StackOrder`] orders elements from the outlets up; [`accumulate`] sums down it, [`basins`], [`strahler`] and
//!   [`reaches`] follow from it.
//! * **Lakes.** [`LakeBeds`] fills, spills and merges an amount of water, or finds the lakes of a steady climate.
//!
//! What holds on every input is stated by the checks in [`sanity`], which the tests call. Elements are named by 32-bit ids,
//! so a topology has at most [`MAX_ELEMENTS`]; nothing recurses. Sums are made in one fixed order, and only `pow` and
//! `atan2` go beyond + - * / and square roots, through `libm`: the bits are the same everywhere.
//!
//! ```
//! use orogen_flow::{Depressions, Donors, Raster, RasterSpec, StackOrder, accumulate_exact, fill, route};
//!
//! // A pit in a rim of 9 m, with a gap of 7 m in the east.
//! let raster = Raster::new(RasterSpec::square(3, 3, 30.0))?;
//! let elevation_m = [9.0, 9.0, 9.0, 9.0, 2.0, 7.0, 9.0, 9.0, 9.0];
//! assert_eq!(fill(&raster, &elevation_m)?[4], 7.0);
//!
//! let receivers = route(&raster, &elevation_m, Depressions::Carve)?;
//! let order = StackOrder::new(&receivers);
//! let cells = accumulate_exact(&receivers, &order, &[1; 9])?;
//! assert_eq!(cells, [1, 1, 1, 1, 1, 2, 1, 1, 1]);
//! # Ok::<(), orogen_flow::FlowError>(())
//! ```

mod accumulate;
mod basin_graph;
mod basins;
mod descent;
mod element;
mod error;
mod flood;
mod hierarchy;
mod infinity;
mod lake_drainage;
mod lake_level;
mod lakes;
mod mesh;
mod radix_queue;
mod raster;
mod rivers;
mod route;
pub mod sanity;
mod search;
mod shares;
mod spanning_tree;
mod spill;
mod stack;
mod strahler;
mod surface;
mod topology;

pub use accumulate::{accumulate, accumulate_exact};
pub use basin_graph::{BasinGraph, BasinId, Pass};
pub use basins::{Basins, basins};
pub use descent::{steepest_descent, steepest_descent_on_filled};
pub use element::{ElementId, MAX_ELEMENTS, Receiver, Receivers};
pub use error::FlowError;
pub use flood::{Flood, flood};
pub use hierarchy::{Depression, DepressionId, Hierarchy};
pub use lake_drainage::LakeDrainage;
pub use lakes::{Lake, LakeBeds, Lakes};
pub use mesh::Mesh;
pub use raster::{Edge, Edges, Neighborhood, Raster, RasterSpec, VoidRule};
pub use rivers::{Reach, reaches};
pub use route::{Depressions, fill, route};
pub use search::{Downslope, grow_downslope};
pub use shares::{FREEMAN_EXPONENT, Shares};
pub use stack::{Donors, StackOrder};
pub use strahler::strahler;
pub use surface::{carved_surface, graded_surface};
pub use topology::{Role, Topology, check_elevation};
