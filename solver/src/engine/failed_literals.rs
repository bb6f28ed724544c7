//! Failed-literal probing before a search, in one colour: tries both values of cells, and keeps what follows from both, or from one if
//! the other is refuted.
//!
//! [`refute`] starts from the board after line logic. Probing alone solves many boards; on others it often leaves fewer unknown cells to the
//! search that follows. Source: Jan Wolter's pbnsolve.

use crate::engine::search::Limits;
use crate::line::Contradiction;
use crate::partial_grid::PartialGrid;
use crate::propagate::{DirtyLines, Lines};

/// Number of line visits per cell of the board after which probing ends.
const VISITS_PER_CELL: u64 = 10;
/// Number of consecutive trials without result after which probing ends.
const MOST_FRUITLESS: usize = 32;

/// Probes cells row by row until no cell is left to try, the maximum number of line visits or of fruitless trials is reached, or a limit is
/// reached. Returns the board with the cells that probing has decided, and the number of line visits.
///
/// # Errors
/// Returns [`Contradiction`] in place of the board if some cell can have neither value, which proves that there is no solution.
pub fn refute<'p, const N: usize>(
    board: PartialGrid<'p, N>,
    limits: &Limits,
) -> (Result<PartialGrid<'p, N>, Contradiction>, u64) {
    let cells = board.cells();
    let most = VISITS_PER_CELL * cells as u64;
    let mut trials = Trials {
        stands: vec![[false; 2]; cells],
        lines: Lines::settled(board, limits),
        facts: Vec::new(),
    };
    // The next cell, and the numbers of cells passed and of cells tried since the last result.
    let (mut at, mut passed, mut fruitless) = (0, 0, 0);
    while passed < cells && fruitless < MOST_FRUITLESS {
        let cell = at;
        at = (at + 1) % cells;
        passed += 1;
        if trials.lines.board.value(cell).is_some() || trials.stands[cell] == [true; 2] {
            continue;
        }
        if trials.lines.visits > most || limits.is_late() {
            break;
        }
        let known = trials.lines.board.trail().len();
        if trials.both(cell).is_err() {
            return (Err(Contradiction), trials.lines.visits);
        }
        if trials.lines.board.trail().len() > known {
            (passed, fruitless) = (0, 0);
            trials.reopen(known);
        } else {
            fruitless += 1;
        }
    }
    (Ok(trials.lines.board), trials.lines.visits)
}

/// A board for trials of both values of cells. Between trials it is at the fixpoint of line logic, unless a limit was reached.
struct Trials<'p, const N: usize> {
    lines: Lines<'p, N>,
    /// For each cell, whether it was blank and whether it was filled in a trial without contradiction since its lines last
    /// changed. A value implied by a consistent trial is consistent, too; a cell whose values are both consistent need not be tried.
    stands: Vec<[bool; 2]>,
    /// Cells and values that follow from the trial of the first value.
    facts: Vec<(usize, bool)>,
}

impl<const N: usize> Trials<'_, N> {
    /// Tries both values of an unknown cell and keeps what follows. The consequences of one value are closed under line logic,
    /// and so are those that both values share, so no further propagation is needed. Fails if both values are refuted.
    fn both(&mut self, cell: usize) -> Result<(), Contradiction> {
        let known = self.lines.board.trail().len();
        self.facts.clear();
        let may_fill = self.is_consistent(cell, true);
        if may_fill {
            self.facts.extend(self.lines.board.known_since(known));
        }
        self.lines.board.undo_to(known);
        let may_blank = self.is_consistent(cell, false);
        match (may_fill, may_blank) {
            (false, false) => return Err(Contradiction),
            (true, false) => {}
            // The board has what follows.
            (false, true) => return Ok(()),
            (true, true) => {
                let board = &self.lines.board;
                self.facts.retain(|&(cell, filled)| board.value(cell) == Some(filled));
            }
        }
        self.lines.board.undo_to(known);
        for &(cell, filled) in &self.facts {
            self.lines.board.set(cell, filled);
        }
        Ok(())
    }

    /// Makes the cells of all lines with a cell of the trail from number `known` on worth a trial again.
    fn reopen(&mut self, known: usize) {
        let board = &self.lines.board;
        let mut changed = DirtyLines::<N>::none(board.size().0);
        for &cell in &board.trail()[known..] {
            let (row, column) = board.lines_of(cell);
            changed.push(row);
            changed.push(column);
        }
        while let Some(line) = changed.pop() {
            for place in board.unknown_in(line).cells() {
                self.stands[board.cell_at(line, place)] = [false; 2];
            }
        }
    }

    /// Sets an unknown cell and runs line logic. Without a contradiction, records what follows in `stands`.
    fn is_consistent(&mut self, cell: usize, filled: bool) -> bool {
        let known = self.lines.board.trail().len();
        self.lines.board.set(cell, filled);
        let is_consistent = self.lines.settle(known).is_ok();
        if is_consistent {
            for (cell, filled) in self.lines.board.known_since(known) {
                self.stands[cell][usize::from(filled)] = true;
            }
        }
        is_consistent
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::boards::drawing;
    use nonogram_puzzles::Puzzle;

    /// The outcome of probing after line logic.
    fn refuted<'p>(
        puzzle: &'p Puzzle,
        limits: &Limits,
    ) -> Result<PartialGrid<'p, 1>, Contradiction> {
        let mut lines = Lines::new(PartialGrid::new(puzzle), &Limits::NONE);
        lines.settle(0).map_err(|_| Contradiction)?;
        refute(lines.board, limits).0
    }

    #[test]
    fn a_drawing_that_needs_no_decision_is_solved() {
        let puzzle = drawing("32-search/elementary.non");
        let board = refuted(&puzzle, &Limits::NONE).unwrap();
        assert_eq!(Some(&board.to_grid()), puzzle.goal());
    }

    #[test]
    fn late_probing_sets_no_cell_to_a_wrong_value() {
        let puzzle = drawing("32-search/three-points.non");
        let goal = puzzle.goal().expect("a drawing");
        let width = puzzle.column_count();
        let mut known = Vec::new();
        for looks in (0..120).step_by(5) {
            let board = refuted(&puzzle, &Limits::of_looks(looks)).unwrap();
            for (cell, filled) in board.known_since(0) {
                assert_eq!(goal.get(cell / width, cell % width).value(), Some(filled));
            }
            known.push(board.trail().len());
        }
        assert!(known.is_sorted() && known.first() < known.last(), "{known:?}");
    }
}
