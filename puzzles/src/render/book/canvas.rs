//! Drawing on a page: lines, filled rectangles, and text in the standard fonts of PDF.
//!
//! [`Canvas`] collects the content of a page. Lengths are in points, and positions are from the lower left corner.

use pdf_writer::{Content, Name, Str};

use crate::Rgb;

/// Names of the plain and the bold font, in PDF and in the resources of a page.
pub const FONTS: [&[u8]; 2] = [b"Helvetica", b"Helvetica-Bold"];
pub const NAMES: [&[u8]; 2] = [b"F1", b"F2"];

/// Widths of a digit and of a space in both fonts, as fractions of the font size.
const DIGIT: f32 = 0.556;
const SPACE: f32 = 0.278;

/// Height of a digit, as a fraction of the font size.
pub const DIGIT_HEIGHT: f32 = 0.72;

/// Content of a page.
pub struct Canvas {
    content: Content,
}

/// Width of a text of digits and spaces in points. Every other character counts as a space. `size` is the font size in points.
pub fn digits_width(text: &str, size: f32) -> f32 {
    let width = |c: char| if c.is_ascii_digit() { DIGIT } else { SPACE };
    text.chars().map(width).sum::<f32>() * size
}

/// Upper bound of the width of a character in both fonts, as a fraction of the font size. Source: Adobe's font metrics.
fn most_width(character: char) -> f32 {
    match character {
        ' ' | '\'' | ',' | '.' | '/' | '\\' | 'I' | 'i' | 'j' | 'l' | '|' | '·' => 0.28,
        '!' | '(' | ')' | '-' | ':' | ';' | '[' | ']' | 'f' | 'r' | 't' => 0.39,
        'M' | 'W' | 'm' | 'w' => 0.95,
        '0'..='9' | 'a'..='z' | 'à'..='å' | 'ç'..='ÿ' => 0.62,
        'A'..='Z' => 0.78,
        _ => 1.02,
    }
}

/// The text, or its beginning and `…` if it may be wider than `width`. `size` is the font size; both are in points.
pub fn fitting(text: &str, size: f32, width: f32) -> String {
    if text.chars().map(most_width).sum::<f32>() * size <= width {
        return text.to_owned();
    }
    let mut rest = width / size - most_width('…');
    let kept = text.chars().take_while(|&character| {
        rest -= most_width(character);
        rest >= 0.0
    });
    kept.chain(std::iter::once('…')).collect()
}

impl Canvas {
    /// Creates an empty page.
    pub fn new() -> Self {
        Self {
            content: Content::new(),
        }
    }

    /// Draws a black line.
    pub fn line(&mut self, from: (f32, f32), to: (f32, f32), width: f32) {
        self.content
            .set_line_width(width)
            .move_to(from.0, from.1)
            .line_to(to.0, to.1)
            .stroke();
    }

    /// Draws a filled rectangle.
    pub fn fill(&mut self, x: f32, y: f32, width: f32, height: f32, colour: Rgb) {
        self.ink(colour);
        self.content.rect(x, y, width, height).fill_nonzero();
        self.ink(Rgb::BLACK);
    }

    /// Sets the colour of subsequent text; it is black by default and after [`fill`](Self::fill).
    pub fn ink(&mut self, colour: Rgb) {
        let [red, green, blue] =
            [colour.red, colour.green, colour.blue].map(|part| f32::from(part) / 255.0);
        if red == green && green == blue {
            self.content.set_fill_gray(red);
        } else {
            self.content.set_fill_rgb(red, green, blue);
        }
    }

    /// Draws a line of text that starts at a position.
    pub fn text(&mut self, x: f32, y: f32, size: f32, bold: bool, text: &str) {
        let bytes: Vec<u8> = text.chars().map(win_ansi).collect();
        self.content
            .begin_text()
            .set_font(Name(NAMES[usize::from(bold)]), size)
            .next_line(x, y)
            .show(Str(&bytes))
            .end_text();
    }

    /// The content stream of the page.
    pub fn finish(self) -> Vec<u8> {
        self.content.finish().to_vec()
    }
}

/// A character in the encoding of the fonts; `?` if this function does not map it.
fn win_ansi(character: char) -> u8 {
    match character {
        ' '..='~' | '\u{a0}'..='ÿ' => character as u8,
        '€' => 0x80,
        '…' => 0x85,
        '‘' => 0x91,
        '’' => 0x92,
        '“' => 0x93,
        '”' => 0x94,
        '•' => 0x95,
        '–' => 0x96,
        '—' => 0x97,
        'Š' => 0x8a,
        'š' => 0x9a,
        'Ž' => 0x8e,
        'ž' => 0x9e,
        'Œ' => 0x8c,
        'œ' => 0x9c,
        _ => b'?',
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Regression test: every character was taken as 0.6 of the font size wide, but a `W` is 0.944 wide.
    #[test]
    fn text_of_wide_characters_is_cut_before_the_edge() {
        assert_eq!(fitting(&"W".repeat(10), 10.0, 60.0), "WWWWW…");
        assert_eq!(fitting("WWWWW", 10.0, 60.0), "WWWWW");
        assert_eq!(fitting("illicit", 10.0, 25.0), "illicit");
    }
}
