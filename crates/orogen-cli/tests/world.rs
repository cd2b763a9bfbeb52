//! `orogen world` from the outside: what it prints, what it writes, and how it refuses.

use std::fs::{self, File};
use std::io::BufReader;
use std::path::Path;

use assert_cmd::Command;
use tempfile::TempDir;

fn orogen(arguments: &[&str]) -> Command {
    let mut command = Command::cargo_bin("orogen").expect("the command is built");
    command.arg("world").args(arguments);
    command
}

/// What the command prints on stdout when it succeeds.
#[track_caller]
fn printed(arguments: &[&str]) -> String {
    let output = orogen(arguments).assert().success().get_output().clone();
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    String::from_utf8(output.stdout).expect("UTF-8")
}

/// The one line on stderr of a command that refuses its input and prints nothing.
#[track_caller]
fn refused(arguments: &[&str]) -> String {
    let output = orogen(arguments).assert().code(2).get_output().clone();
    assert_eq!(String::from_utf8_lossy(&output.stdout), "");
    let message = String::from_utf8(output.stderr).expect("UTF-8");
    assert_eq!(message.lines().count(), 1, "{message}");
    message
}

#[test]
fn samples_are_the_published_literals() {
    let table =
        printed(&["sample", "--preset", "montane", "--reference-seed", "1337", "-2891.7,313.1", "313.1,-2891.7"]);
    assert_eq!(
        table,
        "x,z,h,dx,dz\n\
         -2891.7,313.1,47.9274288230466,0.047373335564438845,-0.05519591037948375\n\
         313.1,-2891.7,83.56418419798878,0.09002976156555044,0.03547617244712486\n"
    );
}

#[test]
fn bits_are_the_numbers_to_the_bit() {
    let table = printed(&["sample", "-p", "dense", "-s", "18446744073709551615", "--bits", "-0.5,7"]);
    let cells: Vec<&str> = table.lines().nth(1).expect("a row").split(',').collect();
    for (number, bits) in cells[2..5].iter().zip(&cells[5..8]) {
        let number: f64 = number.parse().expect("a number");
        assert_eq!(format!("{:016x}", number.to_bits()), *bits);
    }
}

#[test]
fn points_come_from_a_file_or_a_pipe_with_columns_in_any_order() {
    let direct = printed(&["sample", "1,2", "-3.25,4e3"]);
    let text = "name,z,x\r\n a , 2 , 1 \r\n\r\nb,4e3,-3.25\r\n";
    let piped = orogen(&["sample", "--points", "-"]).write_stdin(text).assert().success().get_output().stdout.clone();
    assert_eq!(String::from_utf8(piped).unwrap(), direct);

    let folder = TempDir::new().unwrap();
    let path = folder.path().join("points.csv");
    fs::write(&path, text).unwrap();
    assert_eq!(printed(&["sample", "--points", path.to_str().unwrap()]), direct);
    fs::write(&path, "\u{feff}x,z\n1,2\n-3.25,4e3").unwrap();
    assert_eq!(printed(&["sample", "--points", path.to_str().unwrap()]), direct);
    fs::write(&path, "x,z\n").unwrap();
    assert_eq!(printed(&["sample", "--points", path.to_str().unwrap()]), "x,z,h,dx,dz\n");
}

#[test]
fn many_points_stream_through_in_order_for_any_number_of_threads() {
    let points: String =
        std::iter::once("x,z\n".into()).chain((0..40_000).map(|i| format!("{},{}\n", i % 211, i / 211))).collect();
    let table = |threads: &str| {
        let mut command = orogen(&["sample", "-p", "plain", "--points", "-", "--threads", threads]);
        command.write_stdin(points.as_str()).assert().success().get_output().stdout.clone()
    };
    let one = table("1");
    assert_eq!(one.iter().filter(|byte| **byte == b'\n').count(), 40_001);
    assert!(one == table("2") && one == table("3"));
}

#[test]
fn json_is_json_and_seeds_are_text() {
    let document: serde_json::Value =
        serde_json::from_str(&printed(&["sample", "--json", "--bits", "1,2", "3,4"])).unwrap();
    assert_eq!(document["samples"].as_array().unwrap().len(), 2);
    let height = document["samples"][1]["h"].as_f64().unwrap();
    assert_eq!(document["samples"][1]["h_bits"], format!("{:016x}", height.to_bits()));

    let id = printed(&["level-id", "--json", "--seed", "18446744073709551615"]);
    let document: serde_json::Value = serde_json::from_str(&id).unwrap();
    assert_eq!(document["seed"], "18446744073709551615");

    let params: serde_json::Value = serde_json::from_str(&printed(&["params", "--json", "-p", "dense"])).unwrap();
    let peak = params["params"].as_array().unwrap().iter().find(|row| row["name"] == "peak_height").unwrap();
    assert_eq!((peak["default"].as_f64(), peak["unit"].as_str()), (Some(1100.0), Some("m")));

    let census: serde_json::Value =
        serde_json::from_str(&printed(&["census", "--json", "-p", "dense", "--reference-seed", "1337"])).unwrap();
    assert_eq!(census["massifs"], 19);
}

#[test]
fn params_lists_every_tunable_and_shows_what_is_set() {
    let table = printed(&["params", "--set", "dune_amplitude=0.5"]);
    let row = table.lines().find(|line| line.starts_with("dune_amplitude")).expect("a row");
    assert_eq!(row.split_whitespace().take(4).collect::<Vec<_>>(), ["dune_amplitude", "0.5", "1.2", "m"]);
    assert!(table.lines().count() > 100);
}

#[test]
fn a_level_id_checks_out_or_says_what_differs() {
    let id = printed(&["level-id", "-p", "dense", "-s", "7"]);
    let id = id.trim();
    assert_eq!(printed(&["level-id", "--check", id]), "same\n");
    let differs = |arguments: &[&str]| {
        let output = orogen(arguments).assert().code(3).get_output().stdout.clone();
        String::from_utf8(output).unwrap().lines().next().unwrap().to_string()
    };
    assert_eq!(differs(&["level-id", "--check", id, "--seed", "8"]), "differs in: seed, field hash");
    assert_eq!(
        differs(&["level-id", "--check", id, "--set", "peak_height=1100.0000000000002"]),
        "differs in: registry digest"
    );
    assert_eq!(differs(&["level-id", "--check", &id.replacen("/1/", "/2/", 1)]), "differs in: version");
    assert!(refused(&["level-id", "--check", "orogen/1/dense"]).contains("level id"));
}

#[test]
fn a_reference_seed_may_be_negative_and_excludes_a_seed() {
    let id = |seed: &str| printed(&["level-id", "--reference-seed", seed]);
    assert_eq!(id("-5"), id("4294967291"));
    assert!(id("-5").contains("/ref:-5/"));
    assert!(refused(&["level-id", "--reference-seed", "5", "--seed", "5"]).contains("cannot be used with"));
}

/// The picture's size, pixels and texts.
fn decode(path: &Path) -> (u32, u32, Vec<u8>, Vec<(String, String)>) {
    let mut reader = png::Decoder::new(BufReader::new(File::open(path).unwrap())).read_info().unwrap();
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    reader.next_frame(&mut pixels).unwrap();
    reader.finish().unwrap();
    let info = reader.info();
    let texts = info.uncompressed_latin1_text.iter().map(|chunk| (chunk.keyword.clone(), chunk.text.clone())).collect();
    (info.width, info.height, pixels, texts)
}

#[test]
fn a_picture_shows_land_and_sea_where_they_are() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("coast.png");
    let told = printed(&[
        "render",
        "--center",
        "-400,3000",
        "--size",
        "2000",
        "--step",
        "10",
        "--json",
        "-o",
        path.to_str().unwrap(),
    ]);
    let told: serde_json::Value = serde_json::from_str(&told).unwrap();
    let extent = ["x_min", "z_min", "x_max", "z_max"].map(|edge| told["extent_m"][edge].as_f64().unwrap());
    assert_eq!(extent, [-1400.0, 2000.0, 600.0, 4000.0]);

    let (width, height, pixels, texts) = decode(&path);
    assert_eq!((width, height), (200, 200));
    assert!(texts.contains(&("orogen level id".into(), told["level_id"].as_str().unwrap().into())));
    // The sea lies in the west and is blue; the land in the east is not.
    let blue = |col: usize, row: usize| {
        let start = 3 * (row * 200 + col);
        pixels[start + 2] > pixels[start]
    };
    assert!((0..200).all(|row| blue(0, row)));
    assert!((0..200).filter(|row| blue(199, *row)).count() == 0);
}

#[test]
fn a_picture_is_the_same_for_any_number_of_threads_and_continues_in_its_neighbour() {
    let folder = TempDir::new().unwrap();
    let render = |name: &str, arguments: &[&str]| {
        let path = folder.path().join(name);
        let mut all = vec!["render", "-p", "dense", "--step", "20", "-o", path.to_str().unwrap()];
        all.extend(arguments);
        printed(&all);
        path
    };
    let whole = ["--center", "0,0", "--size", "4000"];
    let one = fs::read(render("1.png", &[&whole[..], &["--threads", "1"]].concat())).unwrap();
    for threads in ["2", "3"] {
        assert!(one == fs::read(render("n.png", &[&whole[..], &["--threads", threads]].concat())).unwrap());
    }
    let (_, _, large, _) = decode(&folder.path().join("1.png"));
    let (_, _, quarter, _) = decode(&render("q.png", &["--center", "-1000,-1000", "--size", "2000"]));
    for row in 0..100 {
        assert_eq!(large[600 * row..600 * row + 300], quarter[300 * row..300 * (row + 1)], "row {row}");
    }
}

#[test]
fn bad_input_is_refused_in_one_line() {
    let folder = TempDir::new().unwrap();
    let out = folder.path().join("x.png");
    let out = out.to_str().unwrap();
    for (arguments, parts) in [
        (&["sample", "-p", "alpine", "1,2"][..], &["--preset", "one of plain, ridged", "alpine", "choose"][..]),
        (&["sample", "--set", "peak_height=9e9", "1,2"], &["peak_height", "from 10 to 4000 m", "9000000000", "choose"]),
        (&["sample", "--set", "peek_height=9", "1,2"], &["peek_height", "did you mean peak_height?"]),
        (&["sample", "--set", "peak_height", "1,2"], &["NAME=VALUE", "peak_height"]),
        (&["sample", "--set", "relief_octaves=2.5", "1,2"], &["relief_octaves", "whole number", "2.5"]),
        (&["sample", "--set", "peak_height=NaN", "1,2"], &["peak_height", "NaN"]),
        (&["sample", "nan,2"], &["x:", "-1000000000 to 1000000000", "NaN"]),
        (&["sample", "1,-inf"], &["z:", "-inf"]),
        (&["sample", "1,1000000000.5"], &["z:", "1000000000.5"]),
        (&["sample", "12"], &["x,z", "12"]),
        (&["sample"], &["X,Z"]),
        (&["sample", "--seed", "-1", "1,2"], &["--seed"]),
        (&["sample", "--seed", "18446744073709551616", "1,2"], &["--seed", "18446744073709551615"]),
        (&["sample", "--reference-seed", "4294967296", "1,2"], &["--reference-seed", "4294967295"]),
        (&["render", "--size", "0", "-o", out], &["--size", "above 0", "\"0\""]),
        (&["render", "--size", "-8", "-o", out], &["--size"]),
        (&["render", "--size", "inf", "-o", out], &["--size", "above 0"]),
        (&["render", "--size", "1e12", "-o", out], &["size / step", "at most 32768", "take a step"]),
        (&["render", "--size", "1000", "--step", "300", "-o", out], &["the nearest whole n is 3", "--size 900"]),
        (&["render", "--center", "999999999,0", "-o", out], &["x:", "1000000000"]),
        (&["render", "-o", "picture.jpg"], &["png", "jpg"]),
        (&["render", "--layer", "colour", "-o", out], &["--layer", "mask:STAGE"]),
        (&["render", "--layer", "mask:rivers", "-o", out], &["layer", "cliffs", "rivers"]),
        (&["render", "--layer", "normal", "-o", "normals.tif"], &["output", ".png", "normal"]),
        (&["render"], &["--output"]),
        (&["profile", "--from", "0,0", "--to", "0,0", "-o", "a.svg"], &["to", "another place"]),
        (&["profile", "--from", "0,0", "--to", "nan,0", "-o", "a.svg"], &["x:", "NaN"]),
        (&["profile", "--from", "0,0", "--to", "9,0", "--samples", "1", "-o", "a.svg"], &["--samples"]),
        (&["profile", "--from", "0,0", "--to", "9,0", "-o", "a.png"], &["output", ".svg"]),
        (&["level-id", "--threads", "0"], &["threads", "1 to 1024"]),
    ] {
        let message = refused(arguments);
        for part in parts {
            assert!(message.contains(part), "{arguments:?}: {message} lacks {part}");
        }
    }
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0, "a refused command leaves no file");
}

#[test]
fn a_bad_point_in_a_file_is_named_by_its_line() {
    let message = |text: &str| {
        let output =
            orogen(&["sample", "--points", "-"]).write_stdin(text).assert().code(2).get_output().stderr.clone();
        String::from_utf8(output).unwrap()
    };
    assert!(message("x,z\n1,2\n3,four\n").contains("line 3, column z: expected a number, got \"four\""));
    assert!(message("x,z\n1\n").contains("line 2, column z"));
    assert!(message("east,south\n1,2\n").contains("line 1: expected a header with columns x and z"));
    assert!(message("").contains("a header"));
}

#[test]
fn what_the_machine_refuses_is_another_exit_code_and_no_file() {
    let folder = TempDir::new().unwrap();
    let nowhere = folder.path().join("no/such/folder/x.png");
    let output =
        orogen(&["render", "--size", "80", "-o", nowhere.to_str().unwrap()]).assert().code(1).get_output().clone();
    let message = String::from_utf8(output.stderr).unwrap();
    assert_eq!(message.lines().count(), 1, "{message}");
    assert!(message.contains("no/such/folder/x.png") && message.contains("check that the path exists"), "{message}");

    orogen(&["sample", "--points", "no-such-file.csv"]).assert().code(1);
    orogen(&["render", "--size", "80", "-o", folder.path().to_str().unwrap()]).assert().failure();
    let folder_named = folder.path().join("folder.png");
    fs::create_dir(&folder_named).unwrap();
    orogen(&["render", "--size", "80", "-o", folder_named.to_str().unwrap()]).assert().code(1);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}

#[test]
fn help_is_help() {
    let help = String::from_utf8(orogen(&["render", "--help"]).assert().success().get_output().stdout.clone()).unwrap();
    assert!(help.starts_with("Examples:"), "{help}");
    let mut whole = Command::cargo_bin("orogen").unwrap();
    let help = String::from_utf8(whole.arg("--help").assert().success().get_output().stdout.clone()).unwrap();
    assert!(help.contains("Exit codes:"), "{help}");
    let nothing = Command::cargo_bin("orogen").unwrap().assert().code(2).get_output().stderr.clone();
    assert!(String::from_utf8(nothing).unwrap().contains("Usage: orogen"));
}

/// The samples of a raw file of doubles.
fn doubles(path: &Path) -> Vec<f64> {
    fs::read(path).unwrap().chunks_exact(8).map(|bytes| f64::from_le_bytes(bytes.try_into().unwrap())).collect()
}

#[test]
fn layers_are_written_as_rasters_that_hold_the_samples() {
    let folder = TempDir::new().unwrap();
    let path = |name: &str| folder.path().join(name);
    let render = |name: &str, layer: &[&str]| {
        let place = ["render", "--center", "-300,500", "--size", "600", "--step", "20"];
        printed(&[&place[..], layer, &["-o", path(name).to_str().unwrap()]].concat());
        path(name)
    };
    let heights = doubles(&render("h.f64", &[]));
    let sample = printed(&["sample", "-590,210"]);
    let expected: f64 = sample.lines().nth(1).unwrap().split(',').nth(2).unwrap().parse().unwrap();
    assert_eq!(heights[0], expected, "the first cell's centre lies half a step inside the corner");
    assert_eq!(heights.len(), 900);

    let mask = doubles(&render("m.f64", &["--layer", "mask:road-corridor"]));
    assert!(mask.iter().all(|value| *value == 0.0 || *value == 1.0));
    assert!(mask.contains(&0.0) && mask.contains(&1.0));
    let slopes = doubles(&render("s.f64", &["--layer", "slope"]));
    assert!(slopes.iter().all(|slope| (0.0..16.0).contains(slope)));

    for (name, layer) in [("n.png", "normal"), ("s.png", "slope"), ("m.png", "mask:cliffs")] {
        let (width, height, ..) = decode(&render(name, &["--layer", layer]));
        assert_eq!((width, height), (30, 30), "{layer}");
    }
    // 16-bit heights: 0 and 65535 are the ends of a range that is the world's, not the file's.
    let coded = render("h.png", &["--layer", "height"]);
    let reader = png::Decoder::new(BufReader::new(File::open(&coded).unwrap())).read_info().unwrap();
    assert_eq!(reader.info().bit_depth, png::BitDepth::Sixteen);
    let sidecar = fs::read_to_string(path("h.png.json")).unwrap();
    assert!(sidecar.contains("orogen/1/olympic/1/") && sidecar.contains("-25"), "{sidecar}");
}

#[test]
fn gdal_sees_a_world_where_it_lies() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("a.tif");
    printed(&["render", "--center", "1000,-2000", "--size", "800", "--step", "4", "-o", path.to_str().unwrap()]);
    let info = std::process::Command::new("gdalinfo").arg(&path).output().expect("gdalinfo; on Debian gdal-bin");
    let info = String::from_utf8(info.stdout).unwrap();
    // Northing is -z: the middle lies at y = 2000.
    for part in
        ["Size is 200, 200", "Upper Left  (     600.000,    2400.000)", "Pixel Size = (4.0", "ENGCRS", "Type=Float32"]
    {
        assert!(info.contains(part), "{part}: {info}");
    }
}

#[test]
fn a_profile_is_a_chart_of_the_line() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("a.svg");
    printed(&["profile", "--from", "-1500,0", "--to", "4000,800", "--samples", "300", "-o", path.to_str().unwrap()]);
    let chart = fs::read_to_string(path).unwrap();
    assert!(chart.starts_with("<svg") && chart.contains("orogen/1/olympic/1/") && chart.contains("4000 m"));
    let points = chart.split("points=\"").nth(1).unwrap().split('"').next().unwrap();
    assert_eq!(points.split_whitespace().count(), 302);
}
