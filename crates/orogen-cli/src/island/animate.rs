//! `orogen island animate`: the stages of an island as a moving picture.

use std::path::PathBuf;

use clap::Args;
use orogen::io::{Animation, write_animation};
use orogen::island::picture::{Frame, Layer, Picture, paint};

use super::params::IslandArguments;
use crate::failure::Failure;

/// The stages in the order in which an island comes to be.
const STAGES: [Layer; 10] = [
    Layer::Paint,
    Layer::MountainDistance,
    Layer::TriangleElevation,
    Layer::Humidity,
    Layer::Rainfall,
    Layer::Downslope,
    Layer::Flow,
    Layer::Basins,
    Layer::Biomes,
    Layer::Relief,
];

/// Shows the stages of an island one after another, as an animated PNG or GIF
#[derive(Args)]
pub(crate) struct Animate {
    #[command(flatten)]
    island: IslandArguments,

    /// Pixels along each side of the map
    #[arg(long, value_name = "PIXELS", default_value_t = 512)]
    size: u32,

    /// How long each stage is shown, in milliseconds
    #[arg(long, value_name = "MS", default_value_t = 1000)]
    delay: u16,

    /// The moving picture, a .png or .gif
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
}

impl Animate {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let island = self.island.island()?;
        let frame = Frame { side: self.size, legend: true };
        // The first one says how large they are, and whether they can be painted at all.
        let first: Picture = paint(&island, STAGES[0], frame)?;
        let animation = Animation { rows: first.height, cols: first.width, frames: STAGES.len(), delay_ms: self.delay };
        write_animation(&self.output, &animation, |index, pixels| {
            pixels.copy_from_slice(&paint(&island, STAGES[index], frame)?.rgb);
            Ok::<(), Failure>(())
        })
    }
}
