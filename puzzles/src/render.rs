//! Pictures of a grid: plain text, drawings for a terminal, a ruled sheet, and books of sheets.
//!
//! Interface: [`text`] is for programs (`#` or letters, `-`, `?`); [`terminal`], the module `book` and, for [`Format::sheet`], `png_sheet` and
//! `svg` are for people.
//!
//! [`Format::sheet`]: crate::Format::sheet

#[cfg(feature = "books")]
pub mod book;
mod png_sheet;
mod svg;
mod terminal;

use crate::{Cell, Clue, Colour, Grid, Palette, Puzzle};
pub(crate) use png_sheet::png_sheet;
pub(crate) use svg::svg;
pub use terminal::{Colours, Form, Look, terminal};

/// Renders one line per row, each ended by a newline: `-` for a blank cell, `?` for an unknown cell and, for a filled cell, `#` if
/// the palette has one colour, otherwise the letter of the colour.
pub fn text(palette: &Palette, grid: &Grid) -> String {
    let lines = palette.to_lines(grid);
    lines.iter().map(|line| format!("{line}\n")).collect()
}

/// Number of cells between bold grid lines; the groups help to count cells.
pub const GROUP: usize = 5;

/// Whether grid line `number` of a grid of `count` cells is bold.
pub fn is_bold(number: usize, count: usize) -> bool {
    number.is_multiple_of(GROUP) || number == count
}

/// A number of a clue, and the colour of its block. A line without blocks has the number 0 without a colour.
#[derive(Clone, Debug)]
pub struct Number {
    /// The digits.
    pub text: String,
    /// Colour of the block.
    pub colour: Option<Colour>,
}

/// The numbers of the clues of a puzzle, in order.
pub struct Layout {
    /// The numbers of each row.
    pub rows: Vec<Vec<Number>>,
    /// The numbers of each column.
    pub columns: Vec<Vec<Number>>,
}

impl Layout {
    /// The numbers of a puzzle as digits.
    pub fn new(puzzle: &Puzzle) -> Self {
        Self::with(puzzle, |clue| clue.iter().map(usize::to_string).collect())
    }

    /// The numbers of a puzzle; `texts` writes the blocks of a clue.
    pub fn with(puzzle: &Puzzle, texts: impl Fn(&Clue) -> Vec<String>) -> Self {
        let numbers = |clue: &Clue| -> Vec<Number> {
            if clue.is_empty() {
                let (text, colour) = ("0".to_owned(), None);
                return vec![Number { text, colour }];
            }
            let blocks = texts(clue).into_iter().zip(clue.blocks());
            let number =
                |(text, block): (String, crate::Block)| Number { text, colour: Some(block.colour) };
            blocks.map(number).collect()
        };
        Self {
            rows: puzzle.rows().iter().map(numbers).collect(),
            columns: puzzle.columns().iter().map(numbers).collect(),
        }
    }

    /// The largest number of characters of a row's clue, with one space between two numbers.
    pub fn widest_row(&self) -> usize {
        let widths = self.rows.iter().map(|numbers| characters(numbers));
        widths.max().unwrap_or(0)
    }

    /// The largest numbers of numbers of a row and of a column, at least 1.
    pub fn depths(&self) -> (usize, usize) {
        let longest = |clues: &[Vec<Number>]| clues.iter().map(Vec::len).fold(1, usize::max);
        (longest(&self.rows), longest(&self.columns))
    }

    /// The largest number of characters of a number of a column.
    pub fn widest_number(&self) -> usize {
        let lengths = self.columns.iter().flatten().map(|number| number.text.len());
        lengths.fold(1, usize::max)
    }
}

/// Number of characters of a row's clue, with one space between two numbers.
pub fn characters(numbers: &[Number]) -> usize {
    let digits: usize = numbers.iter().map(|number| number.text.len()).sum();
    digits + numbers.len() - 1
}

/// The runs of equal cells of a row: the first column, the number of cells, and the cell.
pub fn runs(grid: &Grid, row: usize) -> Vec<(usize, usize, Cell)> {
    let cells: Vec<Cell> = grid.row(row).collect();
    let mut first = 0;
    let runs = cells.chunk_by(|one, other| one == other).map(|run| {
        first += run.len();
        (first - run.len(), run.len(), run[0])
    });
    runs.collect()
}
