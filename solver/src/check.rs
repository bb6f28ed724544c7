//! Mistakes of a partial grid: what contradicts a line, the solution, or every way on.
//!
//! [`check`] is all of it. Where there are several solutions, a cell is a mistake when the cells before
//! it, row by row, still have a way on, and no longer have one with it.

use std::time::Duration;

use nonogram_puzzles::{Cell, Grid, Line, Puzzle};
use web_time::Instant;

use crate::colour;
use crate::engine::search::Limits;
use crate::hint::cells_of;
use crate::line::LineSolver;
use crate::options::SolveOptions;
use crate::propagate::{LineOutcome, Methods, propagate_within};
use crate::solve::solve;
use crate::verdict::Verdict;

/// How a partial grid stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// Every cell is known, and every clue satisfied.
    Complete,
    /// There is a solution with these cells.
    Fine,
    /// There are solutions, but none with these cells.
    Wrong,
    /// There is no solution, whatever the cells.
    Unsolvable,
    /// Not settled in the time given.
    Unsettled,
}

impl Standing {
    /// The word for it, such as "fine".
    pub fn name(self) -> &'static str {
        match self {
            Self::Complete => "complete",
            Self::Fine => "fine",
            Self::Wrong => "wrong",
            Self::Unsolvable => "unsolvable",
            Self::Unsettled => "unsettled",
        }
    }
}

/// A cell that is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mistake {
    /// Row, from 0.
    pub row: usize,
    /// Column, from 0.
    pub column: usize,
    /// What the grid has there.
    pub cell: Cell,
}

/// What [`check`] found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Check {
    /// How the grid stands.
    pub standing: Standing,
    /// Lines whose known cells leave their clue no placement.
    pub broken: Vec<Line>,
    /// The line in which the contradiction comes out when line logic goes on from the grid; looked for
    /// when no line is broken yet.
    pub leads_to: Option<Line>,
    /// The cells that are wrong, row by row. Without them there is a way on; when the time was up while
    /// looking for them, those found by then.
    pub mistakes: Vec<Mistake>,
    /// The puzzle's solution, when there is exactly one.
    pub solution: Option<Grid>,
}

/// Looks for mistakes in `grid`, for `time_limit` at most.
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
/// When `grid` has not the size of the puzzle.
pub fn check(puzzle: &Puzzle, grid: &Grid, time_limit: Duration) -> Check {
    let clock = Clock {
        puzzle,
        end: Instant::now().checked_add(time_limit),
    };
    let broken = broken_lines(puzzle, grid);
    let mut found = Check {
        standing: Standing::Fine,
        leads_to: broken
            .is_empty()
            .then(|| contradiction(&clock, grid))
            .flatten(),
        broken,
        mistakes: Vec::new(),
        solution: None,
    };
    let report = clock.solve(None, 2);
    let agrees = |solution: &Grid| differing(grid, solution).is_empty();
    found.standing = match report.verdict {
        _ if report.solutions.iter().any(agrees) => Standing::Fine,
        Verdict::None => Standing::Unsolvable,
        Verdict::Unique => {
            found.mistakes = differing(grid, &report.solutions[0]);
            Standing::Wrong
        }
        Verdict::Multiple | Verdict::Unsettled => {
            let has_way_on = match found.leads_to.is_some() || !found.broken.is_empty() {
                true => Some(false),
                false => clock.has_way_on(grid),
            };
            if (has_way_on, report.verdict) == (Some(false), Verdict::Multiple) {
                found.mistakes = blamed(&clock, grid);
            }
            standing(has_way_on, !report.solutions.is_empty())
        }
    };
    if report.verdict == Verdict::Unique {
        found.solution = report.solutions.into_iter().next();
    }
    if found.standing == Standing::Fine && grid.is_complete() {
        found.standing = Standing::Complete;
    }
    found
}

/// The lines whose known cells leave their clue no placement.
fn broken_lines(puzzle: &Puzzle, grid: &Grid) -> Vec<Line> {
    if puzzle.palette().is_coloured() {
        return colour::broken_lines(puzzle, grid);
    }
    let is_broken = |line: Line, clue: &[usize]| {
        LineSolver::Bits
            .solve(clue, &mut cells_of(grid, line))
            .is_err()
    };
    let lines = puzzle.lines();
    lines
        .filter_map(|(line, clue)| is_broken(line, clue).then_some(line))
        .collect()
}

/// How a grid stands by whether it has a way on, as far as that is settled, and whether a solution is known.
fn standing(has_way_on: Option<bool>, is_solvable: bool) -> Standing {
    match (has_way_on, is_solvable) {
        (Some(true), _) => Standing::Fine,
        (Some(false), true) => Standing::Wrong,
        // Whether there are solutions at all was not settled.
        (Some(false), false) | (None, _) => Standing::Unsettled,
    }
}

/// Known cells of `grid` that are others in `solution`.
fn differing(grid: &Grid, solution: &Grid) -> Vec<Mistake> {
    let mistakes = known(grid);
    let is_other = |m: &Mistake| solution.get(m.row, m.column) != m.cell;
    mistakes.into_iter().filter(is_other).collect()
}

/// The known cells of a grid, row by row.
fn known(grid: &Grid) -> Vec<Mistake> {
    let mut cells = Vec::new();
    for row in 0..grid.rows() {
        for (column, cell) in grid.row(row).enumerate() {
            if cell != Cell::Unknown {
                cells.push(Mistake { row, column, cell });
            }
        }
    }
    cells
}

/// The line in which line logic comes to a contradiction, if it does in time.
fn contradiction(clock: &Clock<'_>, grid: &Grid) -> Option<Line> {
    let limits = Limits {
        deadline: clock.end,
        ..Limits::NONE
    };
    match propagate_within(clock.puzzle, Some(grid), Methods::default(), &limits).outcome {
        LineOutcome::Contradiction { line } => Some(line),
        LineOutcome::Solved(_) | LineOutcome::Stalled(_) => None,
    }
}

/// The cells of a grid without a way on that are to blame, one after the other.
fn blamed(clock: &Clock, grid: &Grid) -> Vec<Mistake> {
    let mut cells = known(grid);
    let mut mistakes = Vec::new();
    // The first `good` cells have a way on.
    let mut good = 0;
    loop {
        // The least number of cells that have none lies above `good`, up to `bad`.
        let mut bad = cells.len() + 1;
        while good + 1 < bad {
            let middle = good.midpoint(bad);
            match clock.has_way_on(&grid_of(grid, &cells[..middle])) {
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

fn grid_of(like: &Grid, cells: &[Mistake]) -> Grid {
    let mut grid = Grid::new(like.rows(), like.columns());
    for cell in cells {
        grid.set(cell.row, cell.column, cell.cell);
    }
    grid
}

/// Solves until the time is up.
struct Clock<'p> {
    puzzle: &'p Puzzle,
    end: Option<Instant>,
}

impl Clock<'_> {
    fn solve(&self, fixed: Option<&Grid>, max_solutions: usize) -> crate::report::Report {
        let options = SolveOptions {
            max_solutions,
            time_limit: self
                .end
                .map(|end| end.saturating_duration_since(Instant::now())),
            fixed: fixed.cloned(),
            ..SolveOptions::default()
        };
        solve(self.puzzle, &options)
    }

    /// Whether there is a solution with the known cells of `grid`; none when the time was up.
    fn has_way_on(&self, grid: &Grid) -> Option<bool> {
        let report = self.solve(Some(grid), 1);
        match report.verdict {
            Verdict::None => Some(false),
            _ if report.solutions.is_empty() => None,
            _ => Some(true),
        }
    }
}

#[cfg(test)]
mod tests {
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
    fn a_unique_solution_shows_every_wrong_cell() {
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
        let complete = check(&puzzle, &grid(&["#-#", "###", "-#-"]), LONG);
        assert_eq!(complete.standing, Standing::Complete);
        let full = check(&puzzle, &grid(&["###", "###", "-#-"]), LONG);
        assert_eq!(
            (full.standing, places(&full)),
            (Standing::Wrong, vec![(0, 1)])
        );
    }

    #[test]
    fn standings_have_names() {
        use Standing::{Complete, Fine, Unsettled, Unsolvable, Wrong};
        let names = [Complete, Fine, Wrong, Unsolvable, Unsettled].map(Standing::name);
        assert_eq!(
            names,
            ["complete", "fine", "wrong", "unsolvable", "unsettled"]
        );
    }

    #[test]
    fn a_grid_without_a_way_on_is_wrong_only_when_there_is_a_solution() {
        assert_eq!(standing(Some(true), false), Standing::Fine);
        assert_eq!(standing(Some(true), true), Standing::Fine);
        assert_eq!(standing(Some(false), true), Standing::Wrong);
        assert_eq!(standing(Some(false), false), Standing::Unsettled);
        assert_eq!(standing(None, true), Standing::Unsettled);
        assert_eq!(standing(None, false), Standing::Unsettled);
    }

    #[test]
    fn without_time_nothing_is_settled_but_broken_lines_are_seen() {
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
    fn several_solutions_are_none_to_show() {
        let clues = vec![Clue::from([1]); 3];
        let puzzle = Puzzle::new(clues.clone(), clues).unwrap();
        let fine = check(&puzzle, &grid(&["#??", "???", "???"]), LONG);
        assert_eq!((fine.standing, fine.solution), (Standing::Fine, None));
        let complete = check(&puzzle, &grid(&["#--", "--#", "-#-"]), LONG);
        assert_eq!(complete.standing, Standing::Complete);
        assert_eq!(complete.broken, []);
    }

    #[test]
    fn of_several_solutions_one_must_be_left() {
        let clues = vec![Clue::from([1]); 3];
        let puzzle = Puzzle::new(clues.clone(), clues).unwrap();
        let fine = check(&puzzle, &grid(&["?#?", "???", "???"]), LONG);
        assert_eq!(fine.standing, Standing::Fine);
        // No line is broken, but the first column is left without its cell.
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
        let none = check(&puzzle, &Grid::new(3, 3), LONG);
        assert_eq!(
            (none.standing, places(&none)),
            (Standing::Unsolvable, vec![])
        );
    }

    proptest! {
        /// Without the mistakes there is a way on; a grid is fine exactly when it has none.
        #[test]
        fn mistakes_are_what_stands_in_the_way(
            picture in prop::collection::vec(any::<bool>(), 16),
            shown in prop::collection::vec(0u8..8, 16),
        ) {
            let goal = Grid::from_fn(4, 4, |row, column| picture[row * 4 + column]);
            let puzzle = Puzzle::from_grid(&goal);
            let mut partial = Grid::new(4, 4);
            for (place, &how) in shown.iter().enumerate().filter(|(_, how)| **how < 3) {
                // One of three is the other colour than in the picture.
                partial.set(place / 4, place % 4, Cell::from(picture[place] == (how > 0)));
            }
            let found = check(&puzzle, &partial, LONG);
            let clock = Clock { puzzle: &puzzle, end: None };
            let way_on = clock.has_way_on(&partial).unwrap();
            let is_fine = matches!(found.standing, Standing::Fine | Standing::Complete);
            prop_assert_eq!(is_fine, way_on);
            prop_assert_eq!(found.mistakes.is_empty(), way_on);
            let mut mended = partial.clone();
            for mistake in &found.mistakes {
                mended.set(mistake.row, mistake.column, Cell::Unknown);
            }
            prop_assert!(clock.has_way_on(&mended).unwrap());
        }
    }
}
