//! Help for the player: mistakes in the grid, and the next step with its explanation, in the words of the page; and the solutions of a
//! puzzle.
//! Interface: [`mistakes`] and [`hint`] return an [`Advice`], [`solve`] the solutions.

use std::time::Duration;

use nonogram_puzzles::{Grid, Puzzle, counted};
use nonogram_solver::hint::{self, Hint};
use nonogram_solver::{Check, SolveOptions, Standing, check};
use serde::Serialize;

use crate::sheet::{places, text};

/// A message to the player, and the cells that it refers to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Advice {
    /// "solved", "fine", "wrong", "unsolvable" or "unsettled"; for a hint, its reason or "stuck" instead of "fine" or "unsettled".
    pub kind: &'static str,
    /// The message.
    pub text: String,
    /// Indices of the cells that the message refers to, in row-major order.
    pub cells: Vec<usize>,
    /// Values of these cells, one character each; for mistakes, the wrong values.
    pub values: String,
    /// Indices of the cells of the line to look at; empty if there is none.
    pub lines: Vec<usize>,
}

/// Reports the mistakes in a grid.
pub fn mistakes(puzzle: &Puzzle, grid: &Grid, limit: Duration) -> Advice {
    advice_of(&check(puzzle, grid, limit), grid)
}

/// The findings of a check as a message.
fn advice_of(found: &Check, grid: &Grid) -> Advice {
    let (rows, columns) = (grid.rows(), grid.columns());
    let known = counted(grid.known_cells(), "cell");
    let text = match found.standing {
        Standing::Solved => COMPLETE.to_owned(),
        Standing::Fine if found.solution.is_some() => format!("No mistakes in your {known}."),
        Standing::Fine => {
            format!("No mistakes: there is a solution with your {known}, perhaps more than one.")
        }
        Standing::Wrong if found.mistakes.is_empty() => {
            "No solution has these cells: clear some of them.".to_owned()
        }
        Standing::Wrong => {
            let mistakes = counted(found.mistakes.len(), "mistake");
            format!("{mistakes}, marked in the grid.")
        }
        Standing::Unsolvable => {
            "These clues contradict each other: the puzzle has no solution.".to_owned()
        }
        Standing::Unsettled => {
            "Not settled within the search limit: choose a longer one under “More about this puzzle”.".to_owned()
        }
    };
    let line = found.broken.first().or(found.leads_to.as_ref());
    let wrong = found.mistakes.iter();
    Advice {
        kind: found.standing.name(),
        text,
        cells: wrong.clone().map(|m| m.row * columns + m.column).collect(),
        values: wrong.map(|m| m.cell.to_char()).collect(),
        lines: line.map_or(Vec::new(), |line| places(*line, rows, columns)),
    }
}

/// The message for a complete grid without mistakes.
const COMPLETE: &str = "Complete: every clue is satisfied.";

/// Returns the next step, or the reason why there is none: for example, the grid has mistakes or is complete.
pub fn hint(puzzle: &Puzzle, grid: &Grid, limit: Duration) -> Advice {
    let (rows, columns) = (grid.rows(), grid.columns());
    let found = hint::hint(puzzle, grid, limit);
    let text = match &found {
        Hint::Mistakes(check) => return advice_of(check, grid),
        Hint::Solved => COMPLETE.to_owned(),
        Hint::NoPlacement(line) => {
            format!("The clue of {line} does not fit its known cells: clear some of them.")
        }
        Hint::Stuck => {
            "No further step: these cells allow several solutions, or the search exceeds its limit."
                .to_owned()
        }
        Hint::Step(step) => step.explain(puzzle),
    };
    let cells = found.cells().iter();
    Advice {
        kind: found.name(),
        text,
        cells: cells.clone().map(|c| c.row * columns + c.column).collect(),
        values: cells.map(|c| c.cell.to_char()).collect(),
        lines: found.line().map_or(Vec::new(), |line| places(line, rows, columns)),
    }
}

/// Result of solving a puzzle.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Solved {
    /// "unique", "multiple", "none" or "unsettled".
    #[cfg_attr(test, ts(type = "Verdict"))]
    pub verdict: &'static str,
    /// Up to two solutions, as text.
    pub solutions: Vec<String>,
    /// Whether line logic alone solves the puzzle.
    pub line_solvable: bool,
    /// Time taken, in milliseconds.
    pub elapsed_ms: f64,
}

/// Solves a puzzle, and searches for a second solution.
pub fn solve(puzzle: &Puzzle, limit: Duration) -> Solved {
    let options = SolveOptions { time_limit: Some(limit), ..SolveOptions::default() };
    let report = nonogram_solver::solve(puzzle, &options);
    Solved {
        verdict: report.verdict.uniqueness(),
        solutions: report.solutions.iter().map(text).collect(),
        line_solvable: report.is_line_solvable(),
        elapsed_ms: report.elapsed.as_secs_f64() * 1000.0,
    }
}

#[cfg(test)]
mod tests {
    use nonogram_puzzles::{Clue, Grid};

    use super::*;

    const LIMIT: Duration = Duration::from_secs(60);

    #[test]
    fn mistakes_are_located() {
        let puzzle = Puzzle::from_grid(&Grid::from_lines(&["-#-", "###", "-#-"]).unwrap());
        let grid = Grid::from_lines(&["##?", "???", "???"]).unwrap();
        let found = mistakes(&puzzle, &grid, LIMIT);
        assert_eq!((found.kind, &*found.cells, &*found.values), ("wrong", &[0][..], "#"));
        assert_eq!(hint(&puzzle, &grid, LIMIT), found);
        assert_eq!(found.text, "1 mistake, marked in the grid.");
    }

    #[test]
    fn verdicts_are_reported_with_solutions() {
        let cross = Puzzle::from_grid(&Grid::from_lines(&["-#-", "###", "-#-"]).unwrap());
        let solved = solve(&cross, LIMIT);
        assert_eq!((solved.verdict, solved.line_solvable), ("unique", true));
        assert_eq!(solved.solutions, ["-#-###-#-"]);
        let ones = vec![Clue::from([1]); 4];
        let several = Puzzle::new(ones.clone(), ones).unwrap();
        assert_eq!(solve(&several, LIMIT).verdict, "multiple");
    }
}
