//! Help in words, for a player and for the author of a drawing.
//! Interface: [`CheckRecord::new`] puts the mistakes of a partial grid into words, [`HintRecord::new`] the next deduction, and
//! [`ProposalRecord::new`] has the edits of a drawing.

use nonogram_puzzles::{Cell, Grid, Palette, Puzzle};
use nonogram_solver::hint::{Change, Hint};
use nonogram_solver::{Check, Edit, Proposal, Standing};
use serde::Serialize;

use crate::exit::{Exit, Failure, failure};

/// A cell and its value; row and column are counted from 1.
#[derive(Clone, Debug, Serialize)]
pub struct KnownCell {
    /// Row, from 1.
    pub row: usize,
    /// Column, from 1.
    pub column: usize,
    /// The value of the cell: `blank`, `filled`, or the name of its colour.
    pub value: String,
}

/// The value of a cell in words: `blank`, `filled`, or the name of its colour. An unknown cell counts as blank.
pub fn value_in_words(cell: Cell, palette: &Palette) -> String {
    match cell {
        Cell::Colour(colour) if palette.is_coloured() => palette.name(colour),
        Cell::Colour(_) => "filled".to_owned(),
        Cell::Blank | Cell::Unknown => "blank".to_owned(),
    }
}

fn known_cells(changes: &[Change], palette: &Palette) -> Vec<KnownCell> {
    let known = |change: &Change| KnownCell {
        row: change.row + 1,
        column: change.column + 1,
        value: value_in_words(change.cell, palette),
    };
    changes.iter().map(known).collect()
}

/// Refuses a grid whose size differs from the puzzle's; `name` stands for the grid in the message.
///
/// # Errors
/// The sizes differ; the message states both.
pub fn check_grid(grid: &Grid, puzzle: &Puzzle, name: &str) -> Result<(), Failure> {
    let (rows, columns) = (puzzle.row_count(), puzzle.column_count());
    if (grid.rows(), grid.columns()) == (rows, columns) {
        return Ok(());
    }
    Err(failure!(
        Exit::Usage,
        "{name}: a grid of {} x {}; expected {rows} x {columns}, the puzzle's size: correct one of them",
        grid.rows(),
        grid.columns(),
    ))
}

/// The mistakes in a partial grid.
#[derive(Clone, Debug, Serialize)]
pub struct CheckRecord {
    /// The standing of the grid: `solved`, `fine`, `wrong`, `unsolvable` or `unsettled`.
    pub status: &'static str,
    /// What the mistakes contradict: `solution`, `line`, `line-logic` or `every-solution`; `None` unless the status is `wrong`.
    pub against: Option<&'static str>,
    /// The number of known cells.
    pub known: usize,
    /// The number of cells.
    pub cells: usize,
    /// The wrong cells.
    pub mistakes: Vec<KnownCell>,
    /// The lines whose clue has no placement that agrees with their known cells.
    pub lines: Vec<String>,
    /// The findings in words, one per line.
    pub text: String,
}

impl CheckRecord {
    /// The record of the check of this grid.
    pub fn new(found: &Check, puzzle: &Puzzle, grid: &Grid) -> Self {
        Self {
            status: found.standing.name(),
            against: against(found),
            known: grid.known_cells(),
            cells: grid.rows() * grid.columns(),
            mistakes: known_cells(&found.mistakes, puzzle.palette()),
            lines: found.broken.iter().map(ToString::to_string).collect(),
            text: in_words(puzzle, grid, found),
        }
    }
}

/// What the mistakes contradict, as the value of the key `against`; `None` unless the standing is wrong.
fn against(found: &Check) -> Option<&'static str> {
    (found.standing == Standing::Wrong).then(|| {
        if found.solution.is_some() {
            "solution"
        } else if !found.broken.is_empty() {
            "line"
        } else if found.leads_to.is_some() {
            "line-logic"
        } else {
            "every-solution"
        }
    })
}

/// The findings in words, one per line.
fn in_words(puzzle: &Puzzle, grid: &Grid, found: &Check) -> String {
    let cells = grid.rows() * grid.columns();
    let known = grid.known_cells();
    let mut text = match found.standing {
        Standing::Solved => {
            "solved: every filled cell is found, and every clue is satisfied".to_owned()
        }
        Standing::Fine if found.solution.is_some() => {
            format!("fine: {known} of {cells} cells are known, all of them right")
        }
        Standing::Fine => format!(
            "fine: {known} of {cells} cells are known, and at least one solution has them; it may not be \
             the only one"
        ),
        Standing::Unsolvable => "unsolvable: the puzzle has no solution".to_owned(),
        Standing::Unsettled => {
            "unsettled: the time limit was reached (raise --time-limit), or the board is too large to search".to_owned()
        }
        Standing::Wrong => "wrong: no solution has these cells".to_owned(),
    };
    if found.standing == Standing::Wrong {
        for mistake in &found.mistakes {
            text += &format!("\n{}", describe(mistake, puzzle, found));
        }
    }
    for line in &found.broken {
        let clue = puzzle.palette().clue(puzzle.clue(*line));
        text += &format!("\n{line}: no placement of its clue {clue} agrees with its known cells");
    }
    if let (Some(line), Standing::Wrong) = (found.leads_to, found.standing) {
        text += &format!("\nline logic derives a contradiction in {line} from these cells");
    }
    text
}

fn describe(mistake: &Change, puzzle: &Puzzle, found: &Check) -> String {
    let Change { row, column, cell } = *mistake;
    let value = |cell| value_in_words(cell, puzzle.palette());
    let is = value(cell);
    let place = format!("row {}, column {}", row + 1, column + 1);
    match &found.solution {
        Some(solution) => {
            let other = value(solution.get(row, column));
            format!("{place} is {is}; in the solution it is {other}")
        }
        None => format!(
            "{place} is {is}; no solution has this value together with the correct cells before this cell: clear the cell"
        ),
    }
}

/// A [`Hint`] in words.
#[derive(Clone, Debug, Serialize)]
pub struct HintRecord {
    /// The name of the rule, or `solved`, `wrong`, `unsolvable` or `stuck`.
    pub rule: &'static str,
    /// The line of the deduction, or the first line without a placement, such as `row 3`; `None` if there is no such line.
    pub line: Option<String>,
    /// The cells that the deduction determines, or the mistakes; empty if there are none.
    pub cells: Vec<KnownCell>,
    /// The deduction, or why there is none, in words.
    pub text: String,
}

impl HintRecord {
    /// The hint in words, for the puzzle and the grid from which it was derived.
    pub fn new(hint: &Hint, puzzle: &Puzzle, grid: &Grid) -> Self {
        let text = match hint {
            Hint::Mistakes(found) => in_words(puzzle, grid, found),
            Hint::NoPlacement(line) => {
                let next = if puzzle.palette().is_coloured() {
                    " and with the colours that the crossing lines leave; clear a cell, or correct the clues"
                } else {
                    "; clear one of them"
                };
                format!("{line}: no placement of its clue agrees with its known cells{next}")
            }
            Hint::Solved => "solved: every cell is known and every clue is satisfied".to_owned(),
            Hint::Stuck => "nothing more follows: these cells leave several solutions, the time limit is too short, or the puzzle is too \
                            large to search"
                .to_owned(),
            Hint::Step(step) => step.explain(puzzle),
        };
        Self {
            rule: hint.name(),
            line: hint.line().map(|line| line.to_string()),
            cells: known_cells(hint.cells(), puzzle.palette()),
            text,
        }
    }
}

/// Proposed edits of a drawing.
#[derive(Clone, Debug, Serialize)]
pub struct ProposalRecord {
    /// Whether the puzzle has exactly one solution without an edit.
    pub unique: bool,
    /// Whether the search for edits, which does not try all pairs of cells, ended before the time limit.
    pub complete: bool,
    /// The edits, the best first.
    pub edits: Vec<EditRecord>,
}

/// An edit of a drawing; rows and columns are counted from 1.
#[derive(Clone, Debug, Serialize)]
pub struct EditRecord {
    /// Row and column of each cell to change.
    pub cells: Vec<[usize; 2]>,
    /// The new values of the cells, one character per cell: a letter of the palette, or `-` for blank. `None` in black and white, where
    /// the cells are inverted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub values: Option<String>,
    /// The number of additional cells that line logic determines after the edit.
    pub settles: usize,
    /// The number of cells that line logic leaves open after the edit; `None` if the puzzle then has exactly one solution.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub leaves: Option<usize>,
    /// Whether line logic solves the edited puzzle.
    pub line_solvable: bool,
}

impl ProposalRecord {
    /// The record of a proposal for a drawing in the colours of `palette`, with at most `most` edits.
    pub fn new(proposal: &Proposal, most: usize, palette: &Palette) -> Self {
        let edits = proposal.edits.iter().take(most);
        Self {
            unique: proposal.was_unique,
            complete: proposal.complete,
            edits: edits.map(|edit| EditRecord::new(edit, palette)).collect(),
        }
    }
}

impl EditRecord {
    fn new(edit: &Edit, palette: &Palette) -> Self {
        let cells = edit.cells.iter().map(|(row, column)| [row + 1, column + 1]);
        let values = || edit.values.iter().map(|value| palette.to_char(*value)).collect();
        Self {
            cells: cells.collect(),
            values: palette.is_coloured().then(values),
            settles: edit.settles,
            leaves: edit.leaves,
            line_solvable: edit.line_solvable,
        }
    }
}
