//! Damages puzzle files in many formats, and puzzles in many shapes, and reads them: `make mutated-files`.
//!
//! Arguments: the number of damaged files (10,000 by default), the number of damaged puzzles (1,000,000 by default), and the number of the
//! first one of each (0 by default). A file is damaged anywhere; a panic, or a file that takes more than ten seconds, is a fault. A puzzle is
//! damaged in one token; another puzzle is a fault. Faults are printed and give exit code 1. The program itself does not limit memory.

#[path = "../tests/it/common/mutants.rs"]
mod mutants;
#[path = "../tests/it/common/shapes.rs"]
mod shapes;

use std::collections::BTreeMap;
use std::process::ExitCode;
use std::time::{Duration, Instant};

/// Time above which a file counts as a fault.
const MOST: Duration = Duration::from_secs(10);

/// Maximum number of faults of one shape that are printed.
const SHOWN: usize = 3;

fn main() -> ExitCode {
    let mut numbers = std::env::args().skip(1).map(|text| text.parse::<u64>());
    let mut number = |usual| numbers.next().map_or(usual, |number| number.expect("a number"));
    let (files, puzzles, first) = (number(10_000), number(1_000_000), number(0));
    let faults = damaged_files(first..first + files) + damaged_puzzles(first..first + puzzles);
    ExitCode::from(u8::from(faults > 0))
}

/// Reads damaged files and returns the number of faults.
fn damaged_files(numbers: std::ops::Range<u64>) -> usize {
    let seeds = mutants::seeds();
    let count = numbers.clone().count();
    let (mut faults, mut longest) = (0, Duration::ZERO);
    for number in numbers {
        let mutant = mutants::mutant(&seeds, number);
        let start = Instant::now();
        let read = std::panic::catch_unwind(|| mutants::read_all(&mutant));
        let time = start.elapsed();
        longest = longest.max(time);
        if read.is_err() || time > MOST {
            eprintln!("mutant {number} of {}: a panic, or too slow ({time:.1?})", mutant.0);
            faults += 1;
        }
    }
    println!(
        "{count} mutants of {} files: {faults} faults; the slowest file took {longest:.1?}",
        seeds.len()
    );
    faults
}

/// Reads damaged puzzles and returns the number of faults.
fn damaged_puzzles(numbers: std::ops::Range<u64>) -> usize {
    let count = numbers.clone().count();
    let mut faults: BTreeMap<&str, usize> = BTreeMap::new();
    for number in numbers {
        let Err(what) = shapes::check(number) else {
            continue;
        };
        let found = faults.entry(shapes::name(number)).or_default();
        *found += 1;
        if *found <= SHOWN {
            eprintln!("puzzle {what}");
        }
    }
    for (shape, found) in &faults {
        println!("{shape}: {found} faults");
    }
    let sum = faults.values().sum();
    println!("{count} damaged puzzles in {} shapes: {sum} faults", shapes::count());
    sum
}
