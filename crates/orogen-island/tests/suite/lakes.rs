//! Lakes, rivers and the year's account of the water.

use orogen_flow::{ElementId, LakeBeds, Mesh, Receiver, Role};
use orogen_island::mesh::{DualMesh, TriangleId};
use orogen_island::water::{Ground, IslandLake, Mouth, RiverPoint, SeaKind, Water};
use orogen_island::{Island, IslandParams, PaintMap};

/// An island whose water is checked.
struct Watered {
    island: Island,
}

impl Watered {
    fn new(params: IslandParams, paint: Option<PaintMap>) -> Self {
        let mut island = Island::new(params).unwrap();
        if paint.is_some() {
            island.set_paint(paint).unwrap();
        }
        Self { island }
    }

    fn ground(&self) -> &Ground {
        self.island.ground()
    }

    fn water(&self) -> &Water {
        self.island.water()
    }

    fn mesh(&self) -> &DualMesh {
        &self.island.mesh().mesh
    }

    fn is_sea(&self, t: usize) -> bool {
        self.ground().sea.is_sea_t[t]
    }

    fn lake(&self, t: usize) -> Option<&IslandLake> {
        self.water().lake_of_t[t].map(|lake| &self.water().lakes[lake as usize])
    }

    fn neighbors(&self, t: usize) -> impl Iterator<Item = usize> + '_ {
        let mesh = self.mesh();
        let solid = move |t: &TriangleId| !mesh.is_ghost_t(*t);
        mesh.t_neighbors_t(TriangleId::from_index(t)).into_iter().filter(solid).map(TriangleId::index)
    }

    /// All that must hold of any island.
    fn check(&self) {
        self.check_ground();
        self.check_lakes();
        self.check_flow();
        self.check_rivers();
        let basin_of_t = self.water().basin_of_t(&self.ground().sea.is_sea_t);
        for (t, basin) in basin_of_t.iter().enumerate() {
            assert_eq!(basin.is_none(), self.is_sea(t));
            if let Receiver::To(receiver) = self.water().receivers.of(ElementId::from_index(t))
                && !self.is_sea(receiver.index())
            {
                assert_eq!(*basin, basin_of_t[receiver.index()]);
            }
        }
    }

    /// The sea bed and the coast are where they were, and every pit that is left is a lake's.
    fn check_ground(&self) {
        let before = self.island.uncarved_elevation_t();
        let lakes = self.island.params().depressions == 2;
        for (t, (before, after)) in before.iter().zip(&self.ground().elevation_t).enumerate() {
            assert!(after.is_finite());
            if self.is_sea(t) {
                assert_eq!(before.to_bits(), after.to_bits());
            }
            assert!(*before < 0.0 || *after >= 0.0 || lakes, "land sank below the sea");
        }
        if !lakes {
            return;
        }
        let mesh = self.topology();
        let beds = LakeBeds::new(&mesh, &self.ground().elevation_t, self.island.area_t()).unwrap();
        let areas = beds.full_areas_m2();
        for (depression, area) in beds.hierarchy().depressions().iter().zip(areas) {
            if depression.whole.is_none() {
                assert!(area >= self.island.params().least_lake_area, "{depression:?}: {area}");
            }
        }
    }

    /// The solid triangles as a mesh of orogen-flow's, with the sea as outlets.
    fn topology(&self) -> Mesh {
        let mesh = self.mesh();
        let mut edges = Vec::new();
        for t in 0..self.island.area_t().len() {
            for other in self.neighbors(t).filter(|other| *other > t) {
                let length = mesh.length_between(TriangleId::from_index(t), TriangleId::from_index(other));
                edges.push((t as u32, other as u32, length));
            }
        }
        let role = |t: usize| if self.is_sea(t) { Role::Outlet } else { Role::Interior };
        Mesh::from_edges((0..self.island.area_t().len()).map(role).collect(), &edges).unwrap()
    }

    /// Lakes are level, and lie below everything around them but other lakes.
    fn check_lakes(&self) {
        for t in 0..self.island.area_t().len() {
            let Some(lake) = self.lake(t) else { continue };
            assert!(!self.is_sea(t));
            let is_playa = lake.area_m2 == 0.0 && lake.outlet.is_none();
            assert!(
                self.ground().elevation_t[t] < lake.surface || is_playa && self.ground().elevation_t[t] == lake.surface
            );
            for other in self.neighbors(t) {
                match self.water().lake_of_t[other] {
                    None => assert!(self.ground().elevation_t[other] >= lake.surface || self.is_sea(other)),
                    Some(other) => assert_eq!(Some(other), self.water().lake_of_t[t], "two lakes touch"),
                }
            }
        }
        for lake in &self.water().lakes {
            assert!(lake.evaporation >= 0.0 && lake.area_m2 >= 0.0 && lake.volume_m3 >= 0.0);
        }
    }

    /// Water goes down the receivers and is lost in lakes only; the account closes.
    fn check_flow(&self) {
        let mut inflow = vec![0.0; self.water().lakes.len()];
        let mut outflow = vec![0.0; self.water().lakes.len()];
        // The triangle on the sill by which a lake overflows is its end, if it is not under water itself.
        let mut lake_of_t = self.water().lake_of_t.clone();
        for (lake, (end, _)) in self.water().lakes.iter().enumerate().filter_map(|(i, lake)| Some((i, lake.outlet?))) {
            lake_of_t[end.index()].get_or_insert(lake as u32);
        }
        for (t, flow) in self.water().flow_t.iter().enumerate() {
            assert!(*flow >= 0.0);
            let lake = lake_of_t[t];
            if let Receiver::To(receiver) = self.water().receivers.of(ElementId::from_index(t)) {
                let below = receiver.index();
                // In the sea the series' order of summing leaves some behind.
                let is_water = lake.is_some() || lake_of_t[below].is_some() || self.is_sea(t);
                assert!(self.water().flow_t[below] >= flow * (1.0 - 1e-12) || is_water, "flow falls on land");
                if lake != lake_of_t[below] {
                    lake.into_iter().for_each(|lake| outflow[lake as usize] += flow);
                    lake_of_t[below].into_iter().for_each(|lake| inflow[lake as usize] += flow);
                }
            } else {
                assert!(self.is_sea(t) || lake.is_some() || *flow < 1e-9, "water is lost in triangle {t}");
            }
        }
        let Some(balance) = self.water().balance else { return };
        assert!(balance.error() <= 1e-9, "{balance:?}");
        let m3 = self.island.params().side_m * self.island.params().side_m / 31_557_600.0;
        for (t, lake) in lake_of_t.iter().enumerate() {
            if let Some(lake) = *lake {
                inflow[lake as usize] += (self.island.climate().rain_m_t[t] - self.island.climate().actual_m_t[t])
                    * self.island.area_t()[t]
                    * m3;
            }
        }
        for (lake, (inflow, outflow)) in self.water().lakes.iter().zip(inflow.iter().zip(&outflow)) {
            let lost = inflow - outflow - lake.evaporation;
            assert!(lost.abs() <= 0.01 * inflow.max(1e-6), "{inflow} in, {outflow} out of {lake:?}");
            assert_eq!(lake.outlet.is_some(), *outflow > 0.0 || inflow - lake.evaporation > 1e-9 * inflow);
        }
    }

    /// Rivers end in the sea, a lake or a river, run through no lake, and fall.
    fn check_rivers(&self) {
        for river in self.island.rivers() {
            let [first, .., last] = river.points.as_slice() else { panic!("a river of one place") };
            match river.mouth {
                Mouth::Sea => assert!(self.is_sea(last.t.index())),
                Mouth::Lake(lake) => assert_eq!(self.water().lake_of_t[last.t.index()], Some(lake)),
                Mouth::River(next) => {
                    let next = &self.island.rivers()[next as usize];
                    assert_eq!(next.points[0].t, last.t);
                    assert!(next.strahler >= river.strahler);
                }
            }
            for point in &river.points[1..river.points.len() - 1] {
                assert_eq!(self.water().lake_of_t[point.t.index()], None, "a river in a lake");
            }
            let params = self.island.params();
            let falls = |pair: &[RiverPoint]| {
                pair[1].bed < pair[0].bed || params.bed_gradient == 0.0 && pair[1].bed == pair[0].bed
            };
            assert!(river.points.windows(2).all(falls), "{river:?}");
            assert!(river.strahler > 0 && first.width_m == params.river_width_m * first.flow.sqrt());
            for fall in &river.waterfalls {
                let drop = river.points[*fall].bed - river.points[fall + 1].bed;
                assert!(drop * params.height_m > params.waterfall_m);
            }
        }
    }
}

/// A coarse island.
fn params(seed: u32) -> IslandParams {
    IslandParams { seed, spacing: 0.016, least_lake_area: 1e-3, river_flow: 2.0, ..IslandParams::default() }
}

#[test]
fn water_balances_and_rivers_arrive_on_two_hundred_islands() {
    let mut lakes = 0;
    let mut without_outlet = 0;
    for seed in 0..200 {
        let climate = [1000.0, 300.0, 60.0, 3000.0][seed as usize % 4];
        let watered = Watered::new(IslandParams { rain_mm: climate, ..params(seed) }, None);
        watered.check();
        lakes += watered.water().lakes.len();
        without_outlet += watered.water().lakes.iter().filter(|lake| lake.outlet.is_none()).count();
    }
    assert!(lakes > 200 && without_outlet > 50, "{lakes} lakes, {without_outlet} without outlet prove little");
}

#[test]
fn water_holds_at_both_ends_of_every_parameter() {
    for spec in IslandParams::TABLE.iter().filter(|spec| spec.name != "spacing") {
        for value in [spec.min, spec.max] {
            Watered::new(IslandParams { spacing: 0.03, ..params(7) }.with(spec.name, value).unwrap(), None).check();
        }
    }
}

#[test]
fn every_way_with_depressions_and_runoff_drains() {
    for seed in 0..8 {
        for depressions in 0..3 {
            for runoff in 0..2 {
                let watered = Watered::new(IslandParams { depressions, runoff, ..params(seed) }, None);
                watered.check();
                assert!(!watered.island.rivers().is_empty());
                assert_eq!(watered.water().balance.is_some(), runoff == 1);
                assert!(depressions == 2 || watered.water().lakes.is_empty());
            }
        }
    }
}

/// A bowl with a rim of mountains around it.
fn crater(inside: f64) -> PaintMap {
    let at = |row: usize, col: usize| {
        let (x, y) = (col as f64 / 32.0 - 1.0, row as f64 / 32.0 - 1.0);
        let from_rim = ((x * x + y * y).sqrt() - 0.45).abs();
        let is_inside = x * x + y * y < 0.2;
        if from_rim < 0.15 {
            0.6 - 2.0 * from_rim
        } else if is_inside {
            inside
        } else {
            -0.6
        }
    };
    let cells = (0..65 * 65).map(|cell| at(cell / 65, cell % 65)).collect();
    PaintMap::new(65, 65, cells).unwrap()
}

#[test]
fn a_crater_has_one_lake_that_spills_when_wet_and_shrinks_when_dry() {
    for inside in [0.1, -0.3] {
        let of = |rain_mm: f64| {
            let params = IslandParams { rain_mm, noisy_coastlines: 0.0, ..params(1) };
            let watered = Watered::new(params, Some(crater(inside)));
            watered.check();
            let lakes = watered.water().lakes.iter();
            let largest = lakes.clone().copied().max_by(|a, b| a.area_m2.total_cmp(&b.area_m2));
            (lakes.map(|lake| lake.area_m2).sum::<f64>(), largest.expect("a lake in the crater"))
        };
        let (wet, dry, drier) = (of(5000.0), of(250.0), of(120.0));
        assert!(wet.1.outlet.is_some(), "{wet:?}");
        assert!(dry.1.outlet.is_none() && drier.1.outlet.is_none());
        assert!(drier.0 < dry.0 && dry.0 < 0.5 * wet.0, "{drier:?}, {dry:?}, {wet:?}");
        assert!(dry.1.surface < wet.1.surface);
    }
}

#[test]
fn all_land_all_sea_and_flat_maps_work() {
    let flat = |height: f64| Some(PaintMap::new(2, 2, vec![height; 4]).unwrap());
    let params = |seed| IslandParams { noisy_coastlines: 0.0, ..params(seed) };
    let land = Watered::new(params(3), flat(0.5));
    land.check();
    assert_eq!(land.ground().sea.kind, SeaKind::LowestEdge);
    let sea = Watered::new(params(3), flat(-0.5));
    sea.check();
    assert!(sea.island.rivers().is_empty() && sea.water().lakes.is_empty());
    assert_eq!(sea.water().balance.map(|balance| balance.rain), Some(0.0));
    let level = Watered::new(IslandParams { hill_height: 0.0, ..params(3) }, flat(0.0));
    level.check();
}
