//! Every conformance row, to the bit. +0 and -0 count as equal.

use std::vec::Vec;

use orogen_field::{Jet, Seed};

use crate::sampler::{GradeMemo, Sampler};
use crate::{Preset, World};

/// The cells of a CSV file under its header, by column name.
struct Table {
    columns: Vec<&'static str>,
    rows: Vec<Vec<&'static str>>,
}

impl Table {
    fn new(csv: &'static str) -> Self {
        let mut lines = csv.lines();
        let cells = |line: &'static str| line.split(',').collect::<Vec<_>>();
        Self { columns: cells(lines.next().expect("a header")), rows: lines.map(cells).collect() }
    }

    fn cell(&self, row: usize, column: &str) -> &'static str {
        self.rows[row][self.columns.iter().position(|name| *name == column).expect("a column")]
    }

    fn number(&self, row: usize, column: &str) -> f64 {
        self.cell(row, column).parse().expect("a number")
    }

    fn bits(&self, row: usize, column: &str) -> f64 {
        f64::from_bits(u64::from_str_radix(self.cell(row, column), 16).expect("hexadecimal"))
    }

    fn seed(&self, row: usize) -> Seed {
        Seed::Reference(self.cell(row, "seed").parse().expect("a seed"))
    }

    fn expected(&self, row: usize) -> Jet {
        Jet { value: self.bits(row, "h_bits"), dx: self.bits(row, "dx_bits"), dz: self.bits(row, "dz_bits") }
    }
}

#[track_caller]
fn check(table: &Table, row: usize, preset: Preset) {
    let world = World::new(preset, table.seed(row));
    let (x, z) = (table.bits(row, "x_bits"), table.bits(row, "z_bits"));
    let ground = Sampler::new(&world, 0).sample_unchecked(x, z);
    assert_eq!(ground, table.expected(row), "{preset}, row {row}, at ({x}, {z})");
}

#[test]
fn inland_rows() {
    for (preset, csv) in [
        (Preset::Plain, include_str!("../tests/data/world_plain.csv")),
        (Preset::Ridged, include_str!("../tests/data/world_ridged.csv")),
        (Preset::Montane, include_str!("../tests/data/world_montane.csv")),
        (Preset::Dense, include_str!("../tests/data/world_dense.csv")),
    ] {
        let table = Table::new(csv);
        assert_eq!(table.rows.len(), 220);
        (0..table.rows.len()).for_each(|row| check(&table, row, preset));
    }
}

#[test]
fn rows_past_the_domain_where_the_lattice_wraps() {
    let table = Table::new(include_str!("../tests/data/world_wrap.csv"));
    for row in 0..table.rows.len() {
        check(&table, row, table.cell(row, "variant").parse().expect("a preset"));
    }
}

#[test]
fn olympic_rows() {
    /// The flag of ground that the cove's weight reaches.
    const COVE: u32 = 0x40;
    /// Shore distance of the cove's break, seaward of which our cove ends and the reference's goes on.
    const COVE_BREAK_M: f64 = -324.0;

    let table = Table::new(include_str!("../tests/data/world_olympic.csv"));
    let mut excepted = 0;
    for row in 0..table.rows.len() {
        let flags = u32::from_str_radix(table.cell(row, "flags"), 16).expect("hexadecimal");
        if flags & COVE != 0 && table.number(row, "coast_d") < COVE_BREAK_M {
            excepted += 1;
        } else {
            check(&table, row, Preset::Olympic);
        }
    }
    assert!(excepted * 10 < table.rows.len(), "{excepted} rows excepted");
}

#[test]
fn olympic_frames() {
    let table = Table::new(include_str!("../tests/data/world_olympic_frame.csv"));
    for row in 0..table.rows.len() {
        let world = World::new(Preset::Olympic, table.seed(row));
        let shoreline = world.shoreline().expect("a coast");
        let z = table.number(row, "z");
        let frame = shoreline.frame(z);
        let grade = shoreline.grade(z, &mut GradeMemo::new(0));
        let pairs = [
            ("coast_x", frame.coast_x),
            ("dd_dz", frame.distance_dz),
            ("blend_end_apron", frame.blend_end.0),
            ("blend_end_apron_dz", frame.blend_end.1),
            ("blend_end_road", frame.road_blend_end.0),
            ("blend_end_road_dz", frame.road_blend_end.1),
            ("d_r", frame.road_distance.0),
            ("d_r_dz", frame.road_distance.1),
            ("road_x", frame.road_x()),
            ("grade", grade.height),
            ("grade_dz", grade.slope),
        ];
        for (column, value) in pairs {
            assert_eq!(value, table.number(row, column), "{column} at z = {z}, row {row}");
        }
    }
}
