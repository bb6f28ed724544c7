//! Damaged files are read or refused without a panic, and damaged puzzles in any shape are read right or refused;
//! `make mutated-files` tries many more.

use crate::common::{mutants, shapes};

/// Number of puzzles, and the environment variable with the first number, which is printed.
const COUNT: u64 = 4000;
const FIRST: &str = "SHAPES_FIRST";

#[test]
fn damaged_files_are_read_or_refused() {
    let seeds = mutants::seeds();
    assert!(seeds.len() > 45, "{}", seeds.len());
    for number in 0..500 {
        mutants::read_all(&mutants::mutant(&seeds, number));
    }
}

#[test]
fn a_damaged_text_gives_the_puzzle_or_an_error() {
    let first = std::env::var(FIRST).map_or(0, |first| first.parse().expect("a number"));
    println!("the first number is {first}; {FIRST}=N begins elsewhere");
    let faults: Vec<String> = (first..first + COUNT)
        .filter_map(|number| shapes::check(number).err())
        .collect();
    assert!(
        faults.is_empty(),
        "{} of {COUNT} ({} shapes):\n{}",
        faults.len(),
        shapes::count(),
        faults[..faults.len().min(20)].join("\n")
    );
}
