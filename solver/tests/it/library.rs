//! Black-and-white puzzles of the library of up to 16 cells per side are unique and solved by line logic; the model of the classic
//! core agrees with line logic; the cases have the verdicts that the names of their folders state.

use std::path::{Path, PathBuf};

use nonogram_protocol::Status;
use nonogram_puzzles::{Puzzle, read_file};
use nonogram_solver::fit;
use nonogram_solver::model::classic::Classic;
use nonogram_solver::{Engine, LineOutcome, SolveOptions, Verdict, propagate, solve};

/// All puzzles in the `.non` files below a folder of the puzzles crate, with the paths of their files.
fn below(folder: &str) -> Vec<(PathBuf, Puzzle)> {
    let mut folders = vec![
        Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("../puzzles")
            .join(folder),
    ];
    let mut files = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "non") {
                files.push(path);
            }
        }
    }
    files.sort();
    let read = |path: PathBuf| {
        let puzzles = read_file(&path, None).unwrap_or_else(|error| panic!("{error}"));
        puzzles
            .into_iter()
            .map(move |puzzle| (path.clone(), puzzle))
    };
    files.into_iter().flat_map(read).collect()
}

#[test]
fn library_puzzles_up_to_16_are_unique_and_need_line_logic_only() {
    let mut proven = 0;
    for (path, puzzle) in below("library") {
        let side = puzzle.row_count().max(puzzle.column_count());
        if side > 16 || puzzle.palette().is_coloured() {
            continue;
        }
        // A board that complete line solving fills has no other solution.
        match propagate(&puzzle) {
            LineOutcome::Solved(picture) => assert_eq!(Some(&picture), puzzle.goal(), "{path:?}"),
            other => panic!("{path:?}: {other:?}"),
        }
        let mut model = Classic::from_puzzle(&puzzle).expect("at most 32x32");
        assert_eq!(model.run(), Status::Solved, "{path:?}");
        assert_eq!(Some(&model.grid()), puzzle.goal(), "{path:?}");
        proven += 1;
    }
    assert!(proven >= 30, "{proven} puzzles");
}

#[test]
fn hardware_model_and_line_logic_agree_on_every_drawing_that_fits() {
    let (mut solved, mut stalled) = (0, 0);
    for (path, puzzle) in below("library") {
        if fit::check(&puzzle, Engine::Dnf).is_err() {
            continue;
        }
        let mut model = Classic::from_puzzle(&puzzle).expect("at most 32x32");
        let (expected, known) = match propagate(&puzzle) {
            LineOutcome::Solved(grid) => (Status::Solved, grid),
            LineOutcome::Stalled(grid) => (Status::Stalled, grid),
            LineOutcome::Contradiction { line } => panic!("{path:?}: contradiction in {line}"),
        };
        assert_eq!(model.run(), expected, "{path:?}");
        assert_eq!(model.grid(), known, "{path:?}");
        match expected {
            Status::Stalled => stalled += 1,
            _ => solved += 1,
        }
    }
    assert!(
        solved >= 90 && stalled >= 1,
        "{solved} solved, {stalled} stalled"
    );
}

#[test]
fn boards_that_need_search_or_have_several_solutions_stall() {
    for (path, puzzle) in below("cases/search")
        .into_iter()
        .chain(below("cases/ambiguous"))
    {
        let LineOutcome::Stalled(known) = propagate(&puzzle) else {
            panic!("{path:?} does not stall");
        };
        let mut model = Classic::from_puzzle(&puzzle).expect("at most 32x32");
        assert_eq!(model.run(), Status::Stalled, "{path:?}");
        assert_eq!(model.grid(), known, "{path:?}");
    }
}

#[test]
fn contradictory_boards_are_unsolvable() {
    let mut seen = 0;
    for (path, puzzle) in below("cases/contradictory") {
        assert!(
            matches!(propagate(&puzzle), LineOutcome::Contradiction { .. }),
            "{path:?}"
        );
        assert_eq!(
            Classic::from_puzzle(&puzzle).expect("at most 32x32").run(),
            Status::Unsolvable
        );
        seen += 1;
    }
    assert!(seen >= 5, "{seen} boards");
}

#[test]
fn engines_that_search_after_line_logic_settle_the_cases() {
    let verdicts = [
        ("cases/search", Verdict::Unique),
        ("cases/ambiguous", Verdict::Multiple),
        ("cases/contradictory", Verdict::None),
        ("cases/contradictory-search", Verdict::None),
        ("cases/sums-differ", Verdict::None),
    ];
    for (folder, verdict) in verdicts {
        for (path, puzzle) in below(folder) {
            for engine in [
                Engine::Portfolio,
                Engine::Probing,
                Engine::Learning,
                Engine::Sat,
            ] {
                let options = SolveOptions {
                    engine,
                    ..SolveOptions::default()
                };
                let report = solve(&puzzle, &options);
                assert_eq!(report.verdict, verdict, "{engine}: {path:?}");
                let solutions = &report.solutions;
                assert!(
                    solutions
                        .iter()
                        .all(|solution| puzzle.is_solved_by(solution))
                );
            }
        }
    }
}
