//! `orogen island export`: files that other programs open.

use std::collections::BTreeMap;
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use orogen::io::{
    Crs, GeoJsonFrame, Raster, SampleType, TriangleMesh, VertexAttribute, WriteOptions, local_origin, write_geojson,
    write_glb, write_obj, write_raster,
};
use orogen::island::{Island, Quantity, Terrain, raster};

use super::features::features;
use super::params::IslandArguments;
use crate::failure::Failure;

const EXAMPLES: &str = "\
Examples:
  orogen island export --seed 7 -o island.glb
  orogen island export --what rivers -o rivers.geojson
  orogen island export --what biomes --lonlat 9.5,42.1 -o biomes.geojson
  orogen island export --layer elevation --size 2048 -o heights.tif";

/// Writes an island as a mesh (.glb, .obj), as outlines (.geojson), as a map (.svg) or as a raster (.tif and others)
#[derive(Args)]
#[command(before_help = EXAMPLES)]
pub(crate) struct Export {
    #[command(flatten)]
    island: IslandArguments,

    /// What a .geojson holds
    #[arg(long, value_enum, default_value = "coast")]
    what: Outline,

    /// Places a .geojson on the Earth: the map's middle, in degrees on WGS 84; without, it is in local metres
    #[arg(long, value_name = "LON,LAT", allow_negative_numbers = true)]
    lonlat: Option<String>,

    /// What a raster holds: elevation, rainfall, humidity, moisture, temperature, flow, biome, whittaker, basin or lake
    #[arg(long, default_value = "elevation")]
    layer: String,

    /// Cells along each side of a raster
    #[arg(long, value_name = "CELLS", default_value_t = 1024)]
    size: u32,

    /// The file; its extension is its format
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
}

/// What a file of outlines holds
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Outline {
    /// Land as polygons
    Coast,
    /// Rivers as lines with discharge, width and the elevation of their bed
    Rivers,
    /// Lakes as polygons, each at one level
    Lakes,
    /// Drainage basins as polygons
    Basins,
    /// The series' biomes as polygons
    Biomes,
}

impl Export {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let extension = self.output.extension().and_then(|extension| extension.to_str()).unwrap_or("");
        match extension.to_ascii_lowercase().as_str() {
            "glb" => mesh(&self.island.island()?, |mesh| write_glb(&self.output, mesh)),
            "obj" => mesh(&self.island.island()?, |mesh| write_obj(&self.output, mesh)),
            "svg" => super::svg::write(&self.island.island()?, &self.output),
            "geojson" | "json" => {
                let frame = self.frame()?;
                Ok(write_geojson(&self.output, &frame, features(&self.island.island()?, self.what)?)?)
            }
            _ => self.raster(),
        }
    }

    /// Metres from the middle of the map, placed on the Earth or not.
    fn frame(&self) -> Result<GeoJsonFrame, Failure> {
        let Some(text) = &self.lonlat else { return Ok(GeoJsonFrame::In(Crs::local("orogen island"))) };
        let refusal = || Failure::input("--lonlat", "LON,LAT in degrees", text, "give two numbers such as 9.5,42.1");
        let (lon, lat) = text.split_once(',').ok_or_else(refusal)?;
        let degrees = |part: &str| part.trim().parse::<f64>().map_err(|_| refusal());
        Ok(GeoJsonFrame::Around { lon_deg: degrees(lon)?, lat_deg: degrees(lat)? })
    }

    fn raster(&self) -> Result<(), Failure> {
        orogen::io::format_of(&self.output)?;
        let Some(quantity) = Quantity::ALL.into_iter().find(|quantity| quantity.name() == self.layer) else {
            let names: Vec<&str> = Quantity::ALL.iter().map(|quantity| quantity.name()).collect();
            let expected = format!("one of {}", names.join(", "));
            return Err(Failure::input("--layer", &expected, &self.layer, "see --help"));
        };
        let grid = raster(&self.island.island()?, quantity, self.size)?;
        let raster = Raster::from_grid(&grid, Crs::local("orogen island"), SampleType::Float32)?;
        Ok(write_raster(&self.output, &raster, &WriteOptions::default())?)
    }
}

fn mesh(island: &Island, write: impl Fn(&TriangleMesh<'_>) -> Result<(), orogen::io::IoError>) -> Result<(), Failure> {
    let terrain = Terrain::of(island);
    let normals: Vec<[f32; 3]> = terrain.normal.iter().map(|normal| normal.map(|part| part as f32)).collect();
    let transfer = orogen::raster::picture::Transfer::new();
    let light = |colour: &[u8; 3]| transfer.decode(*colour).map(|channel| channel as f32);
    let colours: Vec<[f32; 3]> = terrain.colour.iter().map(light).collect();
    let single = |values: &[f64]| values.iter().map(|value| *value as f32).collect::<Vec<f32>>();
    let biomes: Vec<f32> = terrain.biome.iter().map(|biome| f32::from(*biome as u8)).collect();
    let (elevation, moisture) = (single(&terrain.elevation), single(&terrain.moisture));
    let attributes = [
        VertexAttribute { name: "_ELEVATION", values: &elevation },
        VertexAttribute { name: "_MOISTURE", values: &moisture },
        VertexAttribute { name: "_BIOME", values: &biomes },
    ];
    let note = |name: &str, value: f64| (name.to_owned(), value.to_string());
    let metadata = BTreeMap::from([
        note("seed", f64::from(island.params().seed)),
        note("side_m", island.params().side_m),
        note("height_m", island.params().height_m),
    ]);
    let origin_m = local_origin(&terrain.positions_m);
    Ok(write(&TriangleMesh {
        name: "island",
        positions_m: &terrain.positions_m,
        // Heights stay heights above the sea.
        origin_m: [origin_m[0], 0.0, origin_m[2]],
        triangles: &terrain.faces,
        normals: Some(&normals),
        colours: Some(&colours),
        attributes: &attributes,
        metadata,
    })?)
}
