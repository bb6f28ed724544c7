//! PNG pictures: any is read, darkness against a threshold; a grid is written in squares.
//!
//! [`parse`] and [`write()`]. A written file holds the size of its squares, so that reading it
//! gives a pixel a cell again.

use std::io::Cursor;

use png::{BitDepth, ColorType, Decoder, DecodingError, Encoder, Limits, Transformations};

use super::error::{ParseError, ParseErrorKind};
use super::picture::{ImageOptions, Levels, MAX_PIXELS, check_size, note_dark, shown};
use super::{Description, only};
use crate::{Cell, Format, Grid, Palette, Puzzle, Rgb};

pub(super) const DESCRIPTION: Description = Description {
    name: "png",
    about: "pictures, dark cells filled",
    extensions: &["png"],
    sniff: |source| source.bytes.starts_with(b"\x89PNG"),
    read: Some(|source| {
        let puzzle = parse(source.bytes, source.name, source.image);
        Ok(only(puzzle.inspect(|puzzle| note_dark(source.name, source.notes, source.image, puzzle))))
    }),
    write: |puzzle, picture| {
        let grid = shown(Format::Png, puzzle, picture)?;
        Ok(write(puzzle.palette(), grid))
    },
    join: None,
};

/// The key under which a written picture holds the side of a cell in pixels.
pub(crate) const CELL_SIDE: &str = "nonogram-cell-side";

/// The side of a written cell in pixels, unless the picture is large.
const CELL: usize = 16;

/// The longest side of a written picture in pixels, unless there are more cells.
const PICTURE: usize = 2048;

/// The levels of an unknown cell, and of white.
const GREY: u8 = 160;
const WHITE: u32 = 255;

/// Bytes that the decoder may take besides the picture itself.
const DECODER_MEMORY: usize = 8 << 20;

/// Reads a picture. `name` is the file's name for errors.
///
/// # Errors
/// [`ParseError`] names what is wrong with the picture.
pub fn parse(bytes: &[u8], name: &str, options: ImageOptions) -> Result<Puzzle, ParseError> {
    let fault = |kind| ParseError {
        file: name.to_owned(),
        line: None,
        kind,
    };
    let broken = |error: DecodingError| {
        let what = error.to_string().trim_end_matches('.').to_owned();
        let (expected, help) = match error {
            DecodingError::LimitsExceeded => (format!("up to {MAX_PIXELS} pixels"), "shrink it"),
            _ => (
                "a whole PNG picture".to_owned(),
                "check the file, or save it anew",
            ),
        };
        fault(ParseErrorKind::Syntax {
            what,
            expected,
            help: help.to_owned(),
        })
    };
    let limits = Limits {
        bytes: MAX_PIXELS * 4 + DECODER_MEMORY,
    };
    let mut decoder = Decoder::new_with_limits(Cursor::new(bytes), limits);
    decoder.set_transformations(Transformations::normalize_to_color8());
    let mut reader = decoder.read_info().map_err(broken)?;
    let (width, height) = (reader.info().width as usize, reader.info().height as usize);
    check_size(width, height).map_err(fault)?;
    let size = reader
        .output_buffer_size()
        .expect("the size of the picture was checked");
    let mut pixels = vec![0; size];
    let frame = reader.next_frame(&mut pixels).map_err(broken)?;
    pixels.truncate(frame.buffer_size());
    let picture = Levels {
        width,
        height,
        levels: levels(&pixels, frame.color_type),
    };
    let puzzle = match cell_side(reader.info()) {
        Some(side) => picture.centres(side).puzzle(options),
        None => picture.puzzle(options),
    };
    puzzle.map_err(fault)
}

/// Grey levels of 8-bit samples, on a white page where the picture is transparent.
pub(super) fn levels(pixels: &[u8], color: ColorType) -> Vec<u8> {
    let on_white = |level: u32, alpha: u8| {
        let alpha = u32::from(alpha);
        ((level * alpha + WHITE * (WHITE - alpha)) / WHITE) as u8
    };
    // Rec. 601 luma, in thousandths.
    let luma = |[red, green, blue]: [u8; 3]| {
        (u32::from(red) * 299 + u32::from(green) * 587 + u32::from(blue) * 114) / 1000
    };
    match color {
        ColorType::Grayscale | ColorType::Indexed => pixels.to_vec(),
        ColorType::GrayscaleAlpha => pixels
            .as_chunks()
            .0
            .iter()
            .map(|&[l, a]| on_white(l.into(), a))
            .collect(),
        ColorType::Rgb => pixels
            .as_chunks()
            .0
            .iter()
            .map(|&rgb| luma(rgb) as u8)
            .collect(),
        ColorType::Rgba => (pixels.as_chunks().0.iter())
            .map(|&[r, g, b, a]| on_white(luma([r, g, b]), a))
            .collect(),
    }
}

/// The side of a cell in a picture that [`write()`] made, when it fits the picture.
fn cell_side(info: &png::Info) -> Option<usize> {
    let mut texts = info.uncompressed_latin1_text.iter();
    let side: usize = texts
        .find(|text| text.keyword == CELL_SIDE)?
        .text
        .parse()
        .ok()?;
    let fits = |length: u32| (length as usize).checked_rem(side) == Some(0);
    (fits(info.width) && fits(info.height)).then_some(side)
}

impl Levels {
    /// One pixel for each square of `side` pixels: the one in its middle.
    fn centres(&self, side: usize) -> Self {
        let (width, height) = (self.width / side, self.height / side);
        let middle = |row: usize, column: usize| {
            self.levels[(row * side + side / 2) * self.width + column * side + side / 2]
        };
        let row = |row| (0..width).map(move |column| middle(row, column));
        Self {
            width,
            height,
            levels: (0..height).flat_map(row).collect(),
        }
    }
}

/// The grid as a picture: cells and background in the colours of the palette, unknown cells grey. In
/// black and white it is one of grey levels.
///
/// # Panics
/// When the grid has no cell, or a colour beyond the palette.
pub fn write(palette: &Palette, grid: &Grid) -> Vec<u8> {
    let side = (PICTURE / grid.rows().max(grid.columns())).clamp(1, CELL);
    let (width, height) = (grid.columns() * side, grid.rows() * side);
    let pixels = u32::try_from(width).and_then(|width| Ok((width, u32::try_from(height)?)));
    let (width, height) = pixels.expect("a puzzle's sides are within the limits of PNG");
    let mut bytes = Vec::new();
    let mut encoder = Encoder::new(&mut bytes, width, height);
    encoder.set_depth(BitDepth::Eight);
    let squares = if palette.is_black_and_white() {
        encoder.set_color(ColorType::Grayscale);
        squares(grid, side, |cell| match cell {
            Cell::Colour(_) => u8::MIN,
            Cell::Blank => u8::MAX,
            Cell::Unknown => GREY,
        })
    } else {
        encoder.set_color(ColorType::Indexed);
        encoder.set_palette(indexed(palette));
        squares(grid, side, |cell| match cell {
            Cell::Colour(colour) => 2 + colour.index() as u8,
            Cell::Blank => 0,
            Cell::Unknown => 1,
        })
    };
    let write = |mut encoder: Encoder<_>| {
        encoder.add_text_chunk(CELL_SIDE.to_owned(), side.to_string())?;
        encoder.write_header()?.write_image_data(&squares)
    };
    write(encoder).expect("memory takes any picture");
    bytes
}

/// The background, the colour of unknown cells, and the palette's colours, for a picture of indices.
fn indexed(palette: &Palette) -> Vec<u8> {
    let inks = palette.inks().iter().map(|ink| ink.rgb);
    [palette.background(), Rgb::new(GREY, GREY, GREY)]
        .into_iter()
        .chain(inks)
        .flat_map(|rgb| [rgb.red, rgb.green, rgb.blue])
        .collect()
}

/// The grid as a byte per pixel, `side` x `side` pixels per cell.
fn squares(grid: &Grid, side: usize, pixel: impl Fn(Cell) -> u8) -> Vec<u8> {
    let mut pixels = Vec::with_capacity(grid.rows() * grid.columns() * side * side);
    for row in 0..grid.rows() {
        let line: Vec<u8> = grid
            .row(row)
            .flat_map(|cell| std::iter::repeat_n(pixel(cell), side))
            .collect();
        for _ in 0..side {
            pixels.extend(&line);
        }
    }
    pixels
}
