//! PNG pictures: a picture is read as a puzzle; a grid is written with one square per cell.
//!
//! A written file contains the size of its squares and, unless it is black and white, its colours.
//! Reading it with the default options restores the same cells, except that unknown cells become blank, if a cell is filled and the
//! colours differ from each other, from the background and from the grey of unknown cells.

use std::io::{self, Cursor};

use png::{
    BitDepth, ColorType, Decoder, DecodingError, Encoder, EncodingError, Limits, Transformations,
};

use super::error::{Fault, ParseErrorKind, syntax};
use super::picture::{MAX_PIXELS, Picture, Pixels, Traced, check_size, of_rgb, on_white};
use super::{BARE, Description, ImageOptions, Read, Sniff, Write};
use crate::{Cell, Grid, Ink, Palette, Rgb, render};

pub(super) const DESCRIPTION: Description = Description {
    name: "png",
    about: "pictures, in colours if their ink is clearly coloured",
    extensions: &["png"],
    sniff: Sniff::Bytes(|bytes| bytes.starts_with(b"\x89PNG")),
    read: Read::Pictures(|bytes, options| {
        let traced = trace(bytes, options).map_err(Fault::from);
        Box::new(std::iter::once(traced))
    }),
    write: Write::Picture(write),
    sheet: Some(render::png_sheet),
    ..BARE
};

/// Key of the side of a cell in pixels, in a written picture.
const CELL_SIDE: &str = "nonogram-cell-side";

/// Key of the colours, such as `0 #ffffff a #d02020`, in a written picture with colours.
const COLOURS: &str = "nonogram-colours";

/// Letter of the background in the text of [`COLOURS`].
const BACKGROUND: &str = "0";

/// Side of a written cell in pixels, unless the picture would exceed [`PICTURE`].
const CELL: usize = 16;

/// Maximum side of a written picture in pixels, unless there are more cells.
const PICTURE: usize = 2048;

/// Grey level of an unknown cell.
const GREY: u8 = 160;
const UNKNOWN: Rgb = Rgb::new(GREY, GREY, GREY);

/// Memory limit of the decoder in bytes, besides the picture itself.
const DECODER_MEMORY: usize = 8 << 20;

fn trace(bytes: &[u8], options: ImageOptions) -> Result<Traced, ParseErrorKind> {
    let broken = |error: DecodingError| {
        let what = in_words(error.to_string().trim_end_matches('.'));
        if matches!(error, DecodingError::LimitsExceeded) {
            return syntax(what, format!("up to {MAX_PIXELS} pixels"), "shrink it");
        }
        let help = "check the file, or save it again";
        syntax(what, "a complete PNG picture", help)
    };
    let limits = Limits { bytes: MAX_PIXELS * 4 + DECODER_MEMORY };
    let mut decoder = Decoder::new_with_limits(Cursor::new(bytes), limits);
    decoder.set_transformations(Transformations::normalize_to_color8());
    let mut reader = decoder.read_info().map_err(broken)?;
    let (width, height) = (reader.info().width as usize, reader.info().height as usize);
    check_size(width, height)?;
    let size = reader.output_buffer_size().expect("the size of the picture was checked");
    let mut pixels = vec![0; size];
    let frame = reader.next_frame(&mut pixels).map_err(broken)?;
    pixels.truncate(frame.buffer_size());
    let picture = Picture::new(width, height, decoded(pixels, frame.color_type));
    let Some(side) = cell_side(reader.info()) else {
        return picture.trace(options);
    };
    let cells = picture.centres(side);
    let own = (options == ImageOptions::default()).then(|| colours(reader.info()));
    let traced = own.flatten().and_then(|palette| cells.in_colours_of(&palette, UNKNOWN));
    traced.map_or_else(|| cells.trace(options), Ok)
}

/// The decoder's message, with only the name of a chunk where the decoder writes `ChunkType { type: IHDR, critical: true, … }`.
fn in_words(message: &str) -> String {
    let chunk = message.split_once("ChunkType { type: ");
    let named = chunk.and_then(|(before, rest)| {
        let (name, rest) = rest.split_once(", critical: ")?;
        let (_, after) = rest.split_once(" }")?;
        Some(format!("{before}{name}{after}"))
    });
    named.unwrap_or_else(|| message.to_owned())
}

/// Converts 8-bit samples to pixels, on a white background where the picture is transparent.
pub(super) fn decoded(samples: Vec<u8>, color: ColorType) -> Pixels {
    match color {
        ColorType::Grayscale | ColorType::Indexed => Pixels::Grey(samples),
        ColorType::GrayscaleAlpha => {
            let samples = samples.as_chunks().0.iter();
            let levels = samples.map(|&[level, alpha]| on_white(level, alpha));
            Pixels::Grey(levels.collect())
        }
        ColorType::Rgb => of_rgb(&samples),
        ColorType::Rgba => Pixels::of_rgba(&samples),
    }
}

/// Side of a cell in a picture with the text of [`CELL_SIDE`]; `None` in other pictures, or if the side does not divide the picture's size.
fn cell_side(info: &png::Info) -> Option<usize> {
    let mut texts = info.uncompressed_latin1_text.iter();
    let text = texts.find(|text| text.keyword == CELL_SIDE)?;
    let side: usize = text.text.parse().ok()?;
    let fits = |length: u32| (length as usize).checked_rem(side) == Some(0);
    (fits(info.width) && fits(info.height)).then_some(side)
}

/// Colours in the text of [`COLOURS`]; `None` if the picture has no such text or its colours are invalid.
fn colours(info: &png::Info) -> Option<Palette> {
    let mut texts = info.uncompressed_latin1_text.iter();
    let text = &texts.find(|text| text.keyword == COLOURS)?.text;
    let words: Vec<&str> = text.split_whitespace().collect();
    let mut background = Rgb::WHITE;
    let mut inks = Vec::new();
    for pair in words.as_chunks().0 {
        let [letter, rgb] = *pair;
        let rgb = rgb.parse().ok()?;
        match letter {
            BACKGROUND => background = rgb,
            letter => inks.push(Ink { letter: letter.parse().ok()?, rgb }),
        }
    }
    Some(Palette::new(inks).ok()?.with_background(background))
}

/// Colours as text, in the form that [`colours`] parses.
fn colours_text(palette: &Palette) -> String {
    let inks = palette.inks().iter();
    let inks: String = inks.map(|ink| format!(" {} {}", ink.letter, ink.rgb)).collect();
    format!("{BACKGROUND} {}{inks}", palette.background())
}

/// Writes the grid as a picture: cells and background in the colours of the palette, unknown cells in grey. With a black-and-white
/// palette the picture has grey levels, otherwise indexed colours. The palette must have every colour of the grid.
///
/// # Panics
/// Panics if the grid has no cells.
fn write(palette: &Palette, grid: &Grid) -> Vec<u8> {
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
        add_texts(&mut encoder, palette, side)?;
        encoder.write_header()?.write_image_data(&squares)
    };
    write(encoder).expect("writing to memory cannot fail");
    bytes
}

/// Adds the texts from which the reader restores the same cells: the side of a cell in pixels and, unless the palette is black and
/// white, its colours.
pub(crate) fn add_texts<W: io::Write>(
    encoder: &mut Encoder<W>,
    palette: &Palette,
    side: usize,
) -> Result<(), EncodingError> {
    encoder.add_text_chunk(CELL_SIDE.to_owned(), side.to_string())?;
    if palette.is_black_and_white() {
        return Ok(());
    }
    encoder.add_text_chunk(COLOURS.to_owned(), colours_text(palette))
}

/// The background, the colour of unknown cells, and the palette's colours, for an indexed picture.
fn indexed(palette: &Palette) -> Vec<u8> {
    let inks = palette.inks().iter().map(|ink| ink.rgb);
    [palette.background(), UNKNOWN]
        .into_iter()
        .chain(inks)
        .flat_map(|rgb| [rgb.red, rgb.green, rgb.blue])
        .collect()
}

/// The grid as one byte per pixel, with `side` x `side` pixels per cell.
fn squares(grid: &Grid, side: usize, pixel: impl Fn(Cell) -> u8) -> Vec<u8> {
    let mut pixels = Vec::with_capacity(grid.rows() * grid.columns() * side * side);
    for row in 0..grid.rows() {
        let line: Vec<u8> =
            grid.row(row).flat_map(|cell| std::iter::repeat_n(pixel(cell), side)).collect();
        for _ in 0..side {
            pixels.extend(&line);
        }
    }
    pixels
}
