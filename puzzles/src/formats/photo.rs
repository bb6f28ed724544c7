//! Pictures in formats other than PNG and PBM: JPEG, GIF, BMP, WebP, PGM and PPM.
//!
//! They are read like PNG pictures, after applying the orientation in their metadata. JPEG, GIF and WebP are decoded by the crates `zune-jpeg`, `gif` and `image-webp`.

use std::fmt;
use std::io::Cursor;

use zune_jpeg::JpegDecoder;
use zune_jpeg::zune_core::bytestream::ZCursor;
use zune_jpeg::zune_core::colorspace::ColorSpace;
use zune_jpeg::zune_core::options::DecoderOptions;

use super::error::{Fault, ParseErrorKind, syntax};
use super::picture::{MAX_PIXELS, Picture, Pixels, check_size, of_rgb};
use super::{BARE, Description, Read, Sniff, bitmaps};

pub(super) const DESCRIPTION: Description = Description {
    name: "photo",
    about: "pictures in JPEG, GIF, BMP, WebP, PGM or PPM, read like png",
    extensions: &["jpg", "jpeg", "gif", "bmp", "webp", "pgm", "ppm", "pnm"],
    sniff: Sniff::Bytes(|bytes| Kind::of(bytes).is_some()),
    read: Read::Pictures(|bytes, options| {
        let traced = decode(bytes).and_then(|picture| Ok(picture.trace(options)?));
        Box::new(std::iter::once(traced))
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

fn decode(bytes: &[u8]) -> Result<Picture, Fault> {
    Ok(match Kind::of(bytes) {
        Some(Kind::Jpeg) => jpeg(bytes)?,
        Some(Kind::Gif) => gif(bytes)?,
        Some(Kind::Bmp) => bmp(bytes)?,
        Some(Kind::WebP) => webp(bytes)?,
        Some(Kind::Netpbm) => bitmaps::first(bytes)?,
        None => {
            let expected = "JPEG, GIF, BMP, WebP, PGM or PPM";
            return Err(syntax("a picture of an unknown kind", expected, "save it as PNG").into());
        }
    })
}

/// The error for a picture that cannot be decoded.
fn broken(what: impl fmt::Display) -> ParseErrorKind {
    let what = what.to_string().trim().replace(['\n', '\r'], " ");
    let help = "check the file, or save it again";
    syntax(what.trim_end_matches('.'), "a complete picture", help)
}

fn jpeg(bytes: &[u8]) -> Result<Picture, ParseErrorKind> {
    let options = DecoderOptions::default()
        .set_strict_mode(false)
        .set_max_width(usize::MAX)
        .set_max_height(usize::MAX)
        .jpeg_set_out_colorspace(ColorSpace::RGB);
    let mut decoder = JpegDecoder::new_with_options(ZCursor::new(bytes), options);
    decoder.decode_headers().map_err(broken)?;
    let (width, height) = decoder.dimensions().ok_or_else(|| broken("no size in the header"))?;
    check_size(width, height)?;
    let samples = decoder.decode().map_err(broken)?;
    let picture = Picture::new(width, height, of_rgb(&samples));
    Ok(upright(picture, decoder.exif().map_or(&[], Vec::as_slice)))
}

/// The first frame of a GIF picture, on its canvas.
fn gif(bytes: &[u8]) -> Result<Picture, ParseErrorKind> {
    let mut options = gif::DecodeOptions::new();
    options.set_color_output(gif::ColorOutput::RGBA);
    if let Some(limit) = std::num::NonZeroU64::new(DECODER_MEMORY as u64) {
        options.set_memory_limit(gif::MemoryLimit::Bytes(limit));
    }
    let mut decoder = options.read_info(bytes).map_err(broken)?;
    let (width, height) = (decoder.width().into(), decoder.height().into());
    check_size(width, height)?;
    let frame =
        decoder.read_next_frame().map_err(broken)?.ok_or_else(|| broken("no frame in it"))?;
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
    Ok(Picture::new(width, height, Pixels::of_rgba(&samples)))
}

/// A WebP picture, or the first frame of an animated one.
fn webp(bytes: &[u8]) -> Result<Picture, ParseErrorKind> {
    let mut decoder = image_webp::WebPDecoder::new(Cursor::new(bytes)).map_err(broken)?;
    decoder.set_memory_limit(DECODER_MEMORY);
    let (width, height) = decoder.dimensions();
    let (width, height) = (width as usize, height as usize);
    check_size(width, height)?;
    let channels = if decoder.has_alpha() { 4 } else { 3 };
    let mut samples = vec![0; width * height * channels];
    if decoder.is_animated() {
        decoder.read_frame(&mut samples).map_err(broken)?;
    } else {
        decoder.read_image(&mut samples).map_err(broken)?;
    }
    let pixels = if channels == 4 { Pixels::of_rgba(&samples) } else { of_rgb(&samples) };
    let picture = Picture::new(width, height, pixels);
    let exif = decoder.exif_metadata().map_err(broken)?;
    Ok(upright(picture, &exif.unwrap_or_default()))
}

/// Number of bytes of the file header, after which the information header begins, and of the smallest information header.
const BMP_HEADER: usize = 14;
const BMP_INFO: usize = 40;

/// Values of the field `biCompression` without compression.
const BMP_RGB: u32 = 0;
const BMP_BITFIELDS: u32 = 3;

/// The bit masks of red, green and blue in the bytes blue, green and red.
const BMP_MASKS: [u32; 3] = [0x00ff_0000, 0x0000_ff00, 0x0000_00ff];

/// Red, green, blue and opacity.
type Sample = [u8; 4];

const BLACK: Sample = [0, 0, 0, 255];

fn bmp_field(bytes: &[u8], at: usize) -> Result<u32, ParseErrorKind> {
    let field = bytes.get(at..).and_then(|rest| rest.first_chunk());
    field.map(|field| u32::from_le_bytes(*field)).ok_or_else(bmp_ends)
}

fn bmp_ends() -> ParseErrorKind {
    broken("the file ends too early")
}

/// A BMP picture without compression: with a palette of up to 256 colours, or with one byte per channel. Source: Microsoft, Bitmap
/// Storage, and the structures `BITMAPBMP_INFOHEADER` to `BITMAPV5HEADER`.
fn bmp(bytes: &[u8]) -> Result<Picture, ParseErrorKind> {
    let field = |at: usize| bmp_field(bytes, BMP_HEADER + at);
    let (start, size) = (bmp_field(bytes, 10)? as usize, field(0)? as usize);
    if size < BMP_INFO {
        return Err(broken(format_args!("a header of {size} bytes")));
    }
    let (width, height) = (field(4)? as i32, field(8)? as i32);
    let (columns, rows) = (usize::try_from(width).unwrap_or(0), height.unsigned_abs() as usize);
    check_size(columns, rows)?;
    let (bits, compression) = ((field(12)? >> 16) as usize, field(16)?);
    let mut has_opacity = false;
    let is_known = match (compression, bits) {
        (BMP_RGB, 1 | 4 | 8 | 24 | 32) => true,
        (BMP_BITFIELDS, 32) => {
            has_opacity = size > BMP_INFO + 12 && field(BMP_INFO + 12)? != 0;
            [field(BMP_INFO)?, field(BMP_INFO + 4)?, field(BMP_INFO + 8)?] == BMP_MASKS
        }
        _ => false,
    };
    if !is_known {
        let what = format_args!("{bits} bits per pixel in compression {compression}");
        return Err(broken(format_args!("{what}, which is not read")));
    }
    let palette =
        bytes.get(size.saturating_add(BMP_HEADER)..start).unwrap_or_default().as_chunks::<4>().0;
    let sample = |row: &[u8], column: usize| {
        if bits <= 8 {
            let place = column * bits;
            let index = row[place / 8] >> (8 - bits - place % 8) & (0xff >> (8 - bits));
            // A palette that is too short stands for black.
            let entry = palette.get(usize::from(index));
            return entry.map_or(BLACK, |&[blue, green, red, _]| [red, green, blue, 255]);
        }
        let pixel = &row[column * bits / 8..][..bits / 8];
        [pixel[2], pixel[1], pixel[0], if has_opacity { pixel[3] } else { 255 }]
    };
    // Each row is padded to a multiple of four bytes. The first row is the lowest one, unless the height is negative.
    let stride = (columns * bits).div_ceil(32) * 4;
    let used = (columns * bits).div_ceil(8);
    let mut samples = Vec::with_capacity(columns * rows);
    for row in 0..rows {
        let place = if height < 0 { row } else { rows - 1 - row };
        let at = start.saturating_add(place * stride);
        let row = bytes.get(at..).and_then(|rest| rest.get(..used)).ok_or_else(bmp_ends)?;
        samples.extend((0..columns).map(|column| sample(row, column)));
    }
    Ok(Picture::new(columns, rows, Pixels::of_rgba(samples.as_flattened())))
}

/// Tag of the orientation in a directory.
const TAG: u16 = 0x0112;
/// Number of bytes of an entry in a directory.
const ENTRY: usize = 12;

/// The picture, turned upright by the orientation in its EXIF metadata; unchanged if there is none or the metadata is invalid.
fn upright(picture: Picture, exif: &[u8]) -> Picture {
    // Whether rows and columns are exchanged, and whether columns and rows are mirrored after the exchange.
    let (is_transposed, is_mirrored, is_flipped) = match value(exif) {
        Some(2) => (false, true, false),
        Some(3) => (false, true, true),
        Some(4) => (false, false, true),
        Some(5) => (true, false, false),
        Some(6) => (true, true, false),
        Some(7) => (true, true, true),
        Some(8) => (true, false, true),
        _ => return picture,
    };
    let (width, height) = if is_transposed {
        (picture.height, picture.width)
    } else {
        (picture.width, picture.height)
    };
    let mirrored = |place: usize, count: usize, is_mirrored: bool| {
        if is_mirrored { count - 1 - place } else { place }
    };
    let places = (0..height).flat_map(|row| {
        let row = mirrored(row, height, is_flipped);
        (0..width).map(move |column| {
            let column = mirrored(column, width, is_mirrored);
            if is_transposed { column * picture.width + row } else { row * picture.width + column }
        })
    });
    Picture::new(width, height, picture.pixels.at(places))
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
        Some(if is_little { u16::from_le_bytes(bytes) } else { u16::from_be_bytes(bytes) })
    };
    let long = |at: usize| {
        let bytes = bytes(at, 4)?.try_into().ok()?;
        Some(if is_little { u32::from_le_bytes(bytes) } else { u32::from_be_bytes(bytes) })
    };
    let directory = usize::try_from(long(4)?).ok()?;
    let first = directory.checked_add(2)?;
    (0..usize::from(short(directory)?))
        .map_while(|entry| first.checked_add(entry * ENTRY))
        .find(|&entry| short(entry) == Some(TAG))
        .and_then(|entry| short(entry + 8))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Rgb;

    /// The pixels of a picture in rows; `r`, `g`, `b` and `w` are pure colours, `.` is any other.
    fn rows(bytes: &[u8]) -> Vec<String> {
        let picture = decode(bytes).unwrap_or_else(|fault| panic!("{fault:?}"));
        shown(&picture)
    }

    fn shown(picture: &Picture) -> Vec<String> {
        let letter = |rgb: Rgb| match (rgb.red, rgb.green, rgb.blue) {
            (255, 0, 0) => 'r',
            (0, 255, 0) => 'g',
            (0, 0, 255) => 'b',
            (255, 255, 255) => 'w',
            (0, 0, 0) => 'k',
            _ => '.',
        };
        let pixels: Vec<char> = match &picture.pixels {
            Pixels::Grey(levels) => {
                let grey = levels.iter().map(|level| Rgb::new(*level, *level, *level));
                grey.map(letter).collect()
            }
            Pixels::Colour(pixels) => pixels.iter().copied().map(letter).collect(),
        };
        let rows = pixels.chunks(picture.width);
        rows.map(|row| row.iter().collect()).collect()
    }

    /// A BMP file with a header of 40 bytes and the bytes that follow it; the last `pixels` bytes are the pixels.
    fn bmp_file(
        size: [i32; 2],
        bits: u16,
        compression: u32,
        rest: &[u8],
        pixels: usize,
    ) -> Vec<u8> {
        let mut file = b"BM\0\0\0\0\0\0\0\0".to_vec();
        let start = 54 + rest.len() - pixels;
        file.extend((start as u32).to_le_bytes());
        file.extend(40u32.to_le_bytes());
        file.extend(size.iter().flat_map(|side| side.to_le_bytes()));
        file.extend(1u16.to_le_bytes());
        file.extend(bits.to_le_bytes());
        file.extend(compression.to_le_bytes());
        file.extend([0; 20]);
        file.extend(rest);
        file
    }

    /// Black, red, green and blue as entries of a palette, and black for the other indices.
    fn palette(bits: u32) -> Vec<u8> {
        let mut entries = vec![0, 0, 0, 0, 0, 0, 255, 0, 0, 255, 0, 0, 255, 0, 0, 0];
        entries.resize(4 << bits, 0);
        entries
    }

    #[test]
    fn bmp_rows_are_read_at_every_depth() {
        let with = |bits: u32, pixels: &[u8]| [&palette(bits), pixels].concat();
        // One bit: rows of four bytes, the last row first.
        let one = with(1, &[0b0100_0000, 0, 0, 0, 0b1010_0000, 0, 0, 0]);
        assert_eq!(rows(&bmp_file([3, 2], 1, 0, &one, 8)), ["rkr", "krk"]);
        let four = with(4, &[0x12, 0x30, 0, 0, 0x32, 0x10, 0, 0]);
        assert_eq!(rows(&bmp_file([3, 2], 4, 0, &four, 8)), ["bgr", "rgb"]);
        assert_eq!(rows(&bmp_file([3, -2], 4, 0, &four, 8)), ["rgb", "bgr"]);
        let eight = with(8, &[1, 2, 3, 0]);
        assert_eq!(rows(&bmp_file([3, 1], 8, 0, &eight, 4)), ["rgb"]);
        let twenty_four = [0, 0, 255, 0, 255, 0, 255, 0, 0, 0, 0, 0];
        assert_eq!(rows(&bmp_file([3, 1], 24, 0, &twenty_four, 12)), ["rgb"]);
        // The fourth byte of a pixel is not an opacity.
        let thirty_two = [0, 0, 255, 0, 0, 255, 0, 0];
        assert_eq!(rows(&bmp_file([2, 1], 32, 0, &thirty_two, 8)), ["rg"]);
    }

    #[test]
    fn compressed_bmp_is_refused() {
        let Err(fault) =
            decode(&bmp_file([2, 1], 8, 1, &[&palette(8)[..], &[2, 1, 0, 1]].concat(), 4))
        else {
            panic!("runs are not read");
        };
        assert!(format!("{fault:?}").contains("8 bits per pixel in compression 1"), "{fault:?}");
    }

    #[test]
    fn pgm_and_ppm_are_read_plain_and_raw() {
        assert_eq!(rows(b"P2 # grey\n3 1\n# levels\n15\n0 15 7\n"), ["kw."]);
        assert_eq!(rows(b"P5\n2 1\n255\n\x00\xff"), ["kw"]);
        assert_eq!(rows(b"P5\n2 1\n65535\n\x00\x00\xff\xff"), ["kw"]);
        assert_eq!(rows(b"P3\n2 1\n255\n255 0 0 0 0 255"), ["rb"]);
        assert_eq!(rows(b"P6\n2 1\n1\n\x01\x00\x00\x00\x00\x01"), ["rb"]);
    }

    /// A GIF of 3 x 2 pixels, whose frame covers the two right pixels of the lower row.
    #[test]
    fn gif_frame_is_placed_on_its_canvas() {
        let mut file = Vec::new();
        let colours = [255, 0, 0, 0, 255, 0];
        let mut encoder = gif::Encoder::new(&mut file, 3, 2, &colours).unwrap();
        let frame = gif::Frame {
            left: 1,
            top: 1,
            width: 2,
            height: 1,
            buffer: vec![0, 1].into(),
            ..gif::Frame::default()
        };
        encoder.write_frame(&frame).unwrap();
        drop(encoder);
        assert_eq!(rows(&file), ["www", "wrg"]);
    }

    #[test]
    fn every_orientation_is_applied() {
        // A directory of one entry, in both byte orders.
        let exif = |value: u8| {
            let little =
                [b"II*\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0".as_slice(), &[value, 0, 0, 0]];
            let big =
                [b"MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01".as_slice(), &[0, value, 0, 0]];
            [little.concat(), big.concat()]
        };
        let picture = |width, samples: &[u8]| {
            let height = samples.len() / 3 / width;
            Picture::new(width, height, of_rgb(samples))
        };
        let square = || picture(2, &[255, 0, 0, 0, 255, 0, 0, 0, 255, 255, 255, 255]);
        let turned = "rg/bw gr/wb wb/gr bw/rg rb/gw br/wg wg/br gw/rb";
        for (value, expected) in (1..).zip(turned.split(' ')) {
            for exif in exif(value) {
                assert_eq!(shown(&upright(square(), &exif)).join("/"), expected, "{value}");
            }
        }
        let wide = picture(3, &[255, 0, 0, 0, 255, 0, 0, 0, 255]);
        assert_eq!(shown(&upright(wide, &exif(6)[0])), ["r", "g", "b"]);
        for broken in [&b""[..], b"II*\0", b"II*\0\xff\xff\xff\xff", &exif(9)[0], &exif(3)[1][..19]]
        {
            assert_eq!(shown(&upright(square(), broken)), ["rg", "bw"]);
        }
    }

    /// Every file is cut at every byte: the decoders return a picture or an error.
    #[test]
    fn cut_pictures_do_not_panic() {
        let cases = concat!(env!("CARGO_MANIFEST_DIR"), "/cases/field/");
        for name in ["drawing.bmp", "drawing.gif", "drawing.webp", "drawing.pgm", "scan.jpg"] {
            let bytes = std::fs::read(format!("{cases}{name}")).unwrap();
            let cuts = (0..bytes.len()).step_by((bytes.len() / 200).max(1));
            assert!(decode(&bytes).is_ok(), "{name}");
            for cut in cuts {
                let _ = decode(&bytes[..cut]);
            }
        }
        let error = decode(b"P5\n2 2\n255\n\0\0").err().unwrap();
        assert_eq!(error.line, Some(4));
        let text = error.kind.to_string();
        assert_eq!(text, "2 bytes of pixels; expected 4; check that the file is complete");
    }
}
