//! Limits of the engines: which puzzles an engine can handle.
//!
//! [`check`] checks a puzzle before an engine starts, and [`check_search`] that the cells that line logic leaves unknown can be searched.

use nonogram_puzzles::Puzzle;

pub use crate::engine::MAX_SEARCHED;
use crate::engine::{Engine, Unfit, check_cells, check_colours, sat};
use crate::published::{check_options, placements};

/// Checks that an engine can search the cells that line logic leaves unknown. Line logic accepts every puzzle. [`crate::solve`] ends with [`crate::End::Unfit`] if line logic leaves cells unknown and this check fails.
///
/// # Errors
/// Returns [`Unfit`] if the board has too many cells or, for [`Engine::Sat`], its problem has too many clauses. [`Engine::Lines`] does
/// not search, so it always passes.
pub fn check_search(puzzle: &Puzzle, engine: Engine) -> Result<(), Unfit> {
    match engine {
        Engine::Lines => Ok(()),
        Engine::Sat => check_cells(puzzle, engine).and_then(|()| sat::check(puzzle)),
        Engine::Portfolio
        | Engine::Probing
        | Engine::Learning
        | Engine::Dnf
        | Engine::Placements
        | Engine::Permutations => check_cells(puzzle, engine),
    }
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
    match engine {
        Engine::Dnf | Engine::Permutations => check_options(puzzle, engine),
        Engine::Placements => placements::check(puzzle),
        Engine::Sat => sat::check(puzzle),
        Engine::Portfolio | Engine::Lines | Engine::Probing | Engine::Learning => Ok(()),
    }
}
