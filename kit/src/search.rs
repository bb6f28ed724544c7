//! Searches in software: the only solution of a puzzle, the number of its solutions, random puzzles that qualify and, for programs with
//! devices, answers in the form of theirs.

use std::ops::ControlFlow;
use std::time::Duration;

use nonogram_puzzles::{Grid, Puzzle};
use nonogram_solver::{End, Random, SolveOptions, Verdict, solve, solve_each};
#[cfg(feature = "native")]
use nonogram_solver::{Engine, Unfit, fit};
use serde::Serialize;

#[cfg(feature = "native")]
use crate::answer::Answer;
use crate::exit::{Exit, Failure};
use crate::stop;

/// The only solution that has the cells of `known`, if they are given; `None` if none or several have them, the puzzle is too large to
/// search, or `limit` is reached first.
pub fn only_solution(puzzle: &Puzzle, known: Option<&Grid>, limit: Duration) -> Option<Grid> {
    let options =
        SolveOptions { time_limit: Some(limit), fixed: known.cloned(), ..SolveOptions::default() };
    let mut report = solve(puzzle, &options);
    (report.verdict == Verdict::Unique).then(|| report.solutions.remove(0))
}

/// The number of solutions that a search found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Counted {
    /// The number of solutions.
    pub solutions: usize,
    /// Whether all solutions were counted.
    pub complete: bool,
    /// How the search ended.
    #[serde(skip)]
    pub end: End,
}

/// Counts the solutions of a puzzle within the limits of `options`.
pub fn count(puzzle: &Puzzle, options: &SolveOptions) -> Counted {
    let report = solve_each(puzzle, options, &mut |_| ControlFlow::Continue(()));
    Counted { solutions: report.count, complete: report.end == End::Complete, end: report.end }
}

impl From<Counted> for Exit {
    fn from(counted: Counted) -> Self {
        match (counted.solutions, counted.complete) {
            (0, true) => Self::Unsolvable,
            (1, true) => Self::Solved,
            _ => Self::Stalled,
        }
    }
}

/// The message for a search that found `count` solutions before it was stopped.
pub fn may_be_more(count: usize) -> String {
    let solutions = if count == 1 { "solution" } else { "solutions" };
    format!(
        "the search stopped at {count} {solutions}: there may be more; raise its limits, or select another engine"
    )
}

/// The next random puzzle that qualifies, with its picture.
///
/// # Errors
/// None of `tries` puzzles qualifies; or [`Failure::Interrupted`] after [`stop::request`].
pub fn next_random(random: &mut Random, tries: u32) -> Result<Puzzle, Failure> {
    let mut tried = 0..tries;
    let found = random.next_puzzle(|| !stop::requested() && tried.next().is_some());
    found.ok_or_else(|| {
        if stop::requested() {
            return Failure::Interrupted;
        }
        let complaint = random.complaint(tries);
        let message =
            format!("{complaint}; expected one: change --density or --size, or raise --tries");
        Failure::new(Exit::Stalled, message)
    })
}

/// The largest number of threads: more than the cores of usual machines, and few enough for their stacks to fit in memory.
#[cfg(feature = "native")]
pub const MAX_THREADS: usize = 1024;

/// Solves a puzzle in this process, as `solve --on software` does.
///
/// # Errors
/// The engine does not accept the puzzle.
#[cfg(feature = "native")]
pub fn solve_in_software(puzzle: &Puzzle, options: &SolveOptions) -> Result<Answer, Unfit> {
    check_engine(puzzle, options)?;
    let report = nonogram_solver::solve(puzzle, options);
    Ok(Answer::of_software(puzzle, options, report, 0))
}

/// Checks that the engine can solve a puzzle.
///
/// # Errors
/// The puzzle does not meet a requirement of the engine; the error states the requirement.
#[cfg(feature = "native")]
pub fn check_engine(puzzle: &Puzzle, options: &SolveOptions) -> Result<(), Unfit> {
    fit::check(puzzle, options.engine)?;
    match options.engine {
        Engine::Lines => fit::check_methods(puzzle, options.methods),
        _ => Ok(()),
    }
}
