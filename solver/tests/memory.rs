//! Peak memory on boards of 100 x 100, while a million solutions are listed, and on the largest boards.
//!
//! The test is alone in its process because it measures the peak memory of the process; `-- --nocapture` prints the figures.
#![cfg(target_os = "linux")]

use std::ops::ControlFlow;

use nonogram_puzzles::{Clue, Grid, Puzzle};
use nonogram_solver::{End, Engine, SolveOptions, fit, solve, solve_each};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// Peak memory of this process in KiB.
fn peak() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").expect("Linux has /proc");
    let line = status.lines().find(|line| line.starts_with("VmHWM:"));
    let number = line.and_then(|line| line.split_whitespace().nth(1));
    number.and_then(|kib| kib.parse().ok()).expect("a number")
}

#[test]
fn peak_memory_stays_below_its_limits() {
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
        let options =
            SolveOptions { engine, node_limit: Some(node_limit), ..SolveOptions::default() };
        let report = solve(&puzzle, &options);
        let (mib, decisions) = (peak() as f64 / 1024.0, report.counts.decisions);
        println!(
            "{engine}, density {density}: {:?} after {decisions} decisions, peak {mib:.1} MiB",
            report.end
        );
        assert!(mib < 64.0, "{engine}: {mib} MiB, {before} KiB before");
    }
    // Solutions passed to the caller take no memory, even a million of them.
    let clues = vec![Clue::from([1]); 12];
    let puzzle = Puzzle::new(clues.clone(), clues).unwrap();
    let options = SolveOptions { max_solutions: 1_000_000, ..SolveOptions::default() };
    let report = solve_each(&puzzle, &options, &mut |_| ControlFlow::Continue(()));
    let mib = peak() as f64 / 1024.0;
    println!("{} solutions: peak {mib:.1} MiB", report.count);
    assert_eq!(report.count, 1_000_000);
    assert!(mib < 64.0, "{mib} MiB");
    huge_boards_are_searched_up_to_a_size();
}

/// Checks boards of up to 4095 x 4095 cells on which line logic decides nothing.
fn huge_boards_are_searched_up_to_a_size() {
    let board = |side: usize| {
        let clues = vec![Clue::from([1, 1, 1]); side];
        Puzzle::new(clues.clone(), clues).unwrap()
    };
    let options = |engine, node_limit| SolveOptions {
        engine,
        node_limit: Some(node_limit),
        ..SolveOptions::default()
    };
    let huge = board(4095);
    for engine in Engine::ALL {
        // The board is too large to search.
        let ends = if engine == Engine::Lines { End::Stalled } else { End::Unfit };
        let report = solve(&huge, &options(engine, 0));
        assert_eq!((report.end, report.lines.known_cells()), (ends, 0), "{engine}");
        let mib = peak() as f64 / 1024.0;
        println!("{engine}, 4095 x 4095: peak {mib:.1} MiB");
        assert!(mib < 128.0, "{engine}: {mib} MiB");
    }
    // The largest board that is searched takes less than 192 bytes per cell.
    let largest = board(1024);
    for engine in [Engine::Portfolio, Engine::Learning, Engine::Probing] {
        assert_eq!(fit::check_search(&largest, engine), Ok(()));
    }
    let report = solve(&largest, &options(Engine::Learning, 2));
    let mib = peak() as f64 / 1024.0;
    println!("learning, 1024 x 1024: {:?}, peak {mib:.1} MiB", report.end);
    assert_eq!((report.end, report.counts.decisions), (End::NodeLimit, 2));
    assert!(mib < 192.0, "{mib} MiB");
}
