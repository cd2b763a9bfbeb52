//! Seeds, and the keys of the hash streams that are derived from them.

use core::fmt;
use core::str::FromStr;

use crate::hash::OFFSET;

/// Where a world comes from.
///
/// An own seed is a `u64`. A reference seed belongs to the published system whose conformance rows we match; it is 32
/// bits, and its key schedule has known faults, so nothing new should be made from one.
///
/// As text an own seed is its decimal number and a reference seed is `ref:N`, so that all 64 bits survive formats whose
/// numbers are doubles.
///
/// ```
/// use orogen_field::Seed;
///
/// assert_eq!("18446744073709551615".parse(), Ok(Seed::Own(u64::MAX)));
/// assert_eq!("ref:4294967291".parse(), Ok(Seed::Reference(-5)));
/// assert_eq!(Seed::Reference(-5).to_string(), "ref:-5");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Seed {
    /// One of our own worlds.
    Own(u64),
    /// A world of the reference system.
    Reference(i32),
}

/// What a seed gives to one stream: everything that the lattice hash needs.
///
/// A key is plain data for one code path. For a reference seed `fold` and `last` are 0, `last_factor` is 1 and the shift
/// is 0, which turns the additions of our own schedule into identities.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Key {
    pub(crate) start: u32,
    /// All ones where the state is folded down after each coordinate, else zero.
    pub(crate) fold: u32,
    pub(crate) last: u32,
    pub(crate) last_factor: u32,
    /// Added to lattice coordinates before the floor, each in [0, 1).
    pub(crate) shift_x: f64,
    pub(crate) shift_z: f64,
}

/// 2^64 over the golden ratio, as an odd number.
const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;

/// Step of the reference schedule's seed from one octave to the next.
const REFERENCE_OCTAVE_STEP: u32 = 0x9e37;

/// The splitmix64 finaliser: a bijection of `u64` with full avalanche.
const fn mix64(v: u64) -> u64 {
    let v = (v ^ (v >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let v = (v ^ (v >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    v ^ (v >> 31)
}

/// The top 16 bits of a word as a multiple of 2^-16 in [0, 1).
fn lattice_shift(word: u32) -> f64 {
    f64::from(word >> 16) / 65_536.0
}

impl Seed {
    /// The key of one octave of the stream named by `salt`.
    #[must_use]
    pub fn key(self, salt: u32, octave: u32) -> Key {
        match self {
            Seed::Own(seed) => own_key(seed, salt, octave),
            Seed::Reference(seed) => {
                let seed = (seed as u32 ^ salt).wrapping_add(octave.wrapping_mul(REFERENCE_OCTAVE_STEP));
                Key { start: OFFSET ^ seed, fold: 0, last: 0, last_factor: 1, shift_x: 0.0, shift_z: 0.0 }
            }
        }
    }
}

fn own_key(seed: u64, salt: u32, octave: u32) -> Key {
    let stream = mix64(mix64(seed.wrapping_add(GOLDEN)) ^ u64::from(salt));
    let key = mix64(stream.wrapping_add((u64::from(octave) + 1).wrapping_mul(GOLDEN)));
    let shift = mix64(key.wrapping_add(GOLDEN));
    Key {
        start: key as u32,
        fold: u32::MAX,
        last: (key >> 32) as u32,
        last_factor: crate::hash::PRIME,
        shift_x: lattice_shift(shift as u32),
        shift_z: lattice_shift((shift >> 32) as u32),
    }
}

impl fmt::Display for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Seed::Own(seed) => write!(f, "{seed}"),
            Seed::Reference(seed) => write!(f, "ref:{seed}"),
        }
    }
}

/// A text that is no seed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "seed: expected a whole number from 0 to 18446744073709551615, or ref:N with N from -2147483648 to 4294967295, \
     got \"{got}\"; give another number"
)]
pub struct ParseSeedError {
    /// The text that came.
    pub got: alloc::string::String,
}

impl FromStr for Seed {
    type Err = ParseSeedError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let refusal = || ParseSeedError { got: text.into() };
        match text.strip_prefix("ref:") {
            None => text.parse().map(Seed::Own).map_err(|_| refusal()),
            Some(number) => {
                let number: i64 = number.parse().map_err(|_| refusal())?;
                let in_range = i64::from(i32::MIN) <= number && number <= i64::from(u32::MAX);
                // The same 32 bits, whether they were written signed or unsigned.
                if in_range { Ok(Seed::Reference(number as i32)) } else { Err(refusal()) }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;

    #[test]
    fn mix64_is_the_published_finaliser() {
        // First outputs of splitmix64 started at 0 and at 1234567, as published with the generator.
        assert_eq!(mix64(GOLDEN), 0xe220_a839_7b1d_cdaf);
        assert_eq!(mix64(1_234_567_u64.wrapping_add(GOLDEN)), 6_457_827_717_110_365_317);
    }

    #[test]
    fn every_bit_of_an_own_seed_reaches_the_key() {
        let base = Seed::Own(42).key(0x2e19, 3);
        for bit in 0..64 {
            let other = Seed::Own(42 ^ (1 << bit)).key(0x2e19, 3);
            assert_ne!(base.start, other.start, "bit {bit}");
            assert_ne!(base.last, other.last, "bit {bit}");
        }
    }

    #[test]
    fn shifts_are_multiples_of_two_to_the_minus_sixteen_below_one() {
        for seed in 0..200 {
            let key = Seed::Own(seed).key(1, 0);
            for shift in [key.shift_x, key.shift_z] {
                assert!((0.0..1.0).contains(&shift));
                assert_eq!(shift * 65_536.0, libm::floor(shift * 65_536.0));
            }
        }
    }

    #[test]
    fn seeds_round_trip_as_text() {
        for seed in [0, 1, (1 << 53) + 1, u64::MAX] {
            assert_eq!(Seed::Own(seed).to_string().parse(), Ok(Seed::Own(seed)));
        }
        for seed in [0, -5, i32::MIN, i32::MAX] {
            assert_eq!(Seed::Reference(seed).to_string().parse(), Ok(Seed::Reference(seed)));
        }
    }

    #[test]
    fn what_is_no_seed_is_refused() {
        for text in
            ["", "-1", "18446744073709551616", "1.5", "1e3", "ref:", "ref:4294967296", "ref:-2147483649", "0x10"]
        {
            assert_eq!(text.parse::<Seed>(), Err(ParseSeedError { got: text.to_string() }), "{text}");
        }
    }
}
