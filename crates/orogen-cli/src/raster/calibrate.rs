//! `orogen raster calibrate`: how far the Hurst estimators are off.

use clap::Args;
use orogen::raster::statistics::{Calibration, calibrate, hurst_article, hurst_second_difference};
use serde_json::json;

use crate::failure::Failure;
use crate::output;

/// Measures the Hurst estimators on exact fractional Brownian surfaces of a known exponent
#[derive(Args)]
pub(crate) struct Calibrate {
    /// The true exponent
    #[arg(long, value_name = "H", default_value_t = 0.8)]
    hurst: f64,

    /// Cells along each side of a surface
    #[arg(long, value_name = "CELLS", default_value_t = 129)]
    size: usize,

    /// Surfaces, with seeds from 1 on
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    maps: u32,

    /// Prints JSON
    #[arg(long)]
    json: bool,
}

impl Calibrate {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let rows: [(&str, Calibration); 2] = [
            ("second differences", calibrate(hurst_second_difference, self.hurst, self.size, self.maps, 1)?),
            ("the article's", calibrate(hurst_article, self.hurst, self.size, self.maps, 1)?),
        ];
        if self.json {
            let row = |(name, found): &(&str, Calibration)| json!({ "estimator": name, "bias": found.bias, "rmse": found.rmse, "stated_error": found.stated_error });
            return output::print_json(&json!({
                "hurst": self.hurst,
                "size": self.size,
                "maps": self.maps,
                "estimators": rows.iter().map(row).collect::<Vec<_>>(),
            }));
        }
        let line = |(name, found): &(&str, Calibration)| {
            format!("{name:20} bias {:+.4}  rmse {:.4}  stated {:.4}", found.bias, found.rmse, found.stated_error)
        };
        output::print(&rows.iter().map(line).collect::<Vec<_>>().join("\n"))
    }
}
