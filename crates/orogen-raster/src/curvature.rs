//! Curvature of the ground: where it bulges, and where it is hollow.

use orogen_field::Grid;

use crate::around::Around;
use crate::{CellSize, RasterError, rows};

/// Curvatures of the ground in 1/m, the inverse of a radius: above 0 where it is convex, below 0 where it is hollow.
///
/// They are those of the surface itself, by the angle that its normal turns along it, and not the second derivatives of
/// height, which differ from them where the ground is steep. A ball of radius R has 1 / R everywhere.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Curvature {
    /// Along the slope: water speeds up over convex ground and slows down in hollows.
    pub profile: f64,
    /// Across the slope, at right angles to it: water parts over convex ground and gathers in hollows.
    ///
    /// It is the normal (tangential) one. That of the contour line, which is also called plan curvature, is this over the
    /// sine of the slope, and grows without bound as the ground levels out; both have the same sign.
    pub plan: f64,
}

impl Curvature {
    /// The mean of any two curvatures at right angles.
    #[must_use]
    pub fn mean(self) -> f64 {
        0.5 * (self.profile + self.plan)
    }

    /// From the first and second derivatives of the height, x to the east and z to the south.
    ///
    /// Level ground, which has no direction of slope, gets its mean curvature for both. Source: Florinsky, "An illustrated
    /// introduction to general geomorphometry", Progress in Physical Geography 41 (2017), equations of `kv`, `kh` and `H`.
    fn of_derivatives(fx: f64, fz: f64, fxx: f64, fxz: f64, fzz: f64) -> Self {
        let steepness = fx * fx + fz * fz;
        if steepness == 0.0 {
            let mean = -0.5 * (fxx + fzz);
            return Self { profile: mean, plan: mean };
        }
        let stretch = (1.0 + steepness).sqrt();
        let along = fx * fx * fxx + 2.0 * fx * fz * fxz + fz * fz * fzz;
        let across = fz * fz * fxx - 2.0 * fx * fz * fxz + fx * fx * fzz;
        Self { profile: -along / (steepness * stretch * stretch * stretch), plan: -across / (steepness * stretch) }
    }
}

/// The curvatures of every cell, from the second differences of the eight around it.
///
/// The differences are exact for any height that is quadratic in x and z, with cells of any shape. A neighbour that is
/// off the map or void is extrapolated as in [`horn`](crate::horn), so that the ground is straight there. The curvatures
/// of void cells have no meaning. Zevenbergen and Thorne, "Quantitative analysis of land surface topography", Earth
/// Surface Processes and Landforms 12 (1987).
///
/// # Errors
///
/// [`RasterError::CellSize`] if `cells` gives widths by row for another number of rows.
pub fn curvature(heights: &Grid<f64>, cells: &CellSize) -> Result<Grid<Curvature>, RasterError> {
    cells.check_rows(heights)?;
    let mut curvatures = heights.map(|_| Curvature::default());
    rows::fill(&mut curvatures, |row, col| {
        let Around { nw, n, ne, w, centre, e, sw, s, se } = Around::cell(heights, row, col);
        let (dx, dz) = (cells.step_x(row), cells.step_z());
        Curvature::of_derivatives(
            (e - w) / (2.0 * dx),
            (s - n) / (2.0 * dz),
            ((e - centre) - (centre - w)) / (dx * dx),
            ((se - sw) - (ne - nw)) / (4.0 * dx * dz),
            ((s - centre) - (centre - n)) / (dz * dz),
        )
    });
    Ok(curvatures)
}

#[cfg(test)]
mod tests {
    use super::*;
    use orogen_field::Placement;
    use proptest::prelude::*;

    /// Cells that are no squares.
    const PLACE: Placement = Placement { x0: -6.0, z0: -7.5, step_x: 2.0, step_z: 1.5 };

    /// The curvatures of a height h(x, z), in the cells that have all their neighbours.
    fn inner(height: impl Fn(f64, f64) -> f64) -> Vec<(f64, f64, Curvature)> {
        let heights = Grid::from_fn(11, 7, PLACE, |row, col| height(PLACE.x(col), PLACE.z(row))).unwrap();
        let found = curvature(&heights, &CellSize::from(PLACE)).unwrap();
        let cells = (1..10).flat_map(|row| (1..6).map(move |col| (row, col)));
        cells.map(|(row, col)| (PLACE.x(col), PLACE.z(row), *found.at(row, col))).collect()
    }

    fn cube(number: f64) -> f64 {
        number * number * number
    }

    fn close(got: f64, expected: f64) -> bool {
        (got - expected).abs() < 1e-12
    }

    #[test]
    fn planes_are_straight_to_their_edges() {
        let heights = Grid::from_fn(5, 6, PLACE, |row, col| 3.0 * PLACE.x(col) - 0.5 * PLACE.z(row)).unwrap();
        let found = curvature(&heights, &CellSize::from(PLACE)).unwrap();
        assert!(found.samples().iter().all(|found| close(found.profile, 0.0) && close(found.plan, 0.0)));
    }

    #[test]
    fn a_paraboloid_of_revolution_has_the_curvatures_of_its_meridian_and_its_parallel() {
        // h = -a r^2 / 2: the meridian bends by a / (1 + a^2 r^2)^1.5, the parallel by a / (1 + a^2 r^2)^0.5.
        let a = 0.2;
        for (x, z, found) in inner(|x, z| -0.5 * a * (x * x + z * z)) {
            let stretch = (1.0 + a * a * (x * x + z * z)).sqrt();
            assert!(close(found.profile, a / cube(stretch)), "{x} {z}: {found:?}");
            assert!(close(found.plan, a / stretch), "{x} {z}: {found:?}");
        }
        // Its top is level: the one curvature that all directions have there.
        let top = inner(|x, z| -0.5 * a * (x * x + z * z)).into_iter().find(|(x, z, _)| (*x, *z) == (0.0, 0.0));
        assert_eq!(top.unwrap().2, Curvature { profile: a, plan: a });
    }

    #[test]
    fn a_trough_bends_along_its_sides_and_not_across_them() {
        // h = a x^2 / 2 is hollow, and bends by a / (1 + a^2 x^2)^1.5 in the direction of x alone.
        let a = 0.3;
        for (x, _, found) in inner(|x, _| 0.5 * a * x * x).into_iter().filter(|(x, ..)| *x != 0.0) {
            assert!(close(found.profile, -a / cube((1.0 + a * a * x * x).sqrt())) && close(found.plan, 0.0), "{x}");
        }
        // Its thalweg, sloping along z: now the bend is across the slope.
        for (x, _, found) in inner(|x, z| 0.5 * a * x * x - 0.75 * z).into_iter().filter(|(x, ..)| *x == 0.0) {
            assert!(close(found.plan, -a / (1.0 + 0.75 * 0.75_f64).sqrt()) && close(found.profile, 0.0), "{x}");
        }
    }

    #[test]
    fn a_ball_has_the_inverse_of_its_radius_everywhere() {
        let radius = 5000.0;
        let square = |length: f64| length * length;
        for (_, _, found) in inner(|x, z| (square(radius) - square(x - 900.0) - square(z + 2000.0)).sqrt()) {
            // What second differences leave out is of the order of (step / radius)^2.
            assert!((found.profile * radius - 1.0).abs() < 1e-4 && (found.plan * radius - 1.0).abs() < 1e-4);
        }
    }

    #[test]
    fn void_cells_and_edges_are_straightened() {
        let heights = Grid::from_fn(3, 4, PLACE, |_, col| (col * col) as f64).unwrap();
        let void = (0..12).map(|index| index % 4 == 2).collect();
        let found = curvature(&heights.with_void(void).unwrap(), &CellSize::from(PLACE)).unwrap();
        assert_eq!(*found.at(1, 1), Curvature::default());
        let narrow = Grid::from_fn(1, 1, PLACE, |_, _| 7.0).unwrap();
        assert_eq!(*curvature(&narrow, &CellSize::from(PLACE)).unwrap().at(0, 0), Curvature::default());
        let wrong = CellSize::by_row(vec![1.0; 2], 1.0).unwrap();
        assert!(matches!(curvature(&narrow, &wrong), Err(RasterError::CellSize { what: "step_x", .. })));
    }

    proptest! {
        #[test]
        fn the_mean_is_that_of_the_surface_whatever_its_slope(
            derivatives in prop::array::uniform5(-2.0..2.0_f64),
        ) {
            let [fx, fz, fxx, fxz, fzz] = derivatives;
            let found = Curvature::of_derivatives(fx, fz, fxx, fxz, fzz);
            // The textbook form, in which the direction of slope does not occur.
            let stretch = (1.0 + fx * fx + fz * fz).sqrt();
            let numerator = (1.0 + fz * fz) * fxx - 2.0 * fx * fz * fxz + (1.0 + fx * fx) * fzz;
            let mean = -numerator / (2.0 * cube(stretch));
            prop_assert!((found.mean() - mean).abs() < 1e-9, "{:?} {}", found, mean);
        }
    }
}
