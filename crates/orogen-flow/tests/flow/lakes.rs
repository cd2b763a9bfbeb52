//! Fill-Spill-Merge: against basins that spill one into another until nothing changes, and against sums by hand.

use crate::oracle::{Surface, mesh_surface, neighbors, raster_surface};
use orogen_flow::sanity::check_order;
use orogen_flow::{
    BasinId, DepressionId, Edge, Edges, ElementId, FlowError, Lake, LakeBeds, Lakes, Mesh, Raster, RasterSpec,
    Receiver, Receivers, Role, Topology, fill,
};
use proptest::prelude::*;

/// A lake of the oracle: the basins that it lies in and what it holds.
#[derive(Clone, Debug, Default)]
struct Pool {
    basins: Vec<u32>,
    content: f64,
    is_full: bool,
}

/// The lowest step out of some basins: its elevation, and the basin that it leads to. Links are searched afresh.
fn lowest_pass(surface: &Surface<impl Topology>, beds: &LakeBeds, basins: &[u32]) -> Option<(f64, u32)> {
    let basin = |element| beds.graph().basin_of(element).map(|basin| basin.0);
    let mut lowest: Option<(f64, u32)> = None;
    for element in surface.ids().filter(|element| basin(*element).is_some_and(|basin| basins.contains(&basin))) {
        for (neighbor, _) in neighbors(&surface.topology, element) {
            let beyond = basin(neighbor).unwrap();
            let pass = surface.elevation_m[element.index()].max(surface.elevation_m[neighbor.index()]);
            if !basins.contains(&beyond) && lowest.is_none_or(|(level, _)| pass < level) {
                lowest = Some((pass, beyond));
            }
        }
    }
    lowest
}

/// Lets pools spill and merge until nothing changes; `kept_below(element, level)` is what an element keeps of a lake that
/// stands at a level. Returns the pools, and what reached the sea.
fn spill_to_fixpoint(
    surface: &Surface<impl Topology>,
    beds: &LakeBeds,
    inflow: &[f64],
    kept_below: impl Fn(usize, f64) -> f64,
) -> (Vec<Pool>, f64) {
    let mut outflow = inflow[0];
    let mut pools: Vec<Pool> =
        (1..inflow.len()).map(|b| Pool { basins: vec![b as u32], content: inflow[b], is_full: false }).collect();
    loop {
        let spills = |pool: &Pool| {
            let (level, beyond) = lowest_pass(surface, beds, &pool.basins)?;
            let basin = |element: ElementId| beds.graph().basin_of(element).map(|basin| basin.0);
            let capacity: f64 = surface
                .ids()
                .filter(|e| {
                    basin(*e).is_some_and(|b| pool.basins.contains(&b)) && surface.elevation_m[e.index()] < level
                })
                .map(|element| kept_below(element.index(), level))
                .sum();
            (pool.content > capacity * (1.0 + 1e-14)).then_some((capacity, beyond))
        };
        let Some((at, (capacity, beyond))) =
            pools.iter().enumerate().find_map(|(index, pool)| Some((index, spills(pool)?)))
        else {
            return (pools, outflow);
        };
        let excess = pools[at].content - capacity;
        pools[at].is_full = true;
        if beyond == 0 {
            outflow += excess;
            pools[at].content = capacity;
            continue;
        }
        let other = pools.iter().position(|pool| pool.basins.contains(&beyond)).unwrap();
        let back = lowest_pass(surface, beds, &pools[other].basins).is_some_and(|(_, b)| pools[at].basins.contains(&b));
        if pools[other].is_full && back {
            let merged = pools[other].clone();
            pools[at].basins.extend(merged.basins);
            pools[at].content += merged.content;
            pools[at].is_full = false;
            pools.remove(other);
        } else {
            pools[at].content = capacity;
            pools[other].content += excess;
        }
    }
}

/// The basins under each lake, with what it keeps and whether it overflows.
fn pools_of(beds: &LakeBeds, lakes: &Lakes) -> Vec<Pool> {
    let parts = |depression: DepressionId| {
        let mut basins = Vec::new();
        let mut stack = vec![depression];
        while let Some(at) = stack.pop() {
            match beds.hierarchy().depressions()[at.index()].parts {
                Some(parts) => stack.extend(parts),
                None => basins.push(at.0 + 1),
            }
        }
        basins
    };
    let pool =
        |lake: &Lake| Pool { basins: parts(lake.depression), content: lake.kept_m3, is_full: lake.outlet.is_some() };
    lakes.lakes.iter().map(pool).collect()
}

fn assert_same_pools(mut got: Vec<Pool>, expected: Vec<Pool>, scale: f64) {
    let mut expected: Vec<Pool> = expected.into_iter().filter(|pool| pool.content > 0.0 || pool.is_full).collect();
    for pools in [&mut got, &mut expected] {
        pools.iter_mut().for_each(|pool| pool.basins.sort_unstable());
        pools.sort_by(|a, b| a.basins.cmp(&b.basins));
    }
    let same = |(a, b): (&Pool, &Pool)| a.basins == b.basins && (a.content - b.content).abs() <= 1e-9 * scale;
    let all_same = got.len() == expected.len() && got.iter().zip(&expected).all(same);
    assert!(all_same, "got {got:?}\nexpected {expected:?}");
}

/// What every set of lakes has to keep: the balance, even surfaces, drainage without cycles that ends at roots.
fn check_lakes(surface: &Surface<impl Topology>, beds: &LakeBeds, lakes: &Lakes, rain_m: &[f64], area_m2: &[f64]) {
    let Surface { topology, elevation_m } = surface;
    let is_ground = |element: &ElementId| topology.role(*element) != Role::Void;
    let total: f64 = surface.ids().filter(is_ground).map(|e| rain_m[e.index()] * area_m2[e.index()]).sum();
    let kept: f64 = lakes.lakes.iter().map(|lake| lake.kept_m3).sum();
    assert!((kept + lakes.outflow_m3 - total).abs() <= 1e-12 * total, "{kept} + {} of {total}", lakes.outflow_m3);

    let filled = fill(topology, elevation_m).unwrap();
    // Where no outlet can be reached, the filled surface lets water out at the lowest pit, and a lake stands above it.
    let all_spill = beds.hierarchy().depressions().iter().all(|depression| depression.spill.is_some());
    for element in surface.ids().filter(is_ground) {
        if let Some(lake) = lakes.lake_of(element) {
            let surface_m = lakes.lakes[lake].surface_m;
            assert!(elevation_m[element.index()] < surface_m);
            let drains = beds.graph().basin_of(element) == Some(BasinId::SEA);
            assert!(!drains, "{element:?} lies under a lake and drains to an outlet");
            assert!(surface_m <= filled[element.index()] || !all_spill);
        }
    }

    let drainage = lakes.drainage(topology, beds, rain_m).unwrap();
    check_order(&drainage.receivers, &drainage.order).unwrap();
    let mut at_outlets = 0.0;
    for element in surface.ids().filter(is_ground) {
        let discharge = drainage.discharge_m3[element.index()];
        let lake = lakes.lake_of(element);
        match drainage.receivers.of(element) {
            Receiver::Root if topology.role(element) == Role::Outlet => at_outlets += discharge,
            Receiver::Root => assert!(discharge <= 1e-9 * total, "{discharge} is left at {element:?}"),
            Receiver::To(_) if lake.is_some() => check_way_out(surface, lakes, &drainage.receivers, element),
            _ => {}
        }
    }
    assert!((at_outlets - lakes.outflow_m3).abs() <= 1e-9 * total, "{at_outlets} of {}", lakes.outflow_m3);
}

/// A way out of a lake leads over water, or over ground exactly as high, to its one outlet.
fn check_way_out(surface: &Surface<impl Topology>, lakes: &Lakes, receivers: &Receivers, wet: ElementId) {
    let lake = lakes.lake_of(wet);
    let Lake { surface_m, outlet, .. } = lakes.lakes[lake.unwrap()];
    let mut at = wet;
    while lakes.lake_of(at) == lake || surface.elevation_m[at.index()] == surface_m {
        let Receiver::To(next) = receivers.of(at) else { return };
        if outlet.is_some_and(|outlet| at == outlet.from) {
            return assert_eq!(Some(next), outlet.map(|outlet| outlet.to));
        }
        at = next;
    }
    panic!("water leaves {:?} beside its outlet, at {at:?}", lakes.lakes[lake.unwrap()]);
}

fn areas(count: usize) -> Vec<f64> {
    (0..count).map(|index| 1.0 + (index * 5 % 7) as f64 / 4.0).collect()
}

fn check_storing(surface: &Surface<impl Topology>, wetness_m: f64) {
    let count = surface.topology.element_count();
    let area_m2 = areas(count);
    let beds = LakeBeds::new(&surface.topology, &surface.elevation_m, &area_m2).unwrap();
    let water_m: Vec<f64> = (0..count).map(|index| wetness_m * (index * 11 % 13) as f64).collect();
    let lakes = beds.store(&water_m).unwrap();
    check_lakes(surface, &beds, &lakes, &water_m, &area_m2);
    for (index, lake) in lakes.lakes.iter().enumerate() {
        let volume: f64 = surface
            .ids()
            .filter(|element| lakes.lake_of(*element) == Some(index))
            .map(|element| (lake.surface_m - surface.elevation_m[element.index()]) * area_m2[element.index()])
            .sum();
        assert!((volume - lake.kept_m3).abs() <= 1e-9 * (1.0 + lake.kept_m3), "{volume} in {lake:?}");
    }
    if has_ties(surface, &beds) {
        return;
    }
    let inflow = inflows(surface, &beds, &water_m, &area_m2);
    let kept_below = |index: usize, level: f64| (level - surface.elevation_m[index]) * area_m2[index];
    let (pools, outflow) = spill_to_fixpoint(surface, &beds, &inflow, kept_below);
    let scale = inflow.iter().sum();
    assert_same_pools(pools_of(&beds, &lakes), pools, scale);
    assert!((outflow - lakes.outflow_m3).abs() <= 1e-9 * scale);
}

fn check_settling(surface: &Surface<impl Topology>, dryness: f64) {
    let count = surface.topology.element_count();
    let area_m2 = areas(count);
    let beds = LakeBeds::new(&surface.topology, &surface.elevation_m, &area_m2).unwrap();
    let rain_m: Vec<f64> = (0..count).map(|index| (index * 11 % 13) as f64).collect();
    let evaporation_m: Vec<f64> = (0..count).map(|index| dryness * (3.0 + (index * 3 % 5) as f64)).collect();
    let lakes = match beds.settle(&rain_m, &evaporation_m) {
        Ok(lakes) => lakes,
        Err(FlowError::NoSteadyState { excess, .. }) => {
            let spills = |depression: &orogen_flow::Depression| depression.spill.is_some();
            assert!(excess > 0.0 && !beds.hierarchy().depressions().iter().all(spills));
            return;
        }
        Err(other) => panic!("{other}"),
    };
    check_lakes(surface, &beds, &lakes, &rain_m, &area_m2);
    if has_ties(surface, &beds) {
        return;
    }
    let inflow = inflows(surface, &beds, &rain_m, &area_m2);
    let (pools, outflow) = spill_to_fixpoint(surface, &beds, &inflow, |index, _| evaporation_m[index] * area_m2[index]);
    let scale = inflow.iter().sum();
    assert_same_pools(pools_of(&beds, &lakes), pools, scale);
    assert!((outflow - lakes.outflow_m3).abs() <= 1e-9 * scale);
}

/// Whether the lowest passes of two pairs of basins are equally high: then it is a matter of taste where water goes first.
fn has_ties(surface: &Surface<impl Topology>, beds: &LakeBeds) -> bool {
    let mut passes = std::collections::BTreeMap::new();
    for element in surface.ids() {
        for (neighbor, _) in neighbors(&surface.topology, element) {
            let [a, b] = [element, neighbor].map(|end| beds.graph().basin_of(end).unwrap());
            let level = surface.elevation_m[element.index()].max(surface.elevation_m[neighbor.index()]);
            if a < b {
                passes.entry((a, b)).and_modify(|lowest: &mut f64| *lowest = lowest.min(level)).or_insert(level);
            }
        }
    }
    let mut levels: Vec<f64> = passes.into_values().collect();
    levels.sort_by(f64::total_cmp);
    levels.windows(2).any(|pair| pair[0] == pair[1])
}

fn inflows(surface: &Surface<impl Topology>, beds: &LakeBeds, rain_m: &[f64], area_m2: &[f64]) -> Vec<f64> {
    let mut inflow = vec![0.0; beds.graph().basin_count()];
    for element in surface.ids() {
        if let Some(basin) = beds.graph().basin_of(element) {
            inflow[basin.index()] += rain_m[element.index()] * area_m2[element.index()];
        }
    }
    inflow
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn stored_water_spills_to_the_fixpoint(raster in raster_surface(), mesh in mesh_surface(), wetness in 0.01..20.0_f64) {
        check_storing(&raster, wetness);
        check_storing(&mesh, wetness);
    }

    #[test]
    fn steady_lakes_spill_to_the_fixpoint(raster in raster_surface(), mesh in mesh_surface(), dryness in 0.01..20.0_f64) {
        check_settling(&raster, dryness);
        check_settling(&mesh, dryness);
    }
}

/// A valley of 1 m^2 cells that is let out at its left end:
///
/// ```text
/// 0 5 1 3 2 9      pits at 1 and 2, a pass at 3 between them, the way out at 5
/// ```
fn valley() -> (Mesh, Vec<f64>) {
    let mut roles = vec![Role::Interior; 6];
    roles[0] = Role::Outlet;
    let edges: Vec<(u32, u32, f64)> = (0..5).map(|element| (element, element + 1, 1.0)).collect();
    (Mesh::from_edges(roles, &edges).unwrap(), vec![0.0, 5.0, 1.0, 3.0, 2.0, 9.0])
}

#[test]
fn water_fills_spills_and_merges_by_hand() {
    let (mesh, elevation_m) = valley();
    let area_m2 = [1.0; 6];
    let beds = LakeBeds::new(&mesh, &elevation_m, &area_m2).unwrap();
    // Up to the pass at 3 the left pit holds 2 m^3 and the right one 1 m^3; together, up to 5, 2 * 4 + 2 * 2 - 5 = 9.
    let capacities: Vec<f64> = (0..3).map(|index| beds.capacity_m3(DepressionId(index))).collect();
    assert_eq!(capacities, [2.0, 1.0, 9.0]);
    let surfaces = |on_right: f64| {
        let water_m = [0.0, 0.0, 0.0, 0.0, on_right, 0.0];
        let lakes = beds.store(&water_m).unwrap();
        let found: Vec<(f64, f64)> = lakes.lakes.iter().map(|lake| (lake.surface_m, lake.kept_m3)).collect();
        (found, lakes.outflow_m3)
    };
    assert_eq!(surfaces(0.0), (vec![], 0.0));
    assert_eq!(surfaces(0.5), (vec![(2.5, 0.5)], 0.0));
    assert_eq!(surfaces(2.0), (vec![(2.0, 1.0), (3.0, 1.0)], 0.0), "1 m^3 spills to the left");
    assert_eq!(surfaces(6.0), (vec![(4.0, 6.0)], 0.0), "one lake over the pass");
    assert_eq!(surfaces(11.0), (vec![(5.0, 9.0)], 2.0), "it overflows");
}

#[test]
fn lakes_of_a_steady_climate_by_hand() {
    let (mesh, elevation_m) = valley();
    let area_m2 = [1.0; 6];
    let beds = LakeBeds::new(&mesh, &elevation_m, &area_m2).unwrap();
    let settle = |rain: f64| beds.settle(&[0.0, 0.0, 0.0, 0.0, rain, 0.0], &[1.0; 6]).unwrap();
    // Half the evaporation of one cell is reached half way from its bed to the spill.
    assert_eq!(settle(0.5).lakes[0].surface_m, 2.5);
    // Over three flooded cells 3 m^3 evaporate; the rest leaves.
    let wet = settle(4.0);
    assert_eq!((wet.lakes[0].surface_m, wet.lakes[0].kept_m3, wet.outflow_m3), (5.0, 3.0, 1.0));
    let outlet = wet.lakes[0].outlet.unwrap();
    // The sill at 5 m is steeper outwards, so it drains to the sea itself.
    assert_eq!((outlet.from, outlet.to), (ElementId(2), ElementId(1)));
    let drainage = wet.drainage(&mesh, &beds, &[0.0, 0.0, 0.0, 0.0, 4.0, 0.0]).unwrap();
    assert_eq!(drainage.discharge_m3, [1.0, 1.0, 1.0, 4.0, 4.0, 0.0]);
}

/// Case J-01: a ring of mountains about a basin keeps a lake that evaporates what flows in, or overflows.
#[test]
fn a_ring_of_mountains_keeps_a_terminal_lake() {
    let side = 41_usize;
    let raster = Raster::new(RasterSpec::square(side, side, 100.0)).unwrap();
    let elevation_m: Vec<f64> = (0..side * side)
        .map(|cell| {
            let (x, z) = ((cell % side) as f64 - 20.0, (cell / side) as f64 - 20.0);
            let radius = (x * x + z * z).sqrt();
            // A notch in the east lowers the ring.
            let notch = if z == 0.0 && x > 0.0 { 30.0 } else { 0.0 };
            500.0 - (radius - 12.0) * (radius - 12.0) - notch
        })
        .collect();
    let area_m2 = vec![1e4; side * side];
    let beds = LakeBeds::new(&raster, &elevation_m, &area_m2).unwrap();
    let rain_m = vec![0.5; side * side];
    for (evaporation, overflows) in [(50.0, false), (2.0, false), (0.4, true), (0.0, true)] {
        let lakes = beds.settle(&rain_m, &vec![evaporation; side * side]).unwrap();
        let lake = lakes.lakes.iter().max_by(|a, b| a.kept_m3.total_cmp(&b.kept_m3)).unwrap();
        let largest = lakes.lakes.iter().max_by(|a, b| a.volume_m3.total_cmp(&b.volume_m3)).unwrap();
        assert_eq!(largest.outlet.is_some(), overflows, "evaporation {evaporation}: {lake:?}");
        let surface = Surface { topology: raster.clone(), elevation_m: elevation_m.clone() };
        check_lakes(&surface, &beds, &lakes, &rain_m, &area_m2);
    }
}

#[test]
fn without_an_outlet_water_stays_or_there_is_no_steady_state() {
    let closed = RasterSpec { edges: Edges::all(Edge::Closed), ..RasterSpec::square(1, 3, 1.0) };
    let raster = Raster::new(closed).unwrap();
    let beds = LakeBeds::new(&raster, &[1.0, 0.0, 2.0], &[1.0; 3]).unwrap();
    let lakes = beds.store(&[2.0; 3]).unwrap();
    assert_eq!((lakes.lakes[0].surface_m, lakes.outflow_m3), (3.0, 0.0), "3 m^2 hold 3 + 2 + 1 m^3 under 3 m");
    assert!(beds.settle(&[1.0; 3], &[1.0; 3]).is_ok());
    let refusal = beds.settle(&[2.0; 3], &[1.0; 3]).unwrap_err();
    assert_eq!(refusal, FlowError::NoSteadyState { element: 1, excess: 3.0 });
}
