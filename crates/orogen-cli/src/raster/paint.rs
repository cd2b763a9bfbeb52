//! `orogen raster shade | contour`: what a heightmap looks like.

use clap::{Args, ValueEnum};
use orogen::io::{Feature, GeoJsonFrame, GeoJsonWriter, Geometry, write_picture};
use orogen::raster::picture::{
    self, Picture, Relief, Sun, article_relief, aspect, hillshade, hillshade_multidirectional, isolines, normals,
    relief, slope,
};
use orogen::raster::{Curvature, curvature, horn};

use super::map::{InputFile, Map, OutputFile};
use crate::failure::Failure;
use crate::numbers::{altitude, finite, length};

/// What a picture shows.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Style {
    /// Tinted and softly lit
    Relief,
    /// Lit from one side, as `gdaldem hillshade`
    Hillshade,
    /// Lit from four sides
    Multidirectional,
    /// Steepness
    Slope,
    /// Direction of the slope
    Aspect,
    /// Mean curvature: bulges brown, hollows blue
    Curvature,
    /// Curvature along the slope
    ProfileCurvature,
    /// Curvature across the slope
    PlanCurvature,
    /// Normals as red, green and blue
    Normal,
    /// The article's, with its cross-section
    Article,
}

/// Draws a heightmap as a picture
#[derive(Args)]
pub(crate) struct Shade {
    #[command(flatten)]
    input: InputFile,

    /// What the picture shows
    #[arg(long, value_enum, default_value = "relief")]
    style: Style,

    /// Height of the sea's surface, in the map's units
    #[arg(long, value_name = "M", default_value = "0", value_parser = finite, allow_negative_numbers = true)]
    sea: f64,

    /// Compass direction that the light comes from, in degrees
    #[arg(long, value_name = "DEG", default_value = "315", value_parser = finite, allow_negative_numbers = true)]
    azimuth: f64,

    /// Height of the sun above the horizon, in degrees
    #[arg(long, value_name = "DEG", default_value = "45", value_parser = altitude)]
    altitude: f64,

    /// Factor on the slopes
    #[arg(long, value_name = "FACTOR", default_value = "1", value_parser = length)]
    exaggeration: f64,

    #[command(flatten)]
    output: OutputFile,
}

/// The slope that is painted darkest, in degrees.
const STEEPEST_DEG: f64 = 60.0;

impl Shade {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        self.output.check()?;
        let map = self.input.read()?;
        let picture = self.picture(&map)?;
        let line = 3 * picture.width;
        write_picture(&self.output.output, picture.height, picture.width, &[], |row, pixels| {
            pixels.copy_from_slice(&picture.rgb[row * line..(row + 1) * line]);
            Ok(())
        })
    }

    fn picture(&self, map: &Map) -> Result<Picture, Failure> {
        let ground = || horn(map.grid(), &map.cells);
        Ok(match self.style {
            Style::Relief => {
                let ground = ground()?;
                let style = Relief {
                    exaggeration: self.exaggeration,
                    azimuth: self.azimuth,
                    altitude: self.altitude,
                    ..Relief::spanning(&ground, self.sea)
                };
                relief(&ground, &style)
            }
            Style::Hillshade => {
                let sun = Sun { azimuth_deg: self.azimuth, altitude_deg: self.altitude };
                hillshade(&ground()?, sun, self.exaggeration)
            }
            Style::Multidirectional => hillshade_multidirectional(&ground()?, self.altitude, self.exaggeration),
            Style::Slope => slope(&ground()?, STEEPEST_DEG),
            Style::Aspect => aspect(&ground()?),
            Style::Curvature => curved(map, Curvature::mean)?,
            Style::ProfileCurvature => curved(map, |curvature| curvature.profile)?,
            Style::PlanCurvature => curved(map, |curvature| curvature.plan)?,
            Style::Normal => normals(&ground()?),
            Style::Article => article_relief(map.grid(), self.sea),
        })
    }
}

/// Paints a curvature in full colour from twice its root mean square on.
fn curved(map: &Map, part: fn(Curvature) -> f64) -> Result<Picture, Failure> {
    let parts = curvature(map.grid(), &map.cells)?.map(|curvature| part(*curvature));
    let valid = parts.samples().iter().enumerate().filter(|(index, _)| !parts.is_void(*index));
    let (count, squares) = valid.fold((0_u32, 0.0), |(count, squares), (_, part)| (count + 1, squares + part * part));
    let strongest = 2.0 * (squares / f64::from(count.max(1))).sqrt();
    Ok(picture::curvature(&parts, strongest))
}

/// Draws contour lines, as GeoJSON
#[derive(Args)]
pub(crate) struct Contour {
    #[command(flatten)]
    input: InputFile,

    /// Difference in height between lines
    #[arg(long, value_name = "M", value_parser = length)]
    interval: f64,

    #[command(flatten)]
    output: OutputFile,
}

/// More lines than this are a mistake about the interval.
const MOST_LEVELS: f64 = 10_000.0;

impl Contour {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        self.output.check_geojson()?;
        let map = self.input.read()?;
        let (lowest, highest) = map.raster.range().unwrap_or((0.0, 0.0));
        let levels = (lowest / self.interval).ceil()..=(highest / self.interval).floor();
        let count = levels.end() - levels.start() + 1.0;
        if count > MOST_LEVELS {
            let expected = format!("at most {MOST_LEVELS} levels between {lowest} and {highest}");
            return Err(Failure::input("interval", &expected, format!("{count}"), "take a wider interval"));
        }
        let metres = map.grid().placement();
        let frame = GeoJsonFrame::In(map.raster.georef().crs.clone());
        let mut writer = GeoJsonWriter::create(&self.output.output, &frame)?;
        for i in 0..count.max(0.0) as u32 {
            let level = (levels.start() + f64::from(i)) * self.interval;
            for line in isolines(map.grid(), level) {
                // Lines are in the grid's metres; the file has coordinates of its own.
                let place = |&[x, z]: &[f64; 2]| {
                    map.coordinates((z - metres.z0) / metres.step_z, (x - metres.x0) / metres.step_x)
                };
                let first_again = line.points.first().filter(|_| line.closed);
                let points = line.points.iter().chain(first_again).map(place).collect();
                writer.write(&Feature::new(Geometry::LineString(points), [("height", level.into())]))?;
            }
        }
        Ok(writer.finish()?)
    }
}
