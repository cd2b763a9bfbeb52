//! Thermal erosion against the article's maps, the cone envelope and its own promises.

use core::ops::ControlFlow;

use crate::support::{UNIT, article_map, largest_difference, same_on_any_threads};
use orogen_field::{Grid, Placement, Seed};
use orogen_raster::generate::{Subdivision, subdivision};
use orogen_raster::thermal::{Eroded, Thermal, article, cut_back, erode};
use orogen_raster::{Cancelled, CellSize, Edge, Edges, Progress, RasterError, unwatched};
use proptest::prelude::*;

const FREE: Edges = Edges { north: Edge::Free, south: Edge::Free, west: Edge::Free, east: Edge::Free };

fn unit_cells() -> CellSize {
    CellSize::from(UNIT)
}

fn talus(talus: f64) -> Thermal {
    Thermal { talus, tolerance: 0.005, ..Thermal::default() }
}

/// Hills of some 6 m on cells of 1 m, with slopes of 0.6 on average.
fn hills(seed: u64, rows: usize, cols: usize) -> Grid<f64> {
    let unit = subdivision(Seed::Own(seed), &Subdivision { hurst: 0.7 }, rows, cols, UNIT).unwrap();
    unit.map(|height| 100.0 + 6.0 * height)
}

fn assert_ledger(eroded: &Eroded) {
    let scale: f64 = eroded.heights.samples().iter().filter(|h| h.is_finite()).map(|height| height.abs()).sum();
    let ledger = eroded.ledger;
    let error = ledger.before - ledger.after - ledger.exported;
    assert!(error.abs() <= 1e-12 * scale.max(f64::MIN_POSITIVE), "{ledger:?}: {error}");
}

/// The steepest slope between 8-neighbours, with wrap where asked for.
fn steepest(heights: &Grid<f64>, cells: &CellSize, wrap: bool) -> f64 {
    let (rows, cols) = (heights.rows() as isize, heights.cols() as isize);
    let mut steepest = 0.0_f64;
    for row in 0..rows {
        for col in 0..cols {
            for (south, east) in [(0, 1), (1, -1), (1, 0), (1, 1)] {
                let (mut beside_row, mut beside_col) = (row + south, col + east);
                if wrap {
                    (beside_row, beside_col) = (beside_row.rem_euclid(rows), beside_col.rem_euclid(cols));
                }
                if beside_row < rows && (0..cols).contains(&beside_col) {
                    let fall =
                        heights.at(row as usize, col as usize) - heights.at(beside_row as usize, beside_col as usize);
                    let (x, z) = (east as f64 * cells.step_x(row as usize), south as f64 * cells.step_z());
                    steepest = steepest.max(fall.abs() / (x * x + z * z).sqrt());
                }
            }
        }
    }
    steepest
}

#[test]
fn the_article_s_erosion_comes_out_digit_by_digit() {
    for name in
        ["ds_s7_h0.1", "ds_s7_h0.8", "ds_s7_h1", "fbm_s7_h0.8_o1_plain", "fbm_s7_h0.8_o6_plain", "fbm_s7_h0.8_o6_warp"]
    {
        let eroded = article(&article_map(name), 40);
        let truth = article_map(&format!("{name}_thermal40"));
        assert!(largest_difference(&eroded, &truth) < 1e-12, "{name}");
    }
}

#[test]
fn no_slope_is_left_above_the_talus_and_the_ledger_balances() {
    let cells = CellSize::uniform(1.0, 1.5).unwrap();
    for (edges, wrap) in [(FREE, false), (Edges::all(Edge::Wrap), true)] {
        let eroded = erode(&hills(3, 48, 40), &talus(0.8), &cells, edges, &mut unwatched()).unwrap();
        assert!(eroded.sweeps > 0);
        assert!(steepest(&eroded.heights, &cells, wrap) <= 0.805 + 1e-9);
        assert_ledger(&eroded);
        // Nothing leaves a map that goes round.
        assert_eq!(eroded.ledger.exported == 0.0, wrap);
    }
}

#[test]
fn a_map_below_its_talus_stays_as_it_is() {
    let map = hills(1, 20, 20).map(|height| 0.01 * height);
    let still = erode(&map, &talus(10.0), &unit_cells(), FREE, &mut unwatched()).unwrap();
    assert_eq!((still.heights, still.sweeps, still.ledger.exported), (map, 0, 0.0));
}

#[test]
fn fixed_edges_keep_every_bit() {
    // H-05.
    let map = hills(5, 40, 33);
    for erosion in [erode, cut_back] {
        let eroded = erosion(&map, &talus(0.5), &unit_cells(), Edges::all(Edge::Fixed), &mut unwatched()).unwrap();
        let mut moved = 0;
        for row in 0..40 {
            for col in 0..33 {
                let same = eroded.heights.at(row, col) == map.at(row, col);
                if row == 0 || row == 39 || col == 0 || col == 32 {
                    assert!(same, "row {row}, column {col}");
                }
                moved += usize::from(!same);
            }
        }
        assert!(moved > 100);
        assert_ledger(&eroded);
    }
}

#[test]
fn free_edges_are_no_walls() {
    // H-05: an even slope above the talus, with free edges, comes down evenly: the rim is as steep as the inside.
    let map = Grid::from_fn(40, 40, UNIT, |row, col| {
        let (x, z) = (col as f64 - 19.5, row as f64 - 19.5);
        60.0 - 1.5 * (x * x + z * z).sqrt() + 0.4 * libm::sin(1.3 * col as f64) * libm::cos(1.7 * row as f64)
    });
    let map = map.unwrap();
    let eroded = erode(&map, &talus(0.7), &unit_cells(), FREE, &mut unwatched()).unwrap();
    let ring_slope = |ring: usize| {
        let fall = (ring + 5..35 - ring).map(|along| {
            let heights = &eroded.heights;
            let sides = [(ring, along, ring + 1, along), (39 - ring, along, 38 - ring, along)];
            let turned = [(along, ring, along, ring + 1), (along, 39 - ring, along, 38 - ring)];
            let fall = |(a, b, c, d): (usize, usize, usize, usize)| heights.at(c, d) - heights.at(a, b);
            sides.into_iter().chain(turned).map(fall).sum::<f64>() / 4.0
        });
        let count = (30 - 2 * ring) as f64;
        fall.sum::<f64>() / count
    };
    assert!((ring_slope(0) / ring_slope(5) - 1.0).abs() < 0.2, "{} and {}", ring_slope(0), ring_slope(5));
    assert!(eroded.ledger.exported > 0.0);
    for along in 1..39 {
        let inner = (along - 1..=along + 1).map(|col| *eroded.heights.at(1, col)).fold(f64::MIN, f64::max);
        assert!(*eroded.heights.at(0, along) <= inner + 0.7);
    }
}

#[test]
fn an_even_slope_leaves_over_every_edge_down_to_its_talus() {
    let down_to = [
        |row: usize, _: usize| row,
        |row: usize, _: usize| 11 - row,
        |_: usize, col: usize| col,
        |_: usize, col: usize| 11 - col,
    ];
    for (side, uphill) in down_to.into_iter().enumerate() {
        for edge in [Edge::Free, Edge::Fixed] {
            let (across, along) = (edge, Edge::Wrap);
            let (rows, cols) = if side < 2 { (across, along) } else { (along, across) };
            let edges = Edges { north: rows, south: rows, west: cols, east: cols };
            let ramp = Grid::from_fn(12, 12, UNIT, |row, col| 1.5 * uphill(row, col) as f64).unwrap();
            let eroded = erode(&ramp, &talus(0.7), &unit_cells(), edges, &mut unwatched()).unwrap();
            assert_ledger(&eroded);
            for row in 0..12 {
                for col in 0..12 {
                    let up = uphill(row, col) as f64;
                    // The upper edge keeps its height where it is fixed.
                    let truth = if edge == Edge::Fixed && up == 11.0 { 16.5 } else { 0.7 * up };
                    let error = (eroded.heights.at(row, col) - truth).abs();
                    assert!(error <= 0.005 * up + 1e-9, "side {side}, {edge:?}: {error} at {up}");
                }
            }
        }
    }
}

#[test]
fn barriers_hold_and_one_nan_stays_one_nan() {
    // H-01.
    for bad in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        for block in [1, 5] {
            let mut map = hills(8, 64, 64);
            for row in 30..30 + block {
                for col in 20..20 + block {
                    map.samples_mut()[row * 64 + col] = bad;
                }
            }
            for erosion in [erode, cut_back] {
                let eroded = erosion(&map, &talus(0.6), &unit_cells(), FREE, &mut unwatched()).unwrap();
                let odd = eroded.heights.samples().iter().filter(|height| !height.is_finite()).count();
                assert_eq!(odd, block * block);
                assert_ledger(&eroded);
            }
        }
    }
    // A wall of void between a cliff's top and its foot: nothing falls.
    let cliff = Grid::from_fn(5, 9, UNIT, |_, col| if col < 4 { 50.0 } else { 0.0 }).unwrap();
    let walled = cliff.with_void((0..45).map(|index| index % 9 == 4).collect()).unwrap();
    let still = erode(&walled, &talus(0.5), &unit_cells(), FREE, &mut unwatched()).unwrap();
    assert_eq!(still.heights, walled);
    assert_eq!(cut_back(&walled, &talus(0.5), &unit_cells(), FREE, &mut unwatched()).unwrap().heights, walled);
}

/// The cone envelope by relaxing every pair of neighbours until nothing changes.
fn envelope(map: &Grid<f64>, talus: f64, cells: &CellSize) -> Vec<f64> {
    let (rows, cols) = (map.rows() as isize, map.cols() as isize);
    let mut heights = map.samples().to_vec();
    loop {
        let before = heights.clone();
        for row in 0..rows {
            for col in 0..cols {
                for south in -1..=1 {
                    for east in -1..=1 {
                        let (beside_row, beside_col) = (row + south, col + east);
                        if (0..rows).contains(&beside_row) && (0..cols).contains(&beside_col) {
                            let (x, z) = (east as f64 * cells.step_x(0), south as f64 * cells.step_z());
                            let beside = before[(beside_row * cols + beside_col) as usize];
                            let here = &mut heights[(row * cols + col) as usize];
                            if !map.is_void((beside_row * cols + beside_col) as usize) {
                                *here = here.min(beside + talus * (x * x + z * z).sqrt());
                            }
                        }
                    }
                }
            }
        }
        if heights == before {
            return heights;
        }
    }
}

#[test]
fn cutting_back_leaves_the_cone_envelope() {
    let cells = CellSize::uniform(2.0, 1.0).unwrap();
    let void: Vec<bool> = (0..30 * 25).map(|index| index % 25 == 12 && index / 25 > 4).collect();
    let map = hills(4, 30, 25).with_void(void.clone()).unwrap();
    for slope in [0.2, 0.7, 2.0] {
        let cut = cut_back(&map, &talus(slope), &cells, FREE, &mut unwatched()).unwrap();
        let truth = envelope(&map, slope, &cells);
        for (index, (height, truth)) in cut.heights.samples().iter().zip(truth).enumerate() {
            assert!(void[index] || (height - truth).abs() < 1e-12, "talus {slope}, cell {index}");
        }
        let removed: f64 = (0..750)
            .filter(|index| !void[*index])
            .map(|index| 2.0 * (map.samples()[index] - cut.heights.samples()[index]))
            .sum();
        assert!(removed > 0.0 && (removed - cut.ledger.exported).abs() < 1e-9);
    }
    // A single pit cuts a cone.
    let pit = Grid::from_fn(21, 21, UNIT, |row, col| if (row, col) == (10, 10) { 0.0 } else { 100.0 }).unwrap();
    let cone = cut_back(&pit, &talus(1.0), &unit_cells(), FREE, &mut unwatched()).unwrap().heights;
    assert_eq!((*cone.at(10, 15), *cone.at(10, 0)), (5.0, 10.0));
    assert!((cone.at(13, 13) - 3.0 * 2.0_f64.sqrt()).abs() < 1e-12);
}

#[test]
fn a_cone_is_eroded_alike_in_every_direction_and_at_every_cell_size() {
    // H-10.
    let cone = |side: usize, step: f64| {
        let placement = Placement::square(0.0, 0.0, step);
        let middle = (side - 1) as f64 * step / 2.0;
        let height = |row: usize, col: usize| {
            let (x, z) = (placement.x(col) - middle, placement.z(row) - middle);
            (30.0 - 1.2 * (x * x + z * z).sqrt()).max(0.0)
        };
        let map = Grid::from_fn(side, side, placement, height).unwrap();
        let eroded = erode(&map, &talus(0.6), &placement.into(), FREE, &mut unwatched()).unwrap().heights;
        let moved: f64 = eroded.samples().iter().zip(map.samples()).map(|(after, before)| (after - before).abs()).sum();
        (eroded, moved * step * step / 2.0)
    };
    let (coarse, coarse_volume) = cone(81, 1.0);
    let (_, fine_volume) = cone(161, 0.5);
    assert!((fine_volume / coarse_volume - 1.0).abs() < 0.1, "{fine_volume} and {coarse_volume}");
    // The radius at which the heap has half of its height, along an axis, a diagonal and a knight's move.
    let half = 0.5 * coarse.at(40, 40);
    let radius = |south: f64, east: f64| {
        let length = (south * south + east * east).sqrt();
        let at = |distance: f64| {
            let (z, x) = (40.0 + distance * south / length, 40.0 + distance * east / length);
            let (row, col) = (z as usize, x as usize);
            let (v, u) = (z - row as f64, x - col as f64);
            let across = |row: usize| coarse.at(row, col) + u * (coarse.at(row, col + 1) - coarse.at(row, col));
            across(row) + v * (across(row + 1) - across(row))
        };
        (0..3000).map(|step| f64::from(step) * 0.01).find(|distance| at(*distance) < half).unwrap()
    };
    let axis = radius(0.0, 1.0);
    for (south, east) in [(1.0, 0.0), (1.0, 1.0), (1.0, 2.0), (1.0, 4.0)] {
        assert!(
            (radius(south, east) / axis - 1.0).abs() < 0.05,
            "({south}, {east}): {} for {axis}",
            radius(south, east)
        );
    }
}

#[test]
fn geographic_rows_keep_the_volume() {
    let cells = CellSize::geographic(30, 75.0, 0.01, 0.003).unwrap();
    let map = hills(6, 30, 30).map(|height| 60.0 * height);
    let edges = Edges { north: Edge::Fixed, south: Edge::Free, west: Edge::Wrap, east: Edge::Wrap };
    for erosion in [erode, cut_back] {
        let eroded = erosion(&map, &talus(0.05), &cells, edges, &mut unwatched()).unwrap();
        let ledger = eroded.ledger;
        assert!((ledger.before - ledger.after - ledger.exported).abs() < 1e-12 * ledger.before, "{ledger:?}");
        assert!(ledger.exported > 0.0);
    }
}

#[test]
fn what_cannot_be_is_refused_in_words() {
    let map = hills(2, 12, 12);
    let run = |params: &Thermal, edges| erode(&map, params, &unit_cells(), edges, &mut unwatched()).unwrap_err();
    let torn = Edges { north: Edge::Wrap, ..FREE };
    assert_eq!(run(&talus(0.5), torn), RasterError::Edges { a: "north", b: "south" });
    let hasty = Thermal { sweeps: 2, ..talus(0.1) };
    assert!(matches!(run(&hasty, FREE), RasterError::NotConverged { sweeps: 2, .. }));
    assert!(run(&talus(f64::NAN), FREE).to_string().starts_with("talus: expected"));
    let rows = CellSize::by_row(vec![1.0; 11], 1.0).unwrap();
    assert!(matches!(erode(&map, &talus(0.5), &rows, FREE, &mut unwatched()), Err(RasterError::CellSize { .. })));
}

#[test]
fn a_watcher_sees_the_progress_and_can_stop_it() {
    let map = hills(2, 30, 30);
    let mut seen = Vec::new();
    let mut watch = |progress: Progress| {
        seen.push(progress.done);
        if progress.done < 3 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    };
    let params = talus(0.1);
    let stopped = erode(&map, &params, &unit_cells(), FREE, &mut watch);
    assert_eq!(stopped, Err(RasterError::Cancelled(Cancelled { done: 3, at_most: params.sweeps })));
    assert_eq!(seen, [0, 1, 2, 3]);
}

#[test]
fn threads_do_not_change_a_bit() {
    let map = hills(7, 41, 29);
    same_on_any_threads(|| erode(&map, &talus(0.6), &unit_cells(), FREE, &mut unwatched()).unwrap());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn no_height_leaves_the_map_s_range_and_the_ledger_balances(
        seed: u64, rows in 2..20_usize, cols in 2..20_usize, slope in 0.0..3.0_f64, step in 0.2..4.0_f64,
        edge in 0..3_usize,
    ) {
        let map = hills(seed, rows, cols);
        let cells = CellSize::uniform(step, 1.0).unwrap();
        let edges = Edges::all([Edge::Fixed, Edge::Free, Edge::Wrap][edge]);
        let eroded = erode(&map, &talus(slope), &cells, edges, &mut unwatched()).unwrap();
        let range = |map: &Grid<f64>| map.samples().iter().fold((f64::MAX, f64::MIN), |(l, h), v| (v.min(l), v.max(h)));
        let ((lowest, highest), (least, most)) = (range(&map), range(&eroded.heights));
        prop_assert!(most <= highest + 1e-9);
        prop_assert!(least >= lowest - 1e-9);
        assert_ledger(&eroded);
        let again = erode(&eroded.heights, &talus(slope), &cells, edges, &mut unwatched()).unwrap();
        prop_assert_eq!(again.sweeps, 0);
    }
}
