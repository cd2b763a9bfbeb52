//! Tests of orogen-raster through its public interface.

mod gates;
mod generators;
mod picture;
mod statistics;
mod support;
mod thermal;
