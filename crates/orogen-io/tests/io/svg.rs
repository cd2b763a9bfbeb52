//! SVG maps as Python's XML parser sees them.

use std::path::Path;

use orogen_io::{IoError, SvgAnchor, SvgStroke, SvgStyle, SvgView, SvgWriter, Wrap};
use proptest::prelude::*;
use serde_json::{Value, json};

use crate::atomic::fills_without_a_trace;
use crate::common::Folder;
use crate::oracles::ask_python;

/// The tree of an XML file: each element as its name, attributes, text and children.
const BY_ETREE: &str = "
import json, sys, xml.etree.ElementTree as etree
def tree(element):
    return [element.tag.split('}')[1], element.attrib, (element.text or '').strip(' \\n'), [tree(c) for c in element]]
print(json.dumps(tree(etree.parse(sys.argv[1]).getroot())))";

const VIEW: SvgView = SvgView { min_x_m: -50.0, min_y_m: 0.0, width_m: 100.0, height_m: 50.5, width_px: 800.0 };

const TRIANGLE: [[f64; 2]; 3] = [[-40.0, 5.0], [40.0, 5.0], [0.000_4, 45.123_456]];

const HOLE: [[f64; 2]; 3] = [[-10.0, 12.0], [10.0, 12.0], [0.0, 30.0]];

/// A map of every kind of element.
fn draw(path: &Path, text: &str, wrap: Wrap<'_>) -> Result<(), IoError> {
    let mut map = SvgWriter::create_with(path, &VIEW, text, wrap)?;
    map.area(&[&[[-50.0, 0.0], [50.0, 0.0], [50.0, 50.5], [-50.0, 50.5]]], &SvgStyle::filled([180, 210, 235]))?;
    map.open_group("land", &SvgStyle { opacity: Some(0.5), ..SvgStyle::filled([255, 0, 10]) })?;
    map.area(&[&TRIANGLE, &HOLE], &SvgStyle::default())?;
    map.open_group("rivers-4", &SvgStyle::stroked([0, 0, 255], 1.25))?;
    map.line(&[[-0.000_1, 8.0], [20.0, 8.0], [12.0, 20.0]], &SvgStyle::filled([1, 2, 3]))?;
    map.close_group()?;
    map.close_group()?;
    let halo = SvgStroke { colour: [255; 3], width_m: 1.0 };
    let style = SvgStyle { stroke: Some(halo), ..SvgStyle::filled([0; 3]) };
    map.label([0.0, 20.0], 6.0, SvgAnchor::Middle, text, &style)?;
    map.finish()
}

fn parsed(text: &str) -> Value {
    let folder = Folder::new();
    let path = folder.join("a.svg");
    draw(&path, text, &|file| Box::new(file)).unwrap();
    ask_python("xml.etree", BY_ETREE, &path)
}

#[test]
fn the_file_is_xml_with_every_element_in_its_place() {
    let label = "Île <&> \"d'Or\"";
    let told = parsed(label);
    let root = json!({ "width": "800", "height": "404", "viewBox": "-50 0 100 50.5" });
    assert_eq!((&told[0], &told[1]), (&json!("svg"), &root));
    let [title, sea, land, text] = told[3].as_array().unwrap().as_slice() else { panic!("{told}") };
    assert_eq!((&title[0], &title[2]), (&json!("title"), &json!(label)));
    assert_eq!(sea[1]["fill"], "#b4d2eb");
    assert_eq!(land[1], json!({ "id": "land", "fill": "#ff000a", "opacity": "0.5" }));
    let [area, rivers] = land[3].as_array().unwrap().as_slice() else { panic!("{land}") };
    let rings = "M-40 5L40 5 0 45.123ZM-10 12L10 12 0 30Z";
    assert_eq!(*area, json!(["path", { "d": rings, "fill-rule": "evenodd" }, "", []]));
    assert_eq!((&rivers[1]["id"], &rivers[1]["stroke-width"]), (&json!("rivers-4"), &json!("1.25")));
    assert_eq!(rivers[3], json!([["path", { "d": "M0 8L20 8 12 20", "fill": "none" }, "", []]]));
    assert_eq!((&text[0], &text[2], &text[1]["text-anchor"]), (&json!("text"), &json!(label), &json!("middle")));
    assert_eq!((&text[1]["x"], &text[1]["y"], &text[1]["font-size"]), (&json!("0"), &json!("20"), &json!("6")));
}

#[test]
fn characters_that_xml_has_no_place_for_are_replaced() {
    let told = parsed("a\u{0}b\u{1b}c\u{ffff}d\re\tf");
    assert_eq!(told[3][0][2], "a\u{fffd}b\u{fffd}c\u{fffd}d\re\tf");
}

#[test]
fn maps_that_make_no_sense_are_refused_in_words() {
    let folder = Folder::new();
    let path = folder.join("a.svg");
    for view in [
        SvgView { width_m: 0.0, ..VIEW },
        SvgView { height_m: -1.0, ..VIEW },
        SvgView { min_x_m: f64::NAN, ..VIEW },
        SvgView { width_px: f64::INFINITY, ..VIEW },
    ] {
        let refusal = SvgWriter::create(&path, &view, "").err().unwrap();
        assert!(matches!(refusal.kind(), IoError::Parameter { what: "view", .. }), "{refusal}");
    }
    let mut map = SvgWriter::create(&path, &VIEW, "").unwrap();
    let plain = SvgStyle::default();
    map.open_group("land", &plain).unwrap();
    let broad = SvgStyle::stroked([0; 3], f64::NAN);
    let faint = SvgStyle { opacity: Some(1.5), ..plain };
    for (refusal, parameter, words) in [
        (map.open_group("land", &plain), "group", "twice"),
        (map.open_group("4th", &plain), "group", "4th"),
        (map.open_group("a\" onload=\"", &plain), "group", "letter"),
        (map.open_group("", &plain), "group", "letter"),
        (map.line(&[[0.0, 0.0]], &plain), "path", "two points"),
        (map.line(&[[0.0, 0.0], [1.0, f64::NAN]], &plain), "coordinates", "NaN"),
        (map.area(&[&HOLE, &[]], &plain), "path", "got 0"),
        (map.area(&[], &plain), "path", "one ring"),
        (map.line(&HOLE, &broad), "width_m", "NaN"),
        (map.line(&HOLE, &faint), "opacity", "1.5"),
        (map.label([0.0, 0.0], f64::INFINITY, SvgAnchor::End, "", &plain), "coordinates", "inf"),
    ] {
        let refusal = refusal.unwrap_err();
        assert!(matches!(refusal.kind(), IoError::Parameter { what, .. } if *what == parameter), "{refusal}");
        assert!(refusal.to_string().contains(words) && refusal.to_string().contains("a.svg"), "{refusal}");
    }
    map.close_group().unwrap();
    assert!(map.close_group().unwrap_err().to_string().contains("one that is open"));
    map.open_group("left-open", &plain).unwrap();
    assert!(map.finish().unwrap_err().to_string().contains("1 still open"));
    assert_eq!(folder.names(), [""; 0]);
}

#[test]
fn a_disk_that_fills_leaves_no_map() {
    let text = "a long name ".repeat(20_000);
    fills_without_a_trace("a.svg", |path: &Path, wrap: Wrap<'_>| draw(path, &text, wrap));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(20))]

    #[test]
    fn any_text_is_read_again(text in "[^\\x00-\\x20\\u{fffe}\\u{ffff}]{0,40}") {
        prop_assert_eq!(&parsed(&text)[3][0][2], &text);
    }
}
