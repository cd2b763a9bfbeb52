//! Samples per second with value and gradient, one thread, beside noise-rs, which gives values only.
//!
//! `cargo bench -p orogen-world`

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use noise::{Fbm, HybridMulti, MultiFractal, NoiseFn, Perlin};
use orogen_field::{Jet, Seed};
use orogen_world::{Preset, World};

const POINTS: usize = 4096;

/// Places over some 8 km of coast and mountains; no two share a line.
fn places() -> Vec<[f64; 2]> {
    let place = |i: usize| [(i as f64 * 7.31) % 9000.0 - 1500.0, (i as f64 * 3.77) % 8000.0 - 3000.0];
    (0..POINTS).map(place).collect()
}

fn worlds(c: &mut Criterion) {
    let places = places();
    let mut group = c.benchmark_group("value and gradient");
    group.throughput(Throughput::Elements(POINTS as u64));
    for &preset in Preset::ALL {
        for seed in [Seed::Own(1337), Seed::Reference(1337)] {
            let world = World::new(preset, seed);
            let mut out = vec![Jet::default(); POINTS];
            group.bench_function(format!("{preset} {seed}"), |b| {
                b.iter(|| world.sample_into(black_box(&places), &mut out).expect("places in the domain"));
            });
            // A benchmark that measures the wrong thing is worse than none.
            assert_eq!(out[77], world.sample(places[77][0], places[77][1]).expect("a place in the domain"));
        }
    }
    group.finish();
}

fn rivals(c: &mut Criterion) {
    let places = places();
    let mut group = c.benchmark_group("noise-rs, value only, 8 octaves");
    group.throughput(Throughput::Elements(POINTS as u64));
    let fbm: Fbm<Perlin> = Fbm::new(1337).set_octaves(8);
    let hybrid: HybridMulti<Perlin> = HybridMulti::new(1337).set_octaves(8);
    let fields: [(&str, &dyn NoiseFn<f64, 2>); 2] = [("Fbm", &fbm), ("HybridMulti", &hybrid)];
    for (name, field) in fields {
        group.bench_function(name, |b| {
            b.iter(|| places.iter().map(|&[x, z]| field.get([black_box(x) / 1024.0, z / 1024.0])).sum::<f64>());
        });
    }
    group.finish();
}

criterion_group!(benches, worlds, rivals);
criterion_main!(benches);
