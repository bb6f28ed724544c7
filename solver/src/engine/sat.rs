//! The puzzle as a satisfiability problem, for any number of colours.
//!
//! [`Sat`] uses the order encoding (Crawford and Baker, 1994; Tamura et al., 2006). For each cell that may be filled or blank, a
//! variable states that it is filled; for each cell with several possible colours, a variable per colour states that it has this colour.
//! One variable per block and position, after the first and up to the last possible start of the block, means that the block starts
//! before the position. A cell of a block has the colour of the block; a cell outside all blocks is blank. The clauses of lines have at
//! most three literals.

use std::cell::Cell;

use batsat::{Callbacks, Lit, Solver, SolverInterface, SolverOpts, lbool};
use nonogram_puzzles::{Grid, Puzzle};

use crate::board::{Board, Shape, Sweeper, cell, places};
use crate::engine::Engine;
use crate::engine::lines::in_colours;
use crate::engine::search::{Counts, End, Limits, Search, Sink, exhaust};
use crate::fit::Unfit;
use crate::line::Contradiction;
use crate::solve::{Report, SolveOptions};
use crate::word::{Bits, with_words};

/// Maximum number of clauses, for which the solver uses about a gigabyte.
const MAX_CLAUSES: usize = 20_000_000;

/// Approximate number of clauses of a line between two checks of the clock.
const CLOCK: usize = 1 << 12;

/// Approximate number of clauses of the problem if no cell is known.
fn size(puzzle: &Puzzle) -> usize {
    let blocks = |lines: &[nonogram_puzzles::Clue]| -> usize {
        lines.iter().map(|clue| clue.len() + 1).sum()
    };
    3 * (blocks(puzzle.rows()) * puzzle.column_count()
        + blocks(puzzle.columns()) * puzzle.row_count())
}

/// Checks that the problem of the puzzle has at most `MAX_CLAUSES` clauses, as estimated by [`size`].
///
/// # Errors
/// Returns [`Unfit`] if the problem has too many clauses.
pub fn check(puzzle: &Puzzle) -> Result<(), Unfit> {
    let size = size(puzzle);
    if size <= MAX_CLAUSES {
        return Ok(());
    }
    let limit = format!("at most {MAX_CLAUSES}");
    Err(Unfit::new(Engine::Sat, format!("{size} clauses"), limit))
}

/// Runs line logic, then the SAT solver.
pub fn run(puzzle: &Puzzle, options: &SolveOptions, sink: &mut Sink<'_>) -> Report {
    with_words!(places(puzzle), N => {
        in_colours::<N>(puzzle, options, sink, Some(|shape, board, limits, sink| {
            exhaust(Sat::new(shape, &board, limits), limits, sink)
        }))
    })
}

/// A satisfiability problem whose models are the solutions of a puzzle.
pub struct Sat {
    solver: Solver<Watch>,
    /// The literal that holds in every model.
    yes: Lit,
    /// Number of clauses so far, without those that `yes` satisfies.
    clauses: usize,
    /// Whether a limit was reached before the problem was complete.
    is_incomplete: bool,
    width: usize,
    values: usize,
    /// Literal of each cell and value. The literal at value 0 (blank) means that the cell is filled.
    cells: Vec<Lit>,
}

impl Sat {
    /// Encodes a board with the values that its cells can have. If `limits` are late before the encoding is complete, each step of the search
    /// is [`End::TimeLimit`], or [`End::Complete`] if a contradiction was found before.
    pub(crate) fn new<const N: usize>(shape: &Shape, board: &Board<N>, limits: &Limits) -> Self {
        let mut solver = Solver::new(SolverOpts::default(), Watch::new(&Limits::NONE));
        let yes = Lit::new(solver.new_var_default(), true);
        solver.add_clause_reuse(&mut vec![yes]);
        let mut sat = Self {
            solver,
            yes,
            clauses: 0,
            is_incomplete: false,
            width: shape.width,
            values: shape.values,
            cells: Vec::with_capacity(shape.height * shape.width * shape.values),
        };
        for row in 0..shape.height {
            for column in 0..shape.width {
                sat.add_cell(shape, board, (row, column));
            }
        }
        let mut sweeper = Sweeper::new(shape);
        for line in 0..shape.lines.len() {
            match sweeper.starts(board, line) {
                Ok(starts) => sat.add_line(shape, line, starts, limits),
                Err(Contradiction) => sat.add(&[!yes]),
            }
            if sat.is_incomplete {
                break;
            }
        }
        sat
    }

    /// The literal of a new variable.
    fn variable(&mut self) -> Lit {
        Lit::new(self.solver.new_var_default(), true)
    }

    /// Adds a clause: one of the literals holds.
    fn add(&mut self, literals: &[Lit]) {
        if !literals.contains(&self.yes) {
            self.solver.add_clause_reuse(&mut literals.to_vec());
            self.clauses += 1;
        }
    }

    /// Creates the variables of a cell and their clauses: a filled cell has exactly one colour, a blank cell has none.
    fn add_cell<const N: usize>(&mut self, shape: &Shape, board: &Board<N>, at: (usize, usize)) {
        let can: Vec<bool> = (0..shape.values).map(|value| board.can(shape, at, value)).collect();
        let colours = can[1..].iter().filter(|can| **can).count();
        let filled = match (can[0], colours) {
            (true, 0) => !self.yes,
            (false, _) => self.yes,
            (true, _) => self.variable(),
        };
        let of_colour = |&can: &bool| match (can, colours) {
            (false, _) => !self.yes,
            (true, 1) => filled,
            (true, _) => self.variable(),
        };
        let of_colours: Vec<Lit> = can[1..].iter().map(of_colour).collect();
        self.cells.push(filled);
        self.cells.extend(&of_colours);
        if colours > 1 {
            self.add(&[&of_colours[..], &[!filled]].concat());
            for (place, &one) in of_colours.iter().enumerate() {
                self.add(&[!one, filled]);
                for &other in &of_colours[..place] {
                    self.add(&[!one, !other]);
                }
            }
        }
    }

    /// Adds the clauses of a line whose blocks can start at `places`, up to a limit.
    fn add_line<const N: usize>(
        &mut self,
        shape: &Shape,
        line: usize,
        places: &[Bits<N>],
        limits: &Limits,
    ) {
        let runs = &shape.lines[line];
        let mut blocks = Vec::with_capacity(runs.len());
        for (run, places) in runs.iter().zip(places) {
            let (first, last) = (places.lowest(), places.highest());
            let (first, last) = (first.unwrap_or(0), last.unwrap_or(0));
            let before = (first..last).map(|_| self.variable()).collect();
            blocks.push(Starts { yes: self.yes, first, last, length: run.length, before });
        }
        for (j, block) in blocks.iter().enumerate() {
            for place in block.first..=block.last {
                let (before, after) = (block.before(place), block.before(place + 1));
                self.add(&[!before, after]);
                if !places[j].has(place) {
                    self.add(&[!after, before]);
                }
                if let Some(next) = blocks.get(j + 1) {
                    let apart = usize::from(runs[j].is_apart);
                    self.add(&[!next.before(place + block.length + apart), before]);
                }
            }
        }
        let mut looked = None;
        for place in 0..shape.length(line) {
            if looked.is_none_or(|looked| self.clauses >= looked + CLOCK) {
                if limits.is_late() {
                    self.is_incomplete = true;
                    return;
                }
                looked = Some(self.clauses);
            }
            let (row, column) = shape.cell(line, place);
            let cell = (row * shape.width + column) * shape.values;
            for (run, block) in runs.iter().zip(&blocks) {
                // The block has started and not ended: the cell belongs to the block.
                let begun = block.before(place + 1);
                self.add(&[!begun, block.over(place), self.cells[cell + run.value]]);
            }
            for next in 0..=blocks.len() {
                // The block before has ended and the next one has not started: the cell is blank.
                let over = next.checked_sub(1).map_or(self.yes, |j| blocks[j].over(place));
                let begun = blocks.get(next).map_or(!self.yes, |block| block.before(place + 1));
                self.add(&[!over, begun, !self.cells[cell]]);
            }
        }
    }

    /// Excludes a solution by its filled cells, which determine its colours.
    pub fn exclude(&mut self, solution: &Grid) {
        let mut literals = Vec::with_capacity(solution.rows() * solution.columns());
        for row in 0..solution.rows() {
            for (column, cell) in solution.row(row).enumerate() {
                let filled = self.cells[(row * self.width + column) * self.values];
                literals.push(if cell.is_filled() { !filled } else { filled });
            }
        }
        self.add(&literals);
    }

    /// The solution that the model just found represents.
    fn solution(&self) -> Grid {
        let height = self.cells.len() / (self.width * self.values);
        Grid::from_cells(height, self.width, |row, column| {
            let literals = &self.cells[(row * self.width + column) * self.values..][..self.values];
            let holds = |&value: &usize| self.solver.value_lit(literals[value]) == lbool::TRUE;
            let value = (1..self.values).find(holds).filter(|_| holds(&0));
            cell(value.unwrap_or(0))
        })
    }
}

impl Search for Sat {
    fn next(&mut self, limits: &Limits) -> Result<Grid, End> {
        if !self.solver.is_ok() {
            return Err(End::Complete);
        }
        if self.is_incomplete || limits.is_late() {
            return Err(End::TimeLimit);
        }
        *self.solver.cb_mut() = Watch::new(limits);
        let answer = self.solver.solve_limited(&[]);
        if answer == lbool::TRUE {
            let solution = self.solution();
            self.exclude(&solution);
            Ok(solution)
        } else if answer == lbool::FALSE {
            Err(End::Complete)
        } else if self.solver.cb().is_late.get() {
            Err(End::TimeLimit)
        } else {
            Err(End::NodeLimit)
        }
    }

    /// Always zero. Limits therefore count anew for each solution.
    fn counts(&self) -> Counts {
        Counts::default()
    }
}

/// The variables of one block.
struct Starts {
    /// The literal that holds in every model.
    yes: Lit,
    /// First possible start.
    first: usize,
    /// Last possible start.
    last: usize,
    /// Number of cells of the block.
    length: usize,
    /// For each possible start but the first, that the block starts before it.
    before: Vec<Lit>,
}

impl Starts {
    /// The literal that the block starts before `place`.
    fn before(&self, place: usize) -> Lit {
        match place {
            _ if place <= self.first => !self.yes,
            _ if place > self.last => self.yes,
            _ => self.before[place - self.first - 1],
        }
    }

    /// The literal that the block ends before `place`.
    fn over(&self, place: usize) -> Lit {
        (place + 1).checked_sub(self.length).map_or(!self.yes, |start| self.before(start))
    }
}

/// Number of decisions between two checks of the clock.
const DECISIONS: u64 = 256;

/// Stops the solver when a limit is reached.
struct Watch {
    limits: Limits,
    /// Number of decisions so far, at each of which the solver calls [`Callbacks::stop`].
    decisions: Cell<u64>,
    /// Whether the search was late at the last check of the clock.
    is_late: Cell<bool>,
}

impl Watch {
    fn new(limits: &Limits) -> Self {
        Self { decisions: Cell::new(0), is_late: Cell::new(false), limits: limits.clone() }
    }
}

impl Callbacks for Watch {
    fn stop(&self) -> bool {
        let decisions = self.decisions.get();
        if decisions % DECISIONS == DECISIONS - 1 {
            self.is_late.set(self.limits.is_late());
        }
        self.decisions.set(decisions + 1);
        decisions >= self.limits.decisions || self.is_late.get()
    }
}

#[cfg(test)]
mod tests {
    use nonogram_puzzles::Clue;

    use super::*;
    use crate::boards::random;

    /// The problem of a puzzle with some known cells.
    fn sat(puzzle: &Puzzle, known: Option<&Grid>, limits: &Limits) -> Sat {
        let shape = Shape::new(puzzle);
        let mut board = Board::<8>::new(&shape);
        known.inspect(|known| assert!(board.give(&shape, known)));
        Sat::new(&shape, &board, limits)
    }

    #[test]
    fn a_line_without_placement_is_a_contradiction() {
        let puzzle = Puzzle::new(vec![Clue::from([2])], vec![Clue::from([1]); 2]).unwrap();
        let known = Grid::from_lines(&["-?"]).unwrap();
        let mut sat = sat(&puzzle, Some(&known), &Limits::NONE);
        assert_eq!(sat.next(&Limits::NONE), Err(End::Complete));
    }

    /// The board is so large that the clock is checked several times within a line.
    #[test]
    fn encoding_stops_at_a_limit() {
        let puzzle = Puzzle::from_grid(&Grid::from_fn(400, 400, |row, column| {
            (row * column + row + column) % 3 == 0
        }));
        // Between two checks, at most `CLOCK` clauses, those of one more cell and those of a line's blocks are added.
        let most = CLOCK + 200_000;
        for looks in [0, 1, 2, 5] {
            let limits = Limits::of_looks(looks);
            let mut sat = sat(&puzzle, None, &limits);
            let clauses = sat.clauses;
            assert!(clauses <= looks as usize * most + most, "{clauses}");
            assert_eq!(sat.next(&limits), Err(End::TimeLimit));
        }
    }

    #[test]
    fn solver_stops_at_its_limits() {
        let puzzle = random(20, 40, 5);
        let mut sat = sat(&puzzle, None, &Limits::NONE);
        assert_eq!(sat.next(&Limits::of_looks(0)), Err(End::TimeLimit));
        let few = Limits { decisions: 1, ..Limits::NONE };
        assert_eq!(sat.next(&few), Err(End::NodeLimit));
    }
}
