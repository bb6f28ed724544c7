//! The kinds of recorded streams: boards of options, boards of clues, and replies or identities.
//!
//! [`StreamKind`] is the content of a stream; [`puzzle_of`] turns the clues of a board back into a puzzle.

use nonogram_protocol::{BlockPair, Framer, Message};
use nonogram_puzzles::Puzzle;

/// The content of a stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StreamKind {
    /// Boards of options.
    Boards,
    /// Boards of clues.
    ClueBoards,
    /// Replies, or identities.
    Replies,
}

impl StreamKind {
    /// The kind of a stream, which its first board, reply or identity determines. A stream with nothing but start boards, or without
    /// any message, counts as boards of options.
    pub fn of(bytes: &[u8]) -> Self {
        let mut framer = Framer::new();
        let messages = bytes.iter().filter_map(|&byte| framer.push(byte));
        let messages = messages.map(|(_, message)| message);
        let mut body = messages.skip_while(|message| matches!(message, Message::StartBoard(_)));
        // In a clue board, a message of blocks with value 1 ends a line, and the end board has index 0. In a reply, a message of packed
        // cells with value 1 states which cells are known; it is sent only if some are unknown, and then the status is not 0.
        let mut ends_lines = false;
        match body.next() {
            None | Some(Message::StartLine) => return Self::Boards,
            Some(Message::Request(_)) => return Self::ClueBoards,
            Some(Message::Cells(payload)) => ends_lines |= BlockPair::from_payload(payload).last,
            Some(_) => return Self::Replies,
        }
        for message in body {
            match message {
                Message::Cells(payload) => ends_lines |= BlockPair::from_payload(payload).last,
                Message::EndBoard(0) => break,
                Message::EndBoard(_) => return Self::Replies,
                _ => {}
            }
        }
        if ends_lines {
            Self::ClueBoards
        } else {
            Self::Replies
        }
    }
}

/// The puzzle with these clues, of which the first `rows` are row clues; `None` if they do not form a puzzle.
pub fn puzzle_of(mut clues: Vec<Vec<usize>>, rows: usize) -> Option<Puzzle> {
    let columns = clues.split_off(rows);
    let lines = |lines: Vec<Vec<usize>>| lines.into_iter().map(Into::into).collect();
    Puzzle::new(lines(clues), lines(columns)).ok()
}
