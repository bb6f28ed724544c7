//! BMP pictures without compression: a palette of up to 256 colours, or one byte per channel.
//!
//! Interface: [`decode`]. Source: Microsoft, Bitmap Storage, and the structures `BITMAPINFOHEADER` to `BITMAPV5HEADER`.

use super::super::picture::{Picture, Pixels, check_size};
use super::Fault;

/// Number of bytes of the file header, after which the information header begins, and of the smallest information header.
const FILE_HEADER: usize = 14;
const INFO: usize = 40;

/// Values of the field `biCompression` without compression.
const RGB: u32 = 0;
const BITFIELDS: u32 = 3;

/// The bit masks of red, green and blue in the bytes blue, green and red.
const MASKS: [u32; 3] = [0x00ff_0000, 0x0000_ff00, 0x0000_00ff];

/// Red, green, blue and opacity.
type Sample = [u8; 4];

const BLACK: Sample = [0, 0, 0, 255];

fn long(bytes: &[u8], at: usize) -> Result<u32, Fault> {
    let field = bytes.get(at..).and_then(|rest| rest.first_chunk());
    field.map(|field| u32::from_le_bytes(*field)).ok_or_else(ends)
}

fn ends() -> Fault {
    Fault::new("the file ends too early")
}

pub(super) fn decode(bytes: &[u8]) -> Result<Picture, Fault> {
    let field = |at: usize| long(bytes, FILE_HEADER + at);
    let (start, size) = (long(bytes, 10)? as usize, field(0)? as usize);
    if size < INFO {
        return Err(Fault::new(format_args!("a header of {size} bytes")));
    }
    let (width, height) = (field(4)? as i32, field(8)? as i32);
    let (columns, rows) = (usize::try_from(width).unwrap_or(0), height.unsigned_abs() as usize);
    check_size(columns, rows)?;
    let (bits, compression) = ((field(12)? >> 16) as usize, field(16)?);
    let mut has_opacity = false;
    let is_known = match (compression, bits) {
        (RGB, 1 | 4 | 8 | 24 | 32) => true,
        (BITFIELDS, 32) => {
            has_opacity = size > INFO + 12 && field(INFO + 12)? != 0;
            [field(INFO)?, field(INFO + 4)?, field(INFO + 8)?] == MASKS
        }
        _ => false,
    };
    if !is_known {
        let what = format_args!("{bits} bits per pixel in compression {compression}");
        return Err(Fault::new(format_args!("{what}, which is not read")));
    }
    let palette =
        bytes.get(size.saturating_add(FILE_HEADER)..start).unwrap_or_default().as_chunks::<4>().0;
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
        let row = bytes.get(at..).and_then(|rest| rest.get(..used)).ok_or_else(ends)?;
        samples.extend((0..columns).map(|column| sample(row, column)));
    }
    Ok(Picture { width: columns, height: rows, pixels: Pixels::of_rgba(samples.as_flattened()) })
}
