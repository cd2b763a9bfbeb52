//! `orogen raster` and `orogen analyze` from the outside.

use std::fs;
use std::path::{Path, PathBuf};

use assert_cmd::Command;
use serde_json::Value;
use tempfile::TempDir;

fn orogen(arguments: &[&str]) -> Command {
    let mut command = Command::cargo_bin("orogen").expect("the command is built");
    command.args(arguments);
    command
}

#[track_caller]
fn run(arguments: &[&str]) -> String {
    String::from_utf8(orogen(arguments).assert().success().get_output().stdout.clone()).expect("UTF-8")
}

#[track_caller]
fn json(arguments: &[&str]) -> Value {
    serde_json::from_str(&run(arguments)).expect("JSON")
}

#[track_caller]
fn refused(arguments: &[&str], part: &str) {
    let output = orogen(arguments).assert().failure().get_output().clone();
    let message = String::from_utf8(output.stderr).expect("UTF-8");
    assert!(message.lines().count() == 1 && message.contains(part), "{arguments:?}: {message}");
}

/// An elevation model of the repository.
fn model(name: &str) -> String {
    format!("{}/../../tests/data/{name}", env!("CARGO_MANIFEST_DIR"))
}

fn text(path: &Path) -> &str {
    path.to_str().expect("UTF-8")
}

struct Folder(TempDir);

impl Folder {
    fn new() -> Self {
        Self(TempDir::new().expect("a temporary folder"))
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }
}

/// The doubles of a raw file.
fn doubles(path: &Path) -> Vec<f64> {
    fs::read(path).unwrap().chunks_exact(8).map(|bytes| f64::from_le_bytes(bytes.try_into().unwrap())).collect()
}

#[test]
fn the_article_is_reproduced_through_the_command() {
    let folder = Folder::new();
    let (made, worn) = (folder.path("a.f64"), folder.path("b.f64"));
    let conformance = |name: &str| {
        let path = format!("{}/../orogen-raster/tests/data/heightmap_article/{name}", env!("CARGO_MANIFEST_DIR"));
        doubles(Path::new(&path))
    };
    let agree = |a: &[f64], b: &[f64]| a.len() == b.len() && a.iter().zip(b).all(|(a, b)| (a - b).abs() < 1e-12);
    let common = ["raster", "generate", "article-fbm", "--seed", "7", "--hurst", "0.8", "--octaves", "6"];
    run(&[&common[..], &["--warp", "-o", text(&made)]].concat());
    assert!(agree(&doubles(&made), &conformance("fbm_s7_h0.8_o6_warp.f64")));
    run(&["raster", "erode", "article-thermal", text(&made), "--sweeps", "40", "-o", text(&worn)]);
    assert!(agree(&doubles(&worn), &conformance("fbm_s7_h0.8_o6_warp_thermal40.f64")));
}

#[test]
fn every_generator_makes_a_map_of_the_size_and_relief_asked_for() {
    let folder = Folder::new();
    let path = folder.path("a.tif");
    for kind in ["diamond-square", "subdivision", "exact-fbm", "spectral", "fbm", "ridged", "billow", "hybrid"] {
        run(&[
            "raster",
            "generate",
            kind,
            "--seed",
            "5",
            "--size",
            "64",
            "--step",
            "10",
            "--relief",
            "250",
            "-o",
            text(&path),
        ]);
        let info = json(&["raster", "info", "--json", text(&path)]);
        assert_eq!((info["rows"].as_u64(), info["cols"].as_u64()), (Some(64), Some(64)), "{kind}");
        assert_eq!((info["min"].as_f64(), info["max"].as_f64()), (Some(0.0), Some(250.0)), "{kind}");
    }
}

#[test]
fn water_is_drained_and_drawn() {
    let folder = Folder::new();
    let (land, out) = (folder.path("land.f64"), folder.path("out.f64"));
    run(&["raster", "generate", "fbm", "--seed", "5", "--size", "65", "--relief", "300", "-o", text(&land)]);
    run(&["raster", "fill", text(&land), "-o", text(&out)]);
    let (heights, filled) = (doubles(&land), doubles(&out));
    assert!(heights.iter().zip(&filled).all(|(land, filled)| filled >= land));
    assert!(heights != filled, "a noise without a depression");

    let whole = 65.0 * 65.0 * 900.0;
    for routing in ["d8", "dinf", "mfd"] {
        run(&["raster", "flow", text(&land), "--routing", routing, "-o", text(&out)]);
        let flow = doubles(&out);
        assert!(flow.iter().all(|area| (899.0..=whole + 1.0).contains(area)), "{routing}");
    }
    run(&["raster", "basins", text(&land), "-o", text(&out)]);
    assert!(doubles(&out).iter().all(|label| *label >= 1.0 && label.fract() == 0.0));

    let rivers = folder.path("rivers.geojson");
    run(&["raster", "rivers", text(&land), "--least-area", "90000", "-o", text(&rivers)]);
    let rivers: Value = serde_json::from_str(&fs::read_to_string(rivers).unwrap()).unwrap();
    let features = rivers["features"].as_array().unwrap();
    assert!(!features.is_empty());
    for river in features {
        let area = |end: &str| river["properties"][end].as_f64().unwrap();
        assert!(area("area_from_m2") >= 90_000.0 && area("area_to_m2") >= area("area_from_m2"));
    }
    let lakes =
        json(&["raster", "lakes", text(&land), "--rain", "1", "--evaporation", "2", "--json", "-o", text(&out)]);
    let kept: f64 = lakes["lakes"].as_array().unwrap().iter().map(|lake| lake["evaporates_m3"].as_f64().unwrap()).sum();
    let balance = (kept + lakes["outflow_m3"].as_f64().unwrap()) / whole;
    assert!((balance - 1.0).abs() < 1e-9, "all rain evaporates or leaves: {balance}");
}

#[test]
fn files_are_converted_cropped_and_resampled_in_place() {
    let folder = Folder::new();
    let (source, out) = (model("jacksboro_deflate_int16.tif"), folder.path("a.tif"));
    let whole = json(&["raster", "info", "--json", &source]);
    run(&["raster", "crop", &source, "--rows", "100..200", "--cols", "50..250", "-o", text(&out)]);
    let part = json(&["raster", "info", "--json", text(&out)]);
    assert_eq!((part["rows"].as_u64(), part["cols"].as_u64()), (Some(100), Some(200)));
    let edge = |info: &Value, edge: &str| info["extent"][edge].as_f64().unwrap();
    let step = whole["step"][0].as_f64().unwrap();
    assert!((edge(&part, "x_min") - (edge(&whole, "x_min") + 50.0 * step)).abs() < 1e-9);
    assert!((edge(&part, "y_max") - (edge(&whole, "y_max") - 100.0 * step)).abs() < 1e-9);

    run(&["raster", "resample", &source, "--step", "0.0016666666666666668", "-o", text(&out)]);
    let coarse = json(&["raster", "info", "--json", text(&out)]);
    assert_eq!((coarse["rows"].as_u64(), coarse["cols"].as_u64()), (Some(172), Some(202)));

    let ascii = folder.path("a.asc");
    run(&["raster", "convert", &source, "-o", text(&ascii)]);
    let again = json(&["raster", "info", "--json", text(&ascii)]);
    assert_eq!((again["min"].as_f64(), again["max"].as_f64()), (whole["min"].as_f64(), whole["max"].as_f64()));

    for style in ["relief", "hillshade", "multidirectional", "slope", "aspect", "normal", "article"] {
        let picture = folder.path("a.png");
        run(&["raster", "shade", &source, "--style", style, "-o", text(&picture)]);
        assert!(fs::metadata(picture).unwrap().len() > 10_000, "{style}");
    }
    let lines = folder.path("a.geojson");
    run(&["raster", "contour", &source, "--interval", "100", "-o", text(&lines)]);
    let lines: Value = serde_json::from_str(&fs::read_to_string(lines).unwrap()).unwrap();
    let heights =
        lines["features"].as_array().unwrap().iter().map(|line| line["properties"]["height"].as_f64().unwrap());
    assert!(heights.clone().all(|height| height % 100.0 == 0.0) && heights.count() > 8);
    let is_closed = |line: &Value| {
        let points = line["geometry"]["coordinates"].as_array().unwrap();
        points.first() == points.last()
    };
    assert!(lines["features"].as_array().unwrap().iter().any(is_closed), "no line goes round a summit");
}

#[test]
fn land_is_accounted_for() {
    let folder = Folder::new();
    let (land, out) = (folder.path("land.f64"), folder.path("out.f64"));
    run(&["raster", "generate", "ridged", "--seed", "2", "--size", "65", "--relief", "900", "-o", text(&land)]);
    for kind in ["thermal", "cut-back"] {
        let told = json(&["raster", "erode", kind, text(&land), "--set", "talus=0.5", "--json", "-o", text(&out)]);
        let volume = |name: &str| told[name].as_f64().unwrap();
        let error = volume("before_m3") - volume("after_m3") - volume("exported_m3");
        assert!(error.abs() < 1e-9 * volume("before_m3"), "{kind}: {error}");
        assert!(volume("exported_m3") > 0.0);
    }
    let told = json(&["raster", "erode", "stream-power", text(&land), "--set", "steps=4", "--json", "-o", text(&out)]);
    let volume = |name: &str| told[name].as_f64().unwrap();
    let error = volume("before_m3") + volume("uplifted_m3") - volume("after_m3") - volume("exported_m3");
    assert!(error.abs() < 1e-12 * volume("after_m3") && told["steps"] == 4, "{told}");
}

#[test]
fn real_land_is_usual_and_noise_is_not() {
    let card = json(&["analyze", "--json", "--nulls", &model("bigtujunga_srtm30m_utm11.tif")]);
    let surfaces = card["surfaces"].as_array().unwrap();
    assert_eq!(surfaces.len(), 3);
    let usual = |surface: &Value| {
        let gates = surface["gates"].as_array().unwrap().iter();
        let in_range = |gate: &Value| {
            let (min, max) = (gate["usual_min"].as_f64().unwrap(), gate["usual_max"].as_f64().unwrap());
            let found = ["low", "middle", "high"].map(|figure| gate["found"][figure].as_f64().unwrap());
            let is_usual = found.iter().all(|figure| (min..=max).contains(figure));
            assert_eq!(gate["verdict"] == "usual", is_usual, "{gate}");
            is_usual
        };
        gates.filter(|gate| in_range(gate)).count()
    };
    assert_eq!(usual(&surfaces[0]), 5);
    assert!(usual(&surfaces[1]) <= 2 && usual(&surfaces[2]) <= 2);
    assert_eq!(surfaces[0]["rows"], 643);
    assert!((0.4..0.7).contains(&surfaces[0]["rivers"]["hack"]["middle"].as_f64().unwrap()));
    let text = run(&["analyze", &model("bigtujunga_srtm30m_utm11.tif")]);
    let line =
        |name: &str| text.lines().find(|line| line.starts_with(name)).unwrap_or_else(|| panic!("{name}: {text}"));
    assert!(line("flooded").contains("0.006") && !line("flooded").contains('!'));
    assert!(line("Hack's exponent").contains("0.5 .. 0.6"));
}

#[test]
fn bad_input_is_refused_in_one_line() {
    let folder = Folder::new();
    let (land, out) = (folder.path("land.f64"), folder.path("out.tif"));
    run(&["raster", "generate", "fbm", "--size", "33", "-o", text(&land)]);
    let (land, out) = (text(&land), text(&out));
    refused(&["raster", "generate", "fbm", "--hurst", "9", "-o", out], "hurst");
    refused(&["raster", "generate", "fbm", "--octaves", "0", "-o", out], "octaves");
    refused(&["raster", "generate", "fbm", "--set", "lacunarity=1", "-o", out], "lacunarity");
    refused(&["raster", "generate", "fbm", "--set", "colour=1", "-o", out], "colour");
    refused(&["raster", "generate", "fbm", "--size", "0", "-o", out], "size");
    refused(&["raster", "generate", "fbm", "--size", "1000000000", "-o", out], "size");
    refused(&["raster", "generate", "spectral", "--size", "100", "-o", out], "power of two");
    refused(&["raster", "generate", "fbm", "--step", "0", "-o", out], "--step");
    refused(&["raster", "generate", "article-fbm", "--seed", "4294967296", "-o", out], "32 bits");
    refused(&["raster", "generate", "marble", "-o", out], "marble");
    refused(&["raster", "erode", "thermal", land, "--set", "talus=-1", "-o", out], "talus");
    refused(&["raster", "erode", "thermal", land, "--set", "sweeps=1e12", "-o", out], "sweeps");
    refused(&["raster", "erode", "stream-power", land, "--set", "erodibility=-1", "-o", out], "erodibility");
    refused(
        &["raster", "erode", "stream-power", land, "--set", "deposition=1", "--set", "slope_exponent=2", "-o", out],
        "deposition",
    );
    refused(&["raster", "erode", "stream-power", land, "--edges", "loose", "-o", out], "loose");
    refused(&["raster", "erode", "stream-power", land, "--edges", "west=wrap", "-o", out], "east");
    refused(&["raster", "fill", "no-such.tif", "-o", out], "no-such.tif");
    refused(&["raster", "fill", land, "-o", "a.docx"], "docx");
    refused(&["raster", "contour", land, "--interval", "1e-9", "-o", out], "interval");
    refused(&["raster", "crop", land, "--rows", "0..99", "-o", out], "within 0..33");
    refused(&["raster", "crop", land, "--rows", "5..5", "-o", out], "--rows");
    refused(&["raster", "convert", land, "--range", "5,1", "-o", out], "MIN below MAX");
    refused(&["raster", "resample", land, "--step", "1e-9", "-o", out], "size");
    let broken = folder.path("broken.tif");
    fs::write(&broken, &fs::read(model("jacksboro_deflate_int16.tif")).unwrap()[..5000]).unwrap();
    refused(&["analyze", text(&broken)], "broken.tif");
    assert!(!Path::new(out).exists());
}

#[test]
fn completions_and_manual_pages_know_every_command() {
    for shell in ["bash", "zsh", "fish"] {
        let script = run(&["completions", shell]);
        assert!(script.contains("level-id") && script.contains("resample"), "{shell}");
    }
    let folder = Folder::new();
    run(&["man", text(&folder.path("man"))]);
    for page in ["orogen.1", "orogen-world-render.1", "orogen-raster-erode.1", "orogen-analyze.1"] {
        let page = fs::read_to_string(folder.path("man").join(page)).expect("a page");
        assert!(page.contains(".SH") && page.contains("orogen"));
    }
}

#[test]
fn the_estimators_errors_are_reproduced() {
    let found = json(&["raster", "calibrate", "--hurst", "0.8", "--size", "129", "--maps", "40", "--json"]);
    let rmse = |index: usize| found["estimators"][index]["rmse"].as_f64().unwrap();
    // Measured over many maps: 0.010 and 0.050.
    assert!((0.006..0.014).contains(&rmse(0)) && (0.03..0.08).contains(&rmse(1)), "{found}");
    refused(&["raster", "calibrate", "--hurst", "2"], "hurst");
    refused(&["raster", "calibrate", "--maps", "0"], "--maps");
}
