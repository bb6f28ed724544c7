//! Bitmaps, one pixel per cell: PBM (netpbm), in which 1 is dark, and XBM (X11), which is C source and written only.
//!
//! Plain (`P1`) and raw (`P4`) files of PBM are read; raw files are written. Sources: <https://netpbm.sourceforge.net/doc/pbm.html>, and
//! `XWriteBitmapFile` in the Xlib manual.

use super::error::{Fault, OnLine, refuse};
use super::picture::{Picture, Pixels, check_size};
use super::{BARE, Description, Read, Sniff, Write};
use crate::{Cell, Excerpt, Grid, counted};

pub(super) const PBM: Description = Description {
    name: "pbm",
    about: "netpbm's bitmaps, plain and raw, one pixel per cell",
    extensions: &["pbm"],
    sniff: Sniff::Bytes(|bytes| MAGIC.iter().any(|(magic, _)| bytes.starts_with(magic))),
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

/// Magic numbers of the two kinds, and whether their pixels are raw.
const MAGIC: [(&[u8], bool); 2] = [(b"P1", false), (b"P4", true)];

/// Grey levels of a clear pixel (0) and of a set pixel (1).
const LEVELS: [u8; 2] = [u8::MAX, 0];

/// Number of bytes per line of source.
const BYTES_PER_LINE: usize = 12;

/// Reads the pictures of a file on demand. An empty file yields one error. Newline bytes in raw pixels are not counted as lines.
fn pictures(bytes: &[u8]) -> impl Iterator<Item = Result<Picture, Fault>> {
    let mut reader = Reader {
        bytes,
        at: 0,
        line: 1,
    };
    let mut found = false;
    std::iter::from_fn(move || {
        let ends = reader.is_done() && found;
        found = true;
        (!ends).then(|| reader.picture())
    })
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
        let help = "check that the file is a complete PBM file";
        refuse(self.line, what, expected, help)
    }

    fn picture(&mut self) -> Result<Picture, Fault> {
        let rest = &self.bytes[self.at..];
        let Some(&(magic, raw)) = MAGIC.iter().find(|(magic, _)| rest.starts_with(magic)) else {
            return self.fault("no bitmap here", "P1 or P4");
        };
        self.at += magic.len();
        let width = self.number("width")?;
        let height = self.number("height")?;
        check_size(width, height).on(self.line)?;
        let levels = if raw {
            self.raw(width, height)
        } else {
            self.plain(width * height)
        }?;
        Ok(Picture {
            width,
            height,
            pixels: Pixels::Grey(levels),
        })
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
        self.fault(found, "width and height in pixels")
    }

    fn plain(&mut self, pixels: usize) -> Result<Vec<u8>, Fault> {
        let mut levels = Vec::new();
        while levels.len() < pixels {
            self.is_done();
            match self.next() {
                Some(byte @ (b'0' | b'1')) => levels.push(LEVELS[usize::from(byte - b'0')]),
                Some(byte) => {
                    return self.fault(format!("{:?} is not a pixel", char::from(byte)), "0 or 1");
                }
                None => {
                    return self.fault(counted(levels.len(), "pixel"), &pixels.to_string());
                }
            }
        }
        Ok(levels)
    }

    fn raw(&mut self, width: usize, height: usize) -> Result<Vec<u8>, Fault> {
        // Exactly one byte of white space ends the header, because pixel bytes may look like white space.
        if !self.next().is_some_and(|byte| byte.is_ascii_whitespace()) {
            return self.fault(
                "no white space after the size",
                "white space such as a newline",
            );
        }
        let stride = width.div_ceil(8);
        let bytes = &self.bytes[self.at..];
        let Some(bytes) = bytes.get(..stride * height) else {
            let expected = format!("{}", stride * height);
            return self.fault(counted(bytes.len(), "byte") + " of pixels", &expected);
        };
        self.at += bytes.len();
        let pixel =
            |row: usize, column: usize| bytes[row * stride + column / 8] >> (7 - column % 8) & 1;
        let row = |row| (0..width).map(move |column| LEVELS[usize::from(pixel(row, column))]);
        Ok((0..height).flat_map(row).collect())
    }
}

/// The bytes of a row, eight cells each. `bit` is the place of the bit of one of the eight. Unknown cells are blank.
fn row_bytes(grid: &Grid, row: usize, bit: fn(usize) -> usize) -> Vec<u8> {
    let cells: Vec<Cell> = grid.row(row).collect();
    let byte = |cells: &[Cell]| {
        let cells = cells.iter().enumerate();
        cells
            .map(|(place, cell)| u8::from(cell.is_filled()) << bit(place))
            .sum()
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
    let lines: Vec<String> = bytes
        .chunks(BYTES_PER_LINE)
        .map(|line| format!("   {}", line.join(", ")))
        .collect();
    format!(
        "#define nonogram_width {}\n#define nonogram_height {}\n\
         static unsigned char nonogram_bits[] = {{\n{}\n}};\n",
        grid.columns(),
        grid.rows(),
        lines.join(",\n")
    )
}
