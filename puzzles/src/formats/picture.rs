//! Parts that the picture formats share: conversion of pixels to a puzzle, and selection of the picture to write.
//!
//! [`Picture::trace`] scales a picture to the size of the puzzle and fills the dark cells (the light cells if inverted) or, if the ink is
//! clearly coloured (see `colours`), the cells with ink.

mod colours;

use super::draft::drawn;
use super::error::{ParseErrorKind, syntax};
use crate::{Cell, Grid, MAX_SIDE, Palette, Puzzle, Rgb, counted};
use colours::Colours;

/// How a picture is converted to a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ImageOptions {
    /// Level that separates dark from light: 0 is black, 255 is white. Cells, or near-neutral pixels of a coloured picture, are dark if
    /// they are below this level.
    pub threshold: u8,
    /// Maximum side in cells. A larger picture is shrunk to it in proportion; a smaller picture has one pixel per cell.
    pub max_side: usize,
    /// Size in rows and columns, for pictures of any proportions. A picture with fewer pixels is enlarged. Overrides `max_side`.
    pub size: Option<(usize, usize)>,
    /// Whether the light cells are filled instead of the dark ones, as for a picture with a dark background.
    pub invert: bool,
    /// Maximum number of colours, without the background; 1 makes the puzzle black and white, and `None` means 8. A picture without
    /// clearly coloured ink becomes black and white.
    pub colours: Option<usize>,
}

impl Default for ImageOptions {
    fn default() -> Self {
        Self { threshold: 128, max_side: MAX_SIDE, size: None, invert: false, colours: None }
    }
}

/// Maximum number of pixels of a picture: a puzzle of the largest size with one pixel per cell.
pub(super) const MAX_PIXELS: usize = MAX_SIDE * MAX_SIDE;

/// Number of cells on a side above which a note asks whether each pixel is a cell.
const LARGE: usize = 200;

/// Minimum difference in level between grey ink and the paper.
const GREY: u8 = 40;

/// Minimum difference between the channels of a colour that is not near-neutral.
const CLEAR: u8 = 48;

/// The level of the paper is that of the lightest pixels: at least one pixel in this many.
const LIGHTEST: usize = 64;

/// Checks that a picture has 1 to [`MAX_PIXELS`] pixels.
pub(super) fn check_size(width: usize, height: usize) -> Result<(), ParseErrorKind> {
    let pixels = width.checked_mul(height);
    if pixels.is_some_and(|pixels| (1..=MAX_PIXELS).contains(&pixels)) {
        return Ok(());
    }
    let what = format!("a picture of {width} x {height} pixels");
    let expected = format!("1 to {MAX_PIXELS} pixels in all");
    Err(syntax(what, expected, "change its size"))
}

/// Pixels of a picture, row by row.
pub(super) enum Pixels {
    /// Grey levels; 0 is black.
    Grey(Vec<u8>),
    Colour(Vec<Rgb>),
}

impl Pixels {
    /// Converts samples in red, green, blue and opacity to pixels on a white background.
    pub(super) fn of_rgba(samples: &[u8]) -> Self {
        let pixels = samples.as_chunks().0.iter();
        let rgb = pixels.map(|&[red, green, blue, alpha]| {
            let [red, green, blue] = [red, green, blue].map(|part| on_white(part, alpha));
            Rgb::new(red, green, blue)
        });
        Self::Colour(rgb.collect())
    }

    /// Difference between the strongest and the weakest channel: 0 is grey.
    fn chroma(&self, place: usize) -> u8 {
        match self {
            Self::Grey(_) => 0,
            Self::Colour(pixels) => colours::chroma(pixels[place]),
        }
    }

    fn level(&self, place: usize) -> u8 {
        match self {
            Self::Grey(levels) => levels[place],
            Self::Colour(pixels) => pixels[place].luma(),
        }
    }

    /// The pixels at these indices.
    pub(super) fn at(&self, places: impl Iterator<Item = usize>) -> Self {
        match self {
            Self::Grey(levels) => Self::Grey(places.map(|place| levels[place]).collect()),
            Self::Colour(pixels) => Self::Colour(places.map(|place| pixels[place]).collect()),
        }
    }
}

/// Converts samples in red, green and blue to pixels.
pub(super) fn of_rgb(samples: &[u8]) -> Pixels {
    let pixels = samples.as_chunks().0.iter();
    let rgb = pixels.map(|&[red, green, blue]| Rgb::new(red, green, blue));
    Pixels::Colour(rgb.collect())
}

/// Blends a sample with an opacity onto a white background.
pub(super) fn on_white(sample: u8, alpha: u8) -> u8 {
    const WHITE: u32 = 255;
    let (sample, alpha) = (u32::from(sample), u32::from(alpha));
    ((sample * alpha + WHITE * (WHITE - alpha)) / WHITE) as u8
}

/// A decoded picture.
pub(super) struct Picture {
    pub(super) width: usize,
    pub(super) height: usize,
    pub(super) pixels: Pixels,
    /// Whether each pixel is known to be a cell.
    pub(super) has_cells: bool,
}

impl Picture {
    pub(super) fn new(width: usize, height: usize, pixels: Pixels) -> Self {
        Self { width, height, pixels, has_cells: false }
    }
}

/// The puzzle of a picture, and notes on options that may give a better one.
pub(super) struct Traced {
    pub(super) puzzle: Puzzle,
    pub(super) notes: Vec<String>,
}

impl Picture {
    /// The puzzle of this picture, with the picture as its goal.
    pub(super) fn trace(&self, options: ImageOptions) -> Result<Traced, ParseErrorKind> {
        let coloured = match options.colours {
            Some(1) => None,
            _ => Colours::of(self, self.size(options), options),
        };
        let plain = || Colours {
            grid: self.grid(options),
            palette: Palette::default(),
            is_merged: false,
            is_full: false,
        };
        let Colours { grid, palette, is_merged, is_full } = coloured.unwrap_or_else(plain);
        let mut notes = Vec::new();
        if is_merged {
            let count = palette.count();
            notes.push(format!(
                "its colours were merged into {count}: --colours N keeps up to N of them"
            ));
        }
        if is_full {
            let background = palette.background();
            notes.push(format!(
                "no cell is blank, so the edge colour {background} is read as blank (use --colours 1 for black and white)"
            ));
        }
        let (cells, filled) = (grid.rows() * grid.columns(), grid.filled_cells());
        if palette.is_black_and_white() && filled > cells - filled && !options.invert {
            let percent = filled * 100 / cells;
            notes.push(format!(
                "{percent} % of the picture is dark: --invert makes the light cells the filled ones"
            ));
        }
        if !is_full && let Some((count, threshold)) = self.grey_cells(&grid, options) {
            let cells = counted(count, "grey cell");
            let verb = if count == 1 { "is" } else { "are" };
            notes.push(format!("{cells} {verb} read as blank: --threshold {threshold} fills grey"));
        }
        let (rows, columns) = (grid.rows(), grid.columns());
        let is_by_pixels = (rows, columns) == (self.height, self.width) && options.size.is_none();
        if is_by_pixels && rows.max(columns) > LARGE && !self.has_cells {
            notes.push(format!(
                "each pixel is read as a cell, {rows} x {columns} in all: --size MxN gives the size of the puzzle, \
                 and --max-side N its longest side"
            ));
        }
        Ok(Traced { puzzle: puzzle_of(grid, palette, options)?, notes })
    }

    /// Number of blank cells of the grid that are mostly grey: near-neutral and clearly darker than the paper (lighter if inverted).
    /// With it, the threshold that fills them. `None` if there are no such cells.
    fn grey_cells(&self, grid: &Grid, options: ImageOptions) -> Option<(usize, u8)> {
        let paper = self.paper(options.invert);
        let is_grey = |place: usize| {
            let level = self.pixels.level(place);
            let is_dark = level < options.threshold;
            let (lighter, darker) = if options.invert { (level, paper) } else { (paper, level) };
            let is_apart = lighter.saturating_sub(darker) >= GREY;
            is_apart && is_dark == options.invert && self.pixels.chroma(place) < CLEAR
        };
        let (mut count, mut levels) = (0, (u8::MAX, u8::MIN));
        for row in 0..grid.rows() {
            let (top, bottom) = span(row, grid.rows(), self.height);
            for column in (0..grid.columns()).filter(|&column| grid.get(row, column) == Cell::Blank)
            {
                let (left, right) = span(column, grid.columns(), self.width);
                let places = || {
                    let row = move |row| (left..right).map(move |column| row * self.width + column);
                    (top..bottom).flat_map(row)
                };
                let area = (bottom - top) * (right - left);
                if places().filter(|&place| is_grey(place)).count() * 2 > area {
                    let mean = self.mean(top..bottom, left..right) as u8;
                    levels = (levels.0.min(mean), levels.1.max(mean));
                    count += 1;
                }
            }
        }
        let between = |level: u8| (u16::from(level) + u16::from(paper)).div_ceil(2) as u8;
        let threshold = between(if options.invert { levels.0 } else { levels.1 });
        (count > 0).then_some((count, threshold))
    }

    /// Level of the lightest pixels (the darkest if inverted).
    fn paper(&self, invert: bool) -> u8 {
        let pixels = 0..self.width * self.height;
        let flip = |level: u8| if invert { u8::MAX - level } else { level };
        flip(lightest(pixels.map(|place| flip(self.pixels.level(place)))))
    }

    /// The puzzle of a picture that this program wrote in these colours, with one pixel per cell. Unknown cells become blank. `None` if the
    /// picture is grey, has other colours, or has no filled cell.
    pub(super) fn in_colours_of(&self, palette: &Palette, unknown: Rgb) -> Option<Traced> {
        let Pixels::Colour(pixels) = &self.pixels else {
            return None;
        };
        let cell = |rgb: Rgb| {
            let is_blank = [palette.background(), unknown].contains(&rgb);
            let mut colours = palette.colours();
            let colour = colours.find(|colour| palette.rgb(*colour) == rgb);
            match colour {
                _ if is_blank => Some(Cell::Blank),
                colour => colour.map(Cell::Colour),
            }
        };
        let cells: Option<Vec<Cell>> = pixels.iter().copied().map(cell).collect();
        let cells = cells?;
        let grid = Grid::from_cells(self.height, self.width, |row, column| {
            cells[row * self.width + column]
        });
        let puzzle = puzzle_of(grid, palette.clone(), ImageOptions::default()).ok()?;
        Some(Traced { puzzle, notes: Vec::new() })
    }

    /// The picture with one pixel per square of `side` x `side` pixels: the pixel in the middle of the square.
    pub(super) fn centres(&self, side: usize) -> Self {
        let (width, height) = (self.width / side, self.height / side);
        let middle = |place: usize| {
            let (row, column) = (place / width, place % width);
            (row * side + side / 2) * self.width + column * side + side / 2
        };
        let pixels = self.pixels.at((0..width * height).map(middle));
        Self { width, height, pixels, has_cells: true }
    }

    /// Number of rows and of columns of the puzzle.
    fn size(&self, options: ImageOptions) -> (usize, usize) {
        let longest = self.width.max(self.height);
        let side = longest.min(options.max_side.clamp(1, MAX_SIDE));
        let shrunk = |length: usize| (length * side).div_ceil(longest);
        match options.size {
            Some((rows, columns)) => (rows.clamp(1, MAX_SIDE), columns.clamp(1, MAX_SIDE)),
            None => (shrunk(self.height), shrunk(self.width)),
        }
    }

    fn grid(&self, options: ImageOptions) -> Grid {
        let (rows, columns) = self.size(options);
        Grid::from_fn(rows, columns, |row, column| {
            let (top, bottom) = span(row, rows, self.height);
            let (left, right) = span(column, columns, self.width);
            let is_dark = self.mean(top..bottom, left..right) < u64::from(options.threshold);
            is_dark != options.invert
        })
    }

    fn mean(&self, rows: std::ops::Range<usize>, columns: std::ops::Range<usize>) -> u64 {
        let pixels = (rows.len() * columns.len()) as u64;
        let places =
            rows.flat_map(|row| columns.clone().map(move |column| row * self.width + column));
        let sum: u64 = places.map(|place| u64::from(self.pixels.level(place))).sum();
        sum / pixels
    }
}

/// The level that one in [`LIGHTEST`] of these levels has or exceeds.
fn lightest(levels: impl Iterator<Item = u8>) -> u8 {
    let mut counts = [0_usize; 256];
    levels.for_each(|level| counts[usize::from(level)] += 1);
    let wanted = counts.iter().sum::<usize>().div_ceil(LIGHTEST);
    let mut seen = 0;
    let mut levels = (0..=u8::MAX).rev();
    let found = levels.find(|level| {
        seen += counts[usize::from(*level)];
        seen >= wanted
    });
    found.unwrap_or(u8::MAX)
}

/// The puzzle of a drawing, in the colours of `palette`; an error if no cell is filled.
fn puzzle_of(
    grid: Grid,
    palette: Palette,
    options: ImageOptions,
) -> Result<Puzzle, ParseErrorKind> {
    if grid.filled_cells() == 0 {
        return Err(ParseErrorKind::NoFilledCell {
            threshold: options.threshold,
            invert: options.invert,
        });
    }
    Ok(drawn(grid, palette))
}

/// Start and end of the pixels that cell `index` of `cells` covers along one side: at least one pixel, the end excluded.
fn span(index: usize, cells: usize, pixels: usize) -> (usize, usize) {
    let start = index * pixels / cells;
    (start, ((index + 1) * pixels / cells).max(start + 1))
}
