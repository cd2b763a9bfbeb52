//! Temperature, rain and what of it evaporates from land, a year.

use crate::IslandError;
use crate::error::check_length;
use crate::mesh::DualMesh;
use crate::params::IslandParams;
use crate::stages::check_triangles;

/// How much colder it is for each degree of latitude, in kelvins: about the mean of the mid-latitudes.
const KELVIN_PER_LATITUDE_DEG: f64 = 0.7;

/// At this temperature nothing evaporates any more, in degrees Celsius (Oudin and others 2005).
const NO_EVAPORATION_C: f64 = -5.0;

/// The climate of triangles: yearly means and sums.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Climate {
    /// Temperature, in degrees Celsius.
    pub temperature_c_t: Vec<f64>,
    /// Rain, in metres a year.
    pub rain_m_t: Vec<f64>,
    /// What would evaporate from open water, in metres a year: potential evapotranspiration.
    pub potential_m_t: Vec<f64>,
    /// What evaporates from land, in metres a year: no more than falls, and no more than could.
    pub actual_m_t: Vec<f64>,
}

impl Climate {
    /// The climate over ground of these elevations (-1 to 1) with this moisture.
    ///
    /// Temperature falls with height by `lapse_rate` and grows southwards over `latitude_span` degrees of latitude. Rain is
    /// `rain_mm` for a moisture of 1. Potential evapotranspiration is `evaporation_mm` at the sea in the map's middle and in
    /// proportion to temperature above -5 C (Oudin and others, "Which potential evapotranspiration input for a lumped
    /// rainfall-runoff model?", Journal of Hydrology 303, 2005); what evaporates from land is P / sqrt(1 + (P / PET)^2)
    /// (Turc 1954, Pike 1964).
    ///
    /// # Errors
    ///
    /// [`IslandError::Length`].
    pub fn of(
        mesh: &DualMesh,
        elevation_t: &[f64],
        moisture_t: &[f64],
        params: &IslandParams,
    ) -> Result<Self, IslandError> {
        check_triangles("elevation_t", mesh, elevation_t)?;
        check_length("moisture_t", elevation_t.len(), moisture_t.len())?;
        let temperature = |t: usize| {
            let height_km = elevation_t[t].max(0.0) * params.height_m / 1000.0;
            let south_deg = (mesh.position_t()[t][1] - 0.5) * params.latitude_span;
            params.temperature - params.lapse_rate * height_km + KELVIN_PER_LATITUDE_DEG * south_deg
        };
        let warmth = |celsius: f64| (celsius - NO_EVAPORATION_C).max(0.0);
        let temperature_c_t: Vec<f64> = (0..elevation_t.len()).map(temperature).collect();
        let scale = params.evaporation_mm / 1000.0 / warmth(params.temperature);
        let potential_m_t: Vec<f64> = temperature_c_t.iter().map(|celsius| scale * warmth(*celsius)).collect();
        let rain_m_t: Vec<f64> = moisture_t.iter().map(|moisture| moisture * params.rain_mm / 1000.0).collect();
        let actual_m_t =
            rain_m_t.iter().zip(&potential_m_t).map(|(rain, potential)| actual(*rain, *potential)).collect();
        Ok(Self { temperature_c_t, rain_m_t, potential_m_t, actual_m_t })
    }
}

/// P / sqrt(1 + (P / PET)^2), written so that nothing is divided by 0.
fn actual(rain_m: f64, potential_m: f64) -> f64 {
    let product = rain_m * potential_m;
    if product > 0.0 { product / (rain_m * rain_m + potential_m * potential_m).sqrt() } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn land_gives_back_no_more_than_falls_and_no_more_than_could() {
        assert!((actual(1.0, 1.0) - 1.0 / 2.0_f64.sqrt()).abs() < 1e-15);
        assert!((actual(1e-3, 1.0) - 1e-3).abs() < 1e-9);
        assert!((actual(50.0, 0.6) - 0.6).abs() < 1e-4);
        assert_eq!((actual(0.0, 0.6), actual(1.0, 0.0), actual(0.0, 0.0)), (0.0, 0.0, 0.0));
        for rain in [0.1, 0.7, 3.0] {
            for potential in [0.2, 0.6, 2.0] {
                let found = actual(rain, potential);
                assert!(found < rain && found < potential);
                let turc_pike = rain / (1.0 + (rain / potential) * (rain / potential)).sqrt();
                assert!((found - turc_pike).abs() < 1e-15);
            }
        }
    }
}
