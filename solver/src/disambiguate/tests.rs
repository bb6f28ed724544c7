//! Tests that every proposed edit makes the puzzle unique, that no edit that is ruled out does, and that some drawings get no edit.

use std::fmt::Write;

use nonogram_puzzles::Colour;
use proptest::prelude::*;

use super::*;
use crate::boards::picture;

proptest! {
    /// No puzzle has exactly one solution after an edit that is ruled out, even if switches have been learnt from other edits.
    #[test]
    fn edits_that_are_ruled_out_do_not_make_the_puzzle_unique(
        cells in proptest::collection::vec(0..6usize, 49), colours in 1..3usize
    ) {
        let drawing = Grid::from_cells(7, 7, |row, column| {
            let value = cells[7 * row + column];
            Colour::new(value % colours).filter(|_| value > 2).map_or(Cell::Blank, Cell::Colour)
        });
        let mut trial = Trial::new(&drawing, &Grid::new(7, 7), None);
        for round in 0..2 {
            for place in 0..cells.len() {
                let edit = [(place / 7, place % 7), ((place * 3 + round) % 7, round)];
                let edit = &edit[..=round.min(usize::from(edit[0] != edit[1]))];
                let is_ruled_out = trial.switches.survive(edit);
                let strokes: Vec<_> = edit.iter().map(|&cell| {
                    let strokes = trial.strokes(cell);
                    strokes[round % strokes.len()]
                }).collect();
                let (edited, puzzle) = trial.puzzle(&strokes);
                let is_unique = trial.is_unique(&edited, &puzzle, edit, None);
                prop_assert!(!(is_ruled_out && is_unique), "ruled out, but unique: {:?}", edit);
            }
        }
    }
}

const LONG: Duration = Duration::from_secs(600);

#[test]
fn every_proposed_edit_makes_the_puzzle_unique() {
    let drawing = Grid::from_lines(&["#-#--", "-#--#", "#--#-", "-#-#-"]).unwrap();
    let proposal = disambiguate(&drawing, LONG);
    assert!(proposal.complete && !proposal.was_unique && !proposal.edits.is_empty());
    for edit in &proposal.edits {
        is_right(&drawing, edit);
    }
}

/// Checks that an edit changes its cells, that the edited puzzle has exactly one solution, and that `line_solvable` is correct.
fn is_right(drawing: &Grid, edit: &Edit) {
    let mut edited = drawing.clone();
    for (&(row, column), &value) in edit.cells.iter().zip(&edit.values) {
        assert_ne!(drawing.get(row, column), value, "{edit:?}");
        edited.set(row, column, value);
    }
    let report = solve(&Puzzle::from_grid(&edited), &SolveOptions::default());
    assert_eq!(report.verdict, Verdict::Unique, "{edit:?}");
    assert_eq!(report.is_line_solvable(), edit.line_solvable, "{edit:?}");
}

#[test]
fn coloured_drawings_get_other_colours_or_blanks() {
    let palette = Palette::standard(2);
    let drawing = palette.to_grid(&["a-b-", "-ab-", "b--a"]).unwrap();
    assert!(!disambiguate(&drawing, LONG).was_unique);
    let proposal = disambiguate(&drawing, LONG);
    assert!(proposal.complete && !proposal.edits.is_empty());
    for edit in &proposal.edits {
        is_right(&drawing, edit);
    }
    let unique = palette.to_grid(&["ab", "b-"]).unwrap();
    assert!(disambiguate(&unique, LONG).was_unique);
}

#[test]
fn drawing_with_two_switches_gets_edits_of_at_most_two_cells() {
    // Two opposite corners, each of which can be filled in two ways.
    let drawing =
        Grid::from_lines(&["#-----", "-#----", "------", "------", "----#-", "-----#"]).unwrap();
    let proposal = disambiguate(&drawing, LONG);
    assert!(!proposal.edits.is_empty());
    assert!(proposal.edits.iter().all(|edit| edit.cells.len() <= 2));
}

/// Six switches that share no line: two cells touch at most four of them.
#[test]
fn drawing_that_no_two_cells_repair_gets_no_edit() {
    let drawing = Grid::from_fn(18, 18, |row, column| row == column && row % 3 < 2);
    let switches = Switches::of(&drawing);
    let cells = || (0..18 * 18).map(|place| (place / 18, place % 18));
    assert!(cells().all(|one| cells().all(|other| switches.survive(&[one, other]))));
    let proposal = disambiguate(&drawing, LONG);
    assert!(proposal.complete && proposal.edits.is_empty());
}

#[test]
fn unique_puzzles_and_zero_time_give_no_edits() {
    let cross = Grid::from_lines(&["-#-", "###", "-#-"]).unwrap();
    assert!(disambiguate(&cross, LONG).was_unique);
    let open = Grid::from_lines(&["#-", "-#"]).unwrap();
    assert_eq!(disambiguate(&open, Duration::ZERO), Proposal::default());
}

/// One search can take longer than the limit.
#[test]
fn time_limit_ends_a_search_in_several_colours() {
    let mut random = crate::Random::new((100, 100), 0.5, 5, crate::Demand::default()).in_colours(3);
    let puzzle = random.next_puzzle(|| true).expect("any puzzle qualifies");
    let proposal = disambiguate(puzzle.goal().expect("a drawing"), Duration::from_secs(1));
    assert!(!proposal.complete && !proposal.was_unique);
}

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
