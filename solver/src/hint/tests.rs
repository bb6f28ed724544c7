//! Tests of every black-and-white rule by example and against all placements, and of hints for whole boards.

use std::fmt::Write;
use std::time::Duration;

use nonogram_puzzles::{Cell, Clue, Grid, Line, Palette, Puzzle};
use proptest::prelude::*;

use super::rules::{RULES, deduce};
use super::*;
use crate::line;

/// Time limit for each step of these tests.
const ENOUGH: Duration = Duration::from_secs(600);

fn puzzle(rows: &[&[usize]], columns: &[&[usize]]) -> Puzzle {
    let clues = |lines: &[&[usize]]| lines.iter().map(|line| Clue::new(line.to_vec())).collect();
    Puzzle::new(clues(rows), clues(columns)).unwrap()
}

/// Name of the easiest rule for a line, the line after its deduction, and the sentence that explains it; `None` if no rule applies.
fn line(clue: &[usize], cells: &str) -> Option<(&'static str, String, String)> {
    let mut after: Vec<Cell> = cells.chars().filter_map(Cell::from_char).collect();
    let deduction = deduce(clue, &after).unwrap()?;
    for &(place, filled) in &deduction.cells {
        after[place] = Cell::from(filled);
    }
    let columns = vec![Clue::default(); after.len()];
    let puzzle = Puzzle::new(vec![Clue::new(clue.to_vec())], columns).unwrap();
    let step = Step {
        changes: changes(Line::Row(0), &deduction.cells),
        reason: Reason::Line { line: Line::Row(0), rule: deduction.rule },
    };
    let after = after.into_iter().map(Cell::to_char).collect();
    Some((step.reason.name(), after, step.explain(&puzzle)))
}

/// The rules of coloured lines, of which `every_coloured_rule_is_explained` has examples.
const IN_COLOURS: [&str; 2] = ["covers", "crossing"];

#[test]
fn guide_has_a_row_for_every_rule() {
    let guide = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/guide/cli.md");
    let guide = std::fs::read_to_string(guide).unwrap();
    let section = guide.split("\n## ").find(|section| section.starts_with("hint\n")).unwrap();
    let rows = section.lines().filter_map(|line| line.strip_prefix("| `")?.split('`').next());
    let rows: Vec<&str> = rows.collect();
    let beyond = ["contradiction", "agreement", "search"];
    let rules: Vec<&str> = RULES.into_iter().chain(beyond).collect();
    assert_eq!(
        rows, rules,
        "the rows of the table of rules in docs/guide/cli.md, and RULES in order"
    );
}

#[test]
fn every_black_and_white_rule_is_explained() {
    let lines: [(&[usize], &str); 12] = [
        (&[], "???"),
        (&[2, 1], "????"),
        (&[1, 1], "?#??#"),
        (&[2, 1], "-??-?"),
        (&[3, 1], "??????"),
        (&[2, 2], "??##????"),
        (&[3, 1], "?#????????"),
        (&[4], "???#?#????"),
        (&[3], "????#????"),
        (&[3], "--?????"),
        (&[2, 3], "??-?-??????"),
        (&[1, 2], "??#???"),
    ];
    let (mut rules, mut texts) = (Vec::new(), String::new());
    for (clue, before) in lines {
        let (rule, after, text) = line(clue, before).unwrap();
        rules.push(rule);
        writeln!(texts, "{before} {after} {rule}\n{text}\n").unwrap();
    }
    insta::assert_snapshot!(texts);
    for rule in RULES.iter().filter(|rule| !IN_COLOURS.contains(rule)) {
        let examples = rules.iter().filter(|name| name == &rule).count();
        let expected = "expected one example in `lines`, or the name in IN_COLOURS";
        assert_eq!(examples, 1, "examples of the rule {rule} in {}: {expected}", file!());
    }
    assert_eq!(line(&[1], "???"), None);
}

#[test]
fn every_coloured_rule_is_explained() {
    let pictures = [&["aa-", "--b", "b--"] as &[&str], &["-a", "b-"]];
    let explained = pictures.map(|lines| {
        let puzzle = Puzzle::from_grid(&Palette::standard(2).to_grid(lines).unwrap());
        let nothing = Grid::new(lines.len(), lines[0].len());
        let Hint::Step(step) = next_step(&puzzle, &nothing, ENOUGH) else {
            panic!("no step for {lines:?}");
        };
        (step.reason.name(), step.explain(&puzzle))
    });
    assert_eq!(explained.each_ref().map(|(rule, _)| *rule), IN_COLOURS);
    let texts = explained.map(|(_, text)| text).join("\n");
    insta::assert_snapshot!(texts, @"
    row 1: the black 2 can shift by at most 1, so cell 2 is black
    column 1: all placements of the red 1 that use only colours left by the crossing lines agree, so cell 2 is red and cell 1 is blank
    ");
}

#[test]
fn a_gap_that_two_blocks_cannot_reach_is_named() {
    let (rule, after, text) = line(&[3, 2], "??#??????#?").unwrap();
    assert_eq!((rule, after.as_str()), ("out-of-reach", "??#??---?#?"));
    let expected = "in the clue 3 2, neither the 3 nor the 2 can reach the gap between them, so cells 6-8 are blank";
    assert!(text.contains(expected), "{text}");
}

#[test]
fn wrong_solved_and_stuck_grids_are_distinguished() {
    let switch = puzzle(&[&[1], &[1]], &[&[1], &[1]]);
    let grid = |lines: &[&str]| Grid::from_lines(lines).unwrap();
    assert_eq!(next_step(&switch, &grid(&["##", "??"]), ENOUGH), Hint::NoPlacement(Line::Row(0)));
    assert_eq!(next_step(&switch, &grid(&["#-", "-#"]), ENOUGH), Hint::Solved);
    assert_eq!(next_step(&switch, &grid(&["??", "??"]), ENOUGH), Hint::Stuck);
}

proptest! {
    /// Every deduction holds in every placement, and while all placements agree on an unknown cell there is a deduction.
    #[test]
    fn rules_on_lines_are_correct_and_complete(
        picture in prop::collection::vec(prop::bool::weighted(0.6), 1..16),
        shown in prop::collection::vec(prop::bool::weighted(0.25), 16),
    ) {
        let clue = Clue::of_cells(picture.iter().copied());
        let mut cells: Vec<Cell> = picture.iter().zip(&shown)
            .map(|(&filled, &shown)| if shown { Cell::from(filled) } else { Cell::Unknown })
            .collect();
        let mut complete = cells.clone();
        line::solve(&clue, &mut complete).unwrap();
        while let Some(deduction) = deduce(&clue, &cells).unwrap() {
            prop_assert!(!deduction.cells.is_empty());
            for (place, filled) in deduction.cells {
                prop_assert_eq!(cells[place], Cell::Unknown);
                prop_assert_eq!(complete[place], Cell::from(filled), "{:?}", deduction.rule);
                cells[place] = Cell::from(filled);
            }
        }
        prop_assert_eq!(cells, complete);
    }

    /// Every cell decided by hints agrees with the picture of the puzzle.
    #[test]
    fn hints_are_correct(picture in prop::collection::vec(any::<bool>(), 16)) {
        let solution = Grid::from_fn(4, 4, |row, column| picture[row * 4 + column]);
        let puzzle = Puzzle::from_grid(&solution);
        let mut grid = Grid::new(4, 4);
        while let Hint::Step(step) = next_step(&puzzle, &grid, ENOUGH) {
            prop_assert!(!step.explain(&puzzle).is_empty());
            for change in step.changes {
                let cell = change.cell;
                prop_assert_eq!(grid.get(change.row, change.column), Cell::Unknown);
                prop_assert_eq!(solution.get(change.row, change.column), cell);
                grid.set(change.row, change.column, cell);
            }
        }
        if let crate::LineOutcome::Solved(_) = crate::propagate(&puzzle) {
            prop_assert_eq!(grid, solution);
        }
    }
}

/// No line decides a cell of this board, and there is no time to try values.
#[test]
fn no_step_is_found_after_the_time_limit() {
    let rows = vec![Clue::from([2]); 6];
    let puzzle = Puzzle::new(rows.clone(), rows).unwrap();
    let nothing = Grid::new(6, 6);
    assert_eq!(next_step(&puzzle, &nothing, Duration::ZERO), Hint::Stuck);
}

/// Lines that were not checked in time may still be wrong.
#[test]
fn late_check_is_not_reported_as_solved() {
    let picture = Grid::from_fn(20, 20, |row, column| (row + column) % 2 == 0);
    let puzzle = Puzzle::from_grid(&picture);
    let in_time = next_step(&puzzle, &picture, Duration::from_secs(60));
    assert_eq!(in_time, Hint::Solved);
    assert_eq!(next_step(&puzzle, &picture, Duration::ZERO), Hint::Stuck);
}

#[test]
fn contradiction_in_a_line_without_blocks_names_the_clue_0() {
    let puzzle = puzzle(&[&[], &[1]], &[&[], &[1]]);
    let step = Step {
        changes: vec![Change { row: 1, column: 0, cell: Cell::Blank }],
        reason: Reason::Contradiction { broken: Line::Column(0) },
    };
    insta::assert_snapshot!(
        step.explain(&puzzle),
        @"row 2, column 1 is blank: if it were filled, line logic would leave no placement for column 1 (clue 0)"
    );
}

#[test]
fn revealed_cell_is_the_one_whose_lines_have_the_fewest_unknown_cells() {
    let solution = Grid::from_lines(&["##-", "#-#", "-##"]).unwrap();
    let grid = Grid::from_lines(&["???", "?-?", "??#"]).unwrap();
    let step = reveal(&grid, &solution).unwrap();
    let change = |row, column, filled| Change { row, column, cell: Cell::from(filled) };
    assert_eq!(step.reason, Reason::Search);
    // Rows and columns have 3, 2 and 2 unknown cells; of cells with equal sums the first one is revealed.
    assert_eq!(step.changes, [change(1, 2, true)]);
    let grid = Grid::from_lines(&["??-", "#-#", "??#"]).unwrap();
    assert_eq!(reveal(&grid, &solution).unwrap().changes, [change(0, 0, true)]);
    let grid = Grid::from_lines(&["??-", "?-#", "?##"]).unwrap();
    assert_eq!(reveal(&grid, &solution).unwrap().changes, [change(0, 1, true)]);
    // The sum of both counts decides: 2 and 3 are better than 1 and 5.
    let grid = Grid::from_lines(&["??--", "???-", "???-", "?-?-", "?---"]).unwrap();
    let solution = Grid::from_fn(5, 4, |row, column| (row, column) != (0, 1));
    assert_eq!(reveal(&grid, &solution).unwrap().changes, [change(0, 1, false)]);
    assert_eq!(reveal(&solution, &solution), None);
}
