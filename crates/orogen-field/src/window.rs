//! Smooth steps, each with its slope.
//!
//! A window is exactly 0 below its lower edge and exactly 1 above its upper edge, which is what lets a stage hand back its
//! input to the bit where it is cold. `lo < hi` is the caller's promise; tunables check it where they are declared.

use crate::Real;

/// Cubic step (C1): `t t (3 - 2 t)` between `lo` and `hi`, with its slope per unit of `x`.
#[inline(always)]
pub fn s3<T: Real>(lo: f64, hi: f64, x: T) -> (T, T) {
    let width = hi - lo;
    let t = ((x - lo) / width).clamp01();
    (t * t * (T::splat(3.0) - t * 2.0), T::splat(6.0) * t * (T::splat(1.0) - t) / width)
}

/// Quintic step (C2): `t t t (t (6 t - 15) + 10)` between `lo` and `hi`, with its slope per unit of `x`.
///
/// ```
/// use orogen_field::window::s5;
///
/// assert_eq!(s5(10.0, 20.0, 15.0), (0.5, 0.1875));
/// assert_eq!(s5(10.0, 20.0, 9.0), (0.0, 0.0));
/// assert_eq!(s5(10.0, 20.0, 21.0), (1.0, 0.0));
/// ```
#[inline(always)]
pub fn s5<T: Real>(lo: f64, hi: f64, x: T) -> (T, T) {
    let width = hi - lo;
    let t = ((x - lo) / width).clamp01();
    (quintic(t), quintic_slope(t) / width)
}

/// The quintic fade on 0..=1.
#[inline(always)]
pub fn quintic<T: Real>(t: T) -> T {
    t * t * t * (t * (t * 6.0 - 15.0) + 10.0)
}

/// First derivative of [`quintic`].
#[inline(always)]
pub fn quintic_slope<T: Real>(t: T) -> T {
    T::splat(30.0) * t * t * (t - 1.0) * (t - 1.0)
}

/// Second derivative of [`quintic`].
#[inline(always)]
pub fn quintic_curvature<T: Real>(t: T) -> T {
    T::splat(60.0) * t * (t * 2.0 - 1.0) * (t - 1.0)
}

/// A C2 ramp, `max(d, 0)` rounded off over `-half_width..half_width`, with its slope.
#[inline]
#[must_use]
pub fn soft_positive(d: f64, half_width: f64) -> (f64, f64) {
    if d <= -half_width {
        (0.0, 0.0)
    } else if d >= half_width {
        (d, 1.0)
    } else {
        let t = (d + half_width) / (2.0 * half_width);
        (half_width * t * t * t * (2.0 - t), t * t * (3.0 - 2.0 * t))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    type Window = fn(f64, f64, f64) -> (f64, f64);
    const WINDOWS: [Window; 2] = [s3, s5];

    #[test]
    fn windows_are_exact_at_and_beyond_their_edges() {
        for window in WINDOWS {
            for (lo, hi) in [(0.0_f64, 1.0_f64), (-280.0, -220.0), (0.38, 0.62), (1e-3, 1e6)] {
                for x in [lo, lo.next_down(), lo - 1e9] {
                    assert_eq!(window(lo, hi, x), (0.0, 0.0), "{x} in {lo}..{hi}");
                }
                for x in [hi, hi.next_up(), hi + 1e9] {
                    assert_eq!(window(lo, hi, x), (1.0, 0.0), "{x} in {lo}..{hi}");
                }
            }
        }
    }

    #[test]
    fn soft_positive_meets_its_straight_parts_with_two_derivatives() {
        let second = |d: f64| (soft_positive(d + 1e-5, 6.0).1 - soft_positive(d - 1e-5, 6.0).1) / 2e-5;
        for edge in [-6.0, 6.0] {
            assert!(second(edge).abs() < 1e-5, "curvature at {edge}: {}", second(edge));
        }
        assert_eq!(soft_positive(0.0, 6.0), (6.0 * 0.125 * 1.5, 0.5));
    }

    proptest! {
        #[test]
        fn slopes_are_the_derivatives(lo in -500.0..500.0_f64, width in 0.1..400.0_f64, t in -0.2..1.2_f64) {
            let x = lo + t * width;
            let step = width * 1e-5;
            for window in WINDOWS {
                let central = (window(lo, lo + width, x + step).0 - window(lo, lo + width, x - step).0) / (2.0 * step);
                prop_assert!((central - window(lo, lo + width, x).1).abs() < 1e-4 / width);
            }
        }

        #[test]
        fn soft_positive_slope_is_the_derivative(d in -20.0..20.0_f64, half_width in 0.2..12.0_f64) {
            let step = 1e-5;
            let central = (soft_positive(d + step, half_width).0 - soft_positive(d - step, half_width).0) / (2.0 * step);
            prop_assert!((central - soft_positive(d, half_width).1).abs() < 1e-4);
        }
    }
}
