//! Every engine finds what brute force finds, and says so.

mod common;

use std::time::Duration;

use common::{all_solutions, boards, sorted};
use nonogram_puzzles::{Cell, Clue, Grid, Puzzle};
use nonogram_solver::{End, Engine, SolveOptions, Verdict, solve};
use proptest::prelude::*;

/// The engines that search.
const COMPLETE: [Engine; 4] = [
    Engine::Portfolio,
    Engine::Probing,
    Engine::Learning,
    Engine::Sat,
];

fn options(engine: Engine, max_solutions: usize) -> SolveOptions {
    SolveOptions {
        engine,
        max_solutions,
        ..SolveOptions::default()
    }
}

/// `side` x `side` cells, one filled in every row and column: `side`! solutions.
fn permutations(side: usize) -> Puzzle {
    let clues = vec![Clue::from([1]); side];
    Puzzle::new(clues.clone(), clues).unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn every_engine_finds_all_solutions(puzzle in boards(5)) {
        let expected = all_solutions(&puzzle);
        let verdict = match expected.len() {
            0 => Verdict::None,
            1 => Verdict::Unique,
            _ => Verdict::Multiple,
        };
        for engine in COMPLETE {
            let all = solve(&puzzle, &options(engine, usize::MAX));
            prop_assert_eq!((all.verdict, all.end), (verdict, End::Complete), "{}", engine);
            prop_assert_eq!(&sorted(all.solutions), &expected, "{}", engine);

            let two = solve(&puzzle, &options(engine, 2));
            prop_assert_eq!(two.verdict, verdict);
            prop_assert_eq!(two.solutions.len(), expected.len().min(2));
            prop_assert!(two.solutions.iter().all(|solution| expected.contains(solution)));

            let one = solve(&puzzle, &options(engine, 1));
            prop_assert_eq!(one.solutions.len(), expected.len().min(1));
            prop_assert!(one.solutions.iter().all(|solution| expected.contains(solution)));
        }
        let lines = solve(&puzzle, &options(Engine::Lines, usize::MAX));
        prop_assert_eq!(lines.is_line_solvable(), lines.verdict == Verdict::Unique);
        prop_assert!(lines.verdict == verdict || lines.end == End::Stalled);
    }

    #[test]
    fn given_cells_select_solutions(puzzle in boards(4), given: [Option<bool>; 16]) {
        let mut fixed = Grid::new(puzzle.row_count(), puzzle.column_count());
        for (i, value) in given.into_iter().enumerate() {
            let (row, column) = (i / 4, i % 4);
            if row < fixed.rows() && column < fixed.columns() && i % 3 == 0 {
                fixed.set(row, column, value.map_or(Cell::Unknown, Cell::from));
            }
        }
        let agrees = |solution: &Grid| {
            (0..fixed.rows()).all(|r| (0..fixed.columns()).all(|c| {
                [Cell::Unknown, solution.get(r, c)].contains(&fixed.get(r, c))
            }))
        };
        let mut expected = all_solutions(&puzzle);
        expected.retain(agrees);
        for engine in COMPLETE {
            let fixed = Some(fixed.clone());
            let report = solve(&puzzle, &SolveOptions { fixed, ..options(engine, usize::MAX) });
            prop_assert_eq!(&sorted(report.solutions), &expected, "{}", engine);
        }
    }

    #[test]
    fn threads_change_nothing(puzzle in boards(8)) {
        for engine in COMPLETE {
            let alone = solve(&puzzle, &options(engine, 5));
            let together = solve(&puzzle, &SolveOptions { threads: 3, ..options(engine, 5) });
            prop_assert_eq!(together.solutions, alone.solutions);
            prop_assert_eq!(together.counts, alone.counts);
            prop_assert_eq!(together.verdict, alone.verdict);
        }
    }
}

#[test]
fn all_of_many_solutions_are_found_once() {
    let puzzle = permutations(6);
    for engine in COMPLETE {
        let report = solve(&puzzle, &options(engine, usize::MAX));
        assert_eq!(report.end, End::Complete);
        let mut solutions = sorted(report.solutions);
        assert!(
            solutions
                .iter()
                .all(|solution| puzzle.is_solved_by(solution))
        );
        solutions.dedup();
        assert_eq!(solutions.len(), 720, "{engine}");
    }
}

#[test]
fn the_first_so_many_are_enough() {
    for engine in COMPLETE {
        let report = solve(&permutations(8), &options(engine, 10));
        assert_eq!(report.end, End::Enough, "{engine}");
        assert_eq!(report.verdict, Verdict::Multiple);
        assert_eq!(report.solutions.len(), 10);
        let one = solve(&permutations(8), &options(engine, 0));
        assert_eq!((one.verdict, one.solutions.len()), (Verdict::Unsettled, 1));
    }
}

#[test]
fn limits_end_a_search() {
    let puzzle = permutations(10);
    for engine in [Engine::Portfolio, Engine::Probing, Engine::Learning] {
        let node_limit = Some(20);
        let report = solve(
            &puzzle,
            &SolveOptions {
                node_limit,
                ..options(engine, usize::MAX)
            },
        );
        assert_eq!(report.end, End::NodeLimit, "{engine}");
        assert_eq!(report.counts.decisions, 20);
    }
    for engine in COMPLETE {
        let time_limit = Some(Duration::ZERO);
        let report = solve(
            &puzzle,
            &SolveOptions {
                time_limit,
                ..options(engine, usize::MAX)
            },
        );
        assert_eq!(
            (report.end, report.verdict),
            (End::TimeLimit, Verdict::Unsettled),
            "{engine}"
        );
    }
}

/// The clock is read between solutions as well, however fast they come.
#[test]
fn a_time_limit_ends_a_listing() {
    for engine in COMPLETE {
        let time_limit = Some(Duration::from_millis(50));
        let options = SolveOptions {
            time_limit,
            ..options(engine, usize::MAX)
        };
        // 20! solutions.
        assert_eq!(solve(&permutations(20), &options).end, End::TimeLimit);
    }
}

#[test]
fn a_problem_that_would_not_fit_the_memory_is_refused() {
    use nonogram_solver::fit::check;
    let clue = Clue::new(vec![1; 200]);
    let puzzle = Puzzle::new(vec![clue.clone(); 800], vec![clue; 800]).unwrap();
    let refused = check(&puzzle, Engine::Sat).unwrap_err().to_string();
    assert!(
        refused.contains("771840000 clauses; expected at most"),
        "{refused}"
    );
    assert_eq!(check(&permutations(50), Engine::Sat), Ok(()));
}

#[test]
fn sums_that_differ_have_no_solution() {
    // Line logic alone would not notice.
    let clues = |blocks: usize, count: usize| vec![Clue::from([blocks]); count];
    let puzzle = Puzzle::new(clues(3, 10), [clues(3, 9), clues(2, 1)].concat()).unwrap();
    for engine in Engine::ALL {
        assert_eq!(solve(&puzzle, &options(engine, 2)).verdict, Verdict::None);
    }
}
