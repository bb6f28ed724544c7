//! One puzzle on a page: its heading, its clues above and to the left of an empty grid, and the QR code of its link.
//!
//! Interface: [`draw`] fits the sheet into an area with the largest possible cells, at most 9 mm wide, of the size that [`cell_side`]
//! returns; [`solution`] draws a solution.

use pdf_writer::{Content, Name, Str};
use qrcode::{Color, EcLevel, QrCode};

use super::{Area, Entry, MM};
use crate::render::{Layout, Number, is_bold, runs};
use crate::{Grid, Palette, Puzzle, Rgb};

/// Maximum side of a cell, in points.
const LARGEST_CELL: f32 = 9.0 * MM;

/// Widths in points of the lines between cells and of those around groups of cells.
const THIN: f32 = 0.6;
const THICK: f32 = 1.6;

/// Font sizes of the heading and of the line below it, and the height of both together, in points.
const TITLE: f32 = 12.0;
const ABOUT: f32 = 8.0;
const HEAD: f32 = 30.0;

/// Side of the QR code, with its quiet zone, in points.
const CODE: f32 = 24.0 * MM;

/// Quiet zone of a QR code, in modules.
const QUIET: usize = 4;

/// Font size of the clues as a fraction of the side of a cell.
const DIGITS: f32 = 0.62;

/// The QR code of an entry's link; `None` if there is no link, or it is too long for a code.
pub fn code(entry: &Entry) -> Option<QrCode> {
    code_of(entry.link.as_deref()?)
}

/// The QR code of a text, at the lowest level of error correction; `None` if the text is too long for a code.
pub fn code_of(text: &str) -> Option<QrCode> {
    QrCode::with_error_correction_level(text, EcLevel::L).ok()
}

/// Draws the sheet of puzzle `number`.
pub fn draw(canvas: &mut Canvas, entry: &Entry, number: usize, area: Area) {
    let qr = code(entry);
    let text_width = area.width - if qr.is_some() { CODE } else { 0.0 };
    let top = area.y + area.height;
    let title = format!("{number}. {}", entry.title);
    let title = fitting(title.trim_end_matches(['.', ' ']), TITLE, text_width);
    canvas.text(area.x, top - TITLE, TITLE, true, &title);
    let about = fitting(&entry.about, ABOUT, text_width);
    canvas.text(area.x, top - TITLE - 1.4 * ABOUT, ABOUT, false, &about);
    if let Some(code) = qr {
        draw_code(canvas, &code, area.x + area.width - CODE, top - CODE);
    }
    draw_grid(canvas, entry, below_head(entry, area));
}

/// The part of a sheet's area for the grid and its clues.
fn below_head(entry: &Entry, area: Area) -> Area {
    let has_code = code(entry).is_some();
    let head = if has_code { CODE.max(HEAD) } else { HEAD };
    Area { height: area.height - head, ..area }
}

/// The side of a cell of the sheet in this area, in points.
pub fn cell_side(entry: &Entry, area: Area) -> f32 {
    let depths = Layout::new(&entry.puzzle).depths();
    side_in(&entry.puzzle, depths, below_head(entry, area))
}

/// The side of a cell of a grid that, with its clues, fills this area.
fn side_in(puzzle: &Puzzle, (left, above): (usize, usize), area: Area) -> f32 {
    (area.width / (left + puzzle.column_count()) as f32)
        .min(area.height / (above + puzzle.row_count()) as f32)
        .min(LARGEST_CELL)
}

fn draw_code(canvas: &mut Canvas, code: &QrCode, x: f32, y: f32) {
    let width = code.width();
    let side = CODE / (width + 2 * QUIET) as f32;
    for (index, color) in code.to_colors().into_iter().enumerate() {
        if color == Color::Dark {
            let (row, column) = (index / width + QUIET, index % width + QUIET);
            let top = y + CODE - (row + 1) as f32 * side;
            canvas.fill(x + column as f32 * side, top, side, side, Rgb::BLACK);
        }
    }
}

/// Draws the grid with its clues in the upper left of an area.
fn draw_grid(canvas: &mut Canvas, entry: &Entry, area: Area) {
    let puzzle = &entry.puzzle;
    let layout = Layout::new(puzzle);
    let (left, above) = layout.depths();
    let (rows, columns) = (puzzle.row_count(), puzzle.column_count());
    let side = side_in(puzzle, (left, above), area);
    let x = area.x + left as f32 * side;
    let y = area.y + area.height - above as f32 * side;
    let palette = puzzle.palette();
    let mut draw = |number: &Number, column: f32, row: f32| {
        if let Some(colour) = number.colour.filter(|_| palette.is_coloured()) {
            let colour = palette.rgb(colour);
            canvas.fill(column, row, side, side, colour);
            canvas.ink(colour.readable());
        }
        let text = &number.text;
        // Numbers of three or more digits are set smaller, so that they fit their cell.
        let size = side * DIGITS * (2.0 / text.len() as f32).min(1.0);
        let shift = (side - digits_width(text, size)) / 2.0;
        let lift = (side - DIGIT_HEIGHT * size) / 2.0;
        canvas.text(column + shift, row + lift, size, false, text);
        canvas.ink(Rgb::BLACK);
    };
    for (row, numbers) in layout.rows.iter().enumerate() {
        let bottom = y - (row + 1) as f32 * side;
        for (place, number) in (1..).zip(numbers.iter().rev()) {
            draw(number, x - place as f32 * side, bottom);
        }
    }
    for (column, numbers) in layout.columns.iter().enumerate() {
        for (place, number) in numbers.iter().rev().enumerate() {
            draw(number, x + column as f32 * side, y + place as f32 * side);
        }
    }
    let (right, bottom) = (x + columns as f32 * side, y - rows as f32 * side);
    let weight = |number, count| if is_bold(number, count) { THICK } else { THIN };
    // Grid lines continue between the clues.
    let (start, top) = (x - left as f32 * side, y + above as f32 * side);
    for row in 0..=rows {
        let at = y - row as f32 * side;
        canvas.line((start, at), (right, at), weight(row, rows));
    }
    for column in 0..=columns {
        let at = x + column as f32 * side;
        canvas.line((at, top), (at, bottom), weight(column, columns));
    }
}

/// Draws the solution of puzzle `number`.
pub fn solution(canvas: &mut Canvas, palette: &Palette, grid: &Grid, number: usize, area: Area) {
    let top = area.y + area.height;
    canvas.text(area.x, top - ABOUT, ABOUT, true, &number.to_string());
    let height = area.height - 1.5 * ABOUT;
    let (rows, columns) = (grid.rows(), grid.columns());
    let side = (area.width / columns as f32).min(height / rows as f32);
    let top = area.y + height;
    for row in 0..rows {
        let bottom = top - (row + 1) as f32 * side;
        // A run of cells of one colour is drawn as one rectangle, without seams.
        for (first, count, cell) in runs(grid, row) {
            if let Some(colour) = cell.colour() {
                let (left, width) = (first as f32 * side, count as f32 * side);
                canvas.fill(area.x + left, bottom, width, side, palette.rgb(colour));
            }
        }
    }
    let (right, bottom) = (area.x + columns as f32 * side, top - rows as f32 * side);
    for (from, to) in [
        ((area.x, top), (right, top)),
        ((right, top), (right, bottom)),
        ((right, bottom), (area.x, bottom)),
        ((area.x, bottom), (area.x, top)),
    ] {
        canvas.line(from, to, THIN);
    }
}

/// Names of the plain and the bold font, in PDF and in the resources of a page.
pub const FONTS: [&[u8]; 2] = [b"Helvetica", b"Helvetica-Bold"];
pub const NAMES: [&[u8]; 2] = [b"F1", b"F2"];

/// Widths of a digit and of a space in both fonts, as fractions of the font size.
const DIGIT: f32 = 0.556;
const SPACE: f32 = 0.278;

/// Height of a digit, as a fraction of the font size.
pub const DIGIT_HEIGHT: f32 = 0.72;

pub struct Canvas {
    content: Content,
}

/// Width of a text of digits and spaces in points. Every other character counts as a space. `size` is the font size in points.
pub fn digits_width(text: &str, size: f32) -> f32 {
    let width = |c: char| if c.is_ascii_digit() { DIGIT } else { SPACE };
    text.chars().map(width).sum::<f32>() * size
}

/// Upper bound of the width of a character in both fonts, as a fraction of the font size. Source: Adobe's font metrics.
fn most_width(character: char) -> f32 {
    match character {
        ' ' | '\'' | ',' | '.' | '/' | '\\' | 'I' | 'i' | 'j' | 'l' | '|' | '·' => 0.28,
        '!' | '(' | ')' | '-' | ':' | ';' | '[' | ']' | 'f' | 'r' | 't' => 0.39,
        'M' | 'W' | 'm' | 'w' => 0.95,
        '0'..='9' | 'a'..='z' | 'à'..='å' | 'ç'..='ÿ' => 0.62,
        'A'..='Z' => 0.78,
        _ => 1.02,
    }
}

/// The text, or its beginning and `…` if it may be wider than `width`. `size` is the font size; both are in points.
pub fn fitting(text: &str, size: f32, width: f32) -> String {
    if text.chars().map(most_width).sum::<f32>() * size <= width {
        return text.to_owned();
    }
    let mut rest = width / size - most_width('…');
    let kept = text.chars().take_while(|&character| {
        rest -= most_width(character);
        rest >= 0.0
    });
    kept.chain(std::iter::once('…')).collect()
}

impl Canvas {
    /// Creates an empty page.
    pub fn new() -> Self {
        Self { content: Content::new() }
    }

    pub fn line(&mut self, from: (f32, f32), to: (f32, f32), width: f32) {
        self.content.set_line_width(width).move_to(from.0, from.1).line_to(to.0, to.1).stroke();
    }

    pub fn fill(&mut self, x: f32, y: f32, width: f32, height: f32, colour: Rgb) {
        self.ink(colour);
        self.content.rect(x, y, width, height).fill_nonzero();
        self.ink(Rgb::BLACK);
    }

    /// Sets the colour of subsequent text; it is black by default and after [`fill`](Self::fill).
    pub fn ink(&mut self, colour: Rgb) {
        let [red, green, blue] =
            [colour.red, colour.green, colour.blue].map(|part| f32::from(part) / 255.0);
        if red == green && green == blue {
            self.content.set_fill_gray(red);
        } else {
            self.content.set_fill_rgb(red, green, blue);
        }
    }

    /// Draws a line of text that starts at a position.
    pub fn text(&mut self, x: f32, y: f32, size: f32, bold: bool, text: &str) {
        let bytes: Vec<u8> = text.chars().map(win_ansi).collect();
        self.content
            .begin_text()
            .set_font(Name(NAMES[usize::from(bold)]), size)
            .next_line(x, y)
            .show(Str(&bytes))
            .end_text();
    }

    pub fn finish(self) -> Vec<u8> {
        self.content.finish().to_vec()
    }
}

/// A character in the encoding of the fonts; `?` if this function does not map it.
fn win_ansi(character: char) -> u8 {
    match character {
        ' '..='~' | '\u{a0}'..='ÿ' => character as u8,
        '€' => 0x80,
        '…' => 0x85,
        '‘' => 0x91,
        '’' => 0x92,
        '“' => 0x93,
        '”' => 0x94,
        '•' => 0x95,
        '–' => 0x96,
        '—' => 0x97,
        'Š' => 0x8a,
        'š' => 0x9a,
        'Ž' => 0x8e,
        'ž' => 0x9e,
        'Œ' => 0x8c,
        'œ' => 0x9c,
        _ => b'?',
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Regression test: every character was taken as 0.6 of the font size wide, but a `W` is 0.944 wide.
    #[test]
    fn text_of_wide_characters_is_cut_before_the_edge() {
        assert_eq!(fitting(&"W".repeat(10), 10.0, 60.0), "WWWWW…");
        assert_eq!(fitting("WWWWW", 10.0, 60.0), "WWWWW");
        assert_eq!(fitting("illicit", 10.0, 25.0), "illicit");
    }
}
