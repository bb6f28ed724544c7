//! The kinds of decoded streams, in terms of the protocol's and the puzzles' types.
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
    /// The kind of the first board or reply of a stream. A board without lines counts as one of options.
    pub fn of(bytes: &[u8]) -> Self {
        let mut framer = Framer::new();
        let messages = bytes.iter().filter_map(|&byte| framer.push(byte));
        let messages = messages.map(|(_, message)| message);
        let mut body = messages.skip_while(|message| matches!(message, Message::StartBoard(_)));
        // A clue board ends its lines and has status 0; a reply that has cells with value 1 has another status.
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

/// The puzzle with these clues, the first `rows` of which are those of the rows.
pub fn puzzle_of(mut clues: Vec<Vec<usize>>, rows: usize) -> Option<Puzzle> {
    let columns = clues.split_off(rows);
    let lines = |lines: Vec<Vec<usize>>| lines.into_iter().map(Into::into).collect();
    Puzzle::new(lines(clues), lines(columns)).ok()
}
