//! Engines as published by other authors, short and readable, for teaching and as a baseline.
//!
//! They are `dnf`, `placements`, `permutations` and [`genetic`]; each module names its source. They start from the clues and the
//! given cells, not from the result of line logic, and end when they reach the limits or their own settings. [`solve`] runs them
//! with settings that other engines do not have; [`crate::fit`] checks whether a puzzle is within their limits.

#[cfg(test)]
mod course_tests;
mod depth_first;
pub(crate) mod dnf;
pub mod genetic;
pub(crate) mod permutations;
pub(crate) mod placements;

use std::ops::ControlFlow;

use nonogram_puzzles::{Grid, Puzzle};
use web_time::Instant;

pub use permutations::Refinements;

use crate::engine::Engine;
use crate::engine::search::{Counts, Search, Sink, collect};
use crate::options::SolveOptions;
use crate::propagate::{LineOutcome, Methods, propagate_within};
use crate::report::Report;
use crate::unfit::Unfit;
use crate::verdict::End;
use genetic::Generation;

/// Settings of the published engines that other engines do not have.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Settings {
    /// Settings of `permutations`.
    pub refinements: Refinements,
    /// Settings of `genetic`.
    pub genetic: genetic::Settings,
}

/// Solves a puzzle with one of the published engines. A generation of `genetic` counts as a node of the limit and is passed to `observer`.
///
/// # Panics
/// Panics if `options.engine` is none of these engines.
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
/// Panics if `options.engine` is none of these engines.
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
    let (end, counts) = match open(puzzle, options.engine, fixed, settings, observer) {
        Err(_) => (End::Unfit, Counts::default()),
        Ok(_) if !puzzle.sums_agree() => (End::Complete, Counts::default()),
        Ok(mut search) => {
            let pause = collect(&mut *search, &limits, &mut sink);
            (End::of(pause, options.engine), search.counts())
        }
    };
    let lines = match lines {
        LineOutcome::Solved(grid) | LineOutcome::Stalled(grid) => grid,
        LineOutcome::Contradiction { .. } => Grid::new(puzzle.row_count(), puzzle.column_count()),
    };
    Report::of(&sink, end, lines, counts, start)
}

/// Creates the search of an engine.
fn open<'a>(
    puzzle: &'a Puzzle,
    engine: Engine,
    fixed: Option<&Grid>,
    settings: &Settings,
    observer: &'a mut dyn FnMut(&Generation),
) -> Result<Box<dyn Search + 'a>, Unfit> {
    Ok(match engine {
        Engine::Dnf => Box::new(dnf::Dnf::new(puzzle, fixed)?),
        Engine::Placements => Box::new(placements::new(puzzle, fixed)?),
        Engine::Permutations => Box::new(permutations::new(puzzle, fixed, settings.refinements)?),
        Engine::Genetic => {
            genetic::check(puzzle, &settings.genetic)?;
            let genetic = genetic::Genetic::new(puzzle, fixed, settings.genetic.clone());
            Box::new(genetic.with_observer(observer))
        }
        Engine::Portfolio | Engine::Lines | Engine::Probing | Engine::Learning | Engine::Sat => {
            panic!("{engine} is an engine of this project's own")
        }
    })
}

#[cfg(test)]
mod tests;
