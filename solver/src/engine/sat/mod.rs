//! The puzzle as a satisfiability problem, solved by CaDiCaL.
//!
//! [`Sat`] uses the order encoding (Crawford and Baker, 1994; Tamura et al., 2006). One variable per unknown cell means that the
//! cell is filled. One variable per block and position, after the first and up to the last possible start of the block, means that
//! the block starts before the position. A cell outside all blocks is blank, and a cell of a block is filled; the clauses of the encoding
//! have at most three literals. [`Sat::add`] adds clauses that the learner has found.

#[cfg(test)]
mod course_tests;
pub(crate) mod starts;

use cadical::{Callbacks, Solver};
use nonogram_puzzles::{Grid, Line, Puzzle};

use crate::engine::learning::Literal;
use crate::engine::outlast::{leave, outlast};
use crate::engine::search::{Counts, Limits, Search, Step};
use crate::line::placement::{leftmost, rightmost};
use crate::unfit::Unfit;
use starts::{Starts, Term};

/// Maximum number of clauses. CaDiCaL uses about 1.6 GB for this number.
pub(crate) const MAX_CLAUSES: usize = 20_000_000;
/// Number of clauses above which it takes tenths of a second to free CaDiCaL, or to wait for a step that it does not interrupt. A larger
/// solver is freed in a thread of its own and, if its limits have a deadline or a flag, also runs in one.
pub(crate) const SLOW: usize = 1_000_000;

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
    /// `None` once [`outlast`] has returned no result, for example after a time-out.
    solver: Option<Solver<Stop>>,
    known: Grid,
    /// Variable of each unknown cell; 0 for known cells.
    variables: Vec<i32>,
    last_variable: i32,
    /// Number of clauses so far.
    clauses: usize,
    /// Whether some line has no placement or some clause has no literal, in which case there is no model.
    contradictory: bool,
    /// Whether a limit was reached before every line was encoded.
    incomplete: bool,
}

/// Stops the solver when a limit is reached.
pub(crate) struct Stop(pub Limits);

impl Callbacks for Stop {
    fn terminate(&mut self) -> bool {
        self.0.is_late()
    }
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
        let mut sat = Self {
            solver: Some(Solver::new()),
            known: known.clone(),
            variables: vec![0; height * width],
            last_variable: 0,
            clauses: 0,
            contradictory: false,
            incomplete: false,
        };
        for cell in 0..height * width {
            if known.get(cell / width, cell % width).value().is_none() {
                sat.last_variable += 1;
                sat.variables[cell] = sat.last_variable;
            }
        }
        for (line, clue) in puzzle.lines() {
            let cells: Vec<usize> = match line {
                Line::Row(row) => (0..width).map(|column| row * width + column).collect(),
                Line::Column(column) => (0..height).map(|row| row * width + column).collect(),
            };
            if !sat.add_line(clue, &cells, limits) {
                sat.incomplete = true;
                break;
            }
        }
        sat
    }

    /// Adds a clause that is known to hold.
    pub fn add(&mut self, literals: &[Literal]) {
        let terms: Vec<Term> = literals
            .iter()
            .map(|literal| match self.filled(literal.cell()) {
                filled if literal.filled() => filled,
                filled => filled.negated(),
            })
            .collect();
        self.add_terms(&terms);
    }

    /// Excludes a solution.
    pub fn exclude(&mut self, solution: &Grid) {
        let width = solution.columns();
        let terms: Vec<Term> = (0..self.variables.len())
            .map(
                |cell| match solution.get(cell / width, cell % width).value() {
                    Some(true) => self.filled(cell).negated(),
                    _ => self.filled(cell),
                },
            )
            .collect();
        self.add_terms(&terms);
    }

    fn filled(&self, cell: usize) -> Term {
        let width = self.known.columns();
        match self.known.get(cell / width, cell % width).value() {
            Some(filled) => Term::Constant(filled),
            None => Term::Literal(self.variables[cell]),
        }
    }

    fn add_terms(&mut self, terms: &[Term]) {
        if terms
            .iter()
            .any(|term| matches!(term, Term::Constant(true)))
        {
            return;
        }
        let literals: Vec<i32> = terms
            .iter()
            .filter_map(|term| match term {
                Term::Literal(literal) => Some(*literal),
                Term::Constant(_) => None,
            })
            .collect();
        self.contradictory |= literals.is_empty();
        if let Some(solver) = &mut self.solver {
            solver.add_clause(literals);
        }
        self.clauses += 1;
    }

    /// Adds the clauses of a line, or records a contradiction if the line has no placement. Returns false if a limit is reached before
    /// the clauses are complete.
    fn add_line(&mut self, clue: &[usize], cells: &[usize], limits: &Limits) -> bool {
        let width = self.known.columns();
        let known: Vec<_> = cells
            .iter()
            .map(|&cell| self.known.get(cell / width, cell % width))
            .collect();
        let (Some(left), Some(right)) = (leftmost(clue, &known), rightmost(clue, &known)) else {
            self.contradictory = true;
            return true;
        };
        let mut looked = None;
        let blocks: Vec<Starts> = left
            .into_iter()
            .zip(right)
            .zip(clue)
            .map(|((first, last), &length)| {
                let base = self.last_variable;
                self.last_variable += (last - first) as i32;
                Starts {
                    first,
                    last,
                    length,
                    base,
                }
            })
            .collect();
        for (j, block) in blocks.iter().enumerate() {
            for place in block.first..=block.last {
                self.add_terms(&[block.before(place).negated(), block.before(place + 1)]);
            }
            if let Some(next) = blocks.get(j + 1) {
                for place in block.first..=block.last {
                    let after = next.before(place + block.length + 1);
                    self.add_terms(&[after.negated(), block.before(place)]);
                }
            }
        }
        for (place, &cell) in cells.iter().enumerate() {
            if looked.is_none_or(|looked| self.clauses >= looked + CLOCK) {
                if limits.is_late() {
                    return false;
                }
                looked = Some(self.clauses);
            }
            let filled = self.filled(cell);
            for block in &blocks {
                // The block has started and not ended: the cell belongs to the block.
                self.add_terms(&[block.before(place + 1).negated(), block.over(place), filled]);
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
                self.add_terms(&[over.negated(), begun, filled.negated()]);
            }
        }
        true
    }

    /// The solution that the model just found represents.
    fn solution(&self, solver: &Solver<Stop>) -> Grid {
        let mut grid = self.known.clone();
        let width = grid.columns();
        for (cell, &variable) in self.variables.iter().enumerate() {
            if variable != 0 {
                let filled = solver.value(variable) == Some(true);
                grid.set(cell / width, cell % width, filled.into());
            }
        }
        grid
    }
}

impl Search for Sat {
    fn next(&mut self, limits: &Limits) -> Step {
        if self.contradictory {
            return Step::Exhausted;
        }
        if self.incomplete {
            return Step::OutOfTime;
        }
        let Some(mut solver) = self.solver.take() else {
            return Step::OutOfTime;
        };
        for (name, limit) in [
            ("conflicts", limits.conflicts),
            ("decisions", limits.decisions),
        ] {
            let limit = i32::try_from(limit).unwrap_or(i32::MAX);
            solver
                .set_limit(name, limit)
                .expect("CaDiCaL has this limit");
        }
        solver.set_callbacks(Some(Stop(limits.clone())));
        let solve = move || (solver.solve(), solver);
        let answer = match self.clauses > SLOW && limits.can_be_late() {
            true => outlast(solve, limits),
            false => Some(solve()),
        };
        let Some((answer, solver)) = answer else {
            return Step::OutOfTime;
        };
        let solution = (answer == Some(true)).then(|| self.solution(&solver));
        self.solver = Some(solver);
        match solution {
            Some(solution) => {
                self.exclude(&solution);
                Step::Solution(solution)
            }
            None if answer == Some(false) => Step::Exhausted,
            None if limits.is_late() => Step::OutOfTime,
            None => Step::OutOfNodes,
        }
    }

    /// Always zero, because the counts of CaDiCaL are not read. Limits therefore count anew for each solution.
    fn counts(&self) -> Counts {
        Counts::default()
    }
}

impl Drop for Sat {
    fn drop(&mut self) {
        if let Some(solver) = self.solver.take()
            && self.clauses > SLOW
        {
            leave(move || drop(solver));
        }
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
                sat.clauses <= looks as usize * most + most,
                "{}",
                sat.clauses
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
