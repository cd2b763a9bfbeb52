//! RichDEM as an independent judge of drainage, on real elevation models.
//!
//! It is needed: without it these tests fail and say so. RichDEM takes the rim's cells for outlets as we do, but its D8
//! takes the greatest drop for the steepest descent, whether a neighbour is a cell away or a diagonal. The comparison is
//! on a mesh whose neighbours are all equally far, where the two are one.

use std::path::{Path, PathBuf};
use std::process::Command;

use orogen_field::{Grid, Seed, hash};
use orogen_flow::{
    ElementId, Mesh, Raster, RasterSpec, Receiver, Receivers, Role, StackOrder, accumulate_exact, fill,
    steepest_descent,
};
use orogen_io::read_raster;

const MODELS: [&str; 3] = ["bigtujunga_srtm30m_utm11.tif", "jacksboro_deflate_int16.tif", "srtm3_geographic_int16.tif"];

/// What RichDEM makes of a map.
struct Judged {
    filled: Vec<f64>,
    receivers: Vec<f64>,
    areas: Vec<f64>,
}

/// The Python that `cargo xtask test` sets up, or the first of the system's that has RichDEM.
fn python() -> PathBuf {
    let ours = Path::new(env!("CARGO_TARGET_TMPDIR")).with_file_name("oracles").join("bin/python");
    let has_richdem = |python: &PathBuf| {
        Command::new(python).args(["-c", "import richdem"]).output().is_ok_and(|output| output.status.success())
    };
    let found = [ours, "python3".into()].into_iter().find(has_richdem);
    found.expect("no Python with RichDEM: `cargo xtask test` sets one up, or `pip install py-richdem==2.2.0rc3`")
}

fn judge(name: &str, map: &Grid<f64>) -> Judged {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("richdem-{name}"));
    std::fs::create_dir_all(&folder).unwrap();
    let heights = folder.join("heights.f64");
    std::fs::write(&heights, map.samples().iter().flat_map(|height| height.to_le_bytes()).collect::<Vec<u8>>())
        .unwrap();
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/oracle/richdem_drainage.py");
    let output = Command::new(python())
        .arg(script)
        .args([map.rows().to_string(), map.cols().to_string()])
        .args([&heights, &folder])
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let read = |what: &str| {
        let bytes = std::fs::read(folder.join(format!("{what}.f64"))).unwrap();
        let words: Vec<f64> = bytes.as_chunks().0.iter().map(|word| f64::from_le_bytes(*word)).collect();
        assert_eq!(words.len(), map.samples().len(), "{what}");
        words
    };
    Judged { filled: read("filled"), receivers: read("receiver"), areas: read("area") }
}

/// A model's heights, whole metres, none of them void.
fn model(name: &str) -> Grid<f64> {
    let raster = read_raster(format!("{}/../../tests/data/{name}", env!("CARGO_MANIFEST_DIR"))).unwrap();
    let map = raster.grid().clone();
    assert!((0..map.samples().len()).all(|cell| !map.is_void(cell)), "{name} has voids");
    map
}

/// The model with noise below 1 cm, so that no two heights are equal.
fn without_ties(map: &Grid<f64>) -> Grid<f64> {
    let key = Seed::Own(20).key(1, 0);
    let noise = |row: usize, col: usize| hash::unit(key.hash2(col as i32, row as i32));
    Grid::from_fn(map.rows(), map.cols(), map.placement(), |row, col| map.at(row, col) + 0.01 * noise(row, col))
        .unwrap()
}

/// The raster's cells, each as far from all its eight neighbours, drained over the rim.
fn evenly_spaced(rows: usize, cols: usize) -> Mesh {
    let cell = |row: usize, col: usize| (row * cols + col) as u32;
    let mut edges = Vec::new();
    for row in 0..rows {
        for col in 0..cols {
            // East, south-west, south and south-east: each pair once.
            for (down, across) in [(0, 1), (1, -1), (1, 0), (1, 1)] {
                let (other_row, other_col) = (row + down, col.wrapping_add_signed(across));
                if other_row < rows && other_col < cols {
                    edges.push((cell(row, col), cell(other_row, other_col), 1.0));
                }
            }
        }
    }
    let is_rim = |index: usize| {
        let (row, col) = (index / cols, index % cols);
        row == 0 || col == 0 || row + 1 == rows || col + 1 == cols
    };
    let role = |index| if is_rim(index) { Role::Outlet } else { Role::Interior };
    Mesh::from_edges((0..rows * cols).map(role).collect(), &edges).unwrap()
}

fn areas(receivers: &Receivers) -> Vec<f64> {
    let one_each = vec![1; receivers.element_count()];
    let areas = accumulate_exact(receivers, &StackOrder::new(receivers), &one_each).unwrap();
    areas.into_iter().map(|area| area as f64).collect()
}

fn receiver(receivers: &Receivers, cell: usize) -> usize {
    match receivers.of(ElementId::from_index(cell)) {
        Receiver::To(receiver) => receiver.index(),
        Receiver::Root | Receiver::Void => cell,
    }
}

#[test]
fn depressions_are_filled_to_the_same_heights() {
    for name in MODELS {
        let raw = model(name);
        let raster = Raster::new(RasterSpec::square(raw.rows(), raw.cols(), 30.0)).unwrap();
        let filled = |map: &Grid<f64>| fill(&raster, map.samples()).unwrap();
        assert_eq!(filled(&raw), judge(&format!("fill-{name}"), &raw).filled, "{name}");
        // One of the models came without depressions; with noise none is.
        let rough = without_ties(&raw);
        assert_ne!(filled(&rough), rough.samples(), "{name}");
        assert_eq!(filled(&rough), judge(&format!("fill-noise-{name}"), &rough).filled, "{name} with noise");
    }
}

#[test]
fn without_ties_every_cell_has_the_same_receiver_and_area() {
    for name in MODELS {
        let map = without_ties(&model(name));
        let judged = judge(&format!("noise-{name}"), &map);
        let receivers = steepest_descent(&evenly_spaced(map.rows(), map.cols()), map.samples()).unwrap();
        let ours: Vec<f64> = (0..map.samples().len()).map(|cell| receiver(&receivers, cell) as f64).collect();
        assert_eq!(ours, judged.receivers, "{name}");
        assert_eq!(areas(&receivers), judged.areas, "{name}");
    }
}

/// Whole metres tie often: some cells have several lowest neighbours, and each program its own favourite.
#[test]
fn on_raw_models_receivers_differ_only_where_drops_tie() {
    let counts = MODELS.map(|name| {
        let map = model(name);
        let judged = judge(&format!("raw-{name}"), &map);
        let receivers = steepest_descent(&evenly_spaced(map.rows(), map.cols()), map.samples()).unwrap();
        let height = |cell: usize| map.samples()[cell];
        let mut differing = 0;
        for cell in 0..map.samples().len() {
            let (ours, theirs) = (receiver(&receivers, cell), judged.receivers[cell] as usize);
            if theirs == cell {
                // It leaves level ground alone, over which we lead water to its way down.
                assert!(height(ours) == height(cell), "{name}: only we drain cell {cell}");
            } else if ours != theirs {
                assert!(height(ours) == height(theirs), "{name}: cell {cell} drains to {ours}, not to {theirs}");
                differing += 1;
            }
        }
        differing
    });
    // Of 769 671, 138 632 and 131 753 cells.
    assert_eq!(counts, [29_952, 3_166, 15_232], "cells whose drops tie");
}
