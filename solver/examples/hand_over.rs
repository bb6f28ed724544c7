//! Measures the hand-over of the portfolio: its processor time on random boards, that of `learning` and of `sat`, and that of the
//! better of these two on each board.
//!
//! `cargo run --release --package nonogram-solver --example hand_over -- 1000 25 0.45` prints the row of density 0.45 in the section
//! *Hand-over* of docs/reports/solver.md. The arguments are the number of boards, the side and the density. Boards on which the
//! portfolio takes more than 0.5 s are printed, too.

mod common;

use common::{argument, random};
use cpu_time::ThreadTime;
use nonogram_puzzles::Puzzle;
use nonogram_solver::{Engine, SolveOptions, Verdict, solve};

/// The verdict of an engine, and its processor time in seconds.
fn run(puzzle: &Puzzle, engine: Engine) -> (Verdict, f64) {
    let options = SolveOptions {
        engine,
        ..SolveOptions::default()
    };
    let start = ThreadTime::now();
    let report = solve(puzzle, &options);
    (report.verdict, start.elapsed().as_secs_f64())
}

fn main() {
    let (boards, side, density): (u64, usize, f64) =
        (argument(1, 2000), argument(2, 25), argument(3, 0.5));
    let engines = [Engine::Portfolio, Engine::Learning, Engine::Sat];
    let (mut totals, mut better) = ([0.0; 3], 0.0);
    for seed in 1..=boards {
        let puzzle = random(side, density, seed);
        let runs = engines.map(|engine| run(&puzzle, engine));
        assert!(
            runs.iter().all(|(verdict, _)| *verdict == runs[0].0),
            "seed {seed}: the engines disagree"
        );
        let [_, learning, sat] = runs.map(|(_, seconds)| seconds);
        better += learning.min(sat);
        for (total, (_, seconds)) in totals.iter_mut().zip(runs) {
            *total += seconds;
        }
        if runs[0].1 > 0.5 {
            let [portfolio, learning, sat] = runs.map(|(_, seconds)| seconds);
            println!("seed {seed}: {portfolio:.2} s, learning {learning:.2}, sat {sat:.2}");
        }
    }
    let [portfolio, learning, sat] = totals;
    println!(
        "| {boards} of {side} x {side}, density {density} | {portfolio:.2} | {learning:.2} | {sat:.2} | {better:.2} | {:.2} |",
        portfolio / better
    );
}
