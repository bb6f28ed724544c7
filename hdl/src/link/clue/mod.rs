//! The link of the clue core: receives clue boards and sends packed replies.
//! Interface: `ClueParser` checks a board and passes its blocks to the core; `CellPacker` packs the cells of the reply.
//! Source: docs/reference/protocol.md, section "Clue boards".

mod cell_packer;
mod loading;
mod parser;

pub use cell_packer::CellPacker;
pub use loading::{BlockFeeder, Requests};
pub use parser::ClueParser;

/// Width in bits of a number of rows or columns, and of a block length: up to 64.
pub const SIZE: usize = 7;
/// Width in bits of the position of a line or cell.
pub const PLACE: usize = 6;
/// Width in bits of the number of a colour, which is 0 for a blank cell.
pub const COLOUR: usize = 3;
/// Width in bits of the number of planes that hold the colours of a picture.
pub const PLANES: usize = 2;
/// Width in bits of a search limit, whose unit is 1024 cycles.
pub const LIMIT: usize = 26;
/// Width in bits of a search mode.
pub const MODE: usize = 2;
