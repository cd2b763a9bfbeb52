//! Times of the generators, of thermal erosion, of the estimators and of the pictures.

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use orogen_field::{Grid, Placement, Seed};
use orogen_raster::generate::{
    DiamondSquare, ExactFbm, Fractal, FractalParams, Lattice, Shape, Subdivision, article, diamond_square, exact_fbm,
    subdivision,
};
use orogen_raster::picture::{Relief, relief};
use orogen_raster::statistics::{hurst_article, hurst_second_difference};
use orogen_raster::{CellSize, horn, thermal};

const SEVEN: Seed = Seed::Own(7);
const CELLS: Placement = Placement { x0: 0.0, z0: 0.0, step_x: 30.0, step_z: 30.0 };

fn surface(side: usize) -> Grid<f64> {
    subdivision(SEVEN, &Subdivision::default(), side, side, CELLS).expect("a surface of this size").map(|h| 1500.0 * h)
}

/// The demonstration's own sizes: 129 x 129 cells, 6 octaves, 40 sweeps.
fn article_presets(c: &mut Criterion) {
    let mut group = c.benchmark_group("article_129");
    group.bench_function("diamond_square", |b| {
        b.iter(|| article::diamond_square(black_box(SEVEN), &article::ArticleDiamondSquare::default()));
    });
    group.bench_function("fbm", |b| b.iter(|| article::fbm(black_box(SEVEN), &article::ArticleFbm::default())));
    let map = article::diamond_square(SEVEN, &article::ArticleDiamondSquare::default()).expect("the preset");
    group.bench_function("thermal_40", |b| b.iter(|| thermal::article(black_box(&map), 40)));
    group.finish();
}

fn generators(c: &mut Criterion) {
    let mut group = c.benchmark_group("generate_513");
    group.sample_size(10);
    group.bench_function("diamond_square", |b| {
        b.iter(|| diamond_square(black_box(SEVEN), &DiamondSquare::default(), 513, 513, CELLS));
    });
    group.bench_function("subdivision", |b| {
        b.iter(|| subdivision(black_box(SEVEN), &Subdivision::default(), 513, 513, CELLS));
    });
    for hurst in [0.5, 0.8] {
        group.bench_function(format!("exact_fbm_h{hurst}"), |b| {
            b.iter(|| exact_fbm(black_box(SEVEN), &ExactFbm { hurst }, 513, 513, CELLS));
        });
    }
    for lattice in [Lattice::Value, Lattice::Gradient] {
        let fractal = Fractal::new(SEVEN, Shape::Fbm, lattice, &FractalParams::default()).expect("the defaults");
        group.bench_function(format!("fbm_{lattice:?}_8_octaves"), |b| b.iter(|| fractal.grid(513, 513, CELLS)));
    }
    group.finish();
}

fn statistics(c: &mut Criterion) {
    let map = surface(1025);
    let mut group = c.benchmark_group("statistics_1025");
    group.sample_size(20);
    group.bench_function("hurst_second_difference", |b| b.iter(|| hurst_second_difference(black_box(&map))));
    group.bench_function("hurst_article", |b| b.iter(|| hurst_article(black_box(&map))));
    group.finish();
}

fn pictures(c: &mut Criterion) {
    let map = surface(1025);
    let cells = CellSize::from(CELLS);
    let mut group = c.benchmark_group("picture_1025");
    group.sample_size(20);
    group.bench_function("horn", |b| b.iter(|| horn(black_box(&map), &cells)));
    let jets = horn(&map, &cells).expect("cells that fit");
    group.bench_function("relief", |b| b.iter(|| relief(black_box(&jets), &Relief::default())));
    group.finish();
}

criterion_group!(benches, article_presets, generators, statistics, pictures);
criterion_main!(benches);
