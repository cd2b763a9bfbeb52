//! GeoJSON by hand, by GDAL and by shapely.

use std::path::Path;
use std::process::Command;

use orogen_io::{Crs, Feature, GeoJsonFrame, GeoJsonWriter, Geometry, IoError, Polygon, Wrap, write_geojson};
use proptest::prelude::*;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use crate::atomic::fills_without_a_trace;
use crate::common::Folder;
use crate::oracles::{ask_python, run};

/// Validity by shapely: of each area whether it is valid, has an exterior that runs counter-clockwise and holes that run
/// clockwise; and by how much of it the sum of all areas exceeds the area of their union.
const BY_SHAPELY: &str = "
import json, sys, shapely
features = json.load(open(sys.argv[1]))['features']
geometries = [shapely.geometry.shape(feature['geometry']) for feature in features]
areas = [g for g in geometries if g.geom_type.endswith('Polygon')]
polygons = [p for g in areas for p in (g.geoms if g.geom_type == 'MultiPolygon' else [g])]
print(json.dumps({
    'valid': all(g.is_valid for g in geometries),
    'wound': all(p.exterior.is_ccw and not any(hole.is_ccw for hole in p.interiors) for p in polygons),
    'polygons': len(polygons),
    'overlap': sum(g.area for g in areas) / shapely.union_all(areas).area - 1,
    'holes_of_union': sum(len(p.interiors) for p in shapely.get_parts(shapely.union_all(areas))),
}))";

fn bare(geometry: Geometry) -> Feature {
    Feature::new(geometry, [])
}

fn written(frame: &GeoJsonFrame, features: Vec<Feature>) -> Result<Value, IoError> {
    let folder = Folder::new();
    let path = folder.join("a.geojson");
    let outcome = write_geojson(&path, frame, features);
    let Err(refusal) = outcome else { return Ok(serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap()) };
    assert_eq!(folder.names(), [""; 0]);
    Err(refusal)
}

/// The coordinates of a geometry as a file of it has them.
fn read<T: DeserializeOwned>(frame: &GeoJsonFrame, geometry: Geometry) -> T {
    let mut collection = written(frame, vec![bare(geometry)]).unwrap();
    serde_json::from_value(collection["features"][0]["geometry"]["coordinates"].take()).unwrap()
}

const SQUARE: [[f64; 2]; 4] = [[0.0, 0.0], [10.0, 0.0], [10.0, 10.0], [0.0, 10.0]];
const INNER: [[f64; 2]; 4] = [[2.0, 2.0], [4.0, 2.0], [4.0, 4.0], [2.0, 4.0]];

fn reversed(ring: &[[f64; 2]]) -> Vec<[f64; 2]> {
    ring.iter().rev().copied().collect()
}

/// A square around a point that is written in degrees.
fn around(lon_deg: f64, lat_deg: f64) -> GeoJsonFrame {
    GeoJsonFrame::Around { lon_deg, lat_deg }
}

#[test]
fn rings_are_closed_and_follow_the_right_hand_rule_however_they_come() {
    let frame = GeoJsonFrame::default();
    let closed = |ring: &[[f64; 2]]| [ring, &ring[..1]].concat();
    for exterior in [SQUARE.to_vec(), closed(&SQUARE)] {
        let rings: Vec<Vec<[f64; 2]>> = read(&frame, Geometry::Polygon(Polygon { exterior, holes: vec![] }));
        assert_eq!(rings, [closed(&SQUARE)]);
    }
    let polygon = Polygon { exterior: reversed(&SQUARE), holes: vec![INNER.to_vec()] };
    let wound = [closed(&SQUARE), closed(&reversed(&INNER))];
    let rings: Vec<Vec<[f64; 2]>> = read(&frame, Geometry::Polygon(polygon.clone()));
    assert_eq!(rings, wound);
    let polygons: Vec<Vec<Vec<[f64; 2]>>> = read(&frame, Geometry::MultiPolygon(vec![polygon; 2]));
    assert_eq!(polygons, [wound.clone(), wound]);
}

#[test]
fn properties_and_all_kinds_of_geometry_are_written() {
    let features = vec![
        Feature::new(Geometry::Point([1.5, -0.0]), [("name", "a \"b\"\n<c>".into()), ("nothing", Value::Null)]),
        bare(Geometry::LineString(vec![[0.1, 1.0 / 3.0], [1e9 + 0.5, 1e-12]])),
        bare(Geometry::LineString3d(vec![[0.0, 1.0, 2.25], [3.0, 4.0, 2.0]])),
    ];
    let collection = written(&GeoJsonFrame::In(Crs::wgs84()), features).unwrap();
    let feature = |kind: &str, coordinates: Value, properties: Value| json!({"type": "Feature", "properties": properties, "geometry": {"type": kind, "coordinates": coordinates}});
    let expected = json!({ "type": "FeatureCollection", "features": [
        feature("Point", json!([1.5, 0]), json!({ "name": "a \"b\"\n<c>", "nothing": null })),
        feature("LineString", json!([[0.1, 0.333_333_333], [1_000_000_000.5, 0]]), json!({})),
        feature("LineString", json!([[0, 1, 2.25], [3, 4, 2]]), json!({})),
    ]});
    assert_eq!(collection, expected);
    let none = written(&GeoJsonFrame::In(Crs::wgs84()), vec![]).unwrap();
    assert_eq!(none, json!({ "type": "FeatureCollection", "features": [] }));
}

#[test]
fn metres_become_degrees_by_the_length_of_a_degree() {
    // NGA's published lengths of a degree at 60 degrees north: 55 800.00 m and 111 412.27 m, to 5 cm.
    let at = |position| -> [f64; 2] { read(&around(25.0, 60.0), Geometry::Point(position)) };
    let near = |got: [f64; 2], lon: f64, lat: f64| {
        assert!((got[0] - lon).abs() < 5e-7 && (got[1] - lat).abs() < 5e-7, "{got:?}");
    };
    near(at([0.0, 0.0]), 25.0, 60.0);
    near(at([55_800.0, 0.0]), 26.0, 60.0);
    near(at([0.0, -111_412.27]), 25.0, 59.0);
}

#[test]
fn what_cannot_be_placed_or_drawn_is_refused_in_words() {
    let local = GeoJsonFrame::default();
    let point = |x: f64, y: f64| Geometry::Point([x, y]);
    let polygon = |exterior: &[[f64; 2]]| Geometry::Polygon(Polygon { exterior: exterior.to_vec(), holes: vec![] });
    let holed = Geometry::Polygon(Polygon { exterior: SQUARE.to_vec(), holes: vec![vec![[1.0, 1.0]; 4]] });
    let narrow = [[0.0, 0.0], [1e-10, 0.0], [1e-10, 5.0], [0.0, 5.0]];
    for (frame, geometry, parameter, words) in [
        (&around(0.0, 89.5), point(0.0, 0.0), "lat_deg", "pole"),
        (&around(0.0, f64::NAN), point(0.0, 0.0), "lat_deg", "NaN"),
        (&around(181.0, 0.0), point(0.0, 0.0), "lon_deg", "180"),
        (&around(179.9, 0.0), point(20_000.0, 0.0), "position", "antimeridian"),
        (&around(-179.9, 0.0), point(-20_000.0, 0.0), "position", "antimeridian"),
        (&around(0.0, 88.9), point(0.0, 200_000.0), "position", "feature 1"),
        (&local, point(f64::NAN, 0.0), "position", "NaN"),
        (&local, Geometry::LineString3d(vec![[0.0, 0.0, f64::INFINITY]; 2]), "position", "inf"),
        (&local, Geometry::LineString(vec![[0.0, 0.0]]), "line", "two positions"),
        (&local, polygon(&SQUARE[..2]), "exterior", "four positions"),
        (&local, polygon(&[SQUARE[0], SQUARE[1], SQUARE[0]]), "exterior", "3 positions in feature 1"),
        (&local, polygon(&[[0.0, 0.0], [1.0, 1.0], [2.0, 2.0]]), "exterior", "area"),
        (&local, polygon(&narrow), "exterior", "area"),
        (&local, holed, "hole", "area"),
        (&local, Geometry::MultiPolygon(vec![]), "multipolygon", "one polygon"),
    ] {
        let refusal = written(frame, vec![bare(Geometry::Point([0.0, 0.0])), bare(geometry)]).unwrap_err();
        assert!(matches!(refusal.kind(), IoError::Parameter { what, .. } if *what == parameter), "{refusal}");
        assert!(refusal.to_string().contains(words), "{refusal}");
    }
}

fn by_gdal(frame: &GeoJsonFrame) -> String {
    let folder = Folder::new();
    let path = folder.join("a.geojson");
    let lake = Polygon { exterior: reversed(&SQUARE), holes: vec![INNER.to_vec()] };
    let features = [
        Feature::new(Geometry::Polygon(lake), [("level_m", 12.5.into()), ("name", "Lac".into())]),
        Feature::new(Geometry::MultiPolygon(vec![Polygon { exterior: INNER.to_vec(), holes: vec![] }]), []),
    ];
    write_geojson(&path, frame, features).unwrap();
    run(Command::new("ogrinfo").args(["-al", "-ro"]).arg(&path))
}

#[test]
fn gdal_reads_every_frame_for_what_it_is() {
    let told = by_gdal(&GeoJsonFrame::In(Crs::local("the \"wide\" world")));
    assert!(told.contains("ENGCRS[\"the \"\"wide\"\" world\",") && told.contains("LENGTHUNIT[\"metre\",1]"), "{told}");
    assert!(told.contains("Extent: (0.000000, 0.000000) - (10.000000, 10.000000)"), "{told}");
    assert!(told.contains("level_m (Real) = 12.5") && told.contains("name (String) = Lac"), "{told}");
    assert!(by_gdal(&GeoJsonFrame::default()).contains("ENGCRS[\"local metres\","));
    let feet = Crs { metres_per_unit: 0.3048, ..Crs::local("") };
    assert!(by_gdal(&GeoJsonFrame::In(feet)).contains("LENGTHUNIT[\"unit\",0.3048]"));
    assert!(by_gdal(&GeoJsonFrame::In(Crs::projected(32611))).contains("ID[\"EPSG\",32611]"));
    for frame in [GeoJsonFrame::In(Crs::wgs84()), around(-3.5, 47.25)] {
        assert!(by_gdal(&frame).contains("GEOGCRS[\"WGS 84\""), "{frame:?}");
    }
    assert!(by_gdal(&around(-3.5, 47.25)).contains("Extent: (-3.500000, 47.250000) - (-3.499868, 47.250090)"));
}

/// A star around a point: its corners in the order of their angles, so that it does not cross itself.
fn star(centre: [f64; 2], radii: &[f64]) -> Vec<[f64; 2]> {
    let step = std::f64::consts::TAU / radii.len() as f64;
    let corner = |(i, radius): (usize, &f64)| {
        [centre[0] + radius * libm::cos(step * i as f64), centre[1] + radius * libm::sin(step * i as f64)]
    };
    radii.iter().enumerate().map(corner).collect()
}

#[test]
fn shapely_finds_every_area_valid_and_no_gap_between_neighbours() {
    // Quadrilaterals of crooked corners that tile a square of 12 x 12 of them, every other one written the wrong way.
    let corner = |row: usize, col: usize| {
        let crook = |salt: usize| ((row * 37 + col * 101 + salt) * 7919 % 100) as f64 * 0.73;
        [col as f64 * 200.0 + crook(0), row as f64 * 200.0 + crook(51)]
    };
    let cell = |row: usize, col: usize| {
        let exterior = vec![corner(row, col), corner(row, col + 1), corner(row + 1, col + 1), corner(row + 1, col)];
        let exterior = if (row + col).is_multiple_of(2) { exterior } else { reversed(&exterior) };
        bare(Geometry::Polygon(Polygon { exterior, holes: vec![] }))
    };
    let cells: Vec<_> = (0..144).map(|index| cell(index / 12, index % 12)).collect();
    for frame in [GeoJsonFrame::default(), around(-71.3, -33.9), around(12.0, 88.0)] {
        let folder = Folder::new();
        let path = folder.join("a.geojson");
        write_geojson(&path, &frame, cells.clone()).unwrap();
        let told = ask_python("shapely", BY_SHAPELY, &path);
        assert_eq!((&told["valid"], &told["wound"], &told["polygons"]), (&true.into(), &true.into(), &144.into()));
        assert_eq!(told["holes_of_union"], 0, "a gap");
        assert!(told["overlap"].as_f64().unwrap().abs() < 1e-12, "{told}");
    }
}

#[test]
fn shapely_finds_polygons_with_holes_valid() {
    let ring = |salt: usize| -> Vec<f64> { (0..40).map(|i| 60.0 + ((i * 29 + salt * 13) % 40) as f64).collect() };
    let polygon = |salt: usize, east: f64| {
        let hole: Vec<f64> = ring(salt + 7).iter().map(|radius| radius * 0.3).collect();
        Polygon { exterior: star([east, 5.0], &ring(salt)), holes: vec![reversed(&star([east, 5.0], &hole))] }
    };
    let features = (0..30).map(|salt| {
        bare(Geometry::MultiPolygon(vec![
            polygon(salt, 1000.0 * salt as f64),
            polygon(salt, 1000.0 * salt as f64 + 400.0),
        ]))
    });
    let folder = Folder::new();
    let path = folder.join("a.geojson");
    write_geojson(&path, &around(10.0, 45.0), features).unwrap();
    let told = ask_python("shapely", BY_SHAPELY, &path);
    assert_eq!((&told["valid"], &told["wound"], &told["polygons"]), (&true.into(), &true.into(), &60.into()), "{told}");
}

#[test]
fn a_disk_that_fills_leaves_no_features() {
    let line: Vec<_> = (0..20_000).map(|i| [f64::from(i) / 3.0, f64::from(i) / 7.0]).collect();
    let feature = bare(Geometry::LineString(line));
    fills_without_a_trace("a.geojson", |path: &Path, wrap: Wrap<'_>| {
        let mut writer = GeoJsonWriter::create_with(path, &GeoJsonFrame::default(), wrap)?;
        writer.write(&feature)?;
        writer.finish()
    });
}

#[test]
fn a_writer_that_is_dropped_leaves_no_file() {
    let folder = Folder::new();
    let mut writer = GeoJsonWriter::create(folder.join("a.geojson"), &GeoJsonFrame::default()).unwrap();
    writer.write(&bare(Geometry::Point([0.0, 0.0]))).unwrap();
    drop(writer);
    assert_eq!(folder.names(), [""; 0]);
}

proptest! {
    #[test]
    fn any_star_is_wound_whichever_way_it_comes(
        radii in prop::collection::vec(0.01_f64..1e4, 3..12),
        centre in prop::array::uniform2(-1e6_f64..1e6),
        backwards: bool,
    ) {
        let exterior = star(centre, &radii);
        let exterior = if backwards { reversed(&exterior) } else { exterior };
        let polygon = Polygon { exterior: exterior.clone(), holes: vec![] };
        let rings: Vec<Vec<[f64; 2]>> = read(&GeoJsonFrame::default(), Geometry::Polygon(polygon));
        let ring = &rings[0];
        prop_assert_eq!(ring.len(), radii.len() + 1);
        prop_assert_eq!(ring[0], ring[radii.len()]);
        let area2: f64 = ring
            .windows(2)
            .map(|pair| (pair[0][0] - centre[0]) * (pair[1][1] - centre[1]) - (pair[1][0] - centre[0]) * (pair[0][1] - centre[1]))
            .sum();
        prop_assert!(area2 > 0.0);
        for position in &exterior {
            let near = |other: &[f64; 2]| (other[0] - position[0]).abs() < 1e-9 && (other[1] - position[1]).abs() < 1e-9;
            prop_assert!(ring.iter().any(near), "{:?} is lost", position);
        }
    }
}
