//! The trail: a stack of what lines knew before they learned more, and of decisions.
//! Interface: [`Trail::push`] and [`Trail::pop`]; [`Trail::is_full`] is true while the search has to end.

use super::Cell;
use crate::model::clue::line_logic::Entry;

/// Entries that are free when the trail is full: room for those that are pushed while the search ends.
pub(super) const RESERVE: usize = 64;

/// An entry of the trail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TrailEntry {
    /// What a line knew before.
    Line(Entry),
    /// A decision.
    Decision(Cell),
}

impl TrailEntry {
    /// What is restored of a line.
    pub fn line(self) -> Option<Entry> {
        match self {
            Self::Line(entry) => Some(entry),
            Self::Decision(_) => None,
        }
    }

    /// The decision.
    pub fn decision(self) -> Option<Cell> {
        match self {
            Self::Decision(cell) => Some(cell),
            Self::Line(_) => None,
        }
    }
}

/// The stack, with the number of entries that the build's memory has.
#[derive(Clone, Debug)]
pub(super) struct Trail {
    entries: Vec<TrailEntry>,
    capacity: usize,
}

impl Trail {
    /// An empty trail for that many entries.
    pub fn new(capacity: usize) -> Self {
        Self {
            entries: Vec::new(),
            capacity,
        }
    }

    /// The number of entries that the build's memory has.
    pub fn capacity(&self) -> usize {
        self.capacity
    }

    /// The number of entries.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// There is no entry.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Only the reserve is left.
    pub fn is_full(&self) -> bool {
        self.len() >= self.capacity - RESERVE
    }

    /// Removes all entries.
    pub fn clear(&mut self) {
        self.entries.clear();
    }

    /// Pushes an entry.
    pub fn push(&mut self, entry: TrailEntry) {
        debug_assert!(
            self.len() < self.capacity - 1,
            "the reserve is large enough"
        );
        self.entries.push(entry);
    }

    /// Removes the top entry.
    pub fn pop(&mut self) -> Option<TrailEntry> {
        self.entries.pop()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn trail_is_full_while_the_reserve_is_free() {
        let mut trail = Trail::new(256);
        for _ in 0..256 - RESERVE {
            assert!(!trail.is_full());
            trail.push(TrailEntry::Decision(Cell::default()));
        }
        assert!(trail.is_full());
    }
}
