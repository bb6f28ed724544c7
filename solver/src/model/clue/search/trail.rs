//! The trail: a stack of decisions, and of the states of lines before they changed.
//!
//! Interface: [`Trail::push`] and [`Trail::pop`]; [`Trail::is_full`] is true when the search must end.

use super::Cell;
use crate::model::clue::line_logic::Entry;

/// Number of free entries at which the trail counts as full. They are reserved for entries pushed while the search ends.
pub(super) const RESERVE: usize = 64;

/// An entry of the trail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TrailEntry {
    /// State of a line before it changed.
    Line(Entry),
    /// A decision.
    Decision(Cell),
}

impl TrailEntry {
    /// The line state to restore, if the entry is one.
    pub fn line(self) -> Option<Entry> {
        match self {
            Self::Line(entry) => Some(entry),
            Self::Decision(_) => None,
        }
    }

    /// The decision, if the entry is one.
    pub fn decision(self) -> Option<Cell> {
        match self {
            Self::Decision(cell) => Some(cell),
            Self::Line(_) => None,
        }
    }
}

/// The stack, with the capacity of the build's memory.
#[derive(Clone, Debug)]
pub(super) struct Trail {
    entries: Vec<TrailEntry>,
    capacity: usize,
}

impl Trail {
    /// Creates an empty trail for `capacity` entries.
    ///
    /// # Panics
    /// Panics if `capacity` is less than the reserve.
    pub fn new(capacity: usize) -> Self {
        assert!(
            capacity >= RESERVE,
            "a trail needs at least {RESERVE} entries"
        );
        Self {
            entries: Vec::new(),
            capacity,
        }
    }

    /// Capacity of the build's memory in entries.
    pub fn capacity(&self) -> usize {
        self.capacity
    }

    /// Number of entries.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether the trail is empty.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Whether only the reserve is left.
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
            "the reserve of the trail is too small"
        );
        self.entries.push(entry);
    }

    /// Removes and returns the top entry; `None` if the trail is empty.
    pub fn pop(&mut self) -> Option<TrailEntry> {
        self.entries.pop()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn trail_is_full_when_only_the_reserve_is_left() {
        let mut trail = Trail::new(256);
        for _ in 0..256 - RESERVE {
            assert!(!trail.is_full());
            trail.push(TrailEntry::Decision(Cell::default()));
        }
        assert!(trail.is_full());
    }

    #[test]
    #[should_panic = "a trail needs at least 64 entries"]
    fn trail_smaller_than_the_reserve_is_refused() {
        Trail::new(RESERVE - 1);
    }
}
