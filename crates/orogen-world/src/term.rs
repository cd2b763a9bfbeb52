//! A switch on single chain-rule terms, so that tests can see the derivative harness fail.
//!
//! [`term`] marks a term of a hand-written gradient. In every build but this crate's own unit tests it is the identity.
//! There a fault can be set that scales one term: 0 drops it, -1 flips its sign. A harness that stays green under such a
//! fault would prove nothing.

#[cfg(not(test))]
pub(crate) use shipped::term;
#[cfg(test)]
pub(crate) use under_test::{term, with_fault};

/// The chain-rule terms whose loss the harness has to notice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Term {
    /// Erosion's and talus' weight, through the guide's gradient.
    Weight,
    /// The same weight, through the uplift that scales the guide.
    WeightUplift,
    /// The erosion half of the weight's derivative.
    ErosionWeight,
    /// The talus half of the weight's derivative.
    TalusWeight,
    /// The blend of smooth and ridged octaves, through the uplift.
    RidgeBlend,
    /// The ridge profile's own slope.
    RidgeProfile,
    /// The warp's departure from the identity.
    WarpJacobian,
    /// The uplift power's slope.
    UpliftPower,
    /// The shore distance's change along the coast, in the shore profile.
    ShoreAlong,
    /// The sea stacks' band.
    StackBand,
    /// The sea stacks' columns.
    StackColumn,
    /// The base blend's window across the shore.
    BlendAcross,
    /// The base blend's window along the shore.
    BlendAlong,
    /// The altitude gates of the cliff mask.
    CliffAltitude,
    /// The noise windows of the cliff mask.
    CliffNoise,
    /// The road's clearance in the cliff mask.
    CliffRoad,
    /// The apron's hold on the cliff mask.
    CliffApron,
    /// The cliff mask's gradient, times the terrace.
    CliffMask,
    /// The terrace's slope.
    CliffTerrace,
    /// The dunes' clearance of the road.
    DuneRoad,
    /// The dunes' altitude window.
    DuneAltitude,
    /// The dunes' own shape.
    DuneShape,
    /// The cove's weight.
    CoveWeight,
    /// The cove's sea bed.
    CoveProfile,
    /// The headlands' cross-section.
    HeadlandProfile,
    /// The headlands' windows.
    HeadlandWindow,
    /// The pad's disc.
    PadDisc,
    /// The road corridor's window across.
    CorridorAcross,
    /// The road corridor's window along, through the road's bends.
    CorridorAlong,
    /// The road's grade.
    CorridorGrade,
}

#[cfg(not(test))]
mod shipped {
    use super::Term;

    #[inline(always)]
    pub(crate) fn term<T>(_: Term, value: T) -> T {
        value
    }
}

#[cfg(test)]
mod under_test {
    use super::Term;
    use core::cell::Cell;
    use orogen_field::Real;

    std::thread_local! {
        static FAULT: Cell<Option<(Term, f64)>> = const { Cell::new(None) };
    }

    /// Runs `body` with one term scaled by `factor`.
    pub(crate) fn with_fault<R>(term: Term, factor: f64, body: impl FnOnce() -> R) -> R {
        FAULT.set(Some((term, factor)));
        let result = body();
        FAULT.set(None);
        result
    }

    pub(crate) fn term<T: Real>(term: Term, value: T) -> T {
        match FAULT.get() {
            Some((faulty, factor)) if faulty == term => value * factor,
            _ => value,
        }
    }
}
