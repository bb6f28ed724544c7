//! Boards that take long to transmit: their size is announced before they are sent or written, and the largest need `--force`.
//!
//! A line of 48 cells can have more than 2 billion options, so a board of options can have gigabytes.

use std::time::Duration;

use indicatif::{HumanBytes, HumanDuration};
use nonogram_protocol::wire_seconds;
use thiserror::Error;

/// The largest board that is sent to a port, or written, without `--force`, in bytes.
const MOST_BYTES: u64 = 64 << 20;

/// Boards whose transmission takes longer than this are announced.
const LONG: Duration = Duration::from_secs(600);

/// The weight of a board: its size and the baud rate at which it is sent.
#[derive(Clone, Copy, Debug)]
pub struct Weight {
    /// Bytes of the board.
    pub bytes: u64,
    /// The baud rate of the serial line.
    pub baud: u32,
}

/// A board that needs `--force`.
#[derive(Debug, Error)]
#[error("the board takes {0}; expected at most {most}: {1}, or use --force", most = HumanBytes(MOST_BYTES))]
pub struct TooHeavy(Weight, &'static str);

impl Weight {
    /// The transmission time of the board.
    fn time(self) -> Duration {
        Duration::try_from_secs_f64(wire_seconds(self.bytes, self.baud)).unwrap_or(Duration::MAX)
    }

    /// Announces a board of the puzzle `name` if its transmission takes longer than [`LONG`]; unless `force` is set, refuses a board
    /// of more than [`MOST_BYTES`].
    ///
    /// # Errors
    /// The board is refused; the message names the alternative `instead`.
    pub fn check(self, name: &str, force: bool, instead: &'static str) -> Result<(), TooHeavy> {
        if !force {
            self.refuse(instead)?;
        }
        if self.time() > LONG {
            say!("nonogram: {name}: the board takes {self}");
        }
        Ok(())
    }

    /// Refuses a board of more than [`MOST_BYTES`].
    ///
    /// # Errors
    /// The board is refused; the message names the alternative `instead`.
    pub fn refuse(self, instead: &'static str) -> Result<(), TooHeavy> {
        if self.bytes > MOST_BYTES {
            return Err(TooHeavy(self, instead));
        }
        Ok(())
    }
}

impl std::fmt::Display for Weight {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            f,
            "{}, {} on the wire at {} baud",
            HumanBytes(self.bytes),
            HumanDuration(self.time()),
            self.baud
        )
    }
}
