//! Dual numbers as a [`Real`]: an oracle that knows nothing of a hand-written chain rule.

use std::ops::{Add, Div, Mul, Neg, Sub};

use num_dual::{Dual64, DualNum};
use orogen_field::Real;

/// A number with its derivative along one direction, carried by `num-dual`'s own arithmetic.
///
/// ```
/// use orogen_field::window::s5;
/// use orogen_testkit::Dual;
///
/// let (step, slope) = s5(0.0, 10.0, Dual::variable(3.0));
/// assert!((step.derivative() - slope.value()).abs() < 1e-15);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Dual(Dual64);

impl Dual {
    /// The variable itself: derivative 1.
    #[must_use]
    pub fn variable(value: f64) -> Self {
        Self(Dual64::new(value, 1.0))
    }

    /// A constant: derivative 0.
    #[must_use]
    pub fn constant(value: f64) -> Self {
        Self(Dual64::new(value, 0.0))
    }

    /// The number.
    #[must_use]
    pub fn value(self) -> f64 {
        self.0.re
    }

    /// Its derivative with respect to the variable.
    #[must_use]
    pub fn derivative(self) -> f64 {
        self.0.eps
    }
}

macro_rules! operators {
    ($($trait:ident $method:ident;)*) => {
        $(
            impl $trait for Dual {
                type Output = Self;

                fn $method(self, other: Self) -> Self {
                    Self(self.0.$method(other.0))
                }
            }

            impl $trait<f64> for Dual {
                type Output = Self;

                fn $method(self, other: f64) -> Self {
                    Self(self.0.$method(other))
                }
            }
        )*
    };
}

operators! {
    Add add;
    Sub sub;
    Mul mul;
    Div div;
}

impl Neg for Dual {
    type Output = Self;

    fn neg(self) -> Self {
        Self(-self.0)
    }
}

impl Real for Dual {
    type Index = u32;

    fn splat(value: f64) -> Self {
        Self::constant(value)
    }

    fn sqrt(self) -> Self {
        Self(self.0.sqrt())
    }

    fn clamp01(self) -> Self {
        if self.value() <= 0.0 {
            Self::constant(0.0)
        } else if self.value() >= 1.0 {
            Self::constant(1.0)
        } else {
            self
        }
    }

    fn split(self) -> (u32, Self) {
        let (cell, fraction) = self.value().split();
        (cell, Self(Dual64::new(fraction, self.0.eps)))
    }

    fn select8(table: &[[f64; 2]; 8], index: u32) -> [Self; 2] {
        f64::select8(table, index).map(Self::constant)
    }
}
