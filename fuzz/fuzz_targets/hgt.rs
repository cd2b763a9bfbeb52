//! SRTM HGT: every byte of a file of the right length is sound, so what is fuzzed are the name and the length.

#![no_main]

mod decode;

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let name = format!("N{}.hgt", String::from_utf8_lossy(bytes));
    decode::decode(&name, bytes, None);
});
