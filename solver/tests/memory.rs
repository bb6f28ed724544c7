//! The engines without SAT stay small on a board of 100 x 100 cells.
//!
//! A process of its own, as its peak is what is measured; `-- --nocapture` prints it.
#![cfg(target_os = "linux")]

use nonogram_puzzles::{Grid, Puzzle};
use nonogram_solver::{Engine, SolveOptions, solve};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// The most memory this process ever held, in KiB.
fn peak() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").expect("Linux has /proc");
    let line = status.lines().find(|line| line.starts_with("VmHWM:"));
    let number = line.and_then(|line| line.split_whitespace().nth(1));
    number.and_then(|kib| kib.parse().ok()).expect("a number")
}

#[test]
fn a_board_of_100_by_100_takes_less_than_64_mib() {
    let before = peak();
    for (density, engine, node_limit) in [
        (0.7, Engine::Lines, 0),
        (0.5, Engine::Learning, 20_000),
        (0.3, Engine::Learning, 20_000),
        (0.5, Engine::Probing, 5),
    ] {
        let mut random = ChaCha8Rng::seed_from_u64(1);
        let puzzle =
            Puzzle::from_grid(&Grid::from_fn(100, 100, |_, _| random.random_bool(density)));
        let options = SolveOptions {
            engine,
            node_limit: Some(node_limit),
            ..SolveOptions::default()
        };
        let report = solve(&puzzle, &options);
        let (mib, decisions) = (peak() as f64 / 1024.0, report.counts.decisions);
        println!(
            "{engine}, density {density}: {:?} after {decisions} decisions, peak {mib:.1} MiB",
            report.end
        );
        assert!(mib < 64.0, "{engine}: {mib} MiB, {before} KiB before");
    }
}
