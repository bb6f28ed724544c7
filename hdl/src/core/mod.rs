//! The solving cores and their parts.
//! Interface: [`Classic`] and [`Parallel`] receive the options of a board through common ports; [`clue::ClueCore`] receives its clues. Each
//! outputs a status and the cells.

mod board_cells;
mod classic;
pub mod clue;
pub mod parallel;
mod visitor;

pub use board_cells::BoardCells;
pub use classic::{Classic, Verdict};
pub use parallel::Parallel;
pub use visitor::{Survivors, Visitor};

/// Width of the position of a row or column: boards of up to 32 rows and columns.
pub const POSITION: usize = 5;
/// Width of a line's address in the count memory: column flag and position.
pub const LINE: usize = POSITION + 1;
/// Width of the number of lines of a board of options: at most 32 lines.
pub const LINES: usize = 6;
/// Bit number of the column flag in a header word.
pub const COLUMN_FLAG: u64 = 15;
/// Bit number of the column flag in a line's address.
pub const LINE_FLAG: u64 = POSITION as u64;
/// Width of the bit numbers [`COLUMN_FLAG`] and [`LINE_FLAG`].
pub(crate) const FLAG: usize = 4;
