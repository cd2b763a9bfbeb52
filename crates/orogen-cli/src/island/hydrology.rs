//! `orogen island hydrology`: the water stages on anyone's mesh.

use std::path::{Path, PathBuf};

use clap::Args;
use orogen::field::ParamSpec;
use orogen::io::{AtomicFile, read_array, write_array};
use orogen::island::mesh::{DualMesh, TriangleId};
use orogen::island::{Hydrology, IslandParams, hydrology};
use serde_json::{Value, json};

use super::info::balance_json;
use super::params::WaterArguments;
use crate::failure::Failure;
use crate::numbers::Setting;

const LAYOUT: &str = "\
The folder holds little-endian arrays without headers, named NAME.TYPE, and meta.json:
  meta.json             regions (with the ghost), boundary_regions, triangles (with ghosts), sides; parameters by name;
                        map_side: how wide the map is in the unit of the points [default: 1000]
  points_xy.f64         x and y of each region but the ghost, which is the last
  triangles_r_of_s.i32  the region where each side begins; sides 3t, 3t+1, 3t+2 belong to triangle t
  twin_s_of_s.i32       the opposite side
  elevation_t_before.f32
  elevation_r.f32       may be missing: the mean around each region is taken
It writes rainfall_r, humidity_r, moisture_t, flow_t, flow_s, elevation_t_after (.f32), elevation_r.f32, s_downslope_t, t_order
and lake_t (.i32, -1 for none) for all elements, ghosts included, and water.json with the lakes and the year's account.

Examples:
  orogen island hydrology mesh/ -o out/
  orogen island hydrology mesh/ --runoff heuristic --depressions carve -o out/   as mapgen4 does";

/// Runs rain, rivers and lakes on a mesh with elevations of your own
#[derive(Args)]
#[command(name = "hydrology", before_help = LAYOUT)]
pub(crate) struct HydrologyCommand {
    /// The folder with the mesh
    #[arg(value_name = "DIR")]
    folder: PathBuf,

    #[command(flatten)]
    water: WaterArguments,

    /// The folder for the results; made if it is not there
    #[arg(short, long, value_name = "OUTDIR")]
    output: PathBuf,
}

impl HydrologyCommand {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let meta = Meta::read(&self.folder)?;
        let mesh = meta.mesh(&self.folder)?;
        let params = self.water.params(&meta.settings)?;
        let elevation_t = widened(read_array(&self.folder, "elevation_t_before", mesh.triangle_count())?);
        let elevation_r = if self.folder.join("elevation_r.f32").exists() {
            Some(widened(read_array(&self.folder, "elevation_r", mesh.region_count())?))
        } else {
            None
        };
        let found = hydrology(&mesh, &elevation_t, elevation_r.as_deref(), &params, &self.water.winds())?;
        std::fs::create_dir_all(&self.output)
            .map_err(|error| Failure::Run(format!("{}: {error}; choose another folder", self.output.display())))?;
        write(&mesh, &found, &self.output)
    }
}

/// What meta.json says.
struct Meta {
    regions: usize,
    boundary_regions: usize,
    sides: usize,
    map_side: f64,
    settings: Vec<Setting>,
}

impl Meta {
    fn read(folder: &Path) -> Result<Self, Failure> {
        let path = folder.join("meta.json");
        let text = std::fs::read_to_string(&path)
            .map_err(|error| Failure::Run(format!("{}: {error}; see --help for the layout", path.display())))?;
        let document: Value = serde_json::from_str(&text).map_err(|error| {
            Failure::input(&path.display().to_string(), "a JSON document", error.to_string(), "correct it")
        })?;
        let count = |name: &str| match document[name].as_u64() {
            Some(count) if u32::try_from(count).is_ok() => Ok(count as usize),
            _ => {
                let expected = "a whole number below 2^32";
                Err(Failure::input(&format!("meta.json: {name}"), expected, document[name].to_string(), "correct it"))
            }
        };
        let map_side = match &document["map_side"] {
            Value::Null => 1000.0,
            given => given.as_f64().filter(|side| *side > 0.0).ok_or_else(|| {
                Failure::input("meta.json: map_side", "a number above 0", given.to_string(), "correct it")
            })?,
        };
        // Lengths of the mesh and the seed of its land say nothing to the water.
        let speaks = |spec: &&ParamSpec| !["spacing", "seed"].contains(&spec.name);
        let setting = |spec: &ParamSpec| Some(Setting { name: spec.name.into(), value: document[spec.name].as_f64()? });
        let settings = IslandParams::TABLE.iter().filter(speaks).filter_map(setting).collect();
        let (regions, boundary_regions) = (count("regions")?, count("boundary_regions")?);
        Ok(Self { regions, boundary_regions, sides: count("sides")?, map_side, settings })
    }

    fn mesh(&self, folder: &Path) -> Result<DualMesh, Failure> {
        let places: Vec<f64> = read_array(folder, "points_xy", 2 * self.regions.saturating_sub(1))?;
        let unit = |place: &[f64; 2]| place.map(|value| value / self.map_side);
        let position_r: Vec<[f64; 2]> = places.as_chunks::<2>().0.iter().map(unit).collect();
        let is_boundary_r = (0..position_r.len()).map(|r| r < self.boundary_regions).collect();
        let (r_begin_s, twin_s) =
            (ids(folder, "triangles_r_of_s", self.sides)?, ids(folder, "twin_s_of_s", self.sides)?);
        Ok(DualMesh::from_arrays(position_r, is_boundary_r, &r_begin_s, &twin_s)?)
    }
}

fn widened(numbers: Vec<f32>) -> Vec<f64> {
    numbers.into_iter().map(f64::from).collect()
}

fn ids(folder: &Path, name: &str, len: usize) -> Result<Vec<u32>, Failure> {
    let numbers: Vec<i32> = read_array(folder, name, len)?;
    let id = |(index, number): (usize, i32)| {
        u32::try_from(number).map_err(|_| {
            Failure::input(&format!("{name}.i32"), "ids from 0", format!("{number} at {index}"), "give ghosts ids too")
        })
    };
    numbers.into_iter().enumerate().map(id).collect()
}

fn write(mesh: &DualMesh, found: &Hydrology, folder: &Path) -> Result<(), Failure> {
    for (name, numbers) in [
        ("elevation_r", &found.elevation_r),
        ("rainfall_r", &found.rain.rainfall_r),
        ("humidity_r", &found.rain.humidity_r),
        ("moisture_t", &found.moisture_t),
        ("flow_t", &found.flow_t),
        ("flow_s", &found.flow_s),
        ("elevation_t_after", &found.elevation_t),
    ] {
        write_array(folder, name, &numbers.iter().map(|number| *number as f32).collect::<Vec<f32>>())?;
    }
    let none_is_minus_one = |id: Option<u32>| id.map_or(-1, |id| id as i32);
    let side = |t: usize| found.drainage.s_downslope_t(mesh, TriangleId::from_index(t)).map(|s| s.0);
    let downslope: Vec<i32> = (0..mesh.triangle_count()).map(side).map(none_is_minus_one).collect();
    write_array(folder, "s_downslope_t", &downslope)?;
    write_array(folder, "t_order", &found.drainage.t_in_order().map(|t| t.0 as i32).collect::<Vec<i32>>())?;
    let lakes: Vec<i32> = found.lake_of_t.iter().map(|lake| none_is_minus_one(*lake)).collect();
    write_array(folder, "lake_t", &lakes)?;
    let file = AtomicFile::create(&folder.join("water.json"))?;
    file.append(format!("{:#}\n", water(found)).as_bytes())?;
    Ok(file.commit()?)
}

/// Lakes and balance.
fn water(found: &Hydrology) -> Value {
    let lakes: Vec<Value> = found
        .lakes
        .iter()
        .map(|lake| {
            json!({
                "surface": lake.surface,
                "area_m2": lake.area_m2,
                "volume_m3": lake.volume_m3,
                "evaporation": lake.evaporation,
                "outlet": lake.outlet.map(|(from, to)| [from.0, to.0]),
            })
        })
        .collect();
    let balance = found.balance.as_ref().map(balance_json);
    json!({ "lakes": lakes, "balance": balance })
}
