//! Every drawing of the library is the only solution of its clues, and its folder states whether line logic proves it; the model of the
//! classic core agrees with line logic; the cases have the verdicts that the names of their folders state.

use std::path::PathBuf;

use nonogram_protocol::Status;
use nonogram_puzzles::{Puzzle, library, read_file};
use nonogram_solver::fit;
use nonogram_solver::model::classic::Classic;
use nonogram_solver::{Engine, LineOutcome, SolveOptions, Verdict, propagate, solve};

/// The puzzles of the files in a folder of the puzzles crate, with the paths of their files.
fn below(folder: &str) -> Vec<(PathBuf, Puzzle)> {
    let folder = library::root().join("..").join(folder);
    let mut puzzles = Vec::new();
    for path in library::files(folder).expect("a folder") {
        let found = read_file(&path, None).unwrap_or_else(|error| panic!("{error}"));
        puzzles.extend(found.into_iter().map(|puzzle| (path.clone(), puzzle)));
    }
    puzzles
}

/// A board that complete line solving fills has no other solution.
#[test]
fn drawings_are_unique_and_their_folder_states_whether_line_logic_is_enough() {
    let (mut solved, mut stalled) = (0, 0);
    for (path, puzzle) in below("library") {
        let folder = path.parent().expect("a folder").to_string_lossy();
        match propagate(&puzzle) {
            LineOutcome::Solved(picture) if !folder.ends_with("-search") => {
                assert_eq!(Some(&picture), puzzle.goal(), "{path:?}");
                solved += 1;
            }
            LineOutcome::Stalled(_) if folder.ends_with("-search") => {
                let report = solve(&puzzle, &SolveOptions::default());
                assert_eq!(report.verdict, Verdict::Unique, "{path:?}");
                assert_eq!(report.solutions.first(), puzzle.goal(), "{path:?}");
                stalled += 1;
            }
            other => panic!("{path:?}: {other:?}"),
        }
    }
    assert!(solved >= 80 && stalled >= 20, "{solved} solved, {stalled} stalled");
}

#[test]
fn hardware_model_and_line_logic_agree_on_every_board_that_fits() {
    let mut seen = [0; 3];
    let folders = ["library", "cases/search", "cases/ambiguous", "cases/contradictory"];
    for (path, puzzle) in folders.into_iter().flat_map(below) {
        if fit::check(&puzzle, Engine::Dnf).is_err() {
            continue;
        }
        let mut model = Classic::from_puzzle(&puzzle).expect("at most 32x32");
        let (expected, known) = match propagate(&puzzle) {
            LineOutcome::Solved(grid) => (Status::Solved, Some(grid)),
            LineOutcome::Contradiction { .. } => (Status::Unsolvable, None),
            LineOutcome::Stalled(grid) => (Status::Stalled, Some(grid)),
        };
        assert_eq!(model.run(), expected, "{path:?}");
        assert!(known.is_none_or(|known| known == model.grid()), "{path:?}");
        seen[usize::from(expected.index())] += 1;
    }
    assert!(seen[0] >= 90 && seen[1] >= 5 && seen[2] >= 10, "{seen:?}");
}

#[test]
fn engines_that_search_settle_the_cases() {
    let verdicts = [
        ("cases/search", Verdict::Unique),
        ("cases/ambiguous", Verdict::Multiple),
        ("cases/contradictory", Verdict::Unsolvable),
        ("cases/contradictory-search", Verdict::Unsolvable),
        ("cases/sums-differ", Verdict::Unsolvable),
    ];
    for (folder, verdict) in verdicts {
        for (path, puzzle) in below(folder) {
            for engine in Engine::ALL.into_iter().filter(|engine| engine.decides()) {
                let options = SolveOptions { engine, ..SolveOptions::default() };
                let report = solve(&puzzle, &options);
                assert_eq!(report.verdict, verdict, "{engine}: {path:?}");
                let solutions = &report.solutions;
                assert!(solutions.iter().all(|solution| puzzle.is_solved_by(solution)));
            }
        }
    }
}
