//! SVG with clues: a page to view, or to print and solve by hand. The format is written only.
//!
//! Clues are above the grid and to its left; every fifth grid line and the border are bold.

use std::fmt::Write as _;

use html_escape::encode_text;

use super::{BARE, Description, Write};
use crate::{Block, Cell, Clue, Grid, Puzzle, Rgb};

pub(super) const DESCRIPTION: Description = Description {
    name: "svg",
    about: "a drawing with its clues, written only",
    extensions: &["svg"],
    write: Write::Page(write),
    ..BARE
};

/// Side of a cell, in SVG units.
const CELL: usize = 20;

/// Font size and digit width of the clues, and the margin of the page, in SVG units.
const FONT: usize = 12;
const DIGIT: usize = 8;
const MARGIN: usize = 10;

/// Number of cells between bold grid lines.
const GROUP: usize = 5;

/// Writes the puzzle as a page, with the cells of `picture` drawn or, without a picture, with an empty grid to solve by hand.
///
/// Unknown cells are shaded, unless all are unknown.
///
/// # Panics
/// Panics if the size of the picture differs from that of the puzzle.
fn write(puzzle: &Puzzle, picture: Option<&Grid>) -> String {
    Page::new(puzzle)
        .draw(picture)
        .expect("a string takes any text")
}

/// A puzzle on a page, and the position of its grid in SVG units.
struct Page<'a> {
    puzzle: &'a Puzzle,
    left: usize,
    top: usize,
}

impl<'a> Page<'a> {
    fn new(puzzle: &'a Puzzle) -> Self {
        let digits = |clue: &Clue| words(clue).len();
        let widest = puzzle.rows().iter().map(digits).max().unwrap_or(0);
        let deepest = puzzle
            .columns()
            .iter()
            .map(|clue| clue.len())
            .max()
            .unwrap_or(0)
            .max(1);
        Self {
            puzzle,
            left: MARGIN + widest * DIGIT + DIGIT,
            top: MARGIN + deepest * CELL,
        }
    }

    fn draw(&self, picture: Option<&Grid>) -> Result<String, std::fmt::Error> {
        let (rows, columns) = (self.puzzle.row_count(), self.puzzle.column_count());
        let (right, bottom) = (self.left + columns * CELL, self.top + rows * CELL);
        let (width, height) = (right + MARGIN, bottom + MARGIN);
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
             viewBox=\"0 0 {width} {height}\">\n"
        );
        if let Some(title) = &self.puzzle.metadata().title {
            let title: String = title.chars().filter(|c| !c.is_control()).collect();
            writeln!(svg, "<title>{}</title>", encode_text(&title))?;
        }
        writeln!(
            svg,
            "<rect width=\"{width}\" height=\"{height}\" fill=\"#fff\"/>"
        )?;
        let palette = self.puzzle.palette();
        if palette.background() != Rgb::WHITE {
            let (left, top) = (self.left, self.top);
            let (width, height) = (right - left, bottom - top);
            let place = format!("x=\"{left}\" y=\"{top}\" width=\"{width}\" height=\"{height}\"");
            writeln!(svg, "<rect {place} fill=\"{}\"/>", palette.background())?;
        }
        if let Some(picture) = picture {
            assert_eq!(
                (picture.rows(), picture.columns()),
                (rows, columns),
                "the picture has the puzzle's size"
            );
            for colour in palette.colours() {
                let fill = short(palette.rgb(colour));
                self.cells(&mut svg, picture, Cell::Colour(colour), &fill)?;
            }
            if picture.known_cells() > 0 {
                self.cells(&mut svg, picture, Cell::Unknown, "#ddd")?;
            }
        }
        self.lattice(&mut svg, right, bottom)?;
        self.clues(&mut svg)?;
        svg.push_str("</svg>\n");
        Ok(svg)
    }

    /// Draws all cells equal to `kind` as one path, with one rectangle per run of cells.
    fn cells(&self, svg: &mut String, grid: &Grid, kind: Cell, fill: &str) -> std::fmt::Result {
        let mut path = String::new();
        for row in 0..grid.rows() {
            let cells: Vec<Cell> = grid.row(row).collect();
            let mut column = 0;
            for run in cells.chunk_by(|a, b| a == b) {
                if run[0] == kind {
                    let (x, y) = (self.left + column * CELL, self.top + row * CELL);
                    let width = run.len() * CELL;
                    write!(path, "M{x} {y}h{width}v{CELL}h-{width}z")?;
                }
                column += run.len();
            }
        }
        if path.is_empty() {
            Ok(())
        } else {
            writeln!(svg, "<path fill=\"{fill}\" d=\"{path}\"/>")
        }
    }

    fn lattice(&self, svg: &mut String, right: usize, bottom: usize) -> std::fmt::Result {
        let (mut fine, mut bold) = (String::new(), String::new());
        let mut line = |index: usize, count: usize, path: &str| {
            let is_bold = index.is_multiple_of(GROUP) || index == count;
            if is_bold {
                bold.push_str(path)
            } else {
                fine.push_str(path)
            }
        };
        for index in 0..=self.puzzle.row_count() {
            let y = self.top + index * CELL;
            line(
                index,
                self.puzzle.row_count(),
                &format!("M{} {y}H{right}", self.left),
            );
        }
        for index in 0..=self.puzzle.column_count() {
            let x = self.left + index * CELL;
            line(
                index,
                self.puzzle.column_count(),
                &format!("M{x} {}V{bottom}", self.top),
            );
        }
        if !fine.is_empty() {
            writeln!(svg, "<path stroke=\"#999\" d=\"{fine}\"/>")?;
        }
        let square = "stroke=\"#444\" stroke-width=\"2\" stroke-linecap=\"square\"";
        writeln!(svg, "<path {square} d=\"{bold}\"/>")
    }

    fn clues(&self, svg: &mut String) -> std::fmt::Result {
        // Text is positioned by its baseline; at this distance below the top of a cell, digits are centred.
        let drop = CELL / 2 + FONT / 3;
        writeln!(
            svg,
            "<g font-family=\"sans-serif\" font-size=\"{FONT}\" text-anchor=\"end\">"
        )?;
        for (row, clue) in self.puzzle.rows().iter().enumerate() {
            let (x, y) = (self.left - DIGIT, self.top + row * CELL + drop);
            match self.puzzle.palette().is_black_and_white() {
                true => writeln!(svg, "<text x=\"{x}\" y=\"{y}\">{}</text>", words(clue))?,
                false => {
                    // The blocks are drawn from the last to the first, with a space between two numbers.
                    let mut x = x;
                    for block in clue.blocks().rev() {
                        self.number(svg, (x, y), block, "end")?;
                        x -= DIGIT * (1 + block.length.to_string().len());
                    }
                    if clue.is_empty() {
                        writeln!(svg, "<text x=\"{x}\" y=\"{y}\">0</text>")?;
                    }
                }
            }
        }
        svg.push_str("</g>\n");
        writeln!(
            svg,
            "<g font-family=\"sans-serif\" font-size=\"{FONT}\" text-anchor=\"middle\">"
        )?;
        for (column, clue) in self.puzzle.columns().iter().enumerate() {
            let x = self.left + column * CELL + CELL / 2;
            if clue.is_empty() {
                let y = self.top - CELL + drop;
                writeln!(svg, "<text x=\"{x}\" y=\"{y}\">0</text>")?;
            }
            for (above, block) in (1..).zip(clue.blocks().rev()) {
                let y = self.top - above * CELL + drop;
                self.number(svg, (x, y), block, "middle")?;
            }
        }
        svg.push_str("</g>\n");
        Ok(())
    }

    /// Draws the length of a block. Unless the puzzle is black and white, the length is on a rectangle in the block's colour and the
    /// tooltip is the letter of the colour.
    fn number(
        &self,
        svg: &mut String,
        (x, y): (usize, usize),
        block: Block,
        anchor: &str,
    ) -> std::fmt::Result {
        let palette = self.puzzle.palette();
        let length = block.length;
        if palette.is_black_and_white() {
            return writeln!(svg, "<text x=\"{x}\" y=\"{y}\">{length}</text>");
        }
        let width = DIGIT * length.to_string().len() + 2;
        let left = match anchor {
            "end" => x + 1 - width,
            _ => x - width / 2,
        };
        let (fill, ink) = (
            palette.rgb(block.colour),
            palette.rgb(block.colour).readable(),
        );
        writeln!(
            svg,
            "<rect x=\"{left}\" y=\"{}\" width=\"{width}\" height=\"{}\" fill=\"{fill}\"/>\
             <text x=\"{x}\" y=\"{y}\" fill=\"{ink}\">{length}<title>{}</title></text>",
            y - FONT,
            FONT + 3,
            palette.letter(block.colour)
        )
    }
}

fn words(clue: &Clue) -> String {
    clue.to_string().replace(',', " ")
}

/// The shortest notation of a colour.
fn short(rgb: Rgb) -> String {
    let is_short = [rgb.red, rgb.green, rgb.blue]
        .iter()
        .all(|part| part % 17 == 0);
    match is_short {
        true => format!("#{:x}{:x}{:x}", rgb.red / 17, rgb.green / 17, rgb.blue / 17),
        false => rgb.to_string(),
    }
}
