//! Prints a line for each of 25 worlds: its level id, and a digest of the bits of its samples.
//!
//! Every machine has to print the text of `tests/data/worlds.txt`. `cargo xtask cross` runs this program on machines of
//! another byte order and another word size.

#[path = "../tests/support/report.rs"]
mod report;

fn main() {
    print!("{}", report::report());
}
