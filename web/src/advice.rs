//! Help for the player: mistakes in the grid, and the next step with its explanation.
//! Interface: [`mistakes`] and [`hint`] return a [`Said`].

use std::time::Duration;

use nonogram_puzzles::{Grid, Puzzle, counted};
use nonogram_solver::hint::{Advice, Change, next_step, reveal};
use nonogram_solver::{SolveOptions, Standing, Verdict, check, solve};
use serde::Serialize;

use crate::sheet::places;

/// A message to the player, and the cells that it refers to.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Said {
    /// "solved", "fine", "wrong", "unsolvable" or "unsettled"; for a hint, its reason or "stuck" instead of "fine" or "unsettled".
    pub kind: String,
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
pub fn mistakes(puzzle: &Puzzle, grid: &Grid, limit: Duration) -> Said {
    let found = check(puzzle, grid, limit);
    let (rows, columns) = (grid.rows(), grid.columns());
    let known = counted(grid.known_cells(), "cell");
    let cells: Vec<usize> = found
        .mistakes
        .iter()
        .map(|m| m.row * columns + m.column)
        .collect();
    let text = match found.standing {
        Standing::Solved => "Complete: every clue is satisfied.".to_owned(),
        Standing::Fine if found.solution.is_some() => format!("No mistakes in your {known}."),
        Standing::Fine => {
            format!("No mistakes: there is a solution with your {known}, perhaps more than one.")
        }
        Standing::Wrong if cells.is_empty() => {
            "No solution has these cells: clear some of them.".to_owned()
        }
        Standing::Wrong => format!("{}, marked in the grid.", counted(cells.len(), "mistake")),
        Standing::Unsolvable => {
            "These clues contradict each other: the puzzle has no solution.".to_owned()
        }
        Standing::Unsettled => {
            "Not settled within the search limit: choose a longer one under “More about this puzzle”.".to_owned()
        }
    };
    Said {
        kind: found.standing.name().to_owned(),
        text,
        cells,
        values: found.mistakes.iter().map(|m| m.cell.to_char()).collect(),
        lines: found
            .broken
            .first()
            .or(found.leads_to.as_ref())
            .map(|line| places(*line, rows, columns))
            .unwrap_or_default(),
    }
}

/// Maximum number of searches for a hint, each with an equal share of the time limit: for mistakes, the next step, and the solution.
const SHARES: u32 = 3;

/// Returns the next step, or the reason why there is none: for example, the grid has mistakes or is complete.
pub fn hint(puzzle: &Puzzle, grid: &Grid, limit: Duration) -> Said {
    let limit = limit / SHARES;
    let standing = mistakes(puzzle, grid, limit);
    if matches!(&*standing.kind, "wrong" | "unsolvable") {
        return standing;
    }
    let (rows, columns) = (grid.rows(), grid.columns());
    let said = |kind: &str, text: &str| Said {
        kind: kind.to_owned(),
        text: text.to_owned(),
        ..Said::default()
    };
    let advice = match next_step(puzzle, grid, limit) {
        Advice::Stuck => only_solution(puzzle, grid, limit)
            .and_then(|only| reveal(grid, &only))
            .map_or(Advice::Stuck, Advice::Step),
        advice => advice,
    };
    match advice {
        Advice::Solved => said("solved", "Complete: every clue is satisfied."),
        Advice::Wrong(line) => Said {
            lines: places(line, rows, columns),
            ..said(
                "wrong",
                &format!("The clue of {line} does not fit its known cells: clear some of them."),
            )
        },
        Advice::Stuck => said(
            "stuck",
            "No further step: these cells allow several solutions, or the search exceeds its limit.",
        ),
        Advice::Step(step) => Said {
            kind: step.reason.name().to_owned(),
            text: step.explain(puzzle),
            cells: step
                .changes
                .iter()
                .map(|c: &Change| c.row * columns + c.column)
                .collect(),
            values: step.changes.iter().map(|c| c.cell.to_char()).collect(),
            lines: step
                .reason
                .line()
                .map(|line| places(line, rows, columns))
                .unwrap_or_default(),
        },
    }
}

/// The only solution with the cells of `grid`; `None` if there is not exactly one, or if the time limit expires.
fn only_solution(puzzle: &Puzzle, grid: &Grid, limit: Duration) -> Option<Grid> {
    let options = SolveOptions {
        time_limit: Some(limit),
        fixed: Some(grid.clone()),
        ..SolveOptions::default()
    };
    let mut report = solve(puzzle, &options);
    (report.verdict == Verdict::Unique).then(|| report.solutions.remove(0))
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIMIT: Duration = Duration::from_secs(60);

    #[test]
    fn hints_lead_to_the_solution() {
        let picture = Grid::from_lines(&["#-##-", "-###-", "##--#", "#-#-#", "-####"]).unwrap();
        let puzzle = Puzzle::from_grid(&picture);
        let mut grid = Grid::new(5, 5);
        while !grid.is_complete() {
            let said = hint(&puzzle, &grid, LIMIT);
            assert!(!said.cells.is_empty(), "{said:?}");
            for (place, value) in said.cells.iter().zip(said.values.chars()) {
                grid.set(place / 5, place % 5, (value == '#').into());
            }
        }
        assert_eq!(grid, picture);
        assert_eq!(hint(&puzzle, &grid, LIMIT).kind, "solved");
    }

    #[test]
    fn mistakes_are_located() {
        let puzzle = Puzzle::from_grid(&Grid::from_lines(&["-#-", "###", "-#-"]).unwrap());
        let grid = Grid::from_lines(&["##?", "???", "???"]).unwrap();
        let said = mistakes(&puzzle, &grid, LIMIT);
        assert_eq!(
            (&*said.kind, &*said.cells, &*said.values),
            ("wrong", &[0][..], "#")
        );
        assert_eq!(hint(&puzzle, &grid, LIMIT), said);
        assert_eq!(said.text, "1 mistake, marked in the grid.");
    }
}
