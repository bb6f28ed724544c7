//! The project's own engines, the names of all engines, and the error for puzzles beyond their limits.
//!
//! [`Engine`] names an engine; [`crate::solve`] runs it. Engines of other authors are in `published`.

pub(crate) mod belief;
pub(crate) mod failed_literals;
pub(crate) mod learning;
pub(crate) mod probing;
pub(crate) mod sat;
pub(crate) mod search;

use std::fmt;
use std::str::FromStr;

use nonogram_puzzles::Puzzle;
use thiserror::Error;

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

    /// What is known of the engine without running it.
    fn facts(self) -> Facts {
        let (name, description, takes_colours, decides) = match self {
            Self::Portfolio => (
                "portfolio",
                "line logic, probing, then learning, or SAT if there are several colours",
                true,
                true,
            ),
            Self::Lines => ("lines", "complete line logic alone: may stall", true, false),
            Self::Probing => {
                ("probing", "probing of every cell, then backtracking on the best one", true, true)
            }
            Self::Learning => (
                "learning",
                "conflict-driven search over cells, guided by belief propagation",
                false,
                true,
            ),
            Self::Sat => {
                ("sat", "a SAT solver (batsat) on an order encoding of the puzzle", true, true)
            }
            Self::Dnf => {
                ("dnf", "the classic core's model, option by option: may stall", false, false)
            }
            Self::Placements => (
                "placements",
                "starts of each block, narrowed line by line, then decided by search",
                false,
                true,
            ),
            Self::Permutations => {
                ("permutations", "options of each row, tried against the columns", false, true)
            }
        };
        Facts { name, description, takes_colours, decides }
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

/// Facts of an [`Engine`]; the methods of the same names describe them.
struct Facts {
    name: &'static str,
    description: &'static str,
    takes_colours: bool,
    decides: bool,
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

/// A puzzle beyond the limits of an engine.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("the engine {engine} would need {needs}; expected {limit}; choose {instead}")]
pub struct Unfit {
    /// Name of the engine.
    pub engine: &'static str,
    /// What the engine would need for the puzzle.
    pub needs: String,
    /// The limit of the engine.
    pub limit: String,
    /// What to choose instead of the engine.
    pub instead: &'static str,
}

impl Unfit {
    /// The error for an engine in place of which another one can be chosen.
    pub(crate) fn new(engine: Engine, needs: String, limit: String) -> Self {
        Self { engine: engine.name(), needs, limit, instead: "another engine" }
    }
}

/// Maximum number of cells of a board that is searched. It bounds the memory of the search (see docs/reference/solver.md).
pub const MAX_SEARCHED: usize = 1 << 20;

/// Checks that a board has few enough cells to be searched.
pub(crate) fn check_cells(puzzle: &Puzzle, engine: Engine) -> Result<(), Unfit> {
    let cells = puzzle.row_count() * puzzle.column_count();
    if cells <= MAX_SEARCHED {
        return Ok(());
    }
    let needs = format!("to search a board of {cells} cells");
    Err(Unfit {
        instead: "the engine lines, which does not search",
        ..Unfit::new(engine, needs, format!("at most {MAX_SEARCHED}"))
    })
}

/// Checks that an engine supports the number of colours of a puzzle.
pub(crate) fn check_colours(puzzle: &Puzzle, engine: Engine) -> Result<(), Unfit> {
    let colours = puzzle.palette().count();
    if colours == 1 || engine.takes_colours() {
        return Ok(());
    }
    let needs = format!("to distinguish {colours} colours");
    Err(Unfit::new(engine, needs, "black and white".to_owned()))
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
