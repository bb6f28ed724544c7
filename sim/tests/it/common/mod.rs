//! Helpers for tests that use a simulated board.

use std::cell::RefCell;
use std::io;
use std::rc::Rc;

use nonogram_protocol::{CoreKind, Reply, SearchRequest, decode_reply};
use nonogram_puzzles::{Clue, Puzzle};
use nonogram_sim::wire::encode;
use nonogram_sim::{Exchange, SimBoard};

/// Runs tests on several builds, each in a module with the build's name.
macro_rules! on {
    (@ $build:ident {$($test:ident),+ $(,)?}) => {
        mod $build {
            $(
                #[test]
                fn $test() {
                    super::$test(stringify!($build));
                }
            )+
        }
    };
    ($([$($build:ident),+]: $tests:tt)+) => {
        $($(on!(@ $build $tests);)+)+
    };
}
pub(crate) use on;

/// A puzzle from clue lists.
pub fn puzzle(rows: &[&[usize]], columns: &[&[usize]]) -> Puzzle {
    let clues = |lines: &[&[usize]]| -> Vec<Clue> {
        lines.iter().map(|blocks| Clue::new(blocks.iter().copied())).collect()
    };
    Puzzle::new(clues(rows), clues(columns)).expect("clues that fit")
}

/// A plus sign on 3 x 3 cells.
pub fn plus() -> Puzzle {
    puzzle(&[&[1], &[3], &[1]], &[&[1], &[3], &[1]])
}

/// The bytes of a puzzle's option board.
pub fn bytes(puzzle: &Puzzle, check: bool) -> Vec<u8> {
    encoded(puzzle, CoreKind::Classic, check, SearchRequest::default())
}

/// The bytes of a puzzle's clue board.
pub fn clue_bytes(puzzle: &Puzzle, check: bool, request: SearchRequest) -> Vec<u8> {
    encoded(puzzle, CoreKind::Clue, check, request)
}

/// The bytes of a puzzle's board for a core.
pub fn encoded(puzzle: &Puzzle, core: CoreKind, check: bool, request: SearchRequest) -> Vec<u8> {
    encode(puzzle, core, check, request).expect("a board that can be sent").bytes().collect()
}

/// Sends bytes and runs until the board is idle, after any replies.
pub fn send(board: &mut SimBoard, bytes: &[u8]) -> Exchange {
    board
        .exchange(&mut bytes.iter().copied(), &mut |_, _| {})
        .unwrap_or_else(|error| panic!("{error}"))
}

/// Sends bytes and decodes the only reply.
pub fn reply(board: &mut SimBoard, bytes: &[u8]) -> Reply {
    decode_reply(send(board, bytes).reply).expect("one whole reply")
}

/// A waveform or trace that a test can read while the board writes it.
#[derive(Clone, Default)]
pub struct Written(pub Rc<RefCell<Vec<u8>>>);

impl io::Write for Written {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.borrow_mut().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
