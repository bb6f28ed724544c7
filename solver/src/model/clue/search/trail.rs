//! The trail: what was learned and decided, in order, and how it is taken back.
//! Interface: [`Search::note`] adds a visit's finding, [`Search::undo_for`] begins to take back, [`Search::undo`] takes one back.

use super::{Cell, Search, State, Status};
use crate::model::clue::cells::LineId;
use crate::model::clue::propagator::{Entry, Propagator};

/// Most entries of the trail before the search gives up.
const TRAIL: usize = 2048;
/// Entries that are kept free: what comes in while the search ends.
const TRAIL_RESERVE: usize = 64;

/// An entry of the trail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Trail {
    Line(Entry),
    Decision(Cell),
}

/// What a visit has learned, on its way to the trail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Note {
    /// The line, and what it knew before.
    pub entry: Entry,
    /// The cells that it has learned.
    pub learned: u32,
}

/// Why entries are taken back.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Undoing {
    /// A probe is over.
    #[default]
    Probe,
    /// A probe is refuted: the opposite holds.
    Refuted,
    /// A decision is exhausted: the opposite holds.
    Decision,
    /// The search ends.
    All,
}

impl Search {
    /// Whether the search has to end for want of room.
    pub(super) fn overflows(&self) -> bool {
        self.trail.len() >= TRAIL - TRAIL_RESERVE
    }

    /// A visit has learned something. What its line knew when the last cell was written is put back at once, so one entry will do.
    pub(super) fn note(&mut self, note: Note) {
        let LineId { column, position } = note.entry.line;
        if self.entered[usize::from(column)] >> position & 1 == 0 {
            self.enter(note.entry);
        }
        if self.probing {
            self.touched |= u32::from(!column) << position;
        } else {
            self.news[usize::from(column)] |= 1 << position;
            self.news[usize::from(!column)] |= note.learned;
        }
    }

    /// Writes the cell for its row or its column.
    pub(super) fn write(&mut self, board: &mut Propagator, column: bool) {
        let cell = self.cell;
        let (position, place) = match column {
            true => (cell.column, cell.row),
            false => (cell.row, cell.column),
        };
        let entry = board.write(LineId { column, position }, place, cell.filled);
        self.enter(entry);
    }

    /// Puts what a line knew before onto the trail.
    fn enter(&mut self, entry: Entry) {
        self.entered[usize::from(entry.line.column)] |= 1 << entry.line.position;
        self.trail.push(Trail::Line(entry));
    }

    /// Notes a decision; its cell is written next.
    pub(super) fn decide(&mut self) {
        self.trail.push(Trail::Decision(self.cell));
        self.level += 1;
        self.statistics.decisions += 1;
        self.news = [0; 2];
        self.resume = false;
        self.state = State::Fetch;
    }

    /// Begins to take back.
    pub(super) fn undo_for(&mut self, undoing: Undoing) {
        self.undoing = undoing;
        self.state = State::UndoFetch;
    }

    /// Takes an entry back.
    pub(super) fn undo(&mut self, board: &mut Propagator) {
        match self.trail.pop() {
            Some(Trail::Line(entry)) => {
                board.undo(entry);
                self.statistics.undone += 1;
            }
            Some(Trail::Decision(cell)) if self.undoing == Undoing::Decision => {
                self.level -= 1;
                self.news = [0; 2];
                self.resume = false;
                self.cell = Cell {
                    filled: !cell.filled,
                    ..cell
                };
                self.state = State::Fetch;
            }
            Some(Trail::Decision(_)) | None => {}
        }
        match self.undoing {
            Undoing::Probe if self.trail.len() == self.mark => self.probed(),
            Undoing::Refuted if self.trail.len() == self.mark => {
                self.probing = false;
                self.refuted();
            }
            Undoing::All if self.trail.is_empty() => {
                self.level = 0;
                self.probing = false;
                self.save_for(Status::Undecided);
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_search_ends_while_there_is_room_for_what_still_comes_in() {
        let with = |entries| Search {
            trail: vec![Trail::Decision(Cell::default()); entries],
            ..Search::default()
        };
        assert!(!with(TRAIL - TRAIL_RESERVE - 1).overflows());
        assert!(with(TRAIL - TRAIL_RESERVE).overflows());
        assert!(with(TRAIL).overflows());
    }
}
