//! The drainage gates: on real land, on noise, and on land whose answer is known.

use orogen_field::{Grid, Placement, Seed};
use orogen_io::read_raster;
use orogen_raster::CellSize;
use orogen_raster::gates::{Gates, UsualRange, gates};
use orogen_raster::generate::{ExactFbm, exact_fbm};

fn of_file(name: &str, cell_m: f64, ties: u64) -> Gates {
    let path = format!("{}/../../tests/data/{name}", env!("CARGO_MANIFEST_DIR"));
    let raster = read_raster(path).expect("a committed elevation model");
    let cells = CellSize::uniform(cell_m, cell_m).unwrap();
    gates(raster.grid(), &cells, Seed::Own(ties)).unwrap()
}

#[track_caller]
fn assert_near(found: f64, printed: f64, spread: f64) {
    assert!((found - printed).abs() <= spread, "{found} against {printed}");
}

/// The measured table. The spreads are half a printed digit, and where ties decide what the noise that breaks them does.
#[test]
fn real_land_has_the_measured_gates() {
    for ties in 0..3 {
        let mountains = of_file("bigtujunga_srtm30m_utm11.tif", 30.0, ties);
        assert_near(mountains.flooded_share, 0.006, 0.0005);
        assert_near(mountains.uphill_share.unwrap(), 0.077, 0.0025);
        let chi = mountains.chi.unwrap();
        assert_near(chi.theta, 0.35, 1e-9);
        assert_near(chi.r2, 0.92, 0.01);
        assert_near(mountains.beta.unwrap(), 0.49, 0.005);

        let hills = of_file("jacksboro.asc", 83.0, ties);
        assert_near(hills.flooded_share, 0.046, 0.0005);
        assert_near(hills.uphill_share.unwrap(), 0.32, 0.005);
        let chi = hills.chi.unwrap();
        assert_near(chi.theta, 0.70, 0.05 + 1e-9);
        assert_near(chi.r2, 0.66, 0.015);
        assert_near(hills.beta.unwrap(), 0.46, 0.005);
    }
}

#[test]
fn noise_of_natural_roughness_is_outside_every_usual_range() {
    let cells = CellSize::uniform(30.0, 30.0).unwrap();
    for seed in 0..3 {
        let placement = Placement::square(0.0, 0.0, 30.0);
        let noise = exact_fbm(Seed::Own(seed), &ExactFbm { hurst: 0.5 }, 512, 512, placement).unwrap();
        let found = gates(&noise, &cells, Seed::Own(1)).unwrap();
        assert!(!UsualRange::FLOODED.holds(found.flooded_share) && found.flooded_share > 0.2, "{found:?}");
        assert!(!UsualRange::UPHILL.holds(found.uphill_share.unwrap()) && found.uphill_share.unwrap() > 0.4);
        assert!(!UsualRange::R2.holds(found.chi.unwrap().r2), "{found:?}");
    }
}

/// A plane drains sheet-wise off one side: nothing is closed, nothing runs uphill, and there is no network to speak of.
#[test]
fn a_plane_is_dry_and_runs_down() {
    let plane = Grid::from_fn(60, 90, Placement::square(0.0, 0.0, 10.0), |_, col| col as f64 * 3.0).unwrap();
    let cells = CellSize::uniform(10.0, 10.0).unwrap();
    let found = gates(&plane, &cells, Seed::Own(0)).unwrap();
    assert_eq!((found.flooded_share, found.uphill_share), (0.0, None));
    assert_eq!((found.chi, found.beta), (None, None));
}

/// A bowl with a rim is one lake up to its lowest pass.
#[test]
fn a_bowl_is_flooded_up_to_its_rim() {
    let bowl = Grid::from_fn(101, 101, Placement::square(0.0, 0.0, 1.0), |row, col| {
        let (x, z) = (col as f64 - 50.0, row as f64 - 50.0);
        (x * x + z * z).sqrt().min(50.0)
    });
    let cells = CellSize::uniform(1.0, 1.0).unwrap();
    let found = gates(&bowl.unwrap(), &cells, Seed::Own(0)).unwrap();
    // The disc inside the rim has an area of pi / 4 of the square's.
    assert_near(found.flooded_share, std::f64::consts::FRAC_PI_4, 0.02);
}

#[test]
fn voids_let_water_out_and_are_not_land() {
    let mut void = vec![false; 30 * 30];
    void[15 * 30 + 15] = true;
    let funnel = |row: usize, col: usize| (row as f64 - 15.0).abs() + (col as f64 - 15.0).abs();
    let grid = Grid::from_fn(30, 30, Placement::square(0.0, 0.0, 1.0), funnel).unwrap().with_void(void).unwrap();
    let found = gates(&grid, &CellSize::uniform(1.0, 1.0).unwrap(), Seed::Own(0)).unwrap();
    assert_eq!(found.flooded_share, 0.0);
}
