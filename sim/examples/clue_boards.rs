//! Compares the answers of the clue core's reference, and of the emitted Verilog of `clue16` under Verilator, with those of the engine `portfolio`:
//! on every board of up to 3 x 3, and on random boards with 5 to 8 rows and columns. Exits with code 1 at the first difference.
//!
//! `cargo run --release --example clue_boards -- [REFERENCE_BOARDS [DESIGN_BOARDS]]` (numbers of random boards; defaults: 1,000,000 and 10,000).

#[allow(dead_code, reason = "shared with tests")]
#[path = "../tests/common/every.rs"]
mod every;

use std::sync::atomic::{AtomicU64, Ordering};

use nonogram_protocol::{ClueStream, ReplyDecoder, ReplyEvent, SearchMode, Status, board_check};
use nonogram_puzzles::Puzzle;
use nonogram_sim::answer::{compare, grid_of};
use nonogram_sim::emulator::{Dut, Emulator, Simulator, Stimulus, Top};
use nonogram_sim::random::mixed;
use nonogram_sim::{Drive, SimBoard};
use nonogram_solver::reference::solve;
use nonogram_verilog::SIM_CLOCKS_PER_BIT;
use nonogram_verilog::{build, fast_verilog};

/// Boards per batch; one run of the simulator receives them one after the other. A batch of random boards has its own seed.
const BATCH: u64 = 250;
/// Largest number of rows and of columns of the boards that are all solved.
const EVERY: usize = 3;
/// The design whose Verilog is simulated.
const DESIGN: &str = "clue16";

/// Counts of boards by the status of their answers.
#[derive(Default)]
struct Counts {
    unique: AtomicU64,
    multiple: AtomicU64,
    none: AtomicU64,
}

impl Counts {
    /// Compares an answer with that of the engine `portfolio`, and counts it; exits with code 1 if they differ.
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

    /// Prints these counts as a row of the table.
    fn print(&self, what: &str) {
        let [unique, multiple, none] =
            [&self.unique, &self.multiple, &self.none].map(|count| count.load(Ordering::Relaxed));
        println!(
            "| {what} | {} | {unique} | {multiple} | {none} |",
            unique + multiple + none
        );
    }
}

/// A numbered sequence of boards.
struct Boards {
    count: u64,
    /// Returns consecutive boards, given the number of the first one and their count.
    from: Box<dyn Fn(u64, u64) -> Vec<Puzzle> + Sync>,
}

impl Boards {
    /// Random boards, with the number of the batch as seed.
    fn random(count: u64) -> Self {
        let from = |first, count: u64| mixed(first / BATCH, 5..=8).take(count as usize).collect();
        Self {
            count,
            from: Box::new(from),
        }
    }

    /// Every board of a size.
    fn every(rows: usize, columns: usize) -> Self {
        let from = move |first, count| {
            (first..first + count)
                .map(|number| every::board(rows, columns, 1, number))
                .collect()
        };
        Self {
            count: every::count(rows, columns, 1),
            from: Box::new(from),
        }
    }

    /// Every board of up to `side` rows and up to `side` columns.
    fn up_to(side: usize) -> impl Iterator<Item = Self> {
        (1..=side).flat_map(move |rows| (1..=side).map(move |columns| Self::every(rows, columns)))
    }

    /// Runs `each` on batches of the boards, on all processors.
    fn run(&self, each: impl Fn(&[Puzzle]) + Sync) {
        let next = AtomicU64::new(0);
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        std::thread::scope(|scope| {
            for _ in 0..threads {
                scope.spawn(|| {
                    loop {
                        let first = next.fetch_add(BATCH, Ordering::Relaxed);
                        let left = self.count.saturating_sub(first).min(BATCH);
                        if left == 0 {
                            break;
                        }
                        each(&(self.from)(first, left));
                    }
                });
            }
        });
    }
}

fn reference(counts: &Counts, puzzles: &[Puzzle]) {
    for puzzle in puzzles {
        let answer = solve(puzzle, SearchMode::Proof, None);
        counts.take(puzzle, answer.status, &answer.grid);
    }
}

/// Sends the boards one after the other, with a pause after each that suffices for its search, and compares the replies.
fn design(counts: &Counts, emulator: &Emulator, puzzles: &[Puzzle]) {
    let mut board = SimBoard::new(DESIGN, Drive::Bytes).expect("in the table");
    let (mut script, mut checks) = (Vec::new(), Vec::new());
    for puzzle in puzzles {
        let stream = ClueStream::new(puzzle.rows(), puzzle.columns()).expect("a small board");
        let bytes: Vec<u8> = stream.with_check(true).bytes().collect();
        checks.push(board_check(&bytes));
        script.extend(bytes.iter().copied().map(Stimulus::Byte));
        let simulated = board.exchange(&mut bytes.into_iter(), &mut |_, _| {});
        let cycles = simulated.expect("the simulation runs").cycles;
        script.push(Stimulus::Idle(cycles.expect("a verdict") as u32));
    }
    let run = emulator.run(&script, &mut |_, _| {}).expect("a full run");
    assert_eq!(run.framing_errors, 0);
    let mut decoder = ReplyDecoder::new();
    let (mut puzzles, mut checks) = (puzzles.iter(), checks.into_iter());
    for byte in run.reply() {
        if let Some(ReplyEvent::End(reply)) = decoder.push(byte).expect("a reply") {
            let check = checks.next().expect("a reply for each board");
            assert_eq!(reply.seed, check);
            let puzzle = puzzles.next().expect("a reply for each board");
            counts.take(puzzle, reply.status, &grid_of(&reply));
        }
    }
    assert_eq!(puzzles.len(), 0, "boards without a reply");
}

/// Runs every board of up to [`EVERY`] rows and columns, then `random` random boards, and prints a row of the table for each set.
fn rows(what: &str, random: u64, each: impl Fn(&Counts, &[Puzzle]) + Sync) {
    let counts = Counts::default();
    for boards in Boards::up_to(EVERY) {
        boards.run(|puzzles| each(&counts, puzzles));
    }
    counts.print(&format!("{what}, every board up to {EVERY} x {EVERY}"));
    let counts = Counts::default();
    Boards::random(random).run(|puzzles| each(&counts, puzzles));
    counts.print(&format!("{what}, random boards"));
}

fn main() {
    let mut numbers = std::env::args()
        .skip(1)
        .map(|text| text.parse().expect("a number"));
    let of_reference = numbers.next().unwrap_or(1_000_000);
    let of_design = numbers.next().unwrap_or(10_000);
    println!("| what | boards | unique | multiple | none |\n|---|---|---|---|---|");
    rows("reference", of_reference, reference);
    let build = build(DESIGN).expect("in the table");
    let target = Dut {
        verilog: fast_verilog(DESIGN).expect("in the table"),
        top: Top::Design(build.top()),
        clocks_per_bit: SIM_CLOCKS_PER_BIT,
        core: build.core(),
    };
    let emulator = Emulator::compile(&target, Simulator::Verilator).expect("a compiled design");
    rows(
        &format!("Verilog of `{DESIGN}`"),
        of_design,
        |counts, puzzles| {
            design(counts, &emulator, puzzles);
        },
    );
}
