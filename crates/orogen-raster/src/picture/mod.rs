//! Pictures of terrain: functions from a grid to 8-bit sRGB.
//!
//! Shading needs gradients. A world that knows its exact ones passes a `Grid<Jet>`; for heights alone
//! [`horn`](crate::horn) makes one. Colours are mixed in linear light and encoded as sRGB at the end. Void cells are
//! painted [`VOID`].

mod article;
mod colour;
mod colour_map;
mod hillshade;
mod isolines;
mod layers;
mod relief;
mod tables;

pub use article::article_relief;
pub use colour::{Light, Rgb, Transfer, mix};
pub use colour_map::ColourMap;
pub use hillshade::{Sun, hillshade, hillshade_multidirectional};
pub use isolines::{Isoline, isolines};
pub use layers::{HeightRange, aspect, basins, curvature, flow_accumulation, hypsometric, normals, slope};
pub use relief::{Relief, relief};

use orogen_field::Grid;
use rayon::prelude::*;

/// The colour of cells without data.
pub const VOID: Rgb = [255, 255, 255];

/// A picture: rows of 8-bit sRGB pixels, the top row first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    /// Pixels in a row.
    pub width: usize,
    /// Number of rows.
    pub height: usize,
    /// Red, green and blue of each pixel, row-major: `3 * width * height` bytes.
    pub rgb: Vec<u8>,
}

impl Picture {
    /// A pixel a cell: `colour` of each cell that has data, by its row-major index.
    pub(crate) fn of_cells<T: Sync>(grid: &Grid<T>, colour: impl Fn(usize, &T) -> Rgb + Sync) -> Self {
        let (width, height) = (grid.cols(), grid.rows());
        let mut rgb = vec![0; 3 * width * height];
        rgb.par_chunks_mut(3 * width).enumerate().for_each(|(row, line)| {
            for (col, pixel) in line.chunks_exact_mut(3).enumerate() {
                let index = grid.index(row, col);
                let painted = if grid.is_void(index) { VOID } else { colour(index, &grid.samples()[index]) };
                pixel.copy_from_slice(&painted);
            }
        });
        Self { width, height, rgb }
    }

    /// The pixel in row `y` from the top and column `x` from the left.
    ///
    /// # Panics
    ///
    /// If it is outside the picture.
    #[must_use]
    pub fn pixel(&self, x: usize, y: usize) -> Rgb {
        assert!(x < self.width, "pixel column {x} of {}", self.width);
        let start = 3 * (y * self.width + x);
        [self.rgb[start], self.rgb[start + 1], self.rgb[start + 2]]
    }
}
