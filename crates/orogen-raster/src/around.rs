//! A cell and the eight around it, with what is missing made up.

use orogen_field::Grid;

/// Heights of a cell and of its neighbours, named by compass direction; north is the row above.
///
/// A neighbour that is off the map or void is extrapolated through the cell from the neighbour opposite; where that is
/// missing too, a diagonal one from the two sides it lies between, and a side is taken as level.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Around {
    pub(crate) nw: f64,
    pub(crate) n: f64,
    pub(crate) ne: f64,
    pub(crate) w: f64,
    pub(crate) centre: f64,
    pub(crate) e: f64,
    pub(crate) sw: f64,
    pub(crate) s: f64,
    pub(crate) se: f64,
}

impl Around {
    pub(crate) fn cell(heights: &Grid<f64>, row: usize, col: usize) -> Self {
        let centre = *heights.at(row, col);
        let known = |dz: isize, dx: isize| {
            let row = row.checked_add_signed(dz).filter(|row| *row < heights.rows())?;
            let col = col.checked_add_signed(dx).filter(|col| *col < heights.cols())?;
            let index = heights.index(row, col);
            (!heights.is_void(index)).then(|| heights.samples()[index])
        };
        // From the cell opposite, through the centre.
        let seen = |dz: isize, dx: isize| known(dz, dx).or_else(|| known(-dz, -dx).map(|far| centre + (centre - far)));
        let side = |dz: isize, dx: isize| seen(dz, dx).unwrap_or(centre);
        let diagonal = |dz: isize, dx: isize| seen(dz, dx).unwrap_or_else(|| side(dz, 0) + (side(0, dx) - centre));
        Self {
            nw: diagonal(-1, -1),
            n: side(-1, 0),
            ne: diagonal(-1, 1),
            w: side(0, -1),
            centre,
            e: side(0, 1),
            sw: diagonal(1, -1),
            s: side(1, 0),
            se: diagonal(1, 1),
        }
    }
}
