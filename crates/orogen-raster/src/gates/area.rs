//! The tail of drainage areas.

use crate::line_fit::slope;

/// Smallest area that counts as tail, in cells.
const SMALLEST: f64 = 20.0;

/// The largest area is taken no nearer than this factor to the greatest one: near it there are too few basins.
const HEADROOM: f64 = 50.0;

/// Areas at which the distribution is read, spaced evenly in logarithm.
const READINGS: usize = 20;

/// The exponent of P(A >= a) ~ a^-beta, by least squares in logarithms; `None` where the tail has no length.
pub(super) fn tail_exponent(areas: &[u64]) -> Option<f64> {
    let mut sorted: Vec<u64> = areas.iter().copied().filter(|area| *area > 0).collect();
    sorted.sort_unstable();
    let largest = *sorted.last()? as f64 / HEADROOM;
    if largest <= SMALLEST {
        return None;
    }
    let stretch = libm::log(largest / SMALLEST) / (READINGS - 1) as f64;
    let reading = |i: usize| {
        let area = SMALLEST * libm::exp(stretch * i as f64);
        let below = sorted.partition_point(|known| (*known as f64) < area);
        let share = (sorted.len() - below) as f64 / sorted.len() as f64;
        (libm::log(area), libm::log(share))
    };
    let readings: Vec<(f64, f64)> = (0..READINGS).map(reading).collect();
    slope(&readings).map(|slope| -slope)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_power_law_gives_its_exponent() {
        // The k-th largest of n areas of a law a^-beta is (n / k)^(1 / beta).
        for beta in [0.4, 0.5, 1.0] {
            let count = 200_000_u32;
            let area = |k: u32| libm::pow(f64::from(count) / f64::from(k), 1.0 / beta) as u64;
            let areas: Vec<u64> = (1..=count).map(area).collect();
            let found = tail_exponent(&areas).expect("a long tail");
            assert!((found - beta).abs() < 0.02, "{found} against {beta}");
        }
    }

    #[test]
    fn a_short_tail_is_undefined() {
        assert_eq!(tail_exponent(&[1, 2, 900]), None);
        assert_eq!(tail_exponent(&[]), None);
    }
}
