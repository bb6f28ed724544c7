//! Finds mistakes in a partial grid: lines that have no placement left, and wrong cells.
//!
//! Interface: [`check`], and [`broken_lines`] for the lines alone. If there are several solutions, the known cells are considered row by
//! row: a cell is a mistake if the cells accepted before it can be completed to a solution, but not together with this cell. All other
//! cells are accepted.

use std::time::Duration;

use nonogram_puzzles::{Cell, Grid, Line, Puzzle};

use crate::Instant;
use crate::board::{Board, Shape, Sweeper, places};
use crate::engine::search::Limits;
use crate::hint::Change;
use crate::propagate::{LineOutcome, propagate_within};
use crate::solve::{SolveOptions, Verdict, solve};
use crate::word::with_words;

/// Standing of a partial grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// Every clue is satisfied; unknown cells count as blank.
    Solved,
    /// The known cells can be completed to a solution.
    Fine,
    /// There are solutions, but none with these known cells.
    Wrong,
    /// The puzzle has no solution, with or without the known cells.
    Unsolvable,
    /// The standing could not be determined: the time limit was reached, or the board is too large to be searched.
    Unsettled,
}

impl Standing {
    /// Name of the standing, such as "fine".
    pub fn name(self) -> &'static str {
        match self {
            Self::Solved => "solved",
            Self::Fine => "fine",
            Self::Wrong => "wrong",
            Self::Unsolvable => "unsolvable",
            Self::Unsettled => "unsettled",
        }
    }
}

/// Result of [`check`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Check {
    /// Standing of the grid.
    pub standing: Standing,
    /// Lines whose clue has no placement that agrees with the known cells.
    pub broken: Vec<Line>,
    /// The line in which line logic finds a contradiction when it continues from the grid; `None` if it finds no contradiction within
    /// the time limit, or if `broken` is not empty.
    pub leads_to: Option<Line>,
    /// The wrong cells, row by row; empty if the puzzle has no solution. Otherwise the grid without them can be completed, unless a
    /// limit ended the check: the list then has only the mistakes found until then.
    pub mistakes: Vec<Change>,
    /// The solution of the puzzle if it was proven to be unique, unless the grid is solved; otherwise `None`.
    pub solution: Option<Grid>,
}

/// Finds mistakes in `grid` within `time_limit`.
///
/// ```
/// use std::time::Duration;
///
/// use nonogram_puzzles::{Grid, Puzzle};
/// use nonogram_solver::{Standing, check};
///
/// let puzzle = Puzzle::from_grid(&Grid::from_lines(&["-#-", "###", "-#-"])?);
/// let found = check(&puzzle, &Grid::from_lines(&["##?", "???", "???"])?, Duration::from_secs(60));
/// assert_eq!(found.standing, Standing::Wrong);
/// assert_eq!((found.mistakes[0].row, found.mistakes[0].column), (0, 0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Panics
/// Panics if the size of `grid` differs from that of the puzzle.
pub fn check(puzzle: &Puzzle, grid: &Grid, time_limit: Duration) -> Check {
    let clock = Clock { puzzle, end: Instant::now().checked_add(time_limit) };
    let mut found = Check {
        standing: Standing::Solved,
        broken: Vec::new(),
        leads_to: None,
        mistakes: Vec::new(),
        solution: None,
    };
    if puzzle.is_solved_by(&with_blanks(grid)) {
        return found;
    }
    found.broken = broken_lines(puzzle, grid);
    if found.broken.is_empty() {
        found.leads_to = contradiction(&clock, grid);
    }
    let report = clock.solve(None, 2);
    let agrees = |solution: &Grid| differing(grid, solution).is_empty();
    found.standing = match report.verdict {
        _ if report.solutions.iter().any(agrees) => Standing::Fine,
        Verdict::Unsolvable => Standing::Unsolvable,
        Verdict::Unique => {
            found.mistakes = differing(grid, &report.solutions[0]);
            Standing::Wrong
        }
        Verdict::Multiple | Verdict::Solved | Verdict::Stalled => {
            let can_be_completed = if found.leads_to.is_some() || !found.broken.is_empty() {
                Some(false)
            } else {
                clock.can_be_completed(grid)
            };
            if (can_be_completed, report.verdict) == (Some(false), Verdict::Multiple) {
                found.mistakes = blamed(&clock, grid);
            }
            standing(can_be_completed, !report.solutions.is_empty())
        }
    };
    if report.verdict == Verdict::Unique {
        found.solution = report.solutions.into_iter().next();
    }
    found
}

/// The grid with its unknown cells blank.
fn with_blanks(grid: &Grid) -> Grid {
    Grid::from_cells(grid.rows(), grid.columns(), |row, column| match grid.get(row, column) {
        Cell::Unknown => Cell::Blank,
        cell => cell,
    })
}

/// Lines whose clue has no placement that agrees with the known cells of `grid`, which must have the puzzle's size.
pub fn broken_lines(puzzle: &Puzzle, grid: &Grid) -> Vec<Line> {
    with_words!(places(puzzle), N => {
        let shape = Shape::new(puzzle);
        let mut board = Board::<N>::new(&shape);
        board.give(&shape, grid);
        let mut sweeper = Sweeper::new(&shape);
        let is_broken = |line: &usize| sweeper.starts(&board, *line).is_err();
        let broken = (0..shape.lines.len()).filter(is_broken);
        broken.map(|line| shape.name(line)).collect()
    })
}

/// Standing of a grid. `can_be_completed`: whether the grid can be completed, or `None` if that is not settled. `is_solvable`: whether a
/// solution of the puzzle is known.
fn standing(can_be_completed: Option<bool>, is_solvable: bool) -> Standing {
    match (can_be_completed, is_solvable) {
        (Some(true), _) => Standing::Fine,
        (Some(false), true) => Standing::Wrong,
        // It is not settled whether the puzzle has a solution or, for `None`, whether the grid can be completed.
        (Some(false), false) | (None, _) => Standing::Unsettled,
    }
}

/// Known cells of `grid` that differ from `solution`.
fn differing(grid: &Grid, solution: &Grid) -> Vec<Change> {
    let mistakes = known(grid);
    let is_other = |m: &Change| solution.get(m.row, m.column) != m.cell;
    mistakes.into_iter().filter(is_other).collect()
}

/// Known cells of a grid, row by row.
fn known(grid: &Grid) -> Vec<Change> {
    let mut cells = Vec::new();
    for row in 0..grid.rows() {
        for (column, cell) in grid.row(row).enumerate() {
            if cell != Cell::Unknown {
                cells.push(Change { row, column, cell });
            }
        }
    }
    cells
}

/// The line in which line logic finds a contradiction; `None` if it finds none within the time limit.
fn contradiction(clock: &Clock<'_>, grid: &Grid) -> Option<Line> {
    let limits = Limits { deadline: clock.end, ..Limits::NONE };
    match propagate_within(clock.puzzle, Some(grid), &limits).outcome {
        LineOutcome::Contradiction { line } => Some(line),
        LineOutcome::Solved(_) | LineOutcome::Stalled(_) => None,
    }
}

/// The mistakes of a grid that cannot be completed, found one by one by bisection; at the time limit, those found until then.
fn blamed(clock: &Clock, grid: &Grid) -> Vec<Change> {
    let mut cells = known(grid);
    let mut mistakes = Vec::new();
    // The first `good` cells can be completed.
    let mut good = 0;
    loop {
        // The smallest number of first cells that cannot be completed is above `good` and at most `bad`; `cells.len() + 1` means that
        // all cells can be completed.
        let mut bad = cells.len() + 1;
        while good + 1 < bad {
            let middle = good.midpoint(bad);
            match clock.can_be_completed(&grid_of(grid, &cells[..middle])) {
                Some(true) => good = middle,
                Some(false) => bad = middle,
                None => return mistakes,
            }
        }
        if bad > cells.len() {
            return mistakes;
        }
        mistakes.push(cells.remove(bad - 1));
    }
}

fn grid_of(like: &Grid, cells: &[Change]) -> Grid {
    let mut grid = Grid::new(like.rows(), like.columns());
    for cell in cells {
        grid.set(cell.row, cell.column, cell.cell);
    }
    grid
}

/// A puzzle, and the deadline that all its searches share.
struct Clock<'p> {
    puzzle: &'p Puzzle,
    /// The deadline; `None` for no deadline.
    end: Option<Instant>,
}

impl Clock<'_> {
    fn solve(&self, fixed: Option<&Grid>, max_solutions: usize) -> crate::solve::Report {
        let options = SolveOptions {
            max_solutions,
            time_limit: self.end.map(|end| end.saturating_duration_since(Instant::now())),
            fixed: fixed.cloned(),
            ..SolveOptions::default()
        };
        solve(self.puzzle, &options)
    }

    /// Whether the known cells of `grid` can be completed to a solution; `None` if the search ended without an answer.
    fn can_be_completed(&self, grid: &Grid) -> Option<bool> {
        let report = self.solve(Some(grid), 1);
        match report.verdict {
            Verdict::Unsolvable => Some(false),
            _ if report.solutions.is_empty() => None,
            _ => Some(true),
        }
    }
}

#[cfg(test)]
mod tests {
    use nonogram_puzzles::Clue;
    use proptest::prelude::*;

    use super::*;
    use crate::boards::permutations;

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
        for picture in [["#-#", "###", "-#-"], ["#?#", "###", "?#-"]] {
            let solved = check(&puzzle, &grid(&picture), LONG);
            assert_eq!(solved.standing, Standing::Solved);
        }
        let full = check(&puzzle, &grid(&["###", "###", "-#-"]), LONG);
        assert_eq!((full.standing, places(&full)), (Standing::Wrong, vec![(0, 1)]));
    }

    #[test]
    fn broken_lines_are_reported_even_without_time() {
        let puzzle = permutations(3);
        let open = check(&puzzle, &Grid::new(3, 3), Duration::ZERO);
        assert_eq!(open.standing, Standing::Unsettled);
        assert_eq!(open.broken, []);
        let broken = check(&puzzle, &grid(&["##?", "???", "???"]), Duration::ZERO);
        assert_eq!(broken.standing, Standing::Unsettled);
        assert_eq!(broken.broken, [Line::Row(0)]);
        assert_eq!((places(&broken), broken.solution), (vec![], None));
    }

    #[test]
    fn grid_that_excludes_all_of_several_solutions_is_wrong() {
        let puzzle = permutations(3);
        let fine = check(&puzzle, &grid(&["?#?", "???", "???"]), LONG);
        assert_eq!(fine.standing, Standing::Fine);
        // Only the first column is broken: it has no cell left for its block.
        let wrong = check(&puzzle, &grid(&["-??", "-??", "-??"]), LONG);
        assert_eq!((wrong.standing, places(&wrong)), (Standing::Wrong, vec![(2, 0)]));
        assert_eq!(wrong.broken, [Line::Column(0)]);
        let led = check(&puzzle, &grid(&["--?", "--?", "???"]), LONG);
        assert_eq!((led.standing, places(&led)), (Standing::Wrong, vec![(1, 1)]));
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
        assert_eq!((none.standing, places(&none)), (Standing::Unsolvable, vec![]));
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
            let can_be_completed = clock.can_be_completed(&partial).unwrap();
            let is_fine = matches!(found.standing, Standing::Fine | Standing::Solved);
            prop_assert_eq!(is_fine, can_be_completed);
            prop_assert_eq!(found.mistakes.is_empty(), can_be_completed);
            let mut mended = partial.clone();
            for mistake in &found.mistakes {
                mended.set(mistake.row, mistake.column, Cell::Unknown);
            }
            prop_assert!(clock.can_be_completed(&mended).unwrap());
        }
    }
}
