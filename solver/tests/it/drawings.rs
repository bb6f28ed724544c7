//! Every drawing of the library is the only solution of its clues. The name of its folder states whether line logic is
//! enough to prove it.

use nonogram_puzzles::{library, read_file};
use nonogram_solver::{LineOutcome, SolveOptions, Verdict, propagate, solve};

/// Suffix of the folders whose drawings need search.
const SEARCH: &str = "-search";

#[test]
fn drawings_are_unique_and_their_folder_states_whether_line_logic_is_enough() {
    let (mut solved, mut stalled) = (0, 0);
    for path in library::files(library::root()).expect("the library") {
        let folder = path.parent().expect("a folder").to_string_lossy();
        for puzzle in read_file(&path, None).unwrap_or_else(|error| panic!("{error}")) {
            match propagate(&puzzle) {
                LineOutcome::Solved(picture) if !folder.ends_with(SEARCH) => {
                    assert_eq!(Some(&picture), puzzle.goal(), "{}", path.display());
                    solved += 1;
                }
                LineOutcome::Stalled(_) if folder.ends_with(SEARCH) => {
                    let report = solve(&puzzle, &SolveOptions::default());
                    assert_eq!(report.verdict, Verdict::Unique, "{}", path.display());
                    assert_eq!(
                        report.solutions.first(),
                        puzzle.goal(),
                        "{}",
                        path.display()
                    );
                    stalled += 1;
                }
                other => panic!("{}: {other:?}", path.display()),
            }
        }
    }
    assert!(
        solved >= 80 && stalled >= 20,
        "{solved} solved, {stalled} stalled"
    );
}
