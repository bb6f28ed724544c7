//! The clue core's link: events on the core's inputs, replies, invalid boards, sequences of messages, cancelled searches,
//! resynchronisation, and its Verilog.

mod bench;
mod boards;
mod link;
mod model;
mod recovery;
mod replay;
mod search;
mod sequences;

use bench::{Bench, Decision};
use nonogram_protocol::{Block, ClueStream, Status};

/// A black-and-white board's bytes.
fn board(rows: &[Vec<usize>], columns: &[Vec<usize>], check: bool) -> Vec<u8> {
    let stream = ClueStream::new(rows, columns).expect("a board that can be sent");
    stream.with_check(check).bytes().collect()
}

/// The blocks of black-and-white clues.
fn filled(clues: &[Vec<usize>]) -> Vec<Vec<Block>> {
    let blocks = |clue: &Vec<usize>| clue.iter().copied().map(Block::filled).collect();
    clues.iter().map(blocks).collect()
}

/// The clues of a 3 x 3 plus sign; its rows and columns have equal clues.
fn plus() -> Vec<Vec<usize>> {
    vec![vec![1], vec![3], vec![1]]
}

/// The picture of the plus sign.
fn plus_cells() -> Vec<Option<u8>> {
    const PLUS: &str = "-#-###-#-";
    PLUS.chars().map(|cell| Some(u8::from(cell == '#'))).collect()
}

/// A bench whose core solves the plus sign in a few cycles.
fn solves_plus() -> Bench {
    Bench::new(Decision { status: Status::Solved.index(), cells: plus_cells(), clocks: Some(5) })
}
