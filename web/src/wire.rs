//! Bytes to and from an FPGA, which is simulated or connected by Web Serial.
//! Interface: [`encode`] and [`QUESTION`] are the bytes to send; [`judge_reply`] and [`identity`] decode received bytes; [`last`]
//! describes messages, and `sizes` computes the sizes of boards. Replies are accepted under the same conditions as in `nonogram solve
//! --check`.

use nonogram_kit::{IdentityRecord, accept};
use nonogram_protocol::{
    BlockPair, BuildIdentity, CELLS_PER_MESSAGE, CoreKind, IDENTITY_REQUEST, MESSAGE_BYTES,
    Message, OneBlock, PAYLOAD_MASK, Received, ReplyDecoder, SearchMode, SearchRequest, Status,
    board_check, request_kind,
};
use nonogram_puzzles::{Colour, Palette, Puzzle};
use nonogram_sim::wire::{self, Encoded};
use serde::Serialize;

use crate::sheet::text;

/// The request for a build's identity.
pub const QUESTION: [u8; 4] = IDENTITY_REQUEST;

/// The board of a puzzle for a core, with a check message.
pub fn encode(puzzle: &Puzzle, core: CoreKind) -> Result<Encoded<'_>, String> {
    wire::encode(puzzle, core, true, SearchRequest::default()).map_err(|error| error.to_string())
}

/// Whether a board states its number of colours; then each message of its lines has one block and its colour.
pub fn has_single_blocks(board: &[u8]) -> bool {
    let mut messages = board.chunks_exact(MESSAGE_BYTES);
    messages.any(|bytes| match Message::from_bytes([bytes[0], bytes[1]]) {
        Message::Request(payload) => payload >> request_kind::KIND_SHIFT == request_kind::COLOURS,
        _ => false,
    })
}

/// Sizes of a puzzle's boards, with their check messages; 0 for a board that the protocol cannot represent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Sizes {
    /// Number of options of all lines; saturates near 2^64.
    pub options: u64,
    /// Length of the board of options, in bytes; saturates near 2^64.
    pub option_bytes: u64,
    /// Length of the board of clues, in bytes.
    pub clue_bytes: u64,
}

/// Sizes of a puzzle's boards.
pub fn sizes(puzzle: &Puzzle) -> Sizes {
    let size = |core| encode(puzzle, core).ok().map(|board| board.size);
    let options = size(CoreKind::Classic);
    let lines = (puzzle.row_count() + puzzle.column_count()) as u64;
    Sizes {
        options: options.map_or(0, |size| size.store_words - lines),
        option_bytes: options.map_or(0, |size| size.bytes),
        clue_bytes: size(CoreKind::Clue).map_or(0, |size| size.bytes),
    }
}

/// Maximum number of messages that are shown.
const SHOWN: usize = 6;

/// The last complete messages of a stream, at most `SHOWN`: for each, its bytes in hexadecimal and its description by `in_words`.
pub fn last(bytes: &[u8], in_words: impl Fn(Message) -> String) -> Vec<String> {
    let messages = bytes.len() / 2;
    let from = messages.saturating_sub(SHOWN);
    let words = bytes[2 * from..2 * messages].chunks_exact(2);
    words
        .map(|word| {
            let message = Message::from_bytes([word[0], word[1]]);
            format!("{:02x}{:02x}  {}", word[0], word[1], in_words(message))
        })
        .collect()
}

/// Describes a message to the FPGA. Messages of the lines have one block each if `palette` is given, which has the names of its colours.
pub fn to_board(message: Message, palette: Option<&Palette>) -> String {
    let Message::Cells(_) = message else {
        return message.to_string();
    };
    let payload = message.to_bits() & PAYLOAD_MASK;
    let (blocks, is_last): (Vec<String>, bool) = if let Some(palette) = palette {
        let OneBlock { block, last } = OneBlock::from_payload(payload);
        let name = |colour: u8| {
            let colour = usize::from(colour).checked_sub(1).and_then(Colour::new);
            let colour = colour.filter(|_| !palette.is_black_and_white());
            colour.map_or_else(String::new, |colour| format!(" {}", palette.name(colour)))
        };
        let words = block.map(|block| format!("{}{}", block.length, name(block.colour)));
        (words.into_iter().collect(), last)
    } else {
        let pair = BlockPair::from_payload(payload);
        (pair.blocks().map(|block| block.to_string()).collect(), pair.last)
    };
    let blocks = if blocks.is_empty() { "0".to_owned() } else { blocks.join(", ") };
    let end = if is_last { ", end of line" } else { "" };
    format!("clue {blocks}{end}")
}

/// Describes a message of the reply to a board in `colours` colours.
pub fn from_board(message: Message, colours: usize) -> String {
    let payload = message.to_bits() & PAYLOAD_MASK;
    match message {
        Message::Cells(_) => {
            let index = payload >> 1;
            let places = (0..CELLS_PER_MESSAGE).rev();
            let bits = places.map(|place| if index >> place & 1 == 1 { '#' } else { '-' });
            let plane = match payload & 1 {
                0 if colours > 1 => "colour bits",
                0 => "filled",
                _ => "known",
            };
            format!("{plane} {}", bits.collect::<String>())
        }
        Message::EndBoard(code) => match Status::try_from(code) {
            Ok(status) => format!("end board: {status}"),
            Err(_) => message.to_string(),
        },
        other => other.to_string(),
    }
}

/// Finds the identity of a build in received bytes; `None` if they do not contain one.
pub fn identity(bytes: &[u8]) -> Option<IdentityRecord> {
    BuildIdentity::find(bytes).map(|(identity, _)| identity.into())
}

/// Reply to a board, as far as it has been received.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ReceivedReply {
    /// Whether the reply is complete, or cannot be decoded.
    pub complete: bool,
    /// Whether the reply is valid for the board.
    pub accepted: bool,
    /// The verdict, or the reason why the reply is rejected; empty while the reply is incomplete.
    pub text: String,
    /// Cells of an accepted reply, as text; empty for other replies.
    pub cells: String,
}

/// Judges the bytes received since a board with a check message was sent to a core. The check of the reply must start from the board's check
/// if the device binds its replies, and from 0 otherwise.
pub fn judge_reply(
    puzzle: &Puzzle,
    core: CoreKind,
    binds_replies: bool,
    bytes: &[u8],
) -> ReceivedReply {
    let mut decoder = ReplyDecoder::new();
    let mut reply = None;
    for &byte in bytes {
        match decoder.push(byte) {
            Ok(Some(Received::Reply(received))) => {
                reply = Some(received);
                break;
            }
            Ok(_) => {}
            Err(error) => {
                let text = error.to_string();
                return ReceivedReply { complete: true, text, ..ReceivedReply::default() };
            }
        }
    }
    let Some(reply) = reply else {
        return ReceivedReply::default();
    };
    let board: Vec<u8> = encode(puzzle, core).map_or(Vec::new(), |board| board.bytes().collect());
    let check = board_check(&board).filter(|_| binds_replies);
    let search = (core == CoreKind::Clue).then_some(SearchMode::Proof);
    match accept(puzzle, &reply, Some(check.unwrap_or(0)), search) {
        Ok((verdict, picture)) => ReceivedReply {
            complete: true,
            accepted: true,
            text: verdict.status().to_string(),
            cells: text(&picture),
        },
        Err(why) => {
            ReceivedReply { complete: true, text: why.to_string(), ..ReceivedReply::default() }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_of_coloured_boards_are_decoded_with_their_colours() {
        let text = b"color r #d02020\ncolor b #2050d0\nwidth 3\nheight 1\nrows\n1r,2b\ncolumns\n1r\n1b\n1b\n";
        let puzzle = crate::sheet::read("three.non", text).unwrap()[0].puzzle();
        let puzzle = puzzle.unwrap();
        let sent: Vec<u8> = encode(&puzzle, CoreKind::Clue).unwrap().bytes().collect();
        let words = last(&sent[..10], |message| to_board(message, Some(puzzle.palette())));
        assert_eq!(words[3..], ["8002  clue 1 red", "8085  clue 2 blue, end of line"]);
        assert_eq!(
            last(&[0x8c, 0x00], |message| from_board(message, 2)),
            ["8c00  colour bits -##---------"]
        );
        assert_eq!(sizes(&puzzle).options, 0);
        assert_eq!(sizes(&puzzle).clue_bytes, sent.len() as u64);
    }

    #[test]
    fn identity_is_found_in_received_bytes() {
        let parameters = nonogram_verilog::Parameters::default();
        let build = nonogram_verilog::BUILDS[0].identity(&parameters);
        let found = identity(&build.bytes()).unwrap();
        assert_eq!(found.text, build.to_string());
        assert!(identity(b"nobody").is_none());
    }
}
