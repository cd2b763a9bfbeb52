//! Pictures against closed forms and against gdaldem.

use orogen_field::{Grid, Jet, Placement};
use orogen_raster::picture::{
    ColourMap, HeightRange, Relief, Sun, VOID, article_relief, aspect, basins, curvature, flow_accumulation, hillshade,
    hillshade_multidirectional, hypsometric, isolines, normals, relief, slope,
};
use orogen_raster::{CellSize, RasterError, aspect_deg, horn, normal, slope_deg};

const UNIT: Placement = Placement { x0: 0.0, z0: 0.0, step_x: 1.0, step_z: 1.0 };

/// A row of gdaldem's answers.
struct Answer {
    row: usize,
    col: usize,
    height_m: f64,
    plain: u8,
    multidirectional: u8,
    slope_deg: f64,
    aspect_deg: f64,
}

fn gdaldem_answers() -> Vec<Answer> {
    let answer = |line: &str| {
        let fields: Vec<f64> = line.split(',').map(|field| field.parse().unwrap()).collect();
        Answer {
            row: fields[0] as usize,
            col: fields[1] as usize,
            height_m: fields[2],
            plain: fields[3] as u8,
            multidirectional: fields[4] as u8,
            slope_deg: fields[5],
            aspect_deg: fields[6],
        }
    };
    let table = include_str!("../data/gdaldem_25x40.csv");
    table.lines().filter(|line| line.starts_with(|c: char| c.is_ascii_digit())).map(answer).collect()
}

#[test]
fn shading_slope_and_aspect_are_those_of_gdaldem() {
    let answers = gdaldem_answers();
    let placement = Placement { step_x: 25.0, step_z: 40.0, ..UNIT };
    let heights = Grid::new(20, 24, placement, answers.iter().map(|a| a.height_m).collect()).unwrap();
    let jets = horn(&heights, &CellSize::from(placement)).unwrap();
    let plain = hillshade(&jets, Sun::default(), 1.0);
    let multidirectional = hillshade_multidirectional(&jets, 45.0, 1.0);
    for a in answers.iter().filter(|a| (1..19).contains(&a.row) && (1..23).contains(&a.col)) {
        let here = format!("row {}, column {}", a.row, a.col);
        // One grey level for gdaldem's single precision.
        assert!(plain.pixel(a.col, a.row)[0].abs_diff(a.plain) <= 1, "{here}");
        assert!(multidirectional.pixel(a.col, a.row)[0].abs_diff(a.multidirectional) <= 1, "{here}");
        let jet = *jets.at(a.row, a.col);
        assert!((slope_deg(jet) - a.slope_deg).abs() < 1e-3, "{here}");
        // gdaldem takes its aspect per cell, as if cells were square.
        let per_cell = Jet { dx: jet.dx * 25.0, dz: jet.dz * 40.0, ..jet };
        assert!((aspect_deg(per_cell).unwrap() - a.aspect_deg).abs() < 1e-3, "{here}");
    }
}

#[test]
fn a_plane_has_one_normal_at_every_cell_size() {
    // E-04: h = 0.5 x - 0.25 z.
    for step in [0.5, 1.0, 30.0] {
        let placement = Placement::square(0.0, 0.0, step);
        let plane = |row, col| 0.5 * placement.x(col) - 0.25 * placement.z(row);
        let heights = Grid::from_fn(6, 5, placement, plane).unwrap();
        let jets = horn(&heights, &CellSize::from(placement)).unwrap();
        for jet in jets.samples() {
            assert!((jet.dx - 0.5).abs() < 1e-12 && (jet.dz + 0.25).abs() < 1e-12, "step {step}: {jet:?}");
            let length = (1.0_f64 + 0.25 + 0.0625).sqrt();
            for (component, truth) in normal(*jet).into_iter().zip([-0.5 / length, 1.0 / length, 0.25 / length]) {
                assert!((component - truth).abs() < 1e-12);
            }
            assert!((slope_deg(*jet) - 29.205_932_247_399_4).abs() < 1e-9);
            // Downhill is west and a little south.
            assert!((aspect_deg(*jet).unwrap() - 243.434_948_822_922).abs() < 1e-9);
        }
    }
}

#[test]
fn horn_measures_metres_on_geographic_grids() {
    // A slope of 0.1 to the east in metres, on rows that narrow northwards.
    let cells = CellSize::geographic(5, 70.0, 0.001, 0.001).unwrap();
    let heights = Grid::from_fn(5, 4, UNIT, |row, col| 0.1 * col as f64 * cells.step_x(row)).unwrap();
    let jets = horn(&heights, &cells).unwrap();
    for row in 1..4 {
        for col in 1..3 {
            assert!((jets.at(row, col).dx - 0.1).abs() < 1e-8);
        }
    }
    let wrong = CellSize::geographic(4, 70.0, 0.001, 0.001).unwrap();
    assert!(matches!(horn(&heights, &wrong), Err(RasterError::CellSize { what: "step_x", .. })));
}

#[test]
fn a_void_neighbour_is_extrapolated_and_a_void_cell_is_painted_void() {
    let mut void = vec![false; 25];
    void[12] = true;
    let heights = Grid::from_fn(5, 5, UNIT, |row, col| if (row, col) == (2, 2) { f64::NAN } else { 3.0 * col as f64 });
    let jets = horn(&heights.unwrap().with_void(void).unwrap(), &CellSize::from(UNIT)).unwrap();
    for (index, jet) in jets.samples().iter().enumerate().filter(|(index, _)| *index != 12) {
        assert!((jet.dx - 3.0).abs() < 1e-12 && jet.dz == 0.0, "cell {index}: {jet:?}");
    }
    let picture = relief(&jets, &Relief::default());
    assert_eq!(picture.pixel(2, 2), VOID);
    assert_ne!(picture.pixel(1, 2), VOID);
}

#[test]
fn the_coast_is_the_hinge() {
    let heights = Grid::new(1, 4, UNIT, vec![-500.0, -1e-9, 0.0, 800.0]).unwrap();
    let range = HeightRange { lowest: -500.0, sea_level: 0.0, highest: 800.0 };
    for map in [ColourMap::Oleron, ColourMap::Bukavu] {
        let picture = hypsometric(&heights, map, range);
        let ends = [map.sea(1.0), map.sea(0.0), map.land(0.0), map.land(1.0)];
        for (col, colour) in ends.into_iter().enumerate() {
            assert_eq!(picture.pixel(col, 0), colour, "{}", map.name());
        }
        // The last entry of the sea is pale, the first of the land dark.
        let brightness = |colour: [u8; 3]| colour.iter().map(|c| u32::from(*c)).sum::<u32>();
        assert!(brightness(map.sea(0.0)) > brightness(map.land(0.0)) + 300);
    }
    // The published ends of the tables.
    assert_eq!(ColourMap::Batlow.at(0.0), [1, 25, 89]);
    assert_eq!(ColourMap::Batlow.at(1.0), [250, 204, 250]);
    assert_eq!(ColourMap::Oleron.sea(1.0), [26, 38, 89]);
}

#[test]
fn relief_is_brighter_on_the_side_of_the_sun() {
    let slope = |dx, dz| Jet { value: 100.0, dx, dz };
    // Facing north-west, south-east, and level.
    let jets = Grid::new(1, 3, UNIT, vec![slope(0.3, 0.3), slope(-0.3, -0.3), slope(0.0, 0.0)]).unwrap();
    for softness in [0.0, 0.5, 1.0] {
        let picture = relief(&jets, &Relief { softness, ..Relief::default() });
        let green = |x| picture.pixel(x, 0)[1];
        assert!(green(0) > green(2) && green(2) > green(1), "softness {softness}");
    }
}

#[test]
fn a_relief_spans_its_map() {
    let jets = Grid::new(1, 3, UNIT, [-40.0, 5.0, 70.0].map(Jet::constant).to_vec()).unwrap();
    let style = Relief::spanning(&jets, 10.0);
    assert_eq!((style.sea_level, style.deepest, style.highest), (10.0, 50.0, 60.0));
}

#[test]
fn layers_show_their_quantity() {
    let jet = |dx, dz| Jet { value: 0.0, dx, dz };
    let jets = Grid::new(1, 3, UNIT, vec![jet(0.0, 0.0), jet(1.0, 0.0), jet(0.0, 1.0)]).unwrap();
    let map = slope(&jets, 45.0);
    assert_eq!((map.pixel(0, 0), map.pixel(1, 0)), (ColourMap::Batlow.at(0.0), ColourMap::Batlow.at(1.0)));
    // Level ground points up; a rise to the east faces west; a rise to the south faces north.
    let map = normals(&jets);
    assert_eq!(map.pixel(0, 0), [128, 128, 255]);
    assert_eq!(map.pixel(1, 0), [37, 128, 218]);
    assert_eq!(map.pixel(2, 0), [128, 218, 218]);
    let map = aspect(&jets);
    assert_eq!(map.pixel(0, 0), [160; 3]);
    let [red, green, blue] = map.pixel(2, 0);
    assert!(red > green && red > blue, "north is red");
    let bends = Grid::new(1, 5, UNIT, vec![0.0, -0.01, 0.01, -9.0, 9.0]).unwrap();
    let map = curvature(&bends, 0.02);
    let [red, _, blue] = map.pixel(1, 0);
    assert!(blue > red, "hollows are blue");
    let [red, _, blue] = map.pixel(2, 0);
    assert!(red > blue, "bulges are brown");
    assert_eq!((map.pixel(3, 0), map.pixel(4, 0)), ([20, 70, 150], [130, 65, 20]));
    assert!((0..5).all(|x| curvature(&bends, 0.0).pixel(x, 0) == map.pixel(0, 0)));
    let flow = Grid::new(1, 3, UNIT, vec![1.0, 100.0, 10_000.0]).unwrap();
    let map = flow_accumulation(&flow, 10_000.0);
    let shades = [0.0, 0.5, 1.0].map(|share| ColourMap::Oleron.sea(share));
    assert_eq!([map.pixel(0, 0), map.pixel(1, 0), map.pixel(2, 0)], shades);
    let labels = Grid::new(1, 100, UNIT, (0..100).collect()).unwrap();
    let map = basins(&labels);
    assert!((1..100).all(|x| map.pixel(x, 0) != map.pixel(x - 1, 0)));
}

#[test]
fn isolines_of_a_cone_are_circles_and_of_a_ramp_a_straight_line() {
    let placement = Placement { x0: -50.0, z0: -40.0, step_x: 1.0, step_z: 0.8 };
    let distance = |x: f64, z: f64| (x * x + z * z).sqrt();
    let cone = Grid::from_fn(101, 101, placement, |row, col| distance(placement.x(col), placement.z(row))).unwrap();
    for radius in [7.3, 20.0, 33.0] {
        let lines = isolines(&cone, radius);
        assert_eq!(lines.len(), 1);
        assert!(lines[0].closed);
        let mut area = 0.0;
        for (a, b) in lines[0].points.iter().zip(lines[0].points.iter().cycle().skip(1)) {
            assert!((distance(a[0], a[1]) - radius).abs() < 0.02);
            area += 0.5 * (a[0] * b[1] - a[1] * b[0]);
        }
        let circle = core::f64::consts::PI * radius * radius;
        // Higher ground, here the outside, is on the left: clockwise, which is positive with z to the south.
        assert!((area.abs() / circle - 1.0).abs() < 0.01 && area > 0.0, "{area} for {circle}");
    }
    let ramp = Grid::from_fn(6, 9, UNIT, |row, col| col as f64 + 0.5 * row as f64).unwrap();
    let lines = isolines(&ramp, 3.2);
    assert!(lines.len() == 1 && !lines[0].closed);
    assert!(lines[0].points.iter().all(|[x, z]| (x + 0.5 * z - 3.2).abs() < 1e-12));
    assert_eq!(isolines(&ramp, 100.0), []);
}

#[test]
fn isolines_part_at_saddles_and_stop_at_void_cells() {
    let saddle = |middle: f64| Grid::new(2, 2, UNIT, vec![1.0, 0.0, 0.0, middle]).unwrap();
    // Two lines either way; where the mean is below the level each goes round a high corner.
    for (high, corner) in [(1.0, [0.0, 0.0]), (4.0, [1.0, 0.0])] {
        let lines = isolines(&saddle(high), 0.6);
        assert_eq!(lines.len(), 2);
        let near = |point: &[f64; 2]| (point[0] - corner[0]).abs() + (point[1] - corner[1]).abs() < 1.0;
        assert_eq!(lines.iter().filter(|line| line.points.iter().all(near)).count(), 1, "{lines:?}");
    }
    let hill = Grid::from_fn(9, 9, UNIT, |row, col| 8.0 - row.abs_diff(4) as f64 - col.abs_diff(4) as f64).unwrap();
    assert!(isolines(&hill, 5.5)[0].closed);
    let holed = hill.with_void((0..81).map(|index| index == 4 * 9 + 6).collect()).unwrap();
    assert!(isolines(&holed, 5.5).iter().all(|line| !line.closed));
}

#[test]
fn the_article_s_relief_has_its_colours_and_its_section() {
    let flat_ends = Grid::from_fn(8, 40, UNIT, |_, col| if col < 20 { 0.0 } else { 1.0 }).unwrap();
    let picture = article_relief(&flat_ends, 0.5);
    assert_eq!((picture.width, picture.height, picture.rgb.len()), (40, 10, 3 * 400));
    // Level ground: 0.3 + 1.05 * 1.2 / sqrt(3.44), which is 0.979 of (20, 60, 120) and of white.
    assert_eq!(picture.pixel(3, 3), [19, 58, 117]);
    assert_eq!(picture.pixel(36, 3), [249, 249, 249]);
    // The foot of the step is 19 steep and faces west: 0.3 + 1.05 * (1.2 + 19) / sqrt(3.44 * 362). Facing east it has
    // 0.3.
    assert_eq!(picture.pixel(19, 3)[2], 108);
    let mirrored = Grid::from_fn(8, 40, UNIT, |_, col| if col < 20 { 1.0 } else { 0.0 }).unwrap();
    assert_eq!(article_relief(&mirrored, 0.5).pixel(20, 3)[2], 36);
    // In the section: water below the sea's level, sky above it, white ground.
    assert_eq!(picture.pixel(3, 9), [96, 170, 210]);
    assert_eq!(picture.pixel(3, 8), [238, 242, 246]);
    assert_eq!(picture.pixel(36, 8), [255, 255, 255]);
}
