//! Counts the random boards that the portfolio does not settle within a time limit.
//!
//! `cargo run --release --package nonogram-solver --example unsettled -- 40 30 0.45 60` prints the row of 30 x 30 boards of density
//! 0.45 in the section *Random boards left unsettled* of docs/reports/solver.md. The arguments are the number of boards (seeds from
//! 1), the side, the density, and the time limit per board in seconds.

mod common;

use std::time::Duration;

use common::{argument, random};
use cpu_time::ThreadTime;
use nonogram_solver::{SolveOptions, Verdict, solve};

fn main() {
    let (boards, side, density, limit): (u64, usize, f64, u64) = (
        argument(1, 40),
        argument(2, 40),
        argument(3, 0.45),
        argument(4, 60),
    );
    let options = SolveOptions {
        time_limit: Some(Duration::from_secs(limit)),
        ..SolveOptions::default()
    };
    let (mut times, mut unsettled) = (Vec::new(), Vec::new());
    for seed in 1..=boards {
        let puzzle = random(side, density, seed);
        let start = ThreadTime::now();
        let verdict = solve(&puzzle, &options).verdict;
        let seconds = start.elapsed().as_secs_f64();
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
