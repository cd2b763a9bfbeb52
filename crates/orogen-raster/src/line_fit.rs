//! Straight lines by least squares, and the bins that keep the many small from drowning the few large.

/// The slope of the least-squares line; `None` without two different x.
pub(crate) fn slope(points: &[(f64, f64)]) -> Option<f64> {
    let count = points.len() as f64;
    let mean_x = points.iter().map(|(x, _)| x).sum::<f64>() / count;
    let mean_y = points.iter().map(|(_, y)| y).sum::<f64>() / count;
    let product: f64 = points.iter().map(|(x, y)| (x - mean_x) * (y - mean_y)).sum();
    let square: f64 = points.iter().map(|(x, _)| (x - mean_x) * (x - mean_x)).sum();
    (square > 0.0).then(|| product / square)
}

/// Bins of an abscissa in halves of an octave, each with the sums of what fell into it.
#[derive(Default)]
pub(crate) struct HalfOctaves {
    /// Count, sum of abscissas and sum of ordinates.
    sums: std::collections::BTreeMap<i64, (f64, f64, f64)>,
}

impl HalfOctaves {
    /// Adds a point; `x` is above 0.
    pub(crate) fn add(&mut self, x: f64, y: f64) {
        let bin = (2.0 * libm::log2(x)).floor() as i64;
        let (count, sum_x, sum_y) = self.sums.entry(bin).or_default();
        (*count, *sum_x, *sum_y) = (*count + 1.0, *sum_x + x, *sum_y + y);
    }

    /// The exponent of the power law through the bins' means, of the bins that have at least `least` points and whose
    /// mean ordinate is above 0; `None` with fewer than three of them.
    pub(crate) fn exponent(&self, least: f64) -> Option<f64> {
        let full = self.sums.values().filter(|(count, _, sum_y)| *count >= least && *sum_y > 0.0);
        let points: Vec<(f64, f64)> = full.map(|(count, x, y)| (libm::log(x / count), libm::log(y / count))).collect();
        if points.len() < 3 { None } else { slope(&points) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_has_its_slope_and_a_point_none() {
        let line: Vec<(f64, f64)> = (0..9).map(|x| (f64::from(x), 3.0 - 0.25 * f64::from(x))).collect();
        assert!((slope(&line).unwrap() + 0.25).abs() < 1e-14);
        assert_eq!(slope(&[(1.0, 2.0), (1.0, 3.0)]), None);
    }

    #[test]
    fn a_power_law_has_its_exponent() {
        let mut bins = HalfOctaves::default();
        (1..5000).map(f64::from).for_each(|x| bins.add(x, 7.0 * libm::pow(x, -0.4)));
        assert!((bins.exponent(20.0).unwrap() + 0.4).abs() < 1e-3);
        assert_eq!(bins.exponent(1e6), None);
    }
}
