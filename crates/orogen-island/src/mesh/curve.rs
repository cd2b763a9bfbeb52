//! A Hilbert curve through places, so that what is near on the map is near in memory.

/// Bits an axis: 2^32 cells, some thousand for each triangle of the largest meshes that are made in practice.
const BITS: u32 = 16;

/// The indices of places in the order of a Hilbert curve over their bounding box, and in a cell by index.
///
/// Coordinates are finite.
pub(super) fn order_along_curve(places: &[[f64; 2]]) -> Vec<u32> {
    let (mut low, mut high) = ([f64::INFINITY; 2], [f64::NEG_INFINITY; 2]);
    for place in places {
        for axis in 0..2 {
            low[axis] = low[axis].min(place[axis]);
            high[axis] = high[axis].max(place[axis]);
        }
    }
    let extent = (high[0] - low[0]).max(high[1] - low[1]);
    let cells = f64::from((1_u32 << BITS) - 1);
    // A single place, or no place at all, lies in the first cell.
    let scale = if extent > 0.0 { cells / extent } else { 0.0 };
    let cell = |value: f64, low: f64| ((value - low) * scale) as u32;
    let key = |place: &[f64; 2]| u64::from(along(cell(place[0], low[0]), cell(place[1], low[1])));
    let mut order: Vec<u64> = places.iter().zip(0_u64..).map(|(place, index)| key(place) << 32 | index).collect();
    order.sort_unstable();
    order.into_iter().map(|entry| entry as u32).collect()
}

/// How far along the curve the cell (x, y) is (Hilbert 1891, in the bitwise form of Warren, "Hacker's Delight", 16).
fn along(mut x: u32, mut y: u32) -> u32 {
    let mut distance = 0;
    for bit in (0..BITS).rev() {
        let (right, down) = (x >> bit & 1, y >> bit & 1);
        distance = distance << 2 | ((3 * right) ^ down);
        // The quarter's own curve is turned: by a transposition, and in one of them upside down.
        if down == 0 {
            if right == 1 {
                (x, y) = (!x, !y);
            }
            (x, y) = (y, x);
        }
    }
    distance
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_curve_steps_from_neighbour_to_neighbour_and_passes_every_cell() {
        let mut cells: Vec<(u32, [i64; 2])> =
            (0..64).flat_map(|x| (0..64).map(move |y| (along(x, y), [i64::from(x), i64::from(y)]))).collect();
        cells.sort_unstable();
        for (index, pair) in cells.windows(2).enumerate() {
            let [(at, a), (_, b)] = [pair[0], pair[1]];
            assert_eq!(at, index as u32);
            assert_eq!((a[0] - b[0]).abs() + (a[1] - b[1]).abs(), 1);
        }
    }

    #[test]
    fn places_in_one_cell_keep_their_order() {
        assert_eq!(order_along_curve(&[[2.0, 2.0]; 4]), [0, 1, 2, 3]);
        assert_eq!(order_along_curve(&[]), [0_u32; 0]);
    }
}
