//! Snapshot of a watched FPGA, as the page receives it.
//! Interface: [`Watch::state`] returns a [`State`].

use nonogram_protocol::Status;
use nonogram_puzzles::{Cell, Grid};
use nonogram_sim::answer::grid_of;
use nonogram_sim::signals;
use nonogram_sim::wire::colours_of;
use serde::Serialize;

use super::{Observed, Phase, Watch, search};
use crate::sheet::text;
use crate::wire;

/// Snapshot of a watched FPGA.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "FpgaState"))]
pub struct State {
    /// Name of the build.
    pub build: &'static str,
    /// Clock frequency of the build, in Hz.
    pub clock_hz: u64,
    /// Baud rate of the build.
    pub baud: u64,
    /// Clock cycles since power-on.
    pub clocks: u64,
    /// Current phase: receiving, solving, replying or done.
    pub phase: Phase,
    /// Bytes of the board sent so far.
    pub sent: usize,
    /// Length of the board, in bytes.
    pub total: usize,
    /// Bytes of the reply received so far.
    pub received: usize,
    /// Cycles in which a line visit ended, without a parallel core's first visits.
    pub visits: u64,
    /// Indices of the lines of the last visit; rows first, then columns.
    pub visited: Vec<usize>,
    /// Completed rounds of visits.
    pub rounds: u64,
    /// Core cycles to the verdict; none before it.
    pub cycles: Option<u64>,
    /// Cells in row-major order, one character each: `#` for the first colour, `b` to `z` for the others, `-` blank, `?` unknown.
    pub cells: String,
    /// Options left per line, rows first, then columns; empty for a clue core.
    pub options: Vec<u32>,
    /// Sizes of the puzzle's boards, of options and of clues.
    pub sizes: wire::Sizes,
    /// Bytes in the receive FIFO.
    pub queue: u64,
    /// Name of the parser's state.
    pub parser: String,
    /// The last six messages sent to the FPGA, or fewer; the newest is last.
    pub to_board: Vec<String>,
    /// The last six messages of the reply, or fewer; the newest is last.
    pub from_board: Vec<String>,
    /// Status of the reply; none before its end.
    pub status: Option<String>,
    /// Whether `cells` satisfy every clue; none before the end of the reply.
    pub verified: Option<bool>,
    /// Error in the simulation or in the reply that stopped the run, if any.
    pub fault: Option<String>,
    /// Names of the signals chosen for the waveform.
    pub chosen: Vec<String>,
    /// The search of a clue core; none for other cores, and before the board begins.
    pub search: Option<search::Shown>,
    /// Observed blocks and signals; none if nothing is observed.
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

    /// Options left per line, rows first, then columns; empty for a clue core.
    pub(super) fn options(&self) -> Vec<u32> {
        let counts = self.board.design().probe().counts;
        if counts.is_empty() {
            return Vec::new();
        }
        let side = self.board.build().side();
        let columns = side..side + self.puzzle.column_count();
        [&counts[..self.puzzle.row_count()], &counts[columns]].concat()
    }

    /// The number of lines with several options left or, in a clue core, with unknown cells.
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

    /// The known cells: those of the core until the reply is complete, then those of the reply. A reply with the status unsolvable
    /// contains no cells; after it, the known cells remain those of the core.
    fn cells(&self) -> Grid {
        let (rows, columns) = (self.puzzle.row_count(), self.puzzle.column_count());
        if let Some(reply) = &self.reply
            && reply.status != Status::Unsolvable
        {
            return grid_of(reply);
        }
        // In a clue core the probe, which reads only the memory of the rows, may lack known cells.
        self.search.cells().unwrap_or_else(|| {
            let probe = self.board.design().probe();
            let bit = |words: &[u64], row: usize, column: usize| words[row] >> column & 1 == 1;
            Grid::from_cells(rows, columns, |row, column| {
                let is_known = bit(&probe.known, row, column);
                let filled = is_known.then(|| bit(&probe.assigned, row, column));
                filled.map_or(Cell::Unknown, Cell::from)
            })
        })
    }

    /// Takes a snapshot.
    pub fn state(&self) -> State {
        let build = self.board.build();
        let design = self.board.design();
        let found = signals::read(design, &["queue.used", "parser.control.state"]);
        let cells = self.cells();
        let palette = self.has_single_blocks.then(|| self.puzzle.palette());
        let colours = colours_of(&self.puzzle);
        let verified = self
            .reply
            .is_some()
            .then(|| self.puzzle.is_solved_by(&cells));
        State {
            build: build.name,
            clock_hz: self.board.parameters().clock_hz.into(),
            baud: self.board.parameters().baud.into(),
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
            to_board: wire::last(&self.bytes[..self.sent], |message| {
                wire::to_board(message, palette)
            }),
            from_board: wire::last(&self.received, |message| wire::from_board(message, colours)),
            status: self.reply.as_ref().map(|reply| reply.status.to_string()),
            verified,
            fault: self.fault.clone(),
            chosen: self.wave.chosen(),
            search: self.search.shown(),
            observed: self.observer.shown(design, self.board.clocks()),
        }
    }
}
