//! `orogen world sample`: heights and gradients at points.

use std::fs::File;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};

use clap::Args;
use orogen::{Jet, World};
use rayon::prelude::*;

use super::WorldArgs;
use crate::failure::Failure;
use crate::numbers::Point;
use crate::output;

/// Points that are read, sampled and written at a time.
const BATCH: usize = 1 << 14;

const EXAMPLES: &str = "\
Examples:
  orogen world sample 0,0 -5.5,-1200
  orogen world sample --preset montane --reference-seed 1337 313.1,313.1 --bits
  orogen world sample --points points.csv > heights.csv
  printf 'x,z\\n1,2\\n' | orogen world sample --points -";

/// Prints height and gradient at points, as CSV: x,z,h,dx,dz in the shortest decimals that read back to the same bits
#[derive(Args)]
#[command(before_help = EXAMPLES)]
pub(crate) struct Sample {
    #[command(flatten)]
    world: WorldArgs,

    /// Places in metres
    #[arg(value_name = "X,Z", required_unless_present = "csv", conflicts_with = "csv")]
    points: Vec<Point>,

    /// A CSV file with columns x and z, or - for stdin
    #[arg(long = "points", id = "csv", value_name = "FILE")]
    csv: Option<PathBuf>,

    /// Adds the exact bits in hexadecimal: h_bits,dx_bits,dz_bits
    #[arg(long)]
    bits: bool,
}

impl Sample {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let world = self.world.world()?;
        let out = output::stdout();
        let mut table: Box<dyn Table> = if self.world.json {
            Box::new(Json { out, bits: self.bits, begun: false })
        } else {
            Box::new(Csv { out, bits: self.bits })
        };
        match &self.csv {
            None => {
                // Before the header: a refused point leaves stdout empty.
                let ground = sample_batch(&world, &self.points)?;
                table.begin(&world)?;
                table.rows(&self.points, &ground)?;
            }
            Some(path) => sample_file(&world, path, table.as_mut())?,
        }
        table.end()
    }
}

fn sample_file(world: &World, path: &Path, table: &mut dyn Table) -> Result<(), Failure> {
    let mut points = PointReader::open(path)?;
    table.begin(world)?;
    let mut batch = Vec::with_capacity(BATCH);
    loop {
        batch.clear();
        points.read_into(&mut batch)?;
        if batch.is_empty() {
            return Ok(());
        }
        table.rows(&batch, &sample_batch(world, &batch)?)?;
    }
}

fn sample_batch(world: &World, batch: &[Point]) -> Result<Vec<Jet>, Failure> {
    let places: Vec<[f64; 2]> = batch.iter().map(|point| [point.x, point.z]).collect();
    let mut ground = vec![Jet::default(); places.len()];
    let share = places.len().div_ceil(rayon::current_num_threads()).max(1);
    places
        .par_chunks(share)
        .zip(ground.par_chunks_mut(share))
        .try_for_each(|(places, ground)| world.sample_into(places, ground))?;
    Ok(ground)
}

/// Reads the columns x and z of a CSV file, whatever else it holds.
struct PointReader {
    name: String,
    reader: csv::Reader<Box<dyn Read>>,
    record: csv::StringRecord,
    x: usize,
    z: usize,
}

impl PointReader {
    fn open(path: &Path) -> Result<Self, Failure> {
        let (name, source): (String, Box<dyn Read>) = if path == Path::new("-") {
            ("stdin".into(), Box::new(std::io::stdin()))
        } else {
            let opened = File::open(path);
            let file = opened.map_err(|error| {
                Failure::Run(format!("points: {}: {error}; check that the file exists and can be read", path.display()))
            })?;
            (path.display().to_string(), Box::new(file))
        };
        let mut reader = csv::ReaderBuilder::new().trim(csv::Trim::All).flexible(true).from_reader(source);
        let header = reader.headers().map_err(|error| unreadable(&name, &error))?.clone();
        let column = |wanted: &str| header.iter().position(|title| title.trim_start_matches('\u{feff}') == wanted);
        let (Some(x), Some(z)) = (column("x"), column("z")) else {
            let got = format!("\"{}\" in {name}", header.iter().collect::<Vec<_>>().join(","));
            return Err(Failure::input("points, line 1", "a header with columns x and z", got, "add the header"));
        };
        Ok(Self { name, reader, record: csv::StringRecord::new(), x, z })
    }

    /// Reads up to a batch of points; none are left when it adds none.
    fn read_into(&mut self, batch: &mut Vec<Point>) -> Result<(), Failure> {
        while batch.len() < BATCH
            && self.reader.read_record(&mut self.record).map_err(|e| unreadable(&self.name, &e))?
        {
            batch.push(Point { x: self.number(self.x, "x")?, z: self.number(self.z, "z")? });
        }
        Ok(())
    }

    fn number(&self, column: usize, title: &str) -> Result<f64, Failure> {
        let cell = self.record.get(column).unwrap_or_default();
        cell.parse().map_err(|_| {
            let line = self.record.position().map_or(0, csv::Position::line);
            let place = format!("points, line {line}, column {title}");
            Failure::input(&place, "a number", format!("\"{cell}\" in {}", self.name), "mend the line")
        })
    }
}

fn unreadable(name: &str, error: &csv::Error) -> Failure {
    let message = format!("points: {name}: {error}");
    match error.kind() {
        csv::ErrorKind::Io(_) => Failure::Run(message + "; check that the file can be read"),
        _ => Failure::Input(message + "; mend the file"),
    }
}

/// A way to print samples.
trait Table {
    fn begin(&mut self, world: &World) -> Result<(), Failure>;
    fn row(&mut self, point: &Point, ground: &Jet) -> Result<(), Failure>;
    fn end(&mut self) -> Result<(), Failure>;

    fn rows(&mut self, points: &[Point], ground: &[Jet]) -> Result<(), Failure> {
        points.iter().zip(ground).try_for_each(|(point, ground)| self.row(point, ground))
    }
}

struct Csv<W> {
    out: W,
    bits: bool,
}

impl<W: Write> Table for Csv<W> {
    fn begin(&mut self, _world: &World) -> Result<(), Failure> {
        let bits = if self.bits { ",h_bits,dx_bits,dz_bits" } else { "" };
        Ok(writeln!(self.out, "x,z,h,dx,dz{bits}")?)
    }

    fn row(&mut self, point: &Point, ground: &Jet) -> Result<(), Failure> {
        let (Point { x, z }, Jet { value, dx, dz }) = (point, ground);
        write!(self.out, "{x},{z},{value},{dx},{dz}")?;
        if self.bits {
            write!(self.out, ",{:016x},{:016x},{:016x}", value.to_bits(), dx.to_bits(), dz.to_bits())?;
        }
        Ok(writeln!(self.out)?)
    }

    fn end(&mut self) -> Result<(), Failure> {
        Ok(self.out.flush()?)
    }
}

/// One document, written as it grows: {"level_id": .., "samples": [..]}.
struct Json<W> {
    out: W,
    bits: bool,
    begun: bool,
}

impl<W: Write> Table for Json<W> {
    fn begin(&mut self, world: &World) -> Result<(), Failure> {
        Ok(write!(self.out, "{{\"level_id\": \"{}\", \"samples\": [", world.level_id())?)
    }

    fn row(&mut self, point: &Point, ground: &Jet) -> Result<(), Failure> {
        let (Point { x, z }, Jet { value, dx, dz }) = (point, ground);
        let comma = if std::mem::replace(&mut self.begun, true) { "," } else { "" };
        write!(self.out, "{comma}\n  {{\"x\": {x}, \"z\": {z}, \"h\": {value}, \"dx\": {dx}, \"dz\": {dz}")?;
        if self.bits {
            let [h, dx, dz] = [value, dx, dz].map(|number| number.to_bits());
            write!(self.out, ", \"h_bits\": \"{h:016x}\", \"dx_bits\": \"{dx:016x}\", \"dz_bits\": \"{dz:016x}\"")?;
        }
        Ok(write!(self.out, "}}")?)
    }

    fn end(&mut self) -> Result<(), Failure> {
        writeln!(self.out, "\n]}}")?;
        Ok(self.out.flush()?)
    }
}
