//! Rasters of the island.

use orogen_island::{Island, IslandParams, Quantity, raster};

#[test]
fn every_cell_has_the_value_of_its_place() {
    let island = Island::new(IslandParams { spacing: 0.02, ..IslandParams::default() }).unwrap();
    let mesh = &island.mesh().mesh;
    let heights = raster(&island, Quantity::Elevation, 300).unwrap();
    assert!(heights.void().is_none(), "the mesh covers the map");
    // At a region the height is the region's, within what the ground falls over half a cell.
    let mut near = 0;
    for (place, elevation) in mesh.position_r().iter().zip(island.elevation_r()) {
        if place.iter().all(|c| (0.01..0.99).contains(c)) {
            let [col, row] = place.map(|c| (c * 300.0) as usize);
            let difference = heights.at(row, col) - elevation * island.params().height_m;
            assert!(difference.abs() < 400.0);
            near += usize::from(difference.abs() < 40.0);
        }
    }
    assert!(near * 10 > 9 * mesh.solid_region_count() / 2);
    let (low, high) = heights.samples().iter().fold((0.0_f64, 0.0_f64), |(l, h), s| (l.min(*s), h.max(*s)));
    assert!(low >= -2000.0 && high <= 2000.0 && high > 100.0);
    for quantity in Quantity::ALL {
        let grid = raster(&island, quantity, 64).unwrap();
        assert!(grid.samples().iter().all(|sample| sample.is_finite()), "{}", quantity.name());
    }
    let lakes = raster(&island, Quantity::Lake, 200).unwrap();
    let count = island.water().lakes.len() as f64;
    assert!(lakes.samples().iter().all(|lake| (-1.0..count).contains(lake)));
    for side in [0, 1, 16_385] {
        assert!(raster(&island, Quantity::Flow, side).unwrap_err().to_string().contains("side"));
    }
}
