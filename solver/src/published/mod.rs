//! Engines as others published them, small and clear: for teaching, and to measure the rest against.
//!
//! `dnf`, `placements`, `permutations` and [`genetic`]; each module names its source. They start from
//! the clues alone, and end when their limits or their own settings say so. [`solve`] runs them with
//! what only they have, [`check`] says whether a puzzle is within them.

mod depth_first;
mod dnf;
pub mod genetic;
mod permutations;
mod placements;

use std::time::Instant;

use nonogram_puzzles::{Grid, Line, Puzzle};
use thiserror::Error;

pub use permutations::Refinements;

use crate::engine::Engine;
use crate::line::LineSolver;
use crate::propagate::{LineOutcome, Methods, propagate_with};
use crate::sat;
use crate::search::{Counts, Search, Step, collect};
use crate::solve::{End, Report, SolveOptions, Verdict};
use genetic::Generation;

/// What only these engines have to set.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Settings {
    /// For `permutations`.
    pub refinements: Refinements,
    /// For `genetic`.
    pub genetic: genetic::Settings,
}

/// A puzzle that is beyond an engine.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("the engine {engine} would need {needs}; expected {limit}; choose another engine")]
pub struct Unfit {
    /// The engine's name.
    pub engine: &'static str,
    /// What the puzzle asks for.
    pub needs: String,
    /// The most that the engine takes.
    pub limit: String,
}

/// The most placements of a line that the line solver `complete` lists.
const MAX_PLACEMENTS: u64 = 1 << 24;

/// Whether a puzzle is within the engine `lines` with these methods.
///
/// # Errors
/// [`Unfit`] when `complete` would have to list too many placements.
pub fn check_methods(puzzle: &Puzzle, methods: Methods) -> Result<(), Unfit> {
    let length = |line| match line {
        Line::Row(_) => puzzle.column_count(),
        Line::Column(_) => puzzle.row_count(),
    };
    let counts = puzzle
        .lines()
        .map(|(line, clue)| count_options(length(line), clue));
    match counts.max() {
        Some(most) if methods.line_solver == LineSolver::Complete && most > MAX_PLACEMENTS => {
            Err(Unfit {
                engine: "lines with the line solver complete",
                needs: format!("{} of a line", in_words(most)),
                limit: format!("at most {MAX_PLACEMENTS}"),
            })
        }
        _ => Ok(()),
    }
}

/// Whether a puzzle is within an engine.
///
/// # Errors
/// [`Unfit`] names what the engine would need.
pub fn check(puzzle: &Puzzle, engine: Engine) -> Result<(), Unfit> {
    match engine {
        Engine::Dnf => dnf::check(puzzle),
        Engine::Permutations => permutations::check(puzzle),
        Engine::Sat => sat::check(puzzle),
        _ => Ok(()),
    }
}

/// Solves a puzzle by one of these engines; a generation of `genetic` counts as a node of the limit,
/// and is shown to `onlooker`.
///
/// # Panics
/// When `options.engine` is none of them.
pub fn solve(
    puzzle: &Puzzle,
    options: &SolveOptions,
    settings: &Settings,
    onlooker: &mut dyn FnMut(&Generation),
) -> Report {
    let start = Instant::now();
    let limits = options.limits(start);
    let fixed = options.fixed.as_ref();
    let mut solutions = Vec::new();
    let (end, counts) = match open(puzzle, options.engine, fixed, settings, onlooker) {
        Err(_) => (End::Unfit, Counts::default()),
        Ok(_) if !puzzle.sums_agree() => (End::Complete, Counts::default()),
        Ok(mut search) => {
            let wanted = options.max_solutions.max(1);
            let end = match collect(&mut *search, wanted, &limits, &mut solutions) {
                Step::Exhausted => End::Complete,
                Step::Solution(_) => End::Enough,
                Step::OutOfTime => End::TimeLimit,
                Step::OutOfNodes if options.engine == Engine::Dnf => End::Stalled,
                Step::OutOfNodes => End::NodeLimit,
            };
            (end, search.counts())
        }
    };
    let elapsed = start.elapsed();
    let lines = propagate_with(puzzle, fixed, Methods::default()).outcome;
    Report {
        verdict: Verdict::of(solutions.len(), end),
        solutions,
        lines: match lines {
            LineOutcome::Solved(grid) | LineOutcome::Stalled(grid) => grid,
            LineOutcome::Contradiction { .. } => {
                Grid::new(puzzle.row_count(), puzzle.column_count())
            }
        },
        end,
        counts,
        elapsed,
    }
}

/// The engine at its start.
fn open<'a>(
    puzzle: &'a Puzzle,
    engine: Engine,
    fixed: Option<&Grid>,
    settings: &Settings,
    onlooker: &'a mut dyn FnMut(&Generation),
) -> Result<Box<dyn Search + 'a>, Unfit> {
    Ok(match engine {
        Engine::Dnf => Box::new(dnf::Dnf::new(puzzle, fixed)?),
        Engine::Placements => Box::new(placements::new(puzzle, fixed)),
        Engine::Permutations => Box::new(permutations::new(puzzle, fixed, settings.refinements)?),
        Engine::Genetic => {
            let genetic = genetic::Genetic::new(puzzle, fixed, settings.genetic.clone());
            Box::new(genetic.with_onlooker(onlooker))
        }
        Engine::Portfolio | Engine::Lines | Engine::Probing | Engine::Learning | Engine::Sat => {
            panic!("{engine} is an engine of this project's own")
        }
    })
}

/// Placements of a clue's blocks in a line: of b blocks and f free cells, C(b + f, b), or `u64::MAX`
/// when that is more.
fn count_options(length: usize, clue: &[usize]) -> u64 {
    let filled: usize = clue.iter().sum();
    let blocks = clue.len() as u128;
    let Some(free) = (length + 1).checked_sub(filled + clue.len()) else {
        return 0;
    };
    let mut count: u128 = 1;
    for taken in 1..=blocks {
        // Each step holds a binomial coefficient, so the division leaves no rest.
        count = count * (free as u128 + taken) / taken;
        if count > u64::MAX.into() {
            return u64::MAX;
        }
    }
    count as u64
}

/// A count of options in words; `u64::MAX` stands for all beyond.
fn in_words(count: u64) -> String {
    match count {
        u64::MAX => format!("more than {} options", u64::MAX - 1),
        count => format!("{count} options"),
    }
}

#[cfg(test)]
mod tests;
