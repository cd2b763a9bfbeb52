//! Priority-Flood: the lowest surface from which water runs off.
//!
//! Barnes, Lehman and Mulla, "Priority-Flood", Computers & Geosciences 2014. As in Zhou, Sun and Fu, "An efficient variant
//! of the Priority-Flood algorithm", 2016, only elements that may spill into lower ground wait in the queue: slopes are
//! climbed first in first out. Depressions are flooded in the order of ids, so that the way through a pool is the one that
//! a plain heap with ties on the id would find.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use crate::element::{NONE, VOID};
use crate::radix_queue::{RadixQueue, ordered_key};
use crate::topology::check_elevation;
use crate::{Basins, ElementId, FlowError, Receivers, Role, Topology};

/// What a flood from the outlets finds.
#[derive(Clone, Debug, PartialEq)]
pub struct Flood {
    /// For every element, the highest point that cannot be avoided on the best way to a root, in metres: its own elevation
    /// outside depressions, the spill's inside. NaN at void elements.
    pub filled_m: Vec<f64>,
    /// From where the flood reached each element: never up `filled_m`, and on flats and in pools from the lowest id.
    pub receivers: Receivers,
    /// The root that the flood came from.
    pub basins: Basins,
}

/// Floods a surface from its outlets.
///
/// Elements that cannot reach an outlet are flooded from the lowest of those connected with them (of the lowest id, if
/// several are lowest), which becomes a root. Equally low elements are taken in the order of their ids.
///
/// ```
/// use orogen_flow::{Raster, RasterSpec, flood};
///
/// let raster = Raster::new(RasterSpec::square(3, 3, 1.0))?;
/// let pit = [9.0, 9.0, 9.0, 9.0, 2.0, 7.0, 9.0, 9.0, 9.0];
/// assert_eq!(flood(&raster, &pit)?.filled_m[4], 7.0);
/// # Ok::<(), orogen_flow::FlowError>(())
/// ```
///
/// # Errors
///
/// [`FlowError::Length`] or [`FlowError::Value`] if there is no finite elevation at every element that is not void.
pub fn flood<T: Topology>(topology: &T, elevation_m: &[f64]) -> Result<Flood, FlowError> {
    check_elevation(topology, elevation_m)?;
    let mut front = Front::new(topology, elevation_m);
    for index in 0..topology.element_count() {
        match topology.role(ElementId::from_index(index)) {
            Role::Interior => {}
            Role::Outlet => front.plant(index as u32),
            Role::Void => {
                front.filled_m[index] = f64::NAN;
                front.receiver_of[index] = VOID;
                front.root_of[index] = VOID;
            }
        }
    }
    front.run();
    for element in 0..topology.element_count() as u32 {
        if front.root_of[element as usize] == NONE {
            let lowest = front.lowest_connected(element);
            front.plant(lowest);
            front.queue = RadixQueue::new();
            front.run();
        }
    }
    Ok(Flood {
        filled_m: front.filled_m,
        receivers: Receivers::from_table(front.receiver_of),
        basins: Basins::from_table(front.root_of),
    })
}

/// The flood while it spreads.
struct Front<'a, T> {
    topology: &'a T,
    elevation_m: &'a [f64],
    filled_m: Vec<f64>,
    receiver_of: Vec<u32>,
    /// [`NONE`] where the flood has not been.
    root_of: Vec<u32>,
    /// Roots whose surroundings have not been looked at.
    planted: Vec<u32>,
    /// Dry elements beside lower ground that is still to be flooded.
    queue: RadixQueue,
}

impl<'a, T: Topology> Front<'a, T> {
    fn new(topology: &'a T, elevation_m: &'a [f64]) -> Self {
        let count = topology.element_count();
        Self {
            topology,
            elevation_m,
            filled_m: elevation_m.to_vec(),
            receiver_of: vec![NONE; count],
            root_of: vec![NONE; count],
            planted: Vec::new(),
            queue: RadixQueue::new(),
        }
    }

    fn plant(&mut self, root: u32) {
        self.root_of[root as usize] = root;
        self.planted.push(root);
    }

    /// The lowest element that is connected with a dry one, of the lowest id if there are several.
    fn lowest_connected(&mut self, start: u32) -> u32 {
        self.root_of[start as usize] = start;
        let mut connected = vec![start];
        let mut next = 0;
        while next < connected.len() {
            let at = connected[next];
            next += 1;
            self.topology.for_each_neighbor(ElementId(at), |neighbor, _| {
                if core::mem::replace(&mut self.root_of[neighbor.index()], start) == NONE {
                    connected.push(neighbor.0);
                }
            });
        }
        let mut lowest = start;
        for &at in &connected {
            self.root_of[at as usize] = NONE;
            let rank = |element: u32| (ordered_key(self.elevation_m[element as usize]), element);
            if rank(at) < rank(lowest) {
                lowest = at;
            }
        }
        lowest
    }

    fn run(&mut self) {
        let mut slope = core::mem::take(&mut self.planted);
        self.climb(&mut slope);
        let mut pool = BinaryHeap::new();
        while let Some(spill) = self.queue.pop() {
            self.flood_from(spill, &mut pool, &mut slope);
            self.climb(&mut slope);
        }
    }

    /// Goes up from dry elements wherever the ground does not fall, and queues those beside which it does.
    fn climb(&mut self, slope: &mut Vec<u32>) {
        let mut next = 0;
        while next < slope.len() {
            let at = slope[next];
            next += 1;
            let here = self.elevation_m[at as usize];
            let mut falls = false;
            self.topology.for_each_neighbor(ElementId(at), |neighbor, _| {
                let index = neighbor.index();
                if self.root_of[index] != NONE {
                } else if self.elevation_m[index] < here {
                    falls = true;
                } else {
                    self.root_of[index] = self.root_of[at as usize];
                    self.receiver_of[index] = at;
                    slope.push(neighbor.0);
                }
            });
            if falls {
                self.queue.push(ordered_key(here), at);
            }
        }
        slope.clear();
    }

    /// Fills the ground below a spill to its level, lowest ids first; what rises above is left in `slope`.
    fn flood_from(&mut self, spill: u32, pool: &mut BinaryHeap<Reverse<u32>>, slope: &mut Vec<u32>) {
        let level = self.elevation_m[spill as usize];
        let root = self.root_of[spill as usize];
        pool.push(Reverse(spill));
        while let Some(Reverse(at)) = pool.pop() {
            self.topology.for_each_neighbor(ElementId(at), |neighbor, _| {
                let index = neighbor.index();
                if self.root_of[index] != NONE {
                    return;
                }
                self.root_of[index] = root;
                self.receiver_of[index] = at;
                if self.elevation_m[index] <= level {
                    self.filled_m[index] = level;
                    pool.push(Reverse(neighbor.0));
                } else {
                    slope.push(neighbor.0);
                }
            });
        }
    }
}
