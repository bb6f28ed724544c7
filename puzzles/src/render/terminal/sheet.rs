//! A drawing with its clues in block characters or in ASCII: [`Sheet`] computes the layout and draws.

use anstyle::Style;

use super::{Colours, Form, Look, letter, unknown};
use crate::{Block, Cell, Clue, Grid, Puzzle};

/// Number of cells per group; the lines between groups help to count cells.
const GROUP: usize = 5;

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
    /// Width of a cell: that of the longest number of a column clue, plus a space. Cells of width 2 are about square.
    cell: usize,
    /// Width of the row clues and the space after them.
    margin: usize,
}

impl<'a> Sheet<'a> {
    /// Computes the layout for the clues of a puzzle.
    pub fn new(puzzle: &'a Puzzle, look: Look) -> Self {
        let colours = look.colours;
        let margin = |clue: &Clue| numbers(puzzle, colours, clue).join(" ").chars().count() + 1;
        let widest = |clue: &Clue| numbers(puzzle, colours, clue).iter().map(String::len).max();
        let digits = puzzle.columns().iter().filter_map(widest).max();
        Self {
            puzzle,
            colours,
            symbols: match look.form {
                Form::Ascii | Form::Text => &ASCII,
                Form::Full | Form::Half | Form::Quarter => &BLOCKS,
            },
            // Without the space, two neighbouring numbers of two digits would look like one number of four digits.
            cell: digits.unwrap_or(1) + 1,
            margin: puzzle.rows().iter().map(margin).max().unwrap_or(0),
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
            self.row_clue(&mut out, &self.puzzle.rows()[row]);
            let cells = grid.row(row).map(|cell| self.cell(cell));
            line(&mut out, cells, self.symbols.down);
        }
        self.rule(&mut out, self.symbols.lower);
        out
    }

    /// Draws the column clues, one number of each per line, so that the last numbers are directly above the cells.
    fn heads(&self, out: &mut String) {
        let columns = self.puzzle.columns();
        // A clue without blocks is written as one number.
        let heads: Vec<(Vec<String>, Vec<Block>)> = columns
            .iter()
            .map(|clue| {
                let numbers = numbers(self.puzzle, self.colours, clue);
                (numbers, clue.blocks().collect())
            })
            .collect();
        let depth = heads.iter().map(|(numbers, _)| numbers.len()).max();
        let depth = depth.unwrap_or(1);
        for level in 0..depth {
            out.push_str(&" ".repeat(self.margin));
            let cells = heads.iter().map(|(numbers, blocks)| {
                let place = (level + numbers.len()).checked_sub(depth);
                let number = place.map_or("", |place| &numbers[place]);
                let block = place.and_then(|place| blocks.get(place).copied());
                let space = " ".repeat(self.cell - number.len());
                space + &self.number(number, block)
            });
            let mut head = String::new();
            line(&mut head, cells, ' ');
            out.push_str(head.trim_end());
            out.push('\n');
        }
    }

    /// Draws a row's clue, right-aligned in the margin and followed by a space.
    fn row_clue(&self, out: &mut String, clue: &Clue) {
        let numbers = numbers(self.puzzle, self.colours, clue);
        let width = numbers.join(" ").len() + 1;
        out.push_str(&" ".repeat(self.margin - width));
        let mut blocks = clue.blocks();
        for number in &numbers {
            out.push_str(&self.number(number, blocks.next()));
            out.push(' ');
        }
    }

    /// Draws a number of a clue. If colours are shown and the puzzle is not black and white, the number is on its block's colour.
    fn number(&self, number: &str, block: Option<Block>) -> String {
        let palette = self.puzzle.palette();
        let style = match block {
            Some(block) if !palette.is_black_and_white() => {
                let colour = palette.rgb(block.colour);
                self.colours.style(colour.readable(), colour)
            }
            _ => Style::new(),
        };
        format!("{style}{number}{style:#}")
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
        let (symbol, style) = match cell {
            Cell::Colour(colour) => (
                letter(palette, colours, colour).unwrap_or(self.symbols.filled),
                match palette.is_black_and_white() {
                    true => Style::new(),
                    false => colours.style(palette.rgb(colour), palette.background()),
                },
            ),
            Cell::Blank if !palette.is_black_and_white() => (
                ' ',
                colours.style(palette.background(), palette.background()),
            ),
            Cell::Blank => (' ', Style::new()),
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

/// The numbers of a clue in order; `0` for a blank line. The numbers of a coloured puzzle have letters if colours are not shown.
fn numbers(puzzle: &Puzzle, colours: Colours, clue: &Clue) -> Vec<String> {
    match (clue.is_empty(), colours) {
        (true, _) => vec!["0".to_owned()],
        (false, Colours::None) => puzzle.palette().blocks(clue),
        (false, _) => clue.iter().map(usize::to_string).collect(),
    }
}
