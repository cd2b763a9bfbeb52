//! Pictures of an island.

mod scene;
