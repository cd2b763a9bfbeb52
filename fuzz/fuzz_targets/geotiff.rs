//! GeoTIFF: any bytes give a raster or an error.

#![no_main]

mod decode;

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| decode::decode("a.tif", bytes, None));
