//! The size of a grid's cells in metres, uniform or by row.

use orogen_field::{Grid, Placement};
use orogen_flow::{Edge, Edges, Raster, RasterSpec, VoidRule};

use crate::RasterError;

/// Semi-major axis of the WGS 84 ellipsoid, in metres.
const WGS84_AXIS_M: f64 = 6_378_137.0;

/// First eccentricity squared of the WGS 84 ellipsoid.
const WGS84_ECCENTRICITY_SQUARED: f64 = 0.006_694_379_990_141_316;

/// The distance from a cell to its neighbours, in metres.
///
/// On a projected grid it is the same everywhere. On a geographic grid, whose steps are degrees, cells get narrower
/// towards the poles, so that the step along a row depends on the row.
#[derive(Clone, Debug, PartialEq)]
pub struct CellSize {
    step_x: StepX,
    step_z: f64,
}

#[derive(Clone, Debug, PartialEq)]
enum StepX {
    Uniform(f64),
    ByRow(Vec<f64>),
}

impl CellSize {
    /// Cells of `step_x` by `step_z` metres.
    ///
    /// # Errors
    ///
    /// [`RasterError::CellSize`] unless both are positive and finite.
    pub fn uniform(step_x: f64, step_z: f64) -> Result<Self, RasterError> {
        Ok(Self { step_x: StepX::Uniform(positive("step_x", step_x)?), step_z: positive("step_z", step_z)? })
    }

    /// Cells whose width differs by row; `step_x[row]` is the distance between columns in that row.
    ///
    /// # Errors
    ///
    /// [`RasterError::CellSize`] if there is no row, or a step is not positive and finite.
    pub fn by_row(step_x: Vec<f64>, step_z: f64) -> Result<Self, RasterError> {
        if step_x.is_empty() {
            return Err(RasterError::CellSize { what: "step_x", expected: "one step a row", got: 0.0 });
        }
        for step in &step_x {
            positive("step_x", *step)?;
        }
        Ok(Self { step_x: StepX::ByRow(step_x), step_z: positive("step_z", step_z)? })
    }

    /// Cells of a grid in degrees on the WGS 84 ellipsoid: `rows` rows, the centre of row 0 at `north_deg`.
    ///
    /// A row's step is the arc of its own parallel. The step between rows is the arc of the meridian at the middle row;
    /// it changes by 1 % from the equator to a pole. At latitude 60 one arc second is 15.5 m along a parallel.
    ///
    /// # Errors
    ///
    /// [`RasterError::CellSize`] unless the steps are positive and every row lies strictly between the poles.
    pub fn geographic(rows: usize, north_deg: f64, step_x_deg: f64, step_z_deg: f64) -> Result<Self, RasterError> {
        let (step_x_deg, step_z_deg) = (positive("step_x_deg", step_x_deg)?, positive("step_z_deg", step_z_deg)?);
        let south_deg = north_deg - rows.saturating_sub(1) as f64 * step_z_deg;
        for latitude in [north_deg, south_deg] {
            if !(-90.0 < latitude && latitude < 90.0) {
                let expected = "latitudes between -90 and 90 degrees";
                return Err(RasterError::CellSize { what: "latitude", expected, got: latitude });
            }
        }
        let parallel = |row: usize| step_x_deg * Arc::at(north_deg - row as f64 * step_z_deg).parallel_m_per_deg();
        let middle = Arc::at(0.5 * (north_deg + south_deg));
        Self::by_row((0..rows).map(parallel).collect(), step_z_deg * middle.meridian_m_per_deg())
    }

    /// Distance between columns of a row, in metres; beyond the last row that of the last row.
    #[inline]
    #[must_use]
    pub fn step_x(&self, row: usize) -> f64 {
        match &self.step_x {
            StepX::Uniform(step) => *step,
            StepX::ByRow(steps) => steps[row.min(steps.len() - 1)],
        }
    }

    /// Distance between rows, in metres.
    #[inline]
    #[must_use]
    pub fn step_z(&self) -> f64 {
        self.step_z
    }

    /// The grid as drainage sees it: eight neighbours, outlets all round, void cells as `void` says.
    ///
    /// # Errors
    ///
    /// [`RasterError::CellSize`] if the widths by row are another grid's; [`RasterError::Flow`] if the grid is too large.
    pub fn topology<T>(&self, grid: &Grid<T>, void: VoidRule) -> Result<Raster, RasterError> {
        self.check_rows(grid)?;
        let topology = self.bare_topology((grid.rows(), grid.cols()), |row| row, Edges::all(Edge::Outlet))?;
        match grid.void() {
            Some(mask) => Ok(topology.with_void(mask, void)?),
            None => Ok(topology),
        }
    }

    /// Whether all cells are of one size.
    pub(crate) fn is_uniform(&self) -> bool {
        matches!(self.step_x, StepX::Uniform(_))
    }

    /// Cells with edges of their own, and barriers where there is no ground. Cells of row r are as wide as those of row
    /// `row_of(r)` here.
    pub(crate) fn drained(
        &self,
        size: (usize, usize),
        row_of: impl Fn(usize) -> usize,
        is_ground: &[bool],
        edges: Edges,
    ) -> Result<Raster, RasterError> {
        let barrier: Vec<bool> = is_ground.iter().map(|ground| !ground).collect();
        Ok(self.bare_topology(size, row_of, edges)?.with_void(&barrier, VoidRule::Barrier)?)
    }

    fn bare_topology(
        &self,
        (rows, cols): (usize, usize),
        row_of: impl Fn(usize) -> usize,
        edges: Edges,
    ) -> Result<Raster, RasterError> {
        let square = RasterSpec::square(rows, cols, self.step_x(rows / 2));
        let topology = Raster::new(RasterSpec { step_z_m: self.step_z, edges, ..square })?;
        if self.is_uniform() {
            return Ok(topology);
        }
        let steps: Vec<f64> = (0..rows).map(|row| self.step_x(row_of(row))).collect();
        Ok(topology.with_row_steps(&steps)?)
    }

    /// Refuses widths by row that are more or fewer than the grid's rows.
    pub(crate) fn check_rows<T>(&self, grid: &Grid<T>) -> Result<(), RasterError> {
        match &self.step_x {
            StepX::ByRow(steps) if steps.len() != grid.rows() => {
                let expected = "as many steps as the grid has rows";
                Err(RasterError::CellSize { what: "step_x", expected, got: steps.len() as f64 })
            }
            _ => Ok(()),
        }
    }
}

impl From<Placement> for CellSize {
    /// The steps of a grid in metres, which its placement has checked already.
    fn from(placement: Placement) -> Self {
        Self { step_x: StepX::Uniform(placement.step_x), step_z: placement.step_z }
    }
}

fn positive(what: &'static str, step: f64) -> Result<f64, RasterError> {
    if step > 0.0 && step.is_finite() {
        Ok(step)
    } else {
        Err(RasterError::CellSize { what, expected: "a positive, finite length", got: step })
    }
}

/// The ellipsoid at one latitude.
struct Arc {
    cosine: f64,
    /// `1 - e^2 sin^2(latitude)`.
    flattened: f64,
}

impl Arc {
    fn at(latitude_deg: f64) -> Self {
        let latitude_rad = latitude_deg.to_radians();
        let sine = libm::sin(latitude_rad);
        Self { cosine: libm::cos(latitude_rad), flattened: 1.0 - WGS84_ECCENTRICITY_SQUARED * sine * sine }
    }

    fn parallel_m_per_deg(&self) -> f64 {
        (WGS84_AXIS_M * self.cosine / self.flattened.sqrt()).to_radians()
    }

    fn meridian_m_per_deg(&self) -> f64 {
        let radius = WGS84_AXIS_M * (1.0 - WGS84_ECCENTRICITY_SQUARED) / (self.flattened * self.flattened.sqrt());
        radius.to_radians()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_degree_is_as_long_as_the_tables_say() {
        // Lengths of a degree on WGS 84 at latitudes 0, 45 and 60: 110 574, 111 132, 111 412 m north-south and
        // 111 320, 78 847, 55 800 m east-west.
        for (latitude, meridian, parallel) in
            [(0.0, 110_574.3, 111_319.5), (45.0, 111_131.8, 78_846.8), (60.0, 111_412.3, 55_800.0)]
        {
            let arc = Arc::at(latitude);
            assert!((arc.meridian_m_per_deg() - meridian).abs() < 1.0, "{latitude}");
            assert!((arc.parallel_m_per_deg() - parallel).abs() < 1.0, "{latitude}");
        }
    }

    #[test]
    fn geographic_rows_narrow_towards_the_pole() {
        let cells = CellSize::geographic(3, 61.0, 1.0, 1.0).unwrap();
        assert!(cells.step_x(0) < cells.step_x(1) && cells.step_x(1) < cells.step_x(2));
        assert!((cells.step_x(1) - 55_800.0).abs() < 1.0);
        assert!((cells.step_z() - 111_412.3).abs() < 1.0);
    }

    #[test]
    fn impossible_sizes_are_refused_by_name() {
        let name = |result: Result<CellSize, RasterError>| match result {
            Err(RasterError::CellSize { what, .. }) => what,
            other => panic!("{other:?}"),
        };
        assert_eq!(name(CellSize::uniform(0.0, 1.0)), "step_x");
        assert_eq!(name(CellSize::uniform(1.0, f64::NAN)), "step_z");
        assert_eq!(name(CellSize::by_row(vec![], 1.0)), "step_x");
        assert_eq!(name(CellSize::by_row(vec![1.0, -1.0], 1.0)), "step_x");
        assert_eq!(name(CellSize::geographic(2, 90.0, 1.0, 1.0)), "latitude");
        assert_eq!(name(CellSize::geographic(200, 80.0, 1.0, 1.0)), "latitude");
    }
}
