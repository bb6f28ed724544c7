//! Failed values: before a search both values of cells are tried, and what is refuted or agreed on is kept.
//!
//! [`refute`] works on the board that line logic has left. Cells beside known ones are tried first, as in Jan
//! Wolter's pbnsolve; a cell comes up again only when its row or column has news. So many boards are solved, and
//! the others are smaller for the search that follows.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use crate::board::Board;
use crate::line::Contradiction;
use crate::probing::{Lesson, Probe};
use crate::search::Limits;
use crate::word::Word;

/// It ends after so many visits of lines for each cell of the board, and after so many trials in a row that taught
/// nothing: boards that it solves take less of both.
const VISITS_A_CELL: u64 = 10;
const IN_VAIN: usize = 24;

/// Draws what it can, and gives the number of visited lines.
///
/// # Errors
/// [`Contradiction`] when some cell can have neither value: there is no solution.
pub fn refute<W: Word>(
    board: &mut Board<'_, W>,
    limits: &Limits,
) -> (Result<(), Contradiction>, u64) {
    let mut candidates = Candidates::new(board);
    let mut probe = Probe::new(board.clone());
    let most = VISITS_A_CELL * board.cells() as u64;
    let mut settled = Ok(());
    let mut in_vain = 0;
    while let Some(cell) = candidates.next(&probe.board) {
        if probe.visits > most || in_vain == IN_VAIN || limits.is_late() {
            break;
        }
        in_vain += 1;
        let known = probe.board.trail().len();
        settled = match probe.both(cell) {
            Lesson::Contradiction => Err(Contradiction),
            Lesson::Forced(facts) | Lesson::Open(facts, _) => probe.board.set_all(&facts),
        };
        if probe.board.trail().len() > known {
            in_vain = 0;
            settled = settled.and_then(|()| probe.settle(known));
            candidates.news(&probe.board, known);
        }
        if settled.is_err() {
            break;
        }
    }
    let visits = probe.visits;
    *board = probe.board;
    (settled, visits)
}

/// The cells that are still to be tried, the most promising first.
struct Candidates {
    heap: BinaryHeap<(usize, Reverse<usize>)>,
    /// The cells in the heap.
    waiting: Vec<bool>,
}

impl Candidates {
    fn new<W: Word>(board: &Board<'_, W>) -> Self {
        let mut candidates = Self {
            heap: BinaryHeap::with_capacity(board.unknown()),
            waiting: vec![false; board.cells()],
        };
        (0..board.size().0).for_each(|row| candidates.push_line(board, row));
        candidates
    }

    /// Takes the next cell that is unknown.
    fn next<W: Word>(&mut self, board: &Board<'_, W>) -> Option<usize> {
        loop {
            let (_, Reverse(cell)) = self.heap.pop()?;
            if std::mem::take(&mut self.waiting[cell]) && board.value(cell).is_none() {
                return Some(cell);
            }
        }
    }

    /// Cells of the trail from number `known` on are new.
    fn news<W: Word>(&mut self, board: &Board<'_, W>, known: usize) {
        let mut lines = vec![false; board.lines()];
        for &cell in &board.trail()[known..] {
            let (row, column) = board.lines_of(cell);
            lines[row] = true;
            lines[column] = true;
        }
        for line in (0..lines.len()).filter(|&line| lines[line]) {
            self.push_line(board, line);
        }
    }

    fn push_line<W: Word>(&mut self, board: &Board<'_, W>, line: usize) {
        for place in board.unknown_in(line).cells() {
            let cell = board.cell_at(line, place);
            self.waiting[cell] = true;
            self.heap.push((promise(board, cell), Reverse(cell)));
        }
    }
}

/// What a known neighbour, or the line's edge, is worth, and what a line is worth that is all known.
const NEIGHBOUR: usize = 16;
const LINE: usize = 16;

/// How much the trial of a cell promises: known neighbours confine what it can be part of.
fn promise<W: Word>(board: &Board<'_, W>, cell: usize) -> usize {
    let (row, column) = board.lines_of(cell);
    let beside = |line: usize| {
        let length = board.length(line);
        let unknown = board.unknown_in(line);
        let place = board.place_in(line, cell);
        let is_open = |place: Option<usize>| place.is_some_and(|p| p < length && unknown.has(p));
        let neighbours =
            usize::from(!is_open(place.checked_sub(1))) + usize::from(!is_open(Some(place + 1)));
        NEIGHBOUR * neighbours + LINE * (length - unknown.count()) / length
    };
    beside(row) + beside(column)
}

#[cfg(test)]
mod tests {
    use super::*;
    use nonogram_puzzles::{Clue, Grid, Puzzle, library, read_file};

    #[test]
    fn a_drawing_that_needs_no_guess_is_solved() {
        let file = library::root().join("32-search/elementary.non");
        let puzzle = read_file(file, None).unwrap().remove(0);
        let mut board = Board::<u64>::new(&puzzle);
        let (settled, visits) = refute(&mut board, &Limits::NONE);
        assert_eq!(settled, Ok(()));
        assert!(visits > 0);
        assert_eq!(Some(&board.to_grid()), puzzle.goal());
    }

    #[test]
    fn what_some_solution_has_is_not_refuted() {
        let clues = vec![Clue::from([1]); 3];
        let puzzle = Puzzle::new(clues.clone(), clues).unwrap();
        let mut board = Board::<u64>::new(&puzzle);
        assert_eq!(refute(&mut board, &Limits::NONE).0, Ok(()));
        assert_eq!(board.to_grid(), Grid::new(3, 3));
    }

    #[test]
    fn a_cell_without_a_value_is_found() {
        let mut found = 0;
        for file in library::files(library::cases().join("contradictory-search")).unwrap() {
            for puzzle in read_file(&file, None).unwrap() {
                let mut board = Board::<u64>::new(&puzzle);
                found += usize::from(refute(&mut board, &Limits::NONE).0.is_err());
            }
        }
        assert!(found > 0);
    }
}
