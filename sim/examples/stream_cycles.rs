//! Prints the throughput of the stream top, the table of docs/reports/throughput.md: random line-solvable boards back to back, with a source and a
//! receiver that are always ready, simulated cycle by cycle. Each picture is compared with the clues. Beside it stands the throughput of
//! the software engine `portfolio` with one thread on the same boards, in the same run.
//!
//! `cargo run --release -p nonogram-sim --example stream_cycles [BOARDS [SEED]]` (defaults: 100 boards per row, seed 2026).

use nonogram_protocol::{Received, ReplyDecoder, SearchRequest, Status};
use nonogram_puzzles::Puzzle;
use nonogram_sim::answer::grid_of;
use nonogram_sim::wire::encode;
use nonogram_sim::{Drive, SimBoard};
use nonogram_solver::{SolveOptions, Verdict, solve};
use nonogram_test_support::random::line_solvable;
use std::hint::black_box;
use std::time::Instant;

/// Designs, each with the side and the density of its boards in percent.
const ROWS: [(&str, usize, u32); 6] = [
    ("classic11", 11, 45),
    ("parallel11x4", 11, 45),
    ("clue10", 10, 55),
    ("clue16", 16, 60),
    ("clue32", 25, 65),
    ("clue32", 32, 65),
];
/// Clock frequency for which boards per second are printed, MHz.
const CLOCK_MHZ: f64 = 100.0;
/// Repetitions of the measurement of the software.
const REPETITIONS: usize = 20;
/// Cycles after which a run is given up.
const PATIENCE: u64 = 100_000_000;

/// The sums over a run.
#[derive(Default)]
struct Run {
    cycles: u64,
    /// Cycles in which the core solves.
    solving: u64,
    sent: usize,
    received: usize,
    solved: usize,
}

fn run(name: &str, puzzles: &[Puzzle]) -> Run {
    let mut board = SimBoard::new(name, Drive::Bytes).expect("in the table");
    let core = board.build().core();
    let boards = puzzles.iter().flat_map(|puzzle| {
        let board = encode(puzzle, core, false, SearchRequest::default());
        board.expect("a board that fits").bytes()
    });
    let bytes: Vec<u8> = boards.collect();
    let mut run = Run { sent: bytes.len(), ..Run::default() };
    let (mut bytes, mut decoder, mut left) = (bytes.into_iter(), ReplyDecoder::new(), puzzles);
    while let Some((puzzle, rest)) = left.split_first() {
        assert!(board.clocks() < PATIENCE, "{name}: {} boards without a reply", left.len());
        let byte = board.step(&mut || bytes.next()).expect("the design runs");
        run.received += usize::from(byte.is_some());
        run.solving += u64::from(board.design().events().solving);
        if let Some(Received::Reply(reply)) =
            byte.and_then(|byte| decoder.push(byte).expect("a reply"))
        {
            let is_right = reply.status == Status::Solved && puzzle.is_solved_by(&grid_of(&reply));
            run.solved += usize::from(is_right);
            left = rest;
        }
    }
    Run { cycles: board.clocks(), ..run }
}

/// Boards per second of `portfolio` with one thread, which proves that the solution is the only one, as the core does; the best of
/// [`REPETITIONS`].
fn software(puzzles: &[Puzzle]) -> f64 {
    let options = SolveOptions::default();
    let seconds = (0..REPETITIONS).map(|_| {
        let start = Instant::now();
        for puzzle in puzzles {
            let solved = solve(black_box(puzzle), &options).verdict;
            assert_eq!(solved, Verdict::Unique);
        }
        start.elapsed().as_secs_f64()
    });
    puzzles.len() as f64 / seconds.fold(f64::INFINITY, f64::min)
}

fn main() {
    let mut arguments = std::env::args().skip(1).map(|text| text.parse::<u64>().expect("a number"));
    let boards = arguments.next().unwrap_or(100) as usize;
    let seed = arguments.next().unwrap_or(2026);
    println!(
        "| design | size, density | solved | bytes in | bytes out | cycles per board | of them solving | boards per second at {CLOCK_MHZ} MHz | `portfolio`, one thread |\n\
         |---|---|---|---|---|---|---|---|---|"
    );
    for (name, side, percent) in ROWS {
        let puzzles: Vec<Puzzle> = line_solvable(seed, side, percent).take(boards).collect();
        let Run { cycles, solving, sent, received, solved } = run(name, &puzzles);
        let each = |sum: f64| sum / boards as f64;
        println!(
            "| `{name}` | {side}x{side}, 0.{percent} | {solved} of {boards} | {:.0} | {:.0} | {:.0} | {:.0} | {:.0} | {:.0} |",
            each(sent as f64),
            each(received as f64),
            each(cycles as f64),
            each(solving as f64),
            CLOCK_MHZ * 1e6 / each(cycles as f64),
            software(&puzzles),
        );
    }
}
