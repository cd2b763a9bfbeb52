//! Rivers between lakes: each lake is one node, with one outlet or none.

use crate::element::{NONE, VOID};
use crate::lakes::{LakeBeds, Lakes, check_amounts};
use crate::{ElementId, FlowError, Receivers, StackOrder, Topology};

/// The drainage of a surface with lakes on it.
#[derive(Clone, Debug, PartialEq)]
pub struct LakeDrainage {
    /// Dry ground drains by steepest descent, a lake to its outlet, or to its lowest element if it does not overflow. The
    /// roots are the outlets of the surface, the ends of lakes without an overflow, and the pits that no water reaches.
    pub receivers: Receivers,
    /// The stack order of the receivers.
    pub order: StackOrder,
    /// What flows out of each element, in m^3 (a unit of time): what falls and arrives, less what its lake keeps.
    ///
    /// A lake keeps its water at its end. NaN at void elements.
    pub discharge_m3: Vec<f64>,
}

impl Lakes {
    /// The drainage that makes these lakes, from the beds and the rain that they were found with.
    ///
    /// # Errors
    ///
    /// [`FlowError::Length`] or [`FlowError::Value`] as for the lakes.
    pub fn drainage(
        &self,
        topology: &impl Topology,
        beds: &LakeBeds,
        rain_m: &[f64],
    ) -> Result<LakeDrainage, FlowError> {
        check_amounts("rain_m", &beds.graph, rain_m)?;
        let receivers = self.receivers(topology, beds);
        let order = StackOrder::new(&receivers);
        let mut discharge_m3: Vec<f64> =
            rain_m.iter().zip(beds.area_m2.iter()).map(|(rain, area)| rain * area).collect();
        let mut kept_m3 = vec![0.0; discharge_m3.len()];
        for index in 0..self.lakes.len() {
            kept_m3[self.end_of(index, beds).0.index()] += self.lakes[index].kept_m3;
        }
        for element in order.downstream() {
            let index = element.index();
            // Rounding may keep a little more than has come.
            discharge_m3[index] = (discharge_m3[index] - kept_m3[index]).max(0.0);
            let receiver = receivers.table()[index];
            if receiver < VOID {
                discharge_m3[receiver as usize] += discharge_m3[index];
            }
        }
        for (discharge, _) in discharge_m3.iter_mut().zip(receivers.table()).filter(|(_, receiver)| **receiver == VOID)
        {
            *discharge = f64::NAN;
        }
        Ok(LakeDrainage { receivers, order, discharge_m3 })
    }

    /// The element by which all water of a lake leaves it, or stays, and that element's receiver.
    fn end_of(&self, lake: usize, beds: &LakeBeds) -> (ElementId, u32) {
        let lake = &self.lakes[lake];
        match lake.outlet {
            Some(outlet) => (outlet.from, outlet.to.0),
            None => (beds.hierarchy().depressions()[lake.depression.index()].pit, NONE),
        }
    }

    /// Steepest descents, except that everything up to the surface of a lake is led to its end, breadth first.
    fn receivers(&self, topology: &impl Topology, beds: &LakeBeds) -> Receivers {
        let mut receiver_of = beds.graph.receiver_of.clone();
        let mut is_led = vec![false; receiver_of.len()];
        let mut queue = Vec::new();
        for (index, lake) in self.lakes.iter().enumerate() {
            let (end, receiver) = self.end_of(index, beds);
            receiver_of[end.index()] = receiver;
            is_led[end.index()] = true;
            queue.push(end);
            let mut next = 0;
            while next < queue.len() {
                let at: ElementId = queue[next];
                next += 1;
                topology.for_each_neighbor(at, |neighbor, _| {
                    let basin = beds.graph.basin_of[neighbor.index()] as usize;
                    let is_in = self.lake_of_basin[basin] as usize == index
                        && beds.elevation_m[neighbor.index()] <= lake.surface_m;
                    if is_in && !core::mem::replace(&mut is_led[neighbor.index()], true) {
                        receiver_of[neighbor.index()] = at.0;
                        queue.push(neighbor);
                    }
                });
            }
            queue.clear();
        }
        Receivers::from_table(receiver_of)
    }
}
