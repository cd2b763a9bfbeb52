//! Checks of everything that drainage promises, for tests and for fuzzing.

use crate::element::{NONE, VOID};
use crate::error::check_length;
use crate::{ElementId, FlowError, Receivers, Role, StackOrder, Topology};

/// A promise that does not hold.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum Fault {
    /// A table does not fit the topology.
    #[error(transparent)]
    Input(#[from] FlowError),
    /// An element drains in a circle.
    #[error("element {0} drains to itself")]
    Cycle(u32),
    /// A receiver is no neighbour of its donor.
    #[error("element {0} drains to an element that is not beside it")]
    NoNeighbor(u32),
    /// An outlet has a receiver, or an element is void in one table and not in the other.
    #[error("element {0} has a receiver that does not suit its role")]
    Role(u32),
    /// An element that is connected with an outlet is a root, or a connected part without outlets has several roots.
    #[error("element {0} is a root that nothing calls for")]
    Root(u32),
    /// An order misses an element, repeats one, or has a donor before its receiver.
    #[error("element {0} is out of order")]
    Order(u32),
    /// A filled surface is below the ground.
    #[error("the filled surface is below the ground at element {0}")]
    BelowGround(u32),
    /// A filled surface has a pit, or is raised where no depression holds it up.
    #[error("the filled surface is not the lowest one that drains, at element {0}")]
    NotLowest(u32),
    /// Water climbs.
    #[error("element {0} drains to a higher one")]
    Climbs(u32),
    /// An accumulation falls downstream.
    #[error("the accumulation falls below element {0}")]
    AccumulationFalls(u32),
    /// Accumulations at the roots do not add up to what went in.
    #[error("{got} arrives at the roots of the {expected} that went in")]
    Balance {
        /// The sum of the weights.
        expected: f64,
        /// The sum at the roots.
        got: f64,
    },
}

/// Checks that receivers are a forest of neighbours whose roots are the outlets, and one element of each connected part
/// that has none.
///
/// # Errors
///
/// The first [`Fault`] found.
pub fn check_receivers(topology: &impl Topology, receivers: &Receivers) -> Result<(), Fault> {
    let table = receivers.table();
    check_length("receivers", topology.element_count(), table.len())?;
    for (index, &receiver) in table.iter().enumerate() {
        let element = ElementId::from_index(index);
        let suits = match topology.role(element) {
            Role::Void => receiver == VOID,
            Role::Outlet => receiver == NONE,
            Role::Interior => receiver != VOID,
        };
        if !suits {
            return Err(Fault::Role(element.0));
        }
        if receiver < VOID && topology.distance(element, ElementId(receiver)).is_none() {
            return Err(Fault::NoNeighbor(element.0));
        }
    }
    match receivers.find_cycle() {
        Some(element) => Err(Fault::Cycle(element.0)),
        None => check_roots(topology, receivers),
    }
}

/// Checks that a part of the topology has either outlets or one other root.
fn check_roots(topology: &impl Topology, receivers: &Receivers) -> Result<(), Fault> {
    let mut seen = vec![false; topology.element_count()];
    for start in 0..topology.element_count() as u32 {
        let mut part = vec![start];
        let (mut has_outlet, mut other_roots) = (false, Vec::new());
        if topology.role(ElementId(start)) == Role::Void || core::mem::replace(&mut seen[start as usize], true) {
            continue;
        }
        while let Some(at) = part.pop() {
            match (topology.role(ElementId(at)), receivers.table()[at as usize]) {
                (Role::Outlet, _) => has_outlet = true,
                (_, NONE) => other_roots.push(at),
                _ => {}
            }
            topology.for_each_neighbor(ElementId(at), |neighbor, _| {
                if !core::mem::replace(&mut seen[neighbor.index()], true) {
                    part.push(neighbor.0);
                }
            });
        }
        if let Some(root) = other_roots.get(usize::from(!has_outlet)) {
            return Err(Fault::Root(*root));
        }
    }
    Ok(())
}

/// Checks that an order names every element that is not void once, and each receiver before its donors.
///
/// # Errors
///
/// The first [`Fault`] found.
pub fn check_order(receivers: &Receivers, order: &StackOrder) -> Result<(), Fault> {
    let table = receivers.table();
    let mut is_placed = vec![false; table.len()];
    for element in order.upstream() {
        let receiver = table[element.index()];
        let is_due = receiver == NONE || (receiver < VOID && is_placed[receiver as usize]);
        if !is_due || core::mem::replace(&mut is_placed[element.index()], true) {
            return Err(Fault::Order(element.0));
        }
    }
    let missing = (0..table.len()).find(|element| !is_placed[*element] && table[*element] != VOID);
    missing.map_or(Ok(()), |element| Err(Fault::Order(element as u32)))
}

/// Checks that a surface is not below the ground, falls along the receivers, is the ground's own elevation wherever water
/// runs off without it, and is raised no higher than the lowest way out calls for.
///
/// # Errors
///
/// The first [`Fault`] found.
pub fn check_filled(
    topology: &impl Topology,
    elevation_m: &[f64],
    filled_m: &[f64],
    receivers: &Receivers,
) -> Result<(), Fault> {
    check_receivers(topology, receivers)?;
    for index in 0..topology.element_count() {
        let element = ElementId::from_index(index);
        if topology.role(element) == Role::Void {
            continue;
        }
        if filled_m[index].is_nan() || filled_m[index] < elevation_m[index] {
            return Err(Fault::BelowGround(element.0));
        }
        let mut lowest_beside = f64::INFINITY;
        topology
            .for_each_neighbor(element, |neighbor, _| lowest_beside = lowest_beside.min(filled_m[neighbor.index()]));
        let lowest = match receivers.table()[index] {
            NONE => elevation_m[index],
            _ => elevation_m[index].max(lowest_beside),
        };
        if filled_m[index] != lowest {
            return Err(Fault::NotLowest(element.0));
        }
        let receiver = receivers.table()[index];
        if receiver < VOID && filled_m[receiver as usize] > filled_m[index] {
            return Err(Fault::Climbs(element.0));
        }
    }
    Ok(())
}

/// Checks that an accumulation never falls downstream, and that all of the weights arrive at the roots to a part in 10^12.
///
/// # Errors
///
/// The first [`Fault`] found.
pub fn check_accumulation(receivers: &Receivers, weights: &[f64], accumulated: &[f64]) -> Result<(), Fault> {
    let table = receivers.table();
    check_length("weights", table.len(), weights.len())?;
    check_length("accumulated", table.len(), accumulated.len())?;
    let (mut expected, mut got) = (0.0, 0.0);
    for (index, &receiver) in table.iter().enumerate().filter(|(_, receiver)| **receiver != VOID) {
        expected += weights[index];
        if receiver == NONE {
            got += accumulated[index];
        } else if accumulated[receiver as usize] < accumulated[index] {
            return Err(Fault::AccumulationFalls(index as u32));
        }
    }
    let is_balanced = (got - expected).abs() <= 1e-12 * expected;
    if is_balanced { Ok(()) } else { Err(Fault::Balance { expected, got }) }
}

/// The stack order of a forest, checked.
///
/// # Errors
///
/// The first [`Fault`] found.
pub fn checked_order(topology: &impl Topology, receivers: &Receivers) -> Result<StackOrder, Fault> {
    check_receivers(topology, receivers)?;
    let order = StackOrder::new(receivers);
    check_order(receivers, &order)?;
    Ok(order)
}
