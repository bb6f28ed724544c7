//! The solving cores and the memories they work on.
//! Interface: `Classic` and `Parallel` have the same ports: they receive a board's options and output a status; `clue` receives clues.
//! Source: the known/assigned option elimination of the published design (docs/reference/classic-core.md).

mod cells;
mod classic;
pub mod clue;
pub mod parallel;
mod survivors;
mod verdict;
mod visitor;

pub use cells::Cells;
pub use classic::Classic;
pub use parallel::Parallel;
pub use survivors::Survivors;
pub use verdict::Verdict;
pub use visitor::Visitor;

/// Width of the position of a row or column (lines of up to 32 cells).
pub const POSITION: usize = 5;
/// Width of a line's address in the count memory: column flag and position.
pub const LINE: usize = POSITION + 1;
/// Width of the number of lines.
pub const LINES: usize = 6;
/// Bit number of the column flag in a header word.
pub const COLUMN_FLAG: u64 = 15;
/// Bit number of the column flag in a line's address.
pub const LINE_FLAG: u64 = POSITION as u64;
/// Width of a bit number in a header word.
pub(crate) const FLAG: usize = 4;
