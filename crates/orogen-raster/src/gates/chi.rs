//! Channel profiles against chi (Perron and Royden 2013): straight where erosion goes with one power of the area.

use crate::network::Network;

/// Concavities that are tried: 0.05 to 0.95.
const TRIED: u32 = 19;
const TRIED_STEP: f64 = 0.05;

/// The area, in cells, whose channel has as much chi as length.
const REFERENCE_CELLS: f64 = 1000.0;

/// A basin with fewer channel cells says nothing about concavity.
const LEAST_CHANNEL_CELLS: usize = 300;

/// The concavity for which the channels' profiles are straightest.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ChiFit {
    /// Exponent of the drainage area.
    pub theta: f64,
    /// Share of the variance of elevation within basins that the straight profiles explain; negative for a bad fit.
    pub r2: f64,
}

/// The best of the tried concavities, or `None` without a basin that is large enough.
pub(super) fn best_fit(network: &Network) -> Option<ChiFit> {
    let profiles = Profiles::new(network);
    let fits = (1..=TRIED).filter_map(|i| {
        let theta = f64::from(i) * TRIED_STEP;
        profiles.r2(theta).map(|r2| ChiFit { theta, r2 })
    });
    // The first of equally good ones.
    fits.reduce(|best, next| if next.r2 > best.r2 { next } else { best })
}

/// One channel cell, with where it stands in its basin.
struct Step {
    /// Position of its receiver among the steps; `None` for the basin's last channel cell.
    downstream: Option<usize>,
    basin: usize,
    /// Elevation above the basin's last channel cell, in metres.
    rise_m: f64,
    length_m: f64,
    cells: f64,
}

/// The channel cells of the basins that are large enough, each after its receiver.
struct Profiles {
    steps: Vec<Step>,
    basins: usize,
}

impl Profiles {
    fn new(network: &Network) -> Self {
        let all = all_steps(network);
        let mut cells_of_basin = vec![0_usize; all.basins];
        all.steps.iter().for_each(|step| cells_of_basin[step.basin] += 1);
        // Renumbered over the basins that stay.
        let mut position = vec![usize::MAX; all.steps.len()];
        let mut steps = Vec::new();
        for (index, step) in all.steps.into_iter().enumerate() {
            if cells_of_basin[step.basin] >= LEAST_CHANNEL_CELLS {
                position[index] = steps.len();
                steps.push(Step { downstream: step.downstream.map(|index| position[index]), ..step });
            }
        }
        Self { steps, basins: cells_of_basin.len() }
    }

    /// How much of the variance within basins straight profiles explain.
    fn r2(&self, theta: f64) -> Option<f64> {
        let mut chi = Vec::with_capacity(self.steps.len());
        for step in &self.steps {
            let gained = step.length_m * libm::pow(REFERENCE_CELLS / step.cells, theta);
            chi.push(step.downstream.map_or(0.0, |receiver| chi[receiver] + gained));
        }
        let mut basins = vec![Sums::default(); self.basins];
        for (step, chi) in self.steps.iter().zip(&chi) {
            basins[step.basin].add(*chi, step.rise_m);
        }
        let (unexplained, total) =
            basins.iter().fold((0.0, 0.0), |(u, t), sums| (u + sums.unexplained(), t + sums.variance()));
        (total > 0.0).then(|| 1.0 - unexplained / total)
    }
}

/// What least squares need of one basin.
#[derive(Clone, Copy, Default)]
struct Sums {
    count: f64,
    chi_squared: f64,
    chi_rise: f64,
    rise: f64,
    rise_squared: f64,
}

impl Sums {
    fn add(&mut self, chi: f64, rise: f64) {
        self.count += 1.0;
        self.chi_squared += chi * chi;
        self.chi_rise += chi * rise;
        self.rise += rise;
        self.rise_squared += rise * rise;
    }

    /// Sum of squares about the straight line through the basin's outlet.
    fn unexplained(&self) -> f64 {
        if self.chi_squared > 0.0 {
            self.rise_squared - self.chi_rise * self.chi_rise / self.chi_squared
        } else {
            self.rise_squared
        }
    }

    /// Sum of squares about the mean.
    fn variance(&self) -> f64 {
        if self.count > 0.0 { self.rise_squared - self.rise * self.rise / self.count } else { 0.0 }
    }
}

/// Every channel cell, upstream of its receiver, and the number of basins.
fn all_steps(network: &Network) -> Profiles {
    let mut position = vec![usize::MAX; network.areas.len()];
    let mut steps: Vec<Step> = Vec::new();
    let mut outlet_height_m = Vec::new();
    for element in network.order.upstream().filter(|element| network.is_channel(element.index())) {
        let index = element.index();
        let receiver = network.receiver(index).filter(|receiver| network.is_channel(receiver.index()));
        let downstream = receiver.map(|receiver| position[receiver.index()]);
        let basin = downstream.map_or(outlet_height_m.len(), |at| steps[at].basin);
        if downstream.is_none() {
            outlet_height_m.push(network.heights[index]);
        }
        position[index] = steps.len();
        steps.push(Step {
            downstream,
            basin,
            rise_m: network.heights[index] - outlet_height_m[basin],
            length_m: receiver.map_or(0.0, |receiver| network.distance(element, receiver)),
            cells: network.areas[index] as f64,
        });
    }
    Profiles { steps, basins: outlet_height_m.len() }
}
