//! Line solving of a whole board: lines are solved one by one until no line decides a further cell, a line has no placement, or a
//! limit is reached.
//!
//! [`propagate`] starts from an empty board with the default methods, [`propagate_with`] from any
//! partial grid with given methods. With a complete line solver, the fixpoint does not depend on the order of the lines.

use nonogram_puzzles::{Grid, Puzzle};

use crate::colour;
use crate::engine::search::Limits;
use crate::partial_grid::{PartialGrid, room};
use crate::solve::Methods;
use crate::solve::{LineOutcome, Propagation};
use crate::word::with_words;
use crate::worklist::Worklist;

/// Solves `puzzle` by complete line logic alone, as far as possible.
///
/// ```
/// use nonogram_puzzles::{Grid, Puzzle};
/// use nonogram_solver::{LineOutcome, propagate};
///
/// let picture = Grid::from_lines(&["-#-", "###", "-#-"])?;
/// let outcome = propagate(&Puzzle::from_grid(&picture));
/// assert_eq!(outcome, LineOutcome::Solved(picture));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn propagate(puzzle: &Puzzle) -> LineOutcome {
    propagate_with(puzzle, None, Methods::default()).outcome
}

/// Solves lines with the given methods, starting from the cells known in `fixed`. There is only one method for puzzles with several
/// colours, so `methods` is ignored for them.
///
/// # Panics
/// Panics if the size of `fixed` differs from that of the puzzle.
pub fn propagate_with(puzzle: &Puzzle, fixed: Option<&Grid>, methods: Methods) -> Propagation {
    propagate_within(puzzle, fixed, methods, &Limits::NONE)
}

/// Like [`propagate_with`], but returns [`LineOutcome::Stalled`] when a limit is reached.
pub(crate) fn propagate_within(
    puzzle: &Puzzle,
    fixed: Option<&Grid>,
    methods: Methods,
    limits: &Limits,
) -> Propagation {
    if puzzle.palette().is_coloured() {
        return colour::propagate(puzzle, fixed, limits);
    }
    with_words!(room(puzzle), N => run::<N>(puzzle, fixed, methods, limits))
}

/// Number of line visits between two checks of the clock.
const CLOCK: u64 = 16;

fn run<const N: usize>(
    puzzle: &Puzzle,
    fixed: Option<&Grid>,
    methods: Methods,
    limits: &Limits,
) -> Propagation {
    let mut board = PartialGrid::<N>::new(puzzle);
    if let Some(grid) = fixed {
        board.set_grid(grid);
    }
    let mut worklist = Worklist::new(methods.selection, &board);
    let mut visits: u64 = 0;
    let mut is_settled = true;
    while let Some(line) = worklist.pop() {
        if visits.is_multiple_of(CLOCK) && limits.is_late() {
            is_settled = false;
            break;
        }
        visits += 1;
        match board.visit_with(methods.line_solver, line) {
            Ok(learned) => worklist.visited(line, &learned),
            Err(_) => {
                let line = board.name(line);
                return Propagation {
                    outcome: LineOutcome::Contradiction { line },
                    visits,
                };
            }
        }
    }
    let grid = board.to_grid();
    let outcome = match board.unknown() {
        0 if is_settled => LineOutcome::Solved(grid),
        _ => LineOutcome::Stalled(grid),
    };
    Propagation { outcome, visits }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::line::LineSolver;
    use crate::word::MOST_WORDS;
    use crate::worklist::Selection;
    use nonogram_puzzles::{Cell, Clue, Line};
    use proptest::prelude::*;

    fn puzzle(rows: &[&[usize]], columns: &[&[usize]]) -> Puzzle {
        let clues = |lines: &[&[usize]]| lines.iter().map(|l| Clue::new(l.to_vec())).collect();
        Puzzle::new(clues(rows), clues(columns)).unwrap()
    }

    fn grids() -> impl Strategy<Value = Grid> {
        (1usize..12, 1usize..12, any::<u64>(), 0u32..=8).prop_map(
            |(rows, columns, seed, density)| {
                let mut state = seed;
                Grid::from_fn(rows, columns, |_, _| {
                    state = state
                        .wrapping_mul(6364136223846793005)
                        .wrapping_add(1442695040888963407);
                    (state >> 61) as u32 % 8 < density
                })
            },
        )
    }

    #[test]
    fn a_line_solvable_board_is_solved() {
        let puzzle = puzzle(&[&[1], &[3], &[1, 1]], &[&[2], &[2], &[2]]);
        let grid = Grid::from_lines(&["-#-", "###", "#-#"]).unwrap();
        assert_eq!(propagate(&puzzle), LineOutcome::Solved(grid));
    }

    #[test]
    fn board_with_two_solutions_stalls_until_a_cell_is_given() {
        let puzzle = puzzle(&[&[1], &[1]], &[&[1], &[1]]);
        assert_eq!(propagate(&puzzle), LineOutcome::Stalled(Grid::new(2, 2)));
        let mut fixed = Grid::new(2, 2);
        fixed.set(0, 1, Cell::Filled);
        let solved = propagate_with(&puzzle, Some(&fixed), Methods::default()).outcome;
        assert_eq!(
            solved,
            LineOutcome::Solved(Grid::from_lines(&["-#", "#-"]).unwrap())
        );
    }

    #[test]
    fn a_contradiction_names_its_line() {
        let puzzle = puzzle(&[&[2], &[]], &[&[1], &[]]);
        assert_eq!(
            propagate(&puzzle),
            LineOutcome::Contradiction {
                line: Line::Column(1)
            }
        );
    }

    proptest! {
        #[test]
        fn complete_line_solvers_reach_the_same_fixpoint_and_fast_decides_no_more_cells(grid in grids()) {
            let puzzle = Puzzle::from_grid(&grid);
            let outcome = propagate(&puzzle);
            let known = match &outcome {
                LineOutcome::Solved(known) => {
                    prop_assert!(puzzle.is_solved_by(known));
                    known
                }
                LineOutcome::Stalled(known) => known,
                LineOutcome::Contradiction { line } => panic!("contradiction in {line}"),
            };
            for row in 0..grid.rows() {
                for column in 0..grid.columns() {
                    let cell = known.get(row, column);
                    prop_assert!(cell == Cell::Unknown || cell == grid.get(row, column));
                }
            }
            for selection in Selection::ALL {
                for line_solver in [LineSolver::Bits, LineSolver::Complete, LineSolver::Olsak] {
                    let methods = Methods { line_solver, selection };
                    prop_assert_eq!(&propagate_with(&puzzle, None, methods).outcome, &outcome);
                }
                let methods = Methods { line_solver: LineSolver::Fast, selection };
                match propagate_with(&puzzle, None, methods).outcome {
                    LineOutcome::Solved(solved) => prop_assert_eq!(&solved, known),
                    LineOutcome::Stalled(fewer) => {
                        prop_assert!(fewer.known_cells() <= known.known_cells());
                    }
                    LineOutcome::Contradiction { line } => panic!("contradiction in {line}"),
                }
            }
        }

        #[test]
        fn every_word_width_reaches_the_same_fixpoint(grid in grids()) {
            let puzzle = Puzzle::from_grid(&grid);
            let narrow = run::<1>(&puzzle, None, Methods::default(), &Limits::NONE);
            prop_assert_eq!(&run::<2>(&puzzle, None, Methods::default(), &Limits::NONE), &narrow);
            prop_assert_eq!(&run::<4>(&puzzle, None, Methods::default(), &Limits::NONE), &narrow);
            prop_assert_eq!(&run::<MOST_WORDS>(&puzzle, None, Methods::default(), &Limits::NONE), &narrow);
        }
    }
}
