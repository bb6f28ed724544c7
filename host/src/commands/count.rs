//! `nonogram solve --count`: counts the solutions of each puzzle without printing or storing them.

use std::time::Instant;

use nonogram_kit::{Counted, count, may_be_more};
use serde::Serialize;

use crate::backend::Choice;
use crate::exit::Outcome;
use crate::input::Input;
use crate::output;

/// The keys of `--json` besides those of the puzzle.
#[derive(Serialize)]
struct Record<'a> {
    #[serde(flatten)]
    counted: Counted,
    engine: Option<&'a str>,
    elapsed_seconds: f64,
}

/// Counts the solutions of each puzzle; the exit code is the highest of all puzzles.
pub fn run(input: &Input, choice: &Choice, json: bool) -> Outcome {
    input.for_each(|source| {
        let options = choice.to_count(input, &source)?;
        let start = Instant::now();
        let counted = count(&source.puzzle, &options);
        if json {
            let record = Record {
                counted,
                engine: choice.engine(),
                elapsed_seconds: start.elapsed().as_secs_f64(),
            };
            output::record(&source, &record)?;
        } else {
            output::stdout(format!("{}\n", counted.solutions))?;
        }
        if !counted.complete {
            let why = may_be_more(counted.solutions);
            say!("nonogram: {}: {why}", source.name());
        }
        Ok(counted.into())
    })
}
