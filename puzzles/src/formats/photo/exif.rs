//! The orientation of a picture in its EXIF metadata: [`Orientation::of_exif`] reads it, [`Orientation::apply`] turns the picture upright.
//!
//! Source: Exif 2.3, tag 0x0112, in the first directory of a TIFF file.

use super::super::picture::{Picture, Pixels};

/// Tag of the orientation in a directory.
const TAG: u16 = 0x0112;
/// Number of bytes of an entry in a directory.
const ENTRY: usize = 12;

/// How to turn a picture upright: first mirror, then rotate.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Orientation {
    /// Whether rows and columns are exchanged.
    is_transposed: bool,
    /// Whether the columns are mirrored, after the exchange.
    is_mirrored: bool,
    /// Whether the rows are mirrored, after the exchange.
    is_flipped: bool,
}

impl Orientation {
    /// The orientation in EXIF metadata; upright if there is none or the metadata is invalid.
    pub(super) fn of_exif(exif: &[u8]) -> Self {
        let (is_transposed, is_mirrored, is_flipped) = match value(exif) {
            Some(2) => (false, true, false),
            Some(3) => (false, true, true),
            Some(4) => (false, false, true),
            Some(5) => (true, false, false),
            Some(6) => (true, true, false),
            Some(7) => (true, true, true),
            Some(8) => (true, false, true),
            _ => (false, false, false),
        };
        Self {
            is_transposed,
            is_mirrored,
            is_flipped,
        }
    }

    /// The picture, turned upright.
    pub(super) fn apply(self, picture: Picture) -> Picture {
        if self == Self::default() {
            return picture;
        }
        let (width, height) = if self.is_transposed {
            (picture.height, picture.width)
        } else {
            (picture.width, picture.height)
        };
        let places = (0..height).flat_map(|row| {
            let from_row = if self.is_flipped {
                height - 1 - row
            } else {
                row
            };
            (0..width).map(move |column| {
                let from_column = if self.is_mirrored {
                    width - 1 - column
                } else {
                    column
                };
                if self.is_transposed {
                    from_column * picture.width + from_row
                } else {
                    from_row * picture.width + from_column
                }
            })
        });
        let pixels: Pixels = picture.pixels.at(places);
        Picture {
            width,
            height,
            pixels,
        }
    }
}

/// The value of the orientation, 1 to 8; `None` if there is none or the metadata is invalid.
fn value(exif: &[u8]) -> Option<u16> {
    let exif = exif.strip_prefix(b"Exif\0\0").unwrap_or(exif);
    let is_little = match exif.get(..4)? {
        b"II*\0" => true,
        b"MM\0*" => false,
        _ => return None,
    };
    let bytes = |at: usize, count: usize| exif.get(at..at.checked_add(count)?);
    let short = |at: usize| {
        let bytes = bytes(at, 2)?.try_into().ok()?;
        Some(if is_little {
            u16::from_le_bytes(bytes)
        } else {
            u16::from_be_bytes(bytes)
        })
    };
    let long = |at: usize| {
        let bytes = bytes(at, 4)?.try_into().ok()?;
        Some(if is_little {
            u32::from_le_bytes(bytes)
        } else {
            u32::from_be_bytes(bytes)
        })
    };
    let directory = usize::try_from(long(4)?).ok()?;
    let first = directory.checked_add(2)?;
    (0..usize::from(short(directory)?))
        .map_while(|entry| first.checked_add(entry * ENTRY))
        .find(|&entry| short(entry) == Some(TAG))
        .and_then(|entry| short(entry + 8))
}
