//! Snapshots of the edits proposed for a few drawings, in which a change shows up in review, and tests of candidates, ranking, duplicates
//! and the decision limit. Other tests check that the edits are correct.

use std::fmt::Write;

use super::*;
use crate::boards::picture;

const LONG: Duration = Duration::from_secs(600);

#[test]
fn edits_of_a_few_drawings_are_unchanged() {
    let mut found = String::new();
    for (side, percent) in [(6, 30), (7, 45), (9, 45), (9, 30)] {
        for seed in 0..5 {
            let drawing = picture(side, percent, seed);
            let proposal = disambiguate(&drawing, LONG);
            let Proposal {
                edits,
                was_unique,
                complete,
            } = &proposal;
            let count = edits.len();
            writeln!(
                found,
                "{side} x {side}, {percent} %, {seed}: {count}, unique {was_unique}, complete {complete}"
            )
            .unwrap();
            for edit in edits.iter().take(4) {
                let Edit {
                    cells,
                    settles,
                    line_solvable,
                    values: _,
                } = edit;
                writeln!(
                    found,
                    "  {cells:?} settle {settles}, by lines {line_solvable}"
                )
                .unwrap();
            }
            let settled: usize = edits.iter().map(|edit| edit.settles).sum();
            let by_lines = edits.iter().filter(|edit| edit.line_solvable).count();
            writeln!(found, "  all settle {settled}, by lines {by_lines}").unwrap();
            for (place, edit) in edits.iter().enumerate() {
                assert!(
                    edits[..place].iter().all(|other| !same(other, edit)),
                    "an edit is proposed twice"
                );
            }
        }
    }
    insta::assert_snapshot!(found);
}

#[test]
fn edits_are_ranked_by_size_then_by_lines_then_by_what_they_settle() {
    let edit = |count: usize, line_solvable, settles| Edit {
        cells: (0..count).map(|cell| (0, cell)).collect(),
        values: vec![Cell::Blank; count],
        settles,
        line_solvable,
    };
    let best_first = [
        edit(1, true, 5),
        edit(1, true, 4),
        edit(1, false, 9),
        edit(1, false, 8),
        edit(2, true, 9),
    ];
    let mut edits = best_first.to_vec();
    edits.reverse();
    let proposal = ranked(edits, true);
    assert_eq!(proposal.edits, best_first);
    assert!(proposal.complete && !proposal.was_unique);
}

/// The puzzle has exactly one solution, but the proof takes more than [`MOST_DECISIONS`] decisions.
#[test]
fn puzzle_beyond_the_decision_limit_is_not_proven_unique() {
    let puzzle = crate::boards::drawing("64-search/giants.non");
    let goal = puzzle.goal().expect("a drawing");
    let nothing = Grid::new(goal.rows(), goal.columns());
    let mut trial = Trial::new(goal, &nothing, None);
    assert!(!trial.is_unique(goal, &puzzle, &[], None));
    assert!(trial.is_unique(goal, &puzzle, &[], Some(goal.clone())));
}

#[test]
fn candidates_share_a_line_with_an_open_cell_and_open_cells_come_first() {
    let open = Grid::from_lines(&["#--", "-?-", "---"]).unwrap();
    assert_eq!(candidates(&open), [(1, 1), (0, 1), (1, 0), (1, 2), (2, 1)]);
    assert_eq!(candidates(&Grid::from_lines(&["#-"]).unwrap()), []);
}

#[test]
fn the_same_cells_in_another_order_are_the_same_edit() {
    let edit = |cells: &[(usize, usize)]| Edit {
        cells: cells.to_vec(),
        values: vec![Cell::Blank; cells.len()],
        settles: 0,
        line_solvable: true,
    };
    assert!(same(&edit(&[(0, 1), (2, 3)]), &edit(&[(2, 3), (0, 1)])));
    assert!(!same(&edit(&[(0, 1), (2, 3)]), &edit(&[(2, 3), (1, 0)])));
}
