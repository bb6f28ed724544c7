//! Tests of puzzles: clues, sums, goals and errors.

use super::*;

fn clues<const N: usize>(blocks: [&[usize]; N]) -> Vec<Clue> {
    blocks
        .iter()
        .map(|lengths| lengths.iter().copied().collect())
        .collect()
}

#[test]
fn a_picture_becomes_the_goal_if_it_is_a_solution() {
    let [one, other] = [["#-", "-#"], ["-#", "#-"]].map(|rows| Grid::from_lines(&rows).unwrap());
    let puzzle = Puzzle::from_grid(&one).with_goal(one.clone()).unwrap();
    let goal = |picture| puzzle.with_picture(picture).goal().cloned();
    assert_eq!(goal(None), Some(one.clone()));
    assert_eq!(goal(Some(&other)), Some(other.clone()));
    let wrong = Grid::from_lines(&["##", "-#"]).unwrap();
    assert_eq!(goal(Some(&wrong)), Some(one));
}

#[test]
fn a_grid_solves_its_own_puzzle() {
    let grid = Grid::from_lines(&["#-#", "-#-"]).unwrap();
    let puzzle = Puzzle::from_grid(&grid);
    assert_eq!(puzzle.rows(), clues([&[1, 1], &[1]]));
    assert_eq!(puzzle.columns(), clues([&[1], &[1], &[1]]));
    assert_eq!(
        (
            puzzle.row_count(),
            puzzle.column_count(),
            puzzle.line_count()
        ),
        (2, 3, 5)
    );
    assert_eq!((puzzle.sums(), puzzle.sums_agree()), ((3, 3), true));
    assert!(puzzle.is_solved_by(&grid));
    assert!(!puzzle.is_solved_by(&Grid::from_lines(&["#-#", "-?-"]).unwrap()));
    assert!(!puzzle.is_solved_by(&Grid::from_lines(&["#-#", "#--"]).unwrap()));
    assert!(!puzzle.is_solved_by(&Grid::from_lines(&["#-#"]).unwrap()));
    assert_eq!(
        puzzle.clone().with_goal(grid.clone()).unwrap().goal(),
        Some(&grid)
    );
}

#[test]
fn puzzle_with_differing_sums_is_accepted() {
    let puzzle = Puzzle::new(clues([&[1]]), clues([&[], &[]])).unwrap();
    assert_eq!((puzzle.sums(), puzzle.sums_agree()), ((1, 0), false));
}

#[test]
fn invalid_sizes_and_clues_are_refused() {
    let error = |rows, columns| Puzzle::new(rows, columns).unwrap_err().to_string();
    insta::assert_snapshot!(error(vec![], clues([&[1]])), @"a puzzle of 0 x 1 cells is empty; expected at least 1 x 1");
    insta::assert_snapshot!(error(clues([&[1], &[1, 1]]), clues([&[1], &[1]])), @"the clue 1,1 of row 2 needs 3 cells; expected at most 2");
    insta::assert_snapshot!(error(clues([&[1]]), clues([&[1], &[2]])), @"the clue 2 of column 2 needs 2 cells; expected at most 1");
    insta::assert_snapshot!(error(vec![Clue::default(); 5000], clues([&[1]])), @"a puzzle of 5000 x 1 cells is too large; expected at most 4095 x 4095");
}

#[test]
fn invalid_goals_are_refused() {
    let puzzle = Puzzle::from_grid(&Grid::from_lines(&["#-", "-#"]).unwrap());
    let error = |lines: &[&str]| {
        puzzle
            .clone()
            .with_goal(Grid::from_lines(lines).unwrap())
            .unwrap_err()
            .to_string()
    };
    insta::assert_snapshot!(error(&["#-"]), @"the goal has 1 x 2 cells; expected 2 x 2");
    insta::assert_snapshot!(error(&["#-", "-?"]), @"the goal has unknown cells; expected every cell filled or blank");
    insta::assert_snapshot!(error(&["#-", "#-"]), @"the goal has 2 in column 1; expected its clue 1");
}
