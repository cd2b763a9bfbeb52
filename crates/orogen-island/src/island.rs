//! All stages as one value, which re-runs what a change makes due.

use orogen_field::{ParamSpec, Seed};

use crate::biomes::Biomes;
use crate::contract::Due;
use crate::hydrology::wind_orders;
use crate::mesh::{IslandMesh, Layout, TriangleGraph};
use crate::params::Depressions;
use crate::stages::{
    Drainage, NoiseLayers, PaintMap, Rain, Wind, WindOrder, downslope, moisture, mountain_distance, rainfall,
    region_elevation, triangle_elevation,
};
use crate::water::{Climate, Ground, River, RiverRule, Water, moisten_banks, rivers};
use crate::{CONTRACTS, IslandError, IslandParams, Stage};

/// An island: its parameters, and what every stage makes of them.
///
/// It is at every time what it would be if it were made from its parameters anew, to the bit.
///
/// ```
/// use orogen_island::{Island, IslandParams, Stage};
///
/// let mut island = Island::new(IslandParams { spacing: 0.02, ..IslandParams::default() })?;
/// assert!(island.elevation_t().iter().any(|e| *e > 0.0));
///
/// let ran = island.set("raininess", 1.2)?;
/// use Stage::{Banks, Biomes, Climate, Moisture, Rainfall, Rivers, Water};
/// assert_eq!(ran, [Rainfall, Moisture, Climate, Water, Rivers, Banks, Biomes]);
/// # Ok::<(), orogen_island::IslandError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Island {
    params: IslandParams,
    further_winds: Vec<Wind>,
    is_mesh_given: bool,
    is_paint_given: bool,
    /// Stages whose output is not that of the parameters yet: none, unless a change failed.
    due: Due,
    mesh: IslandMesh,
    paint_map: PaintMap,
    paint_t: Vec<f64>,
    noise: NoiseLayers,
    mountain_distance_t: Vec<f64>,
    uncarved_t: Vec<f64>,
    uncarved_r: Vec<f64>,
    winds: Vec<(WindOrder, f64)>,
    rain: Rain,
    drainage: Drainage,
    moisture_t: Vec<f64>,
    area_t: Vec<f64>,
    ground: Ground,
    ground_r: Vec<f64>,
    climate: Climate,
    water: Water,
    rivers: Vec<River>,
    bank_moisture_t: Vec<f64>,
    biomes: Biomes,
}

impl Island {
    /// The island of these parameters, on a generated mesh.
    ///
    /// # Errors
    ///
    /// [`IslandError::Param`] if a parameter is out of its range.
    pub fn new(params: IslandParams) -> Result<Self, IslandError> {
        params.check()?;
        Self::on(IslandMesh::generate(&layout(&params))?, params, false)
    }

    /// The island of these parameters on a mesh of one's own, whatever they say of a mesh.
    ///
    /// The map is the unit square; what of the mesh lies outside of it has the paint of its edge.
    ///
    /// # Errors
    ///
    /// [`IslandError::Param`] if a parameter is out of its range; [`IslandError::Value`] if a peak is no region of the mesh.
    pub fn with_mesh(mesh: IslandMesh, params: IslandParams) -> Result<Self, IslandError> {
        params.check()?;
        Self::on(mesh, params, true)
    }

    fn on(mesh: IslandMesh, params: IslandParams, is_mesh_given: bool) -> Result<Self, IslandError> {
        let mut island = Self {
            drainage: Drainage::default(),
            paint_map: PaintMap::generate(&params),
            params,
            further_winds: Vec::new(),
            is_mesh_given,
            is_paint_given: false,
            due: Due::ALL,
            area_t: mesh.mesh.area_t(),
            mesh,
            paint_t: Vec::new(),
            noise: NoiseLayers::default(),
            mountain_distance_t: Vec::new(),
            uncarved_t: Vec::new(),
            uncarved_r: Vec::new(),
            winds: Vec::new(),
            rain: Rain::default(),
            moisture_t: Vec::new(),
            ground: Ground::default(),
            ground_r: Vec::new(),
            climate: Climate::default(),
            water: Water::default(),
            rivers: Vec::new(),
            bank_moisture_t: Vec::new(),
            biomes: Biomes::default(),
        };
        island.due.remove(Stage::Mesh);
        island.due.remove(Stage::PaintMap);
        island.update()?;
        Ok(island)
    }

    /// Changes one parameter by name, and runs the stages that read it and those after them. Returns the stages that ran.
    ///
    /// A value that is what it was runs nothing.
    ///
    /// # Errors
    ///
    /// [`IslandError::Param`] if there is no such parameter or the value is out of its range; the island stays as it was.
    pub fn set(&mut self, name: &str, value: f64) -> Result<Vec<Stage>, IslandError> {
        self.set_params(self.params.with(name, value)?)
    }

    /// Changes any number of parameters, as [`Island::set`] does.
    ///
    /// # Errors
    ///
    /// As [`Island::set`].
    pub fn set_params(&mut self, params: IslandParams) -> Result<Vec<Stage>, IslandError> {
        params.check()?;
        let values = IslandParams::TABLE.iter().zip(self.params.values().into_iter().zip(params.values()));
        let changed: Vec<&ParamSpec> = values.filter(|(_, (old, new))| old != new).map(|(spec, _)| spec).collect();
        let mut due = self.due;
        for contract in &CONTRACTS {
            if !self.is_given(contract.stage) && changed.iter().any(|spec| contract.params.contains(&spec.name)) {
                due.add(contract.stage);
            }
        }
        if due.has(Stage::Mesh) {
            self.mesh = IslandMesh::generate(&layout(&params))?;
            self.area_t = self.mesh.mesh.area_t();
        }
        due.spread();
        (self.params, self.due) = (params, due);
        self.update()
    }

    /// Replaces the paint map, or goes back to the generated one. Returns the stages that ran.
    ///
    /// # Errors
    ///
    /// None that a paint map can cause.
    pub fn set_paint(&mut self, paint: Option<PaintMap>) -> Result<Vec<Stage>, IslandError> {
        self.is_paint_given = paint.is_some();
        match paint {
            Some(paint) => {
                self.paint_map = paint;
                self.due.add(Stage::Paint);
            }
            None => self.due.add(Stage::PaintMap),
        }
        self.due.spread();
        self.update()
    }

    /// Replaces the winds beside that of the parameters, whose weight is 1. Returns the stages that ran.
    ///
    /// # Errors
    ///
    /// [`IslandError::Value`] if an angle or weight is unusable; the island stays as it was.
    pub fn set_further_winds(&mut self, winds: Vec<Wind>) -> Result<Vec<Stage>, IslandError> {
        winds.iter().try_for_each(Wind::check)?;
        self.further_winds = winds;
        self.due.add(Stage::WindOrder);
        self.due.spread();
        self.update()
    }

    fn is_given(&self, stage: Stage) -> bool {
        stage == Stage::Mesh && self.is_mesh_given || stage == Stage::PaintMap && self.is_paint_given
    }

    /// Runs what is due.
    fn update(&mut self) -> Result<Vec<Stage>, IslandError> {
        let mut ran = Vec::new();
        for stage in CONTRACTS.iter().map(|contract| contract.stage) {
            if self.due.has(stage) {
                self.run(stage)?;
                self.due.remove(stage);
                ran.push(stage);
            }
        }
        Ok(ran)
    }

    fn run(&mut self, stage: Stage) -> Result<(), IslandError> {
        let (mesh, params) = (&self.mesh.mesh, &self.params);
        let solid_t = &mesh.position_t()[..mesh.solid_triangle_count()];
        match stage {
            // Made before anything else of the island changes, as it can fail.
            Stage::Mesh => Ok(()),
            Stage::PaintMap => {
                self.paint_map = PaintMap::generate(params);
                Ok(())
            }
            Stage::Paint => {
                self.paint_map.sample_into(solid_t, &mut self.paint_t);
                Ok(())
            }
            Stage::Noise => {
                self.noise.sample_into(solid_t, params);
                Ok(())
            }
            Stage::MountainDistance => mountain_distance(&self.mesh, params, &mut self.mountain_distance_t),
            Stage::TriangleElevation => {
                let (paint_t, distance_t) = (&self.paint_t, &self.mountain_distance_t);
                triangle_elevation(paint_t, &self.noise, distance_t, params, &mut self.uncarved_t)
            }
            Stage::RegionElevation => region_elevation(mesh, &self.uncarved_t, &mut self.uncarved_r),
            Stage::WindOrder => {
                self.winds = wind_orders(mesh, params, &self.further_winds);
                Ok(())
            }
            Stage::Rainfall => rainfall(mesh, &self.winds, &self.uncarved_r, params, &mut self.rain),
            Stage::Downslope => {
                if params.depressions() == Depressions::Carve {
                    self.drainage = downslope(&TriangleGraph::solid(mesh), &self.uncarved_t)?;
                } else {
                    self.drainage = Drainage::default();
                }
                Ok(())
            }
            Stage::Moisture => moisture(mesh, &self.rain.rainfall_r, &mut self.moisture_t),
            Stage::Ground => {
                self.ground = Ground::of(mesh, &self.uncarved_t, &self.area_t, &self.drainage, params)?;
                Ok(())
            }
            Stage::GroundRegionElevation => region_elevation(mesh, &self.ground.elevation_t, &mut self.ground_r),
            Stage::Climate => {
                self.climate = Climate::of(mesh, &self.ground.elevation_t, &self.moisture_t, params)?;
                Ok(())
            }
            Stage::Water => {
                let (ground, areas_and_moisture) = (&self.ground, (&*self.area_t, &*self.moisture_t));
                self.water = Water::of(mesh, ground, &self.drainage, areas_and_moisture, &self.climate, params)?;
                Ok(())
            }
            Stage::Rivers => {
                let rule = RiverRule::of(params, self.least_flow());
                self.rivers = rivers(mesh, &self.ground, &self.water, &rule)?;
                Ok(())
            }
            Stage::Banks => {
                let (ground, water, least_flow) = (&self.ground, &self.water, self.least_flow());
                self.bank_moisture_t = moisten_banks(mesh, ground, water, &self.moisture_t, least_flow, params)?;
                Ok(())
            }
            Stage::Biomes => {
                self.biomes = Biomes::of(&self.ground, &self.climate, &self.bank_moisture_t, params)?;
                Ok(())
            }
        }
    }
}

/// What the stages have made. Values at regions (`_r`) and triangles (`_t`) are those of the solid ones, in the order of ids.
impl Island {
    /// The parameters.
    #[must_use]
    pub fn params(&self) -> &IslandParams {
        &self.params
    }

    /// The mesh, its peaks and its spacing.
    #[must_use]
    pub fn mesh(&self) -> &IslandMesh {
        &self.mesh
    }

    /// Whether the mesh was given, rather than generated from the parameters.
    #[must_use]
    pub fn is_mesh_given(&self) -> bool {
        self.is_mesh_given
    }

    /// Whether the paint map was given, rather than generated from the parameters.
    #[must_use]
    pub fn is_paint_given(&self) -> bool {
        self.is_paint_given
    }

    /// The winds beside that of the parameters.
    #[must_use]
    pub fn further_winds(&self) -> &[Wind] {
        &self.further_winds
    }

    /// The paint map, generated or given.
    #[must_use]
    pub fn paint_map(&self) -> &PaintMap {
        &self.paint_map
    }

    /// The paint map at triangles, -1 to 1.
    #[must_use]
    pub fn paint_t(&self) -> &[f64] {
        &self.paint_t
    }

    /// The noise layers at triangles.
    #[must_use]
    pub fn noise(&self) -> &NoiseLayers {
        &self.noise
    }

    /// The distance of triangles from peaks, in units of the square's side.
    #[must_use]
    pub fn mountain_distance_t(&self) -> &[f64] {
        &self.mountain_distance_t
    }

    /// The elevation of triangles before carving, -1 to 1.
    #[must_use]
    pub fn uncarved_elevation_t(&self) -> &[f64] {
        &self.uncarved_t
    }

    /// The elevation of regions before carving, from which the rain is computed, -1 to 1.
    #[must_use]
    pub fn uncarved_elevation_r(&self) -> &[f64] {
        &self.uncarved_r
    }

    /// Rain at regions, not below 0.
    #[must_use]
    pub fn rainfall_r(&self) -> &[f64] {
        &self.rain.rainfall_r
    }

    /// Humidity of the wind at regions, not below 0.
    #[must_use]
    pub fn humidity_r(&self) -> &[f64] {
        &self.rain.humidity_r
    }

    /// Where triangles drain to by the search from deep water, if depressions are carved, else nothing; where they do in any
    /// case is told by [`Island::water`].
    #[must_use]
    pub fn drainage(&self) -> &Drainage {
        &self.drainage
    }

    /// The mean rain at triangles' corners, not below 0.
    #[must_use]
    pub fn moisture_t(&self) -> &[f64] {
        &self.moisture_t
    }

    /// The areas of triangles, in units of the square's.
    #[must_use]
    pub fn area_t(&self) -> &[f64] {
        &self.area_t
    }

    /// The ground with its river beds, and the sea.
    #[must_use]
    pub fn ground(&self) -> &Ground {
        &self.ground
    }

    /// The elevation of triangles on that ground, -1 to 1.
    #[must_use]
    pub fn elevation_t(&self) -> &[f64] {
        &self.ground.elevation_t
    }

    /// The elevation of regions on that ground, -1 to 1.
    #[must_use]
    pub fn elevation_r(&self) -> &[f64] {
        &self.ground_r
    }

    /// The climate of triangles.
    #[must_use]
    pub fn climate(&self) -> &Climate {
        &self.climate
    }

    /// Lakes, flow, and the year's account.
    #[must_use]
    pub fn water(&self) -> &Water {
        &self.water
    }

    /// The flow through triangles, not below 0: cubic metres a second, or the heuristic's number.
    #[must_use]
    pub fn flow_t(&self) -> &[f64] {
        &self.water.flow_t
    }

    /// The least flow of a river, in that unit.
    #[must_use]
    pub fn least_flow(&self) -> f64 {
        self.params.least_flow(self.mesh.spacing)
    }

    /// Rivers as lines, each before the one that it flows into.
    #[must_use]
    pub fn rivers(&self) -> &[River] {
        &self.rivers
    }

    /// The moisture of triangles with that of the banks of rivers and lakes, not below 0.
    #[must_use]
    pub fn bank_moisture_t(&self) -> &[f64] {
        &self.bank_moisture_t
    }

    /// The biomes of triangles.
    #[must_use]
    pub fn biomes(&self) -> &Biomes {
        &self.biomes
    }
}

/// The layout that the parameters ask for.
fn layout(params: &IslandParams) -> Layout {
    Layout { spacing: params.spacing, peak_spacing: params.peak_spacing, seed: Seed::Own(u64::from(params.mesh_seed)) }
}
