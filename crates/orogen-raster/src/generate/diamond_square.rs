//! Diamond-square with counter-based draws.

use orogen_field::{Grid, GridError, Placement, Seed, hash, tunables};

use super::midpoint::displace;
use crate::params::check;
use crate::{RasterError, memory};

tunables! {
    /// Parameters of [`diamond_square`].
    pub struct DiamondSquare {
        /// Hurst exponent: the amplitude falls by 2^-H a level, so that 1 is smooth and 0 is rough.
        hurst: f64 = 0.8, "1", 0.001..=1.0;
    }
}

impl Default for DiamondSquare {
    fn default() -> Self {
        Self::read(|spec| spec.default)
    }
}

/// The stream of the draws.
const SALT: u32 = 0xd1a5;

/// A map cut from the square that its method needs.
#[derive(Clone, Debug, PartialEq)]
pub struct Subdivided {
    /// The map, in the size that was asked for.
    pub heights: Grid<f64>,
    /// Side of the square that was generated, in cells; the map is its north-western part.
    pub generated_side: usize,
}

/// Midpoint displacement by diamond-square, in units of the corners' amplitude: draws are uniform in [-1, 1).
///
/// The method needs a square of 2^k + 1 cells a side. For any other size the next such square is generated and cropped,
/// and the result says so. Its points never move again once set, so that its increments are not stationary and straight
/// creases show; [`crease_index`](crate::statistics::crease_index) measures them, and
/// [`subdivision`](super::subdivision) has none. Fournier, Fussell and Carpenter, "Computer rendering of stochastic
/// models", CACM 25 (1982); Miller, "The definition and rendering of terrain maps", SIGGRAPH 1986.
///
/// ```
/// use orogen_field::{Placement, Seed};
/// use orogen_raster::generate::{DiamondSquare, diamond_square};
///
/// let map = diamond_square(Seed::Own(7), &DiamondSquare::default(), 100, 130, Placement::square(0.0, 0.0, 30.0))?;
/// assert_eq!((map.heights.rows(), map.heights.cols(), map.generated_side), (100, 130, 257));
/// # Ok::<(), orogen_raster::RasterError>(())
/// ```
///
/// # Errors
///
/// [`RasterError`] if the exponent is out of range, a side is 0 or the square too large for memory.
pub fn diamond_square(
    seed: Seed,
    params: &DiamondSquare,
    rows: usize,
    cols: usize,
    placement: Placement,
) -> Result<Subdivided, RasterError> {
    check(DiamondSquare::TABLE, [params.hurst])?;
    let levels = levels_for(rows, cols)?;
    let generated_side = (1 << levels) + 1;
    memory::require(generated_side * generated_side + rows * cols, rows, cols)?;
    let keys: Vec<_> = (0..levels).map(|level| seed.key(SALT, level)).collect();
    let square = displace(levels, libm::pow(2.0, -params.hurst), |site| {
        2.0 * hash::unit(keys[site.level as usize].hash2(site.row as i32, site.col as i32)) - 1.0
    });
    let heights = Grid::from_fn(rows, cols, placement, |row, col| square[row * generated_side + col])?;
    Ok(Subdivided { heights, generated_side })
}

/// The least number of halvings, at least one, whose square covers the map.
fn levels_for(rows: usize, cols: usize) -> Result<u32, GridError> {
    let refusal = GridError::Size { rows, cols };
    // Row and column numbers are hashed as 32 bits, and 2^15 + 1 cells a side are 8 GiB already.
    let (1.., 1..) = (rows, cols) else { return Err(refusal) };
    (1..=15).find(|levels| (1_usize << levels) + 1 >= rows.max(cols)).ok_or(refusal)
}
