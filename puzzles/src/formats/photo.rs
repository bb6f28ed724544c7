//! Pictures in formats other than PNG and PBM: JPEG, GIF, BMP, WebP, PGM and PPM, decoded with the crate `image`.
//!
//! Interface: [`parse`] reads these pictures like PNG pictures, after applying the orientation in their metadata.

use std::io::Cursor;

use image::{DynamicImage, ImageDecoder, ImageError, ImageFormat, ImageReader, Limits};
use super::error::{ParseError, ParseErrorKind};
use super::picture::{ImageOptions, MAX_PIXELS, Picture, Pixels, Traced, check_size};
use super::{Description, WriteError, only};
use crate::{Format, Puzzle};

pub(super) const DESCRIPTION: Description = Description {
    name: "photo",
    about: "pictures in JPEG, GIF, BMP, WebP, PGM or PPM, read like png",
    extensions: &["jpg", "jpeg", "gif", "bmp", "webp", "pgm", "ppm", "pnm"],
    sniff: |source| kind(source.bytes).is_some(),
    read: Some(|source| {
        let traced = trace(source.bytes, source.name, source.image);
        Ok(only(traced.map(|traced| traced.noted(source.name, source.notes, source.image))))
    }),
    write: |_, _| Err(WriteError::ReadOnly { format: Format::Photo }),
    join: None,
};

/// Memory limit of a decoder: bytes per pixel of the largest picture, plus a constant number of bytes.
const PER_PIXEL: u64 = 16;
const DECODER_MEMORY: u64 = 64 << 20;

/// Bytes of a BMP header that are reserved and zero.
const BMP_RESERVED: std::ops::Range<usize> = 6..10;

/// The format of a picture, determined from its first bytes; `None` if this module does not read it.
fn kind(bytes: &[u8]) -> Option<ImageFormat> {
    let kind = image::guess_format(bytes).ok()?;
    let is_sure = match kind {
        ImageFormat::Jpeg | ImageFormat::Gif | ImageFormat::WebP => true,
        ImageFormat::Bmp => bytes.get(BMP_RESERVED).is_some_and(|zeros| zeros == [0; 4]),
        // P1 and P4 are bitmaps, which `pbm` reads.
        ImageFormat::Pnm => {
            matches!(bytes, [b'P', b'2' | b'3' | b'5' | b'6', white, ..] if white.is_ascii_whitespace())
        }
        _ => false,
    };
    is_sure.then_some(kind)
}

/// Reads a picture. `name` is the file's name in errors.
///
/// # Errors
/// Returns a [`ParseError`] if the picture is invalid or too large, or if no cell is filled.
pub fn parse(bytes: &[u8], name: &str, options: ImageOptions) -> Result<Puzzle, ParseError> {
    trace(bytes, name, options).map(|traced| traced.puzzle)
}

fn trace(bytes: &[u8], name: &str, options: ImageOptions) -> Result<Traced, ParseError> {
    let traced = decode(bytes).and_then(|picture| picture.trace(options));
    traced.map_err(|kind| ParseError { file: name.to_owned(), line: None, kind })
}

fn decode(bytes: &[u8]) -> Result<Picture, ParseErrorKind> {
    let broken = |what: String, expected: String, help: &str| ParseErrorKind::Syntax {
        what,
        expected,
        help: help.to_owned(),
    };
    let kind = kind(bytes).ok_or_else(|| {
        let expected = "JPEG, GIF, BMP, WebP, PGM or PPM".to_owned();
        broken("a picture of an unknown kind".to_owned(), expected, "save it as PNG")
    })?;
    let fault = |error: ImageError| match error {
        ImageError::Limits(_) => {
            broken("a picture that is too large".to_owned(), format!("up to {MAX_PIXELS} pixels"), "shrink it")
        }
        error => {
            let what = error.to_string().replace(['\n', '\r'], " ");
            let expected = format!("a complete {kind:?} picture");
            broken(what.trim_end_matches('.').to_owned(), expected, "check the file, or save it again")
        }
    };
    let reader = || {
        let mut reader = ImageReader::with_format(Cursor::new(bytes), kind);
        let mut limits = Limits::default();
        limits.max_alloc = Some(MAX_PIXELS as u64 * PER_PIXEL + DECODER_MEMORY);
        reader.limits(limits);
        reader
    };
    let (width, height) = reader().into_dimensions().map_err(fault)?;
    check_size(width as usize, height as usize)?;
    let mut decoder = reader().into_decoder().map_err(fault)?;
    let orientation = decoder.orientation().map_err(fault)?;
    let mut picture = DynamicImage::from_decoder(decoder).map_err(fault)?;
    picture.apply_orientation(orientation);
    let pixels = picture.into_rgba8();
    Ok(Picture {
        width: pixels.width() as usize,
        height: pixels.height() as usize,
        pixels: Pixels::of_rgba(&pixels),
    })
}
