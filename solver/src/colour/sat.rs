//! A coloured puzzle as a satisfiability problem, solved by CaDiCaL.
//!
//! [`Sat`] uses the order encoding of [`crate::engine::sat`] for the starts of blocks. For each cell that may be filled
//! or blank, a variable states that it is filled; for each cell with several possible colours, a variable per colour states that it has
//! this colour. A cell of a block has the colour of the block; a cell outside all blocks is blank.

use cadical::Solver;
use nonogram_puzzles::Grid;

use super::board::{Board, Shape, Sweeper, cell};
use crate::engine::outlast::{leave, outlast};
use crate::engine::sat::starts::{Starts, Term};
use crate::engine::sat::{MAX_CLAUSES, SLOW, Stop};
use crate::engine::search::{Counts, Limits, Search, Step};
use crate::word::Word;

/// Whether the estimated number of clauses is at most `MAX_CLAUSES`.
pub(super) fn fits(shape: &Shape) -> bool {
    let clauses = |line: usize| 3 * (shape.lines[line].len() + 1) * shape.length(line);
    (0..shape.lines.len()).map(clauses).sum::<usize>() <= MAX_CLAUSES
}

/// A satisfiability problem whose models are the solutions of a puzzle.
pub(super) struct Sat {
    /// `None` once [`outlast`] has returned no result, for example after a time-out.
    solver: Option<Solver<Stop>>,
    width: usize,
    values: usize,
    /// Term of each cell and value. The term at value 0 (blank) means that the cell is filled.
    terms: Vec<Term>,
    last_variable: i32,
    clauses: usize,
    contradictory: bool,
    /// Whether a limit was reached before every line was encoded.
    incomplete: bool,
}

impl Sat {
    /// Encodes a board at the fixpoint of line logic.
    pub(super) fn new<W: Word>(shape: &Shape, board: &Board<W>, limits: &Limits) -> Self {
        let mut sat = Self {
            solver: Some(Solver::new()),
            width: shape.width,
            values: shape.values,
            terms: Vec::with_capacity(shape.height * shape.width * shape.values),
            last_variable: 0,
            clauses: 0,
            contradictory: false,
            incomplete: false,
        };
        for row in 0..shape.height {
            for column in 0..shape.width {
                sat.add_cell(shape, board, (row, column));
            }
        }
        let mut sweeper = Sweeper::new(shape);
        for line in 0..shape.lines.len() {
            if limits.is_late() {
                sat.incomplete = true;
                break;
            }
            match sweeper.starts(board, line) {
                Ok(starts) => sat.add_line(shape, line, starts),
                Err(_) => sat.contradictory = true,
            }
        }
        sat
    }

    /// Creates the variables of a cell and their clauses: a filled cell has exactly one colour, a blank cell has none.
    fn add_cell<W: Word>(&mut self, shape: &Shape, board: &Board<W>, at: (usize, usize)) {
        let can: Vec<bool> = (0..shape.values)
            .map(|value| board.can(shape, at, value))
            .collect();
        let colours = can[1..].iter().filter(|can| **can).count();
        let filled = match (can[0], colours) {
            (true, 0) => Term::Constant(false),
            (false, _) => Term::Constant(true),
            (true, _) => self.variable(),
        };
        let base = self.terms.len();
        self.terms.push(filled);
        for &can in &can[1..] {
            let term = match (can, colours) {
                (false, _) => Term::Constant(false),
                (true, 1) => filled,
                (true, _) => self.variable(),
            };
            self.terms.push(term);
        }
        if colours > 1 {
            let of_colours: Vec<Term> = self.terms[base + 1..].to_vec();
            let some = of_colours.iter().copied().chain([filled.negated()]);
            self.add(&some.collect::<Vec<_>>());
            for (place, &one) in of_colours.iter().enumerate() {
                self.add(&[one.negated(), filled]);
                for &other in &of_colours[..place] {
                    self.add(&[one.negated(), other.negated()]);
                }
            }
        }
    }

    fn variable(&mut self) -> Term {
        self.last_variable += 1;
        Term::Literal(self.last_variable)
    }

    /// The term of a cell and a value; for blank, the term that the cell is filled.
    fn term(&self, (row, column): (usize, usize), value: usize) -> Term {
        self.terms[(row * self.width + column) * self.values + value]
    }

    /// Adds a clause.
    fn add(&mut self, terms: &[Term]) {
        let is_true = |term: &Term| matches!(term, Term::Constant(true));
        if terms.iter().any(is_true) {
            return;
        }
        let literal = |term: &Term| match term {
            Term::Literal(literal) => Some(*literal),
            Term::Constant(_) => None,
        };
        let literals: Vec<i32> = terms.iter().filter_map(literal).collect();
        self.contradictory |= literals.is_empty();
        if let Some(solver) = &mut self.solver {
            solver.add_clause(literals);
        }
        self.clauses += 1;
    }

    /// Adds the clauses of a line whose blocks can start at `places`.
    fn add_line<W: Word>(&mut self, shape: &Shape, line: usize, places: &[W]) {
        let runs = &shape.lines[line];
        let mut blocks = Vec::with_capacity(runs.len());
        for (run, places) in runs.iter().zip(places) {
            let (first, last) = (places.lowest(), places.highest());
            let (first, last) = (first.unwrap_or(0), last.unwrap_or(0));
            let base = self.last_variable;
            self.last_variable += (last - first) as i32;
            blocks.push(Starts {
                first,
                last,
                length: run.length,
                base,
            });
        }
        for (j, block) in blocks.iter().enumerate() {
            for place in block.first..=block.last {
                self.add(&[block.before(place).negated(), block.before(place + 1)]);
                if !places[j].has(place) {
                    self.add(&[block.before(place + 1).negated(), block.before(place)]);
                }
            }
            if let Some(next) = blocks.get(j + 1) {
                let gap = usize::from(runs[j].is_apart);
                for place in block.first..=block.last {
                    let after = next.before(place + block.length + gap);
                    self.add(&[after.negated(), block.before(place)]);
                }
            }
        }
        for place in 0..shape.length(line) {
            let at = shape.cell(line, place);
            for (block, run) in blocks.iter().zip(runs) {
                // The block has started and not ended: the cell belongs to the block.
                let has_colour = self.term(at, run.value);
                self.add(&[
                    block.before(place + 1).negated(),
                    block.over(place),
                    has_colour,
                ]);
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
                self.add(&[over.negated(), begun, self.term(at, 0).negated()]);
            }
        }
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
        self.add(&terms);
    }

    /// The solution that the model just found represents.
    fn solution(&self, solver: &Solver<Stop>) -> Grid {
        let holds = |term: Term| match term {
            Term::Constant(holds) => holds,
            Term::Literal(literal) => solver.value(literal) == Some(true),
        };
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

    /// Always zero: the engine does not read the counts of CaDiCaL.
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
