//! The link of the clue core: what reaches the core, what comes back, bad boards, the end of a search, recovery, its Verilog.

mod bench;
mod boards;
mod recovery;
mod replay;
mod search;

use bench::{Bench, Decision};
use nonogram_protocol::{ClueStream, Status};

/// A board's bytes.
fn board(rows: &[Vec<usize>], columns: &[Vec<usize>], check: bool) -> Vec<u8> {
    let stream = ClueStream::new(rows, columns).expect("a board that can be sent");
    stream.with_check(check).bytes().collect()
}

/// The clues of a plus of 3 x 3 cells, which are those of its columns too.
fn plus() -> Vec<Vec<usize>> {
    vec![vec![1], vec![3], vec![1]]
}

/// Its picture.
fn plus_cells() -> Vec<Option<bool>> {
    const PLUS: &str = "-#-###-#-";
    PLUS.chars().map(|cell| Some(cell == '#')).collect()
}

/// A core that solves the plus at once.
fn solves_plus() -> Bench {
    Bench::new(Decision {
        status: Status::Solved.index(),
        cells: plus_cells(),
        clocks: Some(5),
    })
}
