//! What islands look like on average: mapgen4's figures at a spacing of 5.5 in 1000.

use orogen_island::{Island, IslandParams};

use crate::generated;

/// Above this flow mapgen4 draws a river: e^2.7.
const RIVER: f64 = 14.879_731_724_872_83;

/// A figure of 21 seeds, and mapgen4's lowest and highest over 7 of its own.
fn assert_like_mapgen4(what: &str, mut figures: Vec<f64>, low: f64, high: f64) {
    figures.sort_by(f64::total_cmp);
    let [least, median, most] = [0, figures.len() / 2, figures.len() - 1].map(|index| figures[index]);
    assert!((low..=high).contains(&median), "{what}: median {median}, expected {low} to {high}");
    assert!(least >= 0.5 * low && most <= 2.0 * high, "{what}: {least} to {most}, expected about {low} to {high}");
}

#[test]
fn islands_are_like_those_of_mapgen4() {
    let mut island = Island::with_mesh(generated(0.0055), IslandParams::mapgen4()).unwrap();
    let mut figures = [const { Vec::new() }; 4];
    for seed in (1..=20).chain([187]) {
        island.set("seed", f64::from(seed)).unwrap();
        let (elevation_t, flow_t) = (island.uncarved_elevation_t(), island.flow_t());
        let count = |values: &[f64], counts: &dyn Fn(f64) -> bool| values.iter().filter(|v| counts(**v)).count() as f64;
        let percent = |counts: &dyn Fn(f64) -> bool| 100.0 * count(elevation_t, counts) / elevation_t.len() as f64;
        figures[0].push(percent(&|e| e >= 0.0));
        figures[1].push(percent(&|e| e > 0.5));
        figures[2].push(count(flow_t, &|flow| flow >= RIVER));
        figures[3].push(flow_t.iter().copied().fold(0.0, f64::max));
    }
    let [land, high, rivers, largest] = figures;
    assert_like_mapgen4("land, % of triangles", land, 32.0, 46.0);
    assert_like_mapgen4("above 0.5, % of triangles", high, 0.01, 1.0);
    assert_like_mapgen4("triangles with a river", rivers, 974.0, 1550.0);
    assert_like_mapgen4("largest flow", largest, 150.0, 345.0);
}
