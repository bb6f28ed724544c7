//! What comes before the search: clearing the cells, and clues expanded from blocks, one cell a clock.
//! Interface: [`Receiver::clock`] is one clock; blocks may be given when [`Receiver::is_ready`].

use super::cells::LineId;
use super::engine::Automaton;

/// The receiver's registers.
#[derive(Clone, Debug)]
pub struct Receiver {
    /// The next position to clear, and where clearing ends.
    clearing: std::ops::Range<usize>,
    /// Cells of the block that are still to be put.
    remaining: usize,
    at: u64,
    ones: u64,
    /// The line's clue is complete, and waits to be stored.
    pending: Option<LineId>,
}

/// What a clock does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Received {
    /// Clears this position.
    pub clear: Option<usize>,
    /// Stores this line's clue.
    pub line: Option<(LineId, Automaton)>,
}

/// Symbol 1, the first after the leading blank.
const FIRST: u64 = 2;

impl Default for Receiver {
    fn default() -> Self {
        Self {
            clearing: 0..0,
            remaining: 0,
            at: FIRST,
            ones: 0,
            pending: None,
        }
    }
}

impl Receiver {
    /// A board begins, with this number of cells per line, padding included.
    pub fn begin(&mut self, padded: usize) {
        *self = Self {
            clearing: 0..padded,
            ..Self::default()
        };
    }

    /// A block, the end of a line or the start may be given in this clock.
    pub fn is_ready(&self) -> bool {
        self.clearing.is_empty() && self.remaining == 0 && self.pending.is_none()
    }

    /// One clock.
    pub fn clock(
        &mut self,
        block: Option<usize>,
        line_end: Option<LineId>,
        bus_is_taken: bool,
    ) -> Received {
        let mut received = Received {
            clear: self.clearing.next(),
            line: None,
        };
        if self.remaining > 0 {
            self.ones |= self.at;
            self.at <<= 1;
            self.remaining -= 1;
        } else if let Some(length) = block {
            self.at <<= u64::from(self.ones != 0);
            self.remaining = length;
        }
        if let Some(line) = self.pending
            && !bus_is_taken
        {
            received.line = Some((
                line,
                Automaton {
                    ones: self.ones,
                    end: self.at,
                },
            ));
            (self.at, self.ones, self.pending) = (FIRST, 0, None);
        } else if line_end.is_some() {
            self.pending = line_end;
        }
        received
    }
}
