//! Limits of the engines: which puzzles an engine can handle.
//!
//! Interface: [`check`] checks a puzzle before an engine starts, [`check_methods`] checks it for the line solvers of the engine
//! `lines`, and [`check_search`] checks that the cells that line logic leaves unknown can be searched.

use nonogram_puzzles::Puzzle;

pub use crate::engine::MAX_SEARCHED;
use crate::engine::{Engine, Unfit, check_cells, check_colours, sat};
use crate::line::{LineSolver, count_options, in_words};
use crate::published::{dnf, permutations, placements};
use crate::solve::Methods;

/// Maximum number of placements of a line with which `check_methods` accepts the line solver `complete`.
const MAX_PLACEMENTS: u64 = 1 << 24;

/// Checks that an engine can search the cells that line logic leaves unknown. Line logic with the default methods accepts every
/// puzzle. [`crate::solve`] ends with [`crate::End::Unfit`] if line logic leaves cells unknown and this check fails.
///
/// # Errors
/// Returns [`Unfit`] if the board has too many cells or, for [`Engine::Sat`], its problem has too many clauses. [`Engine::Lines`] does
/// not search, so it always passes.
pub fn check_search(puzzle: &Puzzle, engine: Engine) -> Result<(), Unfit> {
    match engine {
        Engine::Lines => Ok(()),
        Engine::Sat => check_cells(puzzle, engine).and_then(|()| sat::check(puzzle)),
        _ => check_cells(puzzle, engine),
    }
}

/// Checks that the engine `lines` can handle a puzzle with these methods.
///
/// # Errors
/// Returns [`Unfit`] if the line solver `complete` would have to enumerate too many placements of a line.
pub fn check_methods(puzzle: &Puzzle, methods: Methods) -> Result<(), Unfit> {
    let counts = puzzle.lines().map(|(line, clue)| count_options(puzzle.length(line), clue));
    match counts.max() {
        Some(most) if methods.line_solver == LineSolver::Complete && most > MAX_PLACEMENTS => {
            Err(Unfit {
                engine: "lines with the line solver complete",
                needs: format!("{} of a line", in_words(most)),
                limit: format!("at most {MAX_PLACEMENTS}"),
                instead: "another line solver",
            })
        }
        _ => Ok(()),
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
        Engine::Dnf => dnf::check(puzzle),
        Engine::Placements => placements::check(puzzle),
        Engine::Permutations => permutations::check(puzzle),
        Engine::Sat => sat::check(puzzle),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use nonogram_puzzles::Clue;

    use super::*;
    use crate::propagate::Selection;

    #[test]
    fn only_the_line_solver_complete_is_limited() {
        let methods = |line_solver| Methods { line_solver, selection: Selection::default() };
        let complete = methods(LineSolver::Complete);
        // In a column of 40 cells, 15 blocks of length 1 have 7,726,160 placements, and 13 have 37,442,160.
        let column = |blocks| {
            let clue = Clue::new(vec![1; blocks]);
            Puzzle::new(vec![Clue::from([1]); 40], vec![clue]).unwrap()
        };
        assert_eq!(check_methods(&column(15), complete), Ok(()));
        let tall = column(13);
        let wide = Puzzle::new(tall.columns().to_vec(), tall.rows().to_vec()).unwrap();
        for puzzle in [tall, wide] {
            assert_eq!(
                check_methods(&puzzle, complete).unwrap_err().to_string(),
                "the engine lines with the line solver complete would need 37442160 options of a line; \
                 expected at most 16777216; choose another line solver"
            );
            for line_solver in [LineSolver::Bits, LineSolver::Fast, LineSolver::Olsak] {
                assert_eq!(check_methods(&puzzle, methods(line_solver)), Ok(()));
            }
        }
    }

    #[test]
    fn each_published_engine_has_its_own_limit() {
        let dense =
            Puzzle::new(vec![Clue::new(vec![1; 300]); 1000], vec![Clue::new(vec![1; 300]); 1000])
                .unwrap();
        let needs = |engine| check(&dense, engine).unwrap_err().needs;
        assert_eq!(needs(Engine::Dnf), "a board of 1000 x 1000");
        assert!(needs(Engine::Placements).contains("starts of blocks"));
        assert!(needs(Engine::Permutations).contains("options of rows"));
        for engine in [Engine::Lines, Engine::Portfolio, Engine::Learning, Engine::Probing] {
            assert_eq!(check(&dense, engine), Ok(()));
        }
    }
}
