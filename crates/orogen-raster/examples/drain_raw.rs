//! Drainage and stream power on raw arrays, for scripts that compare them with other programs.
//!
//! `drain_raw OPERATION ROWS COLS CELL_M IN OUT [REPEATS]` reads ROWS x COLS little-endian f64 heights in metres, writes
//! little-endian f64 of the same shape, and prints the milliseconds of the fastest repeat. Operations:
//!
//! * `make`: a rough surface (IN is not read).
//! * `fill`: the filled surface.
//! * `route`: receivers through carved depressions and their stack order; writes cell numbers, a root its own.
//! * `steepest`: the same by steepest descent on the surface as it is, where pits are roots.
//! * `accumulate`: drained areas in cells, from the steepest receivers; times the sums alone.
//! * `step`: heights after one step of stream power with the default parameters and fixed edges; times the steps after
//!   the first of six, since the first one also lays out the land.

use std::error::Error;

use orogen_field::{Grid, Placement, Seed};
use orogen_flow::{
    Depressions, ElementId, FlowError, Raster, RasterSpec, Receiver, Receivers, StackOrder, accumulate_exact, fill,
    route, steepest_descent,
};
use orogen_raster::generate::{Subdivision, subdivision};
use orogen_raster::stream_power::{Forcing, StreamPower, erode};
use orogen_raster::{CellSize, Edge, Edges, unwatched};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [operation, rows, cols, cell_m, input, output, rest @ ..] = arguments.as_slice() else {
        return Err("usage: drain_raw OPERATION ROWS COLS CELL_M IN OUT [REPEATS]".into());
    };
    let (rows, cols, cell_m) = (rows.parse()?, cols.parse()?, cell_m.parse()?);
    let repeats = rest.first().map_or(Ok(1), |repeats| repeats.parse())?;
    let place = Placement::square(0.0, 0.0, cell_m);
    let surface = if operation == "make" {
        subdivision(Seed::Own(7), &Subdivision { hurst: 0.5 }, rows, cols, place)?.map(|height| 500.0 * height)
    } else {
        Grid::new(rows, cols, place, read(input)?)?
    };
    let raster = Raster::new(RasterSpec::square(rows, cols, cell_m))?;
    let heights = surface.samples();
    let (fastest_ms, result) = match operation.as_str() {
        "make" => (0.0, heights.to_vec()),
        "fill" => timed(repeats, || fill(&raster, heights))?,
        "route" => {
            let ordered = || {
                let receivers = route(&raster, heights, Depressions::Carve)?;
                let order = StackOrder::new(&receivers);
                Ok::<_, FlowError>((receivers, order))
            };
            let (fastest_ms, (receivers, _)) = timed(repeats, ordered)?;
            (fastest_ms, numbers(&receivers))
        }
        "steepest" => {
            let ordered = || {
                let receivers = steepest_descent(&raster, heights)?;
                let order = StackOrder::new(&receivers);
                Ok::<_, FlowError>((receivers, order))
            };
            let (fastest_ms, (receivers, _)) = timed(repeats, ordered)?;
            (fastest_ms, numbers(&receivers))
        }
        "accumulate" => {
            let receivers = steepest_descent(&raster, heights)?;
            let (order, one_each) = (StackOrder::new(&receivers), vec![1; heights.len()]);
            let (fastest_ms, areas) = timed(repeats, || accumulate_exact(&receivers, &order, &one_each))?;
            (fastest_ms, areas.into_iter().map(|area| area as f64).collect())
        }
        "step" => {
            let cells = CellSize::from(place);
            let steps = |steps: u32| {
                let params = StreamPower { steps, tolerance: 0.0, ..StreamPower::default() };
                erode(&surface, &params, Forcing::default(), &cells, Edges::all(Edge::Fixed), &mut unwatched())
            };
            let (first_ms, worn) = timed(repeats, || steps(1))?;
            let (all_ms, _) = timed(repeats, || steps(6))?;
            ((all_ms - first_ms) / 5.0, worn.heights.into_samples())
        }
        other => return Err(format!("operation: expected one of those in the source, got {other}").into()),
    };
    std::fs::write(output, result.into_iter().flat_map(f64::to_le_bytes).collect::<Vec<u8>>())?;
    println!("{fastest_ms}");
    Ok(())
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

/// The last result, and the milliseconds of the fastest of some repeats.
#[expect(clippy::disallowed_types, reason = "a stopwatch, outside the library")]
fn timed<T, E>(repeats: u32, job: impl Fn() -> Result<T, E>) -> Result<(f64, T), E> {
    let once = || {
        let start = std::time::Instant::now();
        let result = job()?;
        Ok((start.elapsed().as_secs_f64() * 1000.0, result))
    };
    let (mut fastest_ms, mut result) = once()?;
    for _ in 1..repeats {
        let (ms, next) = once()?;
        (fastest_ms, result) = (fastest_ms.min(ms), next);
    }
    Ok((fastest_ms, result))
}
