//! Rivers: cut into reaches, and ordered.

use orogen_flow::sanity::checked_order;
use orogen_flow::{
    Depressions, Donors, ElementId, Receiver, Receivers, StackOrder, Topology, accumulate, reaches, route, strahler,
};
use proptest::prelude::*;

use crate::oracle::{Surface, mesh_surface, raster_surface};

/// Elements drain from the right to the left of this tree; 0 is the mouth:
///
/// ```text
/// 0 - 1 - 2 - 3
///      \    \ 4 - 5
///       6 - 7
/// ```
fn tree() -> (Receivers, StackOrder) {
    let to = |id| Receiver::To(ElementId(id));
    let receivers = Receivers::new(&[Receiver::Root, to(0), to(1), to(2), to(2), to(4), to(1), to(6)]).unwrap();
    let order = StackOrder::new(&receivers);
    (receivers, order)
}

#[test]
fn strahler_orders_by_hand() {
    let (receivers, order) = tree();
    assert_eq!(strahler(&receivers, &order, |_| true).unwrap(), [2, 2, 2, 1, 1, 1, 1, 1]);
    let without_a_head = strahler(&receivers, &order, |element| element.0 != 3).unwrap();
    assert_eq!(without_a_head, [2, 2, 1, 0, 1, 1, 1, 1]);
}

#[test]
fn reaches_by_hand() {
    let (receivers, order) = tree();
    let discharge = accumulate(&receivers, &order, &[1.0; 8]).unwrap();
    let found = reaches(&receivers, &order, &discharge, 1.0).unwrap();
    let lines: Vec<(Vec<u32>, Option<usize>)> =
        found.iter().map(|reach| (reach.elements.iter().map(|element| element.0).collect(), reach.next)).collect();
    let index_of = |start: u32| lines.iter().position(|line| line.0[0] == start);
    let mut expected = vec![
        (vec![3, 2], index_of(2)),
        (vec![5, 4, 2], index_of(2)),
        (vec![2, 1], index_of(1)),
        (vec![7, 6, 1], index_of(1)),
        (vec![1, 0], None),
    ];
    let mut sorted = lines.clone();
    sorted.sort();
    expected.sort();
    assert_eq!(sorted, expected);
    assert_eq!(found[index_of(1).unwrap()].discharge, [7.0, 8.0]);
    assert_eq!(reaches(&receivers, &order, &discharge, 100.0).unwrap(), []);
}

fn check_reaches(surface: &Surface<impl Topology>) {
    let receivers = route(&surface.topology, &surface.elevation_m, Depressions::Fill).unwrap();
    let order = checked_order(&surface.topology, &receivers).unwrap();
    let discharge = accumulate(&receivers, &order, &vec![1.0; surface.elevation_m.len()]).unwrap();
    let least = 2.0;
    let found = reaches(&receivers, &order, &discharge, least).unwrap();
    // Every step of a river is in one reach, once.
    let mut steps = std::collections::BTreeSet::new();
    for (index, reach) in found.iter().enumerate() {
        for step in reach.elements.windows(2) {
            assert_eq!(receivers.of(step[0]), Receiver::To(step[1]));
            assert!(steps.insert(step[0]));
        }
        assert!(reach.discharge.is_sorted());
        let last = reach.elements[reach.elements.len() - 1];
        match reach.next {
            Some(next) => assert!(next > index && found[next].elements[0] == last),
            None => assert_eq!(receivers.of(last), Receiver::Root, "a river ends at a root"),
        }
    }
    let flows = |e: &ElementId| discharge[e.index()] >= least && matches!(receivers.of(*e), Receiver::To(_));
    assert!(steps.into_iter().eq(surface.ids().filter(flows)));
}

/// Strahler's order from the orders of the donors, from scratch at every element.
fn order_by_recursion(donors: &Donors, element: ElementId) -> u8 {
    let mut above: Vec<u8> = donors.of(element).map(|donor| order_by_recursion(donors, donor)).collect();
    above.sort_unstable();
    match above[..] {
        [] => 1,
        [.., a, b] if a == b => b + 1,
        [.., b] => b,
    }
}

proptest! {
    #[test]
    fn reaches_cover_every_river(raster in raster_surface(), mesh in mesh_surface()) {
        check_reaches(&raster);
        check_reaches(&mesh);
    }

    #[test]
    fn strahler_orders_are_those_of_the_donors(surface in raster_surface()) {
        let receivers = route(&surface.topology, &surface.elevation_m, Depressions::Carve).unwrap();
        let donors = Donors::new(&receivers);
        let orders = strahler(&receivers, &StackOrder::new(&receivers), |_| true).unwrap();
        for element in surface.ids().filter(|element| receivers.of(*element) != Receiver::Void) {
            prop_assert_eq!(orders[element.index()], order_by_recursion(&donors, element));
        }
    }
}
