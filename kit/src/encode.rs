//! Whether a puzzle can be encoded for a core.

use nonogram_protocol::{BoardStream, CoreKind};
use nonogram_puzzles::Puzzle;

use crate::device::{DEFAULT_BAUD, Weight, check_colours};
use crate::exit::{Exit, Failure, OrExit};

/// Checks the number of colours of a puzzle and, if the core receives options, the size of its option board; returns the announcement
/// of a board that takes long to transmit.
///
/// # Errors
/// The puzzle has several colours; or the core receives options, and the protocol cannot express the option board, or the option board
/// is larger than 64 MiB and `force` is not set.
pub fn check_board(
    puzzle: &Puzzle,
    core: CoreKind,
    force: bool,
) -> Result<Option<String>, Failure> {
    check_colours(puzzle).or_exit(Exit::Usage)?;
    if core == CoreKind::Clue {
        return Ok(None);
    }
    let board = BoardStream::new(puzzle.rows(), puzzle.columns()).or_exit(Exit::Usage)?;
    let weight = Weight {
        bytes: board.size().bytes,
        baud: DEFAULT_BAUD,
    };
    let instead = "encode it for the clue core with --core clue";
    weight.check(force, instead).or_exit(Exit::Usage)
}
