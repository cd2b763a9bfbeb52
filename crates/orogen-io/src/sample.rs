//! The types of sample that files hold, and how a height becomes one.

use serde::{Deserialize, Serialize};

/// The type of the samples in a file. In memory every sample is an `f64`, which holds each of these exactly.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the names say it")]
pub enum SampleType {
    Uint8,
    Int8,
    Uint16,
    Int16,
    Uint32,
    Int32,
    Float32,
    Float64,
}

/// Which end of a number comes first in a file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ByteOrder {
    /// Least significant byte first.
    #[default]
    Little,
    /// Most significant byte first.
    Big,
}

impl SampleType {
    /// Bytes per sample.
    #[must_use]
    pub fn bytes(self) -> usize {
        match self {
            Self::Uint8 | Self::Int8 => 1,
            Self::Uint16 | Self::Int16 => 2,
            Self::Uint32 | Self::Int32 | Self::Float32 => 4,
            Self::Float64 => 8,
        }
    }

    /// Whether samples have fractions, and can be NaN.
    #[must_use]
    pub fn is_float(self) -> bool {
        matches!(self, Self::Float32 | Self::Float64)
    }

    /// The least and the greatest finite number of this type.
    #[must_use]
    pub fn range(self) -> (f64, f64) {
        match self {
            Self::Uint8 => (0.0, f64::from(u8::MAX)),
            Self::Int8 => (f64::from(i8::MIN), f64::from(i8::MAX)),
            Self::Uint16 => (0.0, f64::from(u16::MAX)),
            Self::Int16 => (f64::from(i16::MIN), f64::from(i16::MAX)),
            Self::Uint32 => (0.0, f64::from(u32::MAX)),
            Self::Int32 => (f64::from(i32::MIN), f64::from(i32::MAX)),
            Self::Float32 => (f64::from(f32::MIN), f64::from(f32::MAX)),
            Self::Float64 => (f64::MIN, f64::MAX),
        }
    }

    /// The number of this type that is nearest to `value`, halves upwards; `None` if that is beyond its range.
    ///
    /// ```
    /// use orogen_io::SampleType;
    ///
    /// assert_eq!(SampleType::Int16.nearest(-9500.5), Some(-9500.0));
    /// assert_eq!(SampleType::Int16.nearest(32767.5), None);
    /// assert_eq!(SampleType::Float32.nearest(0.1), Some(0.10000000149011612));
    /// ```
    #[must_use]
    pub fn nearest(self, value: f64) -> Option<f64> {
        let rounded = match self {
            Self::Float64 => value,
            Self::Float32 => f64::from(value as f32),
            _ => (value + 0.5).floor(),
        };
        let (least, greatest) = self.range();
        (least <= rounded && rounded <= greatest).then_some(rounded)
    }
}

/// A number of one of the [`SampleType`]s.
pub(crate) trait Number: Copy {
    /// The number that equals `value`, which [`SampleType::nearest`] returned for this type, or NaN for a float.
    fn from_exact(value: f64) -> Self;

    /// The number at the start of `bytes`.
    fn decode(bytes: &[u8], order: ByteOrder) -> f64;

    /// Appends the number.
    fn encode(self, order: ByteOrder, out: &mut Vec<u8>);
}

macro_rules! numbers {
    ($($type:ty)*) => {
        $(
            impl Number for $type {
                fn from_exact(value: f64) -> Self {
                    value as $type
                }

                fn decode(bytes: &[u8], order: ByteOrder) -> f64 {
                    let mut array = [0; size_of::<$type>()];
                    array.copy_from_slice(&bytes[..size_of::<$type>()]);
                    f64::from(match order {
                        ByteOrder::Little => <$type>::from_le_bytes(array),
                        ByteOrder::Big => <$type>::from_be_bytes(array),
                    })
                }

                fn encode(self, order: ByteOrder, out: &mut Vec<u8>) {
                    match order {
                        ByteOrder::Little => out.extend_from_slice(&self.to_le_bytes()),
                        ByteOrder::Big => out.extend_from_slice(&self.to_be_bytes()),
                    }
                }
            }
        )*
    };
}

numbers! { u8 i8 u16 i16 u32 i32 f32 f64 }

/// Runs an expression with `$number` bound to the Rust type of a [`SampleType`].
macro_rules! with_number {
    ($sample_type:expr, $number:ident => $body:expr) => {
        match $sample_type {
            $crate::SampleType::Uint8 => {
                type $number = u8;
                $body
            }
            $crate::SampleType::Int8 => {
                type $number = i8;
                $body
            }
            $crate::SampleType::Uint16 => {
                type $number = u16;
                $body
            }
            $crate::SampleType::Int16 => {
                type $number = i16;
                $body
            }
            $crate::SampleType::Uint32 => {
                type $number = u32;
                $body
            }
            $crate::SampleType::Int32 => {
                type $number = i32;
                $body
            }
            $crate::SampleType::Float32 => {
                type $number = f32;
                $body
            }
            $crate::SampleType::Float64 => {
                type $number = f64;
                $body
            }
        }
    };
}

pub(crate) use with_number;

/// The numbers in `bytes`, a whole number of them.
pub(crate) fn decode_all(sample_type: SampleType, order: ByteOrder, bytes: &[u8]) -> Vec<f64> {
    with_number!(sample_type, N => bytes.chunks_exact(size_of::<N>()).map(|chunk| N::decode(chunk, order)).collect())
}

/// Decodes the numbers in `bytes` into as many places.
pub(crate) fn decode_into(sample_type: SampleType, order: ByteOrder, bytes: &[u8], out: &mut [f64]) {
    with_number!(sample_type, N => {
        for (chunk, number) in bytes.chunks_exact(size_of::<N>()).zip(out) {
            *number = N::decode(chunk, order);
        }
    });
}

/// The bytes of numbers that [`crate::RasterHeader::stored`] returned.
pub(crate) fn encode_all(sample_type: SampleType, order: ByteOrder, numbers: &[f64], out: &mut Vec<u8>) {
    with_number!(sample_type, N => numbers.iter().for_each(|&number| N::from_exact(number).encode(order, out)));
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const ALL: [SampleType; 8] = [
        SampleType::Uint8,
        SampleType::Int8,
        SampleType::Uint16,
        SampleType::Int16,
        SampleType::Uint32,
        SampleType::Int32,
        SampleType::Float32,
        SampleType::Float64,
    ];

    #[test]
    fn both_ends_of_every_range_are_held_and_the_next_numbers_refused() {
        for sample_type in ALL {
            let (least, greatest) = sample_type.range();
            assert_eq!(sample_type.nearest(least), Some(least));
            assert_eq!(sample_type.nearest(greatest), Some(greatest));
            if sample_type != SampleType::Float64 {
                assert_eq!(sample_type.nearest(greatest * 1.001 + 1.0), None, "{sample_type:?}");
                assert_eq!(sample_type.nearest(least - greatest * 0.001 - 1.0), None, "{sample_type:?}");
            }
            assert_eq!(sample_type.nearest(f64::INFINITY), None);
            assert_eq!(sample_type.nearest(f64::NAN), None);
        }
    }

    #[test]
    fn bytes_are_in_the_order_asked_for() {
        for (order, expected) in [(ByteOrder::Little, [0x34, 0x12]), (ByteOrder::Big, [0x12, 0x34])] {
            let mut bytes = Vec::new();
            encode_all(SampleType::Uint16, order, &[f64::from(0x1234)], &mut bytes);
            assert_eq!(bytes, expected);
        }
    }

    proptest! {
        #[test]
        fn what_is_encoded_decodes(value in -3e9..6e9_f64, which in 0..8_usize, big: bool) {
            let order = if big { ByteOrder::Big } else { ByteOrder::Little };
            if let Some(number) = ALL[which].nearest(value) {
                let mut bytes = Vec::new();
                encode_all(ALL[which], order, &[number], &mut bytes);
                prop_assert_eq!(bytes.len(), ALL[which].bytes());
                prop_assert_eq!(decode_all(ALL[which], order, &bytes), vec![number]);
            }
        }
    }
}
