//! A puzzle and its picture on a terminal: the clues above and to the left, a cell as wide as it is high.
//!
//! [`terminal`] draws it; [`Look`] leaves out colour or clues, or halves the size.

use anstyle::{AnsiColor, Color, RgbColor, Style};

use crate::{Block, Cell, Clue, Colour, Grid, Palette, Puzzle, Rgb};

/// Light rules help the eye to count cells in groups of this many.
const GROUP: usize = 5;

/// The escape codes for colour that a terminal takes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Colours {
    /// None: letters stand for the colours of a puzzle that has several.
    #[default]
    None,
    /// Those of 256 colours.
    Indexed,
    /// Any colour.
    True,
}

impl Colours {
    fn color(self, rgb: Rgb) -> Option<Color> {
        let rgb = RgbColor(rgb.red, rgb.green, rgb.blue);
        match self {
            Self::None => None,
            Self::Indexed => Some(anstyle_lossy::rgb_to_xterm(rgb).into()),
            Self::True => Some(rgb.into()),
        }
    }

    /// A style of a colour on another one.
    fn style(self, ink: Rgb, paper: Rgb) -> Style {
        Style::new()
            .fg_color(self.color(ink))
            .bg_color(self.color(paper))
    }
}

/// How a picture is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Look {
    /// Escape codes for colour.
    pub colours: Colours,
    /// The clues above and to the left.
    pub clues: bool,
    /// Two rows in a line of half blocks, without clues; needs a quarter of the space.
    pub half: bool,
}

impl Default for Look {
    fn default() -> Self {
        Self {
            colours: Colours::None,
            clues: true,
            half: false,
        }
    }
}

impl Look {
    /// The columns that a terminal needs for `puzzle`.
    pub fn width(self, puzzle: &Puzzle) -> usize {
        if self.half {
            return puzzle.column_count();
        }
        let sheet = Sheet::new(puzzle, self);
        sheet.margin + puzzle.column_count() * sheet.cell + sheet.rules(puzzle.column_count())
    }
}

/// Draws `grid` with the clues of `puzzle`; each line ends in a newline.
///
/// # Panics
/// When the grid has another size than the puzzle.
pub fn terminal(puzzle: &Puzzle, grid: &Grid, look: Look) -> String {
    assert_eq!(
        (grid.rows(), grid.columns()),
        (puzzle.row_count(), puzzle.column_count()),
        "the grid has the puzzle's size"
    );
    if look.half {
        half(puzzle.palette(), grid, look)
    } else {
        Sheet::new(puzzle, look).draw(grid)
    }
}

/// The measures of a drawing, in terminal columns.
struct Sheet<'a> {
    puzzle: &'a Puzzle,
    look: Look,
    /// The width of a cell: 2 makes it square, a column clue of three digits takes 3 and a space.
    cell: usize,
    /// The width of the row clues and the space behind them.
    margin: usize,
}

impl<'a> Sheet<'a> {
    fn new(puzzle: &'a Puzzle, look: Look) -> Self {
        let margin = |clue: &Clue| numbers(puzzle, look, clue).join(" ").chars().count() + 1;
        let widest = |clue: &Clue| numbers(puzzle, look, clue).iter().map(String::len).max();
        let (cell, margin) = if look.clues {
            let margin = puzzle.rows().iter().map(margin).max().unwrap_or(0);
            // Two clues of two digits side by side would read as one of four.
            let digits = puzzle.columns().iter().filter_map(widest).max();
            (digits.unwrap_or(1) + 1, margin)
        } else {
            (2, 0)
        };
        Self {
            puzzle,
            look,
            cell,
            margin,
        }
    }

    /// The number of rules between and around `cells` cells.
    fn rules(&self, cells: usize) -> usize {
        if self.look.clues {
            cells.div_ceil(GROUP) + 1
        } else {
            0
        }
    }

    fn draw(&self, grid: &Grid) -> String {
        let mut out = String::new();
        if self.look.clues {
            self.heads(&mut out);
        }
        for row in 0..grid.rows() {
            if self.look.clues {
                if row % GROUP == 0 {
                    self.rule(
                        &mut out,
                        if row == 0 {
                            ['┌', '┬', '┐']
                        } else {
                            ['├', '┼', '┤']
                        },
                    );
                }
                self.row_clue(&mut out, &self.puzzle.rows()[row]);
            }
            let cells = grid.row(row).map(|cell| self.cell(cell));
            self.line(&mut out, cells, '│');
        }
        if self.look.clues {
            self.rule(&mut out, ['└', '┴', '┘']);
        }
        out
    }

    /// The column clues, written downwards and ending at the cells.
    fn heads(&self, out: &mut String) {
        let columns = self.puzzle.columns();
        let depth = columns
            .iter()
            .map(|clue| clue.len())
            .max()
            .unwrap_or(0)
            .max(1);
        for level in 0..depth {
            out.push_str(&" ".repeat(self.margin));
            let numbers = columns.iter().map(|clue| {
                // A clue without blocks is written as one number.
                let place = (level + clue.len().max(1)).checked_sub(depth);
                let numbers = numbers(self.puzzle, self.look, clue);
                let number = place.map_or("", |place| &numbers[place]);
                let block = place.and_then(|place| clue.blocks().nth(place));
                let space = " ".repeat(self.cell - number.len());
                space + &self.number(number, block)
            });
            let mut line = String::new();
            self.line(&mut line, numbers, ' ');
            out.push_str(line.trim_end());
            out.push('\n');
        }
    }

    /// A row's clue and the space around it.
    fn row_clue(&self, out: &mut String, clue: &Clue) {
        let numbers = numbers(self.puzzle, self.look, clue);
        let width = numbers.join(" ").len() + 1;
        out.push_str(&" ".repeat(self.margin - width));
        let mut blocks = clue.blocks();
        for number in &numbers {
            out.push_str(&self.number(number, blocks.next()));
            out.push(' ');
        }
    }

    /// A number of a clue, on the colour of its block where the puzzle has colours.
    fn number(&self, number: &str, block: Option<Block>) -> String {
        let palette = self.puzzle.palette();
        let style = match block {
            Some(block) if !palette.is_black_and_white() => {
                let colour = palette.rgb(block.colour);
                self.look.colours.style(colour.readable(), colour)
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
            out.push_str(&"─".repeat(self.cell));
        }
        out.push(right);
        out.push('\n');
    }

    /// One line of cells, with a border at each group.
    fn line(&self, out: &mut String, cells: impl Iterator<Item = String>, border: char) {
        for (column, cell) in cells.enumerate() {
            if self.look.clues && column % GROUP == 0 {
                out.push(border);
            }
            out.push_str(&cell);
        }
        if self.look.clues {
            out.push(border);
        }
        out.push('\n');
    }

    fn cell(&self, cell: Cell) -> String {
        let (palette, colours) = (self.puzzle.palette(), self.look.colours);
        let (symbol, style) = match cell {
            Cell::Colour(colour) if !palette.is_black_and_white() => (
                letter(palette, colours, colour),
                colours.style(palette.rgb(colour), palette.background()),
            ),
            Cell::Colour(_) => ('█', Style::new()),
            Cell::Blank if !palette.is_black_and_white() => (
                ' ',
                colours.style(palette.background(), palette.background()),
            ),
            Cell::Blank => (' ', Style::new()),
            Cell::Unknown => ('░', unknown(self.look)),
        };
        let symbols = symbol.to_string().repeat(self.cell);
        format!("{style}{symbols}{style:#}")
    }
}

/// A filled cell of a colour: its letter where colours are not seen.
fn letter(palette: &Palette, colours: Colours, colour: Colour) -> char {
    match colours {
        Colours::None if palette.is_coloured() => palette.letter(colour),
        _ => '█',
    }
}

/// How unknown cells look.
fn unknown(look: Look) -> Style {
    match look.colours {
        Colours::None => Style::new(),
        Colours::Indexed | Colours::True => AnsiColor::Yellow.on_default(),
    }
}

/// The numbers of a clue as people write them, `0` for a blank line, with letters where colours are
/// not seen.
fn numbers(puzzle: &Puzzle, look: Look, clue: &Clue) -> Vec<String> {
    match (clue.is_empty(), look.colours) {
        (true, _) => vec!["0".to_owned()],
        (false, Colours::None) => puzzle.palette().blocks(clue),
        (false, _) => clue.iter().map(usize::to_string).collect(),
    }
}

/// Two rows per line. A pair with an unknown cell is shaded as a whole. Letters take a line per row.
fn half(palette: &Palette, grid: &Grid, look: Look) -> String {
    if palette.is_coloured() && look.colours == Colours::None {
        return super::text(palette, grid);
    }
    let mut out = String::new();
    let unknown = unknown(look);
    for top in (0..grid.rows()).step_by(2) {
        for column in 0..grid.columns() {
            let below = if top + 1 < grid.rows() {
                grid.get(top + 1, column)
            } else {
                Cell::Blank
            };
            let above = grid.get(top, column);
            let pair = match (above.value(), below.value()) {
                (None, _) | (_, None) => format!("{unknown}░{unknown:#}"),
                _ if !palette.is_black_and_white() => {
                    let rgb = |cell: Cell| match cell.colour() {
                        Some(colour) => palette.rgb(colour),
                        None => palette.background(),
                    };
                    let style = look.colours.style(rgb(above), rgb(below));
                    match look.colours {
                        Colours::None => block(above, below).to_string(),
                        _ => format!("{style}▀{style:#}"),
                    }
                }
                _ => block(above, below).to_string(),
            };
            out.push_str(&pair);
        }
        out.push('\n');
    }
    out
}

/// Two known cells, one above the other.
fn block(above: Cell, below: Cell) -> char {
    match (above.is_filled(), below.is_filled()) {
        (true, true) => '█',
        (true, false) => '▀',
        (false, true) => '▄',
        (false, false) => ' ',
    }
}

#[cfg(test)]
mod tests;
