//! A board to be sent: its size on the wire, its requirements on the core, and its bytes.

use std::fmt;

use nonogram_protocol::{BuildIdentity, MESSAGE_BYTES, SearchRequest, board_check};

/// The sizes of a board and of its reply, and the board's requirements on the core.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// Number of rows.
    pub rows: usize,
    /// Number of columns.
    pub columns: usize,
    /// Bytes of the board.
    pub bytes: u64,
    /// Bytes of a reply with every cell.
    pub reply_bytes: u64,
    /// Requirements on the core besides the number of rows and columns.
    pub demand: Demand,
}

/// The requirements on a core besides the number of rows and columns.
#[derive(Clone, Copy, Debug)]
pub enum Demand {
    /// The options of every line.
    Options {
        /// The largest number of options of a line.
        per_line: u64,
        /// The number of words that the board takes in the store: one per option, and one per line for its header.
        words: u64,
    },
    /// Clues, which fit in every clue build with enough rows and columns. The request may include a search, which delays the verdict.
    Clues(SearchRequest),
}

impl Plan {
    /// Whether the board is within the limits of a build.
    pub fn fits(&self, build: &BuildIdentity) -> bool {
        let holds = match self.demand {
            Demand::Options { per_line, words } => {
                per_line <= u64::from(build.most_options) && words <= u64::from(build.store_words)
            }
            Demand::Clues(_) => true,
        };
        holds && self.rows.max(self.columns) <= usize::from(build.side)
    }

    /// Bytes of the board and of a reply with every cell.
    pub fn total_bytes(&self) -> u64 {
        self.bytes.saturating_add(self.reply_bytes)
    }
}

impl fmt::Display for Plan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} x {}", self.rows, self.columns)?;
        match self.demand {
            Demand::Options { per_line, words } => {
                write!(f, ", up to {per_line} options per line, {words} words")
            }
            Demand::Clues(_) => Ok(()),
        }
    }
}

/// A board to send.
pub struct Outgoing<'a> {
    /// The size and the requirements of the board.
    pub plan: Plan,
    /// The bytes of the board.
    pub bytes: Box<dyn Iterator<Item = u8> + 'a>,
}

/// The last two messages of a board, observed as its bytes are sent; the first of them is its check, if it has one.
#[derive(Clone, Copy, Debug, Default)]
pub struct Tail([u8; 2 * MESSAGE_BYTES]);

impl Tail {
    /// Observes a byte of the board.
    pub fn push(&mut self, byte: u8) {
        self.0.rotate_left(1);
        self.0[2 * MESSAGE_BYTES - 1] = byte;
    }

    /// The value of the board's check, once the whole board was observed; `None` if it has no check.
    pub fn check(&self) -> Option<u16> {
        board_check(&self.0)
    }
}
