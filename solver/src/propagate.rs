//! Line solving of a whole board: lines are solved one by one until no line decides a further cell, a line has no placement, or a
//! limit is reached.
//!
//! [`propagate`] starts from an empty board with the default methods, [`propagate_with`] from any partial grid with given methods. With a
//! complete line solver, the fixpoint does not depend on the order of the lines. [`Selection`] is the strategy that selects the next line,
//! [`Worklist`] holds the waiting lines, [`DirtyLines`] is a set of dirty lines. Source of the score: Steve Simpson's solver.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use nonogram_puzzles::{Grid, Line, Puzzle};

use crate::board::{Board, Shape, Sweeper, places};
use crate::engine::search::Limits;
use crate::line::Contradiction;
use crate::partial_grid::{PartialGrid, room};
use crate::solve::{LineOutcome, Methods, Propagation};
use crate::word::{Bits, with_words};

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
        return with_words!(places(puzzle), N => in_colours::<N>(puzzle, fixed, limits));
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
                return Propagation { outcome: LineOutcome::Contradiction { line }, visits };
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
            if self.visits.is_multiple_of(VISITS_PER_LOOK) && self.limits.is_late() {
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

/// Number of line visits between two checks of the clock.
const VISITS_PER_LOOK: u64 = 64;

/// A strategy that selects the next line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Selection {
    /// Every line in turn, rows first, until all other lines have decided nothing since the last one that decided a cell.
    RoundRobin,
    /// Dirty lines (at first all, then those with a cell that became known since their last visit): all such rows, then all such
    /// columns, and so on.
    #[default]
    Dirty,
    /// Dirty lines: those with the fewest visits that decided no cell first; of these, the one with the highest [`score`] first.
    Score,
}

impl Selection {
    /// Every strategy.
    pub const ALL: [Self; 3] = [Self::RoundRobin, Self::Dirty, Self::Score];

    /// The name that [`std::str::FromStr`] parses.
    pub fn name(self) -> &'static str {
        match self {
            Self::RoundRobin => "round-robin",
            Self::Dirty => "dirty",
            Self::Score => "score",
        }
    }
}

with_names!(Selection, "line selection");

/// Score of a line of `length` cells, an estimate of how many of them its clue decides if all are unknown. A clue of n blocks of Σ
/// cells in total, which can shift by f = length − Σ − (n − 1) cells, scores Σ − n·f. An empty clue scores `length`.
pub fn score(clue: &[usize], length: usize) -> i64 {
    let (n, length) = (clue.len() as i64, length as i64);
    if n == 0 {
        return length;
    }
    let sum: i64 = clue.iter().map(|&block| block as i64).sum();
    (n + 1) * sum + n * (n - length - 1)
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

/// The lines that wait to be visited, in the order of a strategy.
#[derive(Debug)]
pub(crate) enum Worklist<const N: usize> {
    RoundRobin {
        lines: usize,
        next: usize,
        fruitless: usize,
    },
    Dirty(DirtyLines<N>),
    Score {
        height: usize,
        scores: Vec<i64>,
        fruitless: Vec<u32>,
        waiting: Vec<bool>,
        heap: BinaryHeap<Ranked>,
    },
}

/// A waiting line: its number of visits that decided no cell, its score and its number. The fewest such visits rank highest, then the
/// highest score, then the lowest number.
type Ranked = (Reverse<u32>, i64, Reverse<usize>);

impl<const N: usize> Worklist<N> {
    /// Creates a worklist in which every line of a board waits.
    pub(crate) fn new(selection: Selection, board: &PartialGrid<'_, N>) -> Self {
        let lines = board.lines();
        match selection {
            Selection::RoundRobin => Self::RoundRobin { lines, next: 0, fruitless: 0 },
            Selection::Dirty => Self::Dirty(DirtyLines::all(board.size())),
            Selection::Score => {
                let scores = (0..lines).map(|line| score(board.clue(line), board.length(line)));
                Self::by_score(board.size().0, scores.collect())
            }
        }
    }

    fn by_score(height: usize, scores: Vec<i64>) -> Self {
        let ranked = |(line, &score)| (Reverse(0), score, Reverse(line));
        Self::Score {
            height,
            fruitless: vec![0; scores.len()],
            waiting: vec![true; scores.len()],
            heap: scores.iter().enumerate().map(ranked).collect(),
            scores,
        }
    }

    /// The next line to visit, or `None` at the fixpoint.
    #[inline]
    pub(crate) fn pop(&mut self) -> Option<usize> {
        match self {
            Self::RoundRobin { lines, next, fruitless } => {
                if fruitless == lines {
                    return None;
                }
                let line = *next;
                *next = (*next + 1) % *lines;
                Some(line)
            }
            Self::Dirty(dirty) => dirty.pop(),
            Self::Score { waiting, heap, .. } => {
                let (_, _, Reverse(line)) = heap.pop()?;
                waiting[line] = false;
                Some(line)
            }
        }
    }

    /// Records a visit of `line` that made the cells at the places `learned` known, and marks the lines that cross there dirty.
    #[inline]
    pub(crate) fn visited(&mut self, line: usize, learned: &Bits<N>) {
        match self {
            Self::RoundRobin { fruitless, .. } => {
                if learned.is_empty() {
                    *fruitless += 1
                } else {
                    *fruitless = 1
                }
            }
            Self::Dirty(dirty) => dirty.push_across(line, learned),
            Self::Score { height, scores, fruitless, waiting, heap } => {
                fruitless[line] += u32::from(learned.is_empty());
                for place in learned.cells() {
                    let across = if line < *height { *height + place } else { place };
                    if !std::mem::replace(&mut waiting[across], true) {
                        heap.push((Reverse(fruitless[across]), scores[across], Reverse(across)));
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use nonogram_puzzles::{Cell, Clue, Line};
    use proptest::prelude::*;

    use super::*;
    use crate::line::LineSolver;
    use crate::word::MOST_WORDS;

    fn puzzle(rows: &[&[usize]], columns: &[&[usize]]) -> Puzzle {
        let clues = |lines: &[&[usize]]| lines.iter().map(|l| Clue::new(l.to_vec())).collect();
        Puzzle::new(clues(rows), clues(columns)).unwrap()
    }

    fn grids() -> impl Strategy<Value = Grid> {
        (1usize..12, 1usize..12, any::<u64>(), 0u32..=8).prop_map(
            |(rows, columns, seed, density)| {
                let mut state = seed;
                Grid::from_fn(rows, columns, |_, _| {
                    state =
                        state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
                    (state >> 61) as u32 % 8 < density
                })
            },
        )
    }

    #[test]
    fn board_with_two_solutions_stalls_until_a_cell_is_given() {
        let puzzle = puzzle(&[&[1], &[1]], &[&[1], &[1]]);
        assert_eq!(propagate(&puzzle), LineOutcome::Stalled(Grid::new(2, 2)));
        let mut fixed = Grid::new(2, 2);
        fixed.set(0, 1, Cell::Filled);
        let solved = propagate_with(&puzzle, Some(&fixed), Methods::default()).outcome;
        assert_eq!(solved, LineOutcome::Solved(Grid::from_lines(&["-#", "#-"]).unwrap()));
    }

    #[test]
    fn a_contradiction_names_its_line() {
        let puzzle = puzzle(&[&[2], &[]], &[&[1], &[]]);
        assert_eq!(propagate(&puzzle), LineOutcome::Contradiction { line: Line::Column(1) });
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

    #[test]
    fn scores_fall_with_the_freedom_of_the_blocks() {
        assert_eq!(score(&[], 10), 10);
        assert_eq!(score(&[10], 10), 10);
        assert_eq!(score(&[1], 10), -8);
        assert!(score(&[4, 4], 10) > score(&[1, 4], 10));
    }

    fn set(places: &[usize]) -> Bits<1> {
        Bits::from_fn(64, |place| places.contains(&place))
    }

    #[test]
    fn dirty_rows_and_columns_are_returned_alternately_and_once() {
        let mut dirty = DirtyLines::<1>::all((2, 3));
        dirty.push(1);
        let order: Vec<_> = std::iter::from_fn(|| dirty.pop()).collect();
        assert_eq!(order, [0, 1, 2, 3, 4]);
        dirty.push_across(0, &set(&[2]));
        assert_eq!(dirty.pop(), Some(4));
        dirty.push_across(4, &set(&[1]));
        dirty.push(2);
        let order: Vec<_> = std::iter::from_fn(|| dirty.pop()).collect();
        assert_eq!(order, [2, 1]);
        assert!(dirty.is_empty());
        dirty.push(0);
        assert!(!dirty.is_empty());
        dirty.clear();
        assert_eq!(dirty.pop(), None);
    }

    #[test]
    fn fruitless_visits_defer_the_best_line() {
        // One row, two columns.
        let mut worklist = Worklist::by_score(1, vec![5, 9, 1]);
        assert_eq!(worklist.pop(), Some(1));
        worklist.visited(1, &set(&[]));
        assert_eq!(worklist.pop(), Some(0));
        worklist.visited(0, &set(&[0, 1]));
        let order: Vec<_> = std::iter::from_fn(|| worklist.pop()).collect();
        assert_eq!(order, [2, 1]);
    }
}
