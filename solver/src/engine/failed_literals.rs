//! Failed-literal probing before a search, in one colour: tries both values of cells, and keeps what follows from both, or from one if
//! the other is refuted.
//!
//! [`refute`] starts from the board after line logic. Cells beside known ones are tried first, as in Jan Wolter's
//! pbnsolve; a cell is tried again only when its row or column has changed. Probing alone solves many boards; on others it often leaves
//! fewer unknown cells to the search that follows.

use crate::engine::search::Limits;
use crate::line::Contradiction;
use crate::partial_grid::PartialGrid;
use crate::propagate::{DirtyLines, Lines};

/// Number of line visits per cell of the board after which probing ends.
const VISITS_PER_CELL: u64 = 10;
/// Number of consecutive cells without result after which probing ends.
const MOST_FRUITLESS: usize = 16;

/// Probes until no cell is left to try, the maximum number of line visits or of fruitless trials is reached, or a limit is reached. Returns
/// the board with the cells that probing has decided, and the number of line visits.
///
/// # Errors
/// Returns [`Contradiction`] in place of the board if some cell can have neither value, which proves that there is no solution.
pub fn refute<'p, const N: usize>(
    board: PartialGrid<'p, N>,
    limits: &Limits,
) -> (Result<PartialGrid<'p, N>, Contradiction>, u64) {
    let most = VISITS_PER_CELL * board.cells() as u64;
    let mut candidates = Candidates::new(&board);
    let mut trials = Trials {
        stands: vec![[false; 2]; board.cells()],
        lines: Lines::settled(board, limits),
        facts: Vec::new(),
    };
    let mut fruitless = 0;
    while let Some(cell) = candidates.next(&trials.lines.board) {
        if trials.lines.visits > most || fruitless == MOST_FRUITLESS || limits.is_late() {
            break;
        }
        if trials.stands[cell] == [true; 2] {
            continue;
        }
        let known = trials.lines.board.trail().len();
        if trials.both(cell).is_err() {
            return (Err(Contradiction), trials.lines.visits);
        }
        if trials.lines.board.trail().len() > known {
            fruitless = 0;
            let stands = &mut trials.stands;
            candidates.update(&trials.lines.board, known, |cell| stands[cell] = [false; 2]);
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

/// Number of score levels: the four sides of a cell and its two lines contribute to the score.
const LEVELS: usize = 4 * NEIGHBOUR + 2 * LINE + 1;
/// Score of a side of a cell with a known neighbour, or at the edge of the board.
const NEIGHBOUR: usize = 16;
/// Score of a fully known line; other lines score in proportion to the fraction of their cells that are known.
const LINE: usize = 16;
/// Marks the absence of an entry or level.
const NONE: u32 = u32::MAX;

/// The cells that remain to be tried, highest score first: known neighbours restrict what a cell can be part of. Among cells of
/// equal score, the latest entry comes first.
struct Candidates {
    /// Latest entry of each level.
    latest: [u32; LEVELS],
    /// A cell and the previous entry of the same level. An entry is ignored if its cell is no longer on this level.
    entries: Vec<(u32, u32)>,
    /// Level of each cell in the queue; `NONE` for a cell that is not in the queue.
    level: Vec<u32>,
    /// Contribution of each line to the score of its cells.
    share: Vec<u8>,
}

impl Candidates {
    fn new<const N: usize>(board: &PartialGrid<'_, N>) -> Self {
        let mut candidates = Self {
            latest: [NONE; LEVELS],
            entries: Vec::with_capacity(board.unknown()),
            level: vec![NONE; board.cells()],
            share: (0..board.lines()).map(|line| share(board, line)).collect(),
        };
        for row in 0..board.size().0 {
            candidates.push_line(board, row, |_| {});
        }
        candidates
    }

    /// Removes and returns the next unknown cell; `None` if there is none.
    fn next<const N: usize>(&mut self, board: &PartialGrid<'_, N>) -> Option<usize> {
        for level in (0..LEVELS).rev() {
            while self.latest[level] != NONE {
                let (cell, before) = self.entries[self.latest[level] as usize];
                self.latest[level] = before;
                let cell = cell as usize;
                if self.level[cell] == level as u32 {
                    self.level[cell] = NONE;
                    if board.value(cell).is_none() {
                        return Some(cell);
                    }
                }
            }
        }
        None
    }

    /// Updates the scores because the cells of the trail from number `known` on have become known; calls `changed` with every unknown
    /// cell of their lines.
    fn update<const N: usize>(
        &mut self,
        board: &PartialGrid<'_, N>,
        known: usize,
        mut changed: impl FnMut(usize),
    ) {
        let mut dirty = DirtyLines::<N>::none(board.size().0);
        for &cell in &board.trail()[known..] {
            let (row, column) = board.lines_of(cell);
            dirty.push(row);
            dirty.push(column);
        }
        let lines: Vec<usize> = std::iter::from_fn(|| dirty.pop()).collect();
        for &line in &lines {
            self.share[line] = share(board, line);
        }
        for line in lines {
            self.push_line(board, line, &mut changed);
        }
    }

    fn push_line<const N: usize>(
        &mut self,
        board: &PartialGrid<'_, N>,
        line: usize,
        mut changed: impl FnMut(usize),
    ) {
        let open = board.unknown_in(line);
        if open.is_empty() {
            return;
        }
        let (before, after) = board.beside(line);
        let closed = [open.up(1), open.down(1), before, after];
        let across = board.across(line);
        for place in open.cells() {
            let cell = board.cell_at(line, place);
            changed(cell);
            let known = closed.iter().filter(|open| !open.has(place)).count();
            let share = self.share[line] + self.share[across + place];
            let level = (NEIGHBOUR * known + usize::from(share)) as u32;
            if self.level[cell] != level {
                self.level[cell] = level;
                let entry = self.entries.len() as u32;
                let before = std::mem::replace(&mut self.latest[level as usize], entry);
                self.entries.push((cell as u32, before));
            }
        }
    }
}

/// Contribution of a line to the score of its cells.
fn share<const N: usize>(board: &PartialGrid<'_, N>, line: usize) -> u8 {
    let length = board.length(line);
    (LINE * (length - board.unknown_in(line).count()) / length) as u8
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::boards::{drawing, permutations};
    use nonogram_puzzles::{Grid, Puzzle, library, read_file};

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
    fn values_of_a_solution_are_not_refuted() {
        let board = permutations(3);
        assert_eq!(refuted(&board, &Limits::NONE).unwrap().to_grid(), Grid::new(3, 3));
    }

    #[test]
    fn some_boards_without_solution_are_refuted() {
        let mut found = 0;
        for file in library::files(library::cases().join("contradictory-search")).unwrap() {
            for puzzle in read_file(&file, None).unwrap() {
                found += usize::from(refuted(&puzzle, &Limits::NONE).is_err());
            }
        }
        assert!(found > 0);
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
