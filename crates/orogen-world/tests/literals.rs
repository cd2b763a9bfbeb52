//! The printed literals of the specification, through the public interface.
//!
//! The montane and dense rows also catch the one mistake that leaves every derivative test green: an octave that joins
//! the guide before its own weight has been read.

use orogen_field::{Jet, Seed};
use orogen_world::{Preset, World};

fn rows(csv: &str) -> impl Iterator<Item = Vec<&str>> {
    csv.lines().skip(1).map(|line| line.split(',').collect())
}

fn number(cell: &str) -> f64 {
    cell.parse().expect("a number")
}

#[test]
fn printed_rows_are_exact() {
    let mut count = 0;
    for row in rows(include_str!("data/literals.csv")) {
        let preset: Preset = row[0].parse().expect("a preset");
        let world = World::new(preset, Seed::Reference(row[1].parse().expect("a seed")));
        let expected = Jet { value: number(row[4]), dx: number(row[5]), dz: number(row[6]) };
        assert_eq!(world.sample(number(row[2]), number(row[3])).unwrap(), expected, "{row:?}");
        count += 1;
    }
    assert_eq!(count, 53);
}

#[test]
fn a_reference_seed_is_its_32_bits_signed_or_not() {
    let signed: Seed = "ref:-5".parse().unwrap();
    let unsigned: Seed = "ref:4294967291".parse().unwrap();
    assert_eq!(World::new(Preset::Plain, signed), World::new(Preset::Plain, unsigned));
}
