//! River incision, implicit in each cell's own height (Braun and Willett 2013).

use super::StreamPower;
use super::area_power::AreaPower;
use super::drainage::Drainage;
use super::land::Land;

/// Newton's method ends after this many steps, far more than it takes from above on a convex function.
const MOST_ITERATIONS: u32 = 64;

/// Newton's method ends when a step is under this share of the root.
const CLOSE: f64 = 1e-15;

/// Raises the land and cuts the rivers into it, from the outlets up.
pub(super) fn incise(land: &Land<'_>, drainage: &Drainage, params: &StreamPower, surface: &mut [f64]) {
    let power = AreaPower::new(params.area_exponent);
    let incision = Incision { slope_exponent: params.slope_exponent, years: params.step };
    for (element, receiver) in drainage.upstream() {
        let cell = element.index();
        if !land.moves[cell] {
            continue;
        }
        let raised = land.raised(cell, surface[cell], params.step);
        surface[cell] = match receiver {
            None => raised,
            Some(receiver) => {
                let rate = land.erodibility.at(cell) * drainage.area_power(cell, power);
                incision.lowered(raised, surface[receiver.index()], rate, land.distance(element, receiver))
            }
        };
    }
}

/// How slopes wear in one step.
struct Incision {
    slope_exponent: f64,
    years: f64,
}

impl Incision {
    /// The height after a step that begins at `height`, over a receiver whose height after the step is known.
    ///
    /// `rate` is K A^m. The result is never under the receiver; a cell that is not above its receiver (water crosses it on
    /// a carved way) is left alone.
    #[inline(always)]
    fn lowered(&self, height: f64, receiver: f64, rate: f64, distance: f64) -> f64 {
        let drop = height - receiver;
        if drop <= 0.0 {
            height
        } else if self.slope_exponent == 1.0 {
            // Rounding must not carry it past where it began.
            (receiver + drop / (1.0 + rate * self.years / distance)).min(height)
        } else {
            (receiver + self.drop_after(drop, rate, distance)).min(height)
        }
    }

    /// The root of `x + F x^n = drop` in 0..=drop, where `F = rate years / distance^n`: the drop that is left.
    #[inline(never)]
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

    #[test]
    fn the_implicit_equation_is_solved_and_the_receiver_never_undercut() {
        for n in [0.25, 0.5, 0.8, 1.0, 1.5, 2.0, 4.0] {
            for drop in [1e-9, 0.1, 30.0, 5e3] {
                for rate in [0.0, 1e-8, 1e-4, 10.0] {
                    let incision = Incision { slope_exponent: n, years: 1e5 };
                    let left = incision.drop_after(drop, rate, 30.0);
                    assert!((0.0..=drop).contains(&left), "n {n}, drop {drop}: {left}");
                    let equation = left + rate * 1e5 * libm::pow(left / 30.0, n) - drop;
                    assert!(equation.abs() < 1e-12 * drop, "n {n}, drop {drop}, rate {rate}: {equation}");
                    let height = incision.lowered(100.0 + drop, 100.0, rate, 30.0);
                    assert!((100.0..=100.0 + drop).contains(&height));
                    assert!((height - 100.0 - left).abs() < 1e-12 * (100.0 + drop));
                }
            }
        }
    }

    #[test]
    fn a_cell_below_its_receiver_is_left_alone() {
        for slope_exponent in [0.5, 1.0, 2.0] {
            assert_eq!(Incision { slope_exponent, years: 1e5 }.lowered(10.0, 12.0, 1e-3, 30.0), 10.0);
        }
    }
}
