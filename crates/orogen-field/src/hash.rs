//! The lattice hash: FNV-like absorption, then an avalanche. All arithmetic is modulo 2^32.
//!
//! The published constants are those of FNV-1a and of two multiply-xorshift finalisers.

use crate::{Key, LatticeIndex};

/// FNV prime.
pub const PRIME: u32 = 0x0100_0193;

/// FNV offset basis.
pub const OFFSET: u32 = 0x811c_9dc5;

/// Mixes every input bit into every output bit.
#[inline(always)]
pub fn avalanche<I: LatticeIndex>(hash: I) -> I {
    let hash = (hash ^ (hash >> 15)).times(0x2545_f491);
    let hash = (hash ^ (hash >> 13)).times(0x27d4_eb2d);
    hash ^ (hash >> 16)
}

impl Key {
    /// The state after absorbing one more coordinate.
    ///
    /// An own key also folds the state down after the multiply: without it the hash stays point-symmetric about the
    /// origin, since a multiply carries differences upwards only.
    #[inline(always)]
    pub fn absorb<I: LatticeIndex>(&self, state: I, coordinate: I) -> I {
        let hash = (state ^ coordinate).times(PRIME);
        hash ^ ((hash >> 15) & self.fold)
    }

    /// The state after absorbing the first coordinate.
    #[inline(always)]
    pub fn absorb_first<I: LatticeIndex>(&self, coordinate: I) -> I {
        let hash = (coordinate ^ self.start).times(PRIME);
        hash ^ ((hash >> 15) & self.fold)
    }

    /// Absorbs the key's last word and finishes: 32 uniform bits.
    #[inline(always)]
    pub fn finish<I: LatticeIndex>(&self, state: I) -> I {
        avalanche(self.close(state))
    }

    /// Absorbs the key's last word (own keys only: for a reference key this changes nothing).
    #[inline(always)]
    fn close<I: LatticeIndex>(&self, state: I) -> I {
        (state ^ self.last).times(self.last_factor)
    }

    /// 32 uniform bits for the lattice point (x, z).
    ///
    /// ```
    /// use orogen_field::{Seed, hash::unit};
    ///
    /// let key = Seed::Reference(0).key(0, 0);
    /// assert_eq!(unit(key.hash2(1, 0)), 0.967126851901412);
    /// ```
    #[inline]
    #[must_use]
    pub fn hash2(&self, x: i32, z: i32) -> u32 {
        self.finish(self.absorb(self.absorb_first(x as u32), z as u32))
    }

    /// 32 uniform bits for draw number `i` of the cell (x, z).
    #[inline]
    #[must_use]
    pub fn hash3(&self, x: i32, z: i32, i: i32) -> u32 {
        self.finish(self.absorb(self.absorb(self.absorb_first(x as u32), z as u32), i as u32))
    }

    /// The draw number `i` of the cell (x, z) as a number in [0, 1).
    #[inline]
    #[must_use]
    pub fn draw(&self, x: i32, z: i32, i: i32) -> f64 {
        unit(self.hash3(x, z, i))
    }

    /// The seed of the stream that pass number `pass` uses in chunk (cx, cz).
    ///
    /// Streams are derived, not sequential: switching a pass off leaves every other pass alone.
    #[inline]
    #[must_use]
    pub fn pass_stream(&self, cx: i32, cz: i32, pass: i32) -> i32 {
        let state = self.absorb(self.absorb(self.absorb_first(cx as u32), cz as u32), pass as u32);
        self.close(state) as i32
    }
}

/// A hash as a number in [0, 1): a multiple of 2^-32.
#[inline]
#[must_use]
pub fn unit(hash: u32) -> f64 {
    f64::from(hash) / 4_294_967_296.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Seed;

    fn reference(seed: i32) -> Key {
        Seed::Reference(seed).key(0, 0)
    }

    #[test]
    fn published_hashes() {
        for (x, z, seed, value) in [
            (0, 0, 0, 0.9824234526604414),
            (1, 0, 0, 0.967126851901412),
            (-1, -1, 0x5eed, 0.10028198594227433),
            (3, 7, 1, 0.8662770418450236),
            (7, 3, 1, 0.2739975086878985),
        ] {
            assert_eq!(unit(reference(seed).hash2(x, z)), value, "hash2({x}, {z}, {seed})");
        }
        assert_eq!(reference(5).draw(2, 2, 0), 0.45830171927809715);
        assert_eq!(reference(5).draw(2, 2, 1), 0.6952205945271999);
    }

    #[test]
    fn published_pass_streams() {
        assert_eq!(reference(1234).pass_stream(-5, 7, 3), -1_466_191_282);
        assert_eq!(reference(1234).pass_stream(0, 0, 1), -300_552_918);
        assert_eq!(reference(0x7fff_ffff).pass_stream(-1000, 1000, 9), 97_868_313);
    }

    #[test]
    fn own_pass_streams_differ_by_seed_chunk_and_pass() {
        let stream = |seed, cx, cz, pass| Seed::Own(seed).key(0, 0).pass_stream(cx, cz, pass);
        let base = stream(7, 3, -4, 2);
        assert_ne!(base, stream(8, 3, -4, 2));
        assert_ne!(base, stream(7 ^ (1 << 63), 3, -4, 2));
        assert_ne!(base, stream(7, -4, 3, 2));
        assert_ne!(base, stream(7, 3, -4, 3));
    }
}
