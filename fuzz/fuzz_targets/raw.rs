//! Raw samples: the input is a sidecar, a zero byte, and the samples.

#![no_main]

mod decode;

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let end = bytes.iter().position(|&byte| byte == 0).unwrap_or(bytes.len());
    let (sidecar, samples) = bytes.split_at(end);
    let samples = samples.get(1..).unwrap_or_default();
    for name in ["a.f64", "a.f32", "a.r16"] {
        decode::decode(name, samples, Some(sidecar));
    }
    // The same sidecar beside a small picture.
    decode::decode("a.png", samples, Some(sidecar));
});
