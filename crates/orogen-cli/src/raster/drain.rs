//! `orogen raster fill | flow | rivers | lakes | basins`: where water would go.

use clap::{Args, ValueEnum};
use orogen::flow::{
    ElementId, FREEMAN_EXPONENT, LakeBeds, Raster as Topology, Receivers, Shares, StackOrder, VoidRule, accumulate,
    basins, fill, flood, reaches, steepest_descent_on_filled, strahler,
};
use orogen::io::{Feature, GeoJsonFrame, Geometry, write_geojson};
use serde_json::json;

use super::map::{InputFile, Map, OutputFile};
use super::output_raster::OutputRaster;
use crate::failure::Failure;
use crate::numbers::length;
use crate::output;

/// What void cells do to water.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Void {
    /// Water leaves there
    Outlet,
    /// Water goes round
    Barrier,
}

/// How a command drains its map.
#[derive(Args)]
struct Drainage {
    #[command(flatten)]
    input: InputFile,

    /// What cells without data do to water
    #[arg(long, value_enum, default_value = "outlet")]
    void: Void,
}

impl Drainage {
    fn read(&self) -> Result<(Map, Topology), Failure> {
        let map = self.input.read()?;
        let rule = match self.void {
            Void::Outlet => VoidRule::Outlet,
            Void::Barrier => VoidRule::Barrier,
        };
        let topology = map.cells.topology(map.grid(), rule)?;
        Ok((map, topology))
    }
}

/// Receivers over which every cell reaches an outlet, and the order of their stack: the steepest descent on the filled surface,
/// and across what is level the way that the flood came.
fn routed(map: &Map, topology: &Topology) -> Result<(Receivers, StackOrder), Failure> {
    let flood = flood(topology, map.grid().samples())?;
    let receivers = steepest_descent_on_filled(topology, &flood.filled_m, &flood.receivers)?;
    let order = StackOrder::new(&receivers);
    Ok((receivers, order))
}

/// Fills depressions up to their spill
#[derive(Args)]
pub(crate) struct Fill {
    #[command(flatten)]
    drainage: Drainage,

    #[command(flatten)]
    output: OutputRaster,
}

impl Fill {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        self.output.check()?;
        let (map, topology) = self.drainage.read()?;
        let filled = fill(&topology, map.grid().samples())?;
        map.write_values(filled, &self.output)
    }
}

/// How water leaves a cell.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Routing {
    /// All to the steepest of eight neighbours
    D8,
    /// Shared between two neighbours by the direction of steepest descent
    Dinf,
    /// Shared among all lower neighbours
    Mfd,
}

/// Sums the area that drains through each cell, in square metres
#[derive(Args)]
pub(crate) struct Flow {
    #[command(flatten)]
    drainage: Drainage,

    /// How water leaves a cell
    #[arg(long, value_enum, default_value = "d8")]
    routing: Routing,

    #[command(flatten)]
    output: OutputRaster,
}

impl Flow {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        self.output.check()?;
        let (map, topology) = self.drainage.read()?;
        let areas = map.cell_areas();
        let flood = flood(&topology, map.grid().samples())?;
        let flow = match self.routing {
            Routing::D8 => {
                let receivers = steepest_descent_on_filled(&topology, &flood.filled_m, &flood.receivers)?;
                accumulate(&receivers, &StackOrder::new(&receivers), &areas)?
            }
            Routing::Dinf => Shares::by_facet(&topology, &flood.filled_m, &flood.receivers)?.accumulate(&areas)?,
            Routing::Mfd => {
                Shares::by_slope(&topology, &flood.filled_m, &flood.receivers, FREEMAN_EXPONENT)?.accumulate(&areas)?
            }
        };
        map.write_values(flow, &self.output)
    }
}

/// Draws rivers as lines with drainage area and Strahler order, as GeoJSON
#[derive(Args)]
pub(crate) struct Rivers {
    #[command(flatten)]
    drainage: Drainage,

    /// Smallest drainage area of a river, in square metres
    #[arg(long, value_name = "M2", default_value = "1000000", value_parser = length)]
    least_area: f64,

    #[command(flatten)]
    output: OutputFile,
}

impl Rivers {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        self.output.check_geojson()?;
        let (map, topology) = self.drainage.read()?;
        let (receivers, order) = routed(&map, &topology)?;
        let area = accumulate(&receivers, &order, &map.cell_areas())?;
        let rank = strahler(&receivers, &order, |element| area[element.index()] >= self.least_area)?;
        let cols = map.grid().cols();
        let place =
            |element: &ElementId| map.coordinates((element.index() / cols) as f64, (element.index() % cols) as f64);
        let features =
            reaches(&receivers, &order, &area, self.least_area)?.into_iter().enumerate().map(|(id, reach)| {
                let line: Vec<[f64; 2]> = reach.elements.iter().map(place).collect();
                let properties = [
                    ("id", json!(id)),
                    ("next", json!(reach.next)),
                    ("strahler", json!(rank[reach.elements[0].index()])),
                    ("area_from_m2", json!(reach.discharge.first())),
                    ("area_to_m2", json!(reach.discharge.last())),
                ];
                Feature::new(Geometry::LineString(line), properties)
            });
        let frame = GeoJsonFrame::In(map.raster.georef().crs.clone());
        Ok(write_geojson(&self.output.output, &frame, features)?)
    }
}

/// Labels each cell with the number of the basin that it drains to, from 1
#[derive(Args)]
pub(crate) struct FindBasins {
    #[command(flatten)]
    drainage: Drainage,

    #[command(flatten)]
    output: OutputRaster,
}

impl FindBasins {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        self.output.check()?;
        let (map, topology) = self.drainage.read()?;
        let (receivers, order) = routed(&map, &topology)?;
        let basins = basins(&receivers, &order)?;
        let mut number_of_root = vec![0_u32; map.grid().samples().len()];
        for (number, root) in receivers.roots().enumerate() {
            number_of_root[root.index()] = number as u32 + 1;
        }
        let label = |index: usize| {
            let root = basins.root_of(ElementId::from_index(index));
            root.map_or(f64::NAN, |root| f64::from(number_of_root[root.index()]))
        };
        map.write_values((0..map.grid().samples().len()).map(label).collect(), &self.output)
    }
}

/// Lets rain gather in depressions, spill and evaporate; writes the water's depth, and prints each lake
#[derive(Args)]
pub(crate) struct FindLakes {
    #[command(flatten)]
    drainage: Drainage,

    /// Rain that runs off, in metres a year
    #[arg(long, value_name = "M", default_value = "1", value_parser = length)]
    rain: f64,

    /// Evaporation from open water, in metres a year; more than the rain
    #[arg(long, value_name = "M", default_value = "1.5", value_parser = length)]
    evaporation: f64,

    /// Prints JSON
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    output: OutputRaster,
}

impl FindLakes {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        self.output.check()?;
        let (map, topology) = self.drainage.read()?;
        let (heights, areas) = (map.grid().samples(), map.cell_areas());
        let beds = LakeBeds::new(&topology, heights, &areas)?;
        let everywhere = |depth: f64| vec![depth; heights.len()];
        let lakes = beds.settle(&everywhere(self.rain), &everywhere(self.evaporation))?;
        let depth = |index: usize| {
            let lake = lakes.lake_of(ElementId::from_index(index));
            lake.map_or(0.0, |lake| lakes.lakes[lake].surface_m - heights[index])
        };
        map.write_values((0..heights.len()).map(depth).collect(), &self.output)?;
        if self.json {
            let rows = lakes.lakes.iter().map(|lake| {
                json!({
                    "surface_m": lake.surface_m,
                    "area_m2": lake.area_m2,
                    "volume_m3": lake.volume_m3,
                    "evaporates_m3": lake.kept_m3,
                    "overflows": lake.outlet.is_some(),
                })
            });
            return output::print_json(&json!({
                "lakes": rows.collect::<Vec<_>>(),
                "outflow_m3": lakes.outflow_m3,
            }));
        }
        let mut text = format!("{} lakes, {:.0} m^3 a year reach the outlets", lakes.lakes.len(), lakes.outflow_m3);
        for lake in &lakes.lakes {
            let end = if lake.outlet.is_some() { "overflows" } else { "has no outlet" };
            text += &format!(
                "\nsurface {:.2} m, area {:.0} m^2, volume {:.0} m^3, {end}",
                lake.surface_m, lake.area_m2, lake.volume_m3
            );
        }
        output::print(&text)
    }
}
