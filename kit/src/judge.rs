//! Searches in software: the number of solutions of a puzzle, whether it has exactly one and how difficult it is, random
//! puzzles that qualify and, for programs with devices, answers in the form of theirs.

use std::ops::ControlFlow;
use std::time::Duration;

use nonogram_puzzles::{Grid, Puzzle, counted};
use nonogram_solver::{
    End, Engine, Instant, LineOutcome, Random, Rating, Report, SolveOptions, Unfit, Verdict, fit,
    propagate, rate, solve, solve_each,
};
use serde::{Serialize, Serializer};

#[cfg(feature = "native")]
use crate::answer::Answer;
use crate::stop;

/// The number of solutions that a search found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Counted {
    /// The number of solutions.
    pub solutions: usize,
    /// Whether all solutions were counted.
    pub complete: bool,
    /// The verdict.
    #[serde(skip)]
    pub verdict: Verdict,
    /// Why the search ended.
    #[serde(skip)]
    pub end: End,
}

/// Counts the solutions of a puzzle within the limits of `options`.
pub fn count(puzzle: &Puzzle, options: &SolveOptions) -> Counted {
    let report = solve_each(puzzle, options, &mut |_| ControlFlow::Continue(()));
    let Report { count, verdict, end, .. } = report;
    Counted { solutions: count, complete: end == End::Complete, verdict, end }
}

/// The message for a search that found `count` solutions before it was stopped.
pub fn may_be_more(count: usize) -> String {
    format!(
        "the search stopped at {}: there may be more; raise its limits, or select another engine",
        counted(count, "solution")
    )
}

/// The next random puzzle that qualifies, with its picture. `goes_on` is called before each try, with the number of tries before it; the
/// search ends if it returns false, or after [`stop::request`].
///
/// # Errors
/// No puzzle was found; the message names what was searched, but no next step.
pub fn next_random(
    random: &mut Random,
    mut goes_on: impl FnMut(u32) -> bool,
) -> Result<Puzzle, String> {
    let mut tried = 0;
    let found = random.next_puzzle(|| {
        let is_next = !stop::requested() && goes_on(tried);
        tried += u32::from(is_next);
        is_next
    });
    found.ok_or_else(|| random.complaint(tried))
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
    fit::check(puzzle, options.engine)?;
    let report = nonogram_solver::solve(puzzle, options);
    Ok(Answer::of_software(puzzle, options, report, 0))
}

/// The verdict on the number of solutions of a puzzle, its difficulty, and the reasons for the verdict.
#[derive(Clone, Debug, Serialize)]
pub struct Judgement {
    /// The verdict: `unique`, `multiple`, `none` or `unsettled`.
    #[serde(serialize_with = "by_name")]
    pub verdict: Verdict,
    /// Why the search for the verdict ended.
    #[serde(skip)]
    pub end: End,
    /// The method that the verdict requires.
    pub logic: Logic,
    /// For a unique puzzle, the depth of nested assumptions; `None` for other puzzles, or if the probing engine does not solve the puzzle
    /// within the limits on size, decisions and time.
    pub depth: Option<usize>,
    /// For a unique puzzle, the mean number of times that the probing engine solves a line, rounded to a tenth; `None` if `depth` is
    /// `None`.
    pub difficulty: Option<f64>,
    /// Why the puzzle is not unique, or not known to be; `None` for a unique puzzle.
    pub why: Option<String>,
    /// The first cell, row by row, in which two solutions differ; `None` unless the verdict is `multiple`.
    pub differs: Option<Place>,
    /// The cells that line logic alone decides.
    #[serde(skip)]
    pub lines: Grid,
}

fn by_name<S: Serializer>(verdict: &Verdict, to: S) -> Result<S::Ok, S::Error> {
    to.serialize_str(verdict.uniqueness())
}

/// A cell; its row and column are counted from 1.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Place {
    /// Row, from 1.
    pub row: usize,
    /// Column, from 1.
    pub column: usize,
}

/// The method that a verdict requires.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Logic {
    /// Line logic finds the solution.
    LineSolvable,
    /// The sums of the row and column clues differ, or line logic finds a contradiction.
    Contradiction,
    /// Line logic does not settle the puzzle, or the time limit was reached first.
    Search,
}

impl Logic {
    /// The name of the method, as in JSON.
    pub fn name(self) -> &'static str {
        match self {
            Self::LineSolvable => "line-solvable",
            Self::Contradiction => "contradiction",
            Self::Search => "search",
        }
    }
}

/// Validates a puzzle within `time_limit`.
pub fn judge(puzzle: &Puzzle, time_limit: Duration) -> Judgement {
    let start = Instant::now();
    let options = SolveOptions { time_limit: Some(time_limit), ..SolveOptions::default() };
    let report = solve(puzzle, &options);
    let time_left = time_limit.saturating_sub(start.elapsed());
    let rating = match report.verdict {
        Verdict::Unique => rate(puzzle, Some(time_left)),
        _ => None,
    };
    let differs = match &report.solutions[..] {
        [one, other, ..] => first_difference(one, other),
        _ => None,
    };
    let (logic, why) = explain(puzzle, &report, differs.as_ref());
    Judgement {
        verdict: report.verdict,
        end: report.end,
        logic,
        depth: rating.map(|Rating { depth, .. }| depth),
        difficulty: rating.map(Rating::rounded),
        why,
        differs,
        lines: report.lines,
    }
}

/// The method that the verdict requires, and why the puzzle is not unique or not known to be.
fn explain(puzzle: &Puzzle, report: &Report, differs: Option<&Place>) -> (Logic, Option<String>) {
    match report.verdict {
        Verdict::Unique if report.is_line_solvable() => (Logic::LineSolvable, None),
        Verdict::Unique => (Logic::Search, None),
        Verdict::Multiple => {
            let why = differs.map(|Place { row, column }| {
                format!("two solutions first differ in row {row}, column {column}")
            });
            (Logic::Search, why)
        }
        Verdict::Unsolvable if !puzzle.sums_agree() => {
            (Logic::Contradiction, sums_in_words(puzzle))
        }
        Verdict::Unsolvable => match propagate(puzzle) {
            LineOutcome::Contradiction { line } => {
                let why = format!(
                    "{line} has no placement that agrees with the cells that the other lines determine"
                );
                (Logic::Contradiction, Some(why))
            }
            _ => {
                let conflicts = report.counts.conflicts;
                let why = format!(
                    "every line by itself has placements, but a complete search finds no solution (conflicts: {conflicts})"
                );
                (Logic::Search, Some(why))
            }
        },
        Verdict::Solved => {
            let why = "the time limit was reached before a second solution was found or ruled out";
            (Logic::Search, Some(why.to_owned()))
        }
        Verdict::Stalled => {
            let unfit = fit::check_search(puzzle, Engine::default()).err();
            let why = match unfit.filter(|_| report.end == End::Unfit) {
                // The error's own message suggests another engine, which this command cannot select.
                Some(Unfit { engine, needs, limit, .. }) => {
                    format!("the engine {engine} would need {needs}; expected {limit}")
                }
                None => "the time limit was reached before a solution was found".to_owned(),
            };
            (Logic::Search, Some(why))
        }
    }
}

/// The first cell, row by row, in which two grids of the same size differ; `None` if they are equal.
fn first_difference(one: &Grid, other: &Grid) -> Option<Place> {
    let cells = (0..one.rows()).flat_map(|row| (0..one.columns()).map(move |column| (row, column)));
    let mut different = cells.filter(|&(r, c)| one.get(r, c) != other.get(r, c));
    let (row, column) = different.next()?;
    Some(Place { row: row + 1, column: column + 1 })
}

/// The sums of the row and the column clues of a puzzle in words, if they differ; with several colours, those of the first colour
/// whose sums differ.
pub fn sums_in_words(puzzle: &Puzzle) -> Option<String> {
    let (colour, rows, columns) = puzzle.sums_differ()?;
    let palette = puzzle.palette();
    let kind = if palette.is_coloured() { palette.name(colour) } else { "filled".to_owned() };
    let cells = counted(rows, &format!("{kind} cell"));
    Some(format!("the row clues require {cells}, the column clues {columns}"))
}
