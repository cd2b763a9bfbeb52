//! GeoTIFFs written byte by byte from the specification.

use orogen_io::{CrsKind, Input, IoError, Raster, ReadOptions, Registration, format_of};

use crate::common::bits;

fn read(bytes: Vec<u8>) -> Result<Raster, IoError> {
    format_of("a.tif".as_ref()).unwrap().read(&Input::from_bytes("a.tif", bytes, None), &ReadOptions::default())
}

/// A value of a tag: shorts, longs, doubles, or text.
#[derive(Clone)]
pub(crate) enum Value {
    Short(Vec<u16>),
    Long(Vec<u32>),
    Double(Vec<f64>),
    Text(&'static str),
}

use Value::{Double, Long, Short, Text};

/// A classic little-endian file of one strip of plain samples, whose offset and length are filled in.
pub(crate) fn author(mut tags: Vec<(u16, Value)>, data: &[u8]) -> Vec<u8> {
    let data_offset = 8;
    tags.push((273, Long(vec![data_offset])));
    tags.push((279, Long(vec![data.len() as u32])));
    tags.sort_by_key(|(code, _)| *code);
    let directory = 8 + data.len().next_multiple_of(2);
    let mut file = b"II*\0".to_vec();
    file.extend((directory as u32).to_le_bytes());
    file.extend(data);
    file.resize(directory, 0);
    file.extend((tags.len() as u16).to_le_bytes());
    let mut outside_at = directory + 2 + 12 * tags.len() + 4;
    let mut outside = Vec::new();
    for (code, value) in tags {
        let (kind, count, mut bytes) = match value {
            Short(v) => (3_u16, v.len(), v.iter().flat_map(|n| n.to_le_bytes()).collect::<Vec<u8>>()),
            Long(v) => (4, v.len(), v.iter().flat_map(|n| n.to_le_bytes()).collect()),
            Double(v) => (12, v.len(), v.iter().flat_map(|n| n.to_le_bytes()).collect()),
            Text(v) => (2, v.len() + 1, [v.as_bytes(), &[0]].concat()),
        };
        file.extend(code.to_le_bytes());
        file.extend(kind.to_le_bytes());
        file.extend((count as u32).to_le_bytes());
        if bytes.len() <= 4 {
            bytes.resize(4, 0);
            file.extend(bytes);
        } else {
            file.extend((outside_at as u32).to_le_bytes());
            outside_at += bytes.len();
            outside.extend(bytes);
        }
    }
    file.extend([0; 4]);
    file.extend(outside);
    file
}

/// The tags of a raster of plain samples.
pub(crate) fn sized(rows: u32, cols: u32, bits: u16, sample_format: u16) -> Vec<(u16, Value)> {
    vec![
        (256, Long(vec![cols])),
        (257, Long(vec![rows])),
        (258, Short(vec![bits])),
        (259, Short(vec![1])),
        (262, Short(vec![1])),
        (277, Short(vec![1])),
        (278, Long(vec![rows])),
        (339, Short(vec![sample_format])),
    ]
}

fn doubles(values: impl IntoIterator<Item = f64>) -> Vec<u8> {
    values.into_iter().flat_map(f64::to_le_bytes).collect()
}

fn geographic(raster_type: u16) -> (u16, Value) {
    (34_735, Short(vec![1, 1, 0, 3, 1024, 0, 1, 2, 1025, 0, 1, raster_type, 2048, 0, 1, 4326]))
}

/// One ramp z = 1e4 lon, whose centres are at 7, 7.25, 7.5 degrees; its tiepoint is a corner or a centre.
fn ramp(point: bool) -> Vec<u8> {
    let tiepoint = if point { [0.0, 0.0, 0.0, 7.0, 46.0, 0.0] } else { [0.0, 0.0, 0.0, 6.875, 46.125, 0.0] };
    let mut tags = sized(2, 3, 64, 3);
    tags.push((33_550, Double(vec![0.25, 0.25, 0.0])));
    tags.push((33_922, Double(tiepoint.to_vec())));
    tags.push(geographic(if point { 2 } else { 1 }));
    author(tags, &doubles([7.0, 7.25, 7.5, 7.0, 7.25, 7.5].map(|lon| lon * 1e4)))
}

/// Height at a longitude and a latitude, between the centres.
fn sample(raster: &Raster, lon: f64, lat: f64) -> f64 {
    let (row, col) = raster.georef().cell_at(lon, lat, raster.grid().rows());
    let (row, first) = (row.floor() as usize, col.floor() as usize);
    let t = col - first as f64;
    let at = |col| *raster.grid().at(row, col);
    at(first) * (1.0 - t) + at(first + 1) * t
}

#[test]
fn point_and_area_are_the_same_place() {
    let (area, point) = (read(ramp(false)).unwrap(), read(ramp(true)).unwrap());
    assert_eq!((area.georef().registration, point.georef().registration), (Registration::Area, Registration::Point));
    assert_eq!(area.georef().first_centre(2), (7.0, 46.0));
    assert_eq!(area.georef().first_centre(2), point.georef().first_centre(2));
    assert_eq!(area.georef().crs.kind, CrsKind::Geographic);
    for lon in [7.0, 7.1, 7.25, 7.4999] {
        for raster in [&area, &point] {
            assert!((sample(raster, lon, 45.9) - lon * 1e4).abs() <= 1e-5, "{lon}");
        }
    }
}

#[test]
fn south_up_files_become_north_up() {
    // Rows from south to north: the matrix has a positive step in y.
    let matrix = [30.0, 0.0, 0.0, 500.0, 0.0, 30.0, 0.0, 900.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0];
    let heights = doubles([910.0, 910.0, 940.0, 940.0, 970.0, 970.0]);
    let by_matrix = [sized(3, 2, 64, 3), vec![(34_264, Double(matrix.to_vec()))]].concat();
    // The same with a negative pixel scale, as some programs write it.
    let by_scale = [
        sized(3, 2, 64, 3),
        vec![(33_550, Double(vec![30.0, -30.0, 0.0])), (33_922, Double(vec![0.0, 0.0, 0.0, 500.0, 900.0, 0.0]))],
    ]
    .concat();
    for tags in [by_matrix, by_scale] {
        let raster = read(author(tags, &heights)).unwrap();
        assert_eq!(raster.grid().samples(), [970.0, 970.0, 940.0, 940.0, 910.0, 910.0]);
        assert_eq!(raster.georef().first_centre(3), (515.0, 975.0));
        assert_eq!(raster.grid().placement().z0, -975.0);
    }
}

#[test]
fn signed_samples_and_nodata_are_what_they_say() {
    let heights: Vec<u8> = [-9500_i16, 8600, -9999, 0].into_iter().flat_map(i16::to_le_bytes).collect();
    let mut tags = sized(2, 2, 16, 2);
    tags.push((42_113, Text("-9999")));
    let raster = read(author(tags, &heights)).unwrap();
    assert_eq!(raster.range(), Some((-9500.0, 8600.0)));
    assert_eq!(raster.grid().void().unwrap(), [false, false, true, false]);

    // A float's nodata in decimals that are not exactly the float.
    let heights: Vec<u8> = [f32::MIN, 1.0, f32::NAN, -0.5].into_iter().flat_map(f32::to_le_bytes).collect();
    let mut tags = sized(2, 2, 32, 3);
    tags.push((42_113, Text("-3.40282347e+38 ")));
    let raster = read(author(tags, &heights)).unwrap();
    assert_eq!(raster.grid().void().unwrap(), [true, false, true, false]);
    assert_eq!(raster.range(), Some((-0.5, 1.0)));
}

#[test]
fn feet_become_metres_in_the_grid_and_stay_feet_in_the_header() {
    let mut tags = sized(1, 2, 64, 3);
    tags.push((33_550, Double(vec![10.0, 10.0, 0.0])));
    tags.push((33_922, Double(vec![0.0, 0.0, 0.0, 1000.0, 2000.0, 0.0])));
    tags.push((34_735, Short(vec![1, 1, 0, 3, 1024, 0, 1, 1, 1025, 0, 1, 1, 3076, 0, 1, 9002])));
    let raster = read(author(tags, &doubles([1.0, 2.0]))).unwrap();
    assert_eq!(raster.georef().x, 1000.0);
    assert_eq!(raster.grid().placement().step_x, 3.048);
    assert_eq!(raster.grid().placement().x0, 1005.0 * 0.3048);
}

#[test]
fn what_is_not_a_raster_of_heights_is_named() {
    let geo = |scale: f64| {
        vec![(33_550, Double(vec![scale, scale, 0.0])), (33_922, Double(vec![0.0, 0.0, 0.0, 1.0, 2.0, 0.0]))]
    };
    let zero_cell = read(author([sized(1, 1, 64, 3), geo(0.0)].concat(), &doubles([1.0]))).unwrap_err();
    assert!(matches!(zero_cell, IoError::Parameter { what: "cell size", .. }), "{zero_cell}");
    let infinite = read(author(sized(1, 2, 64, 3), &doubles([1.0, f64::INFINITY]))).unwrap_err();
    assert!(matches!(infinite, IoError::Sample { row: 0, col: 1, .. }), "{infinite}");
    let long = read(author(sized(1, 1, 64, 1), &doubles([1.0]))).unwrap_err();
    assert!(matches!(long, IoError::Unsupported { what: "samples", .. }), "{long}");
    let mut colour = sized(1, 1, 8, 1);
    colour.retain(|(code, _)| ![258, 262, 277, 339].contains(code));
    colour.extend([(258, Short(vec![8, 8, 8])), (262, Short(vec![2])), (277, Short(vec![3]))]);
    let colour = read(author(colour, &[1, 2, 3])).unwrap_err();
    assert!(matches!(colour, IoError::Unsupported { what: "bands", .. }), "{colour}");
    let mut jpeg = sized(1, 1, 8, 1);
    jpeg.retain(|(code, _)| *code != 259);
    jpeg.push((259, Short(vec![7])));
    let jpeg = read(author(jpeg, &[1])).unwrap_err();
    assert!(matches!(jpeg, IoError::Unsupported { what: "encoding", .. }), "{jpeg}");
    let nodata =
        read(author([sized(1, 1, 64, 3), vec![(42_113, Text("none"))]].concat(), &doubles([1.0]))).unwrap_err();
    assert!(matches!(nodata, IoError::Malformed { .. }), "{nodata}");
}

#[test]
fn a_sparse_strip_is_void() {
    let mut tags = sized(2, 2, 16, 2);
    tags.retain(|(code, _)| *code != 278);
    tags.push((278, Long(vec![1])));
    tags.push((42_113, Text("-7")));
    // Two strips of one row; the author's single offset is replaced by two, the first of them absent.
    let data: Vec<u8> = [5_i16, 6].into_iter().flat_map(i16::to_le_bytes).collect();
    let mut file = author(tags.clone(), &data);
    assert!(read(file.clone()).is_err(), "one strip where two are announced");
    tags.extend([(65_000, Long(vec![0, 8])), (65_001, Long(vec![0, 4]))]);
    file = author(tags, &data);
    point_strips_at(&mut file, 65_000, 273);
    point_strips_at(&mut file, 65_001, 279);
    let raster = read(file).unwrap();
    assert_eq!(raster.grid().void().unwrap(), [true, true, false, false]);
    assert_eq!(bits(&raster)[2..], [5.0_f64.to_bits(), 6.0_f64.to_bits()]);
}

/// Gives the entry of tag `to` the count and the offset of tag `from`.
fn point_strips_at(file: &mut [u8], from: u16, to: u16) {
    let directory = u32::from_le_bytes(file[4..8].try_into().unwrap()) as usize;
    let count = u16::from_le_bytes(file[directory..directory + 2].try_into().unwrap()) as usize;
    let entry = |file: &[u8], code: u16| {
        (0..count).map(|i| directory + 2 + 12 * i).find(|&at| file[at..at + 2] == code.to_le_bytes()).unwrap()
    };
    let (from, to) = (entry(file, from), entry(file, to));
    file.copy_within(from + 4..from + 12, to + 4);
}
