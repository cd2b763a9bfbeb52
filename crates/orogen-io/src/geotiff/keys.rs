//! The GeoKeys: which coordinate system, and whether the tiepoint is a corner or a centre.

use super::{malformed, unsupported};
use crate::{Crs, CrsKind, GeoKeys, Georef, IoError, Registration};

const MODEL_TYPE: u16 = 1024;
const RASTER_TYPE: u16 = 1025;
const CITATION: u16 = 1026;
const GEODETIC_CRS: u16 = 2048;
const GEODETIC_CITATION: u16 = 2049;
const ANGULAR_UNITS: u16 = 2054;
const PROJECTED_CRS: u16 = 3072;
const PROJECTED_CITATION: u16 = 3073;
const LINEAR_UNITS: u16 = 3076;
const LINEAR_UNIT_SIZE: u16 = 3077;

const MODEL_PROJECTED: u16 = 1;
const MODEL_GEOGRAPHIC: u16 = 2;
const MODEL_GEOCENTRIC: u16 = 3;
const RASTER_AREA: u16 = 1;
const RASTER_POINT: u16 = 2;
const USER_DEFINED: u16 = 32_767;
const METRE: u16 = 9001;
const DEGREE: u16 = 9102;

/// Where a key's value is: the key's own entry, or one of the other tags.
const IN_PLACE: u16 = 0;
const IN_ASCII: u16 = super::tag::GEO_ASCII;
const IN_DOUBLES: u16 = super::tag::GEO_DOUBLES;

impl GeoKeys {
    /// Key, tag that holds the value, count, and value or index; all keys after the header.
    fn entries(&self) -> impl Iterator<Item = (u16, u16, u16, u16)> {
        let entries = self.directory.get(4..).unwrap_or_default();
        entries.as_chunks::<4>().0.iter().map(|&[key, tag, count, value]| (key, tag, count, value))
    }

    fn short(&self, wanted: u16) -> Option<u16> {
        self.entries().find(|&(key, tag, ..)| key == wanted && tag == IN_PLACE).map(|(.., value)| value)
    }

    fn double(&self, wanted: u16) -> Option<f64> {
        let (.., index) = self.entries().find(|&(key, tag, ..)| key == wanted && tag == IN_DOUBLES)?;
        self.doubles.get(usize::from(index)).copied()
    }

    fn text(&self, wanted: u16) -> Option<&str> {
        let (.., count, start) = self.entries().find(|&(key, tag, ..)| key == wanted && tag == IN_ASCII)?;
        let text = self.ascii.get(usize::from(start)..usize::from(start) + usize::from(count))?;
        Some(text.trim_end_matches(['|', '\0']))
    }
}

/// Reads the coordinate system and the registration. `offset` is that of the directory, for errors.
pub(super) fn parse(keys: GeoKeys, offset: u64) -> Result<(Crs, Registration), IoError> {
    if !keys.is_sound() {
        let got = format!("{} numbers", keys.directory.len());
        return Err(malformed(offset, "GeoKeyDirectory", "4 numbers, and 4 for each key they announce", got));
    }
    let registration = match keys.short(RASTER_TYPE) {
        None | Some(RASTER_AREA) => Registration::Area,
        Some(RASTER_POINT) => Registration::Point,
        Some(other) => {
            return Err(malformed(offset, "GTRasterTypeGeoKey", "1 (area) or 2 (point)", other.to_string()));
        }
    };
    let (kind, epsg_key, name_key) = match keys.short(MODEL_TYPE) {
        Some(MODEL_PROJECTED) => (CrsKind::Projected, PROJECTED_CRS, PROJECTED_CITATION),
        Some(MODEL_GEOGRAPHIC) => (CrsKind::Geographic, GEODETIC_CRS, GEODETIC_CITATION),
        Some(MODEL_GEOCENTRIC) => {
            return Err(unsupported("coordinate system", "a projected, geographic or local one", "a geocentric one"));
        }
        None | Some(0) if keys.text(CITATION).is_none() => (CrsKind::Unknown, PROJECTED_CRS, CITATION),
        _ => (CrsKind::Local, PROJECTED_CRS, CITATION),
    };
    if kind == CrsKind::Geographic {
        match keys.short(ANGULAR_UNITS) {
            None | Some(DEGREE) => {}
            Some(other) => return Err(unsupported("unit of angles", "degrees (9102)", other.to_string())),
        }
    }
    let metres_per_unit = if kind == CrsKind::Geographic { 1.0 } else { linear_unit(&keys)? };
    let epsg = keys.short(epsg_key).filter(|&code| code != 0 && code != USER_DEFINED);
    let name = keys.text(name_key).or(keys.text(CITATION)).unwrap_or_default().to_string();
    Ok((Crs { kind, epsg, name, metres_per_unit, geo_keys: Some(keys) }, registration))
}

fn linear_unit(keys: &GeoKeys) -> Result<f64, IoError> {
    match keys.short(LINEAR_UNITS) {
        None | Some(METRE) => Ok(1.0),
        Some(9002) => Ok(0.3048),
        // The US survey foot.
        Some(9003) => Ok(1200.0 / 3937.0),
        Some(USER_DEFINED) => keys
            .double(LINEAR_UNIT_SIZE)
            .ok_or_else(|| unsupported("unit of length", "the size of a user-defined unit", "none")),
        Some(other) => Err(unsupported(
            "unit of length",
            "metres (9001), feet (9002, 9003) or a user-defined one",
            other.to_string(),
        )),
    }
}

/// The keys of a georeference: those it was read with, but for the registration, or new ones.
///
/// Nothing is written for an unknown system, as GDAL has it; its tiepoint is then a corner.
pub(super) fn build(georef: &Georef) -> GeoKeys {
    let raster_type = match georef.registration {
        Registration::Area => RASTER_AREA,
        Registration::Point => RASTER_POINT,
    };
    match &georef.crs.geo_keys {
        Some(keys) => with_raster_type(keys.clone(), raster_type),
        None => new_keys(&georef.crs, raster_type),
    }
}

fn with_raster_type(mut keys: GeoKeys, raster_type: u16) -> GeoKeys {
    let (entries, _) = keys.directory[4..].as_chunks_mut::<4>();
    if let Some(entry) = entries.iter_mut().find(|entry| entry[0] == RASTER_TYPE) {
        entry[3] = raster_type;
    } else {
        // Keys are sorted by number.
        let before = entries.iter().filter(|entry| entry[0] < RASTER_TYPE).count();
        let at = 4 + 4 * before;
        keys.directory.splice(at..at, [RASTER_TYPE, IN_PLACE, 1, raster_type]);
        keys.directory[3] += 1;
    }
    keys
}

fn new_keys(crs: &Crs, raster_type: u16) -> GeoKeys {
    let mut keys = GeoKeys { directory: vec![1, 1, 0, 0], doubles: Vec::new(), ascii: String::new() };
    let mut put = |entry: [u16; 4]| {
        keys.directory.extend(entry);
        keys.directory[3] += 1;
    };
    let model = match crs.kind {
        CrsKind::Projected => MODEL_PROJECTED,
        CrsKind::Geographic => MODEL_GEOGRAPHIC,
        CrsKind::Local | CrsKind::Unknown => USER_DEFINED,
    };
    if crs.kind != CrsKind::Unknown {
        put([MODEL_TYPE, IN_PLACE, 1, model]);
    }
    put([RASTER_TYPE, IN_PLACE, 1, raster_type]);
    if crs.kind == CrsKind::Local {
        // ASCII by specification; a key's count is 16 bits.
        let name: String =
            crs.name.chars().map(|c| if c.is_ascii() && c != '|' { c } else { '?' }).take(1000).collect();
        keys.ascii = if name.is_empty() { "local|".into() } else { name + "|" };
        put([CITATION, IN_ASCII, keys.ascii.len() as u16, 0]);
    }
    match crs.kind {
        CrsKind::Geographic => {
            put([GEODETIC_CRS, IN_PLACE, 1, crs.epsg.unwrap_or(4326)]);
            put([ANGULAR_UNITS, IN_PLACE, 1, DEGREE]);
        }
        CrsKind::Projected => {
            put([PROJECTED_CRS, IN_PLACE, 1, crs.epsg.unwrap_or(USER_DEFINED)]);
        }
        CrsKind::Local | CrsKind::Unknown => {}
    }
    if matches!(crs.kind, CrsKind::Projected | CrsKind::Local) {
        if crs.metres_per_unit == 1.0 {
            put([LINEAR_UNITS, IN_PLACE, 1, METRE]);
        } else {
            put([LINEAR_UNITS, IN_PLACE, 1, USER_DEFINED]);
            put([LINEAR_UNIT_SIZE, IN_DOUBLES, 1, 0]);
            keys.doubles.push(crs.metres_per_unit);
        }
    }
    keys
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Corner;

    fn georef(crs: Crs, registration: Registration) -> Georef {
        Georef { crs, registration, corner: Corner::NorthWest, x: 0.0, y: 0.0, step_x: 1.0, step_y: 1.0 }
    }

    #[test]
    fn what_is_built_parses_to_itself_and_is_sorted() {
        let feet = Crs { metres_per_unit: 0.5, ..Crs::local("feet of mine") };
        for crs in [Crs::local("my world"), Crs::projected(32611), Crs::wgs84(), Crs::unknown(), feet] {
            for registration in [Registration::Area, Registration::Point] {
                let keys = build(&georef(crs.clone(), registration));
                assert!(keys.entries().map(|(key, ..)| key).is_sorted(), "{keys:?}");
                let (read, read_registration) = parse(keys.clone(), 0).unwrap();
                assert_eq!(read_registration, registration);
                assert_eq!((read.kind, read.epsg, read.metres_per_unit), (crs.kind, crs.epsg, crs.metres_per_unit));
                if crs.kind == CrsKind::Local {
                    assert_eq!(read.name, crs.name);
                }
                assert_eq!(build(&georef(read, registration)), keys);
            }
        }
    }

    #[test]
    fn a_missing_raster_type_is_put_in_its_place() {
        let keys = GeoKeys {
            directory: vec![1, 1, 0, 2, 1024, 0, 1, 1, 3072, 0, 1, 32611],
            doubles: vec![],
            ascii: "".into(),
        };
        let crs = Crs { geo_keys: Some(keys), ..Crs::projected(32611) };
        let built = build(&georef(crs, Registration::Point)).directory;
        assert_eq!(built, [1, 1, 0, 3, 1024, 0, 1, 1, 1025, 0, 1, 2, 3072, 0, 1, 32611]);
    }

    #[test]
    fn directories_that_lie_about_their_length_are_refused() {
        for directory in [vec![], vec![1, 1, 0], vec![1, 1, 0, 2, 1024, 0, 1, 1]] {
            let keys = GeoKeys { directory, doubles: vec![], ascii: String::new() };
            assert!(matches!(parse(keys, 7), Err(IoError::Malformed { .. })));
        }
    }
}
