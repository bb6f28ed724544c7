//! Prints cycle counts for the first table of docs/reports/cycles.md: seeded line-solvable boards on the simulated option cores, in
//! lockstep with their software models.
//!
//! `cargo run --release -p nonogram-sim --example cycles [BOARDS [SEED]]` (defaults: 100 boards per row, seed 2026).

use nonogram_protocol::{BoardStream, Status, decode_reply};
use nonogram_puzzles::Puzzle;
use nonogram_sim::answer::grid_of;
use nonogram_sim::{Drive, SimBoard};
use nonogram_test_support::random::{ROWS, line_solvable};

/// Solves a puzzle on a simulated board; returns the cycles that the core took, or `None` if the answer is wrong.
fn solve(board: &mut SimBoard, puzzle: &Puzzle) -> Option<u64> {
    let stream = BoardStream::new(puzzle.rows(), puzzle.columns()).expect("a small board");
    let exchange = board.exchange(&mut stream.bytes(), &mut |_, _| {}).expect("in lockstep");
    let reply = decode_reply(exchange.reply).ok()?;
    let right = reply.status == Status::Solved && puzzle.is_solved_by(&grid_of(&reply));
    if right { exchange.cycles } else { None }
}

/// The builds of the table.
const BUILDS: [&str; 2] = ["classic11", "parallel11x4"];

fn main() {
    let mut arguments = std::env::args().skip(1).map(|text| text.parse::<u64>().expect("a number"));
    let boards = arguments.next().unwrap_or(100) as usize;
    let seed = arguments.next().unwrap_or(2026);
    println!(
        "| size, density | build | correct | median cycles | maximum |\n|---|---|---|---|---|"
    );
    for (side, percent) in ROWS {
        let puzzles: Vec<Puzzle> = line_solvable(seed, side, percent).take(boards).collect();
        for build in BUILDS {
            let mut board =
                SimBoard::new(build, Drive::Bytes).expect("in the table").with_lockstep();
            let mut cycles: Vec<u64> =
                puzzles.iter().filter_map(|puzzle| solve(&mut board, puzzle)).collect();
            cycles.sort_unstable();
            let median = cycles.get(cycles.len() / 2).copied().unwrap_or_default();
            let maximum = cycles.last().copied().unwrap_or_default();
            println!(
                "| {side}x{side}, 0.{percent} | `{build}` | {} of {boards} | {median} | {maximum} |",
                cycles.len()
            );
        }
    }
    eprintln!("seed {seed}; every line visit compared with the software model");
}
