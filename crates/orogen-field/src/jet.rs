//! Values that travel with their derivatives. Each combinator states its chain rule once.

use core::ops::{Add, Mul, Sub};

use crate::Real;

/// A value and its exact gradient with respect to world x (east) and z (south).
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Jet<T = f64> {
    /// The value itself.
    pub value: T,
    /// Partial derivative along x.
    pub dx: T,
    /// Partial derivative along z.
    pub dz: T,
}

/// A value, its exact gradient and its exact Hessian.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Jet2<T = f64> {
    /// The value itself.
    pub value: T,
    /// Partial derivative along x.
    pub dx: T,
    /// Partial derivative along z.
    pub dz: T,
    /// Second partial derivative along x.
    pub dxx: T,
    /// Mixed second partial derivative.
    pub dxz: T,
    /// Second partial derivative along z.
    pub dzz: T,
}

impl<T: Real> Jet<T> {
    /// A constant: its gradient is zero.
    #[inline(always)]
    pub fn constant(value: T) -> Self {
        Self { value, dx: T::splat(0.0), dz: T::splat(0.0) }
    }

    /// `scale * self`.
    #[inline(always)]
    #[must_use]
    pub fn scaled(self, scale: f64) -> Self {
        Self { value: self.value * scale, dx: self.dx * scale, dz: self.dz * scale }
    }

    /// The chain rule for a function of one variable: `(f, f')` evaluated at `self.value`.
    ///
    /// ```
    /// use orogen_field::{Jet, window};
    ///
    /// let slope = Jet { value: 5.0, dx: 0.5, dz: 0.0 };
    /// let mask = slope.compose(window::s5(0.0, 10.0, slope.value));
    /// assert_eq!((mask.value, mask.dx), (0.5, 0.5 * 0.1875));
    /// ```
    #[inline(always)]
    #[must_use]
    pub fn compose(self, (value, slope): (T, T)) -> Self {
        Self { value, dx: slope * self.dx, dz: slope * self.dz }
    }

    /// `self + weight * (target - self)`, for a weight that varies over the ground.
    #[inline(always)]
    #[must_use]
    pub fn mix(self, target: Self, weight: Self) -> Self {
        let rise = target.value - self.value;
        Self {
            value: self.value + weight.value * rise,
            dx: self.dx + weight.value * (target.dx - self.dx) + weight.dx * rise,
            dz: self.dz + weight.value * (target.dz - self.dz) + weight.dz * rise,
        }
    }

    /// `(1 - weight) * self + weight * target`: equal to `target` to the bit where the weight is one.
    #[inline(always)]
    #[must_use]
    pub fn blend(self, target: Self, weight: Self) -> Self {
        let keep = T::splat(1.0) - weight.value;
        let rise = target.value - self.value;
        Self {
            value: keep * self.value + weight.value * target.value,
            dx: keep * self.dx + weight.value * target.dx + weight.dx * rise,
            dz: keep * self.dz + weight.value * target.dz + weight.dz * rise,
        }
    }
}

impl Jet<f64> {
    /// Slope of the ground: the gradient's length, in units of value per unit of distance.
    #[must_use]
    pub fn slope(self) -> f64 {
        Real::sqrt(self.dx * self.dx + self.dz * self.dz)
    }
}

impl<T: Real> Add for Jet<T> {
    type Output = Self;

    #[inline(always)]
    fn add(self, other: Self) -> Self {
        Self { value: self.value + other.value, dx: self.dx + other.dx, dz: self.dz + other.dz }
    }
}

impl<T: Real> Sub for Jet<T> {
    type Output = Self;

    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        Self { value: self.value - other.value, dx: self.dx - other.dx, dz: self.dz - other.dz }
    }
}

/// The product rule.
impl<T: Real> Mul for Jet<T> {
    type Output = Self;

    #[inline(always)]
    fn mul(self, other: Self) -> Self {
        Self {
            value: self.value * other.value,
            dx: self.dx * other.value + self.value * other.dx,
            dz: self.dz * other.value + self.value * other.dz,
        }
    }
}

impl<T: Real> Jet2<T> {
    /// A constant: all its derivatives are zero.
    #[inline(always)]
    pub fn constant(value: T) -> Self {
        let zero = T::splat(0.0);
        Self { value, dx: zero, dz: zero, dxx: zero, dxz: zero, dzz: zero }
    }

    /// The value and gradient alone.
    #[inline(always)]
    #[must_use]
    pub fn first_order(self) -> Jet<T> {
        Jet { value: self.value, dx: self.dx, dz: self.dz }
    }

    /// `scale * self`.
    #[inline(always)]
    #[must_use]
    pub fn scaled(self, scale: f64) -> Self {
        Self {
            value: self.value * scale,
            dx: self.dx * scale,
            dz: self.dz * scale,
            dxx: self.dxx * scale,
            dxz: self.dxz * scale,
            dzz: self.dzz * scale,
        }
    }

    /// `self / divisor`, by division and not by a reciprocal, whose rounding differs.
    #[inline(always)]
    #[must_use]
    pub fn divided(self, divisor: f64) -> Self {
        Self {
            value: self.value / divisor,
            dx: self.dx / divisor,
            dz: self.dz / divisor,
            dxx: self.dxx / divisor,
            dxz: self.dxz / divisor,
            dzz: self.dzz / divisor,
        }
    }
}
