//! Compares answers on small boards with those of the engine `portfolio`, and with brute force. Exits with code 1 at the first difference.
//!
//! With `portfolio`: the clue core's reference, and the emitted Verilog of `clue16` under Verilator, on every board of up to 3 x 3, and on
//! random boards with 5 to 8 rows and columns. With brute force: status and known cells of random boards of up to 5 x 5, from the reference,
//! a model and emitted Verilog; the boards of `clue16c3` and two thirds of the reference's are of up to 6 x 6 in up to three colours. A search
//! can have a limit of 1024 cycles, and can be cancelled after a random number of cycles below 2000. The option cores solve the boards
//! without search.
//!
//! `cargo run --release --example clue_boards -- [MODEL_BOARDS [DESIGN_BOARDS]]` (numbers of random boards; defaults: 1,000,000 and 10,000;
//! each option core gets a quarter).

#[allow(dead_code, reason = "shared with tests")]
#[path = "../tests/common/oracle.rs"]
mod oracle;
#[allow(dead_code, reason = "shared with tests")]
#[path = "../tests/common/trials.rs"]
mod trials;

use std::fmt::Display;
use std::sync::atomic::{AtomicU64, Ordering};

use nonogram_protocol::{
    ClueStream, CoreKind, Received, ReplyDecoder, SearchMode, Status, board_check,
};
use nonogram_puzzles::{Grid, Puzzle};
use nonogram_sim::answer::{compare, grid_of};
use nonogram_sim::emulator::{Dut, Emulator, Simulator, Stimulus, Top};
use nonogram_sim::random::mixed;
use nonogram_sim::{Drive, SimBoard};
use nonogram_solver::model::classic::Classic;
use nonogram_solver::reference::solve;
use nonogram_verilog::{SIM_CLOCKS_PER_BIT, build, fast_verilog};
use trials::{Trial, coloured, count_of_boards, emulate, nth_board, trials};

/// Boards per batch; one run of the simulator receives them one after the other. A batch of random boards has its own seed.
const BATCH: u64 = 250;
/// Largest number of rows and of columns of the boards that are all solved.
const EVERY: usize = 3;
/// The design whose Verilog is compared with the engine.
const DESIGN: &str = "clue16";

fn fail(what: impl Display, error: impl Display) -> ! {
    eprintln!("{what}: {error}");
    std::process::exit(1);
}

/// Runs `each` on the batches of `count` boards, on all processors; it gets the number of the batch, and that of its boards.
fn batches(count: u64, each: impl Fn(u64, usize) + Sync) {
    let next = AtomicU64::new(0);
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                loop {
                    let batch = next.fetch_add(1, Ordering::Relaxed);
                    let left = count.saturating_sub(batch * BATCH).min(BATCH);
                    if left == 0 {
                        break;
                    }
                    each(batch, left as usize);
                }
            });
        }
    });
}

fn emulator(name: &str) -> Emulator {
    let build = build(name).expect("in the table");
    let target = Dut {
        verilog: fast_verilog(name).expect("in the table"),
        top: Top::Design(build.top()),
        clocks_per_bit: SIM_CLOCKS_PER_BIT,
        core: build.core(),
    };
    Emulator::compile(&target, Simulator::Verilator).expect("a compiled design")
}

/// Counts of boards by the status of their answers.
#[derive(Default)]
struct Counts {
    unique: AtomicU64,
    multiple: AtomicU64,
    none: AtomicU64,
}

impl Counts {
    /// Compares an answer with that of the engine `portfolio`, and counts it.
    fn take(&self, puzzle: &Puzzle, status: Status, picture: &Grid) {
        let count = match compare(puzzle, status, picture) {
            Ok(Status::Solved) => &self.unique,
            Ok(Status::Multiple) => &self.multiple,
            Ok(_) => &self.none,
            Err(error) => fail(format!("{puzzle:?}"), error),
        };
        count.fetch_add(1, Ordering::Relaxed);
    }

    /// Prints these counts as a row of the table.
    fn print(&self, what: &str) {
        let [unique, multiple, none] =
            [&self.unique, &self.multiple, &self.none].map(|count| count.load(Ordering::Relaxed));
        println!("| {what} | {} | {unique} | {multiple} | {none} |", unique + multiple + none);
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
    let mut sent = puzzles.iter().zip(checks);
    for byte in run.reply() {
        if let Some(Received::Reply(reply)) = decoder.push(byte).expect("a reply") {
            let (puzzle, check) = sent.next().expect("a reply for each board");
            assert_eq!(reply.seed, check);
            counts.take(puzzle, reply.status, &grid_of(&reply));
        }
    }
    assert_eq!(sent.len(), 0, "boards without a reply");
}

/// Runs `each` on every board of up to [`EVERY`] rows and columns, then on `random` random boards, and prints a row for each set.
fn with_engine(what: &str, random: u64, each: impl Fn(&Counts, &[Puzzle]) + Sync) {
    let counts = Counts::default();
    let sides = |rows| (1..=EVERY).map(move |columns| (rows, columns));
    for (rows, columns) in (1..=EVERY).flat_map(sides) {
        batches(count_of_boards(rows, columns, 1), |batch, left| {
            let numbers = (batch * BATCH..).take(left);
            let boards = numbers.map(|number| nth_board(rows, columns, 1, number));
            each(&counts, &boards.collect::<Vec<_>>());
        });
    }
    counts.print(&format!("{what}, every board up to {EVERY} x {EVERY}"));
    let counts = Counts::default();
    batches(random, |batch, left| {
        let boards: Vec<Puzzle> = mixed(batch, 5..=8).take(left).collect();
        each(&counts, &boards);
    });
    counts.print(&format!("{what}, random boards"));
}

/// Returns a batch of this many trials from a seed.
type Batch = fn(u64, usize) -> Vec<Trial>;

/// A batch of trials from a seed: black and white ones of up to 5 x 5.
fn plain(seed: u64, count: usize) -> Vec<Trial> {
    trials(seed).take(count).collect()
}

/// A batch of trials of up to 6 x 6 in up to three colours.
fn in_colours(seed: u64, count: usize) -> Vec<Trial> {
    coloured(seed).take(count).collect()
}

/// Every third batch is black and white.
fn in_turn(seed: u64, count: usize) -> Vec<Trial> {
    let batch = if seed.is_multiple_of(3) { plain } else { in_colours };
    batch(seed, count)
}

/// Runs `each`, which returns the errors in the answers to a batch, on `count` trials, and prints a row of the table.
fn with_oracle(
    what: &str,
    count: u64,
    batch: Batch,
    each: impl Fn(&[Trial]) -> Vec<String> + Sync,
) {
    batches(count, |seed, left| {
        if let Some(error) = each(&batch(seed, left)).first() {
            fail(what, error);
        }
    });
    println!("| {what} | {count} |");
}

fn reference_errors(trials: &[Trial]) -> Vec<String> {
    let check = |trial: &Trial| {
        let (status, picture) = trial.of_reference();
        trial.check(CoreKind::Clue, status, &picture).err()
    };
    trials.iter().filter_map(check).collect()
}

fn classic_model_errors(trials: &[Trial]) -> Vec<String> {
    let check = |trial: &Trial| {
        let mut model = Classic::from_puzzle(&trial.puzzle).expect("a small board");
        let status = model.run();
        trial.check(CoreKind::Classic, status, &model.grid()).err()
    };
    trials.iter().filter_map(check).collect()
}

fn main() {
    let mut numbers = std::env::args().skip(1).map(|text| text.parse().expect("a number"));
    let of_model = numbers.next().unwrap_or(1_000_000);
    let of_design = numbers.next().unwrap_or(10_000);
    println!("| what | boards | unique | multiple | none |\n|---|---|---|---|---|");
    with_engine("reference", of_model, reference);
    let verilog = |name: &str| format!("Verilog of `{name}`");
    let compiled = emulator(DESIGN);
    with_engine(&verilog(DESIGN), of_design, |counts, puzzles| {
        design(counts, &compiled, puzzles);
    });
    println!("\n| what | boards |\n|---|---|");
    let reference = "clue core's reference";
    with_oracle(reference, of_model, in_turn, reference_errors);
    let model = "classic core's model";
    with_oracle(model, of_model / 4, plain, classic_model_errors);
    let designs: [(_, _, Batch); 4] = [
        ("clue16", 1, plain),
        ("clue16c3", 1, in_colours),
        ("classic11", 4, plain),
        ("parallel11x4", 4, plain),
    ];
    for (name, part, batch) in designs {
        let (compiled, core) = (emulator(name), build(name).expect("in the table").core());
        with_oracle(&verilog(name), of_design / part, batch, |trials| {
            emulate(&compiled, core, trials).expect("the simulation runs")
        });
    }
}
