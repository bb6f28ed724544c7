use super::*;
use nonogram_puzzles::Clue;
use proptest::prelude::*;

const LONG: Duration = Duration::from_secs(60);

fn grid(lines: &[&str]) -> Grid {
    Grid::from_lines(lines).unwrap()
}

fn places(check: &Check) -> Vec<(usize, usize)> {
    check.mistakes.iter().map(|m| (m.row, m.column)).collect()
}

#[test]
fn every_cell_that_differs_from_the_only_solution_is_a_mistake() {
    let puzzle = Puzzle::from_grid(&grid(&["#-#", "###", "-#-"]));
    let fine = check(&puzzle, &grid(&["#-?", "???", "???"]), LONG);
    assert_eq!((fine.standing, places(&fine)), (Standing::Fine, vec![]));
    let wrong = check(&puzzle, &grid(&["##?", "?-?", "???"]), LONG);
    assert_eq!(wrong.standing, Standing::Wrong);
    assert_eq!(places(&wrong), [(0, 1), (1, 1)]);
    assert!(wrong.mistakes[0].cell.is_filled() && !wrong.mistakes[1].cell.is_filled());
    assert_eq!(wrong.broken, [Line::Row(0), Line::Row(1), Line::Column(1)]);
    assert_eq!(wrong.leads_to, None);
    assert_eq!(wrong.solution, Some(grid(&["#-#", "###", "-#-"])));
    for whole in [["#-#", "###", "-#-"], ["#?#", "###", "?#-"]] {
        let solved = check(&puzzle, &grid(&whole), LONG);
        assert_eq!(solved.standing, Standing::Solved);
    }
    let full = check(&puzzle, &grid(&["###", "###", "-#-"]), LONG);
    assert_eq!(
        (full.standing, places(&full)),
        (Standing::Wrong, vec![(0, 1)])
    );
}

#[test]
fn standings_have_names() {
    use Standing::{Fine, Solved, Unsettled, Unsolvable, Wrong};
    let names = [Solved, Fine, Wrong, Unsolvable, Unsettled].map(Standing::name);
    assert_eq!(
        names,
        ["solved", "fine", "wrong", "unsolvable", "unsettled"]
    );
}

#[test]
fn incompletable_grid_is_wrong_only_if_the_puzzle_is_solvable() {
    assert_eq!(standing(Some(true), false), Standing::Fine);
    assert_eq!(standing(Some(true), true), Standing::Fine);
    assert_eq!(standing(Some(false), true), Standing::Wrong);
    assert_eq!(standing(Some(false), false), Standing::Unsettled);
    assert_eq!(standing(None, true), Standing::Unsettled);
    assert_eq!(standing(None, false), Standing::Unsettled);
}

#[test]
fn broken_lines_are_reported_even_without_time() {
    let clues = vec![Clue::from([1]); 3];
    let puzzle = Puzzle::new(clues.clone(), clues).unwrap();
    let open = check(&puzzle, &Grid::new(3, 3), Duration::ZERO);
    assert_eq!(open.standing, Standing::Unsettled);
    assert_eq!(open.broken, []);
    let broken = check(&puzzle, &grid(&["##?", "???", "???"]), Duration::ZERO);
    assert_eq!(broken.standing, Standing::Unsettled);
    assert_eq!(broken.broken, [Line::Row(0)]);
    assert_eq!((places(&broken), broken.solution), (vec![], None));
}

#[test]
fn no_solution_is_returned_if_there_are_several() {
    let clues = vec![Clue::from([1]); 3];
    let puzzle = Puzzle::new(clues.clone(), clues).unwrap();
    let fine = check(&puzzle, &grid(&["#??", "???", "???"]), LONG);
    assert_eq!((fine.standing, fine.solution), (Standing::Fine, None));
    // Solved without a search, so that no time is needed.
    let solved = check(&puzzle, &grid(&["#??", "??#", "?#?"]), Duration::ZERO);
    assert_eq!(solved.standing, Standing::Solved);
    assert_eq!(solved.broken, []);
}

#[test]
fn grid_that_excludes_all_of_several_solutions_is_wrong() {
    let clues = vec![Clue::from([1]); 3];
    let puzzle = Puzzle::new(clues.clone(), clues).unwrap();
    let fine = check(&puzzle, &grid(&["?#?", "???", "???"]), LONG);
    assert_eq!(fine.standing, Standing::Fine);
    // Only the first column is broken: it has no cell left for its block.
    let wrong = check(&puzzle, &grid(&["-??", "-??", "-??"]), LONG);
    assert_eq!(
        (wrong.standing, places(&wrong)),
        (Standing::Wrong, vec![(2, 0)])
    );
    assert_eq!(wrong.broken, [Line::Column(0)]);
    let led = check(&puzzle, &grid(&["--?", "--?", "???"]), LONG);
    assert_eq!(
        (led.standing, places(&led)),
        (Standing::Wrong, vec![(1, 1)])
    );
    assert_eq!(led.broken, []);
    assert!(led.leads_to.is_some());
}

#[test]
fn without_a_solution_no_cell_is_a_mistake() {
    let clues = |lines: &[&[usize]]| lines.iter().map(|l| Clue::new(l.to_vec())).collect();
    let rows: &[&[usize]] = &[&[3], &[], &[3]];
    let columns: &[&[usize]] = &[&[1, 1], &[2], &[1, 1]];
    let puzzle = Puzzle::new(clues(rows), clues(columns)).unwrap();
    let none = check(&puzzle, &grid(&["#??", "???", "???"]), LONG);
    assert_eq!(
        (none.standing, places(&none)),
        (Standing::Unsolvable, vec![])
    );
}

proptest! {
    /// Without its mistakes a grid can be completed; a grid is fine or solved if and only if it has no mistakes.
    #[test]
    fn grid_without_its_mistakes_can_be_completed(
        picture in prop::collection::vec(any::<bool>(), 16),
        shown in prop::collection::vec(0u8..8, 16),
    ) {
        let goal = Grid::from_fn(4, 4, |row, column| picture[row * 4 + column]);
        let puzzle = Puzzle::from_grid(&goal);
        let mut partial = Grid::new(4, 4);
        for (place, &how) in shown.iter().enumerate().filter(|(_, how)| **how < 3) {
            // On average, one in three known cells is wrong.
            partial.set(place / 4, place % 4, Cell::from(picture[place] == (how > 0)));
        }
        let found = check(&puzzle, &partial, LONG);
        let clock = Clock { puzzle: &puzzle, end: None };
        let way_on = clock.has_way_on(&partial).unwrap();
        let is_fine = matches!(found.standing, Standing::Fine | Standing::Solved);
        prop_assert_eq!(is_fine, way_on);
        prop_assert_eq!(found.mistakes.is_empty(), way_on);
        let mut mended = partial.clone();
        for mistake in &found.mistakes {
            mended.set(mistake.row, mistake.column, Cell::Unknown);
        }
        prop_assert!(clock.has_way_on(&mended).unwrap());
    }
}
