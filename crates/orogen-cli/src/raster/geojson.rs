//! GeoJSON, as far as terrain needs it.

use std::path::Path;

use orogen::io::{AtomicFile, CrsKind, Georef};
use serde_json::{Value, json};

use crate::failure::Failure;

/// A line or a polygon, with what is known of it.
pub(crate) fn feature(kind: &str, coordinates: Value, properties: Value) -> Value {
    json!({
        "type": "Feature",
        "geometry": { "type": kind, "coordinates": coordinates },
        "properties": properties,
    })
}

/// Writes a collection of features.
///
/// Coordinates are those of the raster. GeoJSON proper means degrees on WGS 84; others are named in a `crs` member, which
/// readers such as GDAL heed.
pub(crate) fn write(features: Vec<Value>, georef: &Georef, path: &Path) -> Result<(), Failure> {
    let mut document = json!({ "type": "FeatureCollection", "features": features });
    if georef.crs.kind != CrsKind::Geographic {
        let name = match georef.crs.epsg {
            Some(epsg) => format!("urn:ogc:def:crs:EPSG::{epsg}"),
            None => "local metres".into(),
        };
        document["crs"] = json!({ "type": "name", "properties": { "name": name } });
    }
    let file = AtomicFile::create(path)?;
    file.append(format!("{document}\n").as_bytes())?;
    Ok(file.commit()?)
}
