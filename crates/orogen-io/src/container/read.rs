//! Reads a container that may be damaged, cut off or hostile.

use std::collections::BTreeMap;
use std::io::Read;

use super::layout::{DIGEST_BYTES, MAGIC, MAX_DIMENSIONS, PREAMBLE_BYTES, VERSION};
use super::{Array, Container, FORMAT, Values};
use crate::{Input, IoError, Location};

pub(super) fn read(input: &Input, schema: &str) -> Result<Container<'static>, IoError> {
    let mut source = input.reader()?;
    let directory = read_directory(&mut source, input.len())?;
    let mut cursor = Cursor { bytes: &directory, at: 0 };
    let got = cursor.text("schema")?;
    if got != schema {
        let remedy = "open it with the program and the version that wrote it";
        return Err(unsupported("schema", format!("{schema:?}"), format!("{got:?}"), remedy));
    }
    let notes = cursor.notes()?;
    let entries = cursor.entries()?;
    if cursor.at != directory.len() {
        let got = format!("{} bytes more", directory.len() - cursor.at);
        return Err(malformed(cursor.offset(), "directory", "its end", got));
    }
    let values_at = PREAMBLE_BYTES + directory.len() as u64 + DIGEST_BYTES;
    check_length(&entries, values_at, input.len())?;
    let arrays = read_arrays(&mut source, entries, values_at)?;
    Ok(Container { schema: got.to_owned(), notes, arrays })
}

/// The directory, once its checksum has been found right.
fn read_directory(source: &mut impl Read, file_bytes: u64) -> Result<Vec<u8>, IoError> {
    let mut preamble = [0; PREAMBLE_BYTES as usize];
    if file_bytes < PREAMBLE_BYTES {
        let expected = format!("{PREAMBLE_BYTES} bytes or more");
        return Err(malformed(file_bytes, "preamble", expected, format!("the end of the file after {file_bytes}")));
    }
    source.read_exact(&mut preamble).map_err(IoError::system("read"))?;
    if preamble[..8] != MAGIC {
        let at = preamble.iter().zip(MAGIC).position(|(got, magic)| *got != magic).unwrap_or(0);
        return Err(malformed(at as u64, "magic", format!("{MAGIC:02x?}"), format!("{:02x?}", &preamble[..8])));
    }
    let [_, _, version, directory_bytes] = words(&preamble);
    if version != VERSION {
        let got = format!("{version} at byte 8");
        return Err(unsupported("version of the layout", VERSION.to_string(), got, "read it with a newer orogen"));
    }
    let room = file_bytes.saturating_sub(PREAMBLE_BYTES + DIGEST_BYTES);
    if u64::from(directory_bytes) > room {
        let expected = format!("at most the {room} bytes that the file has room for");
        return Err(malformed(12, "length of the directory", expected, directory_bytes.to_string()));
    }
    let mut directory = vec![0; directory_bytes as usize];
    source.read_exact(&mut directory).map_err(IoError::system("read"))?;
    let mut digest = [0; DIGEST_BYTES as usize];
    source.read_exact(&mut digest).map_err(IoError::system("read"))?;
    let computed = blake3::Hasher::new().update(&preamble).update(&directory).finalize();
    if computed != blake3::Hash::from_bytes(digest) {
        let at = PREAMBLE_BYTES + directory.len() as u64;
        return Err(wrong_digest(at, format!("checksum of bytes 0 to {at}"), computed, digest));
    }
    Ok(directory)
}

fn words(preamble: &[u8; PREAMBLE_BYTES as usize]) -> [u32; 4] {
    std::array::from_fn(|word| u32::from_le_bytes(std::array::from_fn(|byte| preamble[4 * word + byte])))
}

/// An array of the directory, before its values have been read.
struct Entry<'a> {
    name: &'a str,
    code: u8,
    shape: Vec<usize>,
    count: usize,
    byte_len: u64,
    digest: [u8; DIGEST_BYTES as usize],
}

/// Refuses a file that is not just as long as its arrays need.
fn check_length(entries: &[Entry<'_>], values_at: u64, file_bytes: u64) -> Result<(), IoError> {
    let end = entries.iter().try_fold(values_at, |end, entry| end.checked_add(entry.byte_len));
    if end != Some(file_bytes) {
        let expected = end.map_or("fewer than 2^64 bytes".into(), |end| format!("{end} bytes"));
        return Err(malformed(file_bytes, "length of the file", expected, format!("{file_bytes} bytes")));
    }
    Ok(())
}

fn read_arrays(
    source: &mut impl Read,
    entries: Vec<Entry<'_>>,
    values_at: u64,
) -> Result<BTreeMap<String, Array<'static>>, IoError> {
    let mut arrays = BTreeMap::new();
    let mut at = values_at;
    for Entry { name, code, shape, count, byte_len, digest } in entries {
        let mut hasher = blake3::Hasher::new();
        let values = Values::read(code, count, source, |bytes| {
            hasher.update(bytes);
        });
        let Some(values) = values.map_err(IoError::system("read"))? else {
            return Err(malformed(at, &format!("type of {name}"), "a known one", code.to_string()));
        };
        let computed = hasher.finalize();
        if computed != blake3::Hash::from_bytes(digest) {
            let what = format!("checksum of {name}, bytes {at} to {}", at + byte_len);
            return Err(wrong_digest(at, what, computed, digest));
        }
        arrays.insert(name.to_owned(), Array { shape, values });
        at += byte_len;
    }
    Ok(arrays)
}

/// Takes a directory apart.
struct Cursor<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Cursor<'a> {
    /// Where in the file it is.
    fn offset(&self) -> u64 {
        PREAMBLE_BYTES + self.at as u64
    }

    fn take(&mut self, count: usize, what: &str) -> Result<&'a [u8], IoError> {
        let rest = &self.bytes[self.at..];
        let Some(taken) = rest.get(..count) else {
            let got = format!("the end of the directory after {}", rest.len());
            return Err(malformed(self.offset(), what, format!("{count} bytes"), got));
        };
        self.at += count;
        Ok(taken)
    }

    fn array<const N: usize>(&mut self, what: &str) -> Result<[u8; N], IoError> {
        let taken = self.take(N, what)?;
        Ok(std::array::from_fn(|byte| taken[byte]))
    }

    fn length(&mut self, what: &str) -> Result<usize, IoError> {
        Ok(u32::from_le_bytes(self.array(what)?) as usize)
    }

    fn text(&mut self, what: &str) -> Result<&'a str, IoError> {
        let length = self.length(what)?;
        let at = self.offset();
        let bytes = self.take(length, what)?;
        std::str::from_utf8(bytes)
            .map_err(|error| malformed(at + error.valid_up_to() as u64, what, "UTF-8", error.to_string()))
    }

    /// A text that comes after `last` in the order of the alphabet.
    fn name_after(&mut self, last: Option<&str>, what: &str) -> Result<&'a str, IoError> {
        let at = self.offset();
        let name = self.text(what)?;
        if last.is_some_and(|last| name <= last) {
            return Err(malformed(
                at,
                what,
                "ascending order",
                format!("{name:?} after {:?}", last.unwrap_or_default()),
            ));
        }
        Ok(name)
    }

    fn notes(&mut self) -> Result<BTreeMap<String, String>, IoError> {
        let count = self.length("number of notes")?;
        let mut notes = BTreeMap::new();
        let mut last = None;
        for _ in 0..count {
            let keyword = self.name_after(last, "keyword of a note")?;
            notes.insert(keyword.to_owned(), self.text("note")?.to_owned());
            last = Some(keyword);
        }
        Ok(notes)
    }

    fn entries(&mut self) -> Result<Vec<Entry<'a>>, IoError> {
        let count = self.length("number of arrays")?;
        // Not of that capacity, which is only a claim.
        let mut entries: Vec<Entry<'a>> = Vec::new();
        for _ in 0..count {
            let name = self.name_after(entries.last().map(|entry| entry.name), "name of an array")?;
            entries.push(self.entry(name)?);
        }
        Ok(entries)
    }

    fn entry(&mut self, name: &'a str) -> Result<Entry<'a>, IoError> {
        let at = self.offset();
        let [code, dimensions] = self.array(&format!("type of {name}"))?;
        let Some(size) = Values::size_of_code(code) else {
            return Err(malformed(at, &format!("type of {name}"), "1 to 5", code.to_string()));
        };
        if usize::from(dimensions) > MAX_DIMENSIONS {
            let expected = format!("at most {MAX_DIMENSIONS}");
            return Err(malformed(at + 1, &format!("dimensions of {name}"), expected, dimensions.to_string()));
        }
        let at = self.offset();
        let mut extents = Vec::with_capacity(MAX_DIMENSIONS);
        for _ in 0..dimensions {
            extents.push(u64::from_le_bytes(self.array(&format!("shape of {name}"))?));
        }
        let Some((shape, count, byte_len)) = measure(&extents, size) else {
            let expected = "a product that memory could hold";
            return Err(malformed(at, &format!("shape of {name}"), expected, format!("{extents:?}")));
        };
        let digest = self.array(&format!("checksum of {name}"))?;
        Ok(Entry { name, code, shape, count, byte_len, digest })
    }
}

/// The shape, the number of values and that of bytes, if this machine can count them.
fn measure(extents: &[u64], size: usize) -> Option<(Vec<usize>, usize, u64)> {
    let shape: Vec<usize> = extents.iter().map(|extent| usize::try_from(*extent).ok()).collect::<Option<_>>()?;
    let count = shape.iter().try_fold(1_usize, |count, extent| count.checked_mul(*extent))?;
    let byte_len = count.checked_mul(size)?;
    Some((shape, count, byte_len as u64))
}

fn malformed(at: u64, what: &str, expected: impl Into<String>, got: String) -> IoError {
    let at = Location::Byte(at);
    IoError::Malformed { format: FORMAT, at, what: what.into(), expected: expected.into(), got }
}

fn wrong_digest(at: u64, what: String, computed: blake3::Hash, digest: [u8; DIGEST_BYTES as usize]) -> IoError {
    malformed(at, &what, computed.to_hex().to_string(), blake3::Hash::from_bytes(digest).to_hex().to_string())
}

fn unsupported(what: &'static str, expected: String, got: String, remedy: &'static str) -> IoError {
    IoError::Unsupported { format: FORMAT, what, expected, got, remedy }
}
