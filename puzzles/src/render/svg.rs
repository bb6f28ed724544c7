//! A sheet as SVG, to view, or to print and solve by hand.

use std::fmt::Write as _;

use html_escape::encode_text;

use super::{Layout, Number, is_bold, runs};
use crate::{Cell, Grid, Puzzle, Rgb};

/// Side of a cell, in SVG units.
const CELL: usize = 20;

/// Font size and digit width of the clues, and the margin of the page, in SVG units.
const FONT: usize = 12;
const DIGIT: usize = 8;
const MARGIN: usize = 10;

/// Writes the puzzle as a page, with the cells of `picture` drawn.
///
/// Unknown cells are shaded, unless all are unknown.
///
/// # Panics
/// Panics if the size of the picture differs from that of the puzzle.
pub fn svg(puzzle: &Puzzle, picture: &Grid) -> String {
    Page::new(puzzle).draw(picture).expect("a string takes any text")
}

/// A puzzle on a page, and the position of its grid in SVG units.
struct Page<'a> {
    puzzle: &'a Puzzle,
    layout: Layout,
    left: usize,
    top: usize,
}

impl<'a> Page<'a> {
    fn new(puzzle: &'a Puzzle) -> Self {
        let layout = Layout::new(puzzle);
        let (_, deepest) = layout.depths();
        Self {
            puzzle,
            left: MARGIN + layout.widest_row() * DIGIT + DIGIT,
            top: MARGIN + deepest * CELL,
            layout,
        }
    }

    fn draw(&self, picture: &Grid) -> Result<String, std::fmt::Error> {
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
        writeln!(svg, "<rect width=\"{width}\" height=\"{height}\" fill=\"#fff\"/>")?;
        let palette = self.puzzle.palette();
        if palette.background() != Rgb::WHITE {
            let (left, top) = (self.left, self.top);
            let (width, height) = (right - left, bottom - top);
            let place = format!("x=\"{left}\" y=\"{top}\" width=\"{width}\" height=\"{height}\"");
            writeln!(svg, "<rect {place} fill=\"{}\"/>", palette.background())?;
        }
        let size = (picture.rows(), picture.columns());
        assert_eq!(size, (rows, columns), "the picture has the puzzle's size");
        for colour in palette.colours() {
            let fill = palette.rgb(colour).to_string();
            self.cells(&mut svg, picture, Cell::Colour(colour), &fill)?;
        }
        if picture.known_cells() > 0 {
            self.cells(&mut svg, picture, Cell::Unknown, "#ddd")?;
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
            let runs = runs(grid, row).into_iter();
            for (column, count, _) in runs.filter(|(.., cell)| *cell == kind) {
                let (x, y) = (self.left + column * CELL, self.top + row * CELL);
                let width = count * CELL;
                write!(path, "M{x} {y}h{width}v{CELL}h-{width}z")?;
            }
        }
        if path.is_empty() { Ok(()) } else { writeln!(svg, "<path fill=\"{fill}\" d=\"{path}\"/>") }
    }

    fn lattice(&self, svg: &mut String, right: usize, bottom: usize) -> std::fmt::Result {
        let (mut fine, mut bold) = (String::new(), String::new());
        let (rows, columns) = (self.puzzle.row_count(), self.puzzle.column_count());
        let (left, top) = (self.left, self.top);
        let mut line = |number, count, path: &str| {
            let lines = if is_bold(number, count) { &mut bold } else { &mut fine };
            lines.push_str(path);
        };
        for row in 0..=rows {
            line(row, rows, &format!("M{left} {}H{right}", top + row * CELL));
        }
        for column in 0..=columns {
            let x = left + column * CELL;
            line(column, columns, &format!("M{x} {top}V{bottom}"));
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
        let group = |anchor: &str| {
            let font = format!("font-family=\"sans-serif\" font-size=\"{FONT}\"");
            format!("<g {font} text-anchor=\"{anchor}\">\n")
        };
        svg.push_str(&group("end"));
        for (row, numbers) in self.layout.rows.iter().enumerate() {
            let (mut x, y) = (self.left - DIGIT, self.top + row * CELL + drop);
            if self.puzzle.palette().is_black_and_white() {
                let texts: Vec<&str> = numbers.iter().map(|number| &*number.text).collect();
                writeln!(svg, "<text x=\"{x}\" y=\"{y}\">{}</text>", texts.join(" "))?;
                continue;
            }
            // The blocks are drawn from the last to the first, with a space between two numbers.
            for number in numbers.iter().rev() {
                self.number(svg, (x, y), number, "end")?;
                x -= DIGIT * (1 + number.text.len());
            }
        }
        svg.push_str("</g>\n");
        svg.push_str(&group("middle"));
        for (column, numbers) in self.layout.columns.iter().enumerate() {
            let x = self.left + column * CELL + CELL / 2;
            for (above, number) in (1..).zip(numbers.iter().rev()) {
                let y = self.top - above * CELL + drop;
                self.number(svg, (x, y), number, "middle")?;
            }
        }
        svg.push_str("</g>\n");
        Ok(())
    }

    /// Draws a number of a clue. Unless the puzzle is black and white, the length of a block is on a rectangle in the block's colour and
    /// the tooltip is the letter of the colour.
    fn number(
        &self,
        svg: &mut String,
        (x, y): (usize, usize),
        number: &Number,
        anchor: &str,
    ) -> std::fmt::Result {
        let (palette, text) = (self.puzzle.palette(), &number.text);
        let colour = number.colour.filter(|_| !palette.is_black_and_white());
        let Some(colour) = colour else {
            return writeln!(svg, "<text x=\"{x}\" y=\"{y}\">{text}</text>");
        };
        let width = DIGIT * text.len() + 2;
        let left = match anchor {
            "end" => x + 1 - width,
            _ => x - width / 2,
        };
        let fill = palette.rgb(colour);
        let (top, height, ink) = (y - FONT, FONT + 3, fill.readable());
        let letter = palette.letter(colour);
        writeln!(
            svg,
            "<rect x=\"{left}\" y=\"{top}\" width=\"{width}\" height=\"{height}\" fill=\"{fill}\"/>\
             <text x=\"{x}\" y=\"{y}\" fill=\"{ink}\">{text}<title>{letter}</title></text>"
        )
    }
}
