//! Pictures of an island, painted on the CPU, anti-aliased and in linear light.

mod legend;
mod lines;
mod ramp;
mod relief;
mod scene;
mod view;

pub use orogen_raster::picture::Picture;

use crate::biomes::biome_colour;
use crate::mesh::TriangleId;
use crate::{Biome, Island, IslandError, WhittakerBiome};
use legend::Legend;
use lines::{coast, downslope_arrows, lake_fill, rivers};
use orogen_field::{Seed, hash};
use orogen_raster::picture::{Light, Rgb};
use ramp::{DARK_TO_BRIGHT, ELEVATION, HUMIDITY, MOISTURE, RAIN, Ramp, TEMPERATURE, rgb};
use scene::Scene;
use view::View;

/// What a picture shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Layer {
    /// Shaded relief in the colours of biomes, with rivers, lakes and coasts.
    Relief,
    /// The paint map at triangles.
    Paint,
    /// Elevation of triangles.
    TriangleElevation,
    /// Elevation of regions.
    RegionElevation,
    /// Distance from peaks.
    MountainDistance,
    /// Rain at regions.
    Rainfall,
    /// Humidity at regions.
    Humidity,
    /// Moisture of triangles, with that of banks.
    Moisture,
    /// Mean temperature.
    Temperature,
    /// Where triangles drain to.
    Downslope,
    /// Flow through triangles.
    Flow,
    /// Rivers, as wide as they carry water.
    Rivers,
    /// Drainage basins.
    Basins,
    /// Lakes over the ground.
    Lakes,
    /// The series' biomes.
    Biomes,
    /// Whittaker's biomes.
    Whittaker,
    /// The colour of biomes without steps.
    BiomeColour,
}

impl Layer {
    /// All layers.
    pub const ALL: [Self; 17] = [
        Self::Relief,
        Self::Paint,
        Self::TriangleElevation,
        Self::RegionElevation,
        Self::MountainDistance,
        Self::Rainfall,
        Self::Humidity,
        Self::Moisture,
        Self::Temperature,
        Self::Downslope,
        Self::Flow,
        Self::Rivers,
        Self::Basins,
        Self::Lakes,
        Self::Biomes,
        Self::Whittaker,
        Self::BiomeColour,
    ];

    /// Its name, as the command line has it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Relief => "relief",
            Self::Paint => "paint",
            Self::TriangleElevation => "triangle-elevation",
            Self::RegionElevation => "region-elevation",
            Self::MountainDistance => "mountain-distance",
            Self::Rainfall => "rainfall",
            Self::Humidity => "humidity",
            Self::Moisture => "moisture",
            Self::Temperature => "temperature",
            Self::Downslope => "downslope",
            Self::Flow => "flow",
            Self::Rivers => "rivers",
            Self::Basins => "basins",
            Self::Lakes => "lakes",
            Self::Biomes => "biomes",
            Self::Whittaker => "whittaker",
            Self::BiomeColour => "biome-colour",
        }
    }
}

/// How large a picture is and what stands beside it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Frame {
    /// Pixels along each side of the map, from 16 to 8192.
    pub side: u32,
    /// Whether there is a legend to the right of the map, which is 260 pixels wide.
    pub legend: bool,
}

impl Default for Frame {
    fn default() -> Self {
        Self { side: 1024, legend: false }
    }
}

/// Paints a layer of an island. Pictures are for eyes; they are the same for any number of threads.
///
/// ```
/// use orogen_island::picture::{Frame, Layer, paint};
/// use orogen_island::{Island, IslandParams};
///
/// let island = Island::new(IslandParams { spacing: 0.03, ..IslandParams::default() })?;
/// let picture = paint(&island, Layer::Relief, Frame { side: 64, legend: false })?;
/// assert_eq!((picture.width, picture.height), (64, 64));
/// # Ok::<(), orogen_island::IslandError>(())
/// ```
///
/// # Errors
///
/// [`IslandError::Value`] if the side is out of its range.
pub fn paint(island: &Island, layer: Layer, frame: Frame) -> Result<Picture, IslandError> {
    if !(16..=8192).contains(&frame.side) {
        let expected = "from 16 to 8192 pixels";
        return Err(IslandError::Value { what: "side", expected, index: 0, got: f64::from(frame.side) });
    }
    let side = frame.side as usize;
    let width = side + if frame.legend { legend::WIDTH } else { 0 };
    let mut scene = Scene::new(width, side, [250; 3]);
    let mut painter =
        Painter { island, view: View::new(&island.mesh().mesh, f64::from(frame.side)), scene: &mut scene };
    let (title, legend) = painter.layer(layer);
    if frame.legend {
        // What the map's edge sticks out is covered.
        let paper = scene.light([250; 3]);
        scene.rectangle([side as f64, 0.0, width as f64, side as f64], paper);
        legend.paint(&mut scene, side as f64, side as f64, title);
    }
    Ok(scene.render())
}

struct Painter<'a> {
    island: &'a Island,
    view: View<'a>,
    scene: &'a mut Scene,
}

impl Painter<'_> {
    fn layer(&mut self, layer: Layer) -> (&'static str, Legend) {
        let island = self.island;
        match layer {
            Layer::Relief => self.relief(),
            Layer::Paint => self.triangles("Paint map: elevation hints", island.paint_t(), -1.0, 1.0, ELEVATION),
            Layer::TriangleElevation => {
                self.triangles("Elevation of triangles", island.elevation_t(), -1.0, 1.0, ELEVATION)
            }
            Layer::RegionElevation => self.regions("Elevation of regions", island.elevation_r(), -1.0, 1.0, ELEVATION),
            Layer::MountainDistance => {
                let distance_t = island.mountain_distance_t();
                self.triangles("Distance from peaks, sides of the map", distance_t, 0.0, 0.1, DARK_TO_BRIGHT)
            }
            Layer::Rainfall => self.regions("Rainfall", island.rainfall_r(), 0.0, 2.0, RAIN),
            Layer::Humidity => self.regions("Humidity", island.humidity_r(), 0.0, 2.0, HUMIDITY),
            Layer::Moisture => self.triangles("Moisture, with banks", island.bank_moisture_t(), 0.0, 2.0, MOISTURE),
            Layer::Temperature => {
                let celsius_t = &island.climate().temperature_c_t;
                self.triangles("Mean temperature, deg C", celsius_t, -5.0, 25.0, TEMPERATURE)
            }
            Layer::Downslope => {
                let shown = self.triangles("Ways downslope", island.elevation_t(), -1.0, 1.0, ELEVATION);
                downslope_arrows(island, &self.view, self.scene);
                shown
            }
            Layer::Flow => self.flow(),
            Layer::Rivers => {
                let classes = vec![(rgb(0xE9E2D0), "land"), (rgb(0xB9CBDD), "sea"), (RIVER, "river or lake")];
                self.land_and_sea(rgb(0xE9E2D0), rgb(0xB9CBDD));
                lake_fill(island, &self.view, self.scene, RIVER);
                rivers(island, &self.view, self.scene, RIVER);
                ("Rivers, as wide as the root of their flow", Legend::Classes(classes))
            }
            Layer::Basins => self.basins(),
            Layer::Lakes => {
                let classes = vec![(RIVER, "lake that overflows"), (CLOSED_LAKE, "lake without outlet")];
                let _ = self.triangles("", island.elevation_t(), -1.0, 1.0, ELEVATION);
                self.lakes();
                ("Lakes over the ground", Legend::Classes(classes))
            }
            Layer::Biomes => {
                self.kinds(|t| biome_rgb(island.biomes().biome_t[t]));
                let classes = Biome::ALL.map(|biome| (biome_rgb(biome), biome.name()));
                ("Biomes of the series", Legend::Classes(classes.to_vec()))
            }
            Layer::Whittaker => {
                let biomes = island.biomes();
                self.kinds(|t| if is_sea(island, t) { SEA } else { whittaker_rgb(biomes.whittaker_t[t]) });
                let mut classes = WhittakerBiome::ALL.map(|biome| (whittaker_rgb(biome), biome.name())).to_vec();
                classes.push((SEA, "sea"));
                ("Whittaker's biomes", Legend::Classes(classes))
            }
            Layer::BiomeColour => {
                self.kinds(|t| biome_colour(island.elevation_t()[t], island.biomes().moisture_t[t]));
                ("Colour of biomes", Legend::Classes(relief_classes()))
            }
        }
    }

    fn triangles(
        &mut self,
        title: &'static str,
        values_t: &[f64],
        low: f64,
        high: f64,
        stops: &[(f64, u32)],
    ) -> (&'static str, Legend) {
        let ramp = Ramp::new(stops);
        self.view.fill_triangles(self.scene, |t| ramp.at((values_t[t] - low) / (high - low)));
        (title, Legend::bar(ramp, low, high))
    }

    fn regions(
        &mut self,
        title: &'static str,
        values_r: &[f64],
        low: f64,
        high: f64,
        stops: &[(f64, u32)],
    ) -> (&'static str, Legend) {
        let ramp = Ramp::new(stops);
        self.view.fill_regions(self.scene, |r| ramp.at((values_r[r] - low) / (high - low)));
        (title, Legend::bar(ramp, low, high))
    }

    /// A colour for each triangle.
    fn kinds(&mut self, colour: impl Fn(usize) -> Rgb) {
        let lights: Vec<Light> = (0..self.island.elevation_t().len()).map(|t| self.scene.light(colour(t))).collect();
        self.view.fill_triangles(self.scene, |t| lights[t]);
    }

    fn land_and_sea(&mut self, land: Rgb, sea: Rgb) {
        let island = self.island;
        self.kinds(|t| if is_sea(island, t) { sea } else { land });
        coast(island, &self.view, self.scene);
    }

    fn relief(&mut self) -> (&'static str, Legend) {
        relief::paint(self.island, &self.view, self.scene);
        lake_fill(self.island, &self.view, self.scene, RIVER);
        coast(self.island, &self.view, self.scene);
        rivers(self.island, &self.view, self.scene, RIVER);
        ("Shaded relief", Legend::Classes(relief_classes()))
    }

    fn flow(&mut self) -> (&'static str, Legend) {
        let flow_t = self.island.flow_t();
        let most = flow_t.iter().copied().fold(0.0, f64::max).max(1e-9);
        let (low, high) = (libm::log10(most) - 4.0, libm::log10(most));
        let ramp = Ramp::new(DARK_TO_BRIGHT);
        let place = |flow: f64| if flow > 0.0 { (libm::log10(flow) - low) / (high - low) } else { 0.0 };
        self.view.fill_triangles(self.scene, |t| ramp.at(place(flow_t[t])));
        ("Flow, powers of 10", Legend::bar(ramp, low, high))
    }

    fn basins(&mut self) -> (&'static str, Legend) {
        let island = self.island;
        let basin_of_t = island.water().basin_of_t(&island.ground().sea.is_sea_t);
        let key = Seed::Own(0).key(0x6a51, 0);
        let colour = |basin: u32| {
            let share = |which: i32| hash::unit(key.hash2(basin as i32, which));
            [0, 1, 2].map(|channel| (90.0 + 140.0 * share(channel)) as u8)
        };
        self.kinds(|t| basin_of_t[t].map_or(SEA, colour));
        rivers(island, &self.view, self.scene, [255; 3]);
        ("Drainage basins", Legend::Classes(vec![(SEA, "sea"), ([160; 3], "a colour a basin")]))
    }

    fn lakes(&mut self) {
        let (island, water) = (self.island, self.island.water());
        let lights = [RIVER, CLOSED_LAKE].map(|colour| self.scene.light(colour));
        for (t, lake) in water.lake_of_t.iter().enumerate() {
            if let Some(lake) = lake {
                let is_closed = water.lakes[*lake as usize].outlet.is_none();
                self.view.fill_triangle(self.scene, TriangleId::from_index(t), lights[usize::from(is_closed)]);
            }
        }
        coast(island, &self.view, self.scene);
    }
}

const SEA: Rgb = [74, 112, 158];
const RIVER: Rgb = [51, 128, 179];
const CLOSED_LAKE: Rgb = [150, 90, 170];

fn is_sea(island: &Island, t: usize) -> bool {
    island.ground().sea.is_water(TriangleId::from_index(t))
}

fn relief_classes() -> Vec<(Rgb, &'static str)> {
    let land = [(0.02, 0.0, "dry lowland"), (0.02, 1.0, "wet lowland"), (0.3, 0.5, "hills"), (0.9, 0.5, "mountains")];
    let mut classes = land.map(|(elevation, moisture, name)| (biome_colour(elevation, moisture), name)).to_vec();
    classes.push((biome_colour(-0.1, 0.0), "sea"));
    classes.push((RIVER, "river or lake"));
    classes
}

/// The colour of a class of the series on maps, sRGB.
#[must_use]
pub fn biome_rgb(biome: Biome) -> Rgb {
    rgb(match biome {
        Biome::DeepOcean => 0x2C4A7C,
        Biome::ShallowOcean => 0x5B87BA,
        Biome::Beach => 0xE8DCB0,
        Biome::Desert => 0xD9B26F,
        Biome::Grassland => 0xA9C26A,
        Biome::Forest => 0x4F8A4B,
        Biome::Tundra => 0xA79F86,
        Biome::Taiga => 0x5E7F6B,
        Biome::Snow => 0xF5F7FA,
    })
}

fn whittaker_rgb(biome: WhittakerBiome) -> Rgb {
    rgb(match biome {
        WhittakerBiome::Ice => 0xF2F6FA,
        WhittakerBiome::Tundra => 0xB9C4BD,
        WhittakerBiome::BorealForest => 0x5F8575,
        WhittakerBiome::ColdDesert => 0xD8C9A3,
        WhittakerBiome::TemperateGrassland => 0xC3CF7E,
        WhittakerBiome::WoodlandShrubland => 0xA7B15C,
        WhittakerBiome::TemperateSeasonalForest => 0x6FA454,
        WhittakerBiome::TemperateRainForest => 0x2F7B52,
        WhittakerBiome::SubtropicalDesert => 0xE7B96B,
        WhittakerBiome::Savanna => 0xD3BF4C,
        WhittakerBiome::TropicalSeasonalForest => 0x6E9F2F,
        WhittakerBiome::TropicalRainForest => 0x1E6B2C,
    })
}
