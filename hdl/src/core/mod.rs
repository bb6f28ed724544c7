//! The solving cores and the memories they work on.
//! Interface: `Classic` and `Parallel` have the same ports: they take a board and give a status.
//! Source: the known/assigned option elimination of the published design (see ARCHITECTURE.md).

mod cells;
mod classic;
pub mod clue;
pub mod parallel;
mod verdict;
mod visitor;

pub use cells::Cells;
pub use classic::Classic;
pub use parallel::Parallel;
pub use verdict::Verdict;
pub use visitor::Visitor;

/// Width of a row or column number (lines up to 32 cells).
pub const POSITION: usize = 5;
/// Width of a line's address in the count memory: column flag and position.
pub const LINE: usize = POSITION + 1;
/// Width of a number of lines.
pub const LINES: usize = 6;
/// Bit of a header word that says "column".
pub const COLUMN_FLAG: u64 = 15;
/// Bit of a line's address that says so.
pub const LINE_FLAG: u64 = POSITION as u64;
/// Width of a bit's number in a header word.
pub(crate) const FLAG: usize = 4;
