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
pub fn broken_lines(puzzle: &Puzzle, grid: &Grid) -> Vec<Line> {
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
mod tests;
