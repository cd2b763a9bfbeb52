//! The article's maps, and what several test files need.

use orogen_field::{Grid, Placement};

/// Cells of 1, the first at the origin.
pub(crate) const UNIT: Placement = Placement { x0: 0.0, z0: 0.0, step_x: 1.0, step_z: 1.0 };

/// Side of the article's maps.
pub(crate) const ARTICLE_SIDE: usize = 129;

/// A map of the article: 129 x 129 doubles, little-endian, row-major.
pub(crate) fn article_map(name: &str) -> Grid<f64> {
    let path = format!("{}/tests/data/heightmap_article/{name}.f64", env!("CARGO_MANIFEST_DIR"));
    let bytes = std::fs::read(path).unwrap();
    let samples = bytes.chunks_exact(8).map(|word| f64::from_le_bytes(word.try_into().unwrap())).collect();
    Grid::new(ARTICLE_SIDE, ARTICLE_SIDE, UNIT, samples).unwrap()
}

/// The largest difference between two maps of one shape.
pub(crate) fn largest_difference(a: &Grid<f64>, b: &Grid<f64>) -> f64 {
    assert_eq!((a.rows(), a.cols()), (b.rows(), b.cols()));
    a.samples().iter().zip(b.samples()).fold(0.0, |worst: f64, (a, b)| {
        let difference = (a - b).abs();
        // A NaN must not pass for agreement.
        if difference.is_nan() { f64::INFINITY } else { worst.max(difference) }
    })
}

/// Runs `job` on pools of 1, 2, 3 and 8 threads and checks that all give the same.
pub(crate) fn same_on_any_threads<T: PartialEq + std::fmt::Debug + Send>(job: impl Fn() -> T + Sync) {
    let on = |threads| rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap().install(&job);
    let alone = on(1);
    for threads in [2, 3, 8] {
        assert_eq!(on(threads), alone, "{threads} threads");
    }
}
