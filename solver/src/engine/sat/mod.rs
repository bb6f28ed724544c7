//! The puzzle as a satisfiability problem.
//!
//! [`Sat`] uses the order encoding (Crawford and Baker, 1994; Tamura et al., 2006). One variable per unknown cell means that the
//! cell is filled. One variable per block and position, after the first and up to the last possible start of the block, means that
//! the block starts before the position. A cell outside all blocks is blank, and a cell of a block is filled; the clauses of the encoding
//! have at most three literals. [`Sat::add`] adds clauses that the learner has found. [`problem`] solves the problem.

pub(crate) mod problem;

use nonogram_puzzles::{Grid, Line, Puzzle};
use problem::{Problem, Term};

use crate::engine::learning::Literal;
use crate::engine::search::{Counts, End, Limits, Search};
use crate::engine::{Engine, Unfit};
use crate::line::placement::{leftmost, rightmost};

/// Maximum number of clauses, for which the solver uses about a gigabyte.
pub(crate) const MAX_CLAUSES: usize = 20_000_000;

/// Approximate number of clauses of a line between two checks of the clock.
const CLOCK: usize = 1 << 12;

/// Checks that the problem of the puzzle has at most `MAX_CLAUSES` clauses, as estimated by [`Sat::size`].
///
/// # Errors
/// Returns [`Unfit`] if the problem has too many clauses.
pub fn check(puzzle: &Puzzle) -> Result<(), Unfit> {
    let size = Sat::size(puzzle);
    if size <= MAX_CLAUSES {
        return Ok(());
    }
    let limit = format!("at most {MAX_CLAUSES}");
    Err(Unfit::new(Engine::Sat, format!("{size} clauses"), limit))
}

/// A satisfiability problem whose models are the solutions of a puzzle.
pub struct Sat {
    problem: Problem,
    /// Size of the grid.
    height: usize,
    width: usize,
    /// For each cell, that it is filled.
    filled: Vec<Term>,
}

impl Sat {
    /// Approximate number of clauses that [`Sat::new`] would create if no cell were known.
    pub fn size(puzzle: &Puzzle) -> usize {
        let blocks = |lines: &[nonogram_puzzles::Clue]| -> usize {
            lines.iter().map(|clue| clue.len() + 1).sum()
        };
        3 * (blocks(puzzle.rows()) * puzzle.column_count()
            + blocks(puzzle.columns()) * puzzle.row_count())
    }

    /// Encodes `puzzle` with the cells of `known` given. If `limits` are late before the encoding is complete, each step of the search
    /// is [`End::TimeLimit`], or [`End::Complete`] if a contradiction was found before.
    pub fn new(puzzle: &Puzzle, known: &Grid, limits: &Limits) -> Self {
        let (height, width) = (puzzle.row_count(), puzzle.column_count());
        let mut problem = Problem::new();
        let filled = (0..height * width)
            .map(|cell| match known.get(cell / width, cell % width).value() {
                Some(filled) => Term::Constant(filled),
                None => problem.variable(),
            })
            .collect();
        let mut sat = Self {
            problem,
            height,
            width,
            filled,
        };
        for (line, clue) in puzzle.lines() {
            let cells: Vec<usize> = match line {
                Line::Row(row) => (0..width).map(|column| row * width + column).collect(),
                Line::Column(column) => (0..height).map(|row| row * width + column).collect(),
            };
            if !sat.add_line(clue, &cells, known, limits) {
                sat.problem.give_up();
                break;
            }
        }
        sat
    }

    /// Adds a clause that is known to hold.
    pub fn add(&mut self, literals: &[Literal]) {
        let terms: Vec<Term> = literals
            .iter()
            .map(|literal| {
                let filled = self.filled[literal.cell()];
                if literal.filled() {
                    filled
                } else {
                    filled.negated()
                }
            })
            .collect();
        self.problem.add(&terms);
    }

    /// Excludes a solution.
    pub fn exclude(&mut self, solution: &Grid) {
        let terms: Vec<Term> = (0..self.filled.len())
            .map(
                |cell| match solution.get(cell / self.width, cell % self.width).value() {
                    Some(true) => self.filled[cell].negated(),
                    _ => self.filled[cell],
                },
            )
            .collect();
        self.problem.add(&terms);
    }

    /// Adds the clauses of a line, or records a contradiction if the line has no placement. Returns false if a limit is reached before
    /// the clauses are complete.
    fn add_line(&mut self, clue: &[usize], cells: &[usize], known: &Grid, limits: &Limits) -> bool {
        let known: Vec<_> = cells
            .iter()
            .map(|&cell| known.get(cell / self.width, cell % self.width))
            .collect();
        let problem = &mut self.problem;
        let (Some(left), Some(right)) = (leftmost(clue, &known), rightmost(clue, &known)) else {
            problem.add(&[]);
            return true;
        };
        let blocks: Vec<Starts> = left
            .into_iter()
            .zip(right)
            .zip(clue)
            .map(|((first, last), &length)| Starts::new(problem, first, last, length))
            .collect();
        let filled = |place: usize, _| self.filled[cells[place]];
        let (may_start, gap) = (|_, _| true, |_| 1);
        add_line(
            problem,
            &blocks,
            cells.len(),
            may_start,
            gap,
            filled,
            limits,
        )
    }

    /// The solution that the model just found represents.
    fn solution(&self) -> Grid {
        Grid::from_fn(self.height, self.width, |row, column| {
            self.problem.holds(self.filled[row * self.width + column])
        })
    }
}

impl Search for Sat {
    fn next(&mut self, limits: &Limits) -> Result<Grid, End> {
        self.problem.solve(limits)?;
        let solution = self.solution();
        self.exclude(&solution);
        Ok(solution)
    }

    /// Always zero. Limits therefore count anew for each solution.
    fn counts(&self) -> Counts {
        Counts::default()
    }
}

/// Adds the clauses of a line of `length` cells with these blocks. `may_start` excludes starts within the range of a block, `gap` is
/// the number of blanks that must follow a block, and `filled` the term that a cell belongs to a block or, for `None`, to any. Returns false if a limit is reached before the clauses are complete.
pub(crate) fn add_line(
    problem: &mut Problem,
    blocks: &[Starts],
    length: usize,
    may_start: impl Fn(usize, usize) -> bool,
    gap: impl Fn(usize) -> usize,
    filled: impl Fn(usize, Option<usize>) -> Term,
    limits: &Limits,
) -> bool {
    for (j, block) in blocks.iter().enumerate() {
        for place in block.first..=block.last {
            let (before, after) = (block.before(place), block.before(place + 1));
            problem.add(&[before.negated(), after]);
            if !may_start(j, place) {
                problem.add(&[after.negated(), before]);
            }
        }
        if let Some(next) = blocks.get(j + 1) {
            for place in block.first..=block.last {
                let after = next.before(place + block.length + gap(j));
                problem.add(&[after.negated(), block.before(place)]);
            }
        }
    }
    let mut looked = None;
    for place in 0..length {
        if looked.is_none_or(|looked| problem.clauses() >= looked + CLOCK) {
            if limits.is_late() {
                return false;
            }
            looked = Some(problem.clauses());
        }
        for (j, block) in blocks.iter().enumerate() {
            // The block has started and not ended: the cell belongs to the block.
            let begun = block.before(place + 1);
            problem.add(&[begun.negated(), block.over(place), filled(place, Some(j))]);
        }
        for next in 0..=blocks.len() {
            // The block before has ended and the next one has not started: the cell is blank.
            let over = match next.checked_sub(1) {
                Some(j) => blocks[j].over(place),
                None => Term::Constant(true),
            };
            let begun = match blocks.get(next) {
                Some(block) => block.before(place + 1),
                None => Term::Constant(false),
            };
            problem.add(&[over.negated(), begun, filled(place, None).negated()]);
        }
    }
    true
}

/// The variables of one block.
pub(crate) struct Starts {
    /// First possible start.
    pub(crate) first: usize,
    /// Last possible start.
    pub(crate) last: usize,
    /// Number of cells of the block.
    pub(crate) length: usize,
    /// For each possible start but the first, that the block starts before it.
    before: Vec<Term>,
}

impl Starts {
    /// Creates the variables of a block of `length` cells whose possible starts are from `first` to `last`.
    pub(crate) fn new(problem: &mut Problem, first: usize, last: usize, length: usize) -> Self {
        let before = (first..last).map(|_| problem.variable()).collect();
        Self {
            first,
            last,
            length,
            before,
        }
    }

    /// The term that the block starts before `place`.
    pub(crate) fn before(&self, place: usize) -> Term {
        match place {
            _ if place <= self.first => Term::Constant(false),
            _ if place > self.last => Term::Constant(true),
            _ => self.before[place - self.first - 1],
        }
    }

    /// The term that the block ends before `place`.
    pub(crate) fn over(&self, place: usize) -> Term {
        match (place + 1).checked_sub(self.length) {
            Some(start) => self.before(start),
            None => Term::Constant(false),
        }
    }
}

#[cfg(test)]
mod tests;
