//! The link of the clue core: receives clue boards and sends packed replies.
//! Interface: `ClueLink` connects the byte streams to the core; `ClueParser` checks a board and passes its blocks to the
//! core; `ClueAssembler` sends the reply.
//! Source: docs/reference/protocol.md, section "Clue boards".

mod assembler;
mod cell_packer;
mod decoder;
mod feeder;
mod kind;
mod legality;
mod link;
mod parser;
mod requests;
mod search_end;

pub use assembler::ClueAssembler;
pub use cell_packer::CellPacker;
pub use decoder::ClueDecoder;
pub use feeder::BlockFeeder;
pub use kind::{KindIn, KindOut};
pub use legality::ClueLegality;
pub use link::ClueLink;
pub use parser::{ClueParser, ClueParserState};
pub use requests::Requests;
pub use search_end::SearchEnd;

/// Width in bits of a number of rows or columns, of the position of a line or cell, and of a block length.
pub const PLACE: usize = 6;
/// Width in bits of a search limit, whose unit is 1024 cycles.
pub const LIMIT: usize = 26;
/// Width in bits of a search mode.
pub const MODE: usize = 2;
