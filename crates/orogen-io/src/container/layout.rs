//! The numbers that reader and writer of a container agree on.

/// The first bytes of a file. The first is no text, and what follows the letters changes in transfers as text, as PNG has
/// it.
pub(super) const MAGIC: [u8; 8] = *b"\x89ORO\r\n\x1a\n";

/// The version of the layout.
pub(super) const VERSION: u32 = 1;

/// Bytes before the directory: magic, version and length of the directory.
pub(super) const PREAMBLE_BYTES: u64 = 16;

/// Bytes of a BLAKE3 digest.
pub(super) const DIGEST_BYTES: u64 = 32;

/// Most dimensions of an array.
pub(super) const MAX_DIMENSIONS: usize = 8;

/// Bytes that are converted at a time; a multiple of every type's size.
pub(super) const BLOCK_BYTES: usize = 1 << 16;
