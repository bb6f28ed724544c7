//! Benchmark of the line solvers: lines per second, through the same interface and on the same lines.
//!
//! `cargo bench -p nonogram-solver --bench lines` prints a table with a row per length L of the lines. In the random lines (ChaCha8
//! seed 1), on average half of the cells are filled and a third are known. `fast` compares the leftmost and the rightmost placement;
//! `complete` is measured on lines of up to 25 cells.

use std::time::Duration;

use cpu_time::ThreadTime;
use nonogram_puzzles::{Cell, Clue};
use nonogram_solver::LineSolver;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// Minimum measuring time per figure.
const LONG_ENOUGH: Duration = Duration::from_millis(500);
const LINES: usize = 200;

fn line(random: &mut ChaCha8Rng, length: usize) -> (Clue, Vec<Cell>) {
    let picture: Vec<bool> = (0..length).map(|_| random.random_bool(0.5)).collect();
    let known = |&filled: &bool| {
        if random.random_ratio(1, 3) { Cell::from(filled) } else { Cell::Unknown }
    };
    let cells = picture.iter().map(known).collect();
    (Clue::of_cells(picture), cells)
}

fn lines_per_second(solver: LineSolver, lines: &[(Clue, Vec<Cell>)]) -> f64 {
    let (mut solved, mut cells) = (0u32, Vec::new());
    let start = ThreadTime::now();
    loop {
        for (clue, line) in lines {
            cells.clone_from(line);
            solver.solve(clue, &mut cells).expect("a line with a solution");
            solved += 1;
            if solved % 16 == 0 && start.elapsed() >= LONG_ENOUGH {
                return f64::from(solved) / start.elapsed().as_secs_f64();
            }
        }
    }
}

fn main() {
    println!("| L | bits | fast | olsak | complete |\n|---|---|---|---|---|");
    for length in [10, 25, 50, 100] {
        let mut random = ChaCha8Rng::seed_from_u64(1);
        let lines: Vec<_> = (0..LINES).map(|_| line(&mut random, length)).collect();
        let speed = |solver| lines_per_second(solver, &lines);
        // Listing all placements of longer lines takes too long.
        let complete = match length {
            0..=25 => format!("{:.0}", speed(LineSolver::Complete)),
            _ => "–".to_owned(),
        };
        println!(
            "| {length} | {:.0} | {:.0} | {:.0} | {complete} |",
            speed(LineSolver::Bits),
            speed(LineSolver::Fast),
            speed(LineSolver::Olsak),
        );
    }
}
