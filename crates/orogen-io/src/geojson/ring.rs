//! Rings as RFC 7946 wants them: closed, exteriors counter-clockwise, holes clockwise.

use super::Polygon;
use super::frame::Place;
use crate::IoError;

/// A closed ring of coordinates.
type Ring = Vec<[f64; 2]>;

/// The exterior and the holes of a polygon.
pub(super) fn rings(polygon: &Polygon, place: Place) -> Result<Vec<Ring>, IoError> {
    let exterior = ring("exterior", &polygon.exterior, place, true);
    let holes = polygon.holes.iter().map(|hole| ring("hole", hole, place, false));
    std::iter::once(exterior).chain(holes).collect()
}

fn ring(what: &'static str, positions: &[[f64; 2]], place: Place, is_exterior: bool) -> Result<Ring, IoError> {
    let mut ring: Ring = positions.iter().map(|position| place.put(*position)).collect::<Result<_, _>>()?;
    if ring.len() > 1 && ring.first() == ring.last() {
        ring.pop();
    }
    if ring.len() < 3 {
        let got = format!("a ring of {} positions", positions.len());
        let remedy = "write a line, or leave it out";
        return Err(IoError::parameter(what, "four positions or more, the last one being the first", got, remedy));
    }
    let area2 = twice_the_area(&ring);
    if area2 == 0.0 {
        let got = format!("a ring of {} positions without one", positions.len());
        return Err(IoError::parameter(what, "a ring around an area, to 9 decimals", got, "leave it out"));
    }
    if (area2 > 0.0) != is_exterior {
        ring.reverse();
    }
    ring.push(ring[0]);
    Ok(ring)
}

/// Twice the area that an open ring encloses, positive if it runs counter-clockwise: Gauss's formula, with coordinates
/// relative to the first position, so that far-away ones do not cancel.
fn twice_the_area(ring: &[[f64; 2]]) -> f64 {
    let [x0, y0] = ring[0];
    let relative = |[x, y]: [f64; 2]| [x - x0, y - y0];
    let cross = |[ax, ay]: [f64; 2], [bx, by]: [f64; 2]| ax * by - bx * ay;
    ring.windows(2).map(|pair| cross(relative(pair[0]), relative(pair[1]))).sum()
}
