//! What a stage is: one smooth map from the ground so far to the next.

use alloc::sync::Arc;
use core::fmt::Debug;

use orogen_field::{Jet, ParamSpec};

use crate::coast::Shore;

/// A quantity that stages read or write.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Quantity {
    /// Height in metres with its gradient in metres per metre.
    Ground,
    /// Uplift in 0..=1 with gradient and Hessian per metre.
    Uplift,
    /// Signed distance from the shore line in metres, positive inland.
    ShoreDistance,
    /// Signed distance from the road's centre line in metres, positive inland.
    RoadOffset,
    /// Height of the road in metres, with its grade.
    RoadGrade,
}

impl Quantity {
    /// Its unit; a gradient is in this unit per metre.
    #[must_use]
    pub const fn unit(self) -> &'static str {
        match self {
            Self::Ground | Self::ShoreDistance | Self::RoadOffset | Self::RoadGrade => "m",
            Self::Uplift => "1",
        }
    }
}

/// What a stage promises: fixed text and tables, read by the documentation, the command line and the level id.
#[derive(Debug)]
pub struct Contract {
    /// Its name, unique in a pipeline.
    pub name: &'static str,
    /// What it does, in a few words.
    pub summary: &'static str,
    /// What its result depends on besides the place and the seed.
    pub reads: &'static [Quantity],
    /// What it changes; empty for a place that is kept for a stage to come.
    pub writes: &'static [Quantity],
    /// The tunables it owns.
    pub tables: &'static [&'static [ParamSpec]],
    /// The salts of its hash streams, by name.
    pub salts: &'static [(&'static str, u32)],
    /// Pairs of its tunables of which the first must be the smaller.
    pub ordered: &'static [(&'static str, &'static str)],
    /// Pairs of a wavelength and a count of octaves, whose finest octave must not be under 1 m.
    pub octaves: &'static [(&'static str, &'static str)],
}

impl Contract {
    /// The rows of its tables, in order.
    pub fn specs(&self) -> impl Iterator<Item = &'static ParamSpec> + use<> {
        self.tables.iter().flat_map(|table| table.iter())
    }
}

/// A place, and what is known there before any stage runs.
#[derive(Clone, Copy, Debug)]
pub struct Site<'a> {
    /// Metres east.
    pub x: f64,
    /// Metres south.
    pub z: f64,
    /// Shore and road, in worlds that have them.
    pub shore: Option<Shore<'a>>,
}

/// One smooth map from the ground so far to the next.
///
/// A stage never edits its input. Where its window is exactly zero it returns the ground it was given, to the bit.
pub trait Stage: Debug + Send + Sync {
    /// What it promises.
    fn contract(&self) -> &'static Contract;

    /// How far away, in metres, an input or a feature can still matter to the result; 0 for a function of the place alone.
    fn reach_m(&self) -> f64;

    /// The ground after this stage.
    fn apply(&self, site: &Site<'_>, ground: Jet) -> Jet;

    /// Whether the result here is the same for any ground, so that the stages before need not run.
    fn covers(&self, _site: &Site<'_>) -> bool {
        false
    }
}

/// A place in the order that a later stage will take; it passes the ground on.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reserved(pub(crate) &'static Contract);

impl Stage for Reserved {
    fn contract(&self) -> &'static Contract {
        self.0
    }

    fn reach_m(&self) -> f64 {
        0.0
    }

    fn apply(&self, _site: &Site<'_>, ground: Jet) -> Jet {
        ground
    }
}

/// The stages of a world, in order.
#[derive(Clone, Debug)]
pub(crate) struct Pipeline(Arc<[Arc<dyn Stage>]>);

impl Pipeline {
    pub(crate) fn new(stages: impl IntoIterator<Item = Arc<dyn Stage>>) -> Self {
        Self(stages.into_iter().collect())
    }

    pub(crate) fn stages(&self) -> impl ExactSizeIterator<Item = &dyn Stage> {
        self.0.iter().map(AsRef::as_ref)
    }

    /// The ground after every stage.
    pub(crate) fn run(&self, site: &Site<'_>) -> Jet {
        // Nothing before the last covering stage can show.
        let first = self.0.iter().rposition(|stage| stage.covers(site)).unwrap_or(0);
        self.0[first..].iter().fold(Jet::constant(0.0), |ground, stage| stage.apply(site, ground))
    }

    /// The ground after each stage in turn, with the stage. All of them run, covered or not.
    pub(crate) fn trace<'a>(&'a self, site: &'a Site<'_>) -> impl Iterator<Item = (&'a dyn Stage, Jet)> {
        self.stages().scan(Jet::constant(0.0), |ground, stage| {
            *ground = stage.apply(site, *ground);
            Some((stage, *ground))
        })
    }
}
