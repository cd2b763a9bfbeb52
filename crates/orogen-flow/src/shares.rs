//! Several receivers an element, each with a share of the water.

use crate::descent::check_never_climbs;
use crate::element::{VOID, check_values};
use crate::topology::check_elevation;
use crate::{ElementId, FlowError, Receivers, Role, Topology};

/// Freeman's exponent: shares in proportion to slope^1.1.
///
/// Freeman, "Calculating catchment area with divergent flow based on a regular grid", Computers & Geosciences 1991, where
/// it gives the roundest drainage areas on a cone.
pub const FREEMAN_EXPONENT: f64 = 1.1;

/// The receivers of every element with their shares, as compressed rows: a graph without cycles.
#[derive(Clone, Debug, PartialEq)]
pub struct Shares {
    /// Those of element e stand at `offsets[e]..offsets[e + 1]`.
    offsets: Vec<usize>,
    receivers: Vec<u32>,
    shares: Vec<f64>,
    is_void: Vec<bool>,
}

impl Shares {
    /// Shares to all lower neighbours, in proportion to slope^`exponent` (MFD).
    ///
    /// `filled_m` is a surface without depressions and `fallback` the receivers it was filled by: where no neighbour is
    /// lower, all water goes that way.
    ///
    /// # Errors
    ///
    /// [`FlowError::Length`]; [`FlowError::Value`] if an elevation is not finite, the exponent is not a finite number
    /// above 0, or `fallback` climbs on this surface.
    pub fn by_slope(
        topology: &impl Topology,
        filled_m: &[f64],
        fallback: &Receivers,
        exponent: f64,
    ) -> Result<Self, FlowError> {
        if !(exponent.is_finite() && exponent > 0.0) {
            let expected = "a finite number above 0";
            return Err(FlowError::Value { what: "exponent", expected, index: 0, got: exponent });
        }
        Self::build(topology, filled_m, fallback, |element, list| {
            let here = filled_m[element.index()];
            topology.for_each_neighbor(element, |neighbor, distance| {
                let slope = (here - filled_m[neighbor.index()]) / distance;
                if slope > 0.0 {
                    list.push((neighbor.0, slope));
                }
            });
            // Relative to the steepest, so that no power overflows or vanishes altogether.
            let steepest = list.iter().fold(0.0_f64, |steepest, (_, slope)| steepest.max(*slope));
            list.iter_mut().for_each(|(_, slope)| *slope = libm::pow(*slope / steepest, exponent));
        })
    }

    /// Shares from weights that `weigh` lists for each interior element; where it lists none, all goes to the fallback.
    pub(crate) fn build(
        topology: &impl Topology,
        filled_m: &[f64],
        fallback: &Receivers,
        weigh: impl Fn(ElementId, &mut Vec<(u32, f64)>),
    ) -> Result<Self, FlowError> {
        check_elevation(topology, filled_m)?;
        check_never_climbs(filled_m, fallback)?;
        let mut built = Self { offsets: vec![0], receivers: Vec::new(), shares: Vec::new(), is_void: Vec::new() };
        let mut list = Vec::new();
        for element in (0..topology.element_count()).map(ElementId::from_index) {
            let role = topology.role(element);
            if role == Role::Interior {
                weigh(element, &mut list);
                if list.is_empty() && fallback.table()[element.index()] < VOID {
                    list.push((fallback.table()[element.index()], 1.0));
                }
            }
            let total = list.iter().fold(0.0, |sum, (_, weight)| sum + weight);
            for (receiver, weight) in list.drain(..) {
                built.receivers.push(receiver);
                built.shares.push(weight / total);
            }
            built.is_void.push(role == Role::Void);
            built.offsets.push(built.receivers.len());
        }
        Ok(built)
    }

    /// The receivers of an element with their shares, which add up to 1; none at roots and void elements.
    pub fn of(&self, element: ElementId) -> impl ExactSizeIterator<Item = (ElementId, f64)> + '_ {
        let slots = self.offsets[element.index()]..self.offsets[element.index() + 1];
        slots.map(|slot| (ElementId(self.receivers[slot]), self.shares[slot]))
    }

    /// Sums weights down the graph: to each element, its own and its share of what flows through its donors.
    ///
    /// Elements are taken when all of their donors have been (Kahn 1962), the heads in the order of ids. NaN at void
    /// elements.
    ///
    /// # Errors
    ///
    /// [`FlowError::Length`], or [`FlowError::Value`] if a weight that counts is negative or not finite.
    pub fn accumulate(&self, weights: &[f64]) -> Result<Vec<f64>, FlowError> {
        check_values("weights", "a finite number not below 0", weights, self.is_void.len(), |element, weight| {
            self.is_void[element] || (weight.is_finite() && weight >= 0.0)
        })?;
        let mut donors_left = vec![0_u32; weights.len()];
        self.receivers.iter().for_each(|receiver| donors_left[*receiver as usize] += 1);
        let mut sums = weights.to_vec();
        let mut ready: Vec<u32> = (0..weights.len() as u32).filter(|e| donors_left[*e as usize] == 0).collect();
        ready.reverse();
        while let Some(element) = ready.pop() {
            for (receiver, share) in self.of(ElementId(element)) {
                sums[receiver.index()] += share * sums[element as usize];
                donors_left[receiver.index()] -= 1;
                if donors_left[receiver.index()] == 0 {
                    ready.push(receiver.0);
                }
            }
        }
        for (sum, _) in sums.iter_mut().zip(&self.is_void).filter(|(_, is_void)| **is_void) {
            *sum = f64::NAN;
        }
        Ok(sums)
    }
}
