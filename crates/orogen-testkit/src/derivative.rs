//! The derivative harness: analytic gradients against central differences.

use orogen_field::Jet;

/// What a sweep found.
#[derive(Clone, Copy, Debug)]
pub struct Sweep {
    /// The largest difference between an analytic and a central derivative.
    pub worst: f64,
    /// Where it was found.
    pub worst_at: (f64, f64),
    /// The steepest analytic derivative seen.
    pub steepest: f64,
}

impl Sweep {
    /// The worst disagreement as a share of the steepest derivative: under 0.01 for a right gradient.
    #[must_use]
    pub fn share(&self) -> f64 {
        self.worst / self.steepest
    }
}

/// The half-width of a central difference at `coordinate`, for a field whose finest features are some metres wide.
///
/// 0.02 m near the origin, where the truncation error of a field with wavelengths of 8 m and more is under 1e-4 of its
/// slope. Far out a coordinate carries a rounding error of `|x| 2^-53`, so the step grows with |x| to keep that error
/// under 1e-5 of the step.
#[must_use]
pub fn step_at(coordinate: f64) -> f64 {
    (coordinate.abs() * 2e-11).max(0.02)
}

/// Compares the gradient of `field` with central differences at every point.
pub fn sweep(field: impl Fn(f64, f64) -> Jet, points: impl IntoIterator<Item = (f64, f64)>) -> Sweep {
    sweep_with_step(field, points, step_at)
}

/// As [`sweep`], with the half-width of the difference given as a function of the coordinate.
pub fn sweep_with_step(
    field: impl Fn(f64, f64) -> Jet,
    points: impl IntoIterator<Item = (f64, f64)>,
    step_at: impl Fn(f64) -> f64,
) -> Sweep {
    let mut sweep = Sweep { worst: 0.0, worst_at: (f64::NAN, f64::NAN), steepest: 0.0 };
    for (x, z) in points {
        let here = field(x, z);
        // The divisor is the distance between the coordinates as they were rounded.
        let (west, east) = (x - step_at(x), x + step_at(x));
        let (north, south) = (z - step_at(z), z + step_at(z));
        let central_x = (field(east, z).value - field(west, z).value) / (east - west);
        let central_z = (field(x, south).value - field(x, north).value) / (south - north);
        for (analytic, central) in [(here.dx, central_x), (here.dz, central_z)] {
            let error = (analytic - central).abs();
            // A NaN must not pass for agreement.
            if error > sweep.worst || error.is_nan() {
                sweep.worst = if error.is_nan() { f64::INFINITY } else { error };
                sweep.worst_at = (x, z);
            }
            sweep.steepest = sweep.steepest.max(analytic.abs());
        }
    }
    sweep
}

#[cfg(test)]
mod tests {
    use super::*;

    fn points() -> impl Iterator<Item = (f64, f64)> {
        (0..50).map(|i| (f64::from(i) * 3.7 - 60.0, f64::from(i) * -2.3 + 11.0))
    }

    #[test]
    fn a_right_gradient_agrees_and_a_wrong_one_does_not() {
        let right = |x: f64, z: f64| Jet { value: x * x * 0.01 + x * z * 0.02, dx: x * 0.02 + z * 0.02, dz: x * 0.02 };
        assert!(sweep(right, points()).share() < 1e-6);
        let wrong = |x: f64, z: f64| Jet { dx: x * 0.02, ..right(x, z) };
        assert!(sweep(wrong, points()).share() > 0.1);
    }

    #[test]
    fn a_nan_is_a_disagreement() {
        let broken = |x: f64, z: f64| Jet { value: if x > 0.0 { f64::NAN } else { z }, dx: 0.0, dz: 1.0 };
        assert_eq!(sweep(broken, points()).worst, f64::INFINITY);
    }
}
