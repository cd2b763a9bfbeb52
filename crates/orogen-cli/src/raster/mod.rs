//! `orogen raster`: heightmaps made, changed, drained, drawn and converted.

mod calibrate;
mod drain;
mod edge_rules;
mod edit;
mod erode;
mod generate;
pub(crate) mod map;
mod paint;
mod parameters;

use clap::Subcommand;

use crate::failure::Failure;

#[derive(Subcommand)]
pub(crate) enum RasterCommand {
    Generate(generate::Generate),
    Erode(erode::Erode),
    Fill(drain::Fill),
    Flow(drain::Flow),
    Rivers(drain::Rivers),
    Lakes(drain::FindLakes),
    Basins(drain::FindBasins),
    Shade(paint::Shade),
    Contour(paint::Contour),
    Info(edit::Info),
    Convert(edit::Convert),
    Crop(edit::Crop),
    Resample(edit::Resample),
    Calibrate(calibrate::Calibrate),
}

impl RasterCommand {
    pub(crate) fn run(self) -> Result<(), Failure> {
        match self {
            Self::Generate(command) => command.run(),
            Self::Erode(command) => command.run(),
            Self::Fill(command) => command.run(),
            Self::Flow(command) => command.run(),
            Self::Rivers(command) => command.run(),
            Self::Lakes(command) => command.run(),
            Self::Basins(command) => command.run(),
            Self::Shade(command) => command.run(),
            Self::Contour(command) => command.run(),
            Self::Info(command) => command.run(),
            Self::Convert(command) => command.run(),
            Self::Crop(command) => command.run(),
            Self::Resample(command) => command.run(),
            Self::Calibrate(command) => command.run(),
        }
    }
}
