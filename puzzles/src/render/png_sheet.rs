//! A sheet as PNG, to view, or to print and solve: a grid with every fifth line bold, and optional clues.
//!
//! Interface: [`png_sheet`]. The sheet is drawn one line of pixels at a time, so that a large sheet takes little memory.

use std::io::Write;

use font8x8::legacy::BASIC_LEGACY as FONT;
use png::{BitDepth, ColorType, Compression, Encoder, EncodingError, Filter};

use crate::formats::png::add_texts;
use crate::render::{Layout, Number, characters, is_bold};
use crate::{Cell, Colour, Grid, MAX_COLOURS, Palette, Puzzle, Rgb};

/// Side of a cell in pixels: less in a large sheet without clues, more if a column clue has a number of three or more digits.
const CELL: usize = 20;

/// Maximum side of a sheet without clues, in pixels.
const LONGEST: usize = crate::MAX_SIDE;

/// Side of a digit in pixels, height of a line of column clues, and margin.
const DIGIT: usize = 8;
const LINE: usize = 14;
const MARGIN: usize = 10;

/// Minimum side of cells with grid lines; in smaller cells only the lines would be visible.
const LEAST_RULED: usize = 4;

/// Grey levels of the page, unknown cells, grid lines, bold grid lines, and filled cells and digits.
const PAGE: u8 = 0xff;
const UNKNOWN: u8 = 0xdd;
const FINE: u8 = 0x99;
const BOLD: u8 = 0x44;
const INK: u8 = 0;

/// In a coloured sheet, the levels between [`INK`] and this one represent the colours of the palette; this level represents the
/// background.
const BACKGROUND: u8 = MAX_COLOURS as u8 + 1;

/// Draws a puzzle as a PNG with the cells of `picture`, with its clues if `clues` is true, and with grid lines unless the cells are too
/// small for them. A sheet without clues can be read again as a puzzle if a cell is filled.
///
/// Unknown cells are shaded, unless all are unknown.
///
/// # Panics
/// Panics if the size of the picture differs from that of the puzzle.
pub fn png_sheet(puzzle: &Puzzle, picture: &Grid, clues: bool) -> Vec<u8> {
    let size = (puzzle.row_count(), puzzle.column_count());
    assert_eq!((picture.rows(), picture.columns()), size, "the picture has the puzzle's size");
    Sheet::new(puzzle, picture, clues).encode().expect("writing to memory cannot fail")
}

/// The contents of a sheet, and their positions in pixels.
struct Sheet<'a> {
    picture: &'a Grid,
    palette: &'a Palette,
    /// The clues, if they are drawn.
    clues: Option<Layout>,
    cell: usize,
    left: usize,
    top: usize,
    margin: usize,
    unknown: u8,
}

impl<'a> Sheet<'a> {
    fn new(puzzle: &'a Puzzle, picture: &'a Grid, clues: bool) -> Self {
        let is_started = picture.known_cells() > 0;
        let sheet = Self {
            picture,
            palette: puzzle.palette(),
            clues: None,
            cell: (LONGEST / picture.rows().max(picture.columns())).clamp(1, CELL),
            left: 0,
            top: 0,
            margin: 0,
            unknown: if is_started { UNKNOWN } else { PAGE },
        };
        if !clues {
            return sheet;
        }
        let layout = Layout::new(puzzle);
        let (_, deepest) = layout.depths();
        Self {
            // The numbers of neighbouring columns are at least two pixels apart.
            cell: CELL.max(layout.widest_number() * DIGIT + 2),
            left: MARGIN + layout.widest_row() * DIGIT + DIGIT,
            top: MARGIN + deepest * LINE,
            margin: MARGIN,
            clues: Some(layout),
            ..sheet
        }
    }

    fn right(&self) -> usize {
        self.left + self.picture.columns() * self.cell
    }

    fn bottom(&self) -> usize {
        self.top + self.picture.rows() * self.cell
    }

    fn encode(&self) -> Result<Vec<u8>, EncodingError> {
        let (width, height) = (self.right() + self.margin, self.bottom() + self.margin);
        let pixels =
            |side| u32::try_from(side).expect("a puzzle's sides are within the limits of PNG");
        let mut bytes = Vec::new();
        let mut encoder = Encoder::new(&mut bytes, pixels(width), pixels(height));
        encoder.set_depth(BitDepth::Eight);
        if self.palette.is_black_and_white() {
            encoder.set_color(ColorType::Grayscale);
        } else {
            encoder.set_color(ColorType::Indexed);
            encoder.set_palette(levels(self.palette));
        }
        if self.clues.is_some() {
            // Most lines of pixels equal those above them.
            encoder.set_filter(Filter::Up);
            encoder.set_compression(Compression::Fast);
        } else {
            add_texts(&mut encoder, self.palette, self.cell)?;
        }
        let mut writer = encoder.write_header()?;
        let mut stream = writer.stream_writer()?;
        for y in 0..height {
            stream.write_all(&self.line(y, width))?;
        }
        stream.finish()?;
        drop(writer);
        Ok(bytes)
    }

    fn line(&self, y: usize, width: usize) -> Vec<u8> {
        let mut line = vec![PAGE; width];
        if y < self.top {
            self.column_clues(&mut line, self.top - 1 - y);
        } else if y < self.bottom() {
            let (row, below) = ((y - self.top) / self.cell, (y - self.top) % self.cell);
            self.cells(&mut line, row);
            self.row_clue(&mut line, row, below);
        }
        if self.cell >= LEAST_RULED {
            self.lattice(&mut line, y);
        }
        line
    }

    fn cells(&self, line: &mut [u8], row: usize) {
        for (column, cell) in self.picture.row(row).enumerate() {
            let level = match cell {
                Cell::Colour(_) if self.palette.is_black_and_white() => INK,
                Cell::Colour(colour) => level(colour),
                Cell::Blank if self.palette.background() != Rgb::WHITE => BACKGROUND,
                Cell::Blank => PAGE,
                Cell::Unknown => self.unknown,
            };
            let from = self.left + column * self.cell;
            line[from..from + self.cell].fill(level);
        }
    }

    /// Draws the part of a row's clue that is `below` pixels below the upper edge of its cells.
    fn row_clue(&self, line: &mut [u8], row: usize, below: usize) {
        let middle = (self.cell.max(DIGIT) - DIGIT) / 2;
        if let (Some(layout), Some(below)) = (&self.clues, below.checked_sub(middle)) {
            let numbers = &layout.rows[row];
            let mut from = self.left - DIGIT - characters(numbers) * DIGIT;
            for number in numbers {
                self.number(line, from, number, below);
                from += (number.text.len() + 1) * DIGIT;
            }
        }
    }

    /// Draws the part of the column clues that is `above` pixels above the grid.
    fn column_clues(&self, line: &mut [u8], above: usize) {
        let (place, above) = (above / LINE, above % LINE);
        let below = (LINE - 1 - above).checked_sub((LINE - DIGIT) / 2);
        let (Some(layout), Some(below)) = (&self.clues, below) else {
            return;
        };
        for (column, numbers) in layout.columns.iter().enumerate() {
            if let Some(number) = numbers.iter().rev().nth(place) {
                let centre = self.left + column * self.cell + self.cell / 2;
                self.number(line, centre - number.text.len() * DIGIT / 2, number, below);
            }
        }
    }

    /// Draws the part of a number that is `below` pixels below its upper edge. In a coloured sheet the number is on a rectangle in
    /// the colour of its block.
    fn number(&self, line: &mut [u8], from: usize, number: &Number, below: usize) {
        let mut ink = INK;
        if let Some(colour) = number.colour.filter(|_| !self.palette.is_black_and_white()) {
            if below < DIGIT {
                line[from - 1..from + number.text.len() * DIGIT].fill(level(colour));
            }
            if self.palette.rgb(colour).readable() == Rgb::WHITE {
                ink = PAGE;
            }
        }
        write(line, from, &number.text, below, ink);
    }

    fn lattice(&self, line: &mut [u8], y: usize) {
        let (rows, columns) = (self.picture.rows(), self.picture.columns());
        if let Some(level) = rule(y, self.top, rows, self.cell) {
            draw_line(&mut line[self.left..self.right()], level);
        }
        // A bold line starts one pixel before the cells.
        if y + 1 >= self.top && y < self.bottom() {
            for number in 0..=columns {
                let x = self.left + number * self.cell;
                let (from, level) =
                    if is_bold(number, columns) { (x.saturating_sub(1), BOLD) } else { (x, FINE) };
                let to = line.len().min(x + 1);
                draw_line(&mut line[from..to], level);
            }
        }
    }
}

/// Draws a grid line over pixels: in dark grey on filled cells, otherwise in the grey of `level` unless a pixel is already darker.
fn draw_line(pixels: &mut [u8], level: u8) {
    for pixel in pixels {
        *pixel = match *pixel {
            BACKGROUND => level,
            filled if filled < BACKGROUND => BOLD,
            grey => level.min(grey),
        };
    }
}

/// The level of the grid line at `place`; `None` if there is no line. `count` cells start at `from`. A bold line is two pixels
/// wide: the last pixel of the cell before it and the first pixel of the cell after it.
fn rule(place: usize, from: usize, count: usize, cell: usize) -> Option<u8> {
    let begins = |place: usize| {
        let line = place.checked_sub(from).filter(|pixels| pixels.is_multiple_of(cell))? / cell;
        (line <= count).then_some(line)
    };
    match (begins(place), begins(place + 1)) {
        (Some(line), _) if is_bold(line, count) => Some(BOLD),
        (_, Some(line)) if is_bold(line, count) => Some(BOLD),
        (Some(_), _) => Some(FINE),
        _ => None,
    }
}

/// Draws one line of pixels of a text that starts at `from`; `below` is the distance of the line from the text's upper edge.
fn write(line: &mut [u8], from: usize, text: &str, below: usize, ink: u8) {
    for (place, letter) in text.bytes().enumerate() {
        let letter = FONT.get(usize::from(letter));
        let Some(&bits) = letter.and_then(|letter| letter.get(below)) else {
            return;
        };
        // The lowest bit is the leftmost pixel.
        for x in (0..DIGIT).filter(|x| bits >> x & 1 == 1) {
            line[from + place * DIGIT + x] = ink;
        }
    }
}

/// The level of a colour in a coloured sheet.
fn level(colour: Colour) -> u8 {
    1 + colour.index() as u8
}

/// The RGB values of all levels of a coloured sheet: the palette's colours and background, and greys for all other levels.
fn levels(palette: &Palette) -> Vec<u8> {
    let mut levels: Vec<[u8; 3]> = (0..=u8::MAX).map(|level| [level; 3]).collect();
    let parts = |rgb: Rgb| [rgb.red, rgb.green, rgb.blue];
    for colour in palette.colours() {
        levels[usize::from(level(colour))] = parts(palette.rgb(colour));
    }
    levels[usize::from(BACKGROUND)] = parts(palette.background());
    levels.concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The pixels of a sheet, and its width.
    fn pixels(bytes: &[u8]) -> (Vec<u8>, usize) {
        let mut reader = png::Decoder::new(std::io::Cursor::new(bytes)).read_info().unwrap();
        let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
        reader.next_frame(&mut pixels).unwrap();
        (pixels, reader.info().width as usize)
    }

    fn puzzle() -> (Puzzle, Grid) {
        let rows = ["##-##--", "#######", "-##-##-", "-----#-", "-------", "#-----#"];
        let grid = Grid::from_lines(&rows).unwrap();
        (Puzzle::from_grid(&grid), grid)
    }

    /// Regression test: grid lines had the colour of the background unless it was white.
    #[test]
    fn sheet_on_a_coloured_background_has_lines() {
        let (puzzle, grid) = puzzle();
        let palette = Palette::default().with_background(Rgb::new(200, 220, 255));
        let puzzle = puzzle.with_palette(palette).unwrap();
        let blank = Grid::from_fn(grid.rows(), grid.columns(), |_, _| false);
        let bytes = png_sheet(&puzzle, &blank, false);
        let (pixels, width) = pixels(&bytes);
        let row = &pixels[CELL / 2 * width..][..width];
        assert_eq!([row[CELL - 1], row[CELL], row[5 * CELL]], [BACKGROUND, FINE, BOLD]);
    }

    /// Snapshot of every pixel: digits, grid lines and cells.
    #[test]
    fn sheet_shows_clues_lines_and_cells() {
        let grid = Grid::from_lines(&["#-#?##", "------", "#####-"]).unwrap();
        let solution = Grid::from_lines(&["#-#-##", "------", "#####-"]).unwrap();
        let (pixels, width) = pixels(&png_sheet(&Puzzle::from_grid(&solution), &grid, true));
        let letter = |&level: &u8| match level {
            PAGE => ' ',
            UNKNOWN => '?',
            FINE => '.',
            BOLD => '+',
            _ => '#',
        };
        let lines = pixels.chunks(width).map(|line| {
            let text: String = line.iter().map(letter).collect();
            text.trim_end().to_owned() + "\n"
        });
        insta::assert_snapshot!(lines.collect::<String>());
    }

    #[test]
    fn cells_of_a_large_sheet_are_small_only_without_clues() {
        let long = Grid::from_lines(&["#".repeat(1000)]).unwrap();
        let puzzle = Puzzle::from_grid(&long);
        let (_, width) = pixels(&png_sheet(&puzzle, &long, false));
        assert_eq!(width, 4 * 1000);
        let (_, width) = pixels(&png_sheet(&puzzle, &long, true));
        assert_eq!(width, 2 * MARGIN + 5 * DIGIT + 1000 * CELL);
    }
}
