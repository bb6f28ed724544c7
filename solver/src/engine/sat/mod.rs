//! The puzzle as a satisfiability problem.
//!
//! [`Sat`] uses the order encoding (Crawford and Baker, 1994; Tamura et al., 2006). One variable per unknown cell means that the
//! cell is filled. One variable per block and position, after the first and up to the last possible start of the block, means that
//! the block starts before the position. A cell outside all blocks is blank, and a cell of a block is filled; the clauses of the encoding
//! have at most three literals. [`Sat::add`] adds clauses that the learner has found. [`problem`] solves the problem.

#[cfg(test)]
mod course_tests;
pub(crate) mod problem;
pub(crate) mod starts;

use nonogram_puzzles::{Grid, Line, Puzzle};

use crate::engine::learning::Literal;
use crate::engine::search::{Counts, Limits, Search, Step};
use crate::line::placement::{leftmost, rightmost};
use crate::unfit::Unfit;
use problem::{Problem, Term};
use starts::Starts;

/// Maximum number of clauses, for which the solver uses about a gigabyte.
pub(crate) const MAX_CLAUSES: usize = 20_000_000;

/// Approximate number of clauses of a line between two checks of the clock.
const CLOCK: usize = 1 << 12;

/// Checks that the problem of the puzzle has at most `MAX_CLAUSES` clauses, as estimated by [`Sat::size`].
///
/// # Errors
/// Returns [`Unfit`] if the problem has too many clauses.
pub fn check(puzzle: &Puzzle) -> Result<(), Unfit> {
    match Sat::size(puzzle) {
        size if size > MAX_CLAUSES => Err(Unfit {
            engine: "sat",
            instead: "another engine",
            needs: format!("{size} clauses"),
            limit: format!("at most {MAX_CLAUSES}"),
        }),
        _ => Ok(()),
    }
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
    /// is [`Step::OutOfTime`], or [`Step::Exhausted`] if a contradiction was found before.
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
            .map(|literal| match self.filled[literal.cell()] {
                filled if literal.filled() => filled,
                filled => filled.negated(),
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
        let mut looked = None;
        let blocks: Vec<Starts> = left
            .into_iter()
            .zip(right)
            .zip(clue)
            .map(|((first, last), &length)| Starts::new(problem, first, last, length))
            .collect();
        for (j, block) in blocks.iter().enumerate() {
            for place in block.first..=block.last {
                problem.add(&[block.before(place).negated(), block.before(place + 1)]);
            }
            if let Some(next) = blocks.get(j + 1) {
                for place in block.first..=block.last {
                    let after = next.before(place + block.length + 1);
                    problem.add(&[after.negated(), block.before(place)]);
                }
            }
        }
        for (place, &cell) in cells.iter().enumerate() {
            if looked.is_none_or(|looked| problem.clauses() >= looked + CLOCK) {
                if limits.is_late() {
                    return false;
                }
                looked = Some(problem.clauses());
            }
            let filled = self.filled[cell];
            for block in &blocks {
                // The block has started and not ended: the cell belongs to the block.
                problem.add(&[block.before(place + 1).negated(), block.over(place), filled]);
            }
            for gap in 0..=blocks.len() {
                // The block before has ended and the next one has not started: the cell is blank.
                let over = match gap.checked_sub(1) {
                    Some(j) => blocks[j].over(place),
                    None => Term::Constant(true),
                };
                let begun = match blocks.get(gap) {
                    Some(block) => block.before(place + 1),
                    None => Term::Constant(false),
                };
                problem.add(&[over.negated(), begun, filled.negated()]);
            }
        }
        true
    }

    /// The solution that the model just found represents.
    fn solution(&self) -> Grid {
        Grid::from_fn(self.height, self.width, |row, column| {
            self.problem.holds(self.filled[row * self.width + column])
        })
    }
}

impl Search for Sat {
    fn next(&mut self, limits: &Limits) -> Step {
        if let Err(step) = self.problem.solve(limits) {
            return step;
        }
        let solution = self.solution();
        self.exclude(&solution);
        Step::Solution(solution)
    }

    /// Always zero. Limits therefore count anew for each solution.
    fn counts(&self) -> Counts {
        Counts::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::search::{Pause, gather};
    use nonogram_puzzles::Clue;
    use proptest::prelude::*;

    /// Finds every solution by trying all pictures.
    fn all_pictures(puzzle: &Puzzle) -> Vec<Grid> {
        let (rows, columns) = (puzzle.row_count(), puzzle.column_count());
        (0..1usize << (rows * columns))
            .map(|bits| Grid::from_fn(rows, columns, |r, c| bits >> (r * columns + c) & 1 == 1))
            .filter(|grid| puzzle.is_solved_by(grid))
            .collect()
    }

    fn sorted(mut grids: Vec<Grid>) -> Vec<Grid> {
        grids.sort_by_key(Grid::to_lines);
        grids
    }

    #[test]
    fn a_line_without_placement_is_a_contradiction() {
        let puzzle = Puzzle::new(vec![Clue::from([2])], vec![Clue::from([1]); 2]).unwrap();
        let known = Grid::from_lines(&["-?"]).unwrap();
        assert_eq!(
            Sat::new(&puzzle, &known, &Limits::NONE).next(&Limits::NONE),
            Step::Exhausted
        );
    }

    /// The board is so large that the clock is checked several times within a line.
    #[test]
    fn encoding_stops_at_a_limit() {
        let puzzle = Puzzle::from_grid(&Grid::from_fn(400, 400, |row, column| {
            (row * column + row + column) % 3 == 0
        }));
        let known = Grid::new(400, 400);
        // Between two checks, at most `CLOCK` clauses, those of one more cell and those of a line's blocks are added.
        let most = CLOCK + 200_000;
        for looks in [0, 1, 2, 5] {
            let limits = Limits::of_looks(looks);
            let mut sat = Sat::new(&puzzle, &known, &limits);
            assert!(
                sat.problem.clauses() <= looks as usize * most + most,
                "{}",
                sat.problem.clauses()
            );
            assert_eq!(sat.next(&limits), Step::OutOfTime);
        }
    }

    proptest! {
        #[test]
        fn models_are_the_solutions(rows in 1usize..5, columns in 1usize..5, bits: u16) {
            let picture = Grid::from_fn(rows, columns, |r, c| bits >> (r * columns + c) & 1 == 1);
            let puzzle = Puzzle::from_grid(&picture);
            let mut sat = Sat::new(&puzzle, &Grid::new(rows, columns), &Limits::NONE);
            let (end, found) = gather(&mut sat, usize::MAX, &Limits::NONE);
            prop_assert_eq!(end, Pause::Exhausted);
            prop_assert_eq!(sorted(found), sorted(all_pictures(&puzzle)));
        }
    }
}
