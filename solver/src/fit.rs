//! Limits of the engines: which puzzles an engine can handle.
//!
//! [`check`] checks a puzzle before an engine starts, and [`check_search`] that the cells that line logic leaves unknown can be searched.

use nonogram_puzzles::Puzzle;
use thiserror::Error;

use crate::engine::Engine;

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

/// Checks that an engine can search the cells that line logic leaves unknown. Line logic accepts every puzzle. [`crate::solve`] ends with [`crate::End::Unfit`] if line logic leaves cells unknown and this check fails.
///
/// # Errors
/// Returns [`Unfit`] if the board has too many cells or, for [`Engine::Sat`], its problem has too many clauses. [`Engine::Lines`] does
/// not search, so it always passes.
pub fn check_search(puzzle: &Puzzle, engine: Engine) -> Result<(), Unfit> {
    if engine.decides() {
        check_cells(puzzle, engine)?;
    }
    (engine.facts().limit)(puzzle)
}

/// Checks that an engine can handle a puzzle. Except for [`Engine::Sat`], engines that start with line logic accept boards of every
/// size; [`check_search`] checks whether they can also search a board.
///
/// ```
/// use nonogram_puzzles::{Clue, Puzzle};
/// use nonogram_solver::{Engine, fit};
///
/// let puzzle = Puzzle::new(vec![Clue::from([20]); 40], vec![Clue::from([20]); 40])?;
/// assert_eq!(
///     fit::check(&puzzle, Engine::Dnf).unwrap_err().to_string(),
///     "the engine dnf would need a board of 40 x 40; expected at most 32 x 32; choose another engine"
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Returns [`Unfit`] with what the engine would need if the puzzle exceeds a limit of the engine.
pub fn check(puzzle: &Puzzle, engine: Engine) -> Result<(), Unfit> {
    check_colours(puzzle, engine)?;
    (engine.facts().limit)(puzzle)
}

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
