//! Containers to the byte and to the bit, damaged, cut off and forged.

use std::path::Path;

use orogen_io::{Container, Input, IoError, Location, Values, Wrap};
use proptest::prelude::*;

use crate::atomic::fills_without_a_trace;
use crate::common::Folder;

const SCHEMA: &str = "test 1";

fn bytes_of(container: &Container<'_>) -> Vec<u8> {
    let folder = Folder::new();
    let path = folder.join("a.orogen");
    container.write(&path).unwrap();
    std::fs::read(path).unwrap()
}

fn decode(bytes: Vec<u8>) -> Result<Container<'static>, IoError> {
    Container::decode(&Input::from_bytes("a.orogen", bytes, None), SCHEMA)
}

/// Two arrays and a note.
fn small() -> Container<'static> {
    let mut container = Container::new(SCHEMA);
    container.notes.insert("level_id".into(), "île".into());
    container.insert("height_m", &[2, 1], vec![1.5_f32, -2.0]).unwrap();
    container.insert("empty", &[0], Vec::<u8>::new()).unwrap();
    container
}

fn text(text: &str) -> Vec<u8> {
    [&(text.len() as u32).to_le_bytes(), text.as_bytes()].concat()
}

/// A file around a directory, with a checksum that is right.
fn forged(directory: &[u8], values: &[u8]) -> Vec<u8> {
    let mut bytes = b"\x89ORO\r\n\x1a\n\x01\0\0\0".to_vec();
    bytes.extend((directory.len() as u32).to_le_bytes());
    bytes.extend(directory);
    bytes.extend(blake3::hash(&bytes).as_bytes());
    bytes.extend(values);
    bytes
}

#[test]
fn the_layout_is_the_documented_one_to_the_byte() {
    // The published digest of nothing.
    let of_nothing =
        blake3::Hash::from_hex("af1349b9f5f9a1a6a0404dea36dcc9499bcb25c9adc112b7cc9a93cae41f3262").unwrap();
    let values = [0, 0, 0xc0, 0x3f, 0, 0, 0, 0xc0];
    let directory = [
        text(SCHEMA),
        vec![1, 0, 0, 0],
        text("level_id"),
        text("île"),
        vec![2, 0, 0, 0],
        text("empty"),
        vec![1, 1],
        vec![0; 8],
        of_nothing.as_bytes().to_vec(),
        text("height_m"),
        vec![4, 2],
        [2_u64, 1].iter().flat_map(|extent| extent.to_le_bytes()).collect(),
        blake3::hash(&values).as_bytes().to_vec(),
    ];
    let authored = forged(&directory.concat(), &values);
    assert_eq!(bytes_of(&small()), authored);
    assert_eq!(decode(authored).unwrap(), small());
}

#[test]
fn every_truncation_names_a_byte_within_the_file() {
    let bytes = bytes_of(&small());
    for len in 0..bytes.len() {
        match decode(bytes[..len].to_vec()) {
            Err(IoError::Malformed { at: Location::Byte(at), .. }) => assert!(at <= len as u64, "{at} of {len}"),
            other => panic!("cut at {len}: {other:?}"),
        }
    }
    let refusal = decode([bytes, vec![0]].concat()).unwrap_err();
    assert!(refusal.to_string().contains("length of the file"), "{refusal}");
}

#[test]
fn every_damaged_byte_is_found_and_placed() {
    let bytes = bytes_of(&small());
    let values_at = bytes.len() - 8;
    for at in 0..bytes.len() {
        for damage in [1, 0x80, 0xff] {
            let mut bytes = bytes.clone();
            bytes[at] ^= damage;
            let refusal = decode(bytes).unwrap_err();
            match refusal {
                IoError::Malformed { at: Location::Byte(told), ref what, .. } if at >= values_at => {
                    assert_eq!(told, values_at as u64);
                    assert!(what.contains("height_m"), "{refusal}");
                }
                IoError::Malformed { at: Location::Byte(told), .. } => assert!(told <= values_at as u64, "{refusal}"),
                IoError::Unsupported { what: "version of the layout", .. } => assert!((8..12).contains(&at)),
                other => panic!("byte {at}: {other}"),
            }
        }
    }
}

#[test]
fn forged_directories_are_refused_at_their_byte_before_memory_is_taken() {
    let start = [text(SCHEMA), vec![0; 4]].concat();
    let array = |name: &str, code: u8, extents: &[u64]| {
        let mut bytes = [text(name), vec![code, extents.len() as u8]].concat();
        bytes.extend(extents.iter().flat_map(|extent| extent.to_le_bytes()));
        bytes.extend([0; 32]);
        bytes
    };
    let one = [1, 0, 0, 0];
    let first = 16 + start.len() as u64 + 4;
    for (rest, at, words) in [
        ([&one[..], &array("a", 0, &[1])].concat(), first + 5, "type of a"),
        ([&one[..], &array("a", 6, &[1])].concat(), first + 5, "type of a"),
        ([&one[..], &array("a", 1, &[1; 9])].concat(), first + 6, "dimensions of a"),
        ([&one[..], &array("a", 5, &[u64::MAX])].concat(), first + 7, "shape of a"),
        ([&one[..], &array("a", 5, &[1 << 32, 1 << 32])].concat(), first + 7, "shape of a"),
        ([&one[..], &array("a", 1, &[1 << 40])].concat(), 0, "length of the file"),
        ([&[2, 0, 0, 0][..], &array("b", 1, &[0]), &array("a", 1, &[0])].concat(), first + 47, "ascending"),
        ([&[2, 0, 0, 0][..], &array("a", 1, &[0]), &array("a", 1, &[0])].concat(), first + 47, "ascending"),
        ([&[0xff; 4][..], &array("a", 1, &[0])].concat(), first + 47, "name of an array"),
        ([&one[..], &array("a", 1, &[0]), &[7]].concat(), first + 47, "1 bytes more"),
        ([&one[..], &[2, 0, 0, 0, b'a', 0xff]].concat(), first + 5, "UTF-8"),
        ([&one[..], &[0xff; 4]].concat(), first + 4, "4294967295 bytes"),
        (vec![], first - 4, "number of arrays"),
    ] {
        let bytes = forged(&[&start[..], &rest].concat(), &[]);
        let at = if words == "length of the file" { bytes.len() as u64 } else { at };
        match decode(bytes) {
            Err(IoError::Malformed { at: Location::Byte(told), what, expected, got, .. }) => {
                assert_eq!(told, at, "{words}");
                assert!(format!("{what} {expected} {got}").contains(words), "{what} {expected} {got}");
            }
            other => panic!("{words}: {other:?}"),
        }
    }
    let mut long = forged(&start, &[]);
    long[12..16].copy_from_slice(&u32::MAX.to_le_bytes());
    assert!(matches!(decode(long), Err(IoError::Malformed { at: Location::Byte(12), .. })));
}

#[test]
fn what_is_not_there_is_refused_with_what_is() {
    let folder = Folder::new();
    let path = folder.join("a.orogen");
    small().write(&path).unwrap();
    let refusal = Container::read(&path, "test 2").unwrap_err();
    assert!(matches!(refusal.kind(), IoError::Unsupported { what: "schema", .. }), "{refusal}");
    assert!(refusal.to_string().contains("\"test 1\"") && refusal.to_string().contains("a.orogen"), "{refusal}");
    let mut container = Container::read(&path, SCHEMA).unwrap();
    assert_eq!((container.schema(), container.notes["level_id"].as_str()), (SCHEMA, "île"));
    let shapes: Vec<_> = container.shapes().collect();
    assert_eq!(shapes, [("empty", &[0][..]), ("height_m", &[2, 1][..])]);
    let refusal = container.take::<f64>("depth_m").unwrap_err();
    assert!(refusal.to_string().contains("[\"empty\", \"height_m\"], got \"depth_m\""), "{refusal}");
    let refusal = container.take::<f64>("height_m").unwrap_err();
    assert!(refusal.to_string().contains("expected f64, got f32 in height_m"), "{refusal}");
    assert_eq!(container.take::<f32>("height_m").unwrap(), (vec![2, 1], vec![1.5, -2.0]));
    assert!(container.take::<f32>("height_m").is_err());
}

#[test]
fn shapes_that_do_not_fit_are_refused() {
    let mut container = Container::new(SCHEMA);
    for shape in [&[2, 2][..], &[], &[usize::MAX, 2]] {
        let refusal = container.insert("a", shape, vec![1_u32, 2, 3]).unwrap_err();
        assert!(matches!(refusal, IoError::Parameter { what: "values", .. }), "{refusal}");
    }
    let refusal = container.insert("a", &[1; 9], vec![1_i32]).unwrap_err();
    assert!(matches!(refusal, IoError::Parameter { what: "shape", .. }), "{refusal}");
    container.insert("scalar", &[], vec![7_u8]).unwrap();
    assert_eq!(container.take::<u8>("scalar").unwrap(), (vec![], vec![7]));
}

#[test]
fn a_disk_that_fills_leaves_no_container() {
    let mut container = small();
    container.insert("many", &[300, 1000], vec![0.5_f64; 300_000]).unwrap();
    fills_without_a_trace("a.orogen", |path: &Path, wrap: Wrap<'_>| container.write_with(path, wrap));
}

/// The same numbers as bits, which tell NaN from NaN.
fn bits(values: &Values<'_>) -> Vec<u64> {
    match values {
        Values::U8(values) => values.iter().map(|value| u64::from(*value)).collect(),
        Values::U32(values) => values.iter().map(|value| u64::from(*value)).collect(),
        Values::I32(values) => values.iter().map(|value| u64::from(value.cast_unsigned())).collect(),
        Values::F32(values) => values.iter().map(|value| u64::from(value.to_bits())).collect(),
        Values::F64(values) => values.iter().map(|value| value.to_bits()).collect(),
        other => panic!("{}", other.type_name()),
    }
}

/// Numbers of any type, all bit patterns among them, up to more than a block of them.
fn any_values() -> impl Strategy<Value = Values<'static>> {
    let words = prop_oneof![
        9 => prop::collection::vec(any::<u64>(), 0..40),
        1 => (any::<u64>(), 8_000_usize..20_000).prop_map(|(word, count)| (0..count as u64).map(|i| word ^ i).collect()),
    ];
    (0..5, words).prop_map(|(kind, words)| match kind {
        0 => words.iter().map(|word| *word as u8).collect::<Vec<_>>().into(),
        1 => words.iter().map(|word| *word as u32).collect::<Vec<_>>().into(),
        2 => words.iter().map(|word| *word as i32).collect::<Vec<_>>().into(),
        3 => words.iter().map(|word| f32::from_bits(*word as u32)).collect::<Vec<_>>().into(),
        _ => words.iter().map(|word| f64::from_bits(*word)).collect::<Vec<_>>().into(),
    })
}

fn taken(container: &mut Container<'static>, name: &str, like: &Values<'_>) -> Values<'static> {
    match like {
        Values::U8(_) => container.take::<u8>(name).unwrap().1.into(),
        Values::U32(_) => container.take::<u32>(name).unwrap().1.into(),
        Values::I32(_) => container.take::<i32>(name).unwrap().1.into(),
        Values::F32(_) => container.take::<f32>(name).unwrap().1.into(),
        Values::F64(_) => container.take::<f64>(name).unwrap().1.into(),
        other => panic!("{}", other.type_name()),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn anything_is_read_again_to_the_bit(
        arrays in prop::collection::btree_map(".{0,8}", any_values(), 0..6),
        notes in prop::collection::btree_map(".{0,8}", ".{0,20}", 0..4),
    ) {
        let mut container = Container::new(SCHEMA);
        container.notes = notes.clone();
        for (name, values) in &arrays {
            container.insert(name, &[values.len(), 1], values.clone()).unwrap();
        }
        let bytes = bytes_of(&container);
        let mut again = decode(bytes.clone()).unwrap();
        prop_assert_eq!(bytes_of(&again), bytes);
        prop_assert_eq!(&again.notes, &notes);
        for (name, values) in &arrays {
            prop_assert_eq!(bits(&taken(&mut again, name, values)), bits(values));
        }
        prop_assert_eq!(again.shapes().count(), 0);
    }

    #[test]
    fn any_directory_gives_a_container_or_an_error(
        directory in prop::collection::vec(any::<u8>(), 0..200),
        values in prop::collection::vec(any::<u8>(), 0..50),
    ) {
        let directory = [text(SCHEMA), vec![0; 4], vec![1, 0, 0, 0], directory].concat();
        let _ = decode(forged(&directory, &values));
    }
}
