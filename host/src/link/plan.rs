//! A board that is about to be sent: what it takes on the wire and in the FPGA, and its bytes.

use std::fmt;

use nonogram_protocol::BuildIdentity;

/// What a board takes.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// Row count.
    pub rows: usize,
    /// Column count.
    pub columns: usize,
    /// Bytes of the board.
    pub bytes: u64,
    /// Bytes of a reply with every cell.
    pub reply_bytes: u64,
    /// What the core must hold besides the cells.
    pub demand: Demand,
}

/// What a core must hold of a board besides its cells.
#[derive(Clone, Copy, Debug)]
pub enum Demand {
    /// Options.
    Options {
        /// Most options of a line.
        per_line: u64,
        /// Words of the option store.
        words: u64,
    },
}

impl Plan {
    /// Whether a build takes the board.
    pub fn fits(&self, build: &BuildIdentity) -> bool {
        let Demand::Options { per_line, words } = self.demand;
        self.rows.max(self.columns) <= usize::from(build.side)
            && per_line <= u64::from(build.most_options)
            && words <= u64::from(build.store_words)
    }

    /// Bytes of the board and of a reply with every cell.
    pub fn total_bytes(&self) -> u64 {
        self.bytes.saturating_add(self.reply_bytes)
    }
}

impl fmt::Display for Plan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Demand::Options { per_line, words } = self.demand;
        write!(
            f,
            "{} x {}, up to {per_line} options per line, {words} words",
            self.rows, self.columns
        )
    }
}

/// A board to send.
pub struct Outgoing<'a> {
    /// What it takes.
    pub plan: Plan,
    /// Its bytes.
    pub bytes: Box<dyn Iterator<Item = u8> + 'a>,
}
