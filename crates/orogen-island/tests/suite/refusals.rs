//! What is refused, and that the message helps.

use orogen_field::Seed;
use orogen_island::mesh::{IslandMesh, Layout, RegionId};
use orogen_island::stages::{
    NoiseLayers, Rain, WindOrder, carve, flow, flow_across_sides, moisture, rainfall, region_elevation,
    triangle_elevation,
};
use orogen_island::{Island, IslandError, IslandParams, PaintMap, Wind, hydrology};

use crate::generated;

fn coarse() -> IslandParams {
    IslandParams { spacing: 0.05, ..IslandParams::default() }
}

#[test]
fn a_refused_change_leaves_the_island_as_it_was() {
    let mut island = Island::new(coarse()).unwrap();
    let before = island.elevation_t().to_vec();
    for (name, value, hint) in [
        ("hill_height", 0.2, "a number from 0 to 0.1"),
        ("hill_height", f64::NAN, "got NaN"),
        ("seed", 1.5, "a whole number"),
        ("shuffle_steps", 2.0, "0 (off) or 1 (on)"),
        ("hill_heigth", 0.02, "did you mean hill_height?"),
    ] {
        let message = island.set(name, value).unwrap_err().to_string();
        assert!(message.starts_with(name) && message.contains(hint), "{message}");
    }
    assert!(island.set_further_winds(vec![Wind { angle_deg: f64::NAN, weight: 1.0 }]).is_err());
    assert!(island.set_further_winds(vec![Wind { angle_deg: 0.0, weight: 0.0 }]).is_err());
    assert_eq!((island.params(), island.elevation_t()), (&coarse(), &before[..]));
    assert!(matches!(Island::new(IslandParams { spacing: 0.0, ..coarse() }), Err(IslandError::Param(_))));
    assert!(matches!(
        Island::with_mesh(generated(0.1), IslandParams { flow: -1.0, ..coarse() }),
        Err(IslandError::Param(_))
    ));
}

#[test]
fn paint_maps_have_samples_from_minus_one_to_one() {
    let message = PaintMap::new(1, 3, vec![0.0, 1.5, 0.0]).unwrap_err().to_string();
    assert_eq!(message, "paint: expected a number from -1 to 1 at index 1, got 1.5; correct it");
    assert!(PaintMap::new(1, 2, vec![0.0, f64::NAN]).is_err());
    for (rows, cols, samples) in [(2, 2, 3), (0, 0, 0), (0, 5, 0), (usize::MAX, 2, 4)] {
        let refused = PaintMap::new(rows, cols, vec![0.0; samples]);
        assert!(matches!(refused, Err(IslandError::Length { what: "paint", .. })), "{refused:?}");
    }
    assert!(matches!(PaintMap::from_grey(2, 2, &[0; 3]), Err(IslandError::Length { expected: 4, got: 3, .. })));
    assert!(PaintMap::from_grey(0, 0, &[]).is_err());
}

#[test]
fn layouts_are_checked_before_anything_is_allocated() {
    let layout = |spacing, peak_spacing| IslandMesh::generate(&Layout { spacing, peak_spacing, seed: Seed::Own(1) });
    for (spacing, peak_spacing) in
        [(0.0, 0.1), (1e-9, 0.1), (f64::NAN, 0.1), (0.2, 0.1), (0.1, 0.0), (0.1, f64::INFINITY)]
    {
        assert!(matches!(layout(spacing, peak_spacing), Err(IslandError::Value { .. })));
    }
    assert!(IslandMesh::from_mesh(generated(0.1).mesh, 0.0, Seed::Own(1)).is_err());
}

#[test]
fn hydrology_wants_a_finite_elevation_for_every_element() {
    let mesh = generated(0.1).mesh;
    let level = vec![0.0; mesh.triangle_count()];
    let run = |elevation_t: &[f64], elevation_r: Option<&[f64]>, winds: &[Wind]| {
        hydrology(&mesh, elevation_t, elevation_r, &coarse(), winds).map(drop)
    };
    assert_eq!(run(&level, None, &[]), Ok(()));
    assert!(matches!(run(&level[1..], None, &[]), Err(IslandError::Length { what: "elevation_t", .. })));
    assert!(matches!(run(&level, Some(&[0.0]), &[]), Err(IslandError::Length { what: "elevation_r", .. })));
    let mut bad = level.clone();
    bad[3] = f64::NAN;
    assert!(matches!(run(&bad, None, &[]), Err(IslandError::Flow(_))));
    let refused = run(&level, Some(&vec![f64::INFINITY; mesh.region_count()]), &[]);
    assert!(matches!(refused, Err(IslandError::Value { what: "elevation_r", index: 0, .. })));
    assert!(run(&level, None, &[Wind { angle_deg: 1.0, weight: -1.0 }]).is_err());
}

#[test]
fn stages_want_values_of_the_right_length() {
    let island = Island::new(coarse()).unwrap();
    let (mesh, params, drainage) = (&island.mesh().mesh, island.params(), island.drainage());
    let (values_t, values_r) = (island.elevation_t(), island.elevation_r());
    let mut out = Vec::new();
    let mut refused = vec![
        region_elevation(mesh, &values_t[1..], &mut out),
        moisture(mesh, &values_r[1..], &mut out),
        flow(drainage, &values_t[1..], values_t, params, &mut out),
        flow(drainage, values_t, &values_t[1..], params, &mut out),
        flow_across_sides(mesh, drainage, &values_t[1..], values_t, params).map(drop),
        carve(mesh, drainage, &values_t[1..], 0.0, &mut out),
        triangle_elevation(&values_t[1..], island.noise(), values_t, params, &mut out),
        triangle_elevation(values_t, island.noise(), &values_t[1..], params, &mut out),
        triangle_elevation(values_t, &NoiseLayers::default(), values_t, params, &mut out),
        rainfall(mesh, &[], &values_r[1..], params, &mut Rain::default()),
    ];
    // A drainage and a wind of another mesh.
    let other = generated(0.1).mesh;
    let winds = [(WindOrder::new(&other, 0.0), 1.0)];
    refused.push(rainfall(mesh, &winds, values_r, params, &mut Rain::default()));
    let other_t = vec![0.0; other.solid_triangle_count()];
    refused.push(carve(&other, drainage, &other_t, 0.0, &mut out));
    for (index, refusal) in refused.into_iter().enumerate() {
        assert!(matches!(refusal, Err(IslandError::Length { .. })), "{index}: {refusal:?}");
    }
    let nowhere = IslandMesh { peaks: vec![RegionId(1 << 30)], ..generated(0.1) };
    assert!(matches!(Island::with_mesh(nowhere, coarse()), Err(IslandError::Value { what: "peaks", index: 0, .. })));
}
