//! Containers: any bytes give a container or an error, and so does any directory whose checksum is right.

#![no_main]

use libfuzzer_sys::fuzz_target;
use orogen_io::{Container, Input};

const SCHEMA: &str = "fuzz 1";

/// Bytes before the directory, of which the last four are its length.
const PREAMBLE_BYTES: usize = 16;

/// The same file with the right checksum of its directory, as far as it has one.
fn with_checksum(mut bytes: Vec<u8>) -> Option<Vec<u8>> {
    let directory_bytes = u32::from_le_bytes(bytes.get(12..PREAMBLE_BYTES)?.try_into().ok()?) as usize;
    let end = PREAMBLE_BYTES.checked_add(directory_bytes)?;
    let digest = blake3::hash(bytes.get(..end)?);
    bytes.get_mut(end..end + 32)?.copy_from_slice(digest.as_bytes());
    Some(bytes)
}

fn decode(bytes: Vec<u8>) {
    let Ok(mut container) = Container::decode(&Input::from_bytes("a", bytes, None), SCHEMA) else { return };
    let names: Vec<_> = container.shapes().map(|(name, _)| name.to_owned()).collect();
    for name in names {
        let lengths = [
            container.take::<u8>(&name).map(|(shape, values)| (shape, values.len())),
            container.take::<u32>(&name).map(|(shape, values)| (shape, values.len())),
            container.take::<i32>(&name).map(|(shape, values)| (shape, values.len())),
            container.take::<f32>(&name).map(|(shape, values)| (shape, values.len())),
            container.take::<f64>(&name).map(|(shape, values)| (shape, values.len())),
        ];
        let taken: Vec<_> = lengths.into_iter().flatten().collect();
        assert!(matches!(&taken[..], [(shape, len)] if shape.iter().product::<usize>() == *len), "{name}: {taken:?}");
    }
}

fuzz_target!(|bytes: &[u8]| {
    decode(bytes.to_vec());
    if let Some(bytes) = with_checksum(bytes.to_vec()) {
        decode(bytes);
    }
});
