//! Whether a puzzle is within an engine, before it is started: [`check`], and [`check_methods`] for `lines`.

use nonogram_puzzles::{Line, Puzzle};

use crate::engine::{Engine, sat};
use crate::line::LineSolver;
use crate::line::count::{count_options, in_words};
use crate::propagate::Methods;
use crate::published::{dnf, permutations};
use crate::unfit::Unfit;

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
        Engine::Permutations => permutations::check(puzzle),
        Engine::Sat => sat::check(puzzle),
        _ => Ok(()),
    }
}
