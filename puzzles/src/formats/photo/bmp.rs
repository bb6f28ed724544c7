//! BMP pictures: 1 to 32 bits per pixel, with a palette, with bit masks, or compressed in runs (RLE4 and RLE8).
//!
//! Interface: [`decode`]. Source: Microsoft, Bitmap Storage, and the structures `BITMAPCOREHEADER` to `BITMAPV5HEADER`.

use super::super::picture::{Picture, Pixels, check_size};
use super::Fault;

/// Number of bytes of the file header, after which the information header begins.
const FILE_HEADER: usize = 14;
/// Number of bytes of the smallest information header, that of OS/2, and of Windows' smallest.
const CORE: usize = 12;
const INFO: usize = 40;

/// Values of the field `biCompression`.
const RGB: u32 = 0;
const RLE8: u32 = 1;
const RLE4: u32 = 2;
const BITFIELDS: u32 = 3;
const ALPHA_BITFIELDS: u32 = 6;

/// Red, green, blue and alpha.
type Sample = [u8; 4];

struct Header {
    width: usize,
    height: usize,
    /// Whether the first row in the file is the top row.
    is_top_down: bool,
    bits: usize,
    compression: u32,
    /// Bit masks of red, green, blue and alpha; an alpha mask of 0 means opaque.
    masks: [u32; 4],
    palette: Vec<Sample>,
    /// Place of the pixels in the file.
    pixels: usize,
}

pub(super) fn decode(bytes: &[u8]) -> Result<Picture, Fault> {
    let header = Header::read(bytes)?;
    let data = bytes.get(header.pixels..).unwrap_or_default();
    let Header { width, height, .. } = header;
    let mut samples = vec![[0; 4]; width * height];
    if matches!(header.compression, RLE4 | RLE8) {
        header.runs(data, &mut samples)?;
    } else {
        header.rows(data, &mut samples)?;
    }
    if !header.is_top_down {
        for row in 0..height / 2 {
            let (above, below) = samples.split_at_mut((height - 1 - row) * width);
            above[row * width..][..width].swap_with_slice(&mut below[..width]);
        }
    }
    Ok(Picture { width, height, pixels: Pixels::of_rgba(samples.as_flattened()) })
}

fn short(bytes: &[u8], at: usize) -> Result<u16, Fault> {
    let field = bytes.get(at..at + 2).and_then(|field| field.try_into().ok());
    field.map(u16::from_le_bytes).ok_or_else(ends)
}

fn long(bytes: &[u8], at: usize) -> Result<u32, Fault> {
    let field = bytes.get(at..at + 4).and_then(|field| field.try_into().ok());
    field.map(u32::from_le_bytes).ok_or_else(ends)
}

fn ends() -> Fault {
    Fault::new("the file ends too early")
}

impl Header {
    fn read(bytes: &[u8]) -> Result<Self, Fault> {
        let pixels = long(bytes, 10)? as usize;
        let size = long(bytes, FILE_HEADER)? as usize;
        let field = |at: usize| FILE_HEADER + at;
        let (width, height, bits, compression, used) = if size == CORE {
            let side = |at| Ok::<_, Fault>(i64::from(short(bytes, field(at))?));
            (side(4)?, side(6)?, short(bytes, field(10))?, RGB, 0)
        } else if size >= INFO {
            let side = |at| Ok::<_, Fault>(i64::from(long(bytes, field(at))? as i32));
            let (bits, compression) = (short(bytes, field(14))?, long(bytes, field(16))?);
            (side(4)?, side(8)?, bits, compression, long(bytes, field(32))?)
        } else {
            return Err(Fault::new(format_args!("a header of {size} bytes")));
        };
        let (columns, rows) = (usize::try_from(width).unwrap_or(0), height.unsigned_abs() as usize);
        check_size(columns, rows)?;
        let is_known = match compression {
            RGB => matches!(bits, 1 | 2 | 4 | 8 | 16 | 24 | 32),
            RLE8 => bits == 8,
            RLE4 => bits == 4,
            BITFIELDS | ALPHA_BITFIELDS => matches!(bits, 16 | 32),
            _ => false,
        };
        if !is_known {
            return Err(Fault::new(format_args!(
                "{bits} bits per pixel in compression {compression}"
            )));
        }
        let mut masks = if bits == 16 {
            [0x7c00, 0x03e0, 0x001f, 0]
        } else {
            [0x00ff_0000, 0x0000_ff00, 0x0000_00ff, 0]
        };
        let mut palette_at = field(size);
        if matches!(compression, BITFIELDS | ALPHA_BITFIELDS) {
            // The masks are the last fields of larger headers, and follow the smallest one.
            let has_alpha = compression == ALPHA_BITFIELDS || size >= INFO + 16;
            let count = if has_alpha { 4 } else { 3 };
            for (place, mask) in masks.iter_mut().take(count).enumerate() {
                *mask = long(bytes, field(INFO + 4 * place))?;
            }
            palette_at = palette_at.max(field(INFO + 4 * count));
        }
        let palette = if bits <= 8 {
            let entry = if size == CORE { 3 } else { 4 };
            let count = match used as usize {
                0 => 1 << bits,
                used => used.min(1 << bits),
            };
            let end = pixels.max(palette_at).min(bytes.len());
            let entries = bytes.get(palette_at..end).unwrap_or_default();
            let entries = entries.chunks_exact(entry).take(count);
            entries.map(|entry| [entry[2], entry[1], entry[0], 255]).collect()
        } else {
            Vec::new()
        };
        Ok(Self {
            width: columns,
            height: rows,
            is_top_down: height < 0,
            bits: bits.into(),
            compression,
            masks,
            palette,
            pixels,
        })
    }

    /// The colour at an index of the palette; black if the palette is too short.
    fn colour(&self, index: usize) -> Sample {
        self.palette.get(index).copied().unwrap_or([0, 0, 0, 255])
    }

    /// The colour of a pixel of 16, 24 or 32 bits.
    fn direct(&self, pixel: u32) -> Sample {
        let part = |mask: u32, absent: u8| {
            if mask == 0 {
                return absent;
            }
            let highest = u64::from(mask >> mask.trailing_zeros());
            let value = u64::from((pixel & mask) >> mask.trailing_zeros());
            (value * 255 / highest) as u8
        };
        let [red, green, blue, alpha] = self.masks;
        [part(red, 0), part(green, 0), part(blue, 0), part(alpha, 255)]
    }

    /// Decodes uncompressed rows, each of which is padded to a multiple of four bytes.
    fn rows(&self, data: &[u8], samples: &mut [Sample]) -> Result<(), Fault> {
        let stride = (self.width * self.bits).div_ceil(32) * 4;
        let used = (self.width * self.bits).div_ceil(8);
        for (row, out) in samples.chunks_exact_mut(self.width).enumerate() {
            let from = data.get(row * stride..).unwrap_or_default();
            let from = from.get(..used).ok_or_else(ends)?;
            for (column, sample) in out.iter_mut().enumerate() {
                *sample = if self.bits <= 8 {
                    let place = column * self.bits;
                    let shift = 8 - self.bits - place % 8;
                    let mask = (1 << self.bits) - 1;
                    self.colour(usize::from(from[place / 8]) >> shift & mask)
                } else {
                    let bytes = self.bits / 8;
                    let pixel = from[column * bytes..][..bytes].iter().rev();
                    self.direct(pixel.fold(0, |pixel, byte| pixel << 8 | u32::from(*byte)))
                };
            }
        }
        Ok(())
    }

    /// Decodes runs. Pixels that the runs skip have the first colour.
    fn runs(&self, data: &[u8], samples: &mut [Sample]) -> Result<(), Fault> {
        samples.fill(self.colour(0));
        let mut bytes = data.iter().copied();
        let mut next = || bytes.next().map(usize::from).ok_or_else(ends);
        // The index at a place of a run, whose two indices per byte alternate in RLE4.
        let index = |byte: usize, place: usize| match (self.compression, place % 2) {
            (RLE8, _) => byte,
            (_, 0) => byte >> 4,
            _ => byte & 0xf,
        };
        let (mut row, mut column) = (0, 0);
        let mut put = |row: usize, column: usize, index: usize| {
            if row < self.height && column < self.width {
                samples[row * self.width + column] = self.colour(index);
            }
        };
        while row < self.height {
            match (next()?, next()?) {
                (0, 0) => (row, column) = (row + 1, 0),
                (0, 1) => break,
                (0, 2) => (column, row) = (column + next()?, row + next()?),
                (0, count) => {
                    let mut byte = 0;
                    for place in 0..count {
                        if self.compression == RLE8 || place % 2 == 0 {
                            byte = next()?;
                        }
                        put(row, column + place, index(byte, place));
                    }
                    column += count;
                    let read = if self.compression == RLE8 { count } else { count.div_ceil(2) };
                    if read % 2 == 1 {
                        next()?;
                    }
                }
                (count, byte) => {
                    for place in 0..count {
                        put(row, column + place, index(byte, place));
                    }
                    column += count;
                }
            }
        }
        Ok(())
    }
}
