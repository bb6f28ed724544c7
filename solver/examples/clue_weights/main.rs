//! Study of a clue-core search with line weights and restarts; prints the first table of `docs/reports/clue-search.md`.
//!
//! `cargo run --release --package nonogram-solver --example clue_weights -- [BOARDS] [TOURNAMENT BOARDS]`: the arguments are the number
//! of boards per size at density 0.5 (default 100), and the number of tournament boards per density (default 10). Line logic is the
//! exact model; the search is a state machine that hardware could implement.

#[path = "../common/mod.rs"]
mod common;
mod core;
mod search;
mod weights;

use common::{argument, random};
use nonogram_protocol::{SearchMode, Status};
use nonogram_puzzles::Puzzle;
use nonogram_solver::model::clue::{Config, solve as solve_on_core};
use search::{Probing, Rule, Way};

/// Name of a variant in the tables, the variant, and the number of probers.
type Row = (&'static str, Way, usize);

/// The base variant from which the others differ.
const USUAL: Way = Way {
    rule: Rule::LineThenAcross,
    probing: Probing::AfterRestart,
    skips_consistent: true,
    first_restart: 100,
};

/// The variants for boards other than the tournament boards.
const ROWS: [Row; 10] = [
    ("heaviest line, then across; probing once", USUAL, 1),
    ("row, then column", rule(Rule::RowThenColumn), 1),
    ("greatest sum", rule(Rule::Sum), 1),
    ("no probing", probing(Probing::Never), 1),
    (
        "probing at the start and at each restart",
        probing(Probing::AtStartAndRestarts),
        1,
    ),
    (
        "probing skips nothing",
        Way {
            skips_consistent: false,
            ..USUAL
        },
        1,
    ),
    ("restart after 30", restart(30), 1),
    ("restart after 400", restart(400), 1),
    ("two probers", USUAL, 2),
    ("four probers", USUAL, 4),
];

/// The variants for the tournament boards.
const TOURNAMENT_ROWS: [Row; 2] = [
    ("heaviest line, then across; probing once", USUAL, 1),
    ("four probers", USUAL, 4),
];

const fn rule(rule: Rule) -> Way {
    Way { rule, ..USUAL }
}

const fn probing(probing: Probing) -> Way {
    Way { probing, ..USUAL }
}

const fn restart(first_restart: u32) -> Way {
    Way {
        first_restart,
        ..USUAL
    }
}

/// Side and density of the boards, and whether they are tournament boards.
const BOARDS: [(usize, f64, bool); 6] = [
    (20, 0.5, false),
    (25, 0.5, false),
    (30, 0.5, false),
    (25, 0.45, true),
    (25, 0.4, true),
    (25, 0.35, true),
];

/// Limit of a search on a board that is not a tournament board, in units of 1024 cycles.
const LIMIT: u32 = 1_000;

/// Limit of a search on a tournament board, in units of 1024 cycles.
const TOURNAMENT_LIMIT: u32 = 2_000;

fn main() {
    let (boards, tournament): (u64, u64) = (argument(1, 100), argument(2, 10));
    println!("| boards | search | median cycles | 90 % | all, million | not settled |");
    println!("|---|---|---|---|---|---|");
    for (side, density, of_tournament) in BOARDS {
        let (boards, limit, rows) = match of_tournament {
            true => (tournament, TOURNAMENT_LIMIT, &TOURNAMENT_ROWS[..]),
            false => (boards, LIMIT, &ROWS[..]),
        };
        if boards == 0 {
            continue;
        }
        let first = u64::from(of_tournament) * 1_000_000 + 1;
        let puzzles: Vec<Puzzle> = (first..first + boards)
            .map(|seed| random(side, density, seed))
            .collect();
        let name = format!("{boards} of {side} x {side} {density:.2}");
        let today = puzzles.iter().map(|puzzle| {
            let solution = solve_on_core(puzzle, &Config::default(), SearchMode::Proof, limit);
            let settled = solution.status != Status::Stalled;
            (solution.clocks, settled.then_some(solution.status))
        });
        let today: Vec<(u64, Option<Status>)> = today.collect();
        print_row(&name, "full probing (exact model)", &today);
        for &(search, way, probers) in rows {
            let taken = puzzles.iter().map(|puzzle| {
                let taken = core::solve(puzzle, way, probers, u64::from(limit) * 1024);
                (taken.clocks, taken.verdict)
            });
            let taken: Vec<(u64, Option<Status>)> = taken.collect();
            for ((_, verdict), (_, today)) in taken.iter().zip(&today) {
                assert!(
                    verdict.is_none() || today.is_none() || verdict == today,
                    "the searches disagree"
                );
            }
            print_row(&name, search, &taken);
        }
    }
}

fn print_row(boards: &str, search: &str, taken: &[(u64, Option<Status>)]) {
    let mut clocks: Vec<u64> = taken.iter().map(|(clocks, _)| *clocks).collect();
    clocks.sort_unstable();
    let count = clocks.len();
    let unsettled = taken
        .iter()
        .filter(|(_, verdict)| verdict.is_none())
        .count();
    println!(
        "| {boards} | {search} | {} | {} | {:.2} | {unsettled} |",
        clocks[count / 2],
        clocks[count * 9 / 10],
        clocks.iter().sum::<u64>() as f64 / 1e6
    );
}
