//! Tests of whole files, from outside.

mod ascii;
mod atomic;
mod common;
mod gdal;
mod geotiff;
mod hostile;
mod memory;
mod nodata;
mod png;
mod round_trips;
