//! Damages puzzle files in many formats and reads them: `make mutated-files`.
//!
//! Arguments: the number of damaged files (10,000 by default), and the index of the first one (0 by default). A panic, or a file that takes
//! more than ten seconds, is a fault. Faults are printed and give exit code 1. The program itself does not limit memory.

#[path = "../tests/common/mutants.rs"]
mod mutants;

use std::process::ExitCode;
use std::time::{Duration, Instant};

/// Time above which a file counts as a fault.
const MOST: Duration = Duration::from_secs(10);

fn main() -> ExitCode {
    let mut numbers = std::env::args().skip(1).map(|text| text.parse::<u64>());
    let mut number = |usual| {
        numbers
            .next()
            .map_or(usual, |number| number.expect("a number"))
    };
    let (count, first) = (number(10_000), number(0));
    let seeds = mutants::seeds();
    let (mut faults, mut longest) = (0, Duration::ZERO);
    for number in first..first + count {
        let mutant = mutants::mutant(&seeds, number);
        let start = Instant::now();
        let read = std::panic::catch_unwind(|| mutants::read_all(&mutant));
        let time = start.elapsed();
        longest = longest.max(time);
        if read.is_err() || time > MOST {
            eprintln!(
                "mutant {number} of {}: a panic, or too slow ({time:.1?})",
                mutant.0
            );
            faults += 1;
        }
    }
    println!(
        "{count} mutants of {} files: {faults} faults; the slowest file took {longest:.1?}",
        seeds.len()
    );
    ExitCode::from(u8::from(faults > 0))
}
