//! Compares the clue core with the portfolio on the same boards, and prints the tables of the section *Comparison with software* of
//! `docs/reference/clue-core.md`.
//!
//! `cargo run --release --package nonogram-solver --example clue_race -- [BOARDS] [TOURNAMENT BOARDS]`: the time of the core is the
//! cycle count of its model at 100 MHz; that of the portfolio is the processor time of one thread. The
//! arguments are the number of boards per row of the first table (default 100), and the total number of boards of the second table
//! (default 1000).

mod common;

use common::{argument, random};
use cpu_time::ThreadTime;
use nonogram_protocol::{SearchMode, Status};
use nonogram_puzzles::Puzzle;
use nonogram_solver::model::clue::{Config, solve as solve_on_core};
use nonogram_solver::{LineOutcome, SolveOptions, Verdict, propagate, solve};

/// Table rows: side, density, whether only line-solvable boards are used.
const ROWS: [(usize, f64, bool); 6] = [
    (20, 0.6, true),
    (25, 0.65, true),
    (30, 0.65, true),
    (20, 0.5, false),
    (25, 0.5, false),
    (30, 0.5, false),
];

/// Densities of the tournament boards.
const TOURNAMENT: [f64; 4] = [0.5, 0.45, 0.4, 0.35];

/// Cycle limit of the core per tournament board, in units of 1024 cycles: about 0.1 s at 100 MHz.
const LIMIT: u32 = 10_000;

/// Cycle limit of the core per other board, in units of 1024 cycles: about 1 s at 100 MHz.
const LONG_LIMIT: u32 = 100_000;

/// Clock frequency of the core.
const HERTZ: f64 = 100e6;

/// Two times of the core, in seconds, and its verdict; `None` unless it finds a solution and settles the board
/// within the limit. In the mode `FirstSolution`, the verdict `Unique` only means that there is a solution. The first time runs from the
/// last byte of the board to the status. The second is the total time for which the core is busy from the beginning of the board to the
/// status, if bytes arrive as fast as it accepts them.
fn core(puzzle: &Puzzle, mode: SearchMode, limit: u32) -> Option<([f64; 2], Verdict)> {
    let solution = solve_on_core(puzzle, &Config::default(), mode, limit);
    let verdict = match solution.status {
        Status::Solved => Verdict::Unique,
        Status::Multiple => Verdict::Multiple,
        _ => return None,
    };
    let times = [solution.clocks, solution.busy_clocks].map(|clocks| clocks as f64 / HERTZ);
    Some((times, verdict))
}

/// Processor time of the portfolio in seconds, and its verdict.
fn software(puzzle: &Puzzle, max_solutions: usize) -> (f64, Verdict) {
    let options = SolveOptions {
        max_solutions,
        ..SolveOptions::default()
    };
    let start = ThreadTime::now();
    let report = solve(puzzle, &options);
    (start.elapsed().as_secs_f64(), report.verdict)
}

fn main() {
    let (boards, tournament): (usize, usize) = (argument(1, 100), argument(2, 1000));
    println!(
        "| boards | core, ms | not settled | portfolio, ms | times faster | faster on | times faster from the first byte |"
    );
    println!("|---|---|---|---|---|---|---|");
    for (side, density, line_solvable) in ROWS {
        let puzzles = (1..)
            .map(|seed| random(side, density, seed))
            .filter(|puzzle| !line_solvable || matches!(propagate(puzzle), LineOutcome::Solved(_)))
            .take(boards);
        let (mut totals, mut logarithms, mut faster, mut unsettled) = ([0.0; 2], [0.0; 2], 0, 0);
        for puzzle in puzzles {
            let (in_software, software_verdict) = software(&puzzle, 2);
            let at_limit = f64::from(LONG_LIMIT) * 1024.0 / HERTZ;
            let ([on_core, busy], verdict) = core(&puzzle, SearchMode::Proof, LONG_LIMIT)
                .unwrap_or(([at_limit; 2], Verdict::Unsettled));
            unsettled += usize::from(verdict == Verdict::Unsettled);
            assert!(
                verdict == Verdict::Unsettled || verdict == software_verdict,
                "core and portfolio disagree"
            );
            totals[0] += on_core;
            totals[1] += in_software;
            logarithms[0] += (in_software / on_core).ln();
            logarithms[1] += (in_software / busy).ln();
            faster += usize::from(on_core < in_software);
        }
        println!(
            "| {side} x {side}, {density:.2}{} | {:.3} | {unsettled} | {:.3} | {:.1} | {faster} of {boards} | {:.1} |",
            if line_solvable { ", line-solvable" } else { "" },
            totals[0] * 1e3,
            totals[1] * 1e3,
            (logarithms[0] / boards as f64).exp(),
            (logarithms[1] / boards as f64).exp()
        );
    }

    println!("\n| density | boards | wanted | core, s | settled by the core | portfolio, s |");
    println!("|---|---|---|---|---|---|");
    let boards = tournament / TOURNAMENT.len();
    for density in TOURNAMENT {
        for (wanted, mode, max_solutions) in [
            ("one solution", SearchMode::FirstSolution, 1),
            ("uniqueness", SearchMode::Proof, 2),
        ] {
            let (mut totals, mut settled) = ([0.0; 2], 0);
            for seed in 1..=boards {
                // These seeds differ from those of the boards above.
                let puzzle = random(25, density, (1_000_000 + seed) as u64);
                let on_core = core(&puzzle, mode, LIMIT);
                settled += usize::from(on_core.is_some());
                totals[0] +=
                    on_core.map_or(f64::from(LIMIT) * 1024.0 / HERTZ, |([time, _], _)| time);
                totals[1] += software(&puzzle, max_solutions).0;
            }
            println!(
                "| {density:.2} | {boards} | {wanted} | {:.3} | {settled} | {:.3} |",
                totals[0], totals[1]
            );
        }
    }
}
