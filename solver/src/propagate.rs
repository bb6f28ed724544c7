//! Line logic on a whole board: lines are solved one by one until no line decides a further cell, a line has no placement, or a limit is
//! reached.
//!
//! [`propagate`] solves a puzzle as far as possible. [`Lines`] runs line logic on a board of one colour, [`crate::board::Sweeper`] on one
//! of several colours; [`DirtyLines`] is the set of lines that wait.

use nonogram_puzzles::{Grid, Line, Puzzle};

use crate::board::{Board, Shape, Sweeper, places};
use crate::engine::search::Limits;
use crate::line::Contradiction;
use crate::partial_grid::{PartialGrid, room};
use crate::word::{Bits, with_words};

/// Number of line visits between two checks of the clock.
pub(crate) const CLOCK: u64 = 64;

/// Result of line logic.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LineOutcome {
    /// Every cell is known. This is the only solution that agrees with the given cells.
    Solved(Grid),
    /// Cells are left unknown, or a limit was reached. The grid contains the given cells and those that line logic decided.
    Stalled(Grid),
    /// No placement of this line's blocks agrees with the known cells, so no solution does.
    Contradiction {
        /// The line without a placement.
        line: Line,
    },
}

/// Result of [`propagate_within`].
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Propagation {
    pub outcome: LineOutcome,
    /// Number of times a line was solved.
    pub visits: u64,
}

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
    propagate_within(puzzle, None, &Limits::NONE).outcome
}

/// Like [`propagate`], but starts from the cells known in `fixed`, and returns [`LineOutcome::Stalled`] when a limit is reached.
///
/// # Panics
/// Panics if the size of `fixed` differs from that of the puzzle.
pub(crate) fn propagate_within(
    puzzle: &Puzzle,
    fixed: Option<&Grid>,
    limits: &Limits,
) -> Propagation {
    if puzzle.palette().is_coloured() {
        with_words!(places(puzzle), N => in_colours::<N>(puzzle, fixed, limits))
    } else {
        with_words!(room(puzzle), N => in_one_colour::<N>(puzzle, fixed, limits))
    }
}

fn in_one_colour<const N: usize>(
    puzzle: &Puzzle,
    fixed: Option<&Grid>,
    limits: &Limits,
) -> Propagation {
    let mut board = PartialGrid::<N>::new(puzzle);
    if let Some(grid) = fixed {
        board.set_grid(grid);
    }
    let given = board.trail().len();
    let mut lines = Lines::new(board, limits);
    let outcome = match lines.settle(given) {
        Err(line) => LineOutcome::Contradiction { line },
        Ok(()) if lines.is_settled() && lines.board.unknown() == 0 => {
            LineOutcome::Solved(lines.board.to_grid())
        }
        Ok(()) => LineOutcome::Stalled(lines.board.to_grid()),
    };
    Propagation { outcome, visits: lines.visits }
}

fn in_colours<const N: usize>(
    puzzle: &Puzzle,
    fixed: Option<&Grid>,
    limits: &Limits,
) -> Propagation {
    let shape = Shape::new(puzzle);
    let mut board = Board::<N>::new(&shape);
    let mut sweeper = Sweeper::new(&shape);
    if let Some(grid) = fixed {
        board.give(&shape, grid);
    }
    let outcome = match sweeper.settle_all(&mut board, limits) {
        Err(line) => LineOutcome::Contradiction { line },
        Ok(()) if sweeper.is_settled() && board.is_complete(&shape) => {
            LineOutcome::Solved(board.to_grid(&shape))
        }
        Ok(()) => LineOutcome::Stalled(board.to_grid(&shape)),
    };
    Propagation { outcome, visits: sweeper.visits() }
}

/// Line logic on a board of one colour.
pub(crate) struct Lines<'p, const N: usize> {
    pub(crate) board: PartialGrid<'p, N>,
    dirty: DirtyLines<N>,
    /// Number of line visits so far.
    pub(crate) visits: u64,
    limits: Limits,
}

impl<'p, const N: usize> Lines<'p, N> {
    /// Starts with every line dirty.
    pub(crate) fn new(board: PartialGrid<'p, N>, limits: &Limits) -> Self {
        Self { dirty: DirtyLines::all(board.size()), ..Self::settled(board, limits) }
    }

    /// Starts with no line dirty, for a board that is at the fixpoint of line logic.
    pub(crate) fn settled(board: PartialGrid<'p, N>, limits: &Limits) -> Self {
        let dirty = DirtyLines::none(board.size().0);
        Self { dirty, board, visits: 0, limits: limits.clone() }
    }

    /// Whether no line is dirty: line logic has ended at its fixpoint or a contradiction, not at a limit.
    pub(crate) fn is_settled(&self) -> bool {
        self.dirty.is_empty()
    }

    /// Marks the lines of all cells of the trail from number `known` on as dirty and runs line logic to the fixpoint. It stops early
    /// when a limit is reached; the cells set until then follow from the others. Fails with a line that contradicts its clue.
    pub(crate) fn settle(&mut self, known: usize) -> Result<(), Line> {
        for &cell in &self.board.trail()[known..] {
            let (row, column) = self.board.lines_of(cell);
            self.dirty.push(row);
            self.dirty.push(column);
        }
        while let Some(line) = self.dirty.pop() {
            self.visits += 1;
            if self.visits.is_multiple_of(CLOCK) && self.limits.is_late() {
                self.dirty.push(line);
                return Ok(());
            }
            match self.board.visit(line) {
                Ok(learned) => self.dirty.push_across(line, &learned),
                Err(Contradiction) => {
                    self.dirty.clear();
                    return Err(self.board.name(line));
                }
            }
        }
        Ok(())
    }
}

/// The set of dirty lines: at first none or all lines, later those with a cell that changed since their last visit.
///
/// All dirty rows are removed, then all dirty columns, then rows again, so that a line collects the changes of all crossing lines
/// before it is visited.
#[derive(Debug, Clone)]
pub(crate) struct DirtyLines<const N: usize> {
    height: usize,
    /// Dirty rows, and dirty columns.
    waiting: [Bits<N>; 2],
    /// The kind of lines that [`DirtyLines::pop`] removes while any is dirty: 0 for rows, 1 for columns.
    turn: usize,
}

impl<const N: usize> DirtyLines<N> {
    /// Creates the set with no line of a board of `height` rows dirty.
    pub(crate) fn none(height: usize) -> Self {
        Self { height, waiting: [Bits::EMPTY, Bits::EMPTY], turn: 0 }
    }

    /// Creates the set with every line dirty.
    pub(crate) fn all((height, width): (usize, usize)) -> Self {
        Self { waiting: [Bits::ones(height), Bits::ones(width)], ..Self::none(height) }
    }

    /// Marks a line dirty.
    #[inline]
    pub(crate) fn push(&mut self, line: usize) {
        match line.checked_sub(self.height) {
            None => self.waiting[0].insert(line),
            Some(column) => self.waiting[1].insert(column),
        }
    }

    /// Marks the lines that cross `line` at these places dirty.
    #[inline]
    pub(crate) fn push_across(&mut self, line: usize, places: &Bits<N>) {
        let across = &mut self.waiting[usize::from(line < self.height)];
        *across = across.or(places);
    }

    /// Removes and returns the next line; `None` if no line is dirty.
    #[inline]
    pub(crate) fn pop(&mut self) -> Option<usize> {
        if self.waiting[self.turn].is_empty() {
            self.turn = 1 - self.turn;
        }
        let Some(place) = self.waiting[self.turn].lowest() else {
            // The next round starts with the rows again.
            self.turn = 0;
            return None;
        };
        self.waiting[self.turn].remove(place);
        Some(place + self.turn * self.height)
    }

    /// Whether no line is dirty.
    pub(crate) fn is_empty(&self) -> bool {
        self.waiting.iter().all(Bits::is_empty)
    }

    /// Marks every line clean.
    pub(crate) fn clear(&mut self) {
        while self.pop().is_some() {}
    }
}

#[cfg(test)]
mod tests {
    use nonogram_puzzles::{Cell, Clue, Palette};
    use proptest::prelude::*;

    use super::*;
    use crate::word::MOST_WORDS;

    fn puzzle(rows: &[&[usize]], columns: &[&[usize]]) -> Puzzle {
        let clues = |lines: &[&[usize]]| lines.iter().map(|l| Clue::new(l.to_vec())).collect();
        Puzzle::new(clues(rows), clues(columns)).unwrap()
    }

    fn grids() -> impl Strategy<Value = Grid> {
        let cells = prop::collection::vec(0u32..8, 121);
        (1usize..12, 1usize..12, 0u32..=8, cells).prop_map(|(rows, columns, density, cells)| {
            Grid::from_fn(rows, columns, |row, column| cells[11 * row + column] < density)
        })
    }

    #[test]
    fn board_with_two_solutions_stalls_until_a_cell_is_given() {
        let puzzle = puzzle(&[&[1], &[1]], &[&[1], &[1]]);
        assert_eq!(propagate(&puzzle), LineOutcome::Stalled(Grid::new(2, 2)));
        let mut fixed = Grid::new(2, 2);
        fixed.set(0, 1, Cell::Filled);
        let solved = propagate_within(&puzzle, Some(&fixed), &Limits::NONE).outcome;
        assert_eq!(solved, LineOutcome::Solved(Grid::from_lines(&["-#", "#-"]).unwrap()));
    }

    #[test]
    fn a_contradiction_names_its_line() {
        let puzzle = puzzle(&[&[2], &[]], &[&[1], &[]]);
        assert_eq!(propagate(&puzzle), LineOutcome::Contradiction { line: Line::Column(1) });
    }

    proptest! {
        /// Boards of one and of several colours agree, in every width.
        #[test]
        fn every_board_reaches_the_same_correct_fixpoint(grid in grids()) {
            let puzzle = Puzzle::from_grid(&grid);
            let found = propagate_within(&puzzle, None, &Limits::NONE);
            let (LineOutcome::Solved(known) | LineOutcome::Stalled(known)) = &found.outcome else {
                panic!("{:?}", found.outcome);
            };
            for row in 0..grid.rows() {
                let mut pairs = known.row(row).zip(grid.row(row));
                prop_assert!(pairs.all(|(known, cell)| known == Cell::Unknown || known == cell));
            }
            prop_assert_eq!(&in_one_colour::<2>(&puzzle, None, &Limits::NONE), &found);
            prop_assert_eq!(&in_one_colour::<4>(&puzzle, None, &Limits::NONE), &found);
            prop_assert_eq!(&in_one_colour::<MOST_WORDS>(&puzzle, None, &Limits::NONE), &found);
            let coloured = puzzle.with_palette(Palette::standard(2)).unwrap();
            prop_assert_eq!(&in_colours::<1>(&coloured, None, &Limits::NONE).outcome, &found.outcome);
        }
    }

    #[test]
    fn dirty_rows_and_columns_are_returned_alternately_and_once() {
        let set = |place: usize| Bits::from_fn(64, |i| i == place);
        let mut dirty = DirtyLines::<1>::all((2, 3));
        dirty.push(1);
        let order: Vec<_> = std::iter::from_fn(|| dirty.pop()).collect();
        assert_eq!(order, [0, 1, 2, 3, 4]);
        dirty.push_across(0, &set(2));
        assert_eq!(dirty.pop(), Some(4));
        dirty.push_across(4, &set(1));
        dirty.push(2);
        let order: Vec<_> = std::iter::from_fn(|| dirty.pop()).collect();
        assert_eq!(order, [2, 1]);
        assert!(dirty.is_empty());
        dirty.push(0);
        assert!(!dirty.is_empty());
        dirty.clear();
        assert_eq!(dirty.pop(), None);
    }
}
