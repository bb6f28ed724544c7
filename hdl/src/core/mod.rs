//! The solving cores and the memories they work on.
//! Interface: `Classic` takes a stored board and gives a status; `Cells` holds what is known of the board.
//! Source: the known/assigned option elimination of the published design (see ARCHITECTURE.md).

mod cells;
mod classic;
mod visitor;

pub use cells::Cells;
pub use classic::Classic;
pub use visitor::Visitor;

/// Width of a row or column number (lines up to 32 cells).
pub const POSITION: usize = 5;
/// Width of a line's address in the count memory: column flag and position.
pub const LINE: usize = POSITION + 1;
/// Width of a number of lines.
pub const LINES: usize = 6;
/// Bit of a header word that says "column".
pub const COLUMN_FLAG: u32 = 15;
