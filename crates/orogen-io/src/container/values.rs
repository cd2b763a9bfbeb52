//! Numbers of one of the types that a container holds, to and from little-endian bytes.

use std::borrow::Cow;
use std::io::{self, Read};

use super::layout::BLOCK_BYTES;

/// Numbers of one type, borrowed or owned.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Values<'a> {
    /// Bytes.
    U8(Cow<'a, [u8]>),
    /// Whole numbers from 0 to 2^32 - 1.
    U32(Cow<'a, [u32]>),
    /// Whole numbers from -2^31 to 2^31 - 1.
    I32(Cow<'a, [i32]>),
    /// Single precision.
    F32(Cow<'a, [f32]>),
    /// Double precision.
    F64(Cow<'a, [f64]>),
}

/// For each type: its variant, Rust's name and the number that files have for it.
macro_rules! values {
    ($($variant:ident $number:ident $code:literal),+) => {
        impl Values<'_> {
            /// How many numbers there are.
            #[must_use]
            pub fn len(&self) -> usize {
                match self { $(Self::$variant(values) => values.len()),+ }
            }

            /// Whether there are none.
            #[must_use]
            pub fn is_empty(&self) -> bool {
                self.len() == 0
            }

            /// Rust's name of their type.
            #[must_use]
            pub fn type_name(&self) -> &'static str {
                match self { $(Self::$variant(_) => stringify!($number)),+ }
            }

            /// The number that files have for their type.
            pub(super) fn code(&self) -> u8 {
                match self { $(Self::$variant(_) => $code),+ }
            }

            /// Bytes that they take in a file.
            pub(super) fn byte_len(&self) -> u64 {
                match self { $(Self::$variant(values) => size_of_val::<[$number]>(values) as u64),+ }
            }

            /// Hands over their bytes, block by block.
            pub(super) fn each_block<E>(&self, mut block: impl FnMut(&[u8]) -> Result<(), E>) -> Result<(), E> {
                let mut bytes = Vec::with_capacity(BLOCK_BYTES);
                match self {
                    $(Self::$variant(values) => for chunk in values.chunks(BLOCK_BYTES / size_of::<$number>()) {
                        bytes.clear();
                        chunk.iter().for_each(|value| bytes.extend_from_slice(&value.to_le_bytes()));
                        block(&bytes)?;
                    })+
                }
                Ok(())
            }
        }

        impl Values<'static> {
            /// The size of a number of a type in bytes, if files have a type of that number.
            pub(super) fn size_of_code(code: u8) -> Option<usize> {
                match code { $($code => Some(size_of::<$number>()),)+ _ => None }
            }

            /// Reads `count` numbers of a type, whose bytes `see` sees in passing; `None` if there is no such type.
            pub(super) fn read(
                code: u8,
                count: usize,
                source: &mut impl Read,
                mut see: impl FnMut(&[u8]),
            ) -> io::Result<Option<Self>> {
                Ok(match code {
                    $($code => {
                        let mut values = Vec::with_capacity(count);
                        read_blocks(count * size_of::<$number>(), source, |bytes| {
                            see(bytes);
                            values.extend(bytes.as_chunks().0.iter().map(|bytes| $number::from_le_bytes(*bytes)));
                        })?;
                        Some(Self::$variant(Cow::Owned(values)))
                    })+
                    _ => None,
                })
            }
        }

        $(
            impl<'a> From<&'a [$number]> for Values<'a> {
                fn from(values: &'a [$number]) -> Self {
                    Self::$variant(Cow::Borrowed(values))
                }
            }

            impl<'a> From<&'a Vec<$number>> for Values<'a> {
                fn from(values: &'a Vec<$number>) -> Self {
                    Self::$variant(Cow::Borrowed(values))
                }
            }

            impl From<Vec<$number>> for Values<'_> {
                fn from(values: Vec<$number>) -> Self {
                    Self::$variant(Cow::Owned(values))
                }
            }

            impl<'a> TryFrom<Values<'a>> for Vec<$number> {
                type Error = Values<'a>;

                /// The numbers, or what came if they are of another type.
                fn try_from(values: Values<'a>) -> Result<Self, Values<'a>> {
                    match values {
                        Values::$variant(values) => Ok(values.into_owned()),
                        other => Err(other),
                    }
                }
            }
        )+
    };
}

values!(U8 u8 1, U32 u32 2, I32 i32 3, F32 f32 4, F64 f64 5);

/// Reads so many bytes, block by block.
fn read_blocks(byte_len: usize, source: &mut impl Read, mut block: impl FnMut(&[u8])) -> io::Result<()> {
    let mut bytes = vec![0; BLOCK_BYTES.min(byte_len)];
    let mut rest = byte_len;
    while rest > 0 {
        let bytes = &mut bytes[..BLOCK_BYTES.min(rest)];
        source.read_exact(bytes)?;
        block(bytes);
        rest -= bytes.len();
    }
    Ok(())
}
