//! Text from a file in a message: on one line, and cut if it is long.
//!
//! [`Excerpt`] wraps the text; both `{}` and `{:?}` cut it and escape its control characters.

use std::fmt::{self, Write};

/// Maximum number of characters shown.
const SHOWN: usize = 80;

/// A text of which a message shows the first 80 characters, and `…` if there are more.
///
/// ```
/// use nonogram_puzzles::Excerpt;
///
/// assert_eq!(format!("{:?}", Excerpt("3,1")), "\"3,1\"");
/// assert!(Excerpt(&"1 ".repeat(100)).to_string().ends_with("1 1 1 …"));
/// ```
#[derive(Clone, Copy)]
pub struct Excerpt<'a>(pub &'a str);

impl<'a> Excerpt<'a> {
    /// The part of the text to show, and `…` if the text is longer, otherwise an empty string.
    fn parts(self) -> (&'a str, &'static str) {
        match self.0.char_indices().nth(SHOWN) {
            Some((end, _)) => (&self.0[..end], "…"),
            None => (self.0, ""),
        }
    }
}

impl fmt::Display for Excerpt<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (text, rest) = self.parts();
        for character in text.chars() {
            if character.is_control() {
                write!(f, "{}", character.escape_debug())?;
            } else {
                f.write_char(character)?;
            }
        }
        f.write_str(rest)
    }
}

impl fmt::Debug for Excerpt<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (text, rest) = self.parts();
        write!(f, "{:?}", format!("{text}{rest}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn eighty_characters_are_shown() {
        let whole = "é".repeat(80);
        assert_eq!(Excerpt(&whole).to_string(), whole);
        let longer = whole.clone() + "x";
        assert_eq!(Excerpt(&longer).to_string(), whole.clone() + "…");
        assert_eq!(format!("{:?}", Excerpt(&longer)), format!("\"{whole}…\""));
        assert_eq!(format!("{:?}", Excerpt("a\n")), "\"a\\n\"");
    }

    #[test]
    fn control_characters_are_escaped() {
        assert_eq!(Excerpt("a\nb\u{1b}[2J").to_string(), "a\\nb\\u{1b}[2J");
    }
}
