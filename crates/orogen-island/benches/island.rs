//! How long an island takes, and how that grows with the number of points.

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use orogen_field::Seed;
use orogen_island::mesh::{IslandMesh, Layout, TriangleGraph, spacing_for_points};
use orogen_island::stages::{WindOrder, downslope};
use orogen_island::{Island, IslandParams};

const POINTS: [u32; 3] = [25_000, 100_000, 1_000_000];

fn mesh(points: u32) -> IslandMesh {
    let layout = Layout { spacing: spacing_for_points(points), peak_spacing: 0.035, seed: Seed::Own(12_345) };
    IslandMesh::generate(black_box(&layout)).expect("a layout")
}

/// Each group has its time a point: it should hardly grow.
fn islands(criterion: &mut Criterion) {
    for (name, measure) in [
        ("mesh", measure_mesh as fn(u32) -> Box<dyn FnMut()>),
        ("first build on a mesh", measure_build),
        ("edit, carved, by the heuristic", measure_edit_of_mapgen4),
        ("edit, lakes, by the balance", measure_edit),
        ("downslope", measure_downslope),
        ("wind order", measure_wind),
    ] {
        let mut group = criterion.benchmark_group(name);
        group.sample_size(10);
        for points in POINTS {
            group.throughput(Throughput::Elements(u64::from(points)));
            let mut body = measure(points);
            group.bench_function(BenchmarkId::from_parameter(points), |bencher| bencher.iter(&mut body));
        }
        group.finish();
    }
}

fn measure_mesh(points: u32) -> Box<dyn FnMut()> {
    Box::new(move || drop(black_box(mesh(points))))
}

fn measure_build(points: u32) -> Box<dyn FnMut()> {
    let mesh = mesh(points);
    Box::new(move || drop(black_box(Island::with_mesh(mesh.clone(), IslandParams::default()))))
}

/// What mapgen4 does after every stroke and slider: elevation, rain, rivers. Ours makes biomes as well.
fn measure_edit_of_mapgen4(points: u32) -> Box<dyn FnMut()> {
    edit(points, IslandParams::mapgen4())
}

fn measure_edit(points: u32) -> Box<dyn FnMut()> {
    edit(points, IslandParams::default())
}

fn edit(points: u32, params: IslandParams) -> Box<dyn FnMut()> {
    let mut island = Island::with_mesh(mesh(points), params).expect("the defaults");
    let mut hill_height = 0.02;
    Box::new(move || {
        hill_height = 0.05 - hill_height;
        black_box(island.set("hill_height", hill_height).expect("a height in its range"));
    })
}

fn measure_downslope(points: u32) -> Box<dyn FnMut()> {
    let island = Island::with_mesh(mesh(points), IslandParams::default()).expect("the defaults");
    Box::new(move || {
        let graph = TriangleGraph::solid(&island.mesh().mesh);
        drop(black_box(downslope(&graph, island.uncarved_elevation_t())));
    })
}

fn measure_wind(points: u32) -> Box<dyn FnMut()> {
    let mesh = mesh(points).mesh;
    Box::new(move || drop(black_box(WindOrder::new(&mesh, black_box(30.0)))))
}

criterion_group!(benches, islands);
criterion_main!(benches);
