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

    for style in [
        "relief",
        "hillshade",
        "multidirectional",
        "slope",
        "aspect",
        "curvature",
        "profile-curvature",
        "plan-curvature",
        "normal",
        "article",
    ] {
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
fn a_text_file_in_degrees_is_metric_when_it_is_said_to_be() {
    let median = |arguments: &[&str]| {
        let output = orogen(&[&["analyze", "--json"], arguments].concat()).assert().success().get_output().clone();
        let card: Value = serde_json::from_slice(&output.stdout).expect("JSON");
        let slope = card["surfaces"][0]["slopes_deg"][2].as_f64().expect("a slope");
        (slope, String::from_utf8(output.stderr).expect("UTF-8"))
    };
    let (bare, warning) = median(&[&model("jacksboro.asc")]);
    assert!(bare > 80.0 && warning.contains("degrees"), "{bare} {warning}");
    let (told, silence) = median(&["--degrees", &model("jacksboro.asc")]);
    let (tiff, _) = median(&[&model("jacksboro_deflate_int16.tif")]);
    assert!((told - tiff).abs() < 1e-9 && silence.is_empty(), "{told} {tiff} {silence}");
}

#[test]
fn rivers_run_where_flow_says_that_they_do() {
    let folder = Folder::new();
    let (land, flow, rivers) = (folder.path("a.f64"), folder.path("f.f64"), folder.path("r.geojson"));
    run(&["raster", "generate", "spectral", "--seed", "3", "--size", "64", "--step", "1", "-o", text(&land)]);
    run(&["raster", "flow", text(&land), "-o", text(&flow)]);
    run(&["raster", "rivers", text(&land), "--least-area", "50", "-o", text(&rivers)]);
    let areas = doubles(&flow);
    let collection: Value = serde_json::from_slice(&fs::read(&rivers).unwrap()).unwrap();
    let mut places = 0;
    for feature in collection["features"].as_array().unwrap() {
        for place in feature["geometry"]["coordinates"].as_array().unwrap() {
            let [x, y] = [0, 1].map(|axis| place[axis].as_f64().unwrap());
            let (col, row) = (x.round() as usize, (-y).round() as usize);
            assert!(areas[row * 64 + col] >= 50.0, "{place} drains {}", areas[row * 64 + col]);
            places += 1;
        }
    }
    assert!(places > 20);
}

#[test]
fn every_compression_holds_the_same_heights() {
    let folder = Folder::new();
    let (source, plain) = (model("jacksboro_deflate_int16.tif"), folder.path("plain.f64"));
    run(&["raster", "convert", &source, "--type", "float64", "-o", text(&plain)]);
    let mut lengths = Vec::new();
    for codec in ["none", "packbits", "lzw", "zstd", "deflate"] {
        let (packed, back) = (folder.path("packed.tif"), folder.path("back.f64"));
        run(&["raster", "convert", &source, "--compress", codec, "-o", text(&packed)]);
        run(&["raster", "convert", text(&packed), "--type", "float64", "-o", text(&back)]);
        assert!(doubles(&plain) == doubles(&back), "{codec}");
        lengths.push(fs::metadata(packed).unwrap().len());
    }
    // What is written without being asked is deflate; every codec made another file.
    let usual = folder.path("usual.tif");
    run(&["raster", "convert", &source, "-o", text(&usual)]);
    assert_eq!(fs::metadata(usual).unwrap().len(), lengths[4]);
    lengths.sort_unstable();
    lengths.dedup();
    assert_eq!(lengths.len(), 5);
    let world = folder.path("world.tif");
    run(&["world", "render", "--size", "800", "--step", "8", "--compress", "packbits", "-o", text(&world)]);
    assert_eq!(json(&["raster", "info", "--json", text(&world)])["rows"], 100);
    refused(&["raster", "convert", &source, "--compress", "packbits", "-o", "a.asc"], "compress");
}

#[test]
fn void_cells_are_what_the_command_line_says_and_survive_every_format() {
    let folder = Folder::new();
    let text_file = folder.path("a.asc");
    let grid = "ncols 3\nnrows 2\nxllcorner 0\nyllcorner 0\ncellsize 10\nNODATA_value -9999\n1 -9999 3\n4 5 -7\n";
    fs::write(&text_file, grid).unwrap();
    let info = |path: &Path, more: &[&str]| json(&[&["raster", "info", "--json", text(path)], more].concat());
    let void = |info: &Value| info["void_cells"].as_u64().unwrap();
    let told = |more: &[&str]| info(&text_file, more);
    assert_eq!((void(&told(&[])), void(&told(&["--nodata", "-7"])), void(&told(&["--nodata", "none"]))), (1, 1, 0));
    assert_eq!(told(&["--nodata", "-7"])["min"], -9999.0);
    for name in ["a.png", "a.r16", "a.tif", "a.f32"] {
        let path = folder.path(name);
        run(&["raster", "convert", text(&text_file), "-o", text(&path)]);
        let back = info(&path, &[]);
        assert_eq!((void(&back), &back["min"], &back["max"]), (1, &Value::from(-7.0), &Value::from(5.0)), "{name}");
    }
    for (kind, nodata) in [("int16", -9999.0), ("uint16", 65_535.0)] {
        let (path, lifted) = (folder.path("b.tif"), folder.path("lifted.asc"));
        fs::write(&lifted, grid.replace("-7", "7")).unwrap();
        run(&["raster", "convert", text(&lifted), "--type", kind, "-o", text(&path)]);
        assert_eq!((void(&info(&path, &[])), &info(&path, &[])["nodata"]), (1, &Value::from(nodata)), "{kind}");
    }
    let path = folder.path("c.tif");
    run(&["raster", "fill", text(&text_file), "--nodata-out", "-1e6", "-o", text(&path)]);
    assert_eq!((void(&info(&path, &[])), &info(&path, &[])["nodata"]), (1, &Value::from(-1e6)));
    let out = folder.path("d.tif");
    refused(&["raster", "convert", text(&text_file), "--nodata-out", "-7", "-o", text(&out)], "nodata");
    refused(&["raster", "convert", text(&text_file), "--nodata-out", "0", "-o", text(&folder.path("d.png"))], "code 0");
    refused(&["raster", "convert", text(&text_file), "--nodata", "sea", "-o", text(&out)], "--nodata");
    refused(&["raster", "convert", text(&text_file), "--nodata-out", "nan", "-o", text(&out)], "--nodata-out");
    assert!(!out.exists());
}

#[test]
fn water_leaves_at_void_cells_or_goes_round_them() {
    let folder = Folder::new();
    let (land, filled) = (folder.path("a.asc"), folder.path("b.f64"));
    // A pit beside a hole: it drains into the hole, or has to fill up to the rim.
    fs::write(
        &land,
        "ncols 4\nnrows 3\nxllcorner 0\nyllcorner 0\ncellsize 1\nNODATA_value -1\n9 9 9 9\n9 2 -1 9\n9 9 9 9\n",
    )
    .unwrap();
    for (rule, level) in [("outlet", 2.0), ("barrier", 9.0)] {
        run(&["raster", "fill", text(&land), "--void", rule, "-o", text(&filled)]);
        assert_eq!(doubles(&filled)[5], level, "{rule}");
    }
}

#[test]
fn octaves_are_summed_over_the_noise_asked_for() {
    let folder = Folder::new();
    let made = |kind: &str, more: &[&str]| {
        let path = folder.path("a.f64");
        run(&[&["raster", "generate", kind, "--seed", "3", "--size", "33", "-o", text(&path)], more].concat());
        doubles(&path)
    };
    for kind in ["fbm", "ridged", "billow", "hybrid"] {
        let usual = made(kind, &[]);
        assert!(usual == made(kind, &["--noise", "gradient"]) && usual != made(kind, &["--noise", "value"]), "{kind}");
    }
    let out = folder.path("b.f64");
    refused(&["raster", "generate", "spectral", "--noise", "value", "-o", text(&out)], "noise");
    refused(&["raster", "generate", "fbm", "--noise", "white", "-o", text(&out)], "--noise");
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
    // An angle, where a slope is meant.
    refused(&["raster", "erode", "thermal", land, "--set", "talus=90", "-o", out], "0 to 10 m/m");
    refused(&["raster", "erode", "thermal", land, "--set", "sweeps=1e12", "-o", out], "sweeps");
    refused(&["raster", "erode", "stream-power", land, "--set", "erodibility=-1", "-o", out], "erodibility");
    refused(
        &["raster", "erode", "stream-power", land, "--set", "deposition=1", "--set", "slope_exponent=2", "-o", out],
        "deposition",
    );
    refused(&["raster", "erode", "stream-power", land, "--edges", "loose", "-o", out], "loose");
    refused(&["raster", "erode", "stream-power", land, "--edges", "west=wrap", "-o", out], "east");
    for (kind, option, value) in [
        ("article-thermal", "--edges", "wrap"),
        ("article-thermal", "--set", "talus=1"),
        ("article-thermal", "--sweeps", "4294967295"),
        ("stream-power", "--sweeps", "5"),
        ("thermal", "--uplift", land),
        ("cut-back", "--rain", land),
        ("thermal", "--erodibility", "no-such.tif"),
    ] {
        refused(&["raster", "erode", kind, land, option, value, "-o", out], option.trim_start_matches('-'));
    }
    for (option, value) in [("--sea", "nan"), ("--azimuth", "inf"), ("--altitude", "91"), ("--altitude", "nan")] {
        refused(&["raster", "shade", land, option, value, "-o", out], option);
    }
    refused(&["raster", "fill", "no-such.tif", "-o", out], "no-such.tif");
    refused(&["raster", "fill", land, "-o", "a.docx"], "docx");
    let lines = folder.path("lines.geojson");
    refused(&["raster", "contour", land, "--interval", "1e-9", "-o", text(&lines)], "interval");
    refused(&["raster", "contour", land, "--interval", "1", "-o", out], ".geojson");
    refused(&["raster", "rivers", land, "--least-area", "9", "-o", out], ".geojson");
    assert!(!lines.exists());
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
fn an_output_that_cannot_be_is_refused_before_the_work() {
    let folder = Folder::new();
    let land = folder.path("land.f64");
    run(&["raster", "generate", "fbm", "--size", "33", "-o", text(&land)]);
    let (missing, below_a_file) = (folder.path("none/out.tif"), land.join("out.tif"));
    fs::create_dir(folder.path("folder.tif")).unwrap();
    let folder_path = folder.path("folder.tif");
    for out in [&missing, &below_a_file, &folder_path] {
        // The input is not there either, and would be found out first if it were read first.
        for command in [&["fill"][..], &["flow"], &["convert"], &["crop"], &["resample", "--step", "9"], &["lakes"]] {
            let arguments = [&["raster"], command, &["no-such.tif", "-o", text(out)]].concat();
            refused(&arguments, text(out));
        }
        refused(&["raster", "erode", "thermal", "no-such.tif", "-o", text(out)], text(out));
    }
    let lines = missing.with_extension("geojson");
    refused(&["raster", "contour", "no-such.tif", "--interval", "1", "-o", text(&lines)], text(&lines));
    let names: Vec<_> = fs::read_dir(folder.path("")).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(names.len(), 3, "the land, its sidecar and the folder: {names:?}");
}

#[test]
fn an_output_may_be_the_input() {
    let folder = Folder::new();
    let land = folder.path("land.r16");
    run(&["raster", "generate", "fbm", "--size", "33", "--relief", "100", "-o", text(&land)]);
    run(&["raster", "crop", text(&land), "--rows", "0..9", "-o", text(&land)]);
    assert_eq!(json(&["raster", "info", "--json", text(&land)])["rows"], 9);
}

/// Runs the command in a shell, in which `{}` stands for it, and gives the exit code.
fn in_shell(line: &str) -> Option<i32> {
    let line = line.replace("{}", env!("CARGO_BIN_EXE_orogen"));
    std::process::Command::new("sh").args(["-c", &line]).status().unwrap().code()
}

#[test]
fn a_stream_that_takes_nothing_is_no_panic() {
    let folder = Folder::new();
    let (land, picture) = (folder.path("land.f64"), folder.path("land.png"));
    run(&["raster", "generate", "fbm", "--size", "33", "-o", text(&land)]);
    run(&["raster", "convert", text(&land), "-o", text(&picture)]);
    fs::remove_file(folder.path("land.png.json")).unwrap();
    // Errors and warnings that nobody can read change no exit code; a result that cannot be printed does.
    for (line, code) in [
        ("{} raster info no-such.tif 2>/dev/full".to_string(), 1),
        ("{} raster info --bogus 2>/dev/full".to_string(), 2),
        (format!("{{}} raster info {} 2>/dev/full >/dev/null", text(&picture)), 0),
        (format!("{{}} raster generate diamond-square --size 20 -o {} 2>/dev/full", text(&land)), 0),
        (format!("{{}} raster info {} >/dev/full 2>/dev/null", text(&land)), 1),
    ] {
        assert_eq!(in_shell(&line), Some(code), "{line}");
    }
}

#[test]
fn a_size_beyond_memory_is_refused_and_not_aborted() {
    let folder = Folder::new();
    let out = folder.path("a.tif");
    for (kind, size) in
        [("fbm", 16_000), ("diamond-square", 16_000), ("subdivision", 16_000), ("spectral", 8192), ("exact-fbm", 2800)]
    {
        let line = format!("ulimit -v 400000; {{}} raster generate {kind} --size {size} -o {} 2>/dev/null", text(&out));
        assert_eq!(in_shell(&line), Some(2), "{kind}");
    }
    assert!(!out.exists());
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
