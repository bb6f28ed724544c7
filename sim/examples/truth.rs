//! Compares answers with brute force: status and known cells of random boards of up to 5 x 5, from the reference, a model and emitted Verilog
//! under Verilator; the boards of `clue16c3` and two thirds of the reference's are of up to 6 x 6 in up to three colours. A search can have a limit of 1024
//! cycles, and can be cancelled after a random number of cycles below 2000. The option cores solve the boards without search. Exits with
//! code 1 at the first error.
//!
//! `cargo run --release --example truth -- [MODEL_BOARDS [DESIGN_BOARDS]]` (defaults: 1,000,000 and 10,000; each option core
//! gets a quarter).

#[allow(dead_code, reason = "shared with tests")]
#[path = "../tests/common/oracle.rs"]
mod oracle;
#[allow(dead_code, reason = "shared with tests")]
#[path = "../tests/common/trials.rs"]
mod trials;

use std::sync::atomic::{AtomicU64, Ordering};

use nonogram_protocol::CoreKind;
use nonogram_sim::emulator::{Dut, Emulator, Simulator, Top};
use nonogram_solver::model::classic::Classic;
use nonogram_verilog::SIM_CLOCKS_PER_BIT;
use nonogram_verilog::{build, fast_verilog};
use trials::{Trial, coloured, emulate, trials};

/// Trials per seed.
const BATCH: u64 = 250;

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
fn mixed(seed: u64, count: usize) -> Vec<Trial> {
    let batch = if seed.is_multiple_of(3) {
        plain
    } else {
        in_colours
    };
    batch(seed, count)
}

/// Runs `each` on the trials of `batch`, on all processors; `each` returns the errors in the answers to a batch.
fn run(what: &str, count: u64, batch: Batch, each: impl Fn(&[Trial]) -> Vec<String> + Sync) {
    let next = AtomicU64::new(0);
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                loop {
                    let seed = next.fetch_add(1, Ordering::Relaxed);
                    let left = count.saturating_sub(seed * BATCH).min(BATCH);
                    if left == 0 {
                        break;
                    }
                    if let Some(error) = each(&batch(seed, left as usize)).first() {
                        eprintln!("{what}: {error}");
                        std::process::exit(1);
                    }
                }
            });
        }
    });
    println!("| {what} | {count} |");
}

fn reference(trials: &[Trial]) -> Vec<String> {
    let check = |trial: &Trial| {
        let (status, picture) = trial.of_reference();
        trial.check(CoreKind::Clue, status, &picture).err()
    };
    trials.iter().filter_map(check).collect()
}

fn classic_model(trials: &[Trial]) -> Vec<String> {
    let check = |trial: &Trial| {
        let mut model = Classic::from_puzzle(&trial.puzzle).expect("a small board");
        let status = model.run();
        trial.check(CoreKind::Classic, status, &model.grid()).err()
    };
    trials.iter().filter_map(check).collect()
}

fn main() {
    let mut numbers = std::env::args()
        .skip(1)
        .map(|text| text.parse().expect("a number"));
    let of_model = numbers.next().unwrap_or(1_000_000);
    let of_design = numbers.next().unwrap_or(10_000);
    println!("| what | boards |\n|---|---|");
    run("clue core's reference", of_model, mixed, reference);
    run("classic core's model", of_model / 4, plain, classic_model);
    let designs: [(_, _, Batch); 4] = [
        ("clue16", 1, plain),
        ("clue16c3", 1, in_colours),
        ("classic11", 4, plain),
        ("parallel11x4", 4, plain),
    ];
    for (name, part, batch) in designs {
        let build = build(name).expect("in the table");
        let target = Dut {
            verilog: fast_verilog(name).expect("in the table"),
            top: Top::Design(build.top()),
            clocks_per_bit: SIM_CLOCKS_PER_BIT,
            core: build.core(),
        };
        let emulator = Emulator::compile(&target, Simulator::Verilator).expect("a compiled design");
        run(
            &format!("Verilog of `{name}`"),
            of_design / part,
            batch,
            |trials| emulate(&emulator, build.core(), trials).expect("the simulation runs"),
        );
    }
}
