//! Lengths on the WGS 84 ellipsoid.

/// Semi-major axis, in metres.
const EQUATOR_RADIUS_M: f64 = 6_378_137.0;

/// Flattening.
const FLATTENING: f64 = 1.0 / 298.257_223_563;

/// Metres per degree of longitude and per degree of latitude at a latitude in degrees.
///
/// The radii of curvature in the prime vertical (times the cosine of the latitude) and in the meridian: Snyder, Map
/// Projections, USGS Professional Paper 1395, equations 4-18 to 4-21.
///
/// At the equator these are 111 319.49 m and 110 574.28 m; at 60 degrees 55 800.00 m and 111 412.27 m.
pub(crate) fn metres_per_degree(lat_deg: f64) -> (f64, f64) {
    const RAD_PER_DEG: f64 = core::f64::consts::PI / 180.0;
    let eccentricity2 = FLATTENING * (2.0 - FLATTENING);
    let lat = lat_deg * RAD_PER_DEG;
    let sin = libm::sin(lat);
    let inner = 1.0 - eccentricity2 * sin * sin;
    let prime_vertical = EQUATOR_RADIUS_M / inner.sqrt();
    let meridian = prime_vertical * (1.0 - eccentricity2) / inner;
    (prime_vertical * libm::cos(lat) * RAD_PER_DEG, meridian * RAD_PER_DEG)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// NGA's published table of the length of a degree on WGS 84, to the centimetre.
    #[test]
    fn degrees_have_their_published_lengths() {
        for (lat, east, north) in [
            (0.0, 111_319.49, 110_574.28),
            (45.0, 78_846.84, 111_131.78),
            (60.0, 55_800.00, 111_412.27),
            (-60.0, 55_800.00, 111_412.27),
            (90.0, 0.0, 111_693.98),
        ] {
            let got = metres_per_degree(lat);
            assert!((got.0 - east).abs() < 0.05 && (got.1 - north).abs() < 0.05, "{lat}: {got:?}");
        }
    }
}
