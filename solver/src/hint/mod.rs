//! The next deduction from a partial grid, easiest first, with its reason.
//!
//! [`hint()`] first looks for mistakes. It then tries the rules that people use on single lines, then all placements of a line, then the
//! consequences of each value of a cell. If none of these decides a cell, it takes one from the only solution.
//! [`Step::explain`] describes a step in words.

mod rules;

use std::cmp::Reverse;
use std::time::Duration;

use nonogram_puzzles::{Cell, Grid, Line, Puzzle};
pub use rules::Rule;

use crate::Instant;
use crate::board::{Board, Shape, Sweep, Sweeper, cell, places};
use crate::check::{Check, Standing, check};
use crate::engine::search::Limits;
use crate::line::Contradiction;
use crate::propagate::{LineOutcome, propagate_within};
use crate::solve::only_solution;
use crate::word::{Bits, with_words};

/// A cell and its value: one that becomes known, or a wrong one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Change {
    /// Row, from 0.
    pub row: usize,
    /// Column, from 0.
    pub column: usize,
    /// Value of the cell.
    pub cell: Cell,
}

/// Reason why a step is valid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// A rule on one line decides the cells.
    Line {
        /// Line to which the rule applies.
        line: Line,
        /// Rule that decides the cells.
        rule: Rule,
    },
    /// With any other value of the cell, line logic leaves a line without a placement.
    Contradiction {
        /// The line without a placement; if several values were refuted, the line for the value tried last.
        broken: Line,
    },
    /// Line logic decides the cells in the same way for every value of another cell that it does not refute.
    Agreement {
        /// Row of the other cell, from 0.
        row: usize,
        /// Column of the other cell, from 0.
        column: usize,
    },
    /// Only a search decides the cell.
    Search,
}

impl Reason {
    /// Identifier in JSON, such as "overlap" or "contradiction".
    pub fn name(&self) -> &'static str {
        match self {
            Self::Line { rule, .. } => rule.name(),
            Self::Contradiction { .. } => "contradiction",
            Self::Agreement { .. } => "agreement",
            Self::Search => "search",
        }
    }

    /// The line to which the rule applies; `None` unless the reason is a rule on one line.
    pub fn line(&self) -> Option<Line> {
        match self {
            Self::Line { line, .. } => Some(*line),
            _ => None,
        }
    }
}

/// A deduction: the cells that follow, and the reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// Reason for the deduction.
    pub reason: Reason,
    /// The decided cells, at least one.
    pub changes: Vec<Change>,
}

/// The next deduction from a partial grid, or why there is none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Hint {
    /// The grid has mistakes, or the puzzle has no solution.
    Mistakes(Check),
    /// The clue of this line has no placement that agrees with its known cells or, in a coloured puzzle, with the colours that the
    /// crossing lines leave; but the check did not settle whether the grid or the puzzle is at fault.
    NoPlacement(Line),
    /// Every cell is known and every clue is satisfied.
    Solved,
    /// No step was found: every further cell differs between solutions, the time limit was reached, or the puzzle is too large to search.
    Stuck,
    /// These cells follow from the known ones.
    Step(Step),
}

impl Hint {
    /// Identifier in JSON: the name of the reason, or "solved", "wrong", "unsolvable" or "stuck".
    pub fn name(&self) -> &'static str {
        match self {
            Self::Mistakes(found) => found.standing.name(),
            Self::NoPlacement(_) => Standing::Wrong.name(),
            Self::Solved => "solved",
            Self::Stuck => "stuck",
            Self::Step(step) => step.reason.name(),
        }
    }

    /// The line of the deduction, or the first line without a placement.
    pub fn line(&self) -> Option<Line> {
        match self {
            Self::Mistakes(found) => found.broken.first().copied(),
            Self::NoPlacement(line) => Some(*line),
            Self::Solved | Self::Stuck => None,
            Self::Step(step) => step.reason.line(),
        }
    }

    /// The cells that the deduction determines, or the wrong cells with the values that they have in the grid.
    pub fn cells(&self) -> &[Change] {
        match self {
            Self::Mistakes(found) => &found.mistakes,
            Self::NoPlacement(_) | Self::Solved | Self::Stuck => &[],
            Self::Step(step) => &step.changes,
        }
    }
}

/// The number of steps that share the time limit equally: the search for mistakes, the probing of single cells, and the search for
/// the solution if probing is not enough.
const SHARES: u32 = 3;

/// The next deduction from a partial grid, within `time_limit`.
///
/// ```
/// use std::time::Duration;
///
/// use nonogram_puzzles::{Grid, Puzzle};
/// use nonogram_solver::hint::{Hint, hint};
///
/// let puzzle = Puzzle::from_grid(&Grid::from_lines(&["-#-", "###", "-#-"])?);
/// let found = hint(&puzzle, &Grid::new(3, 3), Duration::from_secs(60));
/// let Hint::Step(step) = found else { panic!("{found:?}") };
/// assert_eq!(step.reason.name(), "fits");
/// assert_eq!(step.changes.len(), 3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Panics
/// Panics if the size of `grid` differs from that of the puzzle.
pub fn hint(puzzle: &Puzzle, grid: &Grid, time_limit: Duration) -> Hint {
    let limit = time_limit / SHARES;
    let found = check(puzzle, grid, limit);
    if matches!(found.standing, Standing::Wrong | Standing::Unsolvable) {
        return Hint::Mistakes(found);
    }
    match next_step(puzzle, grid, limit) {
        Hint::Stuck => only_solution(puzzle, Some(grid), limit)
            .ok()
            .and_then(|only| reveal(grid, &only))
            .map_or(Hint::Stuck, Hint::Step),
        found => found,
    }
}

/// The next step from `grid`, by the easiest rule that decides a cell; of several lines, the one in which the rule decides the most
/// cells (for [`Rule::Crossing`], the first one). If no rule on a line decides a cell, the values of unknown cells are tried. When
/// `time_limit` is reached, the best step found so far is returned, or [`Hint::Stuck`] if there is none. Mistakes are not searched for.
///
/// # Panics
/// Panics if the size of `grid` differs from that of the puzzle.
fn next_step(puzzle: &Puzzle, grid: &Grid, time_limit: Duration) -> Hint {
    let size = (puzzle.row_count(), puzzle.column_count());
    assert_eq!((grid.rows(), grid.columns()), size, "the grid has the puzzle's size");
    let limits = Limits { deadline: Instant::now().checked_add(time_limit), ..Limits::NONE };
    let found = if puzzle.palette().is_coloured() {
        with_words!(places(puzzle), N => in_colours::<N>(puzzle, grid, &limits))
    } else {
        easiest(puzzle, &limits, |line| {
            let found = rules::deduce(puzzle.clue(line), &cells_of(grid, line))?;
            Ok(found.map(|found| (found.rule, changes(line, &found.cells))))
        })
    };
    found.unwrap_or_else(|| {
        if grid.is_complete() {
            return Hint::Solved;
        }
        by_trial(puzzle, grid, &limits).map_or(Hint::Stuck, Hint::Step)
    })
}

/// The easiest step on a single line; of equally easy ones, the one that decides the most cells. If a line has no placement, the
/// hint is that line; if the time runs out, it is the best step so far, or [`Hint::Stuck`]. `None` if no line decides a cell.
fn easiest(
    puzzle: &Puzzle,
    limits: &Limits,
    mut deduce: impl FnMut(Line) -> Result<Option<(Rule, Vec<Change>)>, Contradiction>,
) -> Option<Hint> {
    let mut best: Option<(_, Step)> = None;
    for (number, (line, _)) in puzzle.lines().enumerate() {
        if number % CLOCK == CLOCK - 1 && limits.is_late() {
            return Some(best.map_or(Hint::Stuck, |(_, step)| Hint::Step(step)));
        }
        let Ok(found) = deduce(line) else {
            return Some(Hint::NoPlacement(line));
        };
        let Some((rule, changes)) = found else {
            continue;
        };
        let rank = (rule.rank(), Reverse(changes.len()));
        if best.as_ref().is_none_or(|(other, _)| rank < *other) {
            best = Some((rank, Step { reason: Reason::Line { line, rule }, changes }));
        }
    }
    best.map(|(_, step)| Hint::Step(step))
}

/// Cells of a line.
pub(crate) fn cells_of(grid: &Grid, line: Line) -> Vec<Cell> {
    match line {
        Line::Row(row) => grid.row(row).collect(),
        Line::Column(column) => grid.column(column).collect(),
    }
}

/// Number of lines that are examined between two checks of the clock.
const CLOCK: usize = 16;

fn changes(line: Line, cells: &[(usize, bool)]) -> Vec<Change> {
    let change = |&(place, filled): &(usize, bool)| {
        let (row, column) = match line {
            Line::Row(row) => (row, place),
            Line::Column(column) => (place, column),
        };
        Change { row, column, cell: filled.into() }
    };
    cells.iter().map(change).collect()
}

/// The step from the cell of which all values but one are refuted, in the fewest line visits, or else from the cell whose values imply the
/// most cells in common. Only cells tried within the limits count. `None` if there is no such step.
fn by_trial(puzzle: &Puzzle, grid: &Grid, limits: &Limits) -> Option<Step> {
    let places = || (0..grid.rows()).flat_map(|row| (0..grid.columns()).map(move |c| (row, c)));
    let is_unknown = |&(row, column): &(usize, usize)| grid.get(row, column) == Cell::Unknown;
    let values = || {
        let colours = puzzle.palette().colours();
        std::iter::once(Cell::Blank).chain(colours.map(Cell::Colour))
    };
    let mut refuted: Option<(u64, Step)> = None;
    let mut agreed: Option<Step> = None;
    'cells: for (row, column) in places().filter(is_unknown) {
        let (mut ends, mut visits, mut broken) = (Vec::new(), 0, None);
        for cell in values() {
            if limits.is_late() {
                break 'cells;
            }
            let mut tried = grid.clone();
            tried.set(row, column, cell);
            let run = propagate_within(puzzle, Some(&tried), limits);
            match run.outcome {
                LineOutcome::Contradiction { line } => {
                    visits += run.visits;
                    broken = Some(line);
                }
                // A run cut short has not reached its fixpoint.
                _ if limits.is_late() => break 'cells,
                LineOutcome::Solved(end) | LineOutcome::Stalled(end) => ends.push((cell, end)),
            }
        }
        if let ([(cell, _)], Some(broken)) = (&ends[..], broken) {
            if refuted.as_ref().is_none_or(|(fewest, _)| visits < *fewest) {
                let cell = *cell;
                let reason = Reason::Contradiction { broken };
                let changes = vec![Change { row, column, cell }];
                refuted = Some((visits, Step { reason, changes }));
            }
        } else if let ([(_, one), others @ ..], None) = (&ends[..], &refuted) {
            let common = |(row, column)| {
                let cell = one.get(row, column);
                let is_shared = others.iter().all(|(_, end)| end.get(row, column) == cell);
                (cell != Cell::Unknown && is_shared).then_some(Change { row, column, cell })
            };
            let changes: Vec<Change> = places().filter(is_unknown).filter_map(common).collect();
            if changes.len() > agreed.as_ref().map_or(0, |step| step.changes.len()) {
                let reason = Reason::Agreement { row, column };
                agreed = Some(Step { reason, changes });
            }
        }
    }
    refuted.map(|(_, step)| step).or(agreed)
}

/// A step that sets one unknown cell of `grid` to its value in `solution`, which must be the only solution that agrees with the grid. The
/// cell is the first of those whose row and column together have the fewest unknown cells. `None` if every cell is known.
///
/// # Panics
/// Panics if the sizes of `grid` and `solution` differ.
fn reveal(grid: &Grid, solution: &Grid) -> Option<Step> {
    let count =
        |cells: &mut dyn Iterator<Item = Cell>| cells.filter(|&cell| cell == Cell::Unknown).count();
    let rows: Vec<usize> = (0..grid.rows()).map(|row| count(&mut grid.row(row))).collect();
    let columns: Vec<usize> =
        (0..grid.columns()).map(|column| count(&mut grid.column(column))).collect();
    let places = (0..grid.rows()).flat_map(|row| (0..grid.columns()).map(move |c| (row, c)));
    let unknown = places.filter(|&(row, column)| grid.get(row, column) == Cell::Unknown);
    let (row, column) = unknown.min_by_key(|&(row, column)| rows[row] + columns[column])?;
    let change = Change { row, column, cell: solution.get(row, column) };
    Some(Step { reason: Reason::Search, changes: vec![change] })
}

/// The step on a single line of a puzzle with several colours, or on one without the colours that the crossing lines exclude.
fn in_colours<const N: usize>(puzzle: &Puzzle, grid: &Grid, limits: &Limits) -> Option<Hint> {
    let shape = &Shape::new(puzzle);
    let mut board = Board::<N>::new(shape);
    board.give(shape, grid);
    let hints = Hints { puzzle, grid, shape };
    let mut sweep = Sweep::new(shape);
    let mut number = 0..;
    let alone = easiest(puzzle, limits, |name| {
        let line = number.next().unwrap_or_default();
        sweep.line(&shape.lines[line], shape.length(line), board.line(shape, line))?;
        let decided = hints.decided(&board, &sweep.found, line);
        Ok((!decided.is_empty()).then(|| hints.rule(name, &sweep.starts, decided)))
    });
    alone.or_else(|| {
        if grid.is_complete() { None } else { hints.by_crossing_lines(&mut board, limits) }
    })
}

/// A puzzle with several colours, and the grid from which a step is searched for.
struct Hints<'a> {
    puzzle: &'a Puzzle,
    grid: &'a Grid,
    shape: &'a Shape,
}

impl Hints<'_> {
    /// Unknown cells of a line that have several possible values on the board and one in `found`.
    fn decided<const N: usize>(
        &self,
        board: &Board<N>,
        found: &[Bits<N>],
        line: usize,
    ) -> Vec<Change> {
        let open = board.open(self.shape, line);
        let change = |place| {
            let mut values = (0..self.shape.values).filter(|&value| found[value].has(place));
            let (value, None) = (values.next()?, values.next()) else {
                return None;
            };
            let (row, column) = self.shape.cell(line, place);
            let cell = cell(value);
            (self.grid.get(row, column) == Cell::Unknown).then_some(Change { row, column, cell })
        };
        open.cells().filter_map(change).collect()
    }

    /// The easiest rule that decides cells of a line, and the cells that it decides.
    fn rule<const N: usize>(
        &self,
        line: Line,
        starts: &[Bits<N>],
        decided: Vec<Change>,
    ) -> (Rule, Vec<Change>) {
        let clue = self.puzzle.clue(line);
        let cells = cells_of(self.grid, line);
        if clue.is_empty() {
            return (Rule::Blank, decided);
        }
        if clue.min_length() == cells.len() {
            return (Rule::Fits, decided);
        }
        if cells.iter().filter(|cell| cell.is_filled()).count() == clue.filled() {
            return (Rule::Done, decided);
        }
        let place = |change: &Change| match line {
            Line::Row(_) => change.column,
            Line::Column(_) => change.row,
        };
        for (block, starts) in clue.blocks().zip(starts) {
            let (Some(first), Some(last)) = (starts.lowest(), starts.highest()) else {
                continue;
            };
            let is_covered = |change: &&Change| {
                let covered = last..first + block.length;
                change.cell == Cell::Colour(block.colour) && covered.contains(&place(change))
            };
            let covered: Vec<Change> = decided.iter().filter(is_covered).copied().collect();
            if !covered.is_empty() {
                let room = last - first;
                return (Rule::Covers { block, room }, covered);
            }
        }
        (Rule::Placements, decided)
    }

    /// The step on the first line that decides a cell once the colours that the crossing lines exclude are removed. If a line has no
    /// placement, the hint is that line; if the time runs out, it is [`Hint::Stuck`]. `None` if no line decides a cell.
    fn by_crossing_lines<const N: usize>(
        &self,
        board: &mut Board<N>,
        limits: &Limits,
    ) -> Option<Hint> {
        let mut sweeper = Sweeper::new(self.shape);
        sweeper.begin();
        while let Some((line, result)) = sweeper.step(board) {
            let name = self.shape.name(line);
            if result.is_err() {
                return Some(Hint::NoPlacement(name));
            }
            let cells = (0..self.shape.length(line)).map(|place| self.shape.cell(line, place));
            let known = cells.filter_map(|(row, column)| {
                let is_news = self.grid.get(row, column) == Cell::Unknown;
                let value = board.value(self.shape, (row, column)).filter(|_| is_news)?;
                let cell = cell(value);
                Some(Change { row, column, cell })
            });
            let changes: Vec<Change> = known.collect();
            if !changes.is_empty() {
                let rule = Rule::Crossing;
                let reason = Reason::Line { line: name, rule };
                return Some(Hint::Step(Step { reason, changes }));
            }
            if limits.is_late() {
                return Some(Hint::Stuck);
            }
        }
        None
    }
}

#[cfg(test)]
mod tests;
