//! The search: probing with selective repeat, branching and the verdict. Most types have the name of their hardware unit.
//!
//! Interface: [`Search::start`] begins a search, [`Search::clock`] runs one of its cycles, [`Search::done`] returns its status.
//! Source: full probing, Wu et al., "An efficient approach to solving nonograms" (2013); selective repeat, ICGA Journal, 2018.

mod clock_limit;
mod control;
mod current_cell;
mod gains;
mod harvest;
mod news;
mod row_scanner;
mod solution_buffer;
mod trail;
mod trail_writer;

use nonogram_protocol::{SearchMode, Status};

use super::line_logic::{LineLogic, Visit};
use clock_limit::ClockLimit;
use control::Control;
pub use control::{State, Undoing};
use current_cell::Cell;
use gains::Gains;
use harvest::Harvest;
use news::News;
use row_scanner::RowScanner;
use solution_buffer::SolutionBuffer;
use trail::Trail;
use trail_writer::TrailWriter;

/// State of a search: the registers of its units, and its counters.
#[derive(Clone, Debug)]
pub struct Search {
    control: Control,
    /// The cell to write next, with its value.
    current_cell: Cell,
    trail: Trail,
    trail_writer: TrailWriter,
    row_scanner: RowScanner,
    news: News,
    harvest: Harvest,
    gains: Gains,
    clock_limit: ClockLimit,
    solution_buffer: SolutionBuffer,
    /// Status of the search; `None` until it has ended.
    verdict: Option<Status>,
    statistics: Statistics,
}

/// Counters of a search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    /// Number of probes.
    pub probes: u64,
    /// Number of refuted probes.
    pub refuted: u64,
    /// Number of decisions.
    pub decisions: u64,
    /// Number of lines restored from the trail.
    pub undone: u64,
}

impl Search {
    /// Creates a search with a trail of `trail` entries.
    pub fn new(trail: usize) -> Self {
        Self {
            control: Control::default(),
            current_cell: Cell::default(),
            trail: Trail::new(trail),
            trail_writer: TrailWriter::default(),
            row_scanner: RowScanner::default(),
            news: News::default(),
            harvest: Harvest::default(),
            gains: Gains::default(),
            clock_limit: ClockLimit::default(),
            solution_buffer: SolutionBuffer::default(),
            verdict: None,
            statistics: Statistics::default(),
        }
    }

    /// Ends the search and resets all registers, including the verdict, the solution buffer and the statistics.
    pub fn clear(&mut self) {
        *self = Self::new(self.trail.capacity());
    }

    /// Starts a search. `limit` is in units of 1024 cycles; 0 means no limit.
    pub fn start(&mut self, mode: SearchMode, limit: u32) {
        let note = self.trail_writer.note;
        self.clear();
        self.trail_writer.note = note;
        self.control.start(mode);
        self.clock_limit = ClockLimit::new(limit);
        self.news.start();
    }

    /// Cancels the search, if one is running, at the request of the host.
    pub fn cancel(&mut self) {
        self.control.stop |= self.is_running();
    }

    /// Whether a search is running: from the cycle after the start to that of the status.
    pub fn is_running(&self) -> bool {
        self.control.state != State::Idle
    }

    /// State of the controller in this cycle.
    pub fn state(&self) -> State {
        self.control.state
    }

    /// Status of the search; `None` until it has ended.
    pub fn done(&self) -> Option<Status> {
        self.verdict
    }

    /// Filled cells of a row of the solution buffer.
    pub fn solution(&self, row: usize) -> u32 {
        self.solution_buffer.row(row)
    }

    /// Counters of the search.
    pub fn statistics(&self) -> Statistics {
        self.statistics
    }

    /// Runs one cycle; must be called after [`LineLogic::clock`]. `visit` was on the bus of line logic, `quiet` was its output in this
    /// cycle, and `conflict` is true if it reported a contradiction in this cycle or before the search.
    pub fn clock(
        &mut self,
        board: &mut LineLogic,
        visit: Option<Visit>,
        conflict: bool,
        quiet: bool,
    ) {
        let note = self.trail_writer.take_note(board, visit);
        if !self.is_running() {
            return;
        }
        let trail_full = self.trail.is_full();
        if let Some(note) = note {
            self.trail_writer.push_note(&mut self.trail, note);
            if self.control.in_probe {
                self.harvest.record(note);
            } else {
                self.news.record(note);
            }
        }
        let stop = self.control.stop;
        self.control.stop |= self.clock_limit.expires() || trail_full;
        let conditions = control::Conditions {
            stop,
            conflict,
            quiet,
            noting: note.is_some(),
        };
        self.step(board, conditions);
    }
}
