//! Pictures in formats other than PNG and PBM: JPEG, GIF, BMP, WebP, PGM and PPM.
//!
//! They are read like PNG pictures, after applying the orientation in their metadata. JPEG, GIF and WebP are decoded by the crates `zune-jpeg`, `gif` and `image-webp`.

mod bmp;
mod exif;
mod netpbm;

use std::fmt;
use std::io::Cursor;

use zune_jpeg::JpegDecoder;
use zune_jpeg::zune_core::bytestream::ZCursor;
use zune_jpeg::zune_core::colorspace::ColorSpace;
use zune_jpeg::zune_core::options::DecoderOptions;

use super::error::{self, ParseErrorKind, syntax};
use super::picture::{MAX_PIXELS, Picture, Pixels, check_size, of_rgb};
use super::{BARE, Description, Read, Sniff};
use exif::Orientation;

pub(super) const DESCRIPTION: Description = Description {
    name: "photo",
    about: "pictures in JPEG, GIF, BMP, WebP, PGM or PPM, read like png",
    extensions: &["jpg", "jpeg", "gif", "bmp", "webp", "pgm", "ppm", "pnm"],
    sniff: Sniff::Bytes(|bytes| Kind::of(bytes).is_some()),
    read: Read::Pictures(|bytes, options| {
        let traced = decode(bytes).and_then(|picture| picture.trace(options));
        Box::new(std::iter::once(traced.map_err(error::Fault::from)))
    }),
    ..BARE
};

/// Memory limit of a decoder: bytes per pixel of the largest picture, plus a constant number of bytes.
const DECODER_MEMORY: usize = MAX_PIXELS * 16 + (64 << 20);

/// A format of this module.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Jpeg,
    Gif,
    Bmp,
    WebP,
    Netpbm,
}

impl Kind {
    /// The format of a picture, determined from its first bytes.
    fn of(bytes: &[u8]) -> Option<Self> {
        match bytes {
            [0xff, 0xd8, 0xff, ..] => Some(Self::Jpeg),
            [b'G', b'I', b'F', b'8', b'7' | b'9', b'a', ..] => Some(Self::Gif),
            // The last four bytes are reserved and zero.
            [b'B', b'M', _, _, _, _, 0, 0, 0, 0, ..] => Some(Self::Bmp),
            _ if bytes.starts_with(b"RIFF") && bytes.get(8..12) == Some(b"WEBP") => {
                Some(Self::WebP)
            }
            // P1 and P4 are bitmaps, which `pbm` reads.
            [b'P', b'2' | b'3' | b'5' | b'6', white, ..] if white.is_ascii_whitespace() => {
                Some(Self::Netpbm)
            }
            _ => None,
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Jpeg => "JPEG",
            Self::Gif => "GIF",
            Self::Bmp => "BMP",
            Self::WebP => "WebP",
            Self::Netpbm => "PGM or PPM",
        })
    }
}

/// Why a picture cannot be decoded.
enum Fault {
    /// What is wrong with the file.
    Broken(String),
    /// The size of the picture is not allowed.
    Size(ParseErrorKind),
}

impl Fault {
    fn new(what: impl fmt::Display) -> Self {
        Self::Broken(what.to_string())
    }
}

impl From<ParseErrorKind> for Fault {
    fn from(kind: ParseErrorKind) -> Self {
        Self::Size(kind)
    }
}

fn decode(bytes: &[u8]) -> Result<Picture, ParseErrorKind> {
    let kind = Kind::of(bytes).ok_or_else(|| {
        let expected = "JPEG, GIF, BMP, WebP, PGM or PPM";
        syntax("a picture of an unknown kind", expected, "save it as PNG")
    })?;
    let picture = match kind {
        Kind::Jpeg => jpeg(bytes),
        Kind::Gif => gif(bytes),
        Kind::Bmp => bmp::decode(bytes),
        Kind::WebP => webp(bytes),
        Kind::Netpbm => netpbm::decode(bytes),
    };
    picture.map_err(|fault| match fault {
        Fault::Size(kind) => kind,
        Fault::Broken(what) => {
            let what = what.trim().replace(['\n', '\r'], " ");
            let expected = format!("a complete {kind} picture");
            let help = "check the file, or save it again";
            syntax(what.trim_end_matches('.'), expected, help)
        }
    })
}

fn jpeg(bytes: &[u8]) -> Result<Picture, Fault> {
    let options = DecoderOptions::default()
        .set_strict_mode(false)
        .set_max_width(usize::MAX)
        .set_max_height(usize::MAX)
        .jpeg_set_out_colorspace(ColorSpace::RGB);
    let mut decoder = JpegDecoder::new_with_options(ZCursor::new(bytes), options);
    decoder.decode_headers().map_err(Fault::new)?;
    let (width, height) = decoder
        .dimensions()
        .ok_or_else(|| Fault::new("no size in the header"))?;
    check_size(width, height)?;
    let samples = decoder.decode().map_err(Fault::new)?;
    let orientation = Orientation::of_exif(decoder.exif().map_or(&[], Vec::as_slice));
    Ok(orientation.apply(Picture {
        width,
        height,
        pixels: of_rgb(&samples),
    }))
}

/// The first frame of a GIF picture, on its canvas.
fn gif(bytes: &[u8]) -> Result<Picture, Fault> {
    let mut options = gif::DecodeOptions::new();
    options.set_color_output(gif::ColorOutput::RGBA);
    if let Some(limit) = std::num::NonZeroU64::new(DECODER_MEMORY as u64) {
        options.set_memory_limit(gif::MemoryLimit::Bytes(limit));
    }
    let mut decoder = options.read_info(bytes).map_err(Fault::new)?;
    let (width, height) = (decoder.width().into(), decoder.height().into());
    check_size(width, height)?;
    let frame = decoder
        .read_next_frame()
        .map_err(Fault::new)?
        .ok_or_else(|| Fault::new("no frame in it"))?;
    // Pixels outside the frame are transparent.
    let mut samples = vec![0; width * height * 4];
    let (left, top) = (usize::from(frame.left), usize::from(frame.top));
    let across = usize::from(frame.width);
    let rows = frame.buffer.chunks_exact((across * 4).max(1));
    let canvas = samples.chunks_exact_mut(width * 4).skip(top);
    for (to, from) in canvas.zip(rows) {
        for (to, from) in to.iter_mut().skip(left * 4).zip(from) {
            *to = *from;
        }
    }
    Ok(Picture {
        width,
        height,
        pixels: Pixels::of_rgba(&samples),
    })
}

/// A WebP picture, or the first frame of an animated one.
fn webp(bytes: &[u8]) -> Result<Picture, Fault> {
    let mut decoder = image_webp::WebPDecoder::new(Cursor::new(bytes)).map_err(Fault::new)?;
    decoder.set_memory_limit(DECODER_MEMORY);
    let (width, height) = decoder.dimensions();
    let (width, height) = (width as usize, height as usize);
    check_size(width, height)?;
    let channels = if decoder.has_alpha() { 4 } else { 3 };
    let mut samples = vec![0; width * height * channels];
    if decoder.is_animated() {
        decoder.read_frame(&mut samples).map_err(Fault::new)?;
    } else {
        decoder.read_image(&mut samples).map_err(Fault::new)?;
    }
    let picture = Picture {
        width,
        height,
        pixels: if channels == 4 {
            Pixels::of_rgba(&samples)
        } else {
            of_rgb(&samples)
        },
    };
    let exif = decoder.exif_metadata().map_err(Fault::new)?;
    Ok(Orientation::of_exif(&exif.unwrap_or_default()).apply(picture))
}

#[cfg(test)]
mod tests;
