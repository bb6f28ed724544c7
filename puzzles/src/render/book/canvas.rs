//! What a page is drawn with: lines, filled squares, and text in the fonts that every reader of PDF has.
//!
//! [`Canvas`] collects the content of a page.

use pdf_writer::{Content, Name, Str};

use crate::Rgb;

/// The fonts by their names in PDF, and as a page calls them: plain and bold.
pub const FONTS: [&[u8]; 2] = [b"Helvetica", b"Helvetica-Bold"];
pub const NAMES: [&[u8]; 2] = [b"F1", b"F2"];

/// The width of a digit of Helvetica, plain or bold, and of a space, in shares of the font's size.
const DIGIT: f32 = 0.556;
const SPACE: f32 = 0.278;

/// The height of a digit.
pub const DIGIT_HEIGHT: f32 = 0.72;

/// The content of a page.
pub struct Canvas {
    content: Content,
}

/// The width of digits and spaces; a stroke between them is as wide as a space.
pub fn digits_width(text: &str, size: f32) -> f32 {
    let width = |c: char| if c.is_ascii_digit() { DIGIT } else { SPACE };
    text.chars().map(width).sum::<f32>() * size
}

/// The widest that a text can be; most are narrower.
fn most_width(text: &str, size: f32) -> f32 {
    text.chars().count() as f32 * 0.6 * size
}

/// The text as long as fits a width.
pub fn fitting(text: &str, size: f32, width: f32) -> String {
    if most_width(text, size) <= width {
        return text.to_owned();
    }
    let kept = (width / (0.6 * size)) as usize;
    text.chars()
        .take(kept.saturating_sub(1))
        .chain(std::iter::once('…'))
        .collect()
}

impl Canvas {
    /// An empty page.
    pub fn new() -> Self {
        Self {
            content: Content::new(),
        }
    }

    /// A black line.
    pub fn line(&mut self, from: (f32, f32), to: (f32, f32), width: f32) {
        self.content
            .set_line_width(width)
            .move_to(from.0, from.1)
            .line_to(to.0, to.1)
            .stroke();
    }

    /// A filled rectangle.
    pub fn fill(&mut self, x: f32, y: f32, width: f32, height: f32, colour: Rgb) {
        self.ink(colour);
        self.content.rect(x, y, width, height).fill_nonzero();
        self.ink(Rgb::BLACK);
    }

    /// The colour of what is filled or written from here on; black at first.
    pub fn ink(&mut self, colour: Rgb) {
        let [red, green, blue] =
            [colour.red, colour.green, colour.blue].map(|part| f32::from(part) / 255.0);
        match red == green && green == blue {
            true => self.content.set_fill_gray(red),
            false => self.content.set_fill_rgb(red, green, blue),
        };
    }

    /// A line of text that begins at a place.
    pub fn text(&mut self, x: f32, y: f32, size: f32, bold: bool, text: &str) {
        let bytes: Vec<u8> = text.chars().map(win_ansi).collect();
        self.content
            .begin_text()
            .set_font(Name(NAMES[usize::from(bold)]), size)
            .next_line(x, y)
            .show(Str(&bytes))
            .end_text();
    }

    /// The page's content stream.
    pub fn finish(self) -> Vec<u8> {
        self.content.finish().to_vec()
    }
}

/// A character in the encoding of the fonts; `?` where they have none.
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
