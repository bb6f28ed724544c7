//! PGM and PPM, netpbm's grey and coloured pictures, plain (`P2`, `P3`) and raw (`P5`, `P6`).
//!
//! Interface: [`decode`] decodes the first picture of a file. Source: <https://netpbm.sourceforge.net/doc/pnm.html>.

use super::super::picture::{Picture, Pixels, check_size, of_rgb};
use super::Fault;

pub(super) fn decode(bytes: &[u8]) -> Result<Picture, Fault> {
    let mut reader = Reader { bytes, at: 2 };
    let (is_coloured, is_raw) = match bytes.get(1) {
        Some(b'2') => (false, false),
        Some(b'3') => (true, false),
        Some(b'5') => (false, true),
        _ => (true, true),
    };
    let [width, height, highest] = [
        reader.number("width")?,
        reader.number("height")?,
        reader.number("highest sample")?,
    ];
    check_size(width, height)?;
    if !(1..=usize::from(u16::MAX)).contains(&highest) {
        return Err(Fault::new(format_args!("{highest} is no highest sample")));
    }
    if is_raw {
        // Exactly one byte of white space ends the header.
        reader.at += 1;
    }
    let count = width * height * if is_coloured { 3 } else { 1 };
    let mut samples = Vec::new();
    for _ in 0..count {
        let sample = match (is_raw, highest) {
            (false, _) => reader.number("sample")?,
            (true, ..=255) => usize::from(reader.byte()?),
            (true, _) => usize::from(u16::from_be_bytes([reader.byte()?, reader.byte()?])),
        };
        samples.push((sample.min(highest) * 255 / highest) as u8);
    }
    let pixels = if is_coloured {
        of_rgb(&samples)
    } else {
        Pixels::Grey(samples)
    };
    Ok(Picture {
        width,
        height,
        pixels,
    })
}

struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Reader<'_> {
    fn byte(&mut self) -> Result<u8, Fault> {
        let byte = self.bytes.get(self.at);
        self.at += 1;
        byte.copied()
            .ok_or_else(|| Fault::new("the file ends within the pixels"))
    }

    /// Reads a decimal number after white space and comments.
    fn number(&mut self, what: &str) -> Result<usize, Fault> {
        let mut rest = self.bytes.get(self.at..).unwrap_or_default();
        loop {
            rest = rest.trim_ascii_start();
            let Some(comment) = rest.strip_prefix(b"#") else {
                break;
            };
            let end = comment.iter().position(|byte| *byte == b'\n');
            rest = &comment[end.unwrap_or(comment.len())..];
        }
        let length = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
        self.at = self.bytes.len() - rest.len() + length;
        let digits = std::str::from_utf8(&rest[..length]).unwrap_or_default();
        digits
            .parse()
            .map_err(|_| Fault::new(format_args!("no {what} at byte {}", self.at)))
    }
}
