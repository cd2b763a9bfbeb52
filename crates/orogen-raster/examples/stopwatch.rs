//! Times one operation on a raw array, for scripts that compare it with other programs.
//!
//! `stopwatch OPERATION ROWS COLS CELL_M IN OUT [REPEATS]` reads ROWS x COLS little-endian f64 heights in metres, writes
//! its result in the same form, and prints the milliseconds of processor time of the fastest repeat, and the most memory, in
//! bytes, that the first one took besides its input (0 where the system does not tell). Operations:
//!
//! * `make`: a periodic Brownian surface with H = 0.5, full of depressions; ROWS = COLS, a power of two (IN is not read).
//! * `fill`: the filled surface.
//! * `route`: receivers through carved depressions and their stack order; writes cell numbers, a root its own.
//! * `steepest`: the same by steepest descent on the surface as it is, where pits are roots.
//! * `accumulate`: drained areas in cells, from the steepest receivers; times the sums alone.
//! * `step`: heights after one step of stream power with the default parameters and fixed edges; times the steps after
//!   the first of six, since the first one also lays out the land.
//! * `wear`: heights after sixty such steps, not timed.
//! * `hurst`: the Hurst exponent from second differences, one number.
//! * `exact-fbm-H`: an exact Brownian surface of that H, of ROWS x COLS (IN is not read).
//! * `article-ds`, `article-fbm`, `article-thermal`: the demonstration's presets with seed 7 (IN is not read).

use std::error::Error;

use orogen_field::{Grid, Placement, Seed};
use orogen_flow::{
    Depressions, ElementId, FlowError, Raster, RasterSpec, Receiver, Receivers, StackOrder, accumulate_exact, fill,
    route, steepest_descent,
};
use orogen_raster::generate::article::{self, ArticleDiamondSquare, ArticleFbm};
use orogen_raster::generate::{ExactFbm, Spectral, exact_fbm, spectral};
use orogen_raster::statistics::hurst_second_difference;
use orogen_raster::stream_power::{Forcing, StreamPower, erode};
use orogen_raster::{CellSize, Edge, Edges, RasterError, thermal, unwatched};

const SEVEN: Seed = Seed::Own(7);

/// Steps of stream power after which a rough surface has its valleys.
const SIXTY: u32 = 60;

/// Sweeps of the demonstration's erosion.
const SWEEPS: u32 = 40;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [operation, rows, cols, cell_m, input, output, rest @ ..] = arguments.as_slice() else {
        return Err("usage: stopwatch OPERATION ROWS COLS CELL_M IN OUT [REPEATS]".into());
    };
    let (rows, cols, cell_m) = (rows.parse()?, cols.parse()?, cell_m.parse()?);
    let repeats = rest.first().map_or(Ok(1), |repeats| repeats.parse())?;
    let place = Placement::square(0.0, 0.0, cell_m);
    let read = || Ok::<_, Box<dyn Error>>(Grid::new(rows, cols, place, read(input)?)?);
    let (cost, result) = match operation.as_str() {
        "make" => (Cost::default(), rough(u32::try_from(rows)?, place)?),
        "step" => step(&read()?, repeats)?,
        "wear" => (Cost::default(), worn(&read()?, SIXTY)?),
        "hurst" => {
            let surface = read()?;
            let (cost, estimate) = timed(repeats, || hurst_second_difference(&surface))?;
            (cost, vec![estimate.hurst()])
        }
        "article-ds" => grid(timed(repeats, || article::diamond_square(SEVEN, &ArticleDiamondSquare::default()))?),
        "article-fbm" => grid(timed(repeats, || article::fbm(SEVEN, &ArticleFbm::default()))?),
        "article-thermal" => {
            let map = article::diamond_square(SEVEN, &ArticleDiamondSquare::default())?;
            grid(timed(repeats, || Ok::<_, RasterError>(thermal::article(&map, SWEEPS)))?)
        }
        other => match other.strip_prefix("exact-fbm-") {
            Some(hurst) => {
                let params = ExactFbm { hurst: hurst.parse()? };
                grid(timed(repeats, || exact_fbm(SEVEN, &params, rows, cols, place))?)
            }
            None => drain(other, &read()?, repeats)?,
        },
    };
    std::fs::write(output, result.into_iter().flat_map(f64::to_le_bytes).collect::<Vec<u8>>())?;
    println!("{} {}", cost.fastest_ms, cost.memory_bytes);
    Ok(())
}

/// A Brownian surface with a standard deviation of 300 m.
fn rough(side: u32, place: Placement) -> Result<Vec<f64>, RasterError> {
    let unit = spectral(SEVEN, &Spectral { hurst: 0.5, side }, place)?.into_samples();
    let mean = unit.iter().sum::<f64>() / unit.len() as f64;
    let variance = unit.iter().map(|height| (height - mean) * (height - mean)).sum::<f64>() / unit.len() as f64;
    Ok(unit.into_iter().map(|height| 300.0 * (height - mean) / variance.sqrt()).collect())
}

/// One operation of drainage, over the rim.
fn drain(operation: &str, surface: &Grid<f64>, repeats: u32) -> Result<(Cost, Vec<f64>), Box<dyn Error>> {
    let step_m = surface.placement().step_x;
    let raster = Raster::new(RasterSpec::square(surface.rows(), surface.cols(), step_m))?;
    let heights = surface.samples();
    let ordered = |receivers: Receivers| {
        let order = StackOrder::new(&receivers);
        Ok::<_, FlowError>((receivers, order))
    };
    Ok(match operation {
        "fill" => timed(repeats, || fill(&raster, heights))?,
        "route" => {
            let (cost, (receivers, _)) = timed(repeats, || ordered(route(&raster, heights, Depressions::Carve)?))?;
            (cost, numbers(&receivers))
        }
        "steepest" => {
            let (cost, (receivers, _)) = timed(repeats, || ordered(steepest_descent(&raster, heights)?))?;
            (cost, numbers(&receivers))
        }
        "accumulate" => {
            let receivers = steepest_descent(&raster, heights)?;
            let (order, one_each) = (StackOrder::new(&receivers), vec![1; heights.len()]);
            let (cost, areas) = timed(repeats, || accumulate_exact(&receivers, &order, &one_each))?;
            (cost, areas.into_iter().map(|area| area as f64).collect())
        }
        other => return Err(format!("operation: expected one of those in the source, got {other}").into()),
    })
}

/// Stream power: the milliseconds of one step among several, and the heights after one.
fn step(surface: &Grid<f64>, repeats: u32) -> Result<(Cost, Vec<f64>), RasterError> {
    let (first, heights) = timed(repeats, || worn(surface, 1))?;
    let (all, _) = timed(repeats, || worn(surface, 6))?;
    let fastest_ms = (all.fastest_ms - first.fastest_ms) / 5.0;
    Ok((Cost { fastest_ms, ..first }, heights))
}

/// Heights after some steps of stream power between fixed edges.
fn worn(surface: &Grid<f64>, steps: u32) -> Result<Vec<f64>, RasterError> {
    let cells = CellSize::from(surface.placement());
    let params = StreamPower { steps, tolerance: 0.0, ..StreamPower::default() };
    let worn = erode(surface, &params, Forcing::default(), &cells, Edges::all(Edge::Fixed), &mut unwatched())?;
    Ok(worn.heights.into_samples())
}

fn grid((cost, grid): (Cost, Grid<f64>)) -> (Cost, Vec<f64>) {
    (cost, grid.into_samples())
}

fn read(path: &str) -> Result<Vec<f64>, Box<dyn Error>> {
    let bytes = std::fs::read(path)?;
    let (words, []) = bytes.as_chunks::<8>() else { return Err(format!("{path}: not whole f64").into()) };
    Ok(words.iter().map(|word| f64::from_le_bytes(*word)).collect())
}

/// The cell number of each receiver, and of a root its own.
fn numbers(receivers: &Receivers) -> Vec<f64> {
    let number = |cell: usize| match receivers.of(ElementId::from_index(cell)) {
        Receiver::To(receiver) => receiver.index() as f64,
        Receiver::Root | Receiver::Void => cell as f64,
    };
    (0..receivers.element_count()).map(number).collect()
}

/// What an operation took.
#[derive(Default)]
struct Cost {
    fastest_ms: f64,
    memory_bytes: u64,
}

/// The last result, and what the operation took.
fn timed<T, E>(repeats: u32, job: impl Fn() -> Result<T, E>) -> Result<(Cost, T), E> {
    let once = || {
        let start_ms = processor_ms();
        let result = job()?;
        Ok((processor_ms() - start_ms, result))
    };
    let held_bytes = forget_peak();
    let (mut fastest_ms, mut result) = once()?;
    let memory_bytes = status_bytes("VmHWM:").saturating_sub(held_bytes);
    for _ in 1..repeats {
        let (ms, next) = once()?;
        (fastest_ms, result) = (fastest_ms.min(ms), next);
    }
    Ok((Cost { fastest_ms, memory_bytes }, result))
}

/// Processor time of this process in milliseconds: what others do meanwhile counts for less than on a clock.
fn processor_ms() -> f64 {
    let now = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    now.tv_sec as f64 * 1000.0 + now.tv_nsec as f64 / 1e6
}

/// Has Linux take the peak of memory from here on; what is held now, in bytes.
fn forget_peak() -> u64 {
    // Elsewhere there is no such file, and no figure either.
    drop(std::fs::write("/proc/self/clear_refs", "5"));
    status_bytes("VmRSS:")
}

/// A figure of Linux' own account of this process; 0 elsewhere.
fn status_bytes(name: &str) -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix(name));
    line.and_then(|line| line.split_whitespace().next()?.parse::<u64>().ok()).unwrap_or(0) * 1024
}
