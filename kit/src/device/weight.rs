//! Boards that take long to transmit: their size is announced before they are sent or written, and the largest need `--force`.
//!
//! A line of 48 cells can have more than 2 billion options, so a board of options can have gigabytes.

use std::fmt;

use nonogram_protocol::{BoardStream, CoreKind, wire_seconds};
use nonogram_puzzles::Puzzle;

use nonogram_sim::wire::{check_one_colour, clue_stream};

use super::udp::MOST_BYTES_OVER_UDP;
use super::{DEFAULT_BAUD, Fault};
use crate::exit::{Exit, Failure, OrExit};

/// The largest board that is sent to a port, or written, without `--force`, in bytes.
pub const MOST_BYTES: u64 = 64 << 20;

/// Boards whose transmission takes longer than this are announced, in seconds.
const LONG: f64 = 600.0;

/// The weight of a board: its size, and the baud rate if it is sent on a serial line.
#[derive(Clone, Copy, Debug)]
pub struct Weight {
    /// Bytes of the board.
    pub bytes: u64,
    /// The baud rate of the serial line; `None` for another link.
    pub baud: Option<u32>,
}

impl Weight {
    /// Refuses a board of more than [`MOST_BYTES`], or more than a request over UDP can have; returns the announcement of a board that takes long.
    ///
    /// # Errors
    /// The board is too large for UDP; or it is refused, unless `force` is set, and the message names the alternative `instead`.
    pub fn check(self, force: bool, instead: &'static str) -> Result<Option<String>, Fault> {
        if self.bytes > MOST_BYTES && !force {
            return Err(Fault::TooHeavy(self, instead));
        }
        if self.baud.is_none() && self.bytes > MOST_BYTES_OVER_UDP {
            let most = size(MOST_BYTES_OVER_UDP);
            let excess = format!("{}; expected at most {most} over UDP", size(self.bytes));
            return Err(Fault::TooLarge(excess));
        }
        let is_long = (self.baud).is_some_and(|baud| wire_seconds(self.bytes, baud) > LONG);
        Ok(is_long.then(|| format!("the board takes {self}")))
    }
}

impl fmt::Display for Weight {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let size = size(self.bytes);
        let Some(baud) = self.baud else {
            return f.write_str(&size);
        };
        let seconds = wire_seconds(self.bytes, baud);
        let units = [("days", 86400.0), ("hours", 3600.0), ("minutes", 60.0)];
        let unit = units.into_iter().find(|(_, unit)| seconds > 1.5 * unit);
        let (unit, length) = unit.unwrap_or(("seconds", 1.0));
        let time = (seconds / length).round();
        write!(f, "{size}, {time} {unit} on the wire at {baud} baud")
    }
}

/// A number of bytes in the largest binary unit of which there is at least one.
pub fn size(bytes: u64) -> String {
    const UNITS: [&str; 7] = ["B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"];
    let power = bytes.max(1).ilog2() / 10;
    let number = bytes as f64 / f64::from(1024_u32).powi(power.cast_signed());
    format!("{number:.2} {}", UNITS[power as usize])
}

/// Checks that the protocol can express a puzzle's board for a core and, if the core receives options, the size of the board; returns the
/// announcement of a board that takes long to transmit.
///
/// # Errors
/// The protocol cannot express the board, or a board of options is larger than 64 MiB and `force` is not set.
pub fn check_board(
    puzzle: &Puzzle,
    core: CoreKind,
    force: bool,
) -> Result<Option<String>, Failure> {
    if core == CoreKind::Clue {
        clue_stream(puzzle)
            .map_err(Fault::from)
            .or_exit(Exit::Usage)?;
        return Ok(None);
    }
    check_one_colour(puzzle)
        .map_err(Fault::from)
        .or_exit(Exit::Usage)?;
    let board = BoardStream::new(puzzle.rows(), puzzle.columns()).or_exit(Exit::Usage)?;
    let weight = Weight {
        bytes: board.size().bytes,
        baud: Some(DEFAULT_BAUD),
    };
    let instead = "encode it for the clue core with --core clue";
    weight.check(force, instead).or_exit(Exit::Usage)
}
