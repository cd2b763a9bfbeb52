//! `orogen island` from the outside.

use std::fs;
use std::path::Path;

use assert_cmd::Command;
use serde_json::Value;
use tempfile::TempDir;

#[track_caller]
fn run(arguments: &[&str]) -> String {
    let mut command = Command::cargo_bin("orogen").expect("the command is built");
    String::from_utf8(command.args(arguments).assert().success().get_output().stdout.clone()).expect("UTF-8")
}

#[track_caller]
fn json(arguments: &[&str]) -> Value {
    serde_json::from_str(&run(arguments)).expect("JSON")
}

#[track_caller]
fn refused(arguments: &[&str], part: &str) {
    let mut command = Command::cargo_bin("orogen").expect("the command is built");
    let output = command.args(arguments).assert().failure().get_output().clone();
    let message = String::from_utf8(output.stderr).expect("UTF-8");
    assert!(message.lines().count() == 1 && message.contains(part), "{arguments:?}: {message}");
}

fn text(path: &Path) -> &str {
    path.to_str().expect("UTF-8")
}

const REFERENCE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../orogen-island/tests/data/mapgen4_s187");

fn numbers(folder: &Path, name: &str) -> Vec<f64> {
    let bytes = fs::read(folder.join(name)).expect("an array");
    let words = bytes.as_chunks::<4>().0.iter();
    match Path::new(name).extension().and_then(|extension| extension.to_str()) {
        Some("f32") => words.map(|word| f64::from(f32::from_le_bytes(*word))).collect(),
        _ => words.map(|word| f64::from(i32::from_le_bytes(*word))).collect(),
    }
}

#[test]
fn the_reference_s_arrays_come_out_of_its_folder() {
    let out = TempDir::new().unwrap();
    let models = ["--runoff", "heuristic", "--depressions", "carve"];
    run(&[&["island", "hydrology", REFERENCE, "-o", text(out.path())], models.as_slice()].concat());
    for name in ["s_downslope_t.i32", "t_order.i32"] {
        assert_eq!(numbers(out.path(), name), numbers(Path::new(REFERENCE), name), "{name}");
    }
    for name in ["rainfall_r", "humidity_r", "moisture_t", "flow_t", "flow_s", "elevation_t_after", "elevation_r"] {
        let name = format!("{name}.f32");
        let (ours, theirs) = (numbers(out.path(), &name), numbers(Path::new(REFERENCE), &name));
        assert_eq!(ours.len(), theirs.len());
        let off = ours.iter().zip(&theirs).find(|(a, b)| (*a - *b).abs() > 1e-5 * b.abs().max(1e-3));
        assert_eq!(off, None, "{name}");
    }
    run(&["island", "hydrology", REFERENCE, "-o", text(out.path())]);
    let water: Value = serde_json::from_slice(&fs::read(out.path().join("water.json")).unwrap()).unwrap();
    assert!(!water["lakes"].as_array().unwrap().is_empty() && water["balance"]["error"].as_f64().unwrap() <= 1e-9);
}

#[test]
fn a_damaged_folder_is_refused_by_file_and_place() {
    let folder = TempDir::new().unwrap();
    let out = folder.path().join("out");
    for file in fs::read_dir(REFERENCE).unwrap() {
        let file = file.unwrap().path();
        fs::copy(&file, folder.path().join(file.file_name().unwrap())).unwrap();
    }
    let arguments = ["island", "hydrology", text(folder.path()), "-o", text(&out)];
    let spoil = |name: &str, bytes: &[u8]| fs::write(folder.path().join(name), bytes).unwrap();
    let twins = fs::read(folder.path().join("twin_s_of_s.i32")).unwrap();
    spoil("twin_s_of_s.i32", &twins[..twins.len() - 4]);
    refused(&arguments, "twin_s_of_s.i32");
    spoil("twin_s_of_s.i32", &vec![0xff; twins.len()]);
    refused(&arguments, "twin_s_of_s.i32");
    let mut crossed = twins.clone();
    crossed.swap(0, 4);
    spoil("twin_s_of_s.i32", &crossed);
    refused(&arguments, "mesh");
    spoil("twin_s_of_s.i32", &twins);
    spoil("meta.json", b"{ \"regions\": 3915, \"sides\": -1 }");
    refused(&arguments, "boundary_regions");
    spoil("meta.json", b"not JSON");
    refused(&arguments, "meta.json");
    assert!(!out.exists());
}

#[test]
fn figures_balance_and_settings_matter() {
    let figures = json(&["island", "info", "--points", "3000", "--seed", "5", "--json"]);
    assert!(figures["balance"]["error"].as_f64().unwrap() <= 1e-9);
    assert!(figures["mesh"]["regions"].as_u64().unwrap().abs_diff(3000) < 200);
    let shares = figures["biome_shares"].as_object().unwrap().values();
    assert!((shares.map(|share| share.as_f64().unwrap()).sum::<f64>() - 1.0).abs() < 1e-9);
    let dry = json(&["island", "info", "--points", "3000", "--seed", "5", "--set", "rain_mm=50", "--json"]);
    let outflow = |figures: &Value| figures["balance"]["outflow_m3_s"].as_f64().unwrap();
    assert!(outflow(&dry) < 0.1 * outflow(&figures));
    let windy = json(&["island", "info", "--points", "3000", "--seed", "5", "--wind", "90:2", "--json"]);
    assert_ne!(outflow(&windy), outflow(&figures));
    assert!(run(&["island", "info", "--points", "1000"]).contains("balance.outflow_m3_s"));
    assert!(run(&["island", "params"]).contains("hill_height"));
}

#[test]
fn every_layer_is_painted_and_a_sketch_is_followed() {
    let folder = TempDir::new().unwrap();
    let pictures = folder.path().join("pictures");
    run(&["island", "render", "--points", "1500", "--layer", "all", "--legend", "--size", "64", "-o", text(&pictures)]);
    assert_eq!(fs::read_dir(&pictures).unwrap().count(), 17);
    // White in the east half: land there, and sea in the west.
    let sketch = folder.path().join("sketch.png");
    let mut encoder = png::Encoder::new(fs::File::create(&sketch).unwrap(), 8, 4);
    encoder.set_color(png::ColorType::Rgb);
    let pixels: Vec<u8> = (0..4 * 8).flat_map(|i| [if i % 8 < 4 { 40 } else { 200 }; 3]).collect();
    encoder.write_header().unwrap().write_image_data(&pixels).unwrap();
    let painted = folder.path().join("painted.png");
    let sketch = text(&sketch);
    run(&[
        "island",
        "render",
        "--points",
        "1500",
        "--paint",
        sketch,
        "--layer",
        "paint",
        "--size",
        "64",
        "-o",
        text(&painted),
    ]);
    let decoder = png::Decoder::new(std::io::BufReader::new(fs::File::open(&painted).unwrap()));
    let mut reader = decoder.read_info().unwrap();
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    reader.next_frame(&mut pixels).unwrap();
    let pixel = |x: usize| &pixels[3 * (32 * 64 + x)..][..3];
    assert!(pixel(10)[2] > pixel(10)[0] && pixel(54)[1] > pixel(54)[2], "{:?} {:?}", pixel(10), pixel(54));
}

#[test]
fn bad_input_is_refused_in_one_line() {
    let folder = TempDir::new().unwrap();
    let out = folder.path().join("a.png");
    let out = text(&out);
    refused(&["island", "render", "--layer", "soil", "-o", out], "relief");
    refused(&["island", "render", "--size", "1000000", "-o", out], "16 to 8192");
    refused(&["island", "render", "--points", "10", "-o", out], "points");
    refused(&["island", "render", "--set", "hill_hieght=1", "-o", out], "hill_height");
    refused(&["island", "render", "--set", "spacing=1e-9", "-o", out], "spacing");
    refused(&["island", "render", "--set", "rain_mm=nan", "-o", out], "rain_mm");
    refused(&["island", "render", "--wind", "90:x", "-o", out], "DEG:WEIGHT");
    refused(&["island", "render", "--wind", "90:-1", "-o", out], "weight");
    refused(&["island", "render", "--paint", "no-such.png", "-o", out], "no-such.png");
    refused(&["island", "render", "--paint", concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml"), "-o", out], "toml");
    refused(&["island", "hydrology", "no-such-folder", "-o", out], "no-such-folder");
    assert!(!Path::new(out).exists());
}

/// The shoelace formula over a ring of positions.
fn ring_area(ring: &Value) -> f64 {
    let places: Vec<[f64; 2]> =
        ring.as_array().unwrap().iter().map(|p| [0, 1].map(|i| p[i].as_f64().unwrap())).collect();
    places.windows(2).map(|pair| (pair[0][0] * pair[1][1] - pair[1][0] * pair[0][1]) / 2.0).sum()
}

fn polygon_area(feature: &Value) -> f64 {
    feature["geometry"]["coordinates"].as_array().unwrap().iter().map(ring_area).sum()
}

#[test]
fn outlines_add_up_to_the_land_and_rivers_run_down_to_something() {
    let folder = TempDir::new().unwrap();
    let island = ["--points", "4000", "--seed", "9", "--set", "river_flow=0.5"];
    let export = |what: &str, more: &[&str]| -> Value {
        let file = folder.path().join(format!("{what}.geojson"));
        run(&[&["island", "export", "--what", what, "-o", text(&file)], island.as_slice(), more].concat());
        serde_json::from_slice(&fs::read(file).unwrap()).unwrap()
    };
    let area = |collection: &Value| collection["features"].as_array().unwrap().iter().map(polygon_area).sum::<f64>();
    let (coast, basins, biomes) = (export("coast", &[]), export("basins", &[]), export("biomes", &[]));
    assert!(area(&coast) > 1e9 && (area(&basins) / area(&coast) - 1.0).abs() < 1e-9);
    assert!((area(&biomes) / 1e10 - 1.0).abs() < 0.02, "{}", area(&biomes));
    assert!(coast["crs"]["properties"]["name"].as_str().unwrap().contains("island"));
    let rivers = export("rivers", &[]);
    let rivers = rivers["features"].as_array().unwrap();
    assert!(rivers.len() > 5);
    for river in rivers {
        let beds = river["geometry"]["coordinates"].as_array().unwrap().iter().map(|p| p[2].as_f64().unwrap());
        assert!(beds.is_sorted_by(|a, b| a > b), "{river}");
    }
    let placed = export("coast", &["--lonlat", "9.5,42.1"]);
    let place = &placed["features"][0]["geometry"]["coordinates"][0][0];
    assert!((place[0].as_f64().unwrap() - 9.5).abs() < 1.0 && (place[1].as_f64().unwrap() - 42.1).abs() < 1.0);
    assert!(placed.get("crs").is_none());
    let lakes = export("lakes", &["--set", "least_lake_area=0.0005"]);
    let lakes = lakes["features"].as_array().unwrap();
    assert!(!lakes.is_empty());
    let out = folder.path().join("x.geojson");
    refused(&["island", "export", "--lonlat", "9.5", "-o", text(&out)], "--lonlat");
    refused(&["island", "export", "--lonlat", "0,89.5", "-o", text(&out)], "89");
    refused(&["island", "export", "--layer", "soil", "-o", text(&folder.path().join("x.tif"))], "--layer");
    refused(&["island", "export", "-o", text(&folder.path().join("x.docx"))], "docx");
    assert!(!out.exists());
}

#[test]
fn a_saved_island_is_the_same_island() {
    let folder = TempDir::new().unwrap();
    let saved = folder.path().join("a.island");
    let made = ["--points", "2000", "--seed", "4", "--wind", "200:0.5", "--set", "rain_mm=700"];
    run(&[&["island", "generate", "-o", text(&saved)], made.as_slice()].concat());
    let info = |more: &[&str]| json(&[&["island", "info", "--json"], more].concat());
    assert_eq!(info(&["--load", text(&saved)]), info(&made));
    let wetter = info(&["--load", text(&saved), "--set", "rain_mm=900"]);
    assert_eq!(wetter, info(&[made.as_slice(), &["--set", "rain_mm=900"]].concat()));
    let mut bytes = fs::read(&saved).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(&saved, bytes).unwrap();
    refused(&["island", "info", "--load", text(&saved)], "a.island");
    refused(&["island", "info", "--load", text(&saved), "--seed", "3"], "--seed");
}

#[test]
fn meshes_rasters_and_moving_pictures_are_written() {
    let folder = TempDir::new().unwrap();
    let file = |name: &str| folder.path().join(name);
    let export = |name: &str, more: &[&str]| {
        run(&[&["island", "export", "--points", "3000", "-o", text(&file(name))], more].concat());
        fs::read(file(name)).unwrap()
    };
    let glb = export("a.glb", &[]);
    assert_eq!(
        (&glb[..4], u32::from_le_bytes(glb[8..12].try_into().unwrap()) as usize),
        (b"glTF".as_slice(), glb.len())
    );
    assert!(String::from_utf8_lossy(&glb).contains("_MOISTURE"));
    let obj = String::from_utf8(export("a.obj", &[])).unwrap();
    let count = |start: &str| obj.lines().filter(|line| line.starts_with(start)).count();
    assert!(count("v ") > 2500 && count("f ") > 2 * count("v ") - 500);
    let map = String::from_utf8(export("a.svg", &[])).unwrap();
    for group in ["biomes", "coast", "lakes", "rivers"] {
        assert!(map.contains(&format!("id=\"{group}\"")), "{group}");
    }
    export("a.tif", &["--size", "64"]);
    let info = json(&["raster", "info", "--json", text(&file("a.tif"))]);
    assert_eq!((&info["rows"], &info["cols"]), (&Value::from(64), &Value::from(64)));
    // The same island is the same file, on any number of threads.
    let again = fs::read(file("a.glb")).unwrap();
    assert_eq!(export("a.glb", &["--threads", "3"]), again);
    for name in ["a.gif", "a-moving.png"] {
        run(&["island", "animate", "--points", "1500", "--size", "32", "-o", text(&file(name))]);
    }
    assert!(fs::read(file("a.gif")).unwrap().starts_with(b"GIF89a"));
    refused(&["island", "animate", "--size", "3", "-o", text(&file("b.gif"))], "16 to 8192");
}
