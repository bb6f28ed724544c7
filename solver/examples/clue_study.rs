//! Counts the cycles of the clue core on random boards, and prints the tables of the section *Cycles* of
//! `docs/reference/clue-core.md`.
//!
//! `cargo run --release --package nonogram-solver --example clue_study -- [BOARDS]`: BOARDS is the number of boards per table row
//! (default 100).

use std::fmt;

use nonogram_protocol::{SearchMode, Status};
use nonogram_puzzles::{Grid, Puzzle};
use nonogram_solver::model::clue::{Config, Order, solve};
use nonogram_solver::{LineOutcome, SolveOptions, Verdict, propagate};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// Table rows of line-solvable boards: side, density in percent.
const LINES: [(usize, u32); 6] = [(11, 45), (11, 55), (11, 65), (20, 60), (25, 65), (30, 65)];

/// Table rows of boards of which many need search: side, density in percent.
const SEARCH: [(usize, u32); 3] = [(20, 50), (25, 50), (30, 50)];

/// Cycles per byte of ten bits at 9600 baud and 100 MHz.
const SLOW_BYTE: u64 = 104_167;

/// Limit of a search, in units of 1024 cycles: 0.2 s at 100 MHz. In the tables of probing orders, the order of the hardware has no
/// limit.
const LIMIT: u32 = 20_000;

/// The probing orders and their names in the tables.
const ORDERS: [(Order, &str); 5] = [
    (Order::Beside, "row by row, beside known ones first"),
    (Order::Board, "row by row"),
    (Order::Neighbours, "most known neighbours"),
    (Order::Lines, "most known cells in row and column"),
    (Order::Rows, "fullest row"),
];

fn main() {
    let boards = std::env::args()
        .nth(1)
        .map_or(100, |text| text.parse().expect("a number"));
    println!(
        "| boards | bytes | median cycles | 90 % | most | busy cycles | visits |\n|---|---|---|---|---|---|---|"
    );
    for (side, percent) in LINES {
        let puzzles: Vec<Puzzle> = random(side, percent)
            .filter(|puzzle| matches!(propagate(puzzle), LineOutcome::Solved(_)))
            .take(boards)
            .collect();
        for (clocks_per_byte, name) in [
            (1, "as fast as accepted"),
            (SLOW_BYTE, "9600 baud at 100 MHz"),
        ] {
            let config = Config {
                clocks_per_byte,
                ..Config::default()
            };
            let row = Row::of(&puzzles, &config, 0);
            println!("| {side} x {side} .{percent} | {name} | {row} |");
        }
    }
    let orders = ORDERS.map(|(order, name)| {
        let limit = if order == Order::default() { 0 } else { LIMIT };
        let config = Config {
            order,
            ..Config::default()
        };
        (name.to_owned(), config, limit)
    });
    let engines = ENGINES.map(|(engines, width)| {
        let config = Config {
            engines,
            cells_per_step: width,
            ..Config::default()
        };
        (format!("{engines} | {width}"), config, LIMIT)
    });
    let any = |_: &Puzzle| true;
    table("probing order", &orders, boards, any);
    table("probing order, one solution", &orders, boards, needs_search);
    table("engines | cells per group", &engines, boards, any);
}

/// Prints a table of searches: one row per board size and variant, with its limit, on the boards selected by a filter.
fn table(
    title: &str,
    ways: &[(String, Config, u32)],
    boards: usize,
    keep: impl Fn(&Puzzle) -> bool,
) {
    println!(
        "\n| boards | {title} | median cycles | 90 % | most | busy cycles | visits | not settled |\n|---|{}---|---|---|---|---|---|",
        "---|".repeat(title.split('|').count())
    );
    for (side, percent) in SEARCH {
        let puzzles: Vec<Puzzle> = (random(side, percent).filter(&keep)).take(boards).collect();
        for (name, config, limit) in ways {
            let row = Row::of(&puzzles, config, *limit);
            println!(
                "| {side} x {side} .{percent} | {name} | {row} | {} |",
                row.unsettled
            );
        }
    }
}

/// Whether the puzzle has one solution, which line logic alone does not find.
fn needs_search(puzzle: &Puzzle) -> bool {
    let options = SolveOptions {
        max_solutions: 2,
        ..SolveOptions::default()
    };
    !matches!(propagate(puzzle), LineOutcome::Solved(_))
        && nonogram_solver::solve(puzzle, &options).verdict == Verdict::Unique
}

/// Number of engines, and number of cells that each engine processes per cycle in each direction.
const ENGINES: [(usize, usize); 6] = [(4, 2), (8, 2), (2, 4), (3, 4), (4, 4), (8, 4)];

/// Puzzles of random pictures. Each cell is filled with a probability of `percent` %.
fn random(side: usize, percent: u32) -> impl Iterator<Item = Puzzle> {
    let mut random = ChaCha8Rng::seed_from_u64(1);
    std::iter::repeat_with(move || {
        let grid = Grid::from_fn(side, side, |_, _| random.random_ratio(percent, 100));
        Puzzle::from_grid(&grid)
    })
}

/// A table row without its name.
struct Row {
    clocks: Vec<u64>,
    busy: Vec<u64>,
    visits: Vec<u64>,
    /// Number of boards whose search ended undecided, at the limit or because the trail was full. Their cycles are counted.
    unsettled: usize,
}

impl Row {
    /// Runs the puzzles. `limit` is in units of 1024 cycles; 0 means no limit.
    fn of(puzzles: &[Puzzle], config: &Config, limit: u32) -> Self {
        let solutions = puzzles
            .iter()
            .map(|puzzle| solve(puzzle, config, SearchMode::Proof, limit));
        let mut row = Self {
            clocks: Vec::new(),
            busy: Vec::new(),
            visits: Vec::new(),
            unsettled: 0,
        };
        for solution in solutions {
            row.clocks.push(solution.clocks);
            row.busy.push(solution.busy_clocks);
            row.visits.push(solution.visits);
            row.unsettled += usize::from(solution.status == Status::Stalled);
        }
        for column in [&mut row.clocks, &mut row.busy, &mut row.visits] {
            column.sort_unstable();
        }
        row
    }
}

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            clocks,
            busy,
            visits,
            ..
        } = self;
        let (median, most) = (clocks.len() / 2, clocks.len() - 1);
        write!(
            f,
            "{} | {} | {} | {} | {}",
            clocks[median],
            clocks[clocks.len() * 9 / 10],
            clocks[most],
            busy[median],
            visits[median]
        )
    }
}
