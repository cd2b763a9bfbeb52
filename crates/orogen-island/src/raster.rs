//! Layers of an island as rasters.

use orogen_field::{Grid, Placement};

use crate::mesh::{RegionId, TriangleId};
use crate::{Island, IslandError};

/// What a raster holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quantity {
    /// Height of the ground, in metres.
    Elevation,
    /// Rain, as the wind sheds it: about 1.
    Rainfall,
    /// Humidity of the wind, about 1.
    Humidity,
    /// Moisture with that of banks, about 1.
    Moisture,
    /// Mean temperature, in degrees Celsius.
    Temperature,
    /// Flow, in the island's unit.
    Flow,
    /// The number of the series' biome, in the order of [`Biome::ALL`](crate::Biome::ALL).
    Biome,
    /// The number of Whittaker's biome, in the order of [`WhittakerBiome::ALL`](crate::WhittakerBiome::ALL).
    Whittaker,
    /// The number of the drainage basin, -1 in the sea.
    Basin,
    /// The number of the lake, -1 where there is none.
    Lake,
}

impl Quantity {
    /// All of them.
    pub const ALL: [Self; 10] = [
        Self::Elevation,
        Self::Rainfall,
        Self::Humidity,
        Self::Moisture,
        Self::Temperature,
        Self::Flow,
        Self::Biome,
        Self::Whittaker,
        Self::Basin,
        Self::Lake,
    ];

    /// Its name, as the command line has it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Elevation => "elevation",
            Self::Rainfall => "rainfall",
            Self::Humidity => "humidity",
            Self::Moisture => "moisture",
            Self::Temperature => "temperature",
            Self::Flow => "flow",
            Self::Biome => "biome",
            Self::Whittaker => "whittaker",
            Self::Basin => "basin",
            Self::Lake => "lake",
        }
    }
}

/// Values at regions, straight between them, or one a triangle.
enum Values {
    Regions(Vec<f64>),
    Triangles(Vec<f64>),
}

/// A raster of the map: `side` x `side` cells, x east and z south in metres from the middle of the map. Each cell has the value at its middle: straight between regions for elevation, rain and humidity, that of the
/// triangle for all else.
///
/// ```
/// use orogen_island::{Island, IslandParams, Quantity, raster};
///
/// let island = Island::new(IslandParams { spacing: 0.03, ..IslandParams::default() })?;
/// let heights = raster(&island, Quantity::Elevation, 50)?;
/// assert_eq!((heights.rows(), heights.placement().step_x), (50, 2000.0));
/// # Ok::<(), orogen_island::IslandError>(())
/// ```
///
/// # Errors
///
/// [`IslandError::Value`] if the side is not from 2 to 16384.
pub fn raster(island: &Island, quantity: Quantity, side: u32) -> Result<Grid<f64>, IslandError> {
    let refusal = |got: u32| {
        let expected = "from 2 to 16384 cells";
        IslandError::Value { what: "side", expected, index: 0, got: f64::from(got) }
    };
    if !(2..=16_384).contains(&side) {
        return Err(refusal(side));
    }
    let cells = side as usize;
    let values = values(island, quantity);
    let mut samples = vec![f64::NAN; cells * cells];
    for t in (0..island.mesh().mesh.solid_triangle_count()).map(TriangleId::from_index) {
        fill(island, t, &values, cells, &mut samples);
    }
    let step = island.params().side_m / f64::from(side);
    let first = 0.5 * step - 0.5 * island.params().side_m;
    let void: Vec<bool> = samples.iter().map(|sample| sample.is_nan()).collect();
    let samples = samples.into_iter().map(|sample| if sample.is_nan() { 0.0 } else { sample }).collect();
    let grid = Grid::new(cells, cells, Placement::square(first, first, step), samples);
    let grid = grid.map_err(|_| refusal(side))?;
    // A mesh of one's own need not cover the square.
    if void.contains(&true) { grid.with_void(void).map_err(|_| refusal(side)) } else { Ok(grid) }
}

fn values(island: &Island, quantity: Quantity) -> Values {
    let scaled = |values: &[f64], scale: f64| values.iter().map(|value| value * scale).collect();
    let numbered = |id: Option<u32>| id.map_or(-1.0, f64::from);
    match quantity {
        Quantity::Elevation => Values::Regions(scaled(island.elevation_r(), island.params().height_m)),
        Quantity::Rainfall => Values::Regions(island.rainfall_r().to_vec()),
        Quantity::Humidity => Values::Regions(island.humidity_r().to_vec()),
        Quantity::Moisture => Values::Triangles(island.bank_moisture_t().to_vec()),
        Quantity::Temperature => Values::Triangles(island.climate().temperature_c_t.clone()),
        Quantity::Flow => Values::Triangles(island.flow_t().to_vec()),
        Quantity::Biome => Values::Triangles(island.biomes().biome_t.iter().map(|b| f64::from(*b as u8)).collect()),
        Quantity::Whittaker => {
            Values::Triangles(island.biomes().whittaker_t.iter().map(|b| f64::from(*b as u8)).collect())
        }
        Quantity::Basin => {
            let basins = island.water().basin_of_t(&island.ground().sea.is_sea_t);
            Values::Triangles(basins.into_iter().map(numbered).collect())
        }
        Quantity::Lake => Values::Triangles(island.water().lake_of_t.iter().map(|lake| numbered(*lake)).collect()),
    }
}

/// Fills the cells whose middles a triangle covers. A side belongs to both of its triangles, and the later one wins: there is no
/// gap.
fn fill(island: &Island, t: TriangleId, values: &Values, cells: usize, samples: &mut [f64]) {
    let mesh = &island.mesh().mesh;
    let corners = mesh.r_corners_t(t);
    let place = |r: RegionId| mesh.position_r()[r.index()].map(|coordinate| coordinate * cells as f64 - 0.5);
    let [a, b, c] = corners.map(place);
    let range = |axis: usize| {
        let [low, high] = [f64::min, f64::max].map(|pick| pick(pick(a[axis], b[axis]), c[axis]));
        (low.ceil().max(0.0) as usize)..((high.floor() + 1.0).clamp(0.0, cells as f64) as usize)
    };
    let doubled = (b[0] - a[0]) * (c[1] - a[1]) - (c[0] - a[0]) * (b[1] - a[1]);
    if doubled == 0.0 {
        return;
    }
    for row in range(1) {
        for col in range(0) {
            let (x, y) = (col as f64, row as f64);
            // Shares of the corners; each side's is computed alike for the triangles on either side of it.
            let share = |p: [f64; 2], q: [f64; 2]| ((q[0] - p[0]) * (y - p[1]) - (x - p[0]) * (q[1] - p[1])) / doubled;
            let shares = [share(b, c), share(c, a), share(a, b)];
            if shares.iter().any(|share| *share < -1e-12) {
                continue;
            }
            samples[row * cells + col] = match values {
                Values::Triangles(values_t) => values_t[t.index()],
                Values::Regions(values_r) => {
                    shares.iter().zip(corners).map(|(share, r)| share * values_r[r.index()]).sum()
                }
            };
        }
    }
}
