//! Where the rivers run in one step, and how much water they carry.

use orogen_flow::{Depressions, ElementId, Receiver, Receivers, route};

use super::area_power::AreaPower;
use super::forcing::Rate;
use super::land::Land;
use crate::RasterError;

/// A step's rivers.
pub(super) struct Drainage {
    receivers: Receivers,
    /// The cells that are ground, each after its receiver.
    upstream: Vec<u32>,
    water: Water,
}

/// How much drains through each cell.
enum Water {
    /// Counts of cells, for even cells and rain, and the supply of one of them in square metres.
    Cells(Vec<u32>, f64),
    /// Areas weighed by rain, in square metres.
    Weighed(Vec<f64>),
}

impl Drainage {
    /// Routes the water of a surface, depressions through carved ways, and gathers it.
    pub(super) fn new(land: &Land<'_>, surface: &[f64]) -> Result<Self, RasterError> {
        let receivers = route(&land.topology, surface, Depressions::Carve)?;
        let (upstream, water) = match &land.supply {
            Rate::Even(supply) => {
                let mut cells = vec![1; surface.len()];
                (gather(&receivers, &mut cells), Water::Cells(cells, *supply))
            }
            Rate::Varied(supply) => {
                let mut areas = supply.clone();
                (gather(&receivers, &mut areas), Water::Weighed(areas))
            }
        };
        Ok(Self { receivers, upstream, water })
    }

    /// Each cell with its receiver, from the outlets up; roots have none.
    pub(super) fn upstream(&self) -> impl DoubleEndedIterator<Item = (ElementId, Option<ElementId>)> + '_ {
        self.upstream.iter().map(|element| {
            let element = ElementId(*element);
            match self.receivers.of(element) {
                Receiver::To(receiver) => (element, Some(receiver)),
                Receiver::Root | Receiver::Void => (element, None),
            }
        })
    }

    /// The area that drains through a cell, weighed by rain, in square metres.
    #[inline(always)]
    pub(super) fn area(&self, cell: usize) -> f64 {
        match &self.water {
            Water::Cells(cells, supply) => f64::from(cells[cell]) * supply,
            Water::Weighed(areas) => areas[cell],
        }
    }

    /// That area to the power m.
    #[inline(always)]
    pub(super) fn area_power(&self, cell: usize, power: AreaPower) -> f64 {
        power.of(self.area(cell))
    }
}

/// Stands for a cell that has been visited: more donors than a cell can have.
const VISITED: u8 = u8::MAX;

/// Sums amounts down the rivers, and returns an order in which every cell comes after its receiver.
///
/// A walk starts at every cell without donors, and goes on as long as it is the last to arrive at a confluence. This is
/// a stack order without lists of donors, in half the time; the order of the sums is as fixed.
fn gather<T: Copy + core::ops::AddAssign>(receivers: &Receivers, amounts: &mut [T]) -> Vec<u32> {
    let of = |cell: usize| receivers.of(ElementId::from_index(cell));
    let mut awaited = vec![0_u8; amounts.len()];
    for cell in 0..amounts.len() {
        if let Receiver::To(receiver) = of(cell) {
            awaited[receiver.index()] += 1;
        }
    }
    let mut order = Vec::with_capacity(amounts.len());
    for head in 0..amounts.len() {
        let mut at = head;
        while awaited[at] == 0 && of(at) != Receiver::Void {
            awaited[at] = VISITED;
            order.push(at as u32);
            let Receiver::To(receiver) = of(at) else { break };
            let amount = amounts[at];
            at = receiver.index();
            amounts[at] += amount;
            awaited[at] -= 1;
        }
    }
    order.reverse();
    order
}
