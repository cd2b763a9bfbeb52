//! The two rings of points that give the map a clean edge.

/// How far apart the points of a ring are, in spacings: Poisson neighbours lie between 1 and 2, whose geometric mean this is.
const RING_SPACING: f64 = core::f64::consts::SQRT_2;

/// How far the interior ring bulges inwards at the corners of the square: a straight ring would make slivers.
const CURVATURE: f64 = 0.001;

/// How far inside the square the interior ring is at least, so that the blue noise accepts its points.
const INSET: f64 = 1e-7;

/// Points just inside the unit square, along its four sides.
pub(super) fn interior(spacing: f64) -> Vec<[f64; 2]> {
    let sides = steps(spacing).map(|t| {
        let along = CURVATURE + (1.0 - 2.0 * CURVATURE) * t;
        let inset = INSET + 4.0 * CURVATURE * (t - 0.5) * (t - 0.5);
        [[along, inset], [inset, 1.0 - along], [1.0 - along, 1.0 - inset], [1.0 - inset, along]]
    });
    by_side(sides)
}

/// Points a spacing outside the unit square, half a step on from those inside, and the four corners.
pub(super) fn exterior(spacing: f64) -> Vec<[f64; 2]> {
    let (low, high) = (-spacing, 1.0 + spacing);
    let sides = steps(spacing).map(|t| {
        let along = (1.0 - 2.0 * CURVATURE) * t + RING_SPACING * spacing / 2.0;
        [[along, low], [low, 1.0 - along], [1.0 - along, high], [high, along]]
    });
    let mut points = by_side(sides);
    points.extend([[low, low], [high, low], [high, high], [low, high]]);
    points
}

/// How far along a side each of its points is, from 0 on and below 1.
fn steps(spacing: f64) -> impl Iterator<Item = f64> + Clone {
    let count = ((1.0 - 2.0 * CURVATURE) / (RING_SPACING * spacing)).ceil();
    (0..count as u32).map(move |step| f64::from(step) / count)
}

/// Side after side, so that points near in the list are near on the map.
fn by_side(points: impl Iterator<Item = [[f64; 2]; 4]> + Clone) -> Vec<[f64; 2]> {
    (0..4).flat_map(|side| points.clone().map(move |sides| sides[side])).collect()
}
