//! The points of a generated mesh.

use orogen_field::Seed;
use orogen_island::mesh::{IslandMesh, Layout, RegionId, sanity_check, spacing_for_points};

fn generate(spacing: f64, seed: u64) -> IslandMesh {
    let island =
        IslandMesh::generate(&Layout { spacing, peak_spacing: 0.035, seed: Seed::Own(seed) }).expect("a layout");
    assert_eq!(sanity_check(&island.mesh), Ok(()));
    island
}

fn distance(a: [f64; 2], b: [f64; 2]) -> f64 {
    ((a[0] - b[0]) * (a[0] - b[0]) + (a[1] - b[1]) * (a[1] - b[1])).sqrt()
}

fn is_inside(place: [f64; 2]) -> bool {
    place.iter().all(|v| (0.0..1.0).contains(v))
}

/// Number of regions at the edge: they come first.
fn boundary_count(island: &IslandMesh) -> usize {
    let regions = (0..island.mesh.solid_region_count()).map(RegionId::from_index);
    let flags: Vec<bool> = regions.map(|r| island.mesh.is_boundary_r(r)).collect();
    let count = flags.iter().filter(|flag| **flag).count();
    assert!(flags[..count].iter().all(|flag| *flag));
    count
}

#[test]
fn no_two_points_are_closer_than_the_spacing() {
    let island = generate(0.02, 3);
    let points = &island.mesh.position_r()[boundary_count(&island)..];
    assert!(points.iter().all(|p| is_inside(*p)));
    for (index, a) in points.iter().enumerate() {
        assert!(points[..index].iter().all(|b| distance(*a, *b) >= 0.02));
    }
}

#[test]
fn no_place_in_the_square_is_far_from_a_point() {
    let island = generate(0.02, 4);
    let places = (0..200).flat_map(|row| (0..200).map(move |col| [f64::from(col) / 200.0, f64::from(row) / 200.0]));
    for place in places {
        let nearest = island.mesh.position_r().iter().map(|p| distance(*p, place)).fold(f64::INFINITY, f64::min);
        assert!(nearest < 0.034, "{nearest} from {place:?}");
    }
}

/// The reference has 520 points outside at this spacing, 516 on the ring inside, and about 25,400 in all.
#[test]
fn rings_are_those_of_the_reference() {
    let island = generate(0.0055, 12_345);
    assert_eq!(boundary_count(&island), 520);
    assert_eq!(island.peaks[0], RegionId(520 + 516));
    assert!((24_900..25_900).contains(&island.mesh.solid_region_count()));
    assert!(island.mesh.position_r()[..520].iter().all(|p| !is_inside(*p)));
}

#[test]
fn peaks_are_apart_and_away_from_the_edge() {
    for (spacing, apart) in [(0.0055, 0.035), (0.03, 0.06)] {
        let island = generate(spacing, 5);
        let peaks: Vec<[f64; 2]> = island.peaks.iter().map(|r| island.mesh.position_r()[r.index()]).collect();
        assert!(peaks.len() > 100);
        for (index, a) in peaks.iter().enumerate() {
            assert!(peaks[..index].iter().all(|b| distance(*a, *b) >= apart));
            assert!(a.iter().all(|v| (apart..=1.0 - apart).contains(v)));
        }
    }
}

#[test]
fn the_number_of_points_is_about_as_wished() {
    for wished in [1_000_u32, 3_000, 10_000, 40_000] {
        let got = generate(spacing_for_points(wished), 1).mesh.solid_region_count() as f64;
        assert!((got / f64::from(wished) - 1.0).abs() < 0.04, "{got} for {wished}");
    }
}

#[test]
fn the_coarsest_and_an_odd_mesh_are_sane() {
    let coarse = generate(0.1, 9);
    assert!(!coarse.peaks.is_empty());
    let lonely = Layout { spacing: 0.1, peak_spacing: 0.5, seed: Seed::Own(2) };
    assert_eq!(IslandMesh::generate(&lonely).expect("a layout").peaks.len(), 1);
}

/// The bits of the places, as one number: any other order of draws or of arithmetic is another mesh.
#[test]
fn points_are_the_same_bits_everywhere() {
    let digest = |seed: u64| {
        let island = generate(0.03, seed);
        let bits = island.mesh.position_r().as_flattened().iter().map(|v| v.to_bits());
        bits.fold(0_u64, |digest, bits| (digest ^ bits).wrapping_mul(0x100_0000_01b3).rotate_left(17))
    };
    assert_eq!(digest(1), digest(1));
    assert_ne!(digest(1), digest(2));
    assert_eq!(digest(1), 17_218_631_278_557_385_264);
}
