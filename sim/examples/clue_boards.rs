//! Random boards of 5 x 5 to 8 x 8 in the clue core's model, and on its emitted Verilog under Verilator: verdicts and pictures
//! are compared with those of the engine `portfolio`. It ends with 1 at the first that differs.
//!
//! `cargo run --release --example clue_boards -- [BOARDS OF THE MODEL [BOARDS OF THE DESIGN]]` (1,000,000 and 10,000).

use std::sync::atomic::{AtomicU64, Ordering};

use nonogram_hdl::{builds::SIM_CLOCKS_PER_BIT, fast_verilog};
use nonogram_protocol::{ClueStream, ReplyDecoder, ReplyEvent, Status};
use nonogram_puzzles::Puzzle;
use nonogram_sim::answer::{compare, grid_of};
use nonogram_sim::emulator::{Emulator, Simulator, Stimulus, Target, Top};
use nonogram_sim::random::mixed;
use nonogram_solver::model::clue::{self, Config, Mode};

/// Boards of a seed: those that a run of the simulator gets one after the other.
const BATCH: u64 = 250;
/// The build whose Verilog runs.
const BUILD: &str = "clue12";
const ENGINES: usize = 2;

/// Boards by the status of their answers.
#[derive(Default)]
struct Counts {
    unique: AtomicU64,
    multiple: AtomicU64,
    none: AtomicU64,
}

impl Counts {
    /// Compares an answer with software's, and counts it.
    fn take(&self, puzzle: &Puzzle, status: Status, picture: &nonogram_puzzles::Grid) {
        let count = match compare(puzzle, status, picture) {
            Ok(Status::Solved) => &self.unique,
            Ok(Status::Multiple) => &self.multiple,
            Ok(_) => &self.none,
            Err(error) => {
                eprintln!("{puzzle:?}: {error}");
                std::process::exit(1);
            }
        };
        count.fetch_add(1, Ordering::Relaxed);
    }

    /// Prints their row of the table.
    fn print(&self, what: &str) {
        let [unique, multiple, none] =
            [&self.unique, &self.multiple, &self.none].map(|count| count.load(Ordering::Relaxed));
        println!(
            "| {what} | {} | {unique} | {multiple} | {none} |",
            unique + multiple + none
        );
    }
}

/// Runs `each` on seeds, with the number of boards of each, until there were `boards`; on all processors.
fn batches(boards: u64, each: impl Fn(u64, usize) + Sync) {
    let next = AtomicU64::new(0);
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                loop {
                    let seed = next.fetch_add(1, Ordering::Relaxed);
                    let left = boards.saturating_sub(seed * BATCH).min(BATCH);
                    if left == 0 {
                        break;
                    }
                    each(seed, left as usize);
                }
            });
        }
    });
}

fn model(counts: &Counts, puzzle: &Puzzle) {
    let solution = clue::solve(puzzle, &Config::default(), Mode::Proof, 0);
    let status = match solution.status {
        clue::Status::Solved => Status::Solved,
        clue::Status::Multiple => Status::Multiple,
        clue::Status::Unsolvable => Status::Unsolvable,
        clue::Status::Undecided => Status::Stalled,
    };
    counts.take(puzzle, status, &solution.grid);
}

/// Sends the boards one after the other, each when the search of the one before may be over, and reads the replies.
fn design(counts: &Counts, emulator: &Emulator, puzzles: &[Puzzle]) {
    let config = Config {
        engines: ENGINES,
        ..Config::default()
    };
    let mut script = Vec::new();
    for puzzle in puzzles {
        let stream = ClueStream::new(puzzle.rows(), puzzle.columns()).expect("a small board");
        script.extend(stream.with_check(true).bytes().map(Stimulus::Byte));
        let clocks = clue::solve(puzzle, &config, Mode::Proof, 0).clocks;
        script.push(Stimulus::Idle(clocks as u32));
    }
    let run = emulator.run(&script, &mut |_, _| {}).expect("it ends");
    assert_eq!(run.framing_errors, 0);
    let mut decoder = ReplyDecoder::new();
    let mut puzzles = puzzles.iter();
    for byte in run.reply() {
        if let Some(ReplyEvent::End(reply)) = decoder.push(byte).expect("a reply") {
            assert_eq!(reply.check, Some(true));
            let puzzle = puzzles.next().expect("a reply for each board");
            counts.take(puzzle, reply.status, &grid_of(&reply));
        }
    }
    assert_eq!(puzzles.len(), 0, "boards without a reply");
}

fn main() {
    let mut numbers = std::env::args()
        .skip(1)
        .map(|text| text.parse().expect("a number"));
    let of_model = numbers.next().unwrap_or(1_000_000);
    let of_design = numbers.next().unwrap_or(10_000);
    println!("| what | boards | unique | multiple | none |\n|---|---|---|---|---|");
    let counts = Counts::default();
    batches(of_model, |seed, boards| {
        for puzzle in mixed(seed, 5..=8).take(boards) {
            model(&counts, &puzzle);
        }
    });
    counts.print("model, 8 engines");
    let target = Target {
        verilog: fast_verilog(BUILD).expect("in the table"),
        top: Top::Design,
        clocks_per_bit: SIM_CLOCKS_PER_BIT,
    };
    let emulator = Emulator::compile(&target, Simulator::Verilator).expect("it compiles");
    let counts = Counts::default();
    batches(of_design, |seed, boards| {
        let puzzles: Vec<Puzzle> = mixed(seed, 5..=8).take(boards).collect();
        design(&counts, &emulator, &puzzles);
    });
    counts.print(&format!("Verilog of `{BUILD}`"));
}
