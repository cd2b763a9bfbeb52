//! Stages against closed forms and slow, plain ways to the same numbers.

use orogen_island::mesh::{DualMesh, IslandMesh, RegionId, TriangleId};
use orogen_island::stages::{
    NoiseLayers, PAINT_SIZE, PaintMap, Rain, WindOrder, moisture, mountain_distance, rainfall, region_elevation,
    triangle_elevation,
};
use orogen_island::{IslandParams, hydrology};

use crate::generated;

fn assert_close(a: f64, b: f64) {
    assert!((a - b).abs() <= 1e-12 * b.abs().max(1.0), "{a}, expected {b}");
}

#[test]
fn paint_is_bilinear_from_corner_to_corner_and_flat_outside() {
    let paint = PaintMap::new(2, 3, vec![0.0, 0.5, 1.0, -1.0, -0.5, 0.0]).unwrap();
    for (x, y, elevation) in [
        (0.0, 0.0, 0.0),
        (1.0, 0.0, 1.0),
        (0.0, 1.0, -1.0),
        (0.5, 0.0, 0.5),
        (0.25, 0.5, -0.25),
        (1.5, -3.0, 1.0),
        (-1.0, 2.0, -1.0),
    ] {
        assert_close(paint.at(x, y), elevation);
    }
    assert_eq!(PaintMap::new(1, 1, vec![0.3]).unwrap().at(0.7, 0.2), 0.3);
}

#[test]
fn grey_128_is_the_coast() {
    let paint = PaintMap::from_grey(1, 5, &[0, 64, 128, 192, 255]).unwrap();
    assert_eq!(paint.elevation().samples(), [-1.0, -0.5, 0.0, 64.0 / 127.0, 1.0]);
}

#[test]
fn a_generated_map_is_an_island_in_its_range() {
    for seed in 0..20 {
        let land_share = |island: f64, keep: &dyn Fn(usize, usize) -> bool| {
            let paint = PaintMap::generate(&IslandParams { seed, island, ..IslandParams::default() });
            let cells = (0..PAINT_SIZE).flat_map(|row| (0..PAINT_SIZE).map(move |col| (row, col)));
            let kept: Vec<f64> =
                cells.filter(|(row, col)| keep(*row, *col)).map(|(r, c)| *paint.elevation().at(r, c)).collect();
            assert!(kept.iter().all(|e| (-1.0..=1.0).contains(e)));
            kept.iter().filter(|e| **e > 0.0).count() as f64 / kept.len() as f64
        };
        let middle = |row: usize, col: usize| (56..72).contains(&row) && (56..72).contains(&col);
        let edge = |row: usize, col: usize| row == 0 || col == 0;
        assert!(land_share(1.0, &middle) > land_share(1.0, &edge));
        assert!(land_share(1.0, &edge) < 0.05);
    }
}

#[test]
fn elevation_is_that_of_the_formula() {
    let still =
        NoiseLayers { n0: vec![1.0; 5], n1: vec![0.1; 5], n2: vec![0.5; 5], n4: vec![0.0; 5], coast: vec![0.0; 5] };
    let paint = [-1.0, -0.5, 0.0, 0.5, 1.0];
    let distance = [0.0, 0.01, 0.0, 0.01, 0.0];
    let mut elevation = Vec::new();
    // n0 = 1 makes the hills follow n2 alone: 1.5 * 0.02. At sharpness 10 mountains fall by 16000 / 1024 a unit.
    let params = IslandParams { mountain_sharpness: 10.0, ..IslandParams::default() };
    triangle_elevation(&paint, &still, &distance, &params, &mut elevation).unwrap();
    let mountain = 1.0 - 15.625 * 0.01;
    for (got, expected) in elevation.iter().zip([-1.0, -0.75, 0.0, 0.75 * 0.03 + 0.25 * mountain, 1.0]) {
        assert_close(*got, expected);
    }
    // The coast wiggles most where the paint is 0.
    let rough = NoiseLayers { coast: vec![1.0; 5], ..still };
    triangle_elevation(&paint, &rough, &distance, &params, &mut elevation).unwrap();
    assert!(elevation[2] > 0.0);
    assert_close(elevation[1], (-0.5 + 0.01 * (1.0 - 0.0625)) * 1.5);
}

/// Shortest numbers of steps, by relaxing every side until nothing changes.
fn steps_by_relaxation(island: &IslandMesh) -> Vec<f64> {
    let mesh = &island.mesh;
    let mut mountain_distance_t = Vec::new();
    mountain_distance(island, &IslandParams::default(), &mut mountain_distance_t).unwrap();
    let mut steps: Vec<f64> = mountain_distance_t.iter().map(|d| if *d == 0.0 { 0.0 } else { f64::INFINITY }).collect();
    loop {
        let before = steps.clone();
        for (t, step) in steps.iter_mut().enumerate() {
            for neighbor in mesh.t_neighbors_t(TriangleId::from_index(t)) {
                *step = before.get(neighbor.index()).map_or(*step, |other| step.min(other + 1.0));
            }
        }
        if steps == before {
            return steps;
        }
    }
}

#[test]
fn even_steps_count_the_triangles_to_the_nearest_peak() {
    let island = generated(0.015);
    let steps = steps_by_relaxation(&island);
    for shuffle_steps in [false, true] {
        let mut distance = Vec::new();
        mountain_distance(&island, &IslandParams { shuffle_steps, ..IslandParams::default() }, &mut distance).unwrap();
        assert!(distance.iter().zip(&steps).all(|(d, steps)| (d - 0.015 * steps).abs() < 1e-12));
    }
    // A triangle beside every peak is at 0, and so is no other.
    assert_eq!(steps.iter().filter(|steps| **steps == 0.0).count(), island.peaks.len());
}

#[test]
fn uneven_steps_are_within_their_bounds_and_depend_on_the_shuffle() {
    let island = generated(0.015);
    let steps = steps_by_relaxation(&island);
    let distance = |shuffle_steps: bool| {
        let mut distance = Vec::new();
        let params = IslandParams { mountain_jagged: 0.5, shuffle_steps, ..IslandParams::default() };
        mountain_distance(&island, &params, &mut distance).unwrap();
        distance
    };
    assert!(
        distance(true).iter().zip(&steps).all(|(d, steps)| (0.5..=1.5).contains(&(d / 0.015 / steps)) || *steps == 0.0)
    );
    let mean = distance(true).iter().sum::<f64>() / steps.iter().sum::<f64>();
    assert!((mean / 0.015 - 1.0).abs() < 0.05, "{mean}");
    assert_ne!(distance(true), distance(false));
}

#[test]
fn without_peaks_there_are_no_mountains() {
    let island = IslandMesh { peaks: Vec::new(), ..generated(0.05) };
    let mut distance = Vec::new();
    mountain_distance(&island, &IslandParams::default(), &mut distance).unwrap();
    assert!(distance.iter().all(|d| *d == f64::INFINITY));
}

#[test]
fn a_region_has_the_mean_of_its_triangles_but_a_coast_is_wet() {
    let mesh = generated(0.05).mesh;
    let mut elevation_r = Vec::new();
    let elevation_t: Vec<f64> = mesh.position_t()[..mesh.solid_triangle_count()]
        .iter()
        .map(|p| if p[0] < 0.5 { -0.01 } else { p[1] + 0.1 })
        .collect();
    region_elevation(&mesh, &elevation_t, &mut elevation_r).unwrap();
    assert_eq!(elevation_r.len(), mesh.solid_region_count());
    for (r, got) in elevation_r.iter().enumerate() {
        let around = mesh.s_incoming_r(RegionId::from_index(r)).map(orogen_island::mesh::t_inner_s);
        let values: Vec<f64> = around.filter_map(|t| elevation_t.get(t.index()).copied()).collect();
        let mean = values.iter().sum::<f64>() / values.len() as f64;
        let expected = if mean >= 0.0 && values.iter().any(|e| *e < 0.0) { -0.001 } else { mean };
        assert_close(*got, expected);
    }
}

/// Rain as the formula says it, region by region in the order of projections, with every neighbour compared anew.
fn rain_the_slow_way(mesh: &DualMesh, angle_deg: f64, elevation_r: &[f64], params: &IslandParams) -> Rain {
    let (sin, cos) = libm::sincos(angle_deg.to_radians());
    let along: Vec<f64> = mesh.position_r().iter().map(|p| p[0] * cos + p[1] * sin).collect();
    let mut order: Vec<usize> = (0..along.len()).collect();
    order.sort_by(|a, b| along[*a].total_cmp(&along[*b]));
    let mut rain = Rain { rainfall_r: vec![0.0; along.len()], humidity_r: vec![0.0; along.len()] };
    for r in order {
        let neighbors = mesh.s_incoming_r(RegionId::from_index(r)).map(|s| mesh.r_begin_s(s).index());
        let upwind: Vec<f64> =
            neighbors.filter(|n| *n < along.len() && along[*n] < along[r]).map(|n| rain.humidity_r[n]).collect();
        let mut humidity = upwind.iter().sum::<f64>() / (upwind.len() as f64).max(1.0);
        rain.rainfall_r[r] = params.raininess * params.base_rain * humidity;
        if mesh.is_boundary_r(RegionId::from_index(r)) {
            humidity = 1.0;
        }
        humidity += params.evaporation * (-elevation_r[r]).max(0.0);
        let shed = params.rain_shadow * (humidity + elevation_r[r] - 1.0).max(0.0);
        rain.rainfall_r[r] += params.raininess * shed;
        rain.humidity_r[r] = humidity - shed;
    }
    rain
}

fn bumpy(mesh: &DualMesh) -> Vec<f64> {
    mesh.position_r().iter().map(|p| libm::sin(9.0 * p[0]) * libm::cos(7.0 * p[1])).collect()
}

#[test]
fn rain_is_that_of_the_slow_way_for_any_wind() {
    let mesh = generated(0.03).mesh;
    let elevation_r = bumpy(&mesh);
    let params = IslandParams { base_rain: 0.7, ..IslandParams::default() };
    for angle_deg in [0.0, 33.0, 100.0, 200.0, 300.0, 359.9] {
        let mut rain = Rain::default();
        rainfall(&mesh, &[(WindOrder::new(&mesh, angle_deg), 1.0)], &elevation_r, &params, &mut rain).unwrap();
        let slow = rain_the_slow_way(&mesh, angle_deg, &elevation_r, &params);
        for (a, b) in rain.rainfall_r.iter().zip(&slow.rainfall_r).chain(rain.humidity_r.iter().zip(&slow.humidity_r)) {
            assert_close(*a, *b);
        }
    }
}

/// At the level of the sea the wind keeps its humidity of 1 all the way, and sheds only the base rain.
#[test]
fn over_flat_land_the_rain_is_even() {
    let mesh = generated(0.03).mesh;
    let level = vec![0.0; mesh.solid_region_count()];
    for (base_rain, expected) in [(1.0, 0.9), (0.5, 0.45), (0.0, 0.0)] {
        let params = IslandParams { base_rain, ..IslandParams::default() };
        let mut rain = Rain::default();
        rainfall(&mesh, &[(WindOrder::new(&mesh, 20.0), 1.0)], &level, &params, &mut rain).unwrap();
        for r in (0..level.len()).filter(|r| !mesh.is_boundary_r(RegionId::from_index(*r))) {
            assert_close(rain.humidity_r[r], 1.0);
            assert_close(rain.rainfall_r[r], expected);
        }
    }
}

#[test]
fn several_winds_are_a_mean_by_weight() {
    let mesh = generated(0.04).mesh;
    let elevation_r = bumpy(&mesh);
    let params = IslandParams::default();
    let rain = |winds: &[(f64, f64)]| {
        let mut rain = Rain::default();
        let orders: Vec<(WindOrder, f64)> =
            winds.iter().map(|(angle, weight)| (WindOrder::new(&mesh, *angle), *weight)).collect();
        rainfall(&mesh, &orders, &elevation_r, &params, &mut rain).unwrap();
        rain.rainfall_r
    };
    let (east, north, both) = (rain(&[(0.0, 5.0)]), rain(&[(270.0, 1.0)]), rain(&[(0.0, 3.0), (270.0, 1.0)]));
    for r in 0..both.len() {
        assert_close(both[r], 0.75 * east[r] + 0.25 * north[r]);
    }
    // Whole turns change nothing, to the bit.
    assert_eq!(rain(&[(-90.0, 1.0)]), north);
    assert_eq!(rain(&[(720.0, 1.0)]), east);
}

#[test]
fn moisture_is_the_mean_of_the_corners() {
    let mesh = generated(0.05).mesh;
    let rainfall_r: Vec<f64> = mesh.position_r().iter().map(|p| 2.0 + p[0] - 3.0 * p[1]).collect();
    let mut moisture_t = Vec::new();
    moisture(&mesh, &rainfall_r, &mut moisture_t).unwrap();
    assert_eq!(moisture_t.len(), mesh.solid_triangle_count());
    // The mean of a plane at the corners is the plane at the centroid.
    for (got, p) in moisture_t.iter().zip(mesh.position_t()) {
        assert_close(*got, 2.0 + p[0] - 3.0 * p[1]);
    }
}

/// A ghost that is given a height takes part in a run on anyone's arrays, and has no place in an island's.
#[test]
fn arrays_with_ghosts_come_back_with_ghosts() {
    let mesh = generated(0.05).mesh;
    let elevation_t = vec![0.25; mesh.triangle_count()];
    let water = hydrology(&mesh, &elevation_t, None, &IslandParams::default(), &[]).unwrap();
    assert_eq!(water.elevation_r, vec![0.25; mesh.region_count()]);
    assert_eq!(water.flow_t.len(), mesh.triangle_count());
    assert_eq!(water.flow_s.len(), mesh.side_count());
}
