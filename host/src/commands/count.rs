//! `nonogram solve --count`: counts the solutions of each puzzle without printing or storing them.

use std::ops::ControlFlow;
use std::time::Instant;

use nonogram_solver::{End, solve_each};
use serde::Serialize;

use crate::backend::Choice;
use crate::exit::{Exit, Outcome};
use crate::input::Input;
use crate::output;
use crate::source::Source;

/// The keys of `--json`.
#[derive(Serialize)]
struct Record<'a> {
    file: &'a str,
    /// The puzzle's position in a file of several puzzles, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    puzzle: Option<usize>,
    solutions: usize,
    /// Whether all solutions were counted.
    complete: bool,
    engine: Option<&'a str>,
    elapsed_seconds: f64,
}

/// Counts the solutions of each puzzle; the exit code is the highest of all puzzles.
pub fn run(input: &Input, choice: &Choice, json: bool) -> Outcome {
    input.for_each(|source| count(&source, input, choice, json))
}

/// The message for a search that found `count` solutions before it was stopped.
pub fn may_be_more(count: usize) -> String {
    let solutions = if count == 1 { "solution" } else { "solutions" };
    format!(
        "the search stopped at {count} {solutions}: there may be more; raise its limits, or select another engine"
    )
}

fn count(source: &Source, input: &Input, choice: &Choice, json: bool) -> Outcome {
    let options = choice.to_count(input, source)?;
    let start = Instant::now();
    let report = solve_each(&source.puzzle, &options, &mut |_| ControlFlow::Continue(()));
    let complete = report.end == End::Complete;
    if json {
        output::json(&Record {
            file: &source.file,
            puzzle: source.number,
            solutions: report.count,
            complete,
            engine: choice.engine(),
            elapsed_seconds: start.elapsed().as_secs_f64(),
        })?;
    } else {
        output::stdout(format!("{}\n", report.count))?;
    }
    if !complete {
        say!("nonogram: {}: {}", source.name(), may_be_more(report.count));
    }
    Ok(match (report.count, complete) {
        (0, true) => Exit::Unsolvable,
        (1, true) => Exit::Solved,
        _ => Exit::Stalled,
    })
}
