//! Tests of orogen-raster through its public interface.

mod gates;
mod generators;
mod picture;
mod richdem;
mod rivers;
mod statistics;
mod stream_power;
mod stream_power_cases;
mod support;
mod thermal;
