//! Engines as published by other authors, short and readable, for teaching and as a baseline.
//!
//! They are `dnf`, `placements`, `permutations` and [`genetic`]; each module names its source. They start from the clues and the
//! given cells, not from the result of line logic. [`solve`] runs them with their settings; [`crate::fit`] checks whether a puzzle is
//! small enough for them.

mod depth_first;
pub(crate) mod dnf;
pub mod genetic;
pub(crate) mod permutations;
pub(crate) mod placements;

use std::ops::ControlFlow;

use crate::Instant;
use nonogram_puzzles::{Grid, Puzzle};

pub use permutations::Refinements;

use crate::engine::search::{Counts, End, Limits, Search, Sink, collect};
use crate::engine::{Engine, Unfit};
use crate::options::{Methods, SolveOptions};
use crate::propagate::propagate_within;
use crate::report::{LineOutcome, Report};
use genetic::Generation;

/// Settings that only published engines have.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Settings {
    /// Settings of `permutations`.
    pub refinements: Refinements,
    /// Settings of `genetic`.
    pub genetic: genetic::Settings,
}

/// Solves a black-and-white puzzle with a published engine. Each generation of `genetic` is passed to `observer`; each one after the
/// first of its round counts as a decision.
///
/// # Panics
/// Panics if `options.engine` is not a published engine, or the size of `options.fixed` differs from that of the puzzle.
pub fn solve(
    puzzle: &Puzzle,
    options: &SolveOptions,
    settings: &Settings,
    observer: &mut dyn FnMut(&Generation),
) -> Report {
    Report::gather(|each| solve_each(puzzle, options, settings, observer, each))
}

/// Like [`solve`], but passes each solution to `each` as it is found, until `each` breaks.
///
/// # Panics
/// Panics under the same conditions as [`solve`].
pub fn solve_each(
    puzzle: &Puzzle,
    options: &SolveOptions,
    settings: &Settings,
    observer: &mut dyn FnMut(&Generation),
    each: &mut dyn FnMut(&Grid) -> ControlFlow<()>,
) -> Report {
    let limits = options.limits(Instant::now());
    let fixed = options.fixed.as_ref();
    let lines = propagate_within(puzzle, fixed, Methods::default(), &limits).outcome;
    let start = Instant::now();
    let mut sink = Sink::new(options.max_solutions.max(1), each);
    let (end, counts) = match open(puzzle, options.engine, fixed, settings, &limits, observer) {
        Err(Obstacle::Unfit(_)) => (End::Unfit, Counts::default()),
        _ if !puzzle.sums_agree() => (End::Complete, Counts::default()),
        Err(Obstacle::Late) => (End::TimeLimit, Counts::default()),
        Ok(mut search) => {
            let end = collect(&mut *search, &limits, &mut sink);
            (end, search.counts())
        }
    };
    let lines = match lines {
        LineOutcome::Solved(grid) | LineOutcome::Stalled(grid) => grid,
        LineOutcome::Contradiction { .. } => Grid::new(puzzle.row_count(), puzzle.column_count()),
    };
    Report::of(&sink, end, lines, counts, start)
}

/// Why the search of an engine cannot be created.
#[derive(Debug, PartialEq)]
pub(crate) enum Obstacle {
    /// The puzzle is beyond the limits of the engine.
    Unfit(Unfit),
    /// The deadline passed, or the run was cancelled.
    Late,
}

impl From<Unfit> for Obstacle {
    fn from(unfit: Unfit) -> Self {
        Self::Unfit(unfit)
    }
}

/// Creates the search of an engine.
fn open<'a>(
    puzzle: &'a Puzzle,
    engine: Engine,
    fixed: Option<&Grid>,
    settings: &Settings,
    limits: &Limits,
    observer: &'a mut dyn FnMut(&Generation),
) -> Result<Box<dyn Search + 'a>, Obstacle> {
    Ok(match engine {
        Engine::Dnf => Box::new(dnf::Dnf::new(puzzle, fixed, limits)?),
        Engine::Placements => Box::new(placements::new(puzzle, fixed)?),
        Engine::Permutations => {
            let refinements = settings.refinements;
            Box::new(permutations::new(puzzle, fixed, refinements, limits)?)
        }
        Engine::Genetic => {
            genetic::check(puzzle, &settings.genetic)?;
            let genetic = genetic::Genetic::new(puzzle, fixed, settings.genetic.clone());
            Box::new(genetic.with_observer(observer))
        }
        Engine::Portfolio | Engine::Lines | Engine::Probing | Engine::Learning | Engine::Sat => {
            panic!("{engine} is not a published engine")
        }
    })
}

#[cfg(test)]
mod tests;
