//! The trail writer: pushes the entries of written cells and of findings, and decisions; counts the decisions.
//!
//! Interface: [`TrailWriter::take_note`] holds a finding for one cycle; the `push_` methods push entries.

use super::Cell;
use super::trail::{Trail, TrailEntry};
use crate::model::clue::cells::LineId;
use crate::model::clue::line_logic::{Entry, LineLogic, Visit};

/// A finding, one cycle after it was on the bus.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Note {
    /// The trail entry of the line: its state before the finding.
    pub entry: Entry,
    /// Cells that the line has learned, one bit per cell.
    pub learned: u32,
}

/// Registers of the trail writer.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct TrailWriter {
    /// The finding of the previous cycle; `None` if there was none or it made no cell known.
    pub note: Option<Note>,
    decisions: usize,
    /// Number of entries when the probes of the current cell began.
    mark: usize,
    /// Rows and columns with an entry since the current cell was fetched, one bit per line.
    entered: [u32; 2],
}

impl TrailWriter {
    /// Returns the finding that the previous call stored, and stores the finding of this cycle; a finding that made no cell known is
    /// not stored.
    pub fn take_note(&mut self, board: &LineLogic, visit: Option<Visit>) -> Option<Note> {
        let learned = visit.filter(|visit| visit.learned != 0);
        let note = learned.map(|visit| Note {
            entry: board.entry(&visit),
            learned: visit.learned,
        });
        std::mem::replace(&mut self.note, note)
    }

    /// Pushes the entry of a finding unless its line already has an entry since the current cell was fetched: undoing restores the
    /// state before the first change.
    pub fn push_note(&mut self, trail: &mut Trail, note: Note) {
        let LineId { column, position } = note.entry.line;
        if self.entered[usize::from(column)] >> position & 1 == 0 {
            self.push_line(trail, note.entry);
        }
    }

    /// Pushes the entry of a line.
    pub fn push_line(&mut self, trail: &mut Trail, entry: Entry) {
        self.entered[usize::from(entry.line.column)] |= 1 << entry.line.position;
        trail.push(TrailEntry::Line(entry));
    }

    /// Pushes a decision.
    pub fn push_decision(&mut self, trail: &mut Trail, cell: Cell) {
        trail.push(TrailEntry::Decision(cell));
        self.decisions += 1;
    }

    /// Prepares for the writes of the current cell in the next cycles: every line may get a new entry.
    pub fn fetch(&mut self) {
        self.entered = [0; 2];
    }

    /// Records that a decision is popped.
    pub fn pop_decision(&mut self) {
        self.decisions -= 1;
    }

    /// Clears the decision count, because the trail no longer contains a decision.
    pub fn forget_decisions(&mut self) {
        self.decisions = 0;
    }

    /// Whether the trail contains a decision.
    pub fn decided(&self) -> bool {
        self.decisions > 0
    }

    /// Begins the probes of a cell: entries pushed from now on belong to these probes.
    pub fn begin_probe(&mut self, trail: &Trail) {
        self.mark = trail.len();
    }

    /// Whether all entries of the current probe are popped.
    pub fn at_mark(&self, trail: &Trail) -> bool {
        trail.len() == self.mark
    }

    /// Number of entries pushed since the probe began.
    pub fn grown(&self, trail: &Trail) -> usize {
        trail.len() - self.mark
    }
}
