//! A drawing with its clues in block characters or in ASCII: [`Sheet`] computes the layout and draws.

use anstyle::Style;

use super::{Colours, Form, Look, letter, unknown};
use crate::render::layout::{GROUP, Layout, Number, characters};
use crate::{Cell, Grid, Puzzle};

/// Characters of grid lines and cells.
struct Symbols {
    /// Left end, crossings and right end of the upper border, of a line between groups and of the lower border.
    upper: [char; 3],
    rule: [char; 3],
    lower: [char; 3],
    across: char,
    down: char,
    filled: char,
    unknown: char,
}

const BLOCKS: Symbols = Symbols {
    upper: ['┌', '┬', '┐'],
    rule: ['├', '┼', '┤'],
    lower: ['└', '┴', '┘'],
    across: '─',
    down: '│',
    filled: '█',
    unknown: '░',
};

const ASCII: Symbols = Symbols {
    upper: ['+'; 3],
    rule: ['+'; 3],
    lower: ['+'; 3],
    across: '-',
    down: '|',
    filled: '#',
    unknown: '?',
};

/// A drawing of a puzzle with its clues. Widths are in terminal columns.
pub struct Sheet<'a> {
    puzzle: &'a Puzzle,
    colours: Colours,
    symbols: &'static Symbols,
    layout: Layout,
    /// Width of a cell: that of the longest number of a column clue, plus a space. Cells of width 2 are about square.
    cell: usize,
    /// Width of the row clues and the space after them.
    margin: usize,
}

impl<'a> Sheet<'a> {
    /// Computes the layout for the clues of a puzzle.
    pub fn new(puzzle: &'a Puzzle, look: Look) -> Self {
        let colours = look.colours;
        // The numbers of a coloured puzzle have letters if colours are not shown.
        let layout = if colours == Colours::None {
            Layout::with(puzzle, |clue| puzzle.palette().blocks(clue))
        } else {
            Layout::new(puzzle)
        };
        Self {
            puzzle,
            colours,
            symbols: match look.form {
                Form::Ascii | Form::Text => &ASCII,
                Form::Full | Form::Half | Form::Quarter => &BLOCKS,
            },
            // Without the space, two neighbouring numbers of two digits would look like one number of four digits.
            cell: layout.widest_number() + 1,
            margin: layout.widest_row() + 1,
            layout,
        }
    }

    /// Width of a line.
    pub fn width(&self) -> usize {
        let columns = self.puzzle.column_count();
        let rules = columns.div_ceil(GROUP) + 1;
        self.margin + columns * self.cell + rules
    }

    /// Draws the clues and the cells of `grid`.
    pub fn draw(&self, grid: &Grid) -> String {
        let mut out = String::new();
        self.heads(&mut out);
        for row in 0..grid.rows() {
            match row {
                0 => self.rule(&mut out, self.symbols.upper),
                _ if row % GROUP == 0 => self.rule(&mut out, self.symbols.rule),
                _ => {}
            }
            self.row_clue(&mut out, &self.layout.rows[row]);
            let cells = grid.row(row).map(|cell| self.cell(cell));
            line(&mut out, cells, self.symbols.down);
        }
        self.rule(&mut out, self.symbols.lower);
        out
    }

    /// Draws the column clues, one number of each per line, so that the last numbers are directly above the cells.
    fn heads(&self, out: &mut String) {
        let (_, depth) = self.layout.depths();
        for level in 0..depth {
            out.push_str(&" ".repeat(self.margin));
            let cells = self.layout.columns.iter().map(|numbers| {
                let place = (level + numbers.len()).checked_sub(depth);
                place.map_or_else(
                    || " ".repeat(self.cell),
                    |place| {
                        let number = &numbers[place];
                        " ".repeat(self.cell - number.text.len()) + &self.number(number)
                    },
                )
            });
            let mut head = String::new();
            line(&mut head, cells, ' ');
            out.push_str(head.trim_end());
            out.push('\n');
        }
    }

    /// Draws a row's clue, right-aligned in the margin and followed by a space.
    fn row_clue(&self, out: &mut String, numbers: &[Number]) {
        out.push_str(&" ".repeat(self.margin - 1 - characters(numbers)));
        for number in numbers {
            out.push_str(&self.number(number));
            out.push(' ');
        }
    }

    /// Draws a number of a clue. If colours are shown and the puzzle is not black and white, the number is on its block's colour.
    fn number(&self, number: &Number) -> String {
        let palette = self.puzzle.palette();
        let style = match number.colour {
            Some(colour) if !palette.is_black_and_white() => {
                let colour = palette.rgb(colour);
                self.colours.style(colour.readable(), colour)
            }
            _ => Style::new(),
        };
        format!("{style}{}{style:#}", number.text)
    }

    fn rule(&self, out: &mut String, [left, middle, right]: [char; 3]) {
        out.push_str(&" ".repeat(self.margin));
        for column in 0..self.puzzle.column_count() {
            if column % GROUP == 0 {
                out.push(if column == 0 { left } else { middle });
            }
            out.extend(std::iter::repeat_n(self.symbols.across, self.cell));
        }
        out.push(right);
        out.push('\n');
    }

    fn cell(&self, cell: Cell) -> String {
        let (palette, colours) = (self.puzzle.palette(), self.colours);
        let background = palette.background();
        let on_background = |ink| {
            if palette.is_black_and_white() {
                return Style::new();
            }
            colours.style(ink, background)
        };
        let (symbol, style) = match cell {
            Cell::Colour(colour) => {
                let letter = letter(palette, colours, colour);
                let style = on_background(palette.rgb(colour));
                (letter.unwrap_or(self.symbols.filled), style)
            }
            Cell::Blank => (' ', on_background(background)),
            Cell::Unknown => (self.symbols.unknown, unknown(colours)),
        };
        let symbols = symbol.to_string().repeat(self.cell);
        format!("{style}{symbols}{style:#}")
    }
}

/// Draws one line of cells, with a border before each group and at the end.
fn line(out: &mut String, cells: impl Iterator<Item = String>, border: char) {
    for (column, cell) in cells.enumerate() {
        if column % GROUP == 0 {
            out.push(border);
        }
        out.push_str(&cell);
    }
    out.push(border);
    out.push('\n');
}
