//! Pictures in memory, as samples.
//!
//! Interface: [`read`] converts a picture to a puzzle as if it came from a PNG file.

use png::ColorType;

use super::ImageOptions;
use super::error::{Fault, ParseError, ParseErrorKind, syntax};
use super::picture::{Picture, check_size};
use super::png::decoded;
use crate::{Puzzle, counted};

/// A picture of 8-bit samples, row by row from the top.
#[derive(Clone, Copy, Debug)]
pub struct Pixels<'a> {
    /// Pixels per row.
    pub width: usize,
    /// Number of rows.
    pub height: usize,
    /// Samples per pixel: 1 grey, 2 grey and alpha, 3 RGB, 4 RGB and alpha.
    pub channels: usize,
    /// `width` x `height` x `channels` samples.
    pub samples: &'a [u8],
}

/// Converts a picture to a puzzle, with the picture as its goal. The filled cells are the dark cells (the light cells if
/// inverted) or, if the ink is clearly coloured, the cells with ink. `name` is the picture's name in errors.
///
/// ```
/// use nonogram_puzzles::ImageOptions;
/// use nonogram_puzzles::formats::pixels::{Pixels, read};
///
/// let samples = [0, 255, 255, 0, 0, 255];
/// let pixels = Pixels { width: 3, height: 2, channels: 1, samples: &samples };
/// let puzzle = read(pixels, "drawing", ImageOptions::default())?;
/// assert_eq!(puzzle.goal().unwrap().to_lines(), ["#--", "##-"]);
/// # Ok::<(), nonogram_puzzles::ParseError>(())
/// ```
///
/// # Errors
/// Returns a [`ParseError`] if the picture is empty or too large, if the number or kind of samples is wrong, or if no cell is filled.
pub fn read(pixels: Pixels<'_>, name: &str, options: ImageOptions) -> Result<Puzzle, ParseError> {
    puzzle(pixels, options).map_err(|kind| Fault::from(kind).in_file(name))
}

fn puzzle(pixels: Pixels<'_>, options: ImageOptions) -> Result<Puzzle, ParseErrorKind> {
    let Pixels { width, height, channels, samples } = pixels;
    check_size(width, height)?;
    let color = match channels {
        1 => ColorType::Grayscale,
        2 => ColorType::GrayscaleAlpha,
        3 => ColorType::Rgb,
        4 => ColorType::Rgba,
        _ => {
            let what = format!("a picture of {channels} samples per pixel");
            let expected = "1 (grey), 2 (grey and alpha), 3 (RGB) or 4 (RGB and alpha)";
            return Err(syntax(what, expected, "convert it"));
        }
    };
    let expected = width * height * channels;
    if samples.len() != expected {
        let what = counted(samples.len(), "sample");
        let expected = format!("{expected} for {width} x {height} pixels");
        return Err(syntax(what, expected, "check the size"));
    }
    let picture = Picture::new(width, height, decoded(samples.to_vec(), color));
    Ok(picture.trace(options)?.puzzle)
}
