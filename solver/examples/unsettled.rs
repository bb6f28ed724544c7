//! Counts the random boards that the portfolio does not settle within a limit of processor time.
//!
//! `cargo run --release --package nonogram-solver --example unsettled -- 40 30 0.45 60` prints the row of 30 x 30 boards of density
//! 0.45 in the section *Random boards left unsettled* of docs/reports/solver.md. The arguments are the number of boards (seeds from
//! 1), the side, the density, and the limit per board in seconds of processor time; then, optionally, the number of colours and the
//! word `without-sat`, for a portfolio without SAT.

#[path = "common/coloured.rs"]
mod coloured;
mod common;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use coloured::coloured;
use common::{argument, random};
use cpu_time::ProcessTime;
use nonogram_puzzles::Puzzle;
use nonogram_solver::{SolveOptions, Verdict, solve};

/// Time between two readings of the processor time.
const TICK: Duration = Duration::from_millis(10);

/// The verdict of the portfolio on one thread and its processor time in seconds. The search is cancelled at `limit`.
fn run(puzzle: &Puzzle, with_sat: bool, limit: f64) -> (Verdict, f64) {
    let cancel = Arc::new(AtomicBool::new(false));
    let options = SolveOptions {
        cancel: Some(cancel.clone()),
        // With a limit on decisions, the portfolio does not use SAT.
        node_limit: (!with_sat).then_some(u64::MAX),
        ..SolveOptions::default()
    };
    let start = ProcessTime::now();
    thread::scope(|scope| {
        let solver = scope.spawn(|| solve(puzzle, &options).verdict);
        while !solver.is_finished() {
            thread::sleep(TICK);
            cancel.store(start.elapsed().as_secs_f64() > limit, Ordering::Relaxed);
        }
        let verdict = solver.join().expect("the solver does not panic");
        (verdict, start.elapsed().as_secs_f64())
    })
}

fn main() {
    let (boards, side, density, limit): (u64, usize, f64, f64) = (
        argument(1, 40),
        argument(2, 40),
        argument(3, 0.45),
        argument(4, 60.0),
    );
    let colours: usize = argument(5, 1);
    let with_sat = argument(6, String::new()) != "without-sat";
    let (mut times, mut unsettled) = (Vec::new(), Vec::new());
    for seed in 1..=boards {
        let puzzle = if colours == 1 {
            random(side, density, seed)
        } else {
            coloured(side, colours, density, seed)
        };
        let (verdict, seconds) = run(&puzzle, with_sat, limit);
        eprintln!("seed {seed}: {verdict}, {seconds:.2} s");
        times.push(seconds);
        if verdict == Verdict::Unsettled {
            unsettled.push(seed.to_string());
        }
    }
    times.sort_by(f64::total_cmp);
    let median = times.get(times.len() / 2).copied().unwrap_or_default();
    println!(
        "| {side} x {side} | {density:.2} | {} of {boards} | {median:.2} | {:.1} | {} |",
        unsettled.len(),
        times.iter().sum::<f64>(),
        unsettled.join(", ")
    );
}
