//! A world is a value: a seed, a preset and its tunables. A sample is a function of it and a place, and of nothing else.

use alloc::sync::Arc;
use alloc::vec::Vec;

use orogen_field::{Grid, Jet, Placement, Seed};

use crate::coast::{
    Base, CliffTunables, Cliffs, CoastTunables, Corridor, Cove, CoveTunables, DuneTunables, Dunes, Grade, Pad,
    PadTunables, RoadTunables, Shore, ShoreFrame, ShoreLine, StackTunables,
};
use crate::mountains::{MountainTunables, Mountains};
use crate::preset::{DRAINAGE, LAKES, MADE_FEATURES, TRAIL_BENCH, TRAIL_CORRIDOR};
use crate::sampler::{GradeMemo, Sampler};
use crate::stage::{Pipeline, Reserved, Site, Stage};
use crate::{CHUNK_CELLS, DOMAIN_M, Preset, Tunables, WorldError};

/// An endless world.
///
/// ```
/// use orogen_field::Seed;
/// use orogen_world::{Preset, World};
///
/// let world = World::new(Preset::Dense, Seed::Reference(1337));
/// let ground = world.sample(313.1, 313.1)?;
/// assert_eq!(ground.value, 150.88161299516275);
/// assert_eq!(ground.dx, -0.21478857993412262);
/// # Ok::<(), orogen_world::WorldError>(())
/// ```
#[derive(Clone, Debug)]
pub struct World {
    seed: Seed,
    tunables: Tunables,
    mountains: Arc<Mountains>,
    pipeline: Pipeline,
    shoreline: Option<Shoreline>,
}

/// Two worlds are equal if they are the same function: seed, preset and every tunable.
impl PartialEq for World {
    fn eq(&self, other: &Self) -> bool {
        self.seed == other.seed && self.tunables == other.tunables
    }
}

impl World {
    /// The world of a preset and a seed.
    #[must_use]
    pub fn new(preset: Preset, seed: Seed) -> Self {
        Self::build(Tunables::new(preset), seed)
    }

    /// The world of a seed with tunables of one's own.
    ///
    /// # Errors
    ///
    /// [`WorldError::Order`] or [`WorldError::FinestWavelength`] if the tunables do not fit together.
    pub fn with_tunables(tunables: Tunables, seed: Seed) -> Result<Self, WorldError> {
        tunables.check()?;
        Ok(Self::build(tunables, seed))
    }

    fn build(tunables: Tunables, seed: Seed) -> Self {
        let mountains = Arc::new(Mountains::new(seed, &MountainTunables::read(|spec| tunables.value(spec))));
        let inland: [Arc<dyn Stage>; 2] = [Arc::clone(&mountains) as _, Arc::new(Reserved(&DRAINAGE))];
        let (pipeline, shoreline) = match tunables.preset() {
            Preset::Olympic => {
                let (stages, shoreline) = coast_stages(inland, seed, &tunables);
                (Pipeline::new(stages), Some(shoreline))
            }
            Preset::Plain | Preset::Ridged | Preset::Montane | Preset::Dense => (Pipeline::new(inland), None),
        };
        Self { seed, tunables, mountains, pipeline, shoreline }
    }

    /// Its seed.
    #[must_use]
    pub fn seed(&self) -> Seed {
        self.seed
    }

    /// Its preset.
    #[must_use]
    pub fn preset(&self) -> Preset {
        self.tunables.preset()
    }

    /// Its tunables.
    #[must_use]
    pub fn tunables(&self) -> &Tunables {
        &self.tunables
    }

    /// Its mountains, before any other stage: the part that is generic over the number type.
    #[must_use]
    pub fn mountains(&self) -> &Mountains {
        &self.mountains
    }

    /// Its stages, in order.
    pub fn stages(&self) -> impl ExactSizeIterator<Item = &dyn Stage> {
        self.pipeline.stages()
    }

    /// Height of the ground at (x, z) in metres, with its gradient.
    ///
    /// # Errors
    ///
    /// [`WorldError::Coordinate`] outside the domain.
    pub fn sample(&self, x: f64, z: f64) -> Result<Jet, WorldError> {
        Sampler::new(self, 0).sample(x, z)
    }

    /// The ground at each of `points` (x, z), into `out`: the same bits as [`World::sample`] one by one.
    ///
    /// # Errors
    ///
    /// [`WorldError::Batch`] if the lengths differ; [`WorldError::Coordinate`] if a point is outside the domain. `out` is
    /// then untouched.
    pub fn sample_into(&self, points: &[[f64; 2]], out: &mut [Jet]) -> Result<(), WorldError> {
        self.sampler().sample_into(points, out)
    }

    /// A raster of `nz` rows and `nx` columns: sample (row, col) is the ground at (x0 + col step, z0 + row step).
    ///
    /// # Errors
    ///
    /// [`WorldError::Grid`] for an empty or impossible raster; [`WorldError::Coordinate`] if it leaves the domain.
    pub fn window(&self, x0: f64, z0: f64, nx: usize, nz: usize, step: f64) -> Result<Grid<Jet>, WorldError> {
        self.sampler().window(Placement::square(x0, z0, step), nx, nz)
    }

    /// The chunk (cx, cz): 32 x 32 samples at (32 cx + i + 0.5, 32 cz + j + 0.5).
    ///
    /// # Errors
    ///
    /// [`WorldError::Coordinate`] if the chunk lies outside the domain.
    pub fn chunk(&self, cx: i32, cz: i32) -> Result<Grid<Jet>, WorldError> {
        let origin = |chunk: i32| CHUNK_CELLS as f64 * f64::from(chunk) + 0.5;
        self.window(origin(cx), origin(cz), CHUNK_CELLS, CHUNK_CELLS, 1.0)
    }

    /// The ground at (x, z) after each stage in turn, with the stage's name.
    ///
    /// # Errors
    ///
    /// [`WorldError::Coordinate`] outside the domain.
    pub fn trace(&self, x: f64, z: f64) -> Result<Vec<(&'static str, Jet)>, WorldError> {
        check_coordinates(x, z)?;
        let steps = |site: &Site<'_>| {
            self.pipeline.trace(site).map(|(stage, ground)| (stage.contract().name, ground)).collect()
        };
        Ok(Sampler::new(self, 0).at(x, z, steps))
    }

    /// A view that remembers road heights between samples. It gives the same bits, sooner.
    #[must_use]
    pub fn sampler(&self) -> Sampler<'_> {
        Sampler::new(self, Sampler::DEFAULT_MEMO)
    }

    pub(crate) fn pipeline(&self) -> &Pipeline {
        &self.pipeline
    }

    pub(crate) fn shoreline(&self) -> Option<&Shoreline> {
        self.shoreline.as_ref()
    }
}

/// Refuses a place outside the domain.
pub(crate) fn check_coordinates(x: f64, z: f64) -> Result<(), WorldError> {
    for (axis, got) in [("x", x), ("z", z)] {
        // A NaN is in no range.
        if !(-DOMAIN_M..=DOMAIN_M).contains(&got) {
            return Err(WorldError::Coordinate { axis, got });
        }
    }
    Ok(())
}

/// What a world with a coast knows beyond its stages: where shore and road run, and the base that the grade reads.
#[derive(Clone, Debug)]
pub(crate) struct Shoreline {
    line: ShoreLine,
    base: Pipeline,
    corridor: Corridor,
    road_lattice: f64,
}

impl Shoreline {
    pub(crate) fn frame(&self, z: f64) -> ShoreFrame {
        self.line.frame(z)
    }

    /// Whether the road's grade can matter at this offset from it.
    pub(crate) fn needs_grade(&self, road_offset: f64) -> bool {
        self.corridor.reaches(road_offset)
    }

    /// The road's grade at `z`.
    pub(crate) fn grade(&self, z: f64, memo: &mut GradeMemo) -> Grade {
        Grade::at(z, self.road_lattice, |i| memo.get_or_insert_with(i, || self.lattice_height(i)))
    }

    /// Height of the base at a lattice point of the grade. Stages after the base never reach the grade line.
    fn lattice_height(&self, i: i64) -> f64 {
        let z = self.road_lattice * i as f64;
        let frame = self.line.frame(z);
        let site = Site { x: frame.road_x(), z, shore: Some(Shore::on_road(&frame)) };
        self.base.run(&site).value
    }

    /// The cove alone.
    #[cfg(test)]
    pub(crate) fn cove(seed: Seed, tunables: &Tunables) -> Cove {
        let coast = CoastTunables::read(|spec| tunables.value(spec));
        let line = ShoreLine::new(seed, coast, RoadTunables::read(|spec| tunables.value(spec)));
        let base = Base::new(seed, coast, StackTunables::read(|spec| tunables.value(spec)));
        Cove::new(seed, CoveTunables::read(|spec| tunables.value(spec)), &line, &base)
    }
}

/// The stages of a coast behind and before its mountains, in the order of the preset's contracts.
fn coast_stages(inland: [Arc<dyn Stage>; 2], seed: Seed, tunables: &Tunables) -> ([Arc<dyn Stage>; 12], Shoreline) {
    let value = |spec| tunables.value(spec);
    let coast = CoastTunables::read(value);
    let road = RoadTunables::read(value);
    let line = ShoreLine::new(seed, coast, road);
    let base = Base::new(seed, coast, StackTunables::read(value));
    let cove = Cove::new(seed, CoveTunables::read(value), &line, &base);
    let base: Arc<dyn Stage> = Arc::new(base);
    let corridor = Corridor::new(road);

    let [mountains, drainage] = inland;
    let shoreline = Shoreline {
        base: Pipeline::new([Arc::clone(&mountains), Arc::clone(&drainage), Arc::clone(&base)]),
        line,
        corridor: corridor.clone(),
        road_lattice: road.road_lattice,
    };
    let pad = Pad::new(PadTunables::read(value), |z| shoreline.grade(z, &mut GradeMemo::new(0)));
    let stages = [
        mountains,
        drainage,
        base,
        Arc::new(Cliffs::new(seed, CliffTunables::read(value))),
        Arc::new(Dunes::new(seed, DuneTunables::read(value))),
        Arc::new(cove),
        Arc::new(pad),
        Arc::new(Reserved(&MADE_FEATURES)),
        Arc::new(Reserved(&LAKES)),
        Arc::new(Reserved(&TRAIL_CORRIDOR)),
        Arc::new(Reserved(&TRAIL_BENCH)),
        Arc::new(corridor),
    ];
    (stages, shoreline)
}
