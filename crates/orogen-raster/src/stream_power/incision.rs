//! One cell of river incision, implicit in its own height.

use super::StreamPower;

/// Newton's method ends after this many steps, far more than it takes from above on a convex function.
const MOST_ITERATIONS: u32 = 64;

/// Newton's method ends when a step is under this share of the root.
const CLOSE: f64 = 1e-15;

/// The powers of area and slope, and the length of a step.
pub(super) struct Incision {
    area_power: AreaPower,
    slope_exponent: f64,
    years: f64,
}

/// How A^m is computed: by nested square roots for the usual exponents.
enum AreaPower {
    /// m = 1/2.
    Half,
    /// m = 7/16, near the usual 0.45.
    SevenSixteenths,
    Any(f64),
}

impl Incision {
    pub(super) fn new(params: &StreamPower) -> Self {
        let area_power = match params.area_exponent {
            0.5 => AreaPower::Half,
            0.4375 => AreaPower::SevenSixteenths,
            exponent => AreaPower::Any(exponent),
        };
        Self { area_power, slope_exponent: params.slope_exponent, years: params.step }
    }

    /// A^m for an area in square metres.
    #[inline]
    pub(super) fn area_power(&self, area: f64) -> f64 {
        match self.area_power {
            AreaPower::Half => area.sqrt(),
            AreaPower::SevenSixteenths => {
                let quarter = area.sqrt().sqrt();
                let eighth = quarter.sqrt();
                quarter * eighth * eighth.sqrt()
            }
            AreaPower::Any(exponent) => libm::pow(area, exponent),
        }
    }

    /// The height after a step that begins at `height`, over a receiver whose height after the step is known.
    ///
    /// `rate` is K A^m. The result is never under the receiver; a cell that is not above its receiver (water crosses it on a
    /// carved way) is left alone.
    #[inline]
    pub(super) fn lowered(&self, height: f64, receiver: f64, rate: f64, distance: f64) -> f64 {
        if height <= receiver {
            return height;
        }
        if self.slope_exponent == 1.0 {
            let factor = rate * self.years / distance;
            // The mean of the two heights, weighted: rounding must not carry it past either.
            ((height + factor * receiver) / (1.0 + factor)).clamp(receiver, height)
        } else {
            receiver + self.drop_after(height - receiver, rate, distance)
        }
    }

    /// The root of `x + F x^n = drop` in 0..=drop, where `F = rate years / distance^n`: the drop that is left.
    fn drop_after(&self, drop: f64, rate: f64, distance: f64) -> f64 {
        let n = self.slope_exponent;
        let factor = rate * self.years / libm::pow(distance, n);
        if factor <= 0.0 {
            drop
        } else if n >= 1.0 {
            convex_root(1.0, factor, n, drop).min(drop)
        } else {
            // In y = x^n the equation is convex as well, and not steep at 0.
            libm::pow(convex_root(factor, 1.0, 1.0 / n, drop), 1.0 / n).min(drop)
        }
    }
}

/// The root of `linear y + factor y^power = total` for a power of 1 or more: Newton's method from above, which on a rising
/// convex function falls towards the root and never passes it.
fn convex_root(linear: f64, factor: f64, power: f64, total: f64) -> f64 {
    let mut y = (total / linear).min(libm::pow(total / factor, 1.0 / power));
    for _ in 0..MOST_ITERATIONS {
        let lower = libm::pow(y, power - 1.0);
        let next = y - (linear * y + factor * lower * y - total) / (linear + power * factor * lower);
        if (next - y).abs() <= CLOSE * y {
            return next;
        }
        y = next;
    }
    y
}

#[cfg(test)]
mod tests {
    use super::*;

    fn incision(area_exponent: f64, slope_exponent: f64) -> Incision {
        Incision::new(&StreamPower { area_exponent, slope_exponent, step: 1e5, ..StreamPower::default() })
    }

    #[test]
    fn nested_roots_are_the_powers() {
        for area in [1.0, 900.0, 1e6, 3.7e9] {
            for m in [0.5, 0.4375] {
                let exact = libm::pow(area, m);
                assert!((incision(m, 1.0).area_power(area) / exact - 1.0).abs() < 1e-14, "{area}^{m}");
            }
        }
    }

    #[test]
    fn the_implicit_equation_is_solved_and_the_receiver_never_undercut() {
        for n in [0.25, 0.5, 0.8, 1.0, 1.5, 2.0, 4.0] {
            for drop in [1e-9, 0.1, 30.0, 5e3] {
                for rate in [0.0, 1e-8, 1e-4, 10.0] {
                    let incision = incision(0.5, n);
                    let left = incision.drop_after(drop, rate, 30.0);
                    assert!((0.0..=drop).contains(&left), "n {n}, drop {drop}: {left}");
                    let equation = left + rate * 1e5 * libm::pow(left / 30.0, n) - drop;
                    assert!(equation.abs() < 1e-12 * drop, "n {n}, drop {drop}, rate {rate}: {equation}");
                    let height = incision.lowered(100.0 + drop, 100.0, rate, 30.0);
                    assert!((100.0..=100.0 + drop).contains(&height));
                }
            }
        }
    }

    #[test]
    fn a_cell_below_its_receiver_is_left_alone() {
        for n in [0.5, 1.0, 2.0] {
            assert_eq!(incision(0.5, n).lowered(10.0, 12.0, 1e-3, 30.0), 10.0);
        }
    }
}
