//! Single-receiver routing: steepest descent (O'Callaghan and Mark 1984, "D8"), with flats resolved.

use crate::element::{NONE, VOID, check_values};
use crate::topology::check_elevation;
use crate::{ElementId, FlowError, Receivers, Role, Topology};

/// Steepest descents, before anything is done about depressions.
pub(crate) struct Descent {
    /// The receiver of every element; [`NONE`] at outlets and pits.
    pub(crate) receiver_of: Vec<u32>,
    /// One element of every closed depression's floor, in the order of ids.
    pub(crate) pits: Vec<u32>,
}

/// The steepest descent of every element: drop over distance, the first neighbour where several are equally steep.
///
/// On a flat that has a way down, water takes the fewest steps to it. The floor of a closed depression drains to its
/// element of the lowest id, a pit, which is a root like the outlets.
///
/// # Errors
///
/// [`FlowError::Length`] or [`FlowError::Value`] if there is no finite elevation at every element that is not void.
pub fn steepest_descent(topology: &impl Topology, elevation_m: &[f64]) -> Result<Receivers, FlowError> {
    check_elevation(topology, elevation_m)?;
    Ok(Receivers::from_table(descend(topology, elevation_m).receiver_of))
}

/// Steepest descent on a surface without depressions: where no neighbour is lower, the receiver is that of `fallback`.
///
/// Given a filled surface and the receivers it was filled by, every element keeps a way to its root.
///
/// # Errors
///
/// As [`steepest_descent`]; [`FlowError::Length`] if `fallback` is of another size; [`FlowError::Value`] if its
/// receivers climb on this surface.
pub fn steepest_descent_on_filled(
    topology: &impl Topology,
    filled_m: &[f64],
    fallback: &Receivers,
) -> Result<Receivers, FlowError> {
    check_elevation(topology, filled_m)?;
    check_never_climbs(filled_m, fallback)?;
    let mut receiver_of = steepest(topology, filled_m);
    for (receiver, fallback) in receiver_of.iter_mut().zip(fallback.table()) {
        if *receiver == NONE {
            *receiver = *fallback;
        }
    }
    Ok(Receivers::from_table(receiver_of))
}

/// Checks that receivers lead nowhere up a surface.
pub(crate) fn check_never_climbs(filled_m: &[f64], receivers: &Receivers) -> Result<(), FlowError> {
    let table = receivers.table();
    let expected = "an elevation not below that of any donor's receiver";
    check_values("filled_m", expected, filled_m, table.len(), |element, filled| {
        table[element] >= VOID || filled_m[table[element] as usize] <= filled
    })
}

/// Steepest descents, flats resolved.
pub(crate) fn descend(topology: &impl Topology, elevation_m: &[f64]) -> Descent {
    let mut receiver_of = steepest(topology, elevation_m);
    let level: Vec<u32> = (0..receiver_of.len() as u32)
        .filter(|e| receiver_of[*e as usize] == NONE && topology.role(ElementId(*e)) == Role::Interior)
        .collect();
    drain_flats(topology, elevation_m, &level, &mut receiver_of);
    let pits = gather_floors(topology, elevation_m, &level, &mut receiver_of);
    Descent { receiver_of, pits }
}

/// The receiver of every element that has a lower neighbour; [`NONE`] elsewhere, [`VOID`] at void elements.
fn steepest(topology: &impl Topology, elevation_m: &[f64]) -> Vec<u32> {
    let steepest_of = |element: ElementId| match topology.role(element) {
        Role::Void => VOID,
        Role::Outlet => NONE,
        Role::Interior => {
            let here = elevation_m[element.index()];
            let (mut steepest, mut receiver) = (0.0, NONE);
            topology.for_each_neighbor(element, |neighbor, distance| {
                let slope = (here - elevation_m[neighbor.index()]) / distance;
                // Which neighbour is steepest is as good as random: selected, not branched on.
                let is_steeper = slope > steepest;
                steepest = core::hint::select_unpredictable(is_steeper, slope, steepest);
                receiver = core::hint::select_unpredictable(is_steeper, neighbor.0, receiver);
            });
            receiver
        }
    };
    (0..topology.element_count()).map(|index| steepest_of(ElementId::from_index(index))).collect()
}

/// Leads every level element that can reach a way down across its flat to the nearest one, breadth first.
fn drain_flats(topology: &impl Topology, elevation_m: &[f64], level: &[u32], receiver_of: &mut [u32]) {
    let mut queue = Vec::new();
    for &element in level {
        let mut way_down = NONE;
        topology.for_each_neighbor(ElementId(element), |neighbor, _| {
            let drains = receiver_of[neighbor.index()] != NONE || topology.role(neighbor) == Role::Outlet;
            let flat = elevation_m[neighbor.index()] == elevation_m[element as usize];
            if way_down == NONE && flat && drains {
                way_down = neighbor.0;
            }
        });
        if way_down != NONE {
            queue.push((element, way_down));
        }
    }
    // Only now, so that what drains in this pass does not count as a way down in it.
    for &(element, way_down) in &queue {
        receiver_of[element as usize] = way_down;
    }
    let mut queue: Vec<u32> = queue.into_iter().map(|(element, _)| element).collect();
    let mut next = 0;
    while next < queue.len() {
        let at = queue[next];
        next += 1;
        spread(topology, elevation_m, at, NONE, receiver_of, &mut queue);
    }
}

/// Leads the elements of every closed floor to the one of the lowest id, breadth first; returns those.
fn gather_floors(topology: &impl Topology, elevation_m: &[f64], level: &[u32], receiver_of: &mut [u32]) -> Vec<u32> {
    let mut pits = Vec::new();
    let mut queue = Vec::new();
    for &pit in level.iter() {
        if receiver_of[pit as usize] != NONE {
            continue;
        }
        pits.push(pit);
        queue.push(pit);
        let mut next = 0;
        while next < queue.len() {
            let at = queue[next];
            next += 1;
            spread(topology, elevation_m, at, pit, receiver_of, &mut queue);
        }
        queue.clear();
    }
    pits
}

/// Makes `at` the receiver of the undrained interior elements beside it on the same level, `pit` excepted.
fn spread(
    topology: &impl Topology,
    elevation_m: &[f64],
    at: u32,
    pit: u32,
    receiver_of: &mut [u32],
    queue: &mut Vec<u32>,
) {
    topology.for_each_neighbor(ElementId(at), |neighbor, _| {
        let flat = elevation_m[neighbor.index()] == elevation_m[at as usize];
        let undrained = receiver_of[neighbor.index()] == NONE && topology.role(neighbor) == Role::Interior;
        if flat && undrained && neighbor.0 != pit {
            receiver_of[neighbor.index()] = at;
            queue.push(neighbor.0);
        }
    });
}
