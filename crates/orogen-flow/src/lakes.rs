//! Lakes: how high water stands in the depressions of a surface.

use std::borrow::Cow;

use crate::basin_graph::{BasinGraph, BasinId, Pass};
use crate::element::{NONE, VOID, check_values};
use crate::error::check_length;
use crate::hierarchy::{DepressionId, Hierarchy};
use crate::lake_level::{Shore, evaporation_level, volume_level};
use crate::radix_queue::ordered_key;
use crate::spill::Spill;
use crate::topology::check_elevation;
use crate::{ElementId, FlowError, Topology};

/// The ground under possible lakes: depressions, and how much each holds.
#[derive(Clone, Debug, PartialEq)]
pub struct LakeBeds<'a> {
    pub(crate) graph: BasinGraph,
    hierarchy: Hierarchy,
    pub(crate) elevation_m: Cow<'a, [f64]>,
    pub(crate) area_m2: Cow<'a, [f64]>,
    /// The smallest depression that holds water at an element's own level; [`NONE`] where it runs off.
    bed_of: Vec<u32>,
    capacity_m3: Vec<f64>,
}

/// One lake: an even surface with at most one outlet.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Lake {
    /// The largest depression that the lake is one water in.
    pub depression: DepressionId,
    /// Elevation of its surface, in metres.
    pub surface_m: f64,
    /// Area of the elements below the surface, in m^2.
    pub area_m2: f64,
    /// Volume between the surface and the ground, in m^3.
    pub volume_m3: f64,
    /// How much of the inflow it keeps: all that it stores, or all that evaporates from it, in m^3 (a unit of time).
    pub kept_m3: f64,
    /// Where it overflows; `None` if it does not.
    pub outlet: Option<Pass>,
}

/// The lakes on a surface.
#[derive(Clone, Debug, PartialEq)]
pub struct Lakes {
    /// All lakes, in the order of their depressions.
    pub lakes: Vec<Lake>,
    /// What reaches the outlets, in m^3 (a unit of time).
    pub outflow_m3: f64,
    /// The lake under which each element lies, an index into `lakes`; [`NONE`] where it is dry.
    lake_of: Vec<u32>,
    /// The lake into which each basin drains; [`NONE`] if it has none.
    pub(crate) lake_of_basin: Vec<u32>,
}

impl Lakes {
    /// The lake over an element, as an index into `lakes`; `None` where it is dry.
    #[must_use]
    pub fn lake_of(&self, element: ElementId) -> Option<usize> {
        let lake = self.lake_of[element.index()];
        (lake != NONE).then_some(lake as usize)
    }
}

impl<'a> LakeBeds<'a> {
    /// Finds the depressions of a surface; `area_m2` is the area of each element.
    ///
    /// # Errors
    ///
    /// [`FlowError::Length`], or [`FlowError::Value`] if an elevation is not finite or an area negative or not finite.
    pub fn new(topology: &impl Topology, elevation_m: &'a [f64], area_m2: &'a [f64]) -> Result<Self, FlowError> {
        check_elevation(topology, elevation_m)?;
        let graph = BasinGraph::new(topology, elevation_m)?;
        check_amounts("area_m2", &graph, area_m2)?;
        let hierarchy = Hierarchy::new(&graph);
        let bed = |(basin, elevation): (&u32, &f64)| {
            let depression = hierarchy.of_basin(BasinId(*basin)).filter(|_| *basin != VOID);
            let bed = depression.and_then(|depression| hierarchy.smallest_holding(depression, *elevation));
            bed.map_or(NONE, |bed| bed.0)
        };
        let bed_of = graph.basin_of.iter().zip(elevation_m).map(bed).collect();
        let (elevation_m, area_m2) = (Cow::Borrowed(elevation_m), Cow::Borrowed(area_m2));
        let mut beds = Self { graph, hierarchy, elevation_m, area_m2, bed_of, capacity_m3: Vec::new() };
        beds.capacity_m3 = beds.volumes();
        Ok(beds)
    }

    /// The same beds with a surface and areas of their own.
    #[must_use]
    pub fn into_owned(self) -> LakeBeds<'static> {
        let (elevation_m, area_m2) = (Cow::Owned(self.elevation_m.into_owned()), Cow::Owned(self.area_m2.into_owned()));
        let Self { graph, hierarchy, bed_of, capacity_m3, .. } = self;
        LakeBeds { graph, hierarchy, elevation_m, area_m2, bed_of, capacity_m3 }
    }

    /// The surface, in metres.
    #[must_use]
    pub fn elevation_m(&self) -> &[f64] {
        &self.elevation_m
    }

    /// The depressions.
    #[must_use]
    pub fn hierarchy(&self) -> &Hierarchy {
        &self.hierarchy
    }

    /// The basins.
    #[must_use]
    pub fn graph(&self) -> &BasinGraph {
        &self.graph
    }

    /// How much water a depression holds before it spills, in m^3; infinite if it spills nowhere.
    #[must_use]
    pub fn capacity_m3(&self, depression: DepressionId) -> f64 {
        self.capacity_m3[depression.index()]
    }

    /// The area of each depression when it is full, in m^2, in the order of the hierarchy.
    #[must_use]
    pub fn full_areas_m2(&self) -> Vec<f64> {
        self.summed(|element| self.area_m2[element as usize])
    }

    /// The lakes that `water_m` metres of water on each element make, once all of it has run down and spilled over.
    ///
    /// What lakes keep and what reaches the outlets adds up to what was given.
    ///
    /// # Errors
    ///
    /// [`FlowError::Length`], or [`FlowError::Value`] if an amount is negative or not finite.
    pub fn store(&self, water_m: &[f64]) -> Result<Lakes, FlowError> {
        check_amounts("water_m", &self.graph, water_m)?;
        let spill = self.poured(water_m, &self.capacity_m3)?;
        Ok(self.lakes(&spill, |shore, content_m3| volume_level(shore, content_m3, |e| self.area_m2[e as usize]), true))
    }

    /// The lakes of a steady climate: each grows until `evaporation_m` from its surface is all that flows in, or until it
    /// spills.
    ///
    /// Both are in metres a unit of time, on each element; `rain_m` is what runs off, so what evaporates from dry ground is
    /// taken out of it beforehand. What evaporates and what reaches the outlets adds up to the rain.
    ///
    /// # Errors
    ///
    /// [`FlowError::Length`], [`FlowError::Value`] if an amount is negative or not finite, and
    /// [`FlowError::NoSteadyState`] if more rain falls than evaporates where no outlet can be reached.
    pub fn settle(&self, rain_m: &[f64], evaporation_m: &[f64]) -> Result<Lakes, FlowError> {
        check_amounts("rain_m", &self.graph, rain_m)?;
        check_amounts("evaporation_m", &self.graph, evaporation_m)?;
        let evaporation_m3 = |e: u32| evaporation_m[e as usize] * self.area_m2[e as usize];
        let capacity_m3 = self.summed(evaporation_m3);
        let spill = self.poured(rain_m, &capacity_m3)?;
        Ok(self.lakes(&spill, |shore, content_m3| evaporation_level(shore, content_m3, evaporation_m3), false))
    }

    /// The water of all basins, poured into their depressions in the order of their numbers.
    fn poured<'b>(&'b self, water_m: &[f64], capacity_m3: &'b [f64]) -> Result<Spill<'b>, FlowError> {
        let mut inflow_m3 = vec![0.0; self.graph.basin_count()];
        for (index, basin) in self.graph.basin_of.iter().enumerate().filter(|(_, basin)| **basin != VOID) {
            inflow_m3[*basin as usize] += water_m[index] * self.area_m2[index];
        }
        let mut spill = Spill::new(&self.graph, &self.hierarchy, capacity_m3);
        for (basin, inflow_m3) in inflow_m3.into_iter().enumerate() {
            spill.pour(BasinId(basin as u32), inflow_m3);
        }
        match spill.excess {
            None => Ok(spill),
            Some((depression, excess)) => {
                let ElementId(element) = self.hierarchy.depressions()[depression as usize].pit;
                Err(FlowError::NoSteadyState { element, excess })
            }
        }
    }

    /// An amount of each element, summed over everything below the spill of each depression.
    fn summed(&self, amount: impl Fn(u32) -> f64) -> Vec<f64> {
        let depressions = self.hierarchy.depressions();
        let mut own = vec![0.0; depressions.len()];
        for (element, bed) in self.bed_of.iter().enumerate().filter(|(_, bed)| **bed != NONE) {
            own[*bed as usize] += amount(element as u32);
        }
        let mut sums: Vec<f64> = Vec::with_capacity(own.len());
        for (depression, own) in depressions.iter().zip(own) {
            let of_parts = depression.parts.map_or(0.0, |[a, b]| sums[a.index()] + sums[b.index()]);
            sums.push(of_parts + own);
        }
        sums
    }

    /// The volume below the spill of each depression: that of its parts, the slabs above them, and the beds around them.
    fn volumes(&self) -> Vec<f64> {
        let areas = self.full_areas_m2();
        let depressions = self.hierarchy.depressions();
        let mut own = vec![0.0; depressions.len()];
        for (element, bed) in self.bed_of.iter().enumerate().filter(|(_, bed)| **bed != NONE) {
            own[*bed as usize] +=
                (depressions[*bed as usize].spill_m() - self.elevation_m[element]) * self.area_m2[element];
        }
        let mut volumes: Vec<f64> = Vec::with_capacity(own.len());
        for (depression, own) in depressions.iter().zip(own) {
            let spill_m = depression.spill_m();
            volumes.push(match depression.parts {
                _ if spill_m == f64::INFINITY => f64::INFINITY,
                None => own,
                Some([a, b]) => {
                    let slab = (spill_m - depressions[a.index()].spill_m()) * (areas[a.index()] + areas[b.index()]);
                    (volumes[a.index()] + volumes[b.index()]) + (slab + own)
                }
            });
        }
        volumes
    }

    /// The lakes that poured water makes; `level_of` finds the surface of one that is not full.
    fn lakes(&self, spill: &Spill, level_of: impl Fn(&Shore, f64) -> f64, keeps_volume: bool) -> Lakes {
        let depressions = self.hierarchy.depressions();
        let (mut lakes, mut lake_of_depression) = (Vec::new(), vec![NONE; depressions.len()]);
        for index in 0..depressions.len() {
            let in_a_larger_one = depressions[index].whole.is_some_and(|whole| spill.is_one(whole.index()));
            let is_wet = spill.is_full(index) || spill.content(index) > 0.0;
            if spill.is_one(index) && is_wet && !in_a_larger_one {
                lake_of_depression[index] = lakes.len() as u32;
                lakes.push(Lake {
                    depression: DepressionId(index as u32),
                    surface_m: depressions[index].spill_m(),
                    area_m2: 0.0,
                    volume_m3: 0.0,
                    kept_m3: spill.content(index),
                    outlet: depressions[index].spill.filter(|_| spill.is_full(index)),
                });
            }
        }
        for index in (0..depressions.len()).rev() {
            if let Some(whole) = depressions[index].whole.filter(|whole| lake_of_depression[whole.index()] != NONE) {
                lake_of_depression[index] = lake_of_depression[whole.index()];
            }
        }
        let lake_of_basin = core::iter::once(NONE).chain(lake_of_depression).take(self.graph.basin_count()).collect();
        let lake_of = vec![NONE; self.elevation_m.len()];
        let mut lakes = Lakes { lakes, outflow_m3: spill.outflow, lake_of, lake_of_basin };
        self.level(&mut lakes, level_of);
        self.wet(&mut lakes);
        if keeps_volume {
            lakes.lakes.iter_mut().for_each(|lake| lake.volume_m3 = lake.kept_m3);
        }
        lakes
    }

    /// Finds the surfaces of the lakes that do not overflow.
    fn level(&self, lakes: &mut Lakes, level_of: impl Fn(&Shore, f64) -> f64) {
        let depressions = self.hierarchy.depressions();
        let mut beds = Vec::new();
        for (element, basin) in self.graph.basin_of.iter().enumerate().filter(|(_, basin)| **basin != VOID) {
            let lake = lakes.lake_of_basin[*basin as usize];
            let elevation_m = self.elevation_m[element];
            let open = lakes.lakes.get(lake as usize).filter(|lake| lake.outlet.is_none());
            if open.is_some_and(|open| elevation_m < open.surface_m) {
                beds.push((lake, ordered_key(elevation_m), element as u32));
            }
        }
        beds.sort_unstable();
        for beds in beds.chunk_by(|a, b| a.0 == b.0) {
            let lake = &mut lakes.lakes[beds[0].0 as usize];
            let depression = &depressions[lake.depression.index()];
            let rising = beds.iter().map(|(_, _, element)| (*element, self.elevation_m[*element as usize])).collect();
            let level_m = level_of(&Shore { rising, spill_m: depression.spill_m() }, lake.kept_m3);
            // Water that has covered its parts is above the pass between them, whatever rounding says.
            let floor_m = depression.parts.map_or(level_m, |[part, _]| depressions[part.index()].spill_m());
            lake.surface_m = level_m.max(floor_m).min(depression.spill_m());
        }
    }

    /// Marks the elements below the surfaces, and measures the lakes.
    fn wet(&self, lakes: &mut Lakes) {
        for (element, basin) in self.graph.basin_of.iter().enumerate().filter(|(_, basin)| **basin != VOID) {
            let index = lakes.lake_of_basin[*basin as usize];
            let Some(lake) = lakes.lakes.get_mut(index as usize) else { continue };
            let depth_m = lake.surface_m - self.elevation_m[element];
            if depth_m > 0.0 {
                lakes.lake_of[element] = index;
                lake.area_m2 += self.area_m2[element];
                lake.volume_m3 += depth_m * self.area_m2[element];
            }
        }
    }
}

/// Checks a table of amounts, one for every element that is not void.
pub(crate) fn check_amounts(what: &'static str, graph: &BasinGraph, amounts: &[f64]) -> Result<(), FlowError> {
    check_length(what, graph.basin_of.len(), amounts.len())?;
    check_values(what, "a finite number not below 0", amounts, amounts.len(), |element, amount| {
        graph.basin_of[element] == VOID || (amount.is_finite() && amount >= 0.0)
    })
}
