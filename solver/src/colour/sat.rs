//! A coloured puzzle as a satisfiability problem.
//!
//! [`Sat`] uses the order encoding of [`crate::engine::sat`] for the starts of blocks. For each cell that may be filled
//! or blank, a variable states that it is filled; for each cell with several possible colours, a variable per colour states that it has
//! this colour. A cell of a block has the colour of the block; a cell outside all blocks is blank.

use nonogram_puzzles::Grid;

use super::board::{Board, Shape, Sweeper, cell};
use crate::engine::sat::problem::{Problem, Term};
use crate::engine::sat::{MAX_CLAUSES, Starts, add_line};
use crate::engine::search::{Counts, End, Limits, Search};
use crate::word::Bits;

/// Whether the estimated number of clauses is at most `MAX_CLAUSES`.
pub(super) fn fits(shape: &Shape) -> bool {
    let clauses = |line: usize| 3 * (shape.lines[line].len() + 1) * shape.length(line);
    (0..shape.lines.len()).map(clauses).sum::<usize>() <= MAX_CLAUSES
}

/// A satisfiability problem whose models are the solutions of a puzzle.
pub(super) struct Sat {
    problem: Problem,
    width: usize,
    values: usize,
    /// Term of each cell and value. The term at value 0 (blank) means that the cell is filled.
    terms: Vec<Term>,
}

impl Sat {
    /// Encodes a board at the fixpoint of line logic.
    pub(super) fn new<const N: usize>(shape: &Shape, board: &Board<N>, limits: &Limits) -> Self {
        let mut sat = Self {
            problem: Problem::new(),
            width: shape.width,
            values: shape.values,
            terms: Vec::with_capacity(shape.height * shape.width * shape.values),
        };
        for row in 0..shape.height {
            for column in 0..shape.width {
                sat.add_cell(shape, board, (row, column));
            }
        }
        let mut sweeper = Sweeper::new(shape);
        for line in 0..shape.lines.len() {
            let is_complete = match sweeper.starts(board, line) {
                Ok(starts) => sat.add_line(shape, line, starts, limits),
                Err(_) => {
                    sat.problem.add(&[]);
                    true
                }
            };
            if !is_complete {
                sat.problem.give_up();
                break;
            }
        }
        sat
    }

    /// Creates the variables of a cell and their clauses: a filled cell has exactly one colour, a blank cell has none.
    fn add_cell<const N: usize>(&mut self, shape: &Shape, board: &Board<N>, at: (usize, usize)) {
        let can: Vec<bool> = (0..shape.values)
            .map(|value| board.can(shape, at, value))
            .collect();
        let colours = can[1..].iter().filter(|can| **can).count();
        let filled = match (can[0], colours) {
            (true, 0) => Term::Constant(false),
            (false, _) => Term::Constant(true),
            (true, _) => self.problem.variable(),
        };
        let base = self.terms.len();
        self.terms.push(filled);
        for &can in &can[1..] {
            let term = match (can, colours) {
                (false, _) => Term::Constant(false),
                (true, 1) => filled,
                (true, _) => self.problem.variable(),
            };
            self.terms.push(term);
        }
        if colours > 1 {
            let of_colours: Vec<Term> = self.terms[base + 1..].to_vec();
            let some = of_colours.iter().copied().chain([filled.negated()]);
            self.problem.add(&some.collect::<Vec<_>>());
            for (place, &one) in of_colours.iter().enumerate() {
                self.problem.add(&[one.negated(), filled]);
                for &other in &of_colours[..place] {
                    self.problem.add(&[one.negated(), other.negated()]);
                }
            }
        }
    }

    /// The term of a cell and a value; for blank, the term that the cell is filled.
    fn term(&self, (row, column): (usize, usize), value: usize) -> Term {
        self.terms[(row * self.width + column) * self.values + value]
    }

    /// Adds the clauses of a line whose blocks can start at `places`. Returns false if a limit is reached before they are complete.
    fn add_line<const N: usize>(
        &mut self,
        shape: &Shape,
        line: usize,
        places: &[Bits<N>],
        limits: &Limits,
    ) -> bool {
        let runs = &shape.lines[line];
        let mut blocks = Vec::with_capacity(runs.len());
        for (run, places) in runs.iter().zip(places) {
            let (first, last) = (places.lowest(), places.highest());
            let (first, last) = (first.unwrap_or(0), last.unwrap_or(0));
            blocks.push(Starts::new(&mut self.problem, first, last, run.length));
        }
        let cell = |place| {
            let (row, column) = shape.cell(line, place);
            (row * self.width + column) * self.values
        };
        let filled = |place, block: Option<usize>| {
            self.terms[cell(place) + block.map_or(0, |j| runs[j].value)]
        };
        let gap = |j: usize| usize::from(runs[j].is_apart);
        let may_start = |j: usize, place| places[j].has(place);
        let length = shape.length(line);
        add_line(
            &mut self.problem,
            &blocks,
            length,
            may_start,
            gap,
            filled,
            limits,
        )
    }

    /// Excludes a solution by its filled cells, which determine its colours.
    pub(super) fn exclude(&mut self, solution: &Grid) {
        let mut terms = Vec::with_capacity(solution.rows() * solution.columns());
        for row in 0..solution.rows() {
            for (column, cell) in solution.row(row).enumerate() {
                let filled = self.term((row, column), 0);
                terms.push(if cell.is_filled() {
                    filled.negated()
                } else {
                    filled
                });
            }
        }
        self.problem.add(&terms);
    }

    /// The solution that the model just found represents.
    fn solution(&self) -> Grid {
        let holds = |term: Term| self.problem.holds(term);
        let height = self.terms.len() / (self.width * self.values);
        Grid::from_cells(height, self.width, |row, column| {
            let value = (1..self.values).find(|&value| holds(self.term((row, column), value)));
            cell(
                value
                    .filter(|_| holds(self.term((row, column), 0)))
                    .unwrap_or(0),
            )
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
