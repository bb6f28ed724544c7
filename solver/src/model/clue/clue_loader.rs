//! Loads a board: clears the cells, and expands a line's blocks into the symbols of its automaton, one filled symbol per cycle.
//!
//! Interface: [`ClueLoader::clock`] runs one cycle; blocks are accepted while [`ClueLoader::is_ready`].

use super::cells::LineId;
use super::engine::Automaton;

/// Registers of the loader.
#[derive(Clone, Debug)]
pub struct ClueLoader {
    /// The next position to clear, and where clearing ends.
    clearing: std::ops::Range<usize>,
    /// Cells of the block that remain to be expanded.
    remaining: usize,
    /// The next symbol of the automaton, one-hot.
    symbol: u64,
    /// Filled symbols of the line so far, one bit per symbol.
    filled: u64,
    /// The completed line that waits to be stored.
    pending: Option<LineId>,
}

/// Actions of the loader in one cycle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Loaded {
    /// The position to clear, if any.
    pub clear: Option<usize>,
    /// The line to store, if any, and its automaton.
    pub line: Option<(LineId, Automaton)>,
}

/// Symbol 1, the first after the leading blank.
const FIRST: u64 = 2;

impl Default for ClueLoader {
    fn default() -> Self {
        Self {
            clearing: 0..0,
            remaining: 0,
            symbol: FIRST,
            filled: 0,
            pending: None,
        }
    }
}

impl ClueLoader {
    /// Begins a board. `padded` is the number of cells per line, padding included.
    pub fn begin(&mut self, padded: usize) {
        *self = Self {
            clearing: 0..padded,
            ..Self::default()
        };
    }

    /// Whether a block, the end of a line or the start is accepted in this cycle.
    pub fn is_ready(&self) -> bool {
        self.clearing.is_empty() && self.remaining == 0 && self.pending.is_none()
    }

    /// Runs one cycle. A completed line waits while the bus is taken.
    pub fn clock(
        &mut self,
        block: Option<usize>,
        line_end: Option<LineId>,
        bus_is_taken: bool,
    ) -> Loaded {
        let mut loaded = Loaded {
            clear: self.clearing.next(),
            line: None,
        };
        if self.remaining > 0 {
            self.filled |= self.symbol;
            self.symbol <<= 1;
            self.remaining -= 1;
        } else if let Some(length) = block {
            self.symbol <<= u64::from(self.filled != 0);
            self.remaining = length;
        }
        if let Some(line) = self.pending
            && !bus_is_taken
        {
            loaded.line = Some((
                line,
                Automaton {
                    filled_symbols: self.filled,
                    last_symbol: self.symbol,
                },
            ));
            (self.symbol, self.filled, self.pending) = (FIRST, 0, None);
        } else if line_end.is_some() {
            self.pending = line_end;
        }
        loaded
    }
}
