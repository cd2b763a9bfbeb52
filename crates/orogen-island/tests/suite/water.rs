//! What holds of rivers on every island.

use orogen_island::mesh::{DualMesh, TriangleGraph, TriangleId};
use orogen_island::stages::{Drainage, Seeding, carve, downslope, flow};
use orogen_island::{Island, IslandParams, PaintMap};

use crate::generated;

fn triangles(drainage: &Drainage) -> impl Iterator<Item = (TriangleId, Option<TriangleId>)> + '_ {
    (0..drainage.receivers().element_count()).map(TriangleId::from_index).map(|t| (t, drainage.t_downslope_t(t)))
}

/// Checks rivers and beds; returns where they end.
fn check(island: &Island) -> Seeding {
    let mesh = &island.mesh().mesh;
    let (before, after) = (island.uncarved_elevation_t(), island.elevation_t());
    let drainage = island.drainage();
    assert!(before.iter().chain(after).all(|e| e.is_finite()));

    // Every triangle is reached once, after what it drains to, and drains across one of its sides.
    assert_eq!(drainage.receivers().element_count(), mesh.solid_triangle_count());
    let mut place = vec![usize::MAX; drainage.receivers().element_count()];
    for (index, t) in drainage.t_in_order().enumerate() {
        assert_eq!(core::mem::replace(&mut place[t.index()], index), usize::MAX);
    }
    let is_seed = |t: TriangleId| match drainage.seeding() {
        Seeding::DeepSea => before[t.index()] < -0.1,
        _ => drainage.t_downslope_t(t).is_none(),
    };
    for (t, receiver) in triangles(drainage) {
        let Some(receiver) = receiver else {
            assert!(is_seed(t), "{t:?} ends inland");
            continue;
        };
        assert!(mesh.t_neighbors_t(t).contains(&receiver));
        assert!(is_seed(t) || place[receiver.index()] < place[t.index()]);
        assert!(!is_seed(t) || before[receiver.index()] < before[t.index()]);
        // On land, flow does not fall downstream, and beds fall.
        if before[t.index()] >= 0.0 {
            assert!(island.flow_t()[receiver.index()] >= island.flow_t()[t.index()]);
            let drop = after[t.index()] - after[receiver.index()];
            let least = island.params().bed_gradient * mesh.length_between(t, receiver);
            // But for the rounding of a sum of numbers below 1.
            assert!(drop >= least - 1e-15 && (drop > 0.0 || least == 0.0), "{t:?} falls by {drop}, not {least}");
        }
    }
    // The sea bed stays, the coast stays, and beds are raised by no more than the gradient over the longest way.
    for (a, b) in before.iter().zip(after) {
        assert!(if *a < 0.0 {
            a.to_bits() == b.to_bits()
        } else {
            *b >= 0.0 && *b <= a + island.params().bed_gradient * 30.0
        });
    }
    check_balance(island, &is_seed);
    drainage.seeding()
}

/// All that runs off reaches a seed.
fn check_balance(island: &Island, is_seed: &dyn Fn(TriangleId) -> bool) {
    let (elevation, moisture) = (island.uncarved_elevation_t(), island.moisture_t());
    let run_off = |t: TriangleId| {
        let (e, m) = (elevation[t.index()], moisture[t.index()]);
        if e >= 0.0 { island.params().flow * m * m } else { 0.0 }
    };
    let drainage = island.drainage();
    let all: f64 = triangles(drainage).map(|(t, _)| run_off(t)).sum();
    let arriving = triangles(drainage).filter(|(t, to)| !is_seed(*t) && to.is_some_and(is_seed));
    let on_seeds: f64 = triangles(drainage).filter(|(t, _)| is_seed(*t)).map(|(t, _)| run_off(t)).sum();
    let end = arriving.map(|(t, _)| island.flow_t()[t.index()]).sum::<f64>() + on_seeds;
    assert!((all - end).abs() <= 1e-11 * all, "{all} runs off, {end} arrives");
}

fn coarse() -> IslandParams {
    IslandParams { spacing: 0.02, ..IslandParams::mapgen4() }
}

#[test]
fn rivers_hold_for_many_seeds() {
    let mesh = generated(0.015);
    for seed in 1..=60 {
        let island = Island::with_mesh(mesh.clone(), IslandParams { seed, ..coarse() }).unwrap();
        assert_eq!(check(&island), Seeding::DeepSea);
    }
}

#[test]
fn rivers_hold_at_both_ends_of_every_parameter() {
    let mesh = generated(0.02);
    // The other models of runoff and depressions are another file's.
    for spec in IslandParams::TABLE.iter().filter(|spec| !["runoff", "depressions"].contains(&spec.name)) {
        for value in [spec.min, spec.max] {
            check(&Island::with_mesh(mesh.clone(), coarse().with(spec.name, value).unwrap()).unwrap());
        }
    }
    for spacing in [0.1, 0.008] {
        check(&Island::new(IslandParams { spacing, ..coarse() }).unwrap());
    }
}

#[test]
fn odd_paint_maps_drain() {
    let mut island = Island::new(coarse()).unwrap();
    let mut paint = |rows, cols, elevation: Vec<f64>| {
        island.set_paint(Some(PaintMap::new(rows, cols, elevation).unwrap())).unwrap();
        let land = island.elevation_t().iter().filter(|e| **e >= 0.0).count();
        (check(&island), land as f64 / island.elevation_t().len() as f64)
    };
    assert_eq!(paint(1, 1, vec![0.5]), (Seeding::LowestBoundary, 1.0));
    assert_eq!(paint(1, 1, vec![1.0]), (Seeding::LowestBoundary, 1.0));
    assert_eq!(paint(1, 1, vec![-1.0]), (Seeding::DeepSea, 0.0));
    assert_eq!(paint(1, 1, vec![0.0]).0, Seeding::LowestBoundary);
    // A pond in the middle of the land is shallow: rivers end at the edge.
    let mut pond = vec![0.3; 81];
    pond[40] = -0.05;
    assert_eq!(paint(9, 9, pond).0, Seeding::LowestBoundary);
    // An island of one sample.
    let mut speck = vec![-0.5; 81];
    speck[40] = 0.6;
    let (seeding, land) = paint(9, 9, speck);
    assert!(seeding == Seeding::DeepSea && land > 0.0 && land < 0.02, "{land}");
}

#[test]
fn without_an_edge_rivers_end_in_the_lowest_triangles() {
    let mesh = generated(0.05).mesh;
    let sides = || (0..mesh.side_count()).map(orogen_island::mesh::SideId::from_index);
    let (begin, twin): (Vec<u32>, Vec<u32>) = sides().map(|s| (mesh.r_begin_s(s).0, mesh.twin_s(s).0)).unzip();
    let edgeless =
        DualMesh::from_arrays(mesh.position_r().to_vec(), vec![false; mesh.solid_region_count()], &begin, &twin)
            .unwrap();
    let elevation_t: Vec<f64> = (0..edgeless.solid_triangle_count()).map(|t| (t % 7) as f64).collect();
    let drainage = downslope(&TriangleGraph::solid(&edgeless), &elevation_t).unwrap();
    assert_eq!(drainage.seeding(), Seeding::Lowest);
    let roots = triangles(&drainage).filter(|(_, to)| to.is_none()).map(|(t, _)| t.index());
    assert!(roots.eq((0..elevation_t.len()).step_by(7)));
}

/// A strip of ground with a pit behind a ridge: the ridge is cut down to the pit, and the flow goes through.
#[test]
fn a_ridge_before_a_pit_is_cut() {
    let mesh = generated(0.03).mesh;
    let elevation_t: Vec<f64> = mesh.position_t()[..mesh.solid_triangle_count()]
        .iter()
        .map(|p| match p[0] {
            x if x < 0.3 => -0.5,
            x if x < 0.6 => 0.4,
            x if x < 0.8 => 0.1,
            _ => 0.6,
        })
        .collect();
    let drainage = downslope(&TriangleGraph::solid(&mesh), &elevation_t).unwrap();
    let (mut flow_t, mut carved_t) = (Vec::new(), Vec::new());
    let moist = vec![1.0; elevation_t.len()];
    flow(&drainage, &elevation_t, &moist, &IslandParams { flow: 1.0, ..IslandParams::default() }, &mut flow_t).unwrap();
    carve(&mesh, &drainage, &elevation_t, 0.0, &mut carved_t).unwrap();
    let cut = (0..flow_t.len()).filter(|t| elevation_t[*t] == 0.4 && carved_t[*t] == 0.1);
    let largest = cut.map(|t| flow_t[t]).fold(0.0, f64::max);
    let behind = elevation_t.iter().filter(|e| **e == 0.1).count() as f64;
    assert!(largest >= behind, "{largest} of {behind}");
}
