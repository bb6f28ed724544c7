//! Tests of the clue core's model, among them comparisons of its engine with a line solver and of its results with software engines.

use std::array::from_fn;
use std::collections::HashMap;

use nonogram_protocol::{SearchMode, Status};
use nonogram_puzzles::{Cell, Grid, Puzzle};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::{Automaton, Config, Engine, Groups, Solution, solve};
use crate::line::LineSolver;
use crate::{Engine as Software, SolveOptions, Verdict, propagate, solve as software};

/// The puzzle of a random picture. In every third puzzle, two column clues chosen at random, possibly the same one, are swapped.
fn random_puzzle(
    random: &mut ChaCha8Rng,
    number: usize,
    sides: std::ops::RangeInclusive<usize>,
) -> Puzzle {
    let (rows, columns) = (
        random.random_range(sides.clone()),
        random.random_range(sides),
    );
    let percent = random.random_range(30..70);
    let grid = Grid::from_fn(rows, columns, |_, _| random.random_ratio(percent, 100));
    let puzzle = Puzzle::from_grid(&grid);
    if !number.is_multiple_of(3) {
        return puzzle;
    }
    let mut clues = puzzle.columns().to_vec();
    clues.swap(
        random.random_range(0..columns),
        random.random_range(0..columns),
    );
    Puzzle::new(puzzle.rows().to_vec(), clues).expect("the clues fit")
}

/// The status that corresponds to the verdict of the engine `portfolio`, and the picture if it is the only solution.
fn expected(puzzle: &Puzzle) -> (Status, Option<Grid>) {
    let options = SolveOptions {
        engine: Software::Portfolio,
        max_solutions: 2,
        ..SolveOptions::default()
    };
    let mut report = software(puzzle, &options);
    match report.verdict {
        Verdict::None => (Status::Unsolvable, None),
        Verdict::Unique => (Status::Solved, report.solutions.pop()),
        Verdict::Multiple => (Status::Multiple, None),
        Verdict::Unsettled => unreachable!("no limit was set"),
    }
}

fn check(puzzle: &Puzzle, config: &Config) -> Solution {
    let (status, grid) = expected(puzzle);
    let solution = solve(puzzle, config, SearchMode::Proof, 0);
    assert_eq!(solution.status, status, "{puzzle:?}");
    match grid {
        Some(grid) => assert_eq!(solution.grid, grid, "{puzzle:?}"),
        None if status == Status::Multiple => {
            assert!(puzzle.is_solved_by(&solution.grid), "{puzzle:?}")
        }
        None => {}
    }
    solution
}

#[test]
fn verdict_and_picture_equal_those_of_the_portfolio() {
    let mut random = ChaCha8Rng::seed_from_u64(11);
    let mut counts = HashMap::<Status, usize>::new();
    for number in 0..4000 {
        let puzzle = random_puzzle(&mut random, number, 1..=8);
        let engines = 1 << (number % 4);
        let clocks_per_byte = [1, 3, 500][number % 3];
        let solution = check(
            &puzzle,
            &Config {
                engines,
                cells_per_step: [2, 4][number / 5 % 2],
                trail_depth: 2048,
                clocks_per_byte,
            },
        );
        *counts.entry(solution.status).or_default() += 1;
    }
    assert!(
        counts[&Status::Solved] > 500
            && counts[&Status::Unsolvable] > 400
            && counts[&Status::Multiple] > 500,
        "{counts:?}"
    );
}

#[test]
fn larger_boards_with_search_are_settled() {
    let mut random = ChaCha8Rng::seed_from_u64(12);
    for number in 0..60 {
        let puzzle = random_puzzle(&mut random, number, 12..=20);
        check(&puzzle, &Config::default());
    }
}

#[test]
fn boards_of_the_maximum_size_are_settled() {
    let mut random = ChaCha8Rng::seed_from_u64(13);
    for percent in [0, 70, 90, 100] {
        let grid = Grid::from_fn(32, 32, |_, _| random.random_ratio(percent, 100));
        check(&Puzzle::from_grid(&grid), &Config::default());
    }
}

#[test]
fn line_logic_alone_finds_what_propagation_finds() {
    let mut random = ChaCha8Rng::seed_from_u64(14);
    for number in 0..500 {
        let puzzle = random_puzzle(&mut random, number, 1..=20);
        let solution = solve(&puzzle, &Config::default(), SearchMode::LineLogic, 0);
        match propagate(&puzzle) {
            crate::LineOutcome::Solved(grid) => {
                assert_eq!((solution.status, solution.grid), (Status::Solved, grid));
            }
            crate::LineOutcome::Stalled(grid) => {
                assert_eq!(
                    (solution.status, solution.grid),
                    (Status::Stalled, grid),
                    "{puzzle:?}"
                );
            }
            crate::LineOutcome::Contradiction { .. } => {
                assert_eq!(solution.status, Status::Unsolvable)
            }
        }
    }
}

#[test]
fn first_solution_satisfies_the_clues() {
    let mut random = ChaCha8Rng::seed_from_u64(15);
    for number in 0..500 {
        let puzzle = random_puzzle(&mut random, number, 4..=10);
        let solution = solve(&puzzle, &Config::default(), SearchMode::FirstSolution, 0);
        let solvable = expected(&puzzle).0 != Status::Unsolvable;
        assert_eq!(
            solution.status,
            if solvable {
                Status::Solved
            } else {
                Status::Unsolvable
            }
        );
        assert!(!solvable || puzzle.is_solved_by(&solution.grid));
    }
}

#[test]
fn search_at_its_limit_returns_certain_cells() {
    let mut random = ChaCha8Rng::seed_from_u64(16);
    let mut undecided = 0;
    for _ in 0..20 {
        let grid = Grid::from_fn(25, 25, |_, _| random.random_ratio(45, 100));
        let puzzle = Puzzle::from_grid(&grid);
        let solution = solve(&puzzle, &Config::default(), SearchMode::Proof, 3);
        assert!(solution.clocks < 6 * 1024, "{} cycles", solution.clocks);
        if solution.status == Status::Stalled {
            undecided += 1;
            let unique = expected(&puzzle).0 == Status::Solved;
            let line_logic = solve(&puzzle, &Config::default(), SearchMode::LineLogic, 0).grid;
            for row in 0..25 {
                for column in 0..25 {
                    let certain = solution.grid.get(row, column);
                    let by_lines = line_logic.get(row, column);
                    assert!(by_lines == Cell::Unknown || certain == by_lines);
                    if unique && certain != Cell::Unknown {
                        assert_eq!(certain, grid.get(row, column));
                    }
                }
            }
        }
    }
    assert!(undecided > 5, "{undecided} boards undecided");
}

/// The line after a visit by an engine that processes `W` cells per cycle in each direction; `None` if it finds a contradiction.
fn visit<const W: usize>(clue: &[usize], cells: &[Cell]) -> Option<Vec<Cell>> {
    let groups = cells.len().div_ceil(W);
    let read = |position: usize| match cells.get(position) {
        Some(Cell::Unknown) => 0,
        Some(Cell::Colour(_)) => 1,
        Some(Cell::Blank) | None => 2,
    };
    let mut engine = Engine::new(W);
    engine.start();
    let mut conflict = false;
    while engine.is_busy() {
        let group =
            |number: usize| from_fn(|cell| if cell < W { read(W * number + cell) } else { 0 });
        let read = engine
            .reads(groups)
            .map_or_else(Groups::default, |(front, back)| Groups {
                front: group(front),
                back: group(back),
            });
        conflict |= engine.clock(groups, Automaton::new(clue), read);
    }
    let finding = engine.finding();
    let cell = |position: usize| match (
        finding.known >> position & 1,
        finding.filled >> position & 1,
    ) {
        (0, _) => Cell::Unknown,
        (_, 1) => Cell::Filled,
        _ => Cell::Blank,
    };
    (!conflict).then(|| (0..cells.len()).map(cell).collect())
}

#[test]
fn engine_decides_the_same_cells_as_the_line_solver_bits() {
    let mut random = ChaCha8Rng::seed_from_u64(17);
    for _ in 0..20_000 {
        let length = random.random_range(1..=32);
        let percent = random.random_range(0..=100);
        let filled: Vec<bool> = (0..length)
            .map(|_| random.random_ratio(percent, 100))
            .collect();
        let clue = nonogram_puzzles::Clue::of_cells(filled.iter().copied());
        let known = random.random_range(0..=100);
        let mut cells: Vec<Cell> = filled
            .iter()
            .map(|&filled| {
                match (
                    random.random_ratio(known, 100),
                    filled ^ random.random_ratio(1, 50),
                ) {
                    (false, _) => Cell::Unknown,
                    (true, true) => Cell::Filled,
                    (true, false) => Cell::Blank,
                }
            })
            .collect();
        let found = visit::<2>(&clue, &cells);
        let found_by_four = visit::<4>(&clue, &cells);
        let expected = LineSolver::Bits
            .solve(&clue, &mut cells)
            .ok()
            .map(|_| cells);
        assert_eq!(found, expected, "{clue:?}");
        assert_eq!(found_by_four, expected, "{clue:?}, four cells per cycle");
    }
}

/// The puzzle with one filled cell per line. Its search needs many decisions.
fn one_per_line(side: usize) -> Puzzle {
    Puzzle::from_grid(&Grid::from_fn(side, side, |row, column| row == column))
}

#[test]
fn a_full_trail_ends_the_search_undecided() {
    let with = |trail_depth| {
        let config = Config {
            trail_depth,
            ..Config::default()
        };
        solve(&one_per_line(16), &config, SearchMode::FirstSolution, 0).status
    };
    assert_eq!(with(256), Status::Stalled);
    assert_eq!(with(2048), Status::Solved);
}
