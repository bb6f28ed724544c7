//! Conflict-driven search over cells, with whole lines as constraints.
//!
//! [`Learner`] is a CDCL solver (Marques-Silva and Sakallah, "GRASP", 1999) whose only variables are the cells.
//! Clauses and the bit-parallel line solver propagate. [`explain`] computes the known cells that a deduction of a line
//! needs; it runs only when the analysis of a conflict requires them. No encoding is built. Solutions are enumerated by flipping decisions,
//! which needs no memory (Gebser, Kaufmann, Neumann and Schaub, "Conflict-driven answer set enumeration", 2007).

mod analyze;
mod clauses;
mod decide;

use crate::engine::lines::in_one_colour;
use crate::engine::search::{Counts, End, Limits, Search, Sink, exhaust};
use crate::partial_grid::{PartialGrid, room};
use crate::propagate::{CLOCK, DirtyLines};
use crate::solve::{Report, SolveOptions};
use crate::word::with_words;
use analyze::{Analysis, UNKNOWN};
use clauses::{ClauseId, Clauses, Found, Literal, Truth};
use decide::Decisions;
use nonogram_puzzles::{Grid, Puzzle};

/// Runs line logic, then the learner.
pub fn run(puzzle: &Puzzle, options: &SolveOptions, sink: &mut Sink<'_>) -> Report {
    with_words!(room(puzzle), N => {
        in_one_colour::<N>(puzzle, options, sink, Some(|board, limits, sink| {
            exhaust(Learner::new(board), limits, sink)
        }))
    })
}

/// Reason for the value of a cell, or for a conflict.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Reason {
    /// The cell was decided, given, forced by a clause of one literal, or inverted after its decision was exhausted.
    Decision,
    /// The line with this number has no placement with another value or, for a conflict, no placement at all.
    Line(usize),
    /// All other literals of this clause or, for a conflict, all its literals are false.
    Clause(ClauseId),
}

/// A search for the solutions of a puzzle.
#[derive(Debug, Clone)]
pub struct Learner<'p, const N: usize> {
    board: PartialGrid<'p, N>,
    /// For each literal, whether it is true.
    holds: Vec<bool>,
    level: Vec<u32>,
    reason: Vec<Reason>,
    /// Position on the trail at which each decision level above 0 starts.
    level_starts: Vec<usize>,
    clauses: Clauses,
    /// Number of clauses at which the database is next reduced.
    most_clauses: usize,
    /// Number of cells of the trail that have been propagated through the clauses.
    propagated: usize,
    dirty: DirtyLines<N>,
    decisions: Decisions,
    analysis: Analysis<N>,
    /// Decision levels up to this one are enumerated: their decisions are flipped one after the other, and conflicts at higher
    /// levels do not backtrack below it.
    floor: usize,
    exhausted: bool,
    counts: Counts,
}

/// Number of clauses at which the database is first reduced.
const FIRST_CLAUSES: usize = 3000;
/// Increment of the number of clauses at which the database is next reduced.
const MORE_CLAUSES: usize = 300;

impl<'p, const N: usize> Learner<'p, N> {
    /// Creates a search that takes the known cells of `board` as given.
    pub fn new(board: PartialGrid<'p, N>) -> Self {
        let cells = board.cells();
        let mut learner = Self {
            holds: vec![false; 2 * cells],
            level: vec![0; cells],
            reason: vec![Reason::Decision; cells],
            level_starts: Vec::new(),
            clauses: Clauses::new(cells),
            most_clauses: FIRST_CLAUSES,
            propagated: 0,
            dirty: DirtyLines::all(board.size()),
            decisions: Decisions::new(cells),
            analysis: Analysis::new(&board),
            floor: 0,
            exhausted: false,
            counts: Counts::default(),
            board,
        };
        for position in 0..learner.board.trail().len() {
            learner.enqueue(position, Reason::Decision);
        }
        for cell in 0..cells {
            if learner.board.value(cell).is_none() {
                learner.decisions.insert(cell);
            }
        }
        learner
    }

    /// Propagates clauses and lines to the fixpoint. The error is the reason for a conflict. Stops early, with a dirty
    /// line, if `limits` are late.
    fn propagate(&mut self, limits: &Limits) -> Result<(), Reason> {
        loop {
            self.propagate_clauses()?;
            let Some(line) = self.dirty.pop() else {
                return Ok(());
            };
            self.counts.visits += 1;
            if self.counts.visits.is_multiple_of(CLOCK) && limits.is_late() {
                self.dirty.push(line);
                return Ok(());
            }
            let before = self.board.trail().len();
            self.board.visit(line).map_err(|_| Reason::Line(line))?;
            for position in before..self.board.trail().len() {
                self.enqueue(position, Reason::Line(line));
            }
        }
    }

    fn propagate_clauses(&mut self) -> Result<(), Reason> {
        while let Some(&cell) = self.board.trail().get(self.propagated) {
            self.propagated += 1;
            let (row, column) = self.board.lines_of(cell);
            for line in [row, column] {
                if self.reason[cell] != Reason::Line(line) {
                    self.dirty.push(line);
                }
            }
            let false_literal = Literal::new(cell, !self.is_filled(cell));
            let mut at = 0;
            loop {
                let holds = &self.holds;
                let truth = |literal: Literal| match (
                    holds[literal.index()],
                    holds[literal.negated().index()],
                ) {
                    (true, _) => Truth::True,
                    (_, true) => Truth::False,
                    _ => Truth::Open,
                };
                match self.clauses.propagate(false_literal, &mut at, truth) {
                    None => break,
                    Some(Found::Conflict(clause)) => return Err(Reason::Clause(clause)),
                    Some(Found::Unit(literal, clause)) => {
                        self.assign(literal, Reason::Clause(clause));
                    }
                }
            }
        }
        Ok(())
    }

    fn assign(&mut self, literal: Literal, reason: Reason) {
        self.board.set(literal.cell(), literal.filled());
        self.enqueue(self.board.trail().len() - 1, reason);
    }

    /// Records value, level and reason of the cell at a position of the trail.
    fn enqueue(&mut self, position: usize, reason: Reason) {
        let cell = self.board.trail()[position];
        let filled = self.board.value(cell) == Some(true);
        self.holds[Literal::new(cell, filled).index()] = true;
        self.level[cell] = self.level_starts.len() as u32;
        self.reason[cell] = reason;
        self.analysis.position[cell] = position as u32;
    }

    fn is_filled(&self, cell: usize) -> bool {
        self.holds[Literal::new(cell, true).index()]
    }

    /// Undoes every decision level above `level`.
    fn backtrack(&mut self, level: usize) {
        if level >= self.level_starts.len() {
            return;
        }
        self.dirty.clear();
        let known = self.level_starts[level];
        for &cell in &self.board.trail()[known..] {
            let filled = self.holds[Literal::new(cell, true).index()];
            self.holds[Literal::new(cell, filled).index()] = false;
            self.decisions.unassigned(cell, filled);
            self.analysis.position[cell] = UNKNOWN;
        }
        self.board.undo_to(known);
        self.level_starts.truncate(level);
        self.propagated = known;
    }

    /// Learns a clause from a conflict and backtracks to the level at which the clause forces a cell, but not below the floor. A conflict
    /// at the floor flips the last decision instead; at level 0 the search is then exhausted.
    fn learn_from(&mut self, conflict: Reason) {
        self.counts.conflicts += 1;
        if self.level_starts.len() == self.floor {
            return self.flip();
        }
        let learned = self.analyze(conflict);
        self.decisions.conflict();
        self.backtrack(learned.backtrack_level.max(self.floor));
        let reason = match learned.literals.len() {
            1 => Reason::Decision,
            _ => Reason::Clause(self.clauses.add(&learned.literals, learned.lbd)),
        };
        self.assign(learned.literals[0], reason);
    }

    /// Inverts the last decision, whose value has no further solution, and enumerates the levels below from then on. Without decisions
    /// the search is exhausted.
    fn flip(&mut self) {
        let Some(&start) = self.level_starts.last() else {
            self.exhausted = true;
            return;
        };
        let cell = self.board.trail()[start];
        let flipped = Literal::new(cell, !self.is_filled(cell));
        self.floor = self.level_starts.len() - 1;
        self.backtrack(self.floor);
        self.assign(flipped, Reason::Decision);
    }

    /// Deletes clauses if there are too many.
    fn reduce_db(&mut self) {
        if self.clauses.len() < self.most_clauses {
            return;
        }
        self.most_clauses += MORE_CLAUSES;
        let forced = |id: ClauseId| {
            let literal = self.clauses.literals(id)[0];
            self.holds[literal.index()] && self.reason[literal.cell()] == Reason::Clause(id)
        };
        let in_use: Vec<bool> = (0..self.clauses.len() as ClauseId).map(forced).collect();
        let mut new_name = vec![0; in_use.len()];
        self.clauses.reduce(|id| in_use[id as usize], |old, new| new_name[old as usize] = new);
        for &cell in self.board.trail() {
            if let Reason::Clause(id) = &mut self.reason[cell] {
                *id = new_name[*id as usize];
            }
        }
    }
}

impl<const N: usize> Search for Learner<'_, N> {
    fn counts(&self) -> Counts {
        self.counts
    }

    fn next(&mut self, limits: &Limits) -> Result<Grid, End> {
        while !self.exhausted {
            match self.propagate(limits) {
                Err(conflict) => self.learn_from(conflict),
                Ok(()) if !self.dirty.is_empty() => return Err(End::TimeLimit),
                Ok(()) if self.board.unknown() == 0 => {
                    let solution = self.board.to_grid();
                    self.decisions.found_a_solution();
                    self.flip();
                    return Ok(solution);
                }
                Ok(()) => {
                    if self.counts.decisions >= limits.decisions {
                        return Err(End::NodeLimit);
                    }
                    self.reduce_db();
                    if !self.decide(limits) {
                        return Err(End::TimeLimit);
                    }
                }
            }
            if limits.is_late() {
                return Err(End::TimeLimit);
            }
        }
        Err(End::Complete)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::boards::random;
    use crate::engine::search::{End, gather};

    #[test]
    fn interrupted_search_finds_the_same_solutions() {
        let puzzle = random(15, 40, 3);
        let complete = gather(&mut Learner::new(PartialGrid::<1>::new(&puzzle)), 9, &Limits::NONE);
        for looks in [0, 1, 2, 3, 5, 8, 13, 21, 34] {
            let mut learner = Learner::new(PartialGrid::<1>::new(&puzzle));
            let mut found = Vec::new();
            let mut late = 0;
            loop {
                match learner.next(&Limits::of_looks(looks)) {
                    Ok(solution) => found.push(solution),
                    Err(End::TimeLimit) if late < 20 => late += 1,
                    // Belief propagation may need more checks of the clock than are allowed per call.
                    Err(End::TimeLimit) => {
                        found.extend(gather(&mut learner, 9, &Limits::NONE).1);
                        break;
                    }
                    step => {
                        assert_eq!(step, Err(End::Complete));
                        break;
                    }
                }
            }
            assert!(late > 0);
            found.sort_by_key(Grid::to_lines);
            let mut expected = complete.1.clone();
            expected.sort_by_key(Grid::to_lines);
            assert_eq!(found, expected, "{looks} checks of the clock");
        }
    }

    #[test]
    fn clauses_are_deleted_when_their_number_reaches_the_maximum() {
        let puzzle = random(25, 45, 0);
        let mut learner = Learner::new(PartialGrid::<1>::new(&puzzle));
        let limits = Limits { decisions: 700, ..Limits::NONE };
        assert_eq!(gather(&mut learner, 9, &limits).0, End::NodeLimit);
        let count = learner.clauses.len();
        learner.most_clauses = count + 1;
        learner.reduce_db();
        assert_eq!((learner.clauses.len(), learner.most_clauses), (count, count + 1));
        learner.most_clauses = count;
        learner.reduce_db();
        assert_eq!(learner.most_clauses, count + MORE_CLAUSES);
        assert!(learner.clauses.len() < count);
        // The clauses that are reasons of known cells are kept, under their new numbers.
        for &cell in learner.board.trail() {
            if let Reason::Clause(id) = learner.reason[cell] {
                assert_eq!(learner.clauses.literals(id)[0].cell(), cell);
            }
        }
    }
}
