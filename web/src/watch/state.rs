//! What the page shows of a watched FPGA.
//! Interface: [`Watch::state`] makes a [`State`] of it.
//!

use nonogram_protocol::Status;
use nonogram_puzzles::{Cell, Grid, Puzzle};
use nonogram_sim::signals;
use serde::Serialize;

use super::{Observed, Phase, Watch, search};
use crate::sheet::text;
use crate::wire;

/// What the page shows of it.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "FpgaState"))]
pub struct State {
    /// The build's name.
    pub build: &'static str,
    /// Its clock, Hz.
    pub clock_hz: u64,
    /// Its baud rate.
    pub baud: u64,
    /// Clocks so far.
    pub clocks: u64,
    /// What it is at.
    pub phase: Phase,
    /// Bytes that it has been sent.
    pub sent: usize,
    /// Bytes of the board.
    pub total: usize,
    /// Bytes of the reply so far.
    pub received: usize,
    /// Line visits.
    pub visits: u64,
    /// Lines of the last visit: rows first, then columns.
    pub visited: Vec<usize>,
    /// Rounds of visits that are over.
    pub rounds: u64,
    /// Clocks of the core, once it has decided.
    pub cycles: Option<u64>,
    /// What is known.
    pub cells: String,
    /// Options left of each row, then of each column; none in a clue core.
    pub options: Vec<u32>,
    /// What the puzzle takes on the wire, in either form of board.
    pub sizes: wire::Sizes,
    /// Bytes in the receive queue.
    pub queue: u64,
    /// The parser's state.
    pub parser: String,
    /// The last messages to the FPGA, the newest last.
    pub to_board: Vec<String>,
    /// The last messages of the reply.
    pub from_board: Vec<String>,
    /// The status of the reply.
    pub status: Option<String>,
    /// Whether the picture of the reply satisfies every clue.
    pub verified: Option<bool>,
    /// What went wrong in the simulation.
    pub fault: Option<String>,
    /// The signals that are chosen for the waveform.
    pub chosen: Vec<String>,
    /// The search, in a clue core.
    pub search: Option<search::Shown>,
    /// Blocks and signals, while they are observed.
    pub observed: Option<Observed>,
}

impl Watch {
    fn visited_lines(&self) -> Vec<usize> {
        let (rows, columns) = (self.puzzle.row_count(), self.puzzle.column_count());
        let in_side = |side: usize, lines: usize| {
            (0..lines).filter(move |line| self.visited[side] >> line & 1 == 1)
        };
        let columns = in_side(1, columns).map(|column| rows + column);
        in_side(0, rows).chain(columns).collect()
    }

    /// Options left of each line, rows first; none in a clue core.
    pub(super) fn options(&self) -> Vec<u32> {
        let counts = self.board.design().probe().counts;
        if counts.is_empty() {
            return Vec::new();
        }
        let side = self.board.build().side();
        let columns = side..side + self.puzzle.column_count();
        [&counts[..self.puzzle.row_count()], &counts[columns]].concat()
    }

    /// Lines with several options left, or, in a clue core, with an open cell.
    pub(super) fn unsettled(&self) -> usize {
        let options = self.options();
        if !options.is_empty() {
            return options.iter().filter(|&&left| left > 1).count();
        }
        let cells = self.cells();
        let (rows, columns) = (cells.rows(), cells.columns());
        let open = |row, column| cells.get(row, column) == Cell::Unknown;
        let open_rows = (0..rows).filter(|&row| (0..columns).any(|column| open(row, column)));
        let open_columns = (0..columns).filter(|&column| (0..rows).any(|row| open(row, column)));
        open_rows.count() + open_columns.count()
    }

    /// What is known, as a picture: in the core, then as the reply has it. A board without solution has no cells in its reply.
    fn cells(&self) -> Grid {
        if let Some(reply) = &self.reply
            && reply.status != Status::Unsolvable
        {
            let columns = self.puzzle.column_count();
            return Grid::from_fn_cells(&self.puzzle, |row, column| {
                reply.cells.get(row * columns + column).copied().flatten()
            });
        }
        let probe = self.board.design().probe();
        Grid::from_fn_cells(&self.puzzle, |row, column| {
            let bit = |words: &[u32]| words[row] >> column & 1 == 1;
            bit(&probe.known).then(|| bit(&probe.assigned))
        })
    }

    /// What the page shows.
    pub fn state(&self) -> State {
        let build = self.board.build();
        let design = self.board.design();
        let found = signals::read(design.block(), &["queue.used", "parser.state.q"]);
        let cells = match self.phase() {
            // In a search the columns know more than the rows, which the probe shows.
            Phase::Receiving | Phase::Solving => self.search.cells(),
            Phase::Replying | Phase::Done => None,
        };
        let cells = cells.unwrap_or_else(|| self.cells());
        let verified = self
            .reply
            .is_some()
            .then(|| self.puzzle.is_solved_by(&cells));
        State {
            build: build.name,
            clock_hz: build.clock_hz(),
            baud: build.baud(),
            clocks: self.board.clocks(),
            phase: self.phase(),
            sent: self.sent,
            total: self.bytes.len(),
            received: self.received.len(),
            visits: self.visits,
            visited: self.visited_lines(),
            rounds: self.rounds,
            cycles: self.board.cycles(),
            cells: text(&cells),
            options: self.options(),
            sizes: wire::sizes(&self.puzzle),
            queue: found[0].as_ref().map_or(0, |reading| reading.value),
            parser: found[1]
                .as_ref()
                .and_then(|reading| reading.state.clone())
                .unwrap_or_default(),
            to_board: wire::last(&self.bytes[..self.sent], wire::to_board),
            from_board: wire::last(&self.received, wire::from_board),
            status: self.reply.as_ref().map(|reply| reply.status.to_string()),
            verified,
            fault: self.fault.clone(),
            chosen: self.wave.chosen(),
            search: self.search.shown(),
            observed: self.observer.shown(design, self.board.clocks()),
        }
    }
}

/// Grids of a puzzle's size.
trait OfPuzzle {
    fn from_fn_cells(puzzle: &Puzzle, cell: impl Fn(usize, usize) -> Option<bool>) -> Self;
}

impl OfPuzzle for Grid {
    fn from_fn_cells(puzzle: &Puzzle, cell: impl Fn(usize, usize) -> Option<bool>) -> Self {
        let mut grid = Self::new(puzzle.row_count(), puzzle.column_count());
        for row in 0..grid.rows() {
            for column in 0..grid.columns() {
                grid.set(
                    row,
                    column,
                    cell(row, column).map_or(Cell::Unknown, Cell::from),
                );
            }
        }
        grid
    }
}
