//! Every conformance row of the primitives, to the bit. +0 and -0 count as equal.

use orogen_field::fractal::Fbm;
use orogen_field::hash::unit;
use orogen_field::noise::gradient_noise;
use orogen_field::{Jet2, Seed};

/// One row: the function's name, its four arguments, and the bits of the results.
struct Row {
    function: &'static str,
    arguments: [&'static str; 4],
    /// The first result in decimals, and all six by their bits.
    shown: &'static str,
    bits: [&'static str; 6],
}

fn rows() -> Vec<Row> {
    let row = |line: &'static str| {
        let cells: Vec<&str> = line.split(',').collect();
        let function = cells[0].split('(').next().expect("a name");
        Row {
            function,
            arguments: cells[1..5].try_into().expect("four"),
            shown: cells[5],
            bits: cells[11..17].try_into().expect("six"),
        }
    };
    include_str!("data/world_primitives.csv").lines().skip(1).map(row).collect()
}

impl Row {
    fn whole(&self, index: usize) -> i32 {
        self.arguments[index].parse().expect("a 32-bit whole number")
    }

    fn number(&self, index: usize) -> f64 {
        self.arguments[index].parse().expect("a number")
    }

    fn value(&self, index: usize) -> f64 {
        f64::from_bits(u64::from_str_radix(self.bits[index], 16).expect("hexadecimal"))
    }

    fn jet(&self) -> Jet2 {
        let [value, dx, dz, dxx, dxz, dzz] = std::array::from_fn(|i| self.value(i));
        Jet2 { value, dx, dz, dxx, dxz, dzz }
    }

    /// The reference seed in the last argument.
    fn seed(&self) -> Seed {
        Seed::Reference(self.whole(3))
    }
}

#[test]
fn every_row_is_exact() {
    let rows = rows();
    for (i, row) in rows.iter().enumerate() {
        let line = i + 2;
        match row.function {
            "hash2" => {
                let hash = row.seed().key(0, 0).hash2(row.whole(0), row.whole(1));
                assert_eq!(unit(hash), row.value(0), "line {line}");
            }
            "hash3" => {
                let draw = row.seed().key(0, 0).draw(row.whole(0), row.whole(1), row.whole(2));
                assert_eq!(draw, row.value(0), "line {line}");
            }
            "passSeed" => {
                let world = Seed::Reference(row.whole(0)).key(0, 0);
                let stream = world.pass_stream(row.whole(1), row.whole(2), row.whole(3));
                assert_eq!(stream.to_string(), row.shown, "line {line}");
            }
            "noise" => {
                let noise = gradient_noise(&row.seed().key(0, 0), row.number(0), row.number(1));
                assert_eq!(noise, row.jet(), "line {line}");
            }
            "fbm2d" => {
                let fbm = Fbm::new(row.seed(), 0, row.whole(2) as u32);
                assert_eq!(fbm.jet2(row.number(0), row.number(1)), row.jet(), "line {line}");
            }
            other => panic!("line {line}: no such function: {other}"),
        }
    }
    assert_eq!(rows.len(), 55);
}
