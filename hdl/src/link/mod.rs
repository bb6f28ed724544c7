//! Between bytes and boards: messages out of bytes, boards out of messages, replies out of results.
//! Interface: `Framer` pairs bytes, `Decoder` reads a message, `Parser` checks and stores a board, `Assembler` sends the reply.
//! Source: the published 16-bit board protocol (see ARCHITECTURE.md).

mod assembler;
mod crc13;
mod decoder;
mod framer;
mod message_tx;
mod parser;

pub use assembler::Assembler;
pub use crc13::Crc13;
pub use decoder::Decoder;
pub use framer::Framer;
pub use message_tx::MessageTx;
pub use parser::{Parser, ParserState};

/// Width of a message's index.
const INDEX: usize = 12;
