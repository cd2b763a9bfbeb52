//! Bare arrays of one type: little-endian, without a header, named `NAME.TYPE`.

use std::path::Path;

use crate::{AtomicFile, IoError, Location};

/// A type that such files hold; their extension is its name.
pub trait Word: Copy + sealed::Sealed {
    /// The extension of its files.
    const EXTENSION: &'static str;
}

mod sealed {
    /// Bytes of a word, little end first.
    pub trait Sealed: Sized {
        const BYTES: usize;
        fn from_bytes(bytes: &[u8]) -> Self;
        fn push_to(self, bytes: &mut Vec<u8>);
    }
}

macro_rules! words {
    ($($word:ident)*) => {$(
        impl Word for $word {
            const EXTENSION: &'static str = stringify!($word);
        }

        impl sealed::Sealed for $word {
            const BYTES: usize = size_of::<$word>();

            fn from_bytes(bytes: &[u8]) -> Self {
                let mut word = [0; size_of::<$word>()];
                word.copy_from_slice(bytes);
                Self::from_le_bytes(word)
            }

            fn push_to(self, bytes: &mut Vec<u8>) {
                bytes.extend_from_slice(&self.to_le_bytes());
            }
        }
    )*};
}

words! { f32 f64 i32 u32 }

/// Reads `folder/name.TYPE`, which must hold `len` words.
///
/// # Errors
///
/// [`IoError::File`] around [`IoError::System`] if it cannot be read, or [`IoError::Malformed`] if it is of another length.
pub fn read_array<T: Word>(folder: &Path, name: &str, len: usize) -> Result<Vec<T>, IoError> {
    let path = folder.join(name).with_extension(T::EXTENSION);
    let open = || {
        let expected = len.saturating_mul(T::BYTES) as u64;
        let got = std::fs::metadata(&path).map_err(reading)?.len();
        if got != expected {
            return Err(IoError::Malformed {
                format: "array",
                at: Location::Byte(got.min(expected)),
                what: "length".into(),
                expected: format!("{expected} bytes, {len} of {}", T::EXTENSION),
                got: format!("{got} bytes"),
            });
        }
        std::fs::read(&path).map_err(reading)
    };
    let bytes = open().map_err(|error| error.about(&path))?;
    Ok(bytes.chunks_exact(T::BYTES).map(T::from_bytes).collect())
}

/// Writes `folder/name.TYPE`; it appears whole or not at all.
///
/// # Errors
///
/// [`IoError::File`] around [`IoError::System`] if it cannot be written.
pub fn write_array<T: Word>(folder: &Path, name: &str, words: &[T]) -> Result<(), IoError> {
    let mut bytes = Vec::with_capacity(words.len() * T::BYTES);
    words.iter().for_each(|word| word.push_to(&mut bytes));
    let file = AtomicFile::create(&folder.join(name).with_extension(T::EXTENSION))?;
    file.append(&bytes)?;
    file.commit()
}

fn reading(source: std::io::Error) -> IoError {
    IoError::System { action: "reading", source }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_come_back_little_end_first_and_lengths_are_checked() {
        let folder = std::env::temp_dir().join(format!("orogen-io-arrays-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let words = [1.5_f32, -0.0, f32::MAX];
        write_array(&folder, "a", &words).unwrap();
        assert_eq!(std::fs::read(folder.join("a.f32")).unwrap()[..4], 1.5_f32.to_le_bytes());
        let back: Vec<f32> = read_array(&folder, "a", 3).unwrap();
        assert_eq!(back.iter().map(|word| word.to_bits()).collect::<Vec<_>>(), words.map(f32::to_bits));
        let message = read_array::<f32>(&folder, "a", 4).unwrap_err().to_string();
        assert!(message.contains("a.f32") && message.contains("16 bytes") && message.contains("byte 12"), "{message}");
        let message = read_array::<i32>(&folder, "b", 1).unwrap_err().to_string();
        assert!(message.contains("b.i32"), "{message}");
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
