//! Whole islands in files that reload to the same bits.
//!
//! A file holds what an island is made from (parameters, winds, and a mesh and a paint map if they were given) and what was
//! made of it, as named arrays in a [`Container`]: other programs can read these without making the island. Reading makes the
//! island anew and compares it with the arrays bit by bit, so that a file of another version is refused and not silently
//! another island.

use std::path::Path;

use orogen_io::{Container, IoError};
use orogen_island::mesh::{DualMesh, IslandMesh, RegionId, SideId, TriangleId};
use orogen_island::{Island, IslandError, IslandParams, PaintMap, Wind};

/// The kind and version of these files.
const SCHEMA: &str = "orogen-island 1";

/// Why an island could not be written or read.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum IslandFileError {
    /// The file.
    #[error(transparent)]
    Io(#[from] IoError),
    /// What the file says an island is made from.
    #[error("{what}: {source}")]
    Island {
        /// Which part of the file.
        what: &'static str,
        /// What is wrong with it.
        source: IslandError,
    },
    /// A parameter that this version does not have.
    #[error(
        "parameter {name}: expected one of this version's, got an unknown one; read the file with the version that wrote it"
    )]
    Parameter {
        /// The parameter.
        name: String,
    },
    /// An array that is not what this version makes of the same island.
    #[error(
        "{array}: expected the bits that this version computes, got others at index {index}; read the file with the version that wrote it"
    )]
    Differs {
        /// Which array.
        array: &'static str,
        /// The first place that differs, or the shorter length.
        index: usize,
    },
}

/// What a parameter's array is called.
const PARAM: &str = "param.";

/// Writes an island, whole or not at all.
///
/// ```
/// use orogen::island::{Island, IslandParams};
/// use orogen::island_file::{read_island, write_island};
///
/// let path = std::env::temp_dir().join(format!("orogen-{}.island", std::process::id()));
/// let island = Island::new(IslandParams { spacing: 0.05, ..IslandParams::default() })?;
/// write_island(&path, &island)?;
/// assert_eq!(read_island(&path)?.elevation_t(), island.elevation_t());
/// # std::fs::remove_file(&path)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// [`IslandFileError::Io`].
pub fn write_island(path: impl AsRef<Path>, island: &Island) -> Result<(), IslandFileError> {
    let mut file = Container::new(SCHEMA);
    file.notes.insert("program".into(), concat!("orogen ", env!("CARGO_PKG_VERSION")).into());
    for (spec, value) in IslandParams::TABLE.iter().zip(island.params().values()) {
        file.insert(&format!("{PARAM}{}", spec.name), &[1], vec![value])?;
    }
    let winds: Vec<f64> = island.further_winds().iter().flat_map(|wind| [wind.angle_deg, wind.weight]).collect();
    file.insert("winds", &[winds.len() / 2, 2], winds)?;
    if island.is_paint_given() {
        let paint = island.paint_map().elevation();
        file.insert("paint", &[paint.rows(), paint.cols()], paint.samples())?;
    }
    let mesh = &island.mesh().mesh;
    let is_given = vec![u8::from(island.is_mesh_given())];
    file.insert("mesh.is_given", &[1], is_given)?;
    file.insert("mesh.position_r", &[mesh.position_r().len(), 2], mesh.position_r().as_flattened())?;
    let regions = (0..mesh.solid_region_count()).map(RegionId::from_index);
    let is_boundary: Vec<u8> = regions.map(|r| u8::from(mesh.is_boundary_r(r))).collect();
    file.insert("mesh.is_boundary_r", &[is_boundary.len()], is_boundary)?;
    let sides = || (0..mesh.side_count()).map(SideId::from_index);
    file.insert("mesh.r_begin_s", &[mesh.side_count()], sides().map(|s| mesh.r_begin_s(s).0).collect::<Vec<u32>>())?;
    file.insert("mesh.twin_s", &[mesh.side_count()], sides().map(|s| mesh.twin_s(s).0).collect::<Vec<u32>>())?;
    let peaks: Vec<u32> = island.mesh().peaks.iter().map(|r| r.0).collect();
    file.insert("mesh.peaks", &[peaks.len()], peaks)?;
    file.insert("mesh.spacing", &[1], vec![island.mesh().spacing])?;
    for (name, values) in results(island) {
        file.insert(name, &[values.len()], values)?;
    }
    Ok(file.write(path)?)
}

/// What is made of an island's parameters, by name; whole numbers as numbers.
fn results(island: &Island) -> Vec<(&'static str, Vec<f64>)> {
    let (water, biomes) = (island.water(), island.biomes());
    let receiver = |t: usize| match water.receivers.of(orogen_flow::ElementId::from_index(t)) {
        orogen_flow::Receiver::To(receiver) => f64::from(receiver.0),
        orogen_flow::Receiver::Root | orogen_flow::Receiver::Void => -1.0,
    };
    let triangles = island.elevation_t().len();
    let is_sea = |t: usize| f64::from(u8::from(island.ground().sea.is_water(TriangleId::from_index(t))));
    vec![
        ("elevation_t", island.elevation_t().to_vec()),
        ("elevation_r", island.elevation_r().to_vec()),
        ("rainfall_r", island.rainfall_r().to_vec()),
        ("humidity_r", island.humidity_r().to_vec()),
        ("moisture_t", island.bank_moisture_t().to_vec()),
        ("temperature_c_t", island.climate().temperature_c_t.clone()),
        ("flow_t", island.flow_t().to_vec()),
        ("t_downslope_t", (0..triangles).map(receiver).collect()),
        ("is_sea_t", (0..triangles).map(is_sea).collect()),
        ("lake_t", water.lake_of_t.iter().map(|lake| lake.map_or(-1.0, f64::from)).collect()),
        ("lake_surface", water.lakes.iter().map(|lake| lake.surface).collect()),
        ("biome_t", biomes.biome_t.iter().map(|biome| f64::from(*biome as u8)).collect()),
        ("whittaker_t", biomes.whittaker_t.iter().map(|biome| f64::from(*biome as u8)).collect()),
    ]
}

/// Reads an island back, the same to the bit.
///
/// # Errors
///
/// [`IslandFileError`]: the file is damaged, of another kind, or of a version that makes other islands.
pub fn read_island(path: impl AsRef<Path>) -> Result<Island, IslandFileError> {
    let mut file = Container::read(path, SCHEMA)?;
    let params = params(&mut file)?;
    let of = |what: &'static str| move |source: IslandError| IslandFileError::Island { what, source };
    let (_, is_given) = file.take::<u8>("mesh.is_given")?;
    let mut island = if is_given.first() == Some(&1) {
        Island::with_mesh(mesh(&mut file)?, params).map_err(of("mesh"))?
    } else {
        Island::new(params).map_err(of("parameters"))?
    };
    if file.shapes().any(|(name, _)| name == "paint") {
        let (shape, samples) = file.take::<f64>("paint")?;
        let [rows, cols] = [0, 1].map(|axis| shape.get(axis).copied().unwrap_or(0));
        let paint = PaintMap::new(rows, cols, samples).map_err(of("paint"))?;
        island.set_paint(Some(paint)).map_err(of("paint"))?;
    }
    let (_, winds) = file.take::<f64>("winds")?;
    if !winds.is_empty() {
        let winds =
            winds.as_chunks::<2>().0.iter().map(|[angle_deg, weight]| Wind { angle_deg: *angle_deg, weight: *weight });
        island.set_further_winds(winds.collect()).map_err(of("winds"))?;
    }
    for (array, ours) in results(&island) {
        let (_, theirs) = file.take::<f64>(array)?;
        let differs = |index: &usize| ours[*index].to_bits() != theirs[*index].to_bits();
        let shorter = ours.len().min(theirs.len());
        let first = (0..shorter).find(differs).or((ours.len() != theirs.len()).then_some(shorter));
        if let Some(index) = first {
            return Err(IslandFileError::Differs { array, index });
        }
    }
    Ok(island)
}

fn params(file: &mut Container<'_>) -> Result<IslandParams, IslandFileError> {
    let names: Vec<String> =
        file.shapes().filter_map(|(name, _)| name.strip_prefix(PARAM).map(str::to_owned)).collect();
    let mut params = IslandParams::default();
    for name in names {
        let (_, values) = file.take::<f64>(&format!("{PARAM}{name}"))?;
        let known = IslandParams::TABLE.iter().any(|spec| spec.name == name);
        let Some(value) = values.first().filter(|_| known) else { return Err(IslandFileError::Parameter { name }) };
        let of = |source| IslandFileError::Island { what: "parameters", source: IslandError::Param(source) };
        params = params.with(&name, *value).map_err(of)?;
    }
    Ok(params)
}

fn mesh(file: &mut Container<'_>) -> Result<IslandMesh, IslandFileError> {
    let (_, places) = file.take::<f64>("mesh.position_r")?;
    let (_, is_boundary) = file.take::<u8>("mesh.is_boundary_r")?;
    let ((_, r_begin_s), (_, twin_s)) = (file.take::<u32>("mesh.r_begin_s")?, file.take::<u32>("mesh.twin_s")?);
    let ((_, peaks), (_, spacing)) = (file.take::<u32>("mesh.peaks")?, file.take::<f64>("mesh.spacing")?);
    let is_boundary_r = is_boundary.into_iter().map(|flag| flag != 0).collect();
    let mesh = DualMesh::from_arrays(places.as_chunks::<2>().0.to_vec(), is_boundary_r, &r_begin_s, &twin_s)
        .map_err(|source| IslandFileError::Island { what: "mesh", source })?;
    let peaks = peaks.into_iter().map(RegionId).collect();
    Ok(IslandMesh { mesh, peaks, spacing: spacing.first().copied().unwrap_or(0.0) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use orogen_island::mesh::delaunay;

    fn coarse() -> IslandParams {
        IslandParams { spacing: 0.04, ..IslandParams::default() }
    }

    #[track_caller]
    fn assert_survives(island: &Island) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.island");
        write_island(&path, island).unwrap();
        let back = read_island(&path).unwrap();
        assert_eq!(back.params(), island.params());
        assert_eq!(back.mesh(), island.mesh());
        assert_eq!((back.water(), back.rivers(), back.biomes()), (island.water(), island.rivers(), island.biomes()));
        let again = folder.path().join("b.island");
        write_island(&again, &back).unwrap();
        assert_eq!(std::fs::read(path).unwrap(), std::fs::read(again).unwrap());
    }

    #[test]
    fn islands_come_back_bit_by_bit() {
        let mut island = Island::new(coarse()).unwrap();
        assert_survives(&island);
        island.set("hill_height", 0.031).unwrap();
        island.set_further_winds(vec![Wind { angle_deg: 77.0, weight: 0.3 }]).unwrap();
        island.set_paint(Some(PaintMap::new(2, 3, vec![-0.5, 0.7, -0.2, 0.3, 0.9, -1.0]).unwrap())).unwrap();
        assert_survives(&island);
        let points: Vec<[f64; 2]> =
            (0..400).map(|i| [f64::from(i * 37 % 400) / 400.0, f64::from(i * 91 % 401) / 401.0]).collect();
        let given = delaunay(&points).unwrap();
        let mesh = IslandMesh { mesh: given.mesh, peaks: vec![RegionId(7)], spacing: 0.05 };
        assert_survives(&Island::with_mesh(mesh, IslandParams::mapgen4()).unwrap());
    }

    #[test]
    fn a_file_of_another_version_is_refused_in_words() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.island");
        write_island(&path, &Island::new(coarse()).unwrap()).unwrap();
        let changed = |change: &dyn Fn(&mut Container<'_>)| {
            let mut file = Container::read(&path, SCHEMA).unwrap();
            change(&mut file);
            let other = folder.path().join("other.island");
            file.write(&other).unwrap();
            read_island(other).unwrap_err().to_string()
        };
        let nudged = changed(&|file| {
            let (shape, mut values) = file.take::<f64>("flow_t").unwrap();
            values[9] += 1.0;
            file.insert("flow_t", &shape, values).unwrap();
        });
        assert!(nudged.contains("flow_t") && nudged.contains("index 9"), "{nudged}");
        let unknown = changed(&|file| file.insert("param.tides", &[1], vec![1.0]).unwrap());
        assert!(unknown.contains("tides"), "{unknown}");
        let wild = changed(&|file| file.insert("param.hill_height", &[1], vec![7.0]).unwrap());
        assert!(wild.contains("hill_height"), "{wild}");
        let missing = changed(&|file| drop(file.take::<f64>("winds").unwrap()));
        assert!(missing.contains("winds"), "{missing}");
        assert!(read_island(folder.path().join("no.island")).is_err());
    }
}
