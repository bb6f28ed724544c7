//! The engines without SAT stay small on a board of 100 x 100 cells, and with a million solutions.
//!
//! A process of its own, as its peak is what is measured; `-- --nocapture` prints it.
#![cfg(target_os = "linux")]

use std::ops::ControlFlow;

use nonogram_puzzles::{Clue, Grid, Puzzle};
use nonogram_solver::{Engine, SolveOptions, solve, solve_each};
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
fn large_boards_and_many_solutions_take_less_than_64_mib() {
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
    // Solutions that are handed out take no memory: a million of those there are.
    let clues = vec![Clue::from([1]); 12];
    let puzzle = Puzzle::new(clues.clone(), clues).unwrap();
    let options = SolveOptions {
        max_solutions: 1_000_000,
        ..SolveOptions::default()
    };
    let report = solve_each(&puzzle, &options, &mut |_| ControlFlow::Continue(()));
    let mib = peak() as f64 / 1024.0;
    println!("{} solutions: peak {mib:.1} MiB", report.count);
    assert_eq!(report.count, 1_000_000);
    assert!(mib < 64.0, "{mib} MiB");
}
