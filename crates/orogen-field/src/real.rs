//! The number type that a kernel is written over.
//!
//! One source of the noise, the fractal sums and the relief loop serves `f64` (the specification), dual numbers (an
//! oracle for the hand-written chain rule) and lanes of several samples at once. A kernel therefore never branches on a
//! sample; it uses [`Real::clamp01`] and [`Real::select8`], which a lane type can do element by element.

use core::ops::{Add, BitAnd, BitXor, Div, Mul, Neg, Shr, Sub};

/// A real number, or several of them side by side, for the kernels of this crate.
///
/// Arithmetic must be IEEE-754 binary64 in every element, without contraction or reassociation.
pub trait Real:
    Copy
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
    + Neg<Output = Self>
    + Add<f64, Output = Self>
    + Sub<f64, Output = Self>
    + Mul<f64, Output = Self>
    + Div<f64, Output = Self>
{
    /// The lattice coordinate that belongs to this number: 32 bits an element.
    type Index: LatticeIndex;

    /// The same constant in every element.
    fn splat(value: f64) -> Self;

    /// The non-negative square root.
    #[must_use]
    fn sqrt(self) -> Self;

    /// `self` limited to 0..=1, flat outside.
    #[must_use]
    fn clamp01(self) -> Self;

    /// The lattice cell that holds `self`, wrapped to 32 bits, and the fraction `self - floor(self)` in 0..=1.
    ///
    /// Any finite value is taken: far cells wrap modulo 2^32.
    fn split(self) -> (Self::Index, Self);

    /// The pair `table[index]` for every element; the index is in 0..8.
    fn select8(table: &[[f64; 2]; 8], index: Self::Index) -> [Self; 2];
}

/// A lattice coordinate or hash, or several of them side by side: `u32` with wrapping arithmetic.
pub trait LatticeIndex:
    Copy + BitXor<Output = Self> + BitXor<u32, Output = Self> + BitAnd<u32, Output = Self> + Shr<u32, Output = Self>
{
    /// `self + 1` modulo 2^32.
    #[must_use]
    fn next(self) -> Self;

    /// `self * factor` modulo 2^32.
    #[must_use]
    fn times(self, factor: u32) -> Self;
}

impl LatticeIndex for u32 {
    #[inline(always)]
    fn next(self) -> Self {
        self.wrapping_add(1)
    }

    #[inline(always)]
    fn times(self, factor: u32) -> Self {
        self.wrapping_mul(factor)
    }
}

impl Real for f64 {
    type Index = u32;

    #[inline(always)]
    fn splat(value: f64) -> Self {
        value
    }

    #[inline(always)]
    fn sqrt(self) -> Self {
        sqrt(self)
    }

    #[inline(always)]
    fn clamp01(self) -> Self {
        // Two selects, not `f64::clamp`: compiles to min and max without a branch.
        let above = if self > 0.0 { self } else { 0.0 };
        if above < 1.0 { above } else { 1.0 }
    }

    #[inline(always)]
    fn split(self) -> (u32, Self) {
        if self.abs() < NEAR { split_near(self) } else { split_far(self) }
    }

    #[inline(always)]
    fn select8(table: &[[f64; 2]; 8], index: u32) -> [Self; 2] {
        table[index as usize & 7]
    }
}

/// Below this magnitude [`split_near`] is exact: 2^50.
const NEAR: f64 = 1_125_899_906_842_624.0;

/// 1.5 * 2^52. Added to |x| < 2^51 it leaves x rounded to a whole number in the low bits of the mantissa.
const ROUNDER: f64 = 6_755_399_441_055_744.0;

/// Floor and fraction by rounding to the nearest whole number and stepping back where that was above: additions only,
/// so that targets without a floor instruction need no call.
#[inline(always)]
fn split_near(x: f64) -> (u32, f64) {
    let nearest = (x + ROUNDER) - ROUNDER;
    let cell = nearest - if nearest > x { 1.0 } else { 0.0 };
    ((cell + ROUNDER).to_bits() as u32, x - cell)
}

#[cold]
#[inline(never)]
fn split_far(x: f64) -> (u32, f64) {
    let cell = floor(x);
    // Through i64: `as i32` would saturate, and every distant cell would be the same one.
    (cell as i64 as u32, x - cell)
}

/// The largest whole number not above `x`.
#[inline(always)]
pub(crate) fn floor(x: f64) -> f64 {
    #[cfg(feature = "std")]
    return x.floor();
    #[cfg(not(feature = "std"))]
    return libm::floor(x);
}

#[inline(always)]
fn sqrt(x: f64) -> f64 {
    #[cfg(feature = "std")]
    return f64::sqrt(x);
    #[cfg(not(feature = "std"))]
    return libm::sqrt(x);
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn by_definition(x: f64) -> (u32, f64) {
        (libm::floor(x) as i64 as u32, x - libm::floor(x))
    }

    #[test]
    fn split_is_floor_at_whole_numbers_halves_and_their_neighbours() {
        for whole in [-4_294_967_297.0, -2_147_483_648.0, -3.0, -1.0, 0.0, 1.0, 2.0, 4_294_967_296.0, NEAR, -NEAR] {
            for x in [whole, whole.next_up(), whole.next_down(), whole + 0.5, whole - 0.5] {
                assert_eq!(x.split(), by_definition(x), "x = {x}");
            }
        }
    }

    #[test]
    fn far_cells_wrap_and_do_not_saturate() {
        assert_ne!(1e13.split().0, 2e13.split().0);
        assert_eq!((-4_294_967_295.5).split(), (0, 0.5));
    }

    proptest! {
        #[test]
        fn split_is_floor(x in -1e16..1e16_f64) {
            prop_assert_eq!(x.split(), by_definition(x));
        }

        #[test]
        fn split_is_floor_near_the_origin(x in -300.0..300.0_f64) {
            prop_assert_eq!(x.split(), by_definition(x));
        }
    }
}
