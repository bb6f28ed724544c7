//! Bitmaps, one pixel per cell: PBM (netpbm), in which 1 is dark, and XBM (X11), which is C source and written only; and sheets as SVG,
//! which are also written only.
//!
//! Plain (`P1`) and raw (`P4`) files of PBM are read; raw files are written. [`first`] also reads the first picture of a PGM (`P2`, `P5`)
//! or PPM (`P3`, `P6`) file. Sources: <https://netpbm.sourceforge.net/doc/pnm.html>, and `XWriteBitmapFile` in the Xlib manual.

use super::error::{Fault, OnLine, refuse};
use super::picture::{Picture, Pixels, check_size, of_rgb};
use super::{BARE, Description, Read, Sniff, Write};
use crate::{Cell, Excerpt, Grid, counted, render};

pub(super) const PBM: Description = Description {
    name: "pbm",
    about: "netpbm's bitmaps, plain and raw, one pixel per cell",
    extensions: &["pbm"],
    sniff: Sniff::Bytes(|bytes| matches!(bytes, [b'P', b'1' | b'4', ..])),
    read: Read::Pictures(|bytes, options| {
        Box::new(pictures(bytes).map(move |picture| Ok(picture?.trace(options)?)))
    }),
    write: Write::Picture(|_, grid| pbm(grid)),
    in_one_colour: true,
    ..BARE
};

pub(super) const XBM: Description = Description {
    name: "xbm",
    about: "X11's bitmaps as C source, written only",
    extensions: &["xbm"],
    write: Write::Picture(|_, grid| xbm(grid).into_bytes()),
    in_one_colour: true,
    ..BARE
};

pub(super) const SVG: Description = Description {
    name: "svg",
    about: "a drawing with its clues, written only",
    extensions: &["svg"],
    write: Write::Sheet,
    sheet: Some(|puzzle, grid, _| render::svg(puzzle, grid).into_bytes()),
    ..BARE
};

/// Grey levels of a clear pixel (0) and of a set pixel (1).
const LEVELS: [u8; 2] = [u8::MAX, 0];

const BYTES_PER_LINE: usize = 12;

/// Reads the pictures of a file on demand. An empty file yields one error. Newline bytes in raw pixels are not counted as lines.
fn pictures(bytes: &[u8]) -> impl Iterator<Item = Result<Picture, Fault>> {
    let mut reader = Reader { bytes, at: 0, line: 1 };
    let mut found = false;
    std::iter::from_fn(move || {
        let ends = reader.is_done() && found;
        found = true;
        (!ends).then(|| reader.picture())
    })
}

/// Reads the first picture of a file of any of the six kinds.
#[cfg(feature = "photos")]
pub(super) fn first(bytes: &[u8]) -> Result<Picture, Fault> {
    let (at, line) = (0, 1);
    Reader { bytes, at, line }.picture()
}

/// A reader of a file that counts lines.
struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
    line: usize,
}

impl Reader<'_> {
    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    fn next(&mut self) -> Option<u8> {
        let byte = self.peek()?;
        self.at += 1;
        self.line += usize::from(byte == b'\n');
        Some(byte)
    }

    /// Skips white space and comments. Returns true if nothing follows them.
    fn is_done(&mut self) -> bool {
        loop {
            match self.peek() {
                None => return true,
                Some(b'#') => while self.next().is_some_and(|byte| byte != b'\n') {},
                Some(byte) if byte.is_ascii_whitespace() => {
                    self.next();
                }
                Some(_) => return false,
            }
        }
    }

    fn fault<T>(&self, what: impl Into<String>, expected: &str) -> Result<T, Fault> {
        let help = "check that the file is complete";
        refuse(self.line, what, expected, help)
    }

    fn picture(&mut self) -> Result<Picture, Fault> {
        let [b'P', kind @ b'1'..=b'6', ..] = self.bytes[self.at..] else {
            return self.fault("no picture here", "P1 to P6");
        };
        self.at += 2;
        let (is_raw, is_bitmap) = (kind > b'3', matches!(kind, b'1' | b'4'));
        let (width, height) = (self.number("width")?, self.number("height")?);
        check_size(width, height).on(self.line)?;
        let highest = if is_bitmap { 1 } else { self.number("highest sample")? };
        if !(1..=usize::from(u16::MAX)).contains(&highest) {
            return self.fault(format!("the highest sample {highest}"), "1 to 65535");
        }
        // Exactly one byte of white space ends the header, because pixel bytes may look like white space.
        if is_raw && !self.next().is_some_and(|byte| byte.is_ascii_whitespace()) {
            return self.fault("no white space after the header", "white space such as a newline");
        }
        let pixels = match (kind, width * height) {
            (b'1', count) => Pixels::Grey(self.digits(count)?),
            (b'4', _) => Pixels::Grey(self.bits(width, height)?),
            (b'2' | b'5', count) => Pixels::Grey(self.samples(count, highest, is_raw)?),
            (_, count) => of_rgb(&self.samples(3 * count, highest, is_raw)?),
        };
        Ok(Picture::new(width, height, pixels))
    }

    fn number(&mut self, what: &str) -> Result<usize, Fault> {
        self.is_done();
        let start = self.at;
        while self.peek().is_some_and(|byte| byte.is_ascii_digit()) {
            self.next();
        }
        let digits = std::str::from_utf8(&self.bytes[start..self.at]).unwrap_or("");
        if let Ok(number) = digits.parse() {
            return Ok(number);
        }
        let found = match digits {
            "" => format!("no {what}"),
            _ => format!("{:?} is not a {what}", Excerpt(digits)),
        };
        self.fault(found, "a whole number")
    }

    /// Reads the pixels of a plain bitmap.
    fn digits(&mut self, count: usize) -> Result<Vec<u8>, Fault> {
        let mut levels = Vec::new();
        while levels.len() < count {
            self.is_done();
            match self.next() {
                Some(byte @ (b'0' | b'1')) => levels.push(LEVELS[usize::from(byte - b'0')]),
                Some(byte) => {
                    return self.fault(format!("{:?} is not a pixel", char::from(byte)), "0 or 1");
                }
                None => {
                    return self.fault(counted(levels.len(), "pixel"), &count.to_string());
                }
            }
        }
        Ok(levels)
    }

    /// Consumes `count` bytes of raw pixels.
    fn raw(&mut self, count: usize) -> Result<&[u8], Fault> {
        let bytes = &self.bytes[self.at..];
        let Some(raw) = bytes.get(..count) else {
            let what = counted(bytes.len(), "byte") + " of pixels";
            return self.fault(what, &count.to_string());
        };
        self.at += count;
        Ok(raw)
    }

    /// Reads the pixels of a raw bitmap, eight per byte.
    fn bits(&mut self, width: usize, height: usize) -> Result<Vec<u8>, Fault> {
        let stride = width.div_ceil(8);
        let bytes = self.raw(stride * height)?;
        let pixel =
            |row: usize, column: usize| bytes[row * stride + column / 8] >> (7 - column % 8) & 1;
        let row = |row| (0..width).map(move |column| LEVELS[usize::from(pixel(row, column))]);
        Ok((0..height).flat_map(row).collect())
    }

    /// Reads samples of at most `highest`, and scales them to 8 bits.
    fn samples(&mut self, count: usize, highest: usize, is_raw: bool) -> Result<Vec<u8>, Fault> {
        let scaled = |sample: usize| (sample.min(highest) * 255 / highest) as u8;
        if !is_raw {
            return (0..count).map(|_| Ok(scaled(self.number("sample")?))).collect();
        }
        if highest <= 255 {
            let samples = self.raw(count)?.iter();
            return Ok(samples.map(|&byte| scaled(byte.into())).collect());
        }
        let samples = self.raw(2 * count)?.as_chunks().0.iter();
        Ok(samples.map(|&pair| scaled(u16::from_be_bytes(pair).into())).collect())
    }
}

/// The bytes of a row, eight cells each. `bit` is the place of the bit of one of the eight. Unknown cells are blank.
fn row_bytes(grid: &Grid, row: usize, bit: fn(usize) -> usize) -> Vec<u8> {
    let cells: Vec<Cell> = grid.row(row).collect();
    let byte = |cells: &[Cell]| {
        let cells = cells.iter().enumerate();
        cells.map(|(place, cell)| u8::from(cell.is_filled()) << bit(place)).sum()
    };
    cells.chunks(8).map(byte).collect()
}

/// Writes the grid as a raw bitmap. The leftmost of eight pixels is the highest bit.
fn pbm(grid: &Grid) -> Vec<u8> {
    let mut bytes = format!("P4\n{} {}\n", grid.columns(), grid.rows()).into_bytes();
    bytes.extend((0..grid.rows()).flat_map(|row| row_bytes(grid, row, |place| 7 - place)));
    bytes
}

/// Writes the grid as C source. The leftmost of eight pixels is the lowest bit.
fn xbm(grid: &Grid) -> String {
    let bytes: Vec<String> = (0..grid.rows())
        .flat_map(|row| row_bytes(grid, row, |place| place))
        .map(|byte| format!("0x{byte:02x}"))
        .collect();
    let lines: Vec<String> =
        bytes.chunks(BYTES_PER_LINE).map(|line| format!("   {}", line.join(", "))).collect();
    format!(
        "#define nonogram_width {}\n#define nonogram_height {}\n\
         static unsigned char nonogram_bits[] = {{\n{}\n}};\n",
        grid.columns(),
        grid.rows(),
        lines.join(",\n")
    )
}
