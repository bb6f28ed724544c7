//! Tests of all engines in one colour: solutions and verdicts against brute force, limits, and enumeration.

use std::ops::ControlFlow;
use std::time::Duration;

use nonogram_puzzles::{Cell, Clue, Grid, Puzzle};
use nonogram_solver::{End, Engine, SolveOptions, Verdict, solve, solve_each};
use proptest::prelude::*;

/// The engines that search, and so prove their verdicts.
fn searching() -> impl Iterator<Item = Engine> {
    Engine::ALL.into_iter().filter(|engine| engine.decides())
}

/// Finds every solution by trying all combinations of rows that satisfy their clues. The result is sorted.
fn all_solutions(puzzle: &Puzzle) -> Vec<Grid> {
    let width = puzzle.column_count();
    let filled = |row: usize, column: usize| row >> column & 1 == 1;
    let rows: Vec<Vec<usize>> = puzzle
        .rows()
        .iter()
        .map(|clue| {
            let fits = |&row: &usize| Clue::of_cells((0..width).map(|c| filled(row, c))) == *clue;
            (0..1 << width).filter(fits).collect()
        })
        .collect();
    let pictures: usize = rows.iter().map(Vec::len).product();
    let picture = |mut number: usize| {
        let chosen: Vec<usize> = rows
            .iter()
            .map(|options| {
                let option = options[number % options.len()];
                number /= options.len();
                option
            })
            .collect();
        Grid::from_fn(rows.len(), width, |r, c| filled(chosen[r], c))
    };
    let pictures = (0..pictures).map(picture);
    sorted(pictures.filter(|grid| puzzle.is_solved_by(grid)).collect())
}

/// Sorts grids into a fixed order.
fn sorted(mut grids: Vec<Grid>) -> Vec<Grid> {
    grids.sort_by_key(Grid::to_lines);
    grids
}

/// Puzzles of up to `side` cells per side: the puzzle of a picture, or that puzzle with two column clues swapped, which leaves some
/// without a solution and others with several.
fn boards(side: usize) -> impl Strategy<Value = Puzzle> {
    let size = (1..=side, 1..=side);
    let picture = size.prop_flat_map(|(rows, columns)| {
        prop::collection::vec(prop::collection::vec(any::<bool>(), columns), rows)
    });
    (picture, any::<Option<[prop::sample::Index; 2]>>()).prop_map(|(cells, exchange)| {
        let picture = Grid::from_fn(cells.len(), cells[0].len(), |r, c| cells[r][c]);
        let puzzle = Puzzle::from_grid(&picture);
        let Some([one, other]) = exchange else {
            return puzzle;
        };
        let mut columns = puzzle.columns().to_vec();
        let (one, other) = (one.index(columns.len()), other.index(columns.len()));
        columns.swap(one, other);
        Puzzle::new(puzzle.rows().to_vec(), columns).expect("the clues fit")
    })
}

fn options(engine: Engine, max_solutions: usize) -> SolveOptions {
    SolveOptions { engine, max_solutions, ..SolveOptions::default() }
}

/// The puzzle of `side` x `side` cells with one filled cell per row and column. It has `side`! solutions.
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
            0 => Verdict::Unsolvable,
            1 => Verdict::Unique,
            _ => Verdict::Multiple,
        };
        for engine in searching() {
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
        let with = |engine| SolveOptions { fixed: Some(fixed.clone()), ..options(engine, usize::MAX) };
        for engine in searching() {
            let report = solve(&puzzle, &with(engine));
            prop_assert_eq!(&sorted(report.solutions), &expected, "{}", engine);
        }
        for engine in Engine::ALL.into_iter().filter(|engine| !engine.decides()) {
            let report = solve(&puzzle, &with(engine));
            prop_assert!(report.end == End::Stalled || sorted(report.solutions) == expected, "{}", engine);
        }
    }
}

#[test]
fn search_ends_at_the_wanted_number_of_solutions() {
    for engine in searching() {
        let report = solve(&permutations(8), &options(engine, 10));
        assert_eq!(report.end, End::Enough, "{engine}");
        assert_eq!(report.verdict, Verdict::Multiple);
        assert_eq!(report.solutions.len(), 10);
        let one = solve(&permutations(8), &options(engine, 0));
        assert_eq!((one.verdict, one.solutions.len()), (Verdict::Solved, 1));
    }
}

#[test]
fn limits_end_a_search() {
    let puzzle = permutations(10);
    // SAT counts no decisions.
    for engine in searching().filter(|&engine| engine != Engine::Sat) {
        let node_limit = Some(20);
        let report = solve(&puzzle, &SolveOptions { node_limit, ..options(engine, usize::MAX) });
        assert_eq!(report.end, End::NodeLimit, "{engine}");
        assert_eq!(report.counts.decisions, 20);
    }
    for engine in searching() {
        let time_limit = Some(Duration::ZERO);
        let report = solve(&puzzle, &SolveOptions { time_limit, ..options(engine, usize::MAX) });
        assert_eq!((report.end, report.verdict), (End::TimeLimit, Verdict::Stalled), "{engine}");
    }
}

/// The clock is also checked between solutions, however fast they are found.
#[test]
fn a_time_limit_ends_a_listing() {
    for engine in searching() {
        let time_limit = Some(Duration::from_millis(50));
        let options = SolveOptions { time_limit, ..options(engine, usize::MAX) };
        // 20! solutions.
        assert_eq!(solve(&permutations(20), &options).end, End::TimeLimit);
    }
}

#[test]
fn problem_with_too_many_clauses_is_refused() {
    use nonogram_solver::fit::check;
    let clue = Clue::new(vec![1; 200]);
    let puzzle = Puzzle::new(vec![clue.clone(); 800], vec![clue; 800]).unwrap();
    let refused = check(&puzzle, Engine::Sat).unwrap_err().to_string();
    assert!(refused.contains("771840000 clauses; expected at most"), "{refused}");
    assert_eq!(check(&permutations(50), Engine::Sat), Ok(()));
}

#[test]
fn puzzle_whose_sums_differ_has_no_solution() {
    // Line logic alone finds no contradiction.
    let clues = |blocks: usize, count: usize| vec![Clue::from([blocks]); count];
    let puzzle = Puzzle::new(clues(3, 10), [clues(3, 9), clues(2, 1)].concat()).unwrap();
    for engine in Engine::ALL {
        assert_eq!(solve(&puzzle, &options(engine, 2)).verdict, Verdict::Unsolvable);
    }
}

/// The report counts all 9! solutions and contains none of them.
#[test]
fn all_solutions_of_a_nine_by_nine_are_enumerated() {
    let puzzle = permutations(9);
    for engine in [Engine::Portfolio, Engine::Learning] {
        let mut count = 0;
        let mut last = None;
        let report = solve_each(&puzzle, &options(engine, usize::MAX), &mut |solution| {
            count += 1;
            assert!(last.as_ref() != Some(solution) && puzzle.is_solved_by(solution));
            last = Some(solution.clone());
            ControlFlow::Continue(())
        });
        assert_eq!((report.verdict, report.end), (Verdict::Multiple, End::Complete));
        assert_eq!((count, report.count), (362_880, 362_880), "{engine}");
        assert_eq!(report.solutions, []);
        // Flipped decisions replace searches: there are fewer conflicts than solutions.
        assert!(report.counts.conflicts < 362_880, "{:?}", report.counts);
    }
}

#[test]
fn enumeration_ends_when_the_caller_breaks() {
    let puzzle = permutations(6);
    for engine in searching() {
        for most in [1, 3, 100, 700] {
            let mut count = 0;
            let report = solve_each(&puzzle, &options(engine, usize::MAX), &mut |_| {
                count += 1;
                match count {
                    _ if count == most => ControlFlow::Break(()),
                    _ => ControlFlow::Continue(()),
                }
            });
            assert_eq!((count, report.count, report.end), (most, most, End::Enough), "{engine}");
        }
    }
}

/// Puzzles of sparse pictures. Many have more than 64 solutions; after the first 64, the search flips decisions instead of excluding
/// each solution by a clause.
fn many_solutions() -> impl Strategy<Value = Puzzle> {
    prop::collection::vec(prop::bool::weighted(0.25), 25).prop_map(|cells| {
        Puzzle::from_grid(&Grid::from_fn(5, 5, |row, column| cells[row * 5 + column]))
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn engines_agree_on_many_solutions(puzzle in many_solutions()) {
        let expected = sorted(solve(&puzzle, &options(Engine::Probing, usize::MAX)).solutions);
        for engine in searching() {
            let found = solve(&puzzle, &options(engine, usize::MAX));
            prop_assert_eq!(found.count, expected.len());
            prop_assert_eq!(&sorted(found.solutions), &expected, "{}", engine);
        }
    }
}

/// Regression test: belief propagation panicked on boards of more than 256 cells per side.
#[test]
fn a_large_board_is_searched_after_probing() {
    let mut state = 7u64;
    let picture = Grid::from_fn(300, 300, |_, _| {
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        state >> 63 == 1
    });
    let options = SolveOptions { node_limit: Some(2), ..options(Engine::Portfolio, 2) };
    let report = solve(&Puzzle::from_grid(&picture), &options);
    assert_eq!((report.end, report.counts.decisions), (End::NodeLimit, 2));
}

#[test]
fn board_too_large_to_search_is_refused_with_its_size() {
    use nonogram_solver::fit::check_search;
    let clues = |count: usize| vec![Clue::from([1]); count];
    let puzzle = Puzzle::new(clues(1025), clues(1024)).unwrap();
    for engine in searching() {
        assert_eq!(
            check_search(&puzzle, engine).unwrap_err().to_string(),
            format!(
                "the engine {engine} would need to search a board of 1049600 cells; expected at most 1048576; \
                 choose the engine lines, which does not search"
            )
        );
    }
    // A puzzle that line logic solves is never searched.
    let picture = Grid::from_fn(1025, 1024, |row, _| row % 2 == 0);
    let report = solve(&Puzzle::from_grid(&picture), &options(Engine::Portfolio, 2));
    assert_eq!(report.verdict, Verdict::Unique);
    assert_eq!(check_search(&puzzle, Engine::Lines), Ok(()));
}
