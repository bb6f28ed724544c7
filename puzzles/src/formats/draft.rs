//! A puzzle as its file is read: clues with their lines, colours, goal and metadata.
//!
//! [`Draft::finish`] creates the puzzle of every format with clues, and checks that the clues fit and the goal matches them.

use super::clues::ClueLine;
use super::colours::Inks;
use super::error::{Fault, OnLine, ParseErrorKind, syntax};
use crate::{Cell, Clue, Grid, Line, Metadata, Palette, Puzzle, PuzzleError, counted};

/// The parts of a puzzle. Without clues, the goal is a drawing from which they follow.
#[derive(Default)]
pub(crate) struct Draft {
    /// The clues of the rows, and those of the columns.
    pub(crate) sides: Option<(Vec<ClueLine>, Vec<ClueLine>)>,
    pub(crate) inks: Option<Inks>,
    /// The goal in the colours of the palette, every cell known, and its line; or its error, which the clues may precede.
    pub(crate) goal: Option<Result<(usize, Goal), Fault>>,
    pub(crate) metadata: Metadata,
}

/// The cells of a goal.
pub(crate) enum Goal {
    /// Row by row, without the borders of rows.
    Cells(Vec<Cell>),
    Grid(Grid),
}

/// A puzzle in black and white of nothing but clues.
pub(crate) fn assemble(sides: (Vec<ClueLine>, Vec<ClueLine>)) -> Result<Puzzle, Fault> {
    let draft = Draft {
        sides: Some(sides),
        ..Draft::default()
    };
    draft.finish()
}

impl Draft {
    /// Creates the puzzle. A clue that does not fit is reported with its line in the file.
    pub(crate) fn finish(self) -> Result<Puzzle, Fault> {
        let palette = self.inks.as_ref().map(|inks| inks.palette.clone());
        let palette = palette.unwrap_or_default();
        let Some((rows, columns)) = self.sides else {
            let Some((_, Goal::Grid(grid))) = self.goal.transpose()? else {
                return Err(ParseErrorKind::Empty.into());
            };
            return Ok(drawn(grid, palette).with_metadata(self.metadata));
        };
        let number = |line: Line| match line {
            Line::Row(index) => rows[index].number,
            Line::Column(index) => columns[index].number,
        };
        let clues = |lines: &[ClueLine]| -> Vec<Clue> {
            let clues = lines.iter().map(|line| &line.clue);
            match &self.inks {
                Some(inks) => clues.map(|clue| inks.recolour(clue)).collect(),
                None => clues.cloned().collect(),
            }
        };
        let puzzle = Puzzle::in_colours(clues(&rows), clues(&columns), palette);
        let puzzle = puzzle.map_err(|error| Fault {
            line: match error {
                PuzzleError::ClueTooLong { line, .. } => Some(number(line)),
                _ => None,
            },
            kind: error.into(),
        })?;
        let puzzle = puzzle.with_metadata(self.metadata);
        match self.goal.transpose()? {
            None => Ok(puzzle),
            Some((line, goal)) => with_goal(puzzle, goal).on(line),
        }
    }
}

/// The puzzle of a drawing, which becomes its goal. Every cell is known and in the colours of the palette.
pub(crate) fn drawn(grid: Grid, palette: Palette) -> Puzzle {
    let puzzle = Puzzle::from_grid(&grid).with_palette(palette);
    let puzzle = puzzle.and_then(|puzzle| puzzle.with_goal(grid));
    puzzle.expect("a drawing has its own clues and colours")
}

fn with_goal(puzzle: Puzzle, goal: Goal) -> Result<Puzzle, ParseErrorKind> {
    let (rows, columns) = (puzzle.row_count(), puzzle.column_count());
    let goal = match goal {
        Goal::Grid(grid) => grid,
        Goal::Cells(cells) if cells.len() == rows * columns => {
            Grid::from_cells(rows, columns, |row, column| cells[row * columns + column])
        }
        Goal::Cells(cells) => {
            let found = counted(cells.len(), "cell");
            let expected = format!("{rows} x {columns} = {}", rows * columns);
            let help = "correct it or leave it out";
            return Err(syntax(format!("the goal has {found}"), expected, help));
        }
    };
    Ok(puzzle.with_goal(goal)?)
}
