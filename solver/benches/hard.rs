//! Benchmark of boards that are hard for searches: symmetric, sparse, tiled, with many solutions, and large.
//!
//! `cargo bench -p nonogram-solver --bench hard -- [NAME]` prints a table row for each board whose name contains NAME (default: all
//! boards): verdict, time, decisions and conflicts. Random boards are generated from ChaCha8 seeds.

#[path = "common/random.rs"]
mod random;

use std::time::{Duration, Instant};

use nonogram_puzzles::{Clue, Grid, Puzzle};
use nonogram_solver::{SolveOptions, solve};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use random::random;

const LIMIT: Duration = Duration::from_secs(60);

fn picture(rows: usize, columns: usize, filled: impl FnMut(usize, usize) -> bool) -> Puzzle {
    Puzzle::from_grid(&Grid::from_fn(rows, columns, filled))
}

/// The puzzle of a random picture whose right half mirrors the left half, except for cells inverted with probability `flaws`.
fn mirrored(side: usize, density: f64, flaws: f64, seed: u64) -> Puzzle {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let cells: Vec<Vec<bool>> =
        (0..side).map(|_| (0..side).map(|_| random.random_bool(density)).collect()).collect();
    picture(side, side, |r, c| cells[r][c.min(side - 1 - c)] ^ random.random_bool(flaws))
}

/// The puzzle of a random tile that is repeated over the whole board.
fn tiled(side: usize, tile: usize, density: f64, seed: u64) -> Puzzle {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let cells: Vec<Vec<bool>> =
        (0..tile).map(|_| (0..tile).map(|_| random.random_bool(density)).collect()).collect();
    picture(side, side, |r, c| cells[r % tile][c % tile])
}

/// The puzzle of a staircase of steps of three cells, with a pair of cells beside each step.
fn stairs(side: usize) -> Puzzle {
    const STEP: usize = 3;
    /// Offsets of the pair from the upper right corner of its step, in rows down and columns to the right.
    const PAIR: [(usize, usize); 2] = [(2, 5), (2, 6)];
    picture(side, side, |r, c| {
        let across = r % STEP == 0 && (r..=r + STEP).contains(&c);
        let down = c % STEP == 0 && c > 0 && (c - STEP..=c).contains(&r);
        let is_pair = PAIR.iter().any(|&(down, right)| {
            r >= down && c >= right && (r - down) % STEP == 0 && c - right == r - down + STEP
        });
        across || down || is_pair
    })
}

/// The puzzle with one filled cell per row and column. Its solutions are the permutation matrices.
fn permutations(side: usize) -> Puzzle {
    let clues = vec![Clue::from([1]); side];
    Puzzle::new(clues.clone(), clues).expect("a puzzle")
}

/// The puzzle of [`permutations`] with four clues changed: 2 for the first row, 1 1 for the last column, and no block in the last row
/// and the first column.
fn with_empty_lines(side: usize) -> Puzzle {
    let mut rows = vec![Clue::from([1]); side];
    let mut columns = rows.clone();
    rows[0] = Clue::from([2]);
    columns[side - 1] = Clue::from([1, 1]);
    rows[side - 1] = Clue::new([]);
    columns[0] = Clue::new([]);
    Puzzle::new(rows, columns).expect("a puzzle")
}

fn boards() -> Vec<(String, Puzzle)> {
    let mut boards = Vec::new();
    for side in [30, 50, 100] {
        for density in [0.1, 0.2, 0.3, 0.5, 0.7] {
            boards.push((format!("random-{side}-{density}"), random(side, density, 1)));
        }
        for seed in [1, 2] {
            boards.push((format!("random-{side}-0.4-{seed}"), random(side, 0.4, seed)));
        }
        boards.push((format!("mirrored-{side}"), mirrored(side, 0.5, 0.0, 2)));
        boards.push((format!("mirrored-flawed-{side}"), mirrored(side, 0.5, 0.02, 3)));
        boards.push((format!("mirrored-sparse-{side}"), mirrored(side, 0.2, 0.01, 4)));
        boards.push((format!("tiled-{side}"), tiled(side, 5, 0.5, 5)));
        boards.push((format!("tiled-10-{side}"), tiled(side, 10, 0.4, 6)));
        boards.push((format!("permutations-{side}"), permutations(side)));
        boards.push((format!("empty-lines-{side}"), with_empty_lines(side)));
    }
    for side in [19, 39, 59, 99] {
        boards.push((format!("stairs-{side}"), stairs(side)));
    }
    boards
}

fn main() {
    let only = std::env::args().skip(1).find(|text| !text.starts_with('-'));
    println!("| board | verdict | seconds | decisions | conflicts |\n|---|---|---|---|---|");
    for (name, puzzle) in boards() {
        if only.as_ref().is_some_and(|only| !name.contains(only)) {
            continue;
        }
        let options = SolveOptions { time_limit: Some(LIMIT), ..SolveOptions::default() };
        let start = Instant::now();
        let report = solve(&puzzle, &options);
        let seconds = start.elapsed().as_secs_f64();
        println!(
            "| {name} | {} | {seconds:.2} | {} | {} |",
            report.verdict, report.counts.decisions, report.counts.conflicts
        );
    }
}
