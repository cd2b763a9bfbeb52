//! Writes a container.

use std::convert::Infallible;
use std::io::{self, Write};
use std::path::Path;

use super::layout::{DIGEST_BYTES, MAGIC, PREAMBLE_BYTES, VERSION};
use super::{Container, Values};
use crate::{AtomicFile, IoError, Wrap, disk};

pub(super) fn write(container: &Container<'_>, path: &Path, wrap: Wrap<'_>) -> Result<(), IoError> {
    let directory = directory(container);
    let Ok(directory_bytes) = u32::try_from(directory.len()) else {
        let got = format!("{} bytes", directory.len());
        return Err(IoError::parameter(
            "notes",
            "notes and names of 4 GiB together",
            got,
            "put long texts into arrays",
        ));
    };
    let values_bytes: u64 = container.arrays.values().map(|array| array.values.byte_len()).sum();
    disk::require_room(path, PREAMBLE_BYTES + u64::from(directory_bytes) + DIGEST_BYTES + values_bytes)?;
    let file = AtomicFile::create_with(path, wrap)?;
    encode(container, directory_bytes, &directory, &mut file.sink()).map_err(IoError::system("write"))?;
    file.commit()
}

fn encode(container: &Container<'_>, directory_bytes: u32, directory: &[u8], out: &mut impl Write) -> io::Result<()> {
    let mut head = MAGIC.to_vec();
    head.extend(VERSION.to_le_bytes());
    head.extend(directory_bytes.to_le_bytes());
    head.extend(directory);
    out.write_all(&head)?;
    out.write_all(blake3::hash(&head).as_bytes())?;
    container.arrays.values().try_for_each(|array| array.values.each_block(|bytes| out.write_all(bytes)))
}

fn directory(container: &Container<'_>) -> Vec<u8> {
    let mut bytes = Vec::new();
    put_text(&mut bytes, &container.schema);
    put_len(&mut bytes, container.notes.len());
    for (keyword, text) in &container.notes {
        put_text(&mut bytes, keyword);
        put_text(&mut bytes, text);
    }
    put_len(&mut bytes, container.arrays.len());
    for (name, array) in &container.arrays {
        put_text(&mut bytes, name);
        bytes.push(array.values.code());
        bytes.push(array.shape.len() as u8);
        array.shape.iter().for_each(|extent| bytes.extend((*extent as u64).to_le_bytes()));
        bytes.extend(digest(&array.values).as_bytes());
    }
    bytes
}

fn put_text(bytes: &mut Vec<u8>, text: &str) {
    put_len(bytes, text.len());
    bytes.extend(text.as_bytes());
}

/// A length that is cut short only in a directory that is too long in all, which is refused.
fn put_len(bytes: &mut Vec<u8>, len: usize) {
    bytes.extend((len as u32).to_le_bytes());
}

fn digest(values: &Values<'_>) -> blake3::Hash {
    let mut hasher = blake3::Hasher::new();
    let Ok(()) = values.each_block(|bytes| {
        hasher.update(bytes);
        Ok::<(), Infallible>(())
    });
    hasher.finalize()
}
