//! Help for the player: mistakes in the grid, and the next step with its explanation.
//! Interface: [`mistakes`] and [`hint`] return a [`Said`].

use std::time::Duration;

use nonogram_kit::Hint;
use nonogram_puzzles::{Grid, Puzzle, counted};
use nonogram_solver::{Check, Standing, check};
use serde::Serialize;

use crate::sheet::places;

/// A message to the player, and the cells that it refers to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Said {
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
pub fn mistakes(puzzle: &Puzzle, grid: &Grid, limit: Duration) -> Said {
    said_of(&check(puzzle, grid, limit), grid)
}

/// The findings of a check as a message.
fn said_of(found: &Check, grid: &Grid) -> Said {
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
    Said {
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
pub fn hint(puzzle: &Puzzle, grid: &Grid, limit: Duration) -> Said {
    let (rows, columns) = (grid.rows(), grid.columns());
    let found = nonogram_kit::hint(puzzle, grid, limit);
    let text = match &found {
        Hint::Mistakes(check) => return said_of(check, grid),
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
    let cells = found.cells();
    let cells = cells.iter();
    Said {
        kind: found.rule(),
        text,
        cells: cells.clone().map(|c| c.row * columns + c.column).collect(),
        values: cells.map(|c| c.cell.to_char()).collect(),
        lines: found
            .line()
            .map_or(Vec::new(), |line| places(line, rows, columns)),
    }
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
            (said.kind, &*said.cells, &*said.values),
            ("wrong", &[0][..], "#")
        );
        assert_eq!(hint(&puzzle, &grid, LIMIT), said);
        assert_eq!(said.text, "1 mistake, marked in the grid.");
    }
}
