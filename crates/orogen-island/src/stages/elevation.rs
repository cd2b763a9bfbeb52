//! The elevation of triangles, from paint, noise and mountains; and that of regions, from their triangles.

use super::{NoiseLayers, check_triangles};
use crate::IslandError;
use crate::error::check_length;
use crate::mesh::DualMesh;
use crate::params::IslandParams;

/// The lowest that hills and the sides of mountains are on land.
const FLOOR: f64 = 0.01;

/// What a region is set to that touches the sea but would come to lie on land.
const COAST: f64 = -0.001;

/// The elevation of every solid triangle.
///
/// The coast is where the paint, wiggled by noise, is 0. On land hills give way to mountains with the square of the paint,
/// so that mountains stand where the paint is high; the sea is scaled to `ocean_depth`.
///
/// Reads `noisy_coastlines`, `hill_height`, `mountain_sharpness`, `ocean_depth`; the paint (-1 to 1), noise layers and
/// mountain distance at the triangles. Writes elevations from -1 to 1.
///
/// # Errors
///
/// [`IslandError::Length`] if there are not as many of each.
pub fn triangle_elevation(
    paint_t: &[f64],
    noise: &NoiseLayers,
    mountain_distance_t: &[f64],
    params: &IslandParams,
    elevation_t: &mut Vec<f64>,
) -> Result<(), IslandError> {
    check_length("mountain_distance_t", paint_t.len(), mountain_distance_t.len())?;
    for layer in [&noise.n0, &noise.n1, &noise.n2, &noise.n4, &noise.coast] {
        check_length("noise", paint_t.len(), layer.len())?;
    }
    // 16 / 2^sharpness in mapgen4's units, a thousand of which are the side of the square.
    let slope = 16_000.0 / libm::exp2(params.mountain_sharpness);
    let layers = noise.n0.iter().zip(&noise.n1).zip(&noise.n2).zip(&noise.n4).zip(&noise.coast);
    let triangles = paint_t.iter().zip(mountain_distance_t).zip(layers);
    elevation_t.clear();
    elevation_t.extend(triangles.map(|((paint, distance), ((((n0, n1), n2), n4), coast))| {
        let square = paint * paint;
        let e = paint + params.noisy_coastlines * (1.0 - square * square) * coast;
        let e = if e > 0.0 {
            let rough = 1.0 - 0.5 * (1.0 + n0);
            let hill = ((1.0 + rough * n4 + (1.0 - rough) * n2) * params.hill_height).max(FLOOR);
            let mountain = (1.0 - slope * distance).max(FLOOR);
            let weight = e * e;
            (1.0 - weight) * hill + weight * mountain
        } else {
            e * (params.ocean_depth + n1)
        };
        e.clamp(-1.0, 1.0)
    }));
    Ok(())
}

/// The elevation of every region: the mean of its triangles; just below the sea if only some of them are.
///
/// With an elevation for each solid triangle it writes one for each solid region, and with one for all triangles it writes
/// one for all regions, ghosts included. From -1 to 1 if the triangles are.
///
/// # Errors
///
/// [`IslandError::Length`].
pub fn region_elevation(mesh: &DualMesh, elevation_t: &[f64], elevation_r: &mut Vec<f64>) -> Result<(), IslandError> {
    let with_ghosts = check_triangles("elevation_t", mesh, elevation_t)?;
    let regions = if with_ghosts { mesh.region_count() } else { mesh.solid_region_count() };
    let mut touching = vec![(0_u32, false); regions];
    elevation_r.clear();
    elevation_r.resize(regions, 0.0);
    for (corners, elevation) in mesh.r_of_triangles().zip(elevation_t) {
        for r in corners {
            elevation_r[r.index()] += elevation;
            let (count, wet) = &mut touching[r.index()];
            *count += 1;
            *wet |= *elevation < 0.0;
        }
    }
    for (elevation, (count, wet)) in elevation_r.iter_mut().zip(touching) {
        *elevation /= f64::from(count.max(1));
        if wet && *elevation >= 0.0 {
            *elevation = COAST;
        }
    }
    Ok(())
}
