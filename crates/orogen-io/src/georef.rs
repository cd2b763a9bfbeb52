//! Where a raster lies: on the Earth, on a plane, or in a world of its own.

use orogen_field::Placement;
use serde::{Deserialize, Serialize};

use crate::IoError;
use crate::wgs84::metres_per_degree;

/// What the coordinates of a raster measure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CrsKind {
    /// The file does not say; taken for metres.
    Unknown,
    /// An engineering system of its own: eastings and northings from an arbitrary origin.
    Local,
    /// Eastings and northings of a map projection.
    Projected,
    /// Longitudes and latitudes, in degrees.
    Geographic,
}

/// GeoTIFF's description of a coordinate system, kept as it came so that it can be written again.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GeoKeys {
    /// GeoKeyDirectoryTag (34735), with its header of four numbers.
    pub directory: Vec<u16>,
    /// GeoDoubleParamsTag (34736).
    pub doubles: Vec<f64>,
    /// GeoAsciiParamsTag (34737).
    pub ascii: String,
}

impl GeoKeys {
    /// Whether the directory has the keys that it announces, and room for one more.
    pub(crate) fn is_sound(&self) -> bool {
        matches!(self.directory.as_slice(), [_, _, _, count, entries @ ..]
            if *count < u16::MAX && entries.len() >= 4 * usize::from(*count))
    }
}

/// A coordinate reference system, as far as terrain needs to know it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Crs {
    /// What the coordinates measure.
    pub kind: CrsKind,
    /// Its number in the EPSG register, if it has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub epsg: Option<u16>,
    /// Its name; may be empty.
    #[serde(default)]
    pub name: String,
    /// Length of one unit of x and y in metres; 1 for a geographic system, where it has no meaning.
    pub metres_per_unit: f64,
    /// The GeoTIFF keys that it was read from; while they are here, a GeoTIFF gets them and not the fields above.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub geo_keys: Option<GeoKeys>,
}

impl Crs {
    /// Nothing known.
    #[must_use]
    pub fn unknown() -> Self {
        Self { kind: CrsKind::Unknown, epsg: None, name: String::new(), metres_per_unit: 1.0, geo_keys: None }
    }

    /// A world of its own, in metres.
    #[must_use]
    pub fn local(name: impl Into<String>) -> Self {
        Self { kind: CrsKind::Local, name: name.into(), ..Self::unknown() }
    }

    /// A projected system in metres, by its EPSG number.
    #[must_use]
    pub fn projected(epsg: u16) -> Self {
        Self { kind: CrsKind::Projected, epsg: Some(epsg), ..Self::unknown() }
    }

    /// Longitude and latitude on WGS 84 (EPSG 4326).
    #[must_use]
    pub fn wgs84() -> Self {
        Self { kind: CrsKind::Geographic, epsg: Some(4326), name: "WGS 84".into(), ..Self::unknown() }
    }
}

/// What the anchor of a raster is a point of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Registration {
    /// The outer corner of the corner cell: GeoTIFF's PixelIsArea, ESRI's `xllcorner`.
    Area,
    /// The centre of the corner cell: GeoTIFF's PixelIsPoint, ESRI's `xllcenter`, SRTM's posts.
    Point,
}

/// Which corner cell the anchor belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Corner {
    /// Row 0, column 0.
    NorthWest,
    /// The last row, column 0.
    SouthWest,
}

/// The anchor of a raster, its steps, and the system they are measured in.
///
/// The anchor stays as the file gave it, so that a header that is read and written again is the same to the byte. All
/// geometry follows from [`Georef::first_centre`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Georef {
    /// The coordinate system.
    pub crs: Crs,
    /// Whether the anchor is a cell's outer corner or its centre.
    pub registration: Registration,
    /// Which cell the anchor belongs to.
    pub corner: Corner,
    /// Easting or longitude of the anchor.
    pub x: f64,
    /// Northing or latitude of the anchor.
    pub y: f64,
    /// Distance between columns, in units of x; positive.
    pub step_x: f64,
    /// Distance between rows, in units of y; positive.
    pub step_y: f64,
}

impl Georef {
    /// The georeference of a grid in metres: its first centre is the anchor, and northing is -z.
    #[must_use]
    pub fn from_placement(crs: Crs, placement: &Placement) -> Self {
        Self {
            crs,
            registration: Registration::Point,
            corner: Corner::NorthWest,
            x: placement.x0,
            y: 0.0 - placement.z0,
            step_x: placement.step_x,
            step_y: placement.step_z,
        }
    }

    /// Easting and northing (or longitude and latitude) of the centre of row 0, column 0, in a raster of `rows` rows.
    #[must_use]
    pub fn first_centre(&self, rows: usize) -> (f64, f64) {
        let (half_x, half_y) = match self.registration {
            Registration::Area => (0.5 * self.step_x, 0.5 * self.step_y),
            Registration::Point => (0.0, 0.0),
        };
        let y = match self.corner {
            Corner::NorthWest => self.y - half_y,
            Corner::SouthWest => (self.y + half_y) + (rows as f64 - 1.0) * self.step_y,
        };
        (self.x + half_x, y)
    }

    /// The same place, anchored otherwise; the very same numbers if the anchor is of that kind already.
    #[must_use]
    pub fn anchored(&self, registration: Registration, corner: Corner, rows: usize) -> Self {
        if self.registration == registration && self.corner == corner {
            return self.clone();
        }
        let (x, first_y) = self.first_centre(rows);
        let y = match corner {
            Corner::NorthWest => first_y,
            Corner::SouthWest => first_y - (rows as f64 - 1.0) * self.step_y,
        };
        let (half_x, half_y) = match (registration, corner) {
            (Registration::Point, _) => (0.0, 0.0),
            (Registration::Area, Corner::NorthWest) => (-0.5 * self.step_x, 0.5 * self.step_y),
            (Registration::Area, Corner::SouthWest) => (-0.5 * self.step_x, -0.5 * self.step_y),
        };
        Self { registration, corner, x: x + half_x, y: y + half_y, ..self.clone() }
    }

    /// Row and column, with fractions, at which a point given in the coordinate system lies; whole numbers are centres.
    #[must_use]
    pub fn cell_at(&self, x: f64, y: f64, rows: usize) -> (f64, f64) {
        let (x0, y0) = self.first_centre(rows);
        ((y0 - y) / self.step_y, (x - x0) / self.step_x)
    }

    /// Latitude (or northing) of the centre of a row.
    #[must_use]
    pub fn y_of_row(&self, row: usize, rows: usize) -> f64 {
        self.first_centre(rows).1 - row as f64 * self.step_y
    }

    /// Distance in metres between neighbouring columns of a row: on WGS 84 at its latitude if the system is geographic.
    #[must_use]
    pub fn step_x_m(&self, row: usize, rows: usize) -> f64 {
        match self.crs.kind {
            CrsKind::Geographic => self.step_x * metres_per_degree(self.y_of_row(row, rows)).0,
            _ => self.step_x * self.crs.metres_per_unit,
        }
    }

    /// Distance in metres between neighbouring rows.
    ///
    /// Of a geographic raster it is the one at its middle; a degree of latitude varies by 1 % from equator to pole.
    #[must_use]
    pub fn step_z_m(&self, rows: usize) -> f64 {
        match self.crs.kind {
            CrsKind::Geographic => self.step_y * metres_per_degree(self.middle_y(rows)).1,
            _ => self.step_y * self.crs.metres_per_unit,
        }
    }

    /// The grid in metres that this georeference means.
    ///
    /// x is easting and z is -northing. A geographic raster has no metric coordinates: it gets its first centre as the
    /// origin, and the metric steps at its middle row.
    #[must_use]
    pub fn placement(&self, rows: usize) -> Placement {
        if self.crs.kind == CrsKind::Geographic {
            let step_x = self.step_x * metres_per_degree(self.middle_y(rows)).0;
            return Placement { x0: 0.0, z0: 0.0, step_x, step_z: self.step_z_m(rows) };
        }
        let unit = self.crs.metres_per_unit;
        let (x, y) = self.first_centre(rows);
        Placement { x0: x * unit, z0: 0.0 - y * unit, step_x: self.step_x * unit, step_z: self.step_y * unit }
    }

    fn middle_y(&self, rows: usize) -> f64 {
        self.first_centre(rows).1 - 0.5 * (rows as f64 - 1.0) * self.step_y
    }

    /// Checks that the numbers are usable for a raster of `rows` rows.
    ///
    /// # Errors
    ///
    /// [`IoError::Parameter`] naming the origin, the cell size, the unit, the GeoTIFF keys or the latitude.
    pub fn validate(&self, rows: usize) -> Result<(), IoError> {
        for (what, got) in [("x origin", self.x), ("y origin", self.y)] {
            check(got.is_finite(), what, "a finite number", got)?;
        }
        for (what, got) in
            [("cell size in x", self.step_x), ("cell size in y", self.step_y), ("unit", self.crs.metres_per_unit)]
        {
            check(got.is_finite() && got > 0.0, what, "a finite number above 0", got)?;
        }
        if let Some(keys) = &self.crs.geo_keys
            && !keys.is_sound()
        {
            let expected = "4 numbers, and 4 for each key that they announce".into();
            let got = format!("{} numbers", keys.directory.len());
            return Err(IoError::Parameter { what: "GeoKeyDirectory", expected, got, remedy: "drop the keys" });
        }
        if self.crs.kind == CrsKind::Geographic {
            let north = self.y_of_row(0, rows);
            let south = self.y_of_row(rows.saturating_sub(1), rows);
            // The outermost half cell of a global raster may reach beyond a pole by rounding, its centres may not.
            check(north <= 90.0, "northernmost latitude", "at most 90 degrees", north)?;
            check(south >= -90.0, "southernmost latitude", "at least -90 degrees", south)?;
        }
        Ok(())
    }
}

fn check(sound: bool, what: &'static str, expected: &str, got: f64) -> Result<(), IoError> {
    if sound {
        return Ok(());
    }
    let remedy = "correct the georeference";
    Err(IoError::Parameter { what, expected: expected.into(), got: got.to_string(), remedy })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn georef(registration: Registration, corner: Corner, x: f64, y: f64) -> Georef {
        Georef { crs: Crs::projected(32611), registration, corner, x, y, step_x: 30.0, step_y: 30.0 }
    }

    #[test]
    fn the_four_anchors_of_one_raster_agree() {
        let anchors = [
            georef(Registration::Area, Corner::SouthWest, 500_010.0, 4_100_040.0),
            georef(Registration::Point, Corner::SouthWest, 500_025.0, 4_100_055.0),
            georef(Registration::Area, Corner::NorthWest, 500_010.0, 4_100_340.0),
            georef(Registration::Point, Corner::NorthWest, 500_025.0, 4_100_325.0),
        ];
        for from in &anchors {
            assert_eq!(from.first_centre(10), (500_025.0, 4_100_325.0), "{from:?}");
            for to in &anchors {
                assert_eq!(from.anchored(to.registration, to.corner, 10), *to);
            }
        }
        assert_eq!(anchors[0].placement(10), Placement::square(500_025.0, -4_100_325.0, 30.0));
        assert_eq!(anchors[0].cell_at(500_055.0, 4_100_310.0, 10), (0.5, 1.0));
    }

    #[test]
    fn anchors_are_kept_to_the_bit() {
        let odd = Georef { x: 0.1, y: 0.7, step_x: 0.3, ..georef(Registration::Area, Corner::SouthWest, 0.0, 0.0) };
        assert_eq!(odd.anchored(Registration::Area, Corner::SouthWest, 7), odd);
    }

    #[test]
    fn geographic_steps_are_metric_and_follow_the_latitude() {
        let world = Georef {
            crs: Crs::wgs84(),
            step_x: 1.0,
            step_y: 1.0,
            ..georef(Registration::Point, Corner::NorthWest, -180.0, 60.0)
        };
        assert!((world.step_x_m(0, 61) - 55_800.0).abs() < 0.05);
        assert!((world.step_x_m(60, 61) - 111_319.49).abs() < 0.05);
        assert!((world.step_z_m(61) - 110_852.4).abs() < 1.0, "{}", world.step_z_m(61));
    }

    #[test]
    fn unusable_numbers_are_named() {
        let sound = georef(Registration::Area, Corner::NorthWest, 0.0, 0.0);
        for (broken, named) in [
            (Georef { step_x: 0.0, ..sound.clone() }, "cell size in x"),
            (Georef { step_y: f64::NAN, ..sound.clone() }, "cell size in y"),
            (Georef { x: f64::INFINITY, ..sound.clone() }, "x origin"),
            (Georef { crs: Crs::wgs84(), y: 121.0, ..sound.clone() }, "northernmost latitude"),
            (Georef { crs: Crs::wgs84(), y: 0.0, ..sound }, "southernmost latitude"),
        ] {
            let refusal = broken.validate(5).unwrap_err();
            assert!(matches!(refusal, IoError::Parameter { what, .. } if what == named), "{refusal}");
        }
    }
}
