//! How long an island takes, and how that grows with the number of points.

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use orogen_field::Seed;
use orogen_island::mesh::{IslandMesh, Layout, spacing_for_points};

fn meshes(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("mesh");
    group.sample_size(10);
    for points in [25_000, 100_000, 1_000_000] {
        let layout = Layout { spacing: spacing_for_points(points), peak_spacing: 0.035, seed: Seed::Own(12_345) };
        group.throughput(Throughput::Elements(u64::from(points)));
        group.bench_function(BenchmarkId::from_parameter(points), |b| {
            b.iter(|| IslandMesh::generate(black_box(&layout)))
        });
    }
    group.finish();
}

criterion_group!(benches, meshes);
criterion_main!(benches);
