//! A prober: line logic and a search on a board of its own.
//!
//! Interface: [`Prober::clock`] runs one cycle.

use super::front::Config;
use super::line_logic::{LineLogic, Visit};
use super::peers::Share;
use super::search::Search;

/// Line logic and search of one board.
#[derive(Clone, Debug)]
pub(super) struct Prober {
    pub lines: LineLogic,
    pub search: Search,
    /// Whether a visit of this board found a contradiction while no search was running.
    failed: bool,
}

impl Prober {
    /// Creates prober `number` of a core.
    pub fn new(config: &Config, number: usize) -> Self {
        let share = Share {
            number,
            of: config.probers,
        };
        Self {
            lines: LineLogic::new(config.engines, config.cells_per_step),
            search: Search::new(config.order, share, config.trail_depth),
            failed: false,
        }
    }

    /// Begins a board.
    pub fn begin(&mut self, rows: usize, columns: usize) {
        self.lines.begin(rows, columns);
        self.search.clear();
        self.failed = false;
    }

    /// Runs one cycle. Returns the visit whose finding was on the bus, if any.
    pub fn clock(&mut self) -> Option<Visit> {
        let (conflict, quiet) = (self.lines.conflict(), self.lines.is_quiet());
        let visit = self.lines.clock();
        let failed = conflict || self.failed;
        self.search.clock(&mut self.lines, visit, failed, quiet);
        self.failed |= conflict && !self.search.is_running();
        visit
    }
}
