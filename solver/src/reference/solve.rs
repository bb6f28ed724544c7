//! Solves a board by itself, with the steps of a clue core: full probing, and branching on the cell with the largest least gain.
//! Interface: [`solve`].

use nonogram_protocol::{SearchMode, Status};
use nonogram_puzzles::{Cell, Grid, Puzzle};

use super::{Choice, Fault, Reference};
use crate::board::cell;

/// The result of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// Status of the reply.
    pub status: Status,
    /// The picture: a complete solution, or the certain cells; without meaning if the puzzle is unsolvable.
    pub grid: Grid,
    /// Number of probes, decisions and reversals.
    pub steps: u64,
}

/// Solves a puzzle. The search ends undecided before its step number `limit`, counted from 0, if there is a limit.
///
/// # Panics
/// The puzzle has more than 64 rows or columns, or more than 7 colours.
pub fn solve(puzzle: &Puzzle, mode: SearchMode, limit: Option<u64>) -> Answer {
    let mut search =
        Search { board: Reference::of(puzzle), mode, limit: limit.unwrap_or(u64::MAX), steps: 0 };
    let status = search.run().expect("each step is correct");
    let size = (puzzle.row_count(), puzzle.column_count());
    Answer {
        status,
        grid: Grid::from_cells(size.0, size.1, |row, column| {
            let value = search.board.value(status, row, column);
            value.map_or(Cell::Unknown, cell)
        }),
        steps: search.steps,
    }
}

/// The end of a pass over the board.
enum Pass {
    /// A value is excluded, or the limit is reached.
    News,
    /// A probe gives a solution, and only one is wanted.
    Solution,
    /// No value is excluded; contains the cell to branch on.
    Branch(Choice),
}

struct Search {
    board: Reference,
    mode: SearchMode,
    limit: u64,
    steps: u64,
}

impl Search {
    fn run(&mut self) -> Result<Status, Fault> {
        let status = self.status()?;
        let may_end = self.is_late();
        self.board.verdict(self.mode, status, may_end)?;
        Ok(status)
    }

    fn is_late(&self) -> bool {
        self.steps >= self.limit
    }

    fn status(&mut self) -> Result<Status, Fault> {
        loop {
            let is_consistent = self.board.settle();
            let is_solution = is_consistent && self.board.is_complete();
            if is_solution {
                self.board.solution()?;
                if self.board.solutions.len() == 2 {
                    return Ok(Status::Multiple);
                }
            }
            let wants_one = self.mode == SearchMode::FirstSolution;
            if !is_consistent || is_solution {
                if is_solution && wants_one {
                    return Ok(Status::Solved);
                }
                if self.board.frames.is_empty() {
                    let is_found = !self.board.solutions.is_empty();
                    return Ok(if is_found { Status::Solved } else { Status::Unsolvable });
                }
                self.board.reverse()?;
                self.steps += 1;
                continue;
            }
            if self.mode == SearchMode::LineLogic {
                return Ok(Status::Stalled);
            }
            let pass = if self.is_late() { Pass::News } else { self.pass()? };
            match pass {
                Pass::Solution => {
                    self.board.solution()?;
                    return Ok(Status::Solved);
                }
                Pass::News if self.is_late() => {
                    self.board.abandon();
                    // A refuted probe of the root leaves the fixpoint.
                    if self.board.settle() {
                        return Ok(Status::Stalled);
                    }
                }
                Pass::News => {}
                Pass::Branch(choice) => {
                    self.board.decide(choice)?;
                    self.steps += 1;
                }
            }
        }
    }

    /// Probes every value of every unknown cell, up to the first refuted probe.
    fn pass(&mut self) -> Result<Pass, Fault> {
        let mut best: Option<(usize, Choice)> = None;
        let shape = &self.board.shape;
        let (rows, columns, values) = (shape.height, shape.width, shape.values);
        let cells = (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
        for (row, column) in cells {
            let mut least: Option<(usize, Choice)> = None;
            for value in 0..values {
                let choice = Choice { row, column, value };
                if !self.board.is_open(choice) {
                    continue;
                }
                if self.is_late() {
                    return Ok(Pass::News);
                }
                let before = self.board.now.board.size(&self.board.shape);
                self.board.probe(choice)?;
                self.steps += 1;
                if !self.board.settle() {
                    self.board.refute()?;
                    return Ok(Pass::News);
                }
                if self.mode == SearchMode::FirstSolution && self.board.is_complete() {
                    return Ok(Pass::Solution);
                }
                let gain = before - self.board.now.board.size(&self.board.shape);
                self.board.end_probe()?;
                if least.is_none_or(|(least, _)| gain < least) {
                    least = Some((gain, choice));
                }
            }
            if let Some((gain, choice)) = least
                && best.is_none_or(|(best, _)| gain > best)
            {
                best = Some((gain, choice));
            }
        }
        Ok(best.map_or(Pass::News, |(_, choice)| Pass::Branch(choice)))
    }
}
