//! What the clue core takes on random boards, as the tables of `docs/clue-core.md`.
//!
//! `cargo run --release --package nonogram-solver --example clue_study -- [BOARDS] [ENGINES]`

use nonogram_puzzles::{Grid, Puzzle};
use nonogram_solver::model::clue::{Config, Mode, Order, Status, solve};
use nonogram_solver::{LineOutcome, propagate};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// Rows of line-solvable boards: side, density in percent.
const LINES: [(usize, u32); 6] = [(11, 45), (11, 55), (11, 65), (20, 60), (25, 65), (30, 65)];

/// Rows of boards of which many need search.
const SEARCH: [(usize, u32); 3] = [(20, 50), (25, 50), (30, 50)];

/// Clocks a byte at 9600 baud and 100 MHz: ten bits.
const SLOW_BYTE: u64 = 104_167;

const ORDERS: [(Order, &str); 4] = [
    (Order::Board, "row by row"),
    (Order::Neighbours, "most known neighbours"),
    (Order::Lines, "most known cells in row and column"),
    (Order::Rows, "fullest row"),
];

fn main() {
    let mut arguments = std::env::args()
        .skip(1)
        .map(|text| text.parse().expect("a number"));
    let boards = arguments.next().unwrap_or(100);
    let engines = arguments.next().unwrap_or(8);
    println!(
        "| boards | bytes | median clocks | 90 % | most | busy clocks | visits |\n|---|---|---|---|---|---|---|"
    );
    for (side, percent) in LINES {
        let puzzles: Vec<Puzzle> = random(side, percent)
            .filter(|puzzle| matches!(propagate(puzzle), LineOutcome::Solved(_)))
            .take(boards)
            .collect();
        for (clocks_per_byte, name) in
            [(1, "as fast as taken"), (SLOW_BYTE, "9600 baud at 100 MHz")]
        {
            let config = Config {
                engines,
                clocks_per_byte,
                ..Config::default()
            };
            row(
                &format!("{side} x {side} .{percent}"),
                name,
                &puzzles,
                &config,
            );
        }
    }
    println!(
        "\n| boards | probing order | median clocks | 90 % | most | busy clocks | visits |\n|---|---|---|---|---|---|---|"
    );
    for (side, percent) in SEARCH {
        let puzzles: Vec<Puzzle> = random(side, percent).take(boards).collect();
        for (order, name) in ORDERS {
            let config = Config {
                engines,
                order,
                ..Config::default()
            };
            row(
                &format!("{side} x {side} .{percent}"),
                name,
                &puzzles,
                &config,
            );
        }
    }
}

/// Random pictures, each cell filled with a chance of `percent`.
fn random(side: usize, percent: u32) -> impl Iterator<Item = Puzzle> {
    let mut random = ChaCha8Rng::seed_from_u64(1);
    std::iter::repeat_with(move || {
        let grid = Grid::from_fn(side, side, |_, _| random.random_ratio(percent, 100));
        Puzzle::from_grid(&grid)
    })
}

fn row(boards: &str, name: &str, puzzles: &[Puzzle], config: &Config) {
    let mut clocks = Vec::new();
    let (mut busy, mut visits) = (Vec::new(), Vec::new());
    for puzzle in puzzles {
        let solution = solve(puzzle, config, Mode::Proof, 0);
        assert!(
            matches!(solution.status, Status::Solved | Status::Multiple),
            "a picture's puzzle is settled"
        );
        clocks.push(solution.clocks);
        busy.push(solution.busy_clocks);
        visits.push(solution.visits);
    }
    for column in [&mut clocks, &mut busy, &mut visits] {
        column.sort_unstable();
    }
    let (median, most) = (clocks.len() / 2, clocks.len() - 1);
    println!(
        "| {boards} | {name} | {} | {} | {} | {} | {} |",
        clocks[median],
        clocks[clocks.len() * 9 / 10],
        clocks[most],
        busy[median],
        visits[median],
    );
}
