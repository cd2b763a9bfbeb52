//! What the coordinates of a GeoJSON file mean, and how positions become such coordinates.

use crate::{Crs, CrsKind, IoError, wgs84};

/// What the positions that are written mean, and what the file says of them.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum GeoJsonFrame {
    /// Positions are coordinates of this system and are written as they are.
    ///
    /// GeoJSON proper means longitude and latitude on WGS 84. Any other system is named in a `crs` member: one of the EPSG
    /// register by its number, one without, such as [`Crs::local`], as an engineering system of its own in WKT 2, which
    /// GDAL and what builds on it read.
    In(Crs),
    /// Positions are metres east and north of this point, and are written as longitude and latitude on WGS 84.
    ///
    /// A metre is as many degrees as at the point itself (by the radii of curvature of the ellipsoid there), so that shapes
    /// stay what they are near it; 50 km to the north or the south of it, a metre east is off by 0.8 % at 45 degrees.
    Around {
        /// Longitude of the point in degrees, from -180 to 180.
        lon_deg: f64,
        /// Latitude of the point in degrees, from -89 to 89.
        lat_deg: f64,
    },
}

impl Default for GeoJsonFrame {
    /// Metres of a world of its own.
    fn default() -> Self {
        Self::In(Crs::local(LOCAL_NAME))
    }
}

/// The name of a system that has none.
const LOCAL_NAME: &str = "local metres";

/// Nearer to a pole, a metre east is too many degrees to mean much.
const MOST_LAT_DEG: f64 = 89.0;

impl GeoJsonFrame {
    /// The name in the file's `crs` member, unless coordinates are what GeoJSON takes them for.
    pub(super) fn crs_name(&self) -> Option<String> {
        let Self::In(crs) = self else { return None };
        match (crs.kind, crs.epsg) {
            (CrsKind::Geographic, _) => None,
            (_, Some(epsg)) => Some(format!("urn:ogc:def:crs:EPSG::{epsg}")),
            (_, None) => Some(engineering_wkt(crs)),
        }
    }

    /// How positions become coordinates.
    pub(super) fn place(&self) -> Result<Place, IoError> {
        let &Self::Around { lon_deg, lat_deg } = self else { return Ok(Place::AsIs) };
        if !(-180.0..=180.0).contains(&lon_deg) {
            let remedy = "take off or add 360";
            return Err(IoError::parameter("lon_deg", "-180 to 180 degrees", lon_deg.to_string(), remedy));
        }
        if !(-MOST_LAT_DEG..=MOST_LAT_DEG).contains(&lat_deg) {
            let expected = format!("-{MOST_LAT_DEG} to {MOST_LAT_DEG} degrees");
            let remedy = "place it farther from the pole, or write local metres";
            return Err(IoError::parameter("lat_deg", expected, lat_deg.to_string(), remedy));
        }
        let (east_m, north_m) = wgs84::metres_per_degree(lat_deg);
        Ok(Place::Around { lon_deg, lat_deg, metres_per_degree: [east_m, north_m] })
    }
}

/// An engineering system in WKT 2 (OGC 18-010, 7.5): x east, y north.
fn engineering_wkt(crs: &Crs) -> String {
    // A quotation mark within a text is written twice.
    let name = if crs.name.is_empty() { LOCAL_NAME.into() } else { crs.name.replace('"', "\"\"") };
    let unit = if crs.metres_per_unit == 1.0 { "metre" } else { "unit" };
    format!(
        "ENGCRS[\"{name}\",EDATUM[\"{name}\"],CS[Cartesian,2],AXIS[\"x\",east],AXIS[\"y\",north],\
         LENGTHUNIT[\"{unit}\",{}]]",
        crs.metres_per_unit
    )
}

/// How positions become coordinates.
#[derive(Clone, Copy)]
pub(super) enum Place {
    AsIs,
    Around { lon_deg: f64, lat_deg: f64, metres_per_degree: [f64; 2] },
}

impl Place {
    /// The coordinates of a position, rounded to 9 decimals: nanometres, or a tenth of a millimetre in degrees.
    pub(super) fn put(self, [x, y]: [f64; 2]) -> Result<[f64; 2], IoError> {
        if !(x.is_finite() && y.is_finite()) {
            let remedy = "leave out positions without data";
            return Err(IoError::parameter("position", "finite coordinates", format!("[{x}, {y}]"), remedy));
        }
        let Self::Around { lon_deg, lat_deg, metres_per_degree: [east_m, north_m] } = self else {
            return Ok([rounded(x), rounded(y)]);
        };
        let placed = [rounded(lon_deg + x / east_m), rounded(lat_deg + y / north_m)];
        if placed[0].abs() > 180.0 || placed[1].abs() > 90.0 {
            let got = format!("{placed:?} for [{x}, {y}] m around [{lon_deg}, {lat_deg}]");
            let remedy = "place it farther from the antimeridian and the poles, or write local metres";
            return Err(IoError::parameter("position", "-180 to 180 and -90 to 90 degrees", got, remedy));
        }
        Ok(placed)
    }

    /// As [`Place::put`]; the elevation stays in metres.
    pub(super) fn put_3d(self, [x, y, elevation_m]: [f64; 3]) -> Result<[f64; 3], IoError> {
        if !elevation_m.is_finite() {
            let remedy = "leave out positions without data";
            return Err(IoError::parameter("position", "a finite elevation", elevation_m.to_string(), remedy));
        }
        let [x, y] = self.put([x, y])?;
        Ok([x, y, rounded(elevation_m)])
    }
}

/// The nearest number of 9 decimals. From 2^22 on, where neighbouring doubles are about as far apart, the number itself.
fn rounded(value: f64) -> f64 {
    const DECIMALS: f64 = 1e9;
    let nearest = if value.abs() < f64::from(1 << 22) { (value * DECIMALS).round() / DECIMALS } else { value };
    // Without -0.
    nearest + 0.0
}
