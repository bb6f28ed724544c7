//! The options for pictures that become puzzles, and the check that they are given for pictures only.

use std::path::Path;

use clap::Args;
use nonogram_puzzles::{Format, ImageOptions, MAX_SIDE};

use crate::exit::Failure;
use crate::values::{colours, side, size};

/// The options for pictures that become puzzles.
#[derive(Args, Clone, Copy, Debug, Default)]
pub struct Image {
    /// In a picture, cells darker than this are filled; 0 is black, 255 white [default: 128]
    #[arg(long, value_name = "LEVEL")]
    threshold: Option<u8>,

    /// Shrink a picture to at most this many cells per side [default: 4095]
    #[arg(long, value_name = "CELLS", value_parser = side)]
    max_side: Option<usize>,

    /// Rows x columns; a picture is scaled to this size [default: the picture's own size; in generate without --image, 10x10]
    #[arg(long, value_name = "MxN", value_parser = size, conflicts_with = "max_side")]
    size: Option<(usize, usize)>,

    /// In a picture, fill the light cells instead of the dark ones
    #[arg(long)]
    invert: bool,

    /// In a picture, keep at most N colours, 1 to 26; in generate without --image, the number of colours. With 1, the puzzle is
    /// black and white [default: 8 for a picture whose ink is clearly coloured, otherwise 1]
    #[arg(long, value_name = "N", value_parser = colours)]
    colours: Option<usize>,
}

impl Image {
    /// The value of `--size`, in rows and columns; `None` if it is not given.
    pub fn size(self) -> Option<(usize, usize)> {
        self.size
    }

    /// Refuses the options for a file that is not a picture.
    pub(super) fn check(self, file: &Path, format: Format) -> Result<(), Failure> {
        let options = [
            (self.threshold.is_some(), "--threshold"),
            (self.max_side.is_some(), "--max-side"),
            (self.invert, "--invert"),
            (self.colours.is_some(), "--colours"),
            (self.size.is_some(), "--size"),
        ];
        match options.into_iter().find(|(given, _)| *given) {
            Some((_, option)) if !format.is_picture() => {
                let here = format!("with a file of the format {format}, only with pictures");
                Err(Failure::without_effect(option, &here).within(&file.display().to_string()))
            }
            _ => Ok(()),
        }
    }

    /// The value of `--colours`; `None` if it is not given.
    pub fn colours(self) -> Option<usize> {
        self.colours
    }

    /// The options as options of the reader.
    pub fn options(self) -> ImageOptions {
        ImageOptions {
            threshold: self.threshold.unwrap_or(ImageOptions::default().threshold),
            max_side: self.max_side.unwrap_or(MAX_SIDE),
            size: self.size,
            invert: self.invert,
            colours: self.colours,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exit::Exit;

    #[test]
    fn options_for_pictures_are_refused_for_other_formats() {
        let image = |threshold, size| Image {
            threshold,
            size,
            ..Image::default()
        };
        let check = |image: Image, format| image.check(Path::new("puzzle"), format);
        for given in [image(Some(7), None), image(None, Some((3, 4)))] {
            check(given, Format::Png).unwrap();
            check(given, Format::Pbm).unwrap();
            assert_eq!(check(given, Format::Non).unwrap_err().exit(), Exit::Usage);
        }
        check(image(None, None), Format::Non).unwrap();
    }
}
