//! The next deduction from a partial grid, the easiest first, and why it holds.
//!
//! [`next_step`] tries the rules that people use on single lines, then every placement of a line,
//! then a guess that fails. The rules are the solver's: its fast and its complete line solver.

use nonogram_puzzles::{Cell, Clue, Grid, Line, Puzzle};
use nonogram_solver::{LineOutcome, LineSolver, Methods, propagate_with};

/// Why a step holds, easiest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Rule {
    /// The clue has no block.
    Blank,
    /// The blocks and single gaps fill the line exactly.
    Fits,
    /// Every filled cell of the clue is there.
    Done,
    /// The blocks pushed left and pushed right cover or leave the same cells.
    Overlap,
    /// All placements agree.
    Placements,
    /// The other value leads to a contradiction by line logic.
    Guess {
        /// The line that the other value leaves without a placement.
        broken: Line,
    },
}

impl Rule {
    /// Its name in `--json`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Blank => "blank",
            Self::Fits => "fits",
            Self::Done => "done",
            Self::Overlap => "overlap",
            Self::Placements => "placements",
            Self::Guess { .. } => "guess",
        }
    }
}

/// A cell that becomes known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Change {
    /// Row, from 0.
    pub row: usize,
    /// Column, from 0.
    pub column: usize,
    /// What it is.
    pub filled: bool,
}

/// What can be said about a partial grid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Advice {
    /// Every cell is known, and right.
    Solved,
    /// This line's known cells leave its clue no placement.
    Wrong(Line),
    /// These cells follow.
    Step {
        /// Why.
        rule: Rule,
        /// The line, unless the step is a guess.
        line: Option<Line>,
        /// The cells, at least one.
        changes: Vec<Change>,
    },
    /// No single step is left: two guesses at once would be needed, or the puzzle has several
    /// solutions.
    Stuck,
}

/// The next step from `grid`, which has the puzzle's size.
pub fn next_step(puzzle: &Puzzle, grid: &Grid) -> Advice {
    let mut best: Option<(Rule, Line, Vec<Change>)> = None;
    for (line, clue) in puzzle.lines() {
        let cells = cells_of(grid, line);
        match line_step(clue, &cells) {
            Err(()) => return Advice::Wrong(line),
            Ok(None) => {}
            Ok(Some((rule, after))) => {
                let changes = changes(line, &cells, &after);
                let better = best.as_ref().is_none_or(|(best_rule, _, best_changes)| {
                    rule < *best_rule || rule == *best_rule && changes.len() > best_changes.len()
                });
                if better {
                    best = Some((rule, line, changes));
                }
            }
        }
    }
    match best {
        Some((rule, line, changes)) => Advice::Step {
            rule,
            line: Some(line),
            changes,
        },
        None if grid.is_complete() => Advice::Solved,
        None => guess(puzzle, grid),
    }
}

fn cells_of(grid: &Grid, line: Line) -> Vec<Cell> {
    match line {
        Line::Row(row) => grid.row(row).collect(),
        Line::Column(column) => grid.column(column).collect(),
    }
}

/// The easiest rule that tells anything new in a line, and the line after it.
fn line_step(clue: &Clue, cells: &[Cell]) -> Result<Option<(Rule, Vec<Cell>)>, ()> {
    let solved = |solver: LineSolver| {
        let mut after = cells.to_vec();
        let learned = solver.solve(clue, &mut after).map_err(|_| ())?;
        Ok((learned > 0).then_some(after))
    };
    let Some(all) = solved(LineSolver::default())? else {
        return Ok(None);
    };
    let filled = cells.iter().filter(|&&cell| cell == Cell::Filled).count();
    let rule = if clue.is_empty() {
        Rule::Blank
    } else if clue.min_length() == cells.len() {
        Rule::Fits
    } else if filled == clue.filled() {
        Rule::Done
    } else {
        return Ok(Some(match solved(LineSolver::Fast)? {
            Some(after) => (Rule::Overlap, after),
            None => (Rule::Placements, all),
        }));
    };
    Ok(Some((rule, all)))
}

fn changes(line: Line, before: &[Cell], after: &[Cell]) -> Vec<Change> {
    let pairs = before.iter().zip(after).enumerate();
    pairs
        .filter(|(_, (before, after))| before != after)
        .filter_map(|(place, (_, after))| {
            let filled = after.value()?;
            let (row, column) = match line {
                Line::Row(row) => (row, place),
                Line::Column(column) => (place, column),
            };
            Some(Change {
                row,
                column,
                filled,
            })
        })
        .collect()
}

/// The value whose opposite fails soonest, counted in lines looked at.
fn guess(puzzle: &Puzzle, grid: &Grid) -> Advice {
    let cells = (0..grid.rows()).flat_map(|row| (0..grid.columns()).map(move |c| (row, c)));
    let unknown = cells.filter(|&(row, column)| grid.get(row, column) == Cell::Unknown);
    let mut best: Option<(u64, Change, Line)> = None;
    for (row, column) in unknown {
        for filled in [true, false] {
            let mut tried = grid.clone();
            tried.set(row, column, Cell::from(!filled));
            let run = propagate_with(puzzle, Some(&tried), Methods::default());
            if let LineOutcome::Contradiction { line } = run.outcome
                && best
                    .as_ref()
                    .is_none_or(|(visits, ..)| run.visits < *visits)
            {
                best = Some((
                    run.visits,
                    Change {
                        row,
                        column,
                        filled,
                    },
                    line,
                ));
            }
        }
    }
    match best {
        Some((_, change, broken)) => Advice::Step {
            rule: Rule::Guess { broken },
            line: None,
            changes: vec![change],
        },
        None => Advice::Stuck,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn advice(rows: &[&[usize]], columns: &[&[usize]], grid: &[&str]) -> Advice {
        let clues =
            |lines: &[&[usize]]| lines.iter().map(|line| Clue::new(line.to_vec())).collect();
        let puzzle = Puzzle::new(clues(rows), clues(columns)).unwrap();
        next_step(&puzzle, &Grid::from_lines(grid).unwrap())
    }

    fn rule(advice: &Advice) -> &'static str {
        match advice {
            Advice::Step { rule, .. } => rule.name(),
            Advice::Solved => "solved",
            Advice::Wrong(_) => "wrong",
            Advice::Stuck => "stuck",
        }
    }

    #[test]
    fn the_easiest_rule_comes_first() {
        let line = |clue: &[usize], cells: &str| {
            let clue = Clue::new(clue.to_vec());
            let cells: Vec<Cell> = cells.chars().filter_map(Cell::from_char).collect();
            let step = line_step(&clue, &cells).unwrap();
            step.map(|(rule, after)| {
                let after: String = after.into_iter().map(Cell::to_char).collect();
                (rule.name(), after)
            })
        };
        let step = |name, after: &str| Some((name, after.to_owned()));
        assert_eq!(line(&[], "???"), step("blank", "---"));
        assert_eq!(line(&[2, 1], "????"), step("fits", "##-#"));
        assert_eq!(line(&[1, 1], "?#??#"), step("done", "-#--#"));
        assert_eq!(line(&[3], "????"), step("overlap", "?##?"));
        // The filled cell belongs to one block pushed left, to the other pushed right.
        assert_eq!(line(&[1, 1], "??#??"), step("placements", "?-#-?"));
        assert_eq!(line(&[1], "???"), None);
    }

    #[test]
    fn a_wrong_cell_is_told() {
        let wrong = advice(&[&[1], &[1]], &[&[1], &[1]], &["##", "??"]);
        assert_eq!(wrong, Advice::Wrong(Line::Row(0)));
        assert_eq!(rule(&advice(&[&[1]], &[&[1]], &["#"])), "solved");
    }

    #[test]
    fn ambiguous_grids_are_stuck() {
        assert_eq!(
            rule(&advice(&[&[1], &[1]], &[&[1], &[1]], &["??", "??"])),
            "stuck"
        );
    }

    proptest! {
        /// Following the hints from an empty grid ends where guesses are of no more use, and every
        /// hinted cell is that of every solution.
        #[test]
        fn hints_are_right(picture in prop::collection::vec(any::<bool>(), 16)) {
            let solution = Grid::from_fn(4, 4, |row, column| picture[row * 4 + column]);
            let puzzle = Puzzle::from_grid(&solution);
            let mut grid = Grid::new(4, 4);
            while let Advice::Step { changes, .. } = next_step(&puzzle, &grid) {
                for change in changes {
                    let cell = Cell::from(change.filled);
                    prop_assert_eq!(grid.get(change.row, change.column), Cell::Unknown);
                    prop_assert_eq!(solution.get(change.row, change.column), cell);
                    grid.set(change.row, change.column, cell);
                }
            }
            if let LineOutcome::Solved(_) = nonogram_solver::propagate(&puzzle) {
                prop_assert_eq!(grid, solution);
            }
        }
    }
}
