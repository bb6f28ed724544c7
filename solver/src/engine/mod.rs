//! The project's own engines, and the table of all engines.
//!
//! [`Engine`] names an engine, and its facts have the function that runs it; [`crate::solve`] calls this function. The engines of other
//! authors are in `published`.

pub(crate) mod belief;
pub(crate) mod failed_literals;
pub(crate) mod learning;
mod lines;
mod portfolio;
pub(crate) mod probing;
pub(crate) mod sat;
pub(crate) mod search;

use std::fmt;
use std::str::FromStr;

use nonogram_puzzles::Puzzle;
use thiserror::Error;

use crate::fit::Unfit;
use crate::published::{self, dnf, permutations, placements};
use crate::solve::{Report, SolveOptions};
use search::Sink;

/// An engine that solves a whole puzzle.
///
/// ```
/// use nonogram_solver::Engine;
///
/// assert_eq!("learning".parse(), Ok(Engine::Learning));
/// assert!("magic".parse::<Engine>().is_err());
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Engine {
    /// Line logic, failed-literal probing, then learning; the default. For several colours: line logic, probing, SAT and, after many
    /// solutions, probing again; SAT takes no part if decisions are limited or the problem is too large for it.
    #[default]
    Portfolio,
    /// Line logic alone; it may stall.
    Lines,
    /// Probing of every cell, then backtracking on the best one.
    Probing,
    /// Conflict-driven search over cells.
    Learning,
    /// A SAT solver on an encoding of the puzzle.
    Sat,
    /// The model of the classic core, one of the published engines; it may stall.
    Dnf,
    /// Search over the possible starts of each block, one of the published engines.
    Placements,
    /// Search over the options of each row, one of the published engines.
    Permutations,
}

impl Engine {
    /// Every engine, the default first.
    pub const ALL: [Self; 8] = [
        Self::Portfolio,
        Self::Lines,
        Self::Probing,
        Self::Learning,
        Self::Sat,
        Self::Dnf,
        Self::Placements,
        Self::Permutations,
    ];

    /// What is known of the engine without running it, and how to run it.
    pub(crate) fn facts(self) -> Facts {
        match self {
            Self::Portfolio => Facts {
                name: "portfolio",
                description: "line logic, probing, then learning, or SAT if there are several colours",
                takes_colours: true,
                decides: true,
                limit: |_| Ok(()),
                run: portfolio::run,
            },
            Self::Lines => Facts {
                name: "lines",
                description: "complete line logic alone: may stall",
                takes_colours: true,
                decides: false,
                limit: |_| Ok(()),
                run: lines::run,
            },
            Self::Probing => Facts {
                name: "probing",
                description: "probing of every cell, then backtracking on the best one",
                takes_colours: true,
                decides: true,
                limit: |_| Ok(()),
                run: probing::run,
            },
            Self::Learning => Facts {
                name: "learning",
                description: "conflict-driven search over cells, guided by belief propagation",
                takes_colours: false,
                decides: true,
                limit: |_| Ok(()),
                run: learning::run,
            },
            Self::Sat => Facts {
                name: "sat",
                description: "a SAT solver (batsat) on an order encoding of the puzzle",
                takes_colours: true,
                decides: true,
                limit: sat::check,
                run: sat::run,
            },
            Self::Dnf => Facts {
                name: "dnf",
                description: "the classic core's model, option by option: may stall",
                takes_colours: false,
                decides: false,
                limit: |puzzle| published::check_options(puzzle, Self::Dnf),
                run: dnf::run,
            },
            Self::Placements => Facts {
                name: "placements",
                description: "starts of each block, narrowed line by line, then decided by search",
                takes_colours: false,
                decides: true,
                limit: placements::check,
                run: placements::run,
            },
            Self::Permutations => Facts {
                name: "permutations",
                description: "options of each row, tried against the columns",
                takes_colours: false,
                decides: true,
                limit: |puzzle| published::check_options(puzzle, Self::Permutations),
                run: permutations::run,
            },
        }
    }

    /// The name that [`std::str::FromStr`] parses.
    pub fn name(self) -> &'static str {
        self.facts().name
    }

    /// One-line description of how the engine works.
    pub fn description(self) -> &'static str {
        self.facts().description
    }

    /// Whether the engine supports puzzles with several colours.
    pub fn takes_colours(self) -> bool {
        self.facts().takes_colours
    }

    /// Whether the engine makes decisions, which [`crate::SolveOptions::node_limit`] limits.
    pub fn decides(self) -> bool {
        self.facts().decides
    }
}

/// Facts of an [`Engine`]; the methods of the same names describe the first four.
pub(crate) struct Facts {
    name: &'static str,
    description: &'static str,
    takes_colours: bool,
    decides: bool,
    /// Checks that a puzzle is small enough, apart from the number of cells to search, which [`fit`](crate::fit) limits.
    pub(crate) limit: fn(&Puzzle) -> Result<(), Unfit>,
    /// Solves a puzzle in colours that the engine supports.
    pub(crate) run: fn(&Puzzle, &SolveOptions, &mut Sink<'_>) -> Report,
}

impl fmt::Display for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The error for a name that no engine has.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("there is no engine {0:?}; expected one of {names}", names = Engine::ALL.map(Engine::name).join(", "))]
pub struct UnknownEngine(String);

impl FromStr for Engine {
    type Err = UnknownEngine;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        let found = Self::ALL.into_iter().find(|engine| engine.name() == name);
        found.ok_or_else(|| UnknownEngine(name.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_back() {
        for engine in Engine::ALL {
            assert_eq!(engine.to_string().parse(), Ok(engine));
        }
        assert_eq!(
            "magic".parse::<Engine>().unwrap_err().to_string(),
            "there is no engine \"magic\"; expected one of portfolio, lines, probing, learning, sat, \
             dnf, placements, permutations"
        );
    }
}
