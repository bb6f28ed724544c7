//! A puzzle and its picture on a terminal: the clues above and to the left, a cell as wide as it is high.
//!
//! [`terminal`] draws it; [`Look`] leaves out colour or clues, or halves the size.

use std::fmt::Write as _;

use anstyle::{AnsiColor, Style};

use crate::{Cell, Clue, Grid, Puzzle};

/// Light rules help the eye to count cells in groups of this many.
const GROUP: usize = 5;

/// How a picture is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Look {
    /// Escape codes for colour.
    pub colour: bool,
    /// The clues above and to the left.
    pub clues: bool,
    /// Two rows in a line of half blocks, without clues; needs a quarter of the space.
    pub half: bool,
}

impl Default for Look {
    fn default() -> Self {
        Self {
            colour: false,
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
        half(grid, look)
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
        let widest = |clues: &[Clue]| {
            let digits = |length: &usize| length.to_string().len();
            clues
                .iter()
                .flat_map(|clue| clue.iter().map(digits))
                .max()
                .unwrap_or(1)
        };
        let row = |clue: &Clue| words(clue).chars().count() + 1;
        let (cell, margin) = if look.clues {
            let margin = puzzle.rows().iter().map(row).max().unwrap_or(0);
            // Two clues of two digits side by side would read as one of four.
            let digits = widest(puzzle.columns());
            (if digits == 1 { 2 } else { digits + 1 }, margin)
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
                let clue = words(&self.puzzle.rows()[row]);
                write!(out, "{clue:>width$} ", width = self.margin - 1)
                    .expect("a string takes any text");
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
                let number = match (level + clue.len().max(1)).checked_sub(depth) {
                    Some(index) => clue.get(index).unwrap_or(&0).to_string(),
                    None => String::new(),
                };
                format!("{number:>width$}", width = self.cell)
            });
            let mut line = String::new();
            self.line(&mut line, numbers, ' ');
            out.push_str(line.trim_end());
            out.push('\n');
        }
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
        let (symbol, style) = match cell {
            Cell::Filled => ("█", Style::new()),
            Cell::Blank => (" ", Style::new()),
            Cell::Unknown => ("░", AnsiColor::Yellow.on_default()),
        };
        let style = if self.look.colour {
            style
        } else {
            Style::new()
        };
        format!("{style}{}{style:#}", symbol.repeat(self.cell))
    }
}

/// A row's clue as people write it: numbers with spaces between, `0` for a blank line.
fn words(clue: &Clue) -> String {
    clue.to_string().replace(',', " ")
}

/// Two rows a line. A pair with an unknown cell is shaded as a whole.
fn half(grid: &Grid, look: Look) -> String {
    let mut out = String::new();
    let unknown = if look.colour {
        AnsiColor::Yellow.on_default()
    } else {
        Style::new()
    };
    for top in (0..grid.rows()).step_by(2) {
        for column in 0..grid.columns() {
            let below = if top + 1 < grid.rows() {
                grid.get(top + 1, column)
            } else {
                Cell::Blank
            };
            match (grid.get(top, column).value(), below.value()) {
                (Some(true), Some(true)) => out.push('█'),
                (Some(true), Some(false)) => out.push('▀'),
                (Some(false), Some(true)) => out.push('▄'),
                (Some(false), Some(false)) => out.push(' '),
                _ => write!(out, "{unknown}░{unknown:#}").expect("a string takes any text"),
            }
        }
        out.push('\n');
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawing() -> (Puzzle, Grid) {
        let whole = Grid::from_lines(&[
            "##-##--", "#######", "-##-##-", "-----#-", "-------", "#-----#",
        ])
        .unwrap();
        let mut grid = whole.clone();
        grid.set(1, 6, Cell::Unknown);
        (Puzzle::from_grid(&whole), grid)
    }

    #[test]
    fn clues_stand_around_the_cells() {
        let (puzzle, grid) = drawing();
        let text = terminal(&puzzle, &grid, Look::default());
        insta::assert_snapshot!(text, @"
              2            1
              1 3 2 2 3  3 1
            ┌──────────┬────┐
        2 2 │████  ████│    │
          7 │██████████│██░░│
        2 2 │  ████  ██│██  │
          1 │          │██  │
          0 │          │    │
            ├──────────┼────┤
        1 1 │██        │  ██│
            └──────────┴────┘
        ");
        let widest = text.lines().map(|line| line.chars().count()).max();
        assert_eq!(widest, Some(Look::default().width(&puzzle)));
    }

    #[test]
    fn half_blocks_are_small() {
        let (puzzle, grid) = drawing();
        let look = Look {
            half: true,
            ..Look::default()
        };
        insta::assert_snapshot!(terminal(&puzzle, &grid, look), @"
        ██▄██▄░
         ▀▀ ▀█ 
        ▄     ▄
        ");
        assert_eq!(look.width(&puzzle), 7);
    }

    /// The last row of an odd number has none below it.
    #[test]
    fn half_blocks_of_an_odd_number_of_rows() {
        let grid = Grid::from_lines(&["##-", "#--", "-##"]).unwrap();
        let look = Look {
            half: true,
            ..Look::default()
        };
        let text = terminal(&Puzzle::from_grid(&grid), &grid, look);
        assert_eq!(text, "█▀ \n ▀▀\n");
    }

    /// A blank column had no number, where a blank row has a 0.
    #[test]
    fn a_blank_column_has_a_zero() {
        let grid = Grid::from_lines(&["#--", "---", "#-#"]).unwrap();
        let text = terminal(&Puzzle::from_grid(&grid), &grid, Look::default());
        insta::assert_snapshot!(text, @"
              1
              1 0 1
            ┌──────┐
          1 │██    │
          0 │      │
        1 1 │██  ██│
            └──────┘
        ");
    }

    #[test]
    fn colour_marks_unknown_cells() {
        let puzzle = Puzzle::from_grid(&Grid::from_lines(&["#-"]).unwrap());
        let grid = Grid::from_lines(&["#?"]).unwrap();
        let look = Look {
            colour: true,
            clues: false,
            half: false,
        };
        assert_eq!(terminal(&puzzle, &grid, look), "██\u{1b}[33m░░\u{1b}[0m\n");
        let plain = Look {
            colour: false,
            ..look
        };
        assert_eq!(terminal(&puzzle, &grid, plain), "██░░\n");
    }
}
