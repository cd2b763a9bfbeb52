//! Filling, routing and accumulating, against the slow way, on random rasters and meshes.

use crate::oracle::{Surface, fill_by_fixpoint, mesh_of, mesh_surface, neighbors, raster_surface, same_bits};
use orogen_flow::sanity::{check_accumulation, check_filled, check_receivers, checked_order};
use orogen_flow::{
    BasinGraph, BasinId, Depressions, ElementId, Receiver, Receivers, Role, Topology, accumulate, accumulate_exact,
    basins, carved_surface, fill, flood, graded_surface, grow_downslope, route, steepest_descent,
    steepest_descent_on_filled,
};
use proptest::prelude::*;

/// Floods and fills a surface in both ways, and compares with the fixpoint.
fn check_filling(surface: &Surface<impl Topology>) {
    let Surface { topology, elevation_m } = surface;
    let expected = fill_by_fixpoint(surface);
    let flood = flood(topology, elevation_m).unwrap();
    // Zero has two signs, of which no surface cares.
    let equal = |a: &[f64]| a.iter().zip(&expected).all(|(a, b)| a == b || (a.is_nan() && b.is_nan()));
    assert!(equal(&flood.filled_m), "flooded {:?}, expected {expected:?}", flood.filled_m);
    let filled = fill(topology, elevation_m).unwrap();
    assert!(equal(&filled), "filled {filled:?}, expected {expected:?}");
    check_filled(topology, elevation_m, &flood.filled_m, &flood.receivers).unwrap();

    let order = checked_order(topology, &flood.receivers).unwrap();
    let expected_basins = basins(&flood.receivers, &order).unwrap();
    assert_eq!(flood.basins, expected_basins);

    let steepest = steepest_descent_on_filled(topology, &filled, &flood.receivers).unwrap();
    check_filled(topology, elevation_m, &filled, &steepest).unwrap();
}

/// Routes a surface in both ways, and checks what each promises.
fn check_routing(surface: &Surface<impl Topology>) {
    let Surface { topology, elevation_m } = surface;
    let filled = fill(topology, elevation_m).unwrap();
    let filling = route(topology, elevation_m, Depressions::Fill).unwrap();
    check_filled(topology, elevation_m, &filled, &filling).unwrap();
    let carving = route(topology, elevation_m, Depressions::Carve).unwrap();
    let order = checked_order(topology, &carving).unwrap();
    let carved = carved_surface(&carving, &order, elevation_m).unwrap();
    let graded = graded_surface(&carving, &order, &carved).unwrap();
    for element in surface.ids().filter(|element| topology.role(*element) != Role::Void) {
        let index = element.index();
        assert!(carved[index] <= elevation_m[index]);
        let Receiver::To(receiver) = carving.of(element) else { continue };
        assert!(carved[receiver.index()] <= carved[index], "a river climbs at {element:?}");
        assert!(graded[receiver.index()] < graded[index], "a river stands still at {element:?}");
    }
    check_turned(surface, &carving);
}

/// Carving turns round the descents from exits to pits, and nothing else.
fn check_turned(surface: &Surface<impl Topology>, carving: &Receivers) {
    let graph = BasinGraph::new(&surface.topology, &surface.elevation_m).unwrap();
    let descent = steepest_descent(&surface.topology, &surface.elevation_m).unwrap();
    let mut expected: Vec<Receiver> = surface.ids().map(|element| descent.of(element)).collect();
    for exit in (1..graph.basin_count() as u32).filter_map(|basin| graph.exit(BasinId(basin))) {
        let mut path = vec![exit.to, exit.from];
        while let Receiver::To(next) = descent.of(path[path.len() - 1]) {
            path.push(next);
        }
        path.windows(2).for_each(|step| expected[step[1].index()] = Receiver::To(step[0]));
    }
    assert_eq!(Receivers::new(&expected).as_ref(), Ok(carving));
}

/// Checks that each receiver is the steepest neighbour, or a step across a flat.
fn check_descent(surface: &Surface<impl Topology>) {
    let Surface { topology, elevation_m } = surface;
    let descent = steepest_descent(topology, elevation_m).unwrap();
    for element in surface.ids().filter(|element| topology.role(*element) == Role::Interior) {
        let slope = |(to, d): &(ElementId, f64)| (elevation_m[element.index()] - elevation_m[to.index()]) / d;
        let beside = neighbors(topology, element);
        let steepest = beside.iter().map(slope).fold(f64::NEG_INFINITY, f64::max);
        match descent.of(element) {
            Receiver::To(to) if steepest > 0.0 => {
                let first = beside.iter().find(|neighbor| slope(neighbor) == steepest).unwrap();
                assert_eq!(to, first.0, "the first of the steepest");
            }
            Receiver::To(to) => assert_eq!(elevation_m[to.index()], elevation_m[element.index()]),
            _ => assert!(steepest <= 0.0),
        }
    }
}

/// Accumulates weights by walking down from every element.
fn accumulate_by_walking(receivers: &Receivers, weights: &[u64]) -> Vec<u64> {
    let mut sums = vec![0; weights.len()];
    for (start, weight) in weights.iter().enumerate() {
        let mut at = ElementId::from_index(start);
        if receivers.of(at) == Receiver::Void {
            continue;
        }
        sums[start] += weight;
        while let Receiver::To(next) = receivers.of(at) {
            sums[next.index()] += weight;
            at = next;
        }
    }
    sums
}

fn check_accumulating(surface: &Surface<impl Topology>) {
    let receivers = route(&surface.topology, &surface.elevation_m, Depressions::Carve).unwrap();
    let order = checked_order(&surface.topology, &receivers).unwrap();
    // Weights of 0 among them.
    let weights: Vec<u64> = surface.ids().map(|element| u64::from(element.0 * 7 % 5)).collect();
    let exact = accumulate_exact(&receivers, &order, &weights).unwrap();
    assert_eq!(exact, accumulate_by_walking(&receivers, &weights));
    let weights: Vec<f64> = weights.into_iter().map(|weight| weight as f64).collect();
    let sums = accumulate(&receivers, &order, &weights).unwrap();
    check_accumulation(&receivers, &weights, &sums).unwrap();
    for element in surface.ids() {
        match receivers.of(element) {
            Receiver::Void => assert!(sums[element.index()].is_nan()),
            _ => assert_eq!(sums[element.index()], exact[element.index()] as f64),
        }
    }
}

/// A plain search takes elements in the order in which a list sorted afresh before every step gives them.
fn check_search(surface: &Surface<impl Topology>) {
    let Surface { topology, elevation_m } = surface;
    // Not only what is low: receivers must not go round through high seeds either.
    let is_seed = |element: ElementId| {
        topology.role(element) != Role::Void && (elevation_m[element.index()] < 1.0 || element.0 % 4 == 1)
    };
    let found = grow_downslope(topology, elevation_m, is_seed).unwrap();
    let mut front: Vec<ElementId> = surface.ids().filter(|element| is_seed(*element)).collect();
    let mut order = front.clone();
    while let Some(lowest) = (0..front.len()).min_by(|a, b| {
        elevation_m[front[*a].index()].total_cmp(&elevation_m[front[*b].index()]).then(front[*a].cmp(&front[*b]))
    }) {
        let at = front.swap_remove(lowest);
        for (neighbor, _) in neighbors(topology, at) {
            if !order.contains(&neighbor) {
                assert_eq!(found.receivers.of(neighbor), Receiver::To(at));
                order.push(neighbor);
                front.push(neighbor);
            }
        }
    }
    assert_eq!(found.order, order);
    for seed in surface.ids().filter(|element| is_seed(*element)) {
        let lower = |n: &ElementId| is_seed(*n) && elevation_m[n.index()] < elevation_m[seed.index()];
        let lower = neighbors(topology, seed).into_iter().map(|(neighbor, _)| neighbor).filter(lower);
        let lowest = lower.min_by(|a, b| elevation_m[a.index()].total_cmp(&elevation_m[b.index()]));
        assert_eq!(found.receivers.of(seed), lowest.map_or(Receiver::Root, Receiver::To));
    }
    let as_given: Vec<Receiver> = surface.ids().map(|element| found.receivers.of(element)).collect();
    assert_eq!(Receivers::new(&as_given), Ok(found.receivers), "a forest");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn filled_rasters_are_the_fixpoint(surface in raster_surface()) {
        check_filling(&surface);
    }

    #[test]
    fn filled_meshes_are_the_fixpoint(surface in mesh_surface()) {
        check_filling(&surface);
    }

    #[test]
    fn every_cell_of_a_raster_drains(surface in raster_surface()) {
        check_routing(&surface);
    }

    #[test]
    fn every_element_of_a_mesh_drains(surface in mesh_surface()) {
        check_routing(&surface);
    }

    #[test]
    fn descents_are_the_steepest(raster in raster_surface(), mesh in mesh_surface()) {
        check_descent(&raster);
        check_descent(&mesh);
    }

    #[test]
    fn accumulations_are_those_of_walking_down(raster in raster_surface(), mesh in mesh_surface()) {
        check_accumulating(&raster);
        check_accumulating(&mesh);
    }

    #[test]
    fn plain_searches_take_the_lowest_first(raster in raster_surface(), mesh in mesh_surface()) {
        check_search(&raster);
        check_search(&mesh);
    }

    #[test]
    fn a_raster_and_its_mesh_drain_alike(surface in raster_surface()) {
        let mesh = mesh_of(&surface.topology);
        for depressions in [Depressions::Carve, Depressions::Fill] {
            let on_raster = route(&surface.topology, &surface.elevation_m, depressions).unwrap();
            check_receivers(&mesh, &on_raster).unwrap();
            prop_assert_eq!(on_raster, route(&mesh, &surface.elevation_m, depressions).unwrap());
        }
        let on_raster = flood(&surface.topology, &surface.elevation_m).unwrap();
        let on_mesh = flood(&mesh, &surface.elevation_m).unwrap();
        prop_assert!(same_bits(&on_raster.filled_m, &on_mesh.filled_m));
        prop_assert_eq!(on_raster.receivers, on_mesh.receivers);
    }
}
