//! Puzzles in the terms of the protocol, which numbers colours from 1, in the order of the puzzle's palette.
//! Interface: [`clue_stream`] and [`board_messages`] encode a puzzle, [`clue_of`] returns a clue that was decoded.

use nonogram_protocol::{
    Block, ClueStream, CoreKind, EncodeError, Message, board_messages as plain_messages,
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

/// The board of clues of a puzzle.
///
/// # Errors
/// The protocol cannot express the board; see [`ClueStream::coloured`].
pub fn clue_stream(puzzle: &Puzzle) -> Result<ClueStream, EncodeError> {
    let (rows, columns) = (blocks_of(puzzle.rows()), blocks_of(puzzle.columns()));
    ClueStream::coloured(&rows, &columns, colours_of(puzzle) as u8)
}

/// The messages of a puzzle's board in the form that `core` receives, with a check message if `check` is set.
///
/// # Errors
/// The protocol cannot express the board; only boards of clues have several colours.
pub fn board_messages<'a>(
    core: CoreKind,
    puzzle: &'a Puzzle,
    check: bool,
) -> Result<Box<dyn Iterator<Item = Message> + 'a>, EncodeError> {
    if core == CoreKind::Clue {
        return Ok(Box::new(clue_stream(puzzle)?.with_check(check).messages()));
    }
    check_one_colour(puzzle)?;
    plain_messages(core, puzzle.rows(), puzzle.columns(), check)
}

/// Checks that a puzzle has one colour, as boards of options require.
///
/// # Errors
/// The puzzle has several colours.
pub fn check_one_colour(puzzle: &Puzzle) -> Result<(), EncodeError> {
    match colours_of(puzzle) as u8 {
        1 => Ok(()),
        colours => Err(EncodeError::Colours { colours, most: 1 }),
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
        let messages = board_messages(CoreKind::Clue, &puzzle, true).unwrap();
        let board = decode_clue_board(messages.flat_map(Message::to_bytes)).unwrap();
        assert_eq!((board.colours, board.check), (3, Some(true)));
        let clues: Vec<Clue> = board.clues.iter().map(|blocks| clue_of(blocks)).collect();
        assert_eq!(clues, [puzzle.rows(), puzzle.columns()].concat());
        assert!(board_messages(CoreKind::Classic, &puzzle, true).is_err());

        let cells = [1, 1, 2, 0, 0, 3, 3, 1].map(Some);
        let reply = ReplyStream::new(2, 4, &cells, Status::Solved).with_packed_colours(3);
        assert_eq!(grid_of(&decode_reply(reply.bytes()).unwrap()), picture);
    }

    #[test]
    fn unused_colours_of_a_palette_are_not_sent() {
        let puzzle = Puzzle::from_grid(&Grid::from_lines(&["#-"]).unwrap());
        let puzzle = puzzle.with_palette(Palette::standard(9)).unwrap();
        let plain = plain_messages(CoreKind::Clue, puzzle.rows(), puzzle.columns(), false);
        assert!(plain.unwrap().eq(board_messages(CoreKind::Clue, &puzzle, false).unwrap()));
    }
}
