//! Simulation of a core with one or several probers, each of which has a board of its own.
//! Interface: [`solve`] returns the verdict and the number of cycles.

use nonogram_protocol::Status;
use nonogram_puzzles::Puzzle;
use nonogram_solver::model::clue::{Automaton, LineId, LineLogic};

use crate::search::{Search, Way};

/// Engines per prober, as in `clue32`.
const ENGINES: usize = 4;
/// Cells that each engine processes per cycle in each direction, as in `clue32`.
const WIDTH: usize = 4;

/// Result of a core, and the cycles it took.
pub struct Taken {
    /// Cycles from the last clue to the verdict or to the limit.
    pub clocks: u64,
    /// The verdict; `None` at the limit.
    pub verdict: Option<Status>,
}

/// Solves a puzzle with this number of probers within `limit` cycles. The first verdict of a prober is the result.
pub fn solve(puzzle: &Puzzle, way: Way, probers: usize, limit: u64) -> Taken {
    let board = received(puzzle);
    let mut probers: Vec<(LineLogic, Search)> = (0..probers)
        .map(|number| (board.clone(), Search::new(way, number)))
        .collect();
    for clocks in 1..=limit {
        for (board, search) in &mut probers {
            let (conflict, quiet) = (board.conflict_line(), board.is_quiet());
            let visit = board.clock();
            search.clock(board, visit, conflict, quiet);
        }
        let fact = (probers.iter().enumerate())
            .find_map(|(number, (_, search))| search.proven().map(|fact| (number, fact)));
        if let Some((from, fact)) = fact {
            let others = probers.iter_mut().enumerate();
            for (_, (_, search)) in others.filter(|&(number, _)| number != from) {
                search.hear(fact);
            }
        }
        let verdict = probers.iter().find_map(|(_, search)| search.verdict());
        if verdict.is_some() {
            return Taken { clocks, verdict };
        }
    }
    Taken {
        clocks: limit,
        verdict: None,
    }
}

/// The board after its last clue has arrived, if each clue arrives as soon as the core can receive it.
fn received(puzzle: &Puzzle) -> LineLogic {
    let mut board = LineLogic::new(ENGINES, WIDTH);
    board.begin(puzzle.row_count(), puzzle.column_count());
    (0..board.padded()).for_each(|position| board.clear(position));
    for (column, clues) in [(false, puzzle.rows()), (true, puzzle.columns())] {
        for (position, clue) in clues.iter().enumerate() {
            // A block of length k takes k + 1 cycles.
            let expanding: usize = clue.iter().map(|length| length + 1).sum();
            for _ in 0..expanding {
                board.clock();
            }
            while board.bus_is_taken() {
                board.clock();
            }
            board.receive(LineId { column, position }, Automaton::new(clue));
        }
    }
    board
}
