//! Normal deviates from the lattice hash.

use orogen_field::{Key, hash};

/// Two independent standard normal deviates for the cell (x, z), by the transform of Box and Muller (1958).
///
/// Their magnitude is at most 6.8, since the radius comes from 32 bits.
#[inline]
pub(super) fn normal_pair(key: &Key, x: i32, z: i32) -> (f64, f64) {
    let radius_hash = key.hash3(x, z, 0);
    let angle_hash = key.hash3(x, z, 1);
    // Half a step up, so that the logarithm never meets zero.
    let radius = (-2.0 * libm::log((f64::from(radius_hash) + 0.5) / 4_294_967_296.0)).sqrt();
    let (sine, cosine) = libm::sincos(core::f64::consts::TAU * hash::unit(angle_hash));
    (radius * cosine, radius * sine)
}

/// One standard normal deviate for the cell (x, z).
#[inline]
pub(super) fn normal(key: &Key, x: i32, z: i32) -> f64 {
    normal_pair(key, x, z).0
}

#[cfg(test)]
mod tests {
    use super::*;
    use orogen_field::Seed;

    #[test]
    fn moments_are_those_of_the_normal_distribution() {
        let key = Seed::Own(3).key(1, 0);
        let count = 200_000;
        let (mut sums, mut product) = ([0.0; 4], 0.0);
        for i in 0..count {
            let (a, b) = normal_pair(&key, i % 500, i / 500);
            for deviate in [a, b] {
                let square = deviate * deviate;
                for (sum, power) in sums.iter_mut().zip([deviate, square, deviate * square, square * square]) {
                    *sum += power;
                }
            }
            product += a * b;
        }
        let deviates = f64::from(2 * count);
        // Four standard errors of each: sqrt(1, 2, 15, 96) / sqrt(400 000).
        for ((sum, moment), error) in sums.into_iter().zip([0.0, 1.0, 0.0, 3.0]).zip([0.0064, 0.009, 0.025, 0.062]) {
            assert!((sum / deviates - moment).abs() < error, "{} for {moment}", sum / deviates);
        }
        assert!((product / f64::from(count)).abs() < 0.009);
    }
}
