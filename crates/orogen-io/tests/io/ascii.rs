//! ESRI ASCII grids as people write them.

use crate::common::{Folder, bits};
use orogen_io::{Input, IoError, Location, Raster, ReadOptions, WriteOptions, format_of, read_raster, write_raster};

fn read(text: &str) -> Result<Raster, IoError> {
    let input = Input::from_bytes("a.asc", text.as_bytes().to_vec(), None);
    format_of("a.asc".as_ref()).unwrap().read(&input, &ReadOptions::default())
}

const CORNER: &str = "ncols 3\nnrows 2\nxllcorner 500010\nyllcorner 4100040\ncellsize 30\nNODATA_value -9999\n";

#[test]
fn corner_and_centre_are_the_same_place_and_headers_stay() {
    let folder = Folder::new();
    let centre = CORNER.replace("corner 500010", "center 500025").replace("corner 4100040", "center 4100055");
    let odd = "ncols 3\nnrows 2\nxllcorner 0.1\nyllcorner -0.7\ndx 0.3\ndy 0.7\n";
    let values = "1 2 3\n4 -9999 6.5\n";
    let placements: Vec<_> =
        [CORNER, &centre].map(|header| read(&format!("{header}{values}")).unwrap().grid().placement()).to_vec();
    assert_eq!(placements[0], placements[1]);
    assert_eq!((placements[0].x0, placements[0].z0), (500_025.0, -4_100_085.0));
    for header in [CORNER, &centre, odd] {
        let text = format!("{header}{values}");
        let mut raster = read(&text).unwrap();
        for _ in 0..10 {
            write_raster(folder.join("a.asc"), &raster, &WriteOptions::default()).unwrap();
            raster = read_raster(folder.join("a.asc")).unwrap();
        }
        assert_eq!(std::fs::read_to_string(folder.join("a.asc")).unwrap(), text);
    }
}

#[test]
fn headers_come_in_many_ways() {
    let expected = bits(&read(&format!("{CORNER}1 2 3\n1000 5 -9999\n")).unwrap());
    for text in [
        "NROWS 2\r\nNCOLS 3\r\nXLLCORNER 0\r\nYLLCORNER 0\r\nCELLSIZE 1\r\nnodata_value -9999\r\n1 2 3\r\n1e3 5 -9999\r\n",
        "nodata_value\t-9999\ncellsize\t1\nyllcenter\t0\nxllcenter\t0\nncols\t3\nnrows\t2\n1\t2\t3\t1e3\n5\n-9999",
        "  ncols 3 nrows 2 dx 1 dy 2 xllcorner 0 yllcenter 0 NODATA_VALUE -9.999e3\n\n 1 2\n 3 1.0E+3\n\n 5 -9999 \n\n",
        "ncols 3\nnrows 2\nxllcorner 0\nyllcorner 0\ncellsize 1\n1 2 3 1000 5 nan",
        "nCols 3\nnRows 2\nxllCentre 0\nyllCentre 0\ncellsize 1e0\nNODATA -9999\n+1 2. 3\n1000.0 5 -9999.0",
    ] {
        assert_eq!(bits(&read(text).unwrap()), expected, "{text}");
    }
}

#[test]
fn what_is_wrong_has_a_line() {
    let values = "1 2 3\n4 5 6\n";
    for (text, line, part) in [
        (format!("{CORNER}1 2 3\n4 5\n"), 9, "number of values"),
        (format!("{CORNER}{values}7\n"), 9, "number of values"),
        (format!("{CORNER}1 2 3\n4 5,5 6\n"), 8, "value"),
        (format!("{CORNER}1 2 3\n4 x 6\n"), 8, "value"),
        (CORNER.replace("30", "30,5") + values, 5, "cellsize"),
        (CORNER.replace("ncols 3", "ncols 3.5") + values, 1, "ncols"),
        (CORNER.replace("ncols 3", "ncols -3") + values, 1, "ncols"),
        (CORNER.replace("nrows 2", "nrows 0") + values, 2, "nrows"),
        (CORNER.replace("nrows 2\n", "nrows 2\nnrows 2\n") + values, 3, "nrows"),
        (CORNER.replace("nrows 2\n", "colour 2\n") + values, 2, "key"),
        (CORNER.replace("nrows 2\n", "") + values, 6, "header"),
        (format!("{CORNER}{}\n", "1".repeat(600)), 7, "word"),
        (format!("{CORNER}1 2 \u{0}\n"), 7, "value"),
        (String::new(), 1, "header"),
        ("ncols".into(), 1, "ncols"),
        (CORNER.replace("nrows 2", "nrows 16000") + values, 7, "number of values"),
    ] {
        let refusal = read(&text).unwrap_err();
        match &refusal {
            IoError::Malformed { at: Location::Line(at), what, .. } => {
                assert_eq!((*at, what.as_str()), (line, part), "{text:?}: {refusal}");
            }
            _ => panic!("{text:?}: {refusal}"),
        }
    }
    let comma = read(&format!("{CORNER}1,5 2 3\n4 5 6\n")).unwrap_err().to_string();
    assert!(comma.contains("not a comma"), "{comma}");
}

#[test]
fn numbers_that_no_raster_can_have_are_named() {
    let values = "1 2 3\n4 5 6\n";
    for (text, named) in [
        (CORNER.replace("cellsize 30", "cellsize 0") + values, "cell size in x"),
        (CORNER.replace("cellsize 30", "cellsize nan") + values, "cell size in x"),
        (CORNER.replace("500010", "inf") + values, "x origin"),
    ] {
        let refusal = read(&text).unwrap_err();
        assert!(matches!(refusal, IoError::Parameter { what, .. } if what == named), "{refusal}");
    }
    let infinite = read(&format!("{CORNER}1 2 3\n4 inf 6\n")).unwrap_err();
    assert!(matches!(infinite, IoError::Sample { row: 1, col: 1, .. }), "{infinite}");
    let huge = read(&(CORNER.replace("ncols 3", "ncols 1000000").replace("nrows 2", "nrows 1000000") + values));
    assert!(matches!(huge, Err(IoError::TooManyCells { rows: 1_000_000, .. })));
}
