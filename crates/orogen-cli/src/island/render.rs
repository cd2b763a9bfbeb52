//! `orogen island render`: pictures of an island's layers.

use std::path::{Path, PathBuf};

use clap::Args;
use orogen::io::write_picture;
use orogen::island::Island;
use orogen::island::picture::{Frame, Layer, paint};

use super::params::IslandArguments;
use crate::failure::Failure;

const EXAMPLES: &str = "\
Examples:
  orogen island render --seed 7 -o island.png
  orogen island render --layer basins --legend --set rain_mm=400 -o basins.png
  orogen island render --layer all --paint sketch.png -o pictures/";

/// Paints layers of an island
#[derive(Args)]
#[command(before_help = EXAMPLES)]
pub(crate) struct Render {
    #[command(flatten)]
    island: IslandArguments,

    /// What the picture shows: relief, paint, triangle-elevation, region-elevation, mountain-distance, rainfall, humidity,
    /// moisture, temperature, downslope, flow, rivers, basins, lakes, biomes, whittaker or biome-colour; or all, into a folder
    #[arg(long, default_value = "relief")]
    layer: String,

    /// Pixels along each side of the map
    #[arg(long, value_name = "PIXELS", default_value_t = 1024)]
    size: u32,

    /// Puts a legend beside the map
    #[arg(long)]
    legend: bool,

    /// The picture, a .png; for all layers a folder, made if it is not there
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
}

impl Render {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let frame = Frame { side: self.size, legend: self.legend };
        if self.layer == "all" {
            let island = self.island.island()?;
            std::fs::create_dir_all(&self.output)
                .map_err(|error| Failure::Run(format!("{}: {error}; choose another folder", self.output.display())))?;
            return Layer::ALL.into_iter().try_for_each(|layer| {
                write(&island, layer, frame, &self.output.join(layer.name()).with_extension("png"))
            });
        }
        let Some(layer) = Layer::ALL.into_iter().find(|layer| layer.name() == self.layer) else {
            let names: Vec<&str> = Layer::ALL.iter().map(|layer| layer.name()).collect();
            let expected = format!("all or one of {}", names.join(", "));
            return Err(Failure::input("--layer", &expected, &self.layer, "see --help"));
        };
        write(&self.island.island()?, layer, frame, &self.output)
    }
}

fn write(island: &Island, layer: Layer, frame: Frame, path: &Path) -> Result<(), Failure> {
    let picture = paint(island, layer, frame)?;
    let line = 3 * picture.width;
    let seed = island.params().seed.to_string();
    write_picture(path, picture.height, picture.width, &[("Title", layer.name()), ("Seed", &seed)], |row, pixels| {
        pixels.copy_from_slice(&picture.rgb[row * line..(row + 1) * line]);
        Ok(())
    })
}
