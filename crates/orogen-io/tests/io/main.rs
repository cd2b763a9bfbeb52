//! Tests of whole files, from outside.

mod animation;
mod ascii;
mod atomic;
mod common;
mod container;
mod gdal;
mod geojson;
mod geotiff;
mod glb;
mod hostile;
mod memory;
mod meshes;
mod nodata;
mod obj;
mod oracles;
mod png;
mod round_trips;
mod svg;
