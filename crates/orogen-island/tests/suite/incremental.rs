//! An island that was changed is the island that would be made from its parameters.

use orogen_field::ParamKind;
use orogen_island::{CONTRACTS, Island, IslandParams, PaintMap, Stage, Wind};
use proptest::prelude::*;

use crate::generated;

fn coarse() -> IslandParams {
    IslandParams { spacing: 0.04, ..IslandParams::default() }
}

/// The bits of everything that an island is.
fn bits(island: &Island) -> Vec<Vec<u64>> {
    let noise = island.noise();
    let (mesh, drainage) = (&island.mesh().mesh, island.drainage());
    let values: [&[f64]; 24] = [
        mesh.position_r().as_flattened(),
        mesh.position_t().as_flattened(),
        island.paint_map().elevation().samples(),
        island.paint_t(),
        &noise.n0,
        &noise.n1,
        &noise.n2,
        &noise.n4,
        &noise.coast,
        island.mountain_distance_t(),
        island.uncarved_elevation_t(),
        island.uncarved_elevation_r(),
        island.rainfall_r(),
        island.humidity_r(),
        island.flow_t(),
        island.elevation_t(),
        island.elevation_r(),
        island.area_t(),
        &island.climate().temperature_c_t,
        &island.climate().rain_m_t,
        &island.climate().potential_m_t,
        &island.climate().actual_m_t,
        island.bank_moisture_t(),
        &island.biomes().moisture_t,
    ];
    let mut bits: Vec<Vec<u64>> = values.iter().map(|values| values.iter().map(|v| v.to_bits()).collect()).collect();
    let beds = island.rivers().iter().flat_map(|river| &river.points).map(|point| point.bed.to_bits());
    bits.push(beds.collect());
    let biomes = island.biomes().biome_t.iter().zip(&island.biomes().whittaker_t);
    bits.push(biomes.map(|(series, whittaker)| *series as u64 * 100 + *whittaker as u64).collect());
    bits.push(island.water().lakes.iter().map(|lake| lake.surface.to_bits()).collect());
    bits.push(island.moisture_t().iter().map(|v| v.to_bits()).collect());
    bits.push(drainage.t_in_order().map(|t| u64::from(t.0)).collect());
    let receiver = |t: usize| drainage.t_downslope_t(orogen_island::mesh::TriangleId::from_index(t));
    bits.push(
        (0..drainage.receivers().element_count()).map(|t| receiver(t).map_or(u64::MAX, |t| u64::from(t.0))).collect(),
    );
    bits
}

/// The stages that a change of a parameter makes due, by the contracts.
fn expected(name: &str) -> Vec<Stage> {
    let mut due: Vec<Stage> = Vec::new();
    for contract in &CONTRACTS {
        if contract.params.contains(&name) || contract.after.iter().any(|stage| due.contains(stage)) {
            due.push(contract.stage);
        }
    }
    due
}

/// A value of a row, another one than the default, from a number below 1.
fn value_of(row: usize, share: f64) -> f64 {
    let spec = &IslandParams::TABLE[row];
    let range = match spec.name {
        "spacing" => (0.035, 0.1),
        "peak_spacing" => (0.05, 0.5),
        _ => (spec.min, spec.max),
    };
    let value = range.0 + share * (range.1 - range.0);
    match spec.kind {
        ParamKind::Real => value,
        ParamKind::Integer => value.floor(),
        ParamKind::Switch => 1.0 - spec.default,
    }
}

#[test]
fn every_parameter_runs_what_reads_it_and_no_more() {
    let island = Island::new(coarse()).unwrap();
    for (row, spec) in IslandParams::TABLE.iter().enumerate() {
        let mut changed = island.clone();
        let ran = changed.set(spec.name, value_of(row, 0.37)).unwrap();
        assert_eq!(ran, expected(spec.name), "{}", spec.name);
        assert_eq!(bits(&changed), bits(&Island::new(*changed.params()).unwrap()), "{}", spec.name);
        assert_eq!(changed.set(spec.name, value_of(row, 0.37)).unwrap(), []);
    }
}

#[test]
fn an_edit_of_an_elevation_spares_mesh_noise_and_wind() {
    let ran = Island::new(coarse()).unwrap().set("hill_height", 0.03).unwrap();
    for stage in [Stage::Mesh, Stage::PaintMap, Stage::Paint, Stage::Noise, Stage::MountainDistance, Stage::WindOrder] {
        assert!(!ran.contains(&stage));
    }
}

#[test]
fn a_given_mesh_is_kept() {
    let mesh = generated(0.05);
    let mut island = Island::with_mesh(mesh.clone(), coarse()).unwrap();
    assert_eq!(island.set("spacing", 0.06).unwrap(), []);
    assert_eq!(island.mesh(), &mesh);
}

#[test]
fn a_given_paint_map_is_kept_until_it_is_taken_back() {
    let mut island = Island::new(coarse()).unwrap();
    let generated = bits(&island);
    let ran = island.set_paint(Some(PaintMap::new(1, 2, vec![-1.0, 1.0]).unwrap())).unwrap();
    assert_eq!(ran[0], Stage::Paint);
    assert!(!island.set("seed", 9.0).unwrap().contains(&Stage::Paint));
    assert_eq!(island.set("island", 0.9).unwrap(), []);
    island.set_params(coarse()).unwrap();
    island.set_paint(None).unwrap();
    assert_eq!(bits(&island), generated);
}

#[test]
fn further_winds_bring_rain_of_their_own() {
    let mut island = Island::new(coarse()).unwrap();
    let alone = bits(&island);
    let ran = island.set_further_winds(vec![Wind { angle_deg: 180.0, weight: 2.0 }]).unwrap();
    use Stage::{Banks, Biomes, Climate, Moisture, Rainfall, Rivers, Water, WindOrder};
    assert_eq!(ran, [WindOrder, Rainfall, Moisture, Climate, Water, Rivers, Banks, Biomes]);
    assert_ne!(bits(&island), alone);
    island.set_further_winds(Vec::new()).unwrap();
    assert_eq!(bits(&island), alone);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn any_edits_lead_to_the_island_of_their_parameters(
        edits in prop::collection::vec((0..IslandParams::TABLE.len(), 0.0..1.0_f64), 1..8),
    ) {
        let mut island = Island::new(coarse()).unwrap();
        for (row, share) in edits {
            island.set(IslandParams::TABLE[row].name, value_of(row, share)).unwrap();
        }
        prop_assert_eq!(bits(&island), bits(&Island::new(*island.params()).unwrap()));
    }
}
