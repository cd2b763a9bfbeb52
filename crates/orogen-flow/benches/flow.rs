//! How long drainage takes on a rough surface: time an element should not depend on the size.

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use orogen_field::{Seed, fractal::Fbm};
use orogen_flow::{Depressions, Raster, RasterSpec, StackOrder, accumulate, accumulate_exact, fill, flood, route};

/// Gradient noise in octaves from a quarter of the width down to two cells: a quarter of it lies in depressions.
fn rough_surface(side: usize) -> Vec<f64> {
    let fbm = Fbm::new(Seed::Own(7), 0, side.ilog2() - 2);
    let scale = 4.0 / side as f64;
    (0..side * side)
        .map(|cell| 1000.0 * fbm.jet((cell % side) as f64 * scale, (cell / side) as f64 * scale).value)
        .collect()
}

fn drainage(criterion: &mut Criterion) {
    for side in [1024, 2048] {
        let surface = rough_surface(side);
        let raster = Raster::new(RasterSpec::square(side, side, 30.0)).expect("a size within the limit");
        let receivers = route(&raster, &surface, Depressions::Carve).expect("a finite surface");
        let order = StackOrder::new(&receivers);
        let (ones, areas_m2) = (vec![1_u64; surface.len()], vec![900.0; surface.len()]);

        let mut group = criterion.benchmark_group("drainage");
        group.sample_size(10).throughput(Throughput::Elements(surface.len() as u64));
        let mut measure = |name: &str, body: &mut dyn FnMut()| {
            group.bench_function(BenchmarkId::new(name, side), |bencher| bencher.iter(&mut *body));
        };
        measure("flood", &mut || drop(black_box(flood(&raster, &surface))));
        measure("fill", &mut || drop(black_box(fill(&raster, &surface))));
        measure("route, carving", &mut || drop(black_box(route(&raster, &surface, Depressions::Carve))));
        measure("route, filling", &mut || drop(black_box(route(&raster, &surface, Depressions::Fill))));
        measure("stack order", &mut || drop(black_box(StackOrder::new(&receivers))));
        measure("accumulate", &mut || drop(black_box(accumulate(&receivers, &order, &areas_m2))));
        measure("accumulate exactly", &mut || drop(black_box(accumulate_exact(&receivers, &order, &ones))));
    }
}

criterion_group!(benches, drainage);
criterion_main!(benches);
