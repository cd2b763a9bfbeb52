//! PackBits compression of blocks, which `tiff-writer` does not do.
//!
//! Source: TIFF 6.0, section 9. Runs of equal bytes and stretches of unequal ones, each with its length before it; no
//! run crosses the end of a row.

use crate::ByteOrder;
use crate::sample::Number;

/// The most bytes that one length can stand for.
const LONGEST: usize = 128;

/// A run shorter than this costs less among unequal bytes.
const SHORTEST_RUN: usize = 3;

/// The most bytes that packing adds to `plain` ones in rows of a multiple of 128.
pub(super) fn most_added(plain: u64) -> u64 {
    plain / LONGEST as u64
}

/// The bytes of a block of samples, packed row by row.
pub(super) fn pack_block<N: Number>(samples: &[N], cols: usize, order: ByteOrder) -> Vec<u8> {
    let (mut packed, mut row_bytes) = (Vec::new(), Vec::new());
    for row in samples.chunks(cols) {
        row_bytes.clear();
        row.iter().for_each(|sample| sample.encode(order, &mut row_bytes));
        pack_row(&row_bytes, &mut packed);
    }
    packed
}

fn pack_row(mut row: &[u8], packed: &mut Vec<u8>) {
    while !row.is_empty() {
        let run = run_length(row);
        let length = if run >= SHORTEST_RUN { run } else { stretch_length(row) };
        if run >= SHORTEST_RUN {
            // 1 - length, as a signed byte.
            packed.extend([(257 - length) as u8, row[0]]);
        } else {
            packed.push((length - 1) as u8);
            packed.extend_from_slice(&row[..length]);
        }
        row = &row[length..];
    }
}

/// How many bytes at the start are equal.
fn run_length(bytes: &[u8]) -> usize {
    bytes.iter().take(LONGEST).take_while(|&&byte| byte == bytes[0]).count()
}

/// How many bytes come before a run that is worth a length of its own.
fn stretch_length(bytes: &[u8]) -> usize {
    let starts_run = |window: &[u8]| window.iter().all(|&byte| byte == window[0]);
    let end = bytes.windows(SHORTEST_RUN).take(LONGEST).position(starts_run);
    end.unwrap_or(bytes.len().min(LONGEST))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn packed(row: &[u8]) -> Vec<u8> {
        let mut packed = Vec::new();
        pack_row(row, &mut packed);
        packed
    }

    /// The decoder of the specification.
    fn unpacked(mut packed: &[u8]) -> Vec<u8> {
        let mut bytes = Vec::new();
        while let Some((&length, rest)) = packed.split_first() {
            let used = match length as i8 {
                n @ 0.. => {
                    bytes.extend_from_slice(&rest[..n as usize + 1]);
                    n as usize + 1
                }
                -128 => 0,
                n => {
                    bytes.extend(std::iter::repeat_n(rest[0], 1 + n.unsigned_abs() as usize));
                    1
                }
            };
            packed = &rest[used..];
        }
        bytes
    }

    #[test]
    fn the_example_of_the_specification_is_packed_no_longer_than_there() {
        let row = [
            0xaa, 0xaa, 0xaa, 0x80, 0x00, 0x2a, 0xaa, 0xaa, 0xaa, 0xaa, 0x80, 0x00, 0x2a, 0x22, 0xaa, 0xaa, 0xaa, 0xaa,
            0xaa, 0xaa, 0xaa, 0xaa, 0xaa, 0xaa,
        ];
        let expected = [0xfe, 0xaa, 0x02, 0x80, 0x00, 0x2a, 0xfd, 0xaa, 0x03, 0x80, 0x00, 0x2a, 0x22, 0xf7, 0xaa];
        assert_eq!(packed(&row), expected);
        assert_eq!(unpacked(&expected), row);
    }

    #[test]
    fn lengths_stop_at_128() {
        assert_eq!(packed(&[7; 129]), [0x81, 7, 0, 7]);
        let unequal: Vec<u8> = (0..130).collect();
        assert_eq!(packed(&unequal), [&[127][..], &unequal[..128], &[1, 128, 129]].concat());
    }

    proptest! {
        #[test]
        fn what_is_packed_unpacks(
            runs in prop::collection::vec((any::<u8>(), prop_oneof![4 => 1..4_usize, 1 => 1..400_usize]), 0..60),
        ) {
            let row: Vec<u8> = runs.into_iter().flat_map(|(byte, length)| std::iter::repeat_n(byte, length)).collect();
            let packed = packed(&row);
            prop_assert!(packed.len() as u64 <= row.len() as u64 + most_added(row.len().next_multiple_of(128) as u64));
            prop_assert_eq!(unpacked(&packed), row);
        }
    }
}
