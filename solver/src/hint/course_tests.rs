//! Snapshots of the sequences of hints for a few boards, in which a change shows up in review, and tests of reasons, revealed cells and
//! limits. Other tests check that hints are correct.

use std::fmt::Write;

use super::*;
use crate::boards::{drawing, random};

const ENOUGH: Duration = Duration::from_secs(600);

#[test]
fn hints_for_a_few_boards_are_unchanged() {
    let mut hints = String::new();
    let boards = [
        ("a drawing", drawing("08/over-easy.non")),
        ("search", drawing("../cases/search/anchor-7x7.non")),
        ("six", drawing("../cases/search/six-6x6.non")),
        ("random", random(10, 40, 3)),
        ("agreement", random(7, 40, 131)),
        ("agreement on more", random(9, 40, 199)),
        ("stuck", random(8, 45, 4)),
    ];
    for (name, puzzle) in boards {
        writeln!(hints, "{name}").unwrap();
        let mut grid = Grid::new(puzzle.row_count(), puzzle.column_count());
        loop {
            match next_step(&puzzle, &grid, ENOUGH) {
                Advice::Step(step) => {
                    let line = step.reason.line().map(|line| line.to_string());
                    let text = step.explain(&puzzle);
                    writeln!(hints, "  {} {line:?}: {text}", step.reason.name()).unwrap();
                    for change in step.changes {
                        grid.set(change.row, change.column, change.cell);
                    }
                }
                advice => {
                    writeln!(hints, "  {advice:?}").unwrap();
                    break;
                }
            }
        }
    }
    insta::assert_snapshot!(hints);
}

/// The clock is first checked after several lines, so these lines can give a step even without time.
#[test]
fn first_lines_give_a_step_even_without_time() {
    let puzzle = drawing("08/over-easy.non");
    assert!(puzzle.line_count() > CLOCK - 1);
    let nothing = Grid::new(puzzle.row_count(), puzzle.column_count());
    let Advice::Step(step) = next_step(&puzzle, &nothing, Duration::ZERO) else {
        panic!("no step was found")
    };
    assert!(matches!(
        step.reason.line(),
        Some(Line::Row(_) | Line::Column(0..7))
    ));
}

#[test]
fn only_a_rule_on_a_line_has_a_line() {
    let line = Line::Column(3);
    let reason = Reason::Line {
        line,
        rule: Rule::Fits,
    };
    assert_eq!(reason.line(), Some(line));
    assert_eq!(Reason::Contradiction { broken: line }.line(), None);
    assert_eq!(Reason::Search.line(), None);
}

#[test]
fn revealed_cell_is_the_one_whose_lines_have_the_fewest_unknown_cells() {
    let solution = Grid::from_lines(&["##-", "#-#", "-##"]).unwrap();
    let grid = Grid::from_lines(&["???", "?-?", "??#"]).unwrap();
    let step = reveal(&grid, &solution).unwrap();
    let change = |row, column, filled| Change {
        row,
        column,
        cell: Cell::from(filled),
    };
    assert_eq!(step.reason, Reason::Search);
    // Rows and columns have 3, 2 and 2 unknown cells; of cells with equal sums the first one is revealed.
    assert_eq!(step.changes, [change(1, 2, true)]);
    let grid = Grid::from_lines(&["??-", "#-#", "??#"]).unwrap();
    assert_eq!(
        reveal(&grid, &solution).unwrap().changes,
        [change(0, 0, true)]
    );
    let grid = Grid::from_lines(&["??-", "?-#", "?##"]).unwrap();
    assert_eq!(
        reveal(&grid, &solution).unwrap().changes,
        [change(0, 1, true)]
    );
    // The sum of both counts decides: 2 and 3 are better than 1 and 5.
    let grid = Grid::from_lines(&["??--", "???-", "???-", "?-?-", "?---"]).unwrap();
    let solution = Grid::from_fn(5, 4, |row, column| (row, column) != (0, 1));
    assert_eq!(
        reveal(&grid, &solution).unwrap().changes,
        [change(0, 1, false)]
    );
    assert_eq!(reveal(&solution, &solution), None);
}

/// The clock is checked before each cell, during line logic, and before the result of a value counts unless it is a contradiction.
#[test]
fn cells_are_tried_up_to_the_deadline() {
    let puzzle = drawing("../cases/search/anchor-7x7.non");
    let Advice::Step(whole) = next_step(&puzzle, &known(&puzzle), ENOUGH) else {
        panic!("no step was found")
    };
    let mut steps = Vec::new();
    for looks in 0..40 {
        let step = probe::step(&puzzle, &known(&puzzle), &Limits::of_looks(looks));
        let text = step
            .as_ref()
            .map_or("none".to_owned(), |step| step.explain(&puzzle));
        if steps.last().is_none_or(|(_, last)| *last != text) {
            steps.push((looks, text));
        }
    }
    steps.push((u64::MAX, whole.explain(&puzzle)));
    let text: Vec<_> = steps
        .iter()
        .map(|(looks, text)| format!("{looks}: {text}"))
        .collect();
    insta::assert_snapshot!(text.join("\n"));
}

/// The cells that line logic decides.
fn known(puzzle: &Puzzle) -> Grid {
    match crate::propagate(puzzle) {
        crate::LineOutcome::Solved(grid) | crate::LineOutcome::Stalled(grid) => grid,
        crate::LineOutcome::Contradiction { line } => panic!("{line} has no placement"),
    }
}
