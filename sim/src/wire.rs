//! Puzzles in the terms of the protocol, which numbers colours from 1, in the order of the puzzle's palette.
//! Interface: [`encode`] encodes a puzzle, [`clue_of`] returns a clue that was decoded.

use nonogram_protocol::{
    Block, BoardSize, BoardStream, ClueStream, CoreKind, EncodeError, Message, SearchRequest,
};
use nonogram_puzzles::{Block as Run, Clue, Colour, Puzzle};

/// The number of colours of a puzzle's clues: that of the shortest palette that has them all.
pub fn colours_of(puzzle: &Puzzle) -> usize {
    let sizes = puzzle.lines().map(|(_, clue)| clue.palette_size());
    sizes.max().unwrap_or(1)
}

/// The blocks of each clue.
fn blocks_of(clues: &[Clue]) -> Vec<Vec<Block>> {
    let block = |run: Run| Block {
        length: run.length,
        // A palette has at most 26 colours.
        colour: 1 + run.colour.index() as u8,
    };
    let blocks = |clue: &Clue| clue.blocks().map(block).collect();
    clues.iter().map(blocks).collect()
}

/// The board of a puzzle in the form that a core receives.
pub struct Encoded<'a> {
    /// Its size.
    pub size: BoardSize,
    /// Its messages.
    pub messages: Box<dyn Iterator<Item = Message> + 'a>,
}

impl<'a> Encoded<'a> {
    /// The bytes of the board.
    pub fn bytes(self) -> impl Iterator<Item = u8> + 'a {
        self.messages.flat_map(Message::to_bytes)
    }
}

/// The board of a puzzle in the form that `core` receives, with a check message if `check` is set. Only a clue core receives the `request`
/// to its search.
///
/// # Errors
/// The protocol cannot express the board (see [`BoardStream::new`] and [`ClueStream::coloured`]); only boards of clues have several colours.
pub fn encode<'a>(
    puzzle: &'a Puzzle,
    core: CoreKind,
    check: bool,
    request: SearchRequest,
) -> Result<Encoded<'a>, EncodeError> {
    let colours = colours_of(puzzle) as u8;
    match core {
        CoreKind::Clue => {
            let (rows, columns) = (blocks_of(puzzle.rows()), blocks_of(puzzle.columns()));
            let stream = ClueStream::coloured(&rows, &columns, colours)?;
            let stream = stream.with_check(check).with_request(request);
            Ok(Encoded { size: stream.size(), messages: Box::new(stream.messages()) })
        }
        CoreKind::Classic | CoreKind::Parallel if colours > 1 => {
            Err(EncodeError::Colours { colours, most: 1 })
        }
        CoreKind::Classic | CoreKind::Parallel => {
            let stream = BoardStream::new(puzzle.rows(), puzzle.columns())?.with_check(check);
            Ok(Encoded { size: stream.size(), messages: Box::new(stream.messages()) })
        }
    }
}

/// The clue with these blocks, whose colours the protocol has accepted.
pub fn clue_of(blocks: &[Block]) -> Clue {
    let run = |block: &Block| {
        let colour = Colour::new(usize::from(block.colour).checked_sub(1)?)?;
        let length = block.length;
        Some(Run { length, colour })
    };
    Clue::of_blocks(blocks.iter().filter_map(run))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::answer::grid_of;
    use nonogram_protocol::{ReplyStream, Status, decode_clue_board, decode_reply};
    use nonogram_puzzles::{Grid, Palette};

    #[test]
    fn coloured_puzzles_and_pictures_survive_the_wire() {
        let picture = Palette::standard(3).to_grid(&["aab-", "-cca"]).unwrap();
        let puzzle = Puzzle::from_grid(&picture);
        let encoded = |core| encode(&puzzle, core, true, SearchRequest::default());
        let board = decode_clue_board(encoded(CoreKind::Clue).unwrap().bytes()).unwrap();
        assert_eq!((board.colours, board.check), (3, Some(true)));
        let clues: Vec<Clue> = board.clues.iter().map(|blocks| clue_of(blocks)).collect();
        assert_eq!(clues, [puzzle.rows(), puzzle.columns()].concat());
        assert!(encoded(CoreKind::Classic).is_err());

        let cells = [1, 1, 2, 0, 0, 3, 3, 1].map(Some);
        let reply = ReplyStream::new(2, 4, &cells, Status::Solved).with_packed_colours(3);
        assert_eq!(grid_of(&decode_reply(reply.bytes()).unwrap()), picture);
    }

    #[test]
    fn unused_colours_of_a_palette_are_not_sent() {
        let puzzle = Puzzle::from_grid(&Grid::from_lines(&["#-"]).unwrap());
        let puzzle = puzzle.with_palette(Palette::standard(9)).unwrap();
        let plain = ClueStream::new(puzzle.rows(), puzzle.columns()).unwrap();
        let sent = encode(&puzzle, CoreKind::Clue, false, SearchRequest::default()).unwrap();
        assert!(plain.messages().eq(sent.messages));
    }
}
