//! Whether a puzzle is within an engine: [`check`] before it is started, [`check_methods`] for `lines`, and
//! [`check_search`] for what line logic leaves.

use nonogram_puzzles::{Line, Puzzle};

use crate::engine::{Engine, sat};
use crate::line::LineSolver;
use crate::line::count::{count_options, in_words};
use crate::propagate::Methods;
use crate::published::{dnf, genetic, permutations, placements};
use crate::unfit::Unfit;

/// The most placements of a line that the line solver `complete` lists.
const MAX_PLACEMENTS: u64 = 1 << 24;

/// The most cells of a board that is searched: a search takes memory for each of them, see docs/solver.md.
pub const MAX_SEARCHED: usize = 1 << 20;

/// Whether what line logic leaves of a puzzle is within an engine's search; line logic itself takes every puzzle.
/// [`crate::solve`] ends with [`crate::End::Unfit`] where it is not.
///
/// # Errors
/// [`Unfit`] when the board has too many cells, or its problem too many clauses.
pub fn check_search(puzzle: &Puzzle, engine: Engine) -> Result<(), Unfit> {
    match engine {
        Engine::Lines => Ok(()),
        Engine::Sat => check_cells(puzzle, engine).and_then(|()| sat::check(puzzle)),
        _ => check_cells(puzzle, engine),
    }
}

/// Whether a board has few enough cells to be searched.
pub(crate) fn check_cells(puzzle: &Puzzle, engine: Engine) -> Result<(), Unfit> {
    match puzzle.row_count() * puzzle.column_count() {
        cells if cells > MAX_SEARCHED => Err(Unfit {
            engine: engine.name(),
            needs: format!("to search a board of {cells} cells"),
            limit: format!("at most {MAX_SEARCHED}"),
        }),
        _ => Ok(()),
    }
}

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
/// [`Unfit`] names what the engine would need.
pub fn check(puzzle: &Puzzle, engine: Engine) -> Result<(), Unfit> {
    match engine {
        Engine::Dnf => dnf::check(puzzle),
        Engine::Placements => placements::check(puzzle),
        Engine::Permutations => permutations::check(puzzle),
        Engine::Genetic => genetic::check(puzzle, &genetic::Settings::default()),
        Engine::Sat => sat::check(puzzle),
        _ => Ok(()),
    }
}
