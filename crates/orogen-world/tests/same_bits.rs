//! The same bits for the same point: one by one, in batches, windows and chunks, in any order, with any memo, on any thread.

use orogen_field::{Jet, Placement, Seed};
use orogen_world::{CHUNK_CELLS, Preset, Sampler, World, chunk_of};

fn worlds() -> impl Iterator<Item = World> {
    let seeds = [Seed::Own(7), Seed::Reference(24301)];
    Preset::ALL.iter().flat_map(move |&preset| seeds.map(|seed| World::new(preset, seed)))
}

/// Bits, so that a -0 is not a 0.
fn bits(ground: Jet) -> [u64; 3] {
    [ground.value, ground.dx, ground.dz].map(f64::to_bits)
}

#[track_caller]
fn assert_same(a: &[Jet], b: &[Jet]) {
    assert!(a.iter().copied().map(bits).eq(b.iter().copied().map(bits)));
}

/// A block of places across the olympic shore and road, and one inland.
fn places() -> Vec<[f64; 2]> {
    let block = |x0: f64, z0: f64| {
        (0..24).flat_map(move |i| (0..24).map(move |j| [x0 + f64::from(j) * 13.7, z0 + f64::from(i) * 31.1]))
    };
    block(-450.0, -300.0).chain(block(2000.0, 7000.0)).collect()
}

#[test]
fn one_by_one_in_batches_backwards_and_with_any_memo() {
    for world in worlds() {
        let places = places();
        let single: Vec<Jet> = places.iter().map(|&[x, z]| world.sample(x, z).unwrap()).collect();
        let mut batch = vec![Jet::default(); places.len()];
        world.sample_into(&places, &mut batch).unwrap();
        assert_same(&single, &batch);
        for memo in [0, 1, 2, 3, 64, 1000] {
            let mut sampler = Sampler::new(&world, memo);
            let mut backwards: Vec<Jet> = places.iter().rev().map(|&[x, z]| sampler.sample(x, z).unwrap()).collect();
            backwards.reverse();
            assert_same(&single, &backwards);
        }
    }
}

#[test]
fn windows_of_any_shape_are_parts_of_the_whole() {
    for world in worlds() {
        for (x0, z0, step) in [(-330.0, -20.0, 0.1), (-420.0, 470.0, 1.0 / 3.0), (-500.0, -700.0, 33.0)] {
            let whole = world.window(x0, z0, 16, 16, step).unwrap();
            for (cols, rows) in [(4, 4), (1, 1), (3, 5), (7, 7), (16, 1), (1, 16)] {
                for (col, row) in [(0, 0), (16 - cols, 16 - rows)] {
                    // A part lies where the whole puts it: position is origin + index * step, never accumulated.
                    let placement = whole.placement();
                    let part: Vec<Jet> = (0..rows * cols)
                        .map(|i| {
                            let (x, z) = (placement.x(col + i % cols), placement.z(row + i / cols));
                            world.sample(x, z).unwrap()
                        })
                        .collect();
                    let cut: Vec<Jet> =
                        (row..row + rows).flat_map(|r| whole.row(r)[col..col + cols].to_vec()).collect();
                    assert_same(&part, &cut);
                }
            }
            let tile = world.window(x0, z0, 4, 4, step).unwrap();
            for row in 0..4 {
                assert_same(tile.row(row), &whole.row(row)[..4]);
            }
        }
    }
}

#[test]
fn windows_with_another_step_along_each_axis() {
    let world = World::new(Preset::Olympic, Seed::Own(7));
    let placement = Placement { x0: -400.0, z0: 40.0, step_x: 5.0, step_z: 0.25 };
    let window = world.sampler().window(placement, 9, 5).unwrap();
    assert_eq!(bits(*window.at(4, 8)), bits(world.sample(-360.0, 41.0).unwrap()));
}

#[test]
fn chunks_hold_cell_centres() {
    for world in worlds() {
        for (cx, cz) in [(0, 0), (-1, -1), (-11, 3), (-12, -22), (31_250, -31_250)] {
            let chunk = world.chunk(cx, cz).unwrap();
            for (row, col) in [(0, 0), (31, 31), (5, 17)] {
                let x = 32.0 * f64::from(cx) + col as f64 + 0.5;
                let z = 32.0 * f64::from(cz) + row as f64 + 0.5;
                assert_eq!(bits(*chunk.at(row, col)), bits(world.sample(x, z).unwrap()));
                assert_eq!((chunk_of(x), chunk_of(z)), (cx, cz));
            }
            assert_eq!((chunk.rows(), chunk.cols()), (CHUNK_CELLS, CHUNK_CELLS));
        }
    }
}

#[test]
fn any_number_of_threads() {
    let world = World::new(Preset::Olympic, Seed::Own(7));
    let places = places();
    let mut expected = vec![Jet::default(); places.len()];
    world.sample_into(&places, &mut expected).unwrap();
    for threads in [2, 3, 8] {
        let mut out = vec![Jet::default(); places.len()];
        let share = places.len().div_ceil(threads);
        std::thread::scope(|scope| {
            for (places, out) in places.chunks(share).zip(out.chunks_mut(share)) {
                let world = &world;
                scope.spawn(move || world.sample_into(places, out).unwrap());
            }
        });
        assert_same(&expected, &out);
    }
}

#[test]
fn a_copy_of_a_world_and_a_world_made_again_are_that_world() {
    for world in worlds() {
        let again = World::with_tunables(world.tunables().clone(), world.seed()).unwrap();
        assert_eq!(world, again);
        assert_eq!(bits(world.sample(-311.0, 20.0).unwrap()), bits(again.sample(-311.0, 20.0).unwrap()));
        assert_eq!(world.clone().level_id(), again.level_id());
    }
}
