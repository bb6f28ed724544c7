//! Compares answers on small boards with those of the engine `portfolio`, and with brute force. Stops at the first difference.
//!
//! With `portfolio`: the clue core's reference, on every board of up to 3 x 3, and on random boards with 5 to 8 rows and columns. With brute
//! force: status and known cells of random boards of up to 5 x 5, from the reference, a model and emitted Verilog under Verilator; the boards of
//! `clue16c3` and two thirds of the reference's are of up to 6 x 6 in up to three colours. A search can have a limit of 1024 cycles, and can be
//! cancelled after a random number of cycles below 2000. The option cores solve the boards without search.
//!
//! `cargo run --release --example clue_boards -- [MODEL_BOARDS [DESIGN_BOARDS]]` (numbers of random boards; defaults: 1,000,000 and 10,000;
//! each option core gets a quarter).

use std::sync::atomic::{AtomicU64, Ordering};

use nonogram_protocol::{CoreKind, SearchMode};
use nonogram_puzzles::Puzzle;
use nonogram_sim::emulator::{Dut, Emulator, Simulator};
use nonogram_solver::model::classic::Classic;
use nonogram_solver::reference::solve;
use nonogram_test_support::random::mixed;
use nonogram_test_support::trials::{Trial, coloured, count_of_boards, emulate, nth_board, trials};
use nonogram_test_support::verdict::compare;
use nonogram_verilog::build;

/// Boards per batch; one run of the simulator receives them one after the other. A batch of random boards has its own seed.
const BATCH: usize = 1000;
/// Longest side of the boards of which every one is tried.
const EVERY: usize = 3;

/// Checks `count` boards in batches, on all processors: `check` returns an error in the answers to the batch with this seed.
fn check(what: &str, count: u64, check: impl Fn(u64) -> Result<(), String> + Sync) {
    let (next, batches) = (AtomicU64::new(0), count.div_ceil(BATCH as u64));
    let run = || {
        while let Some(seed) = Some(next.fetch_add(1, Ordering::Relaxed)).filter(|n| *n < batches) {
            if let Err(error) = check(seed) {
                eprintln!("{what}: {error}");
                std::process::exit(1);
            }
        }
    };
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| (0..threads).for_each(|_| drop(scope.spawn(run))));
    println!("| {what} | {} |", batches * BATCH as u64);
}

/// Compares the reference with `portfolio`.
fn with_portfolio(puzzles: impl Iterator<Item = Puzzle>) -> Result<(), String> {
    for puzzle in puzzles {
        let answer = solve(&puzzle, SearchMode::Proof, None);
        compare(&puzzle, answer.status, &answer.grid)
            .map_err(|error| format!("{puzzle:?}: {error}"))?;
    }
    Ok(())
}

/// A batch of trials of up to 6 x 6 in up to three colours or, in black and white, of up to 5 x 5.
fn batch(seed: u64, in_colours: bool) -> Vec<Trial> {
    if in_colours {
        coloured(seed).take(BATCH).collect()
    } else {
        trials(seed).take(BATCH).collect()
    }
}

fn main() {
    let mut numbers = std::env::args().skip(1).map(|text| text.parse().expect("a number"));
    let of_model = numbers.next().unwrap_or(1_000_000);
    let of_design = numbers.next().unwrap_or(10_000);
    println!("| what | boards |\n|---|---|");
    let mut every = 0;
    for (rows, columns) in
        (1..=EVERY).flat_map(|rows| (1..=EVERY).map(move |columns| (rows, columns)))
    {
        let count = count_of_boards(rows, columns, 1);
        let all = (0..count).map(|number| nth_board(rows, columns, 1, number));
        with_portfolio(all).unwrap_or_else(|error| panic!("{error}"));
        every += count;
    }
    println!("| reference, every board up to {EVERY} x {EVERY} | {every} |");
    check("reference, random boards", of_model, |seed| {
        with_portfolio(mixed(seed, 5..=8).take(BATCH))
    });

    check("reference, by brute force", of_model, |seed| {
        batch(seed, !seed.is_multiple_of(3)).iter().try_for_each(|trial| {
            let (status, picture) = trial.of_reference();
            trial.check(CoreKind::Clue, status, &picture)
        })
    });
    check("classic core's model, by brute force", of_model / 4, |seed| {
        batch(seed, false).iter().try_for_each(|trial| {
            let mut model = Classic::from_puzzle(&trial.puzzle).expect("a small board");
            trial.check(CoreKind::Classic, model.run(), &model.grid())
        })
    });
    for (name, part) in [("clue16", 1), ("clue16c3", 1), ("classic11", 4), ("parallel11x4", 4)] {
        let build = build(name).expect("in the table");
        let design = Dut::fast(build);
        let compiled = Emulator::compile(&design, Simulator::Verilator).expect("a compiled design");
        check(&format!("Verilog of `{name}`, by brute force"), of_design / part, |seed| {
            let errors = emulate(&compiled, build.core(), &batch(seed, build.colours() > 1));
            errors.expect("the simulation runs").into_iter().next().map_or(Ok(()), Err)
        });
    }
}
