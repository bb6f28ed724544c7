//! A colour on a screen: [`Rgb`], its name, its distance to others, and its text form.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use super::names;

/// A colour on a screen. Its text form is `#rrggbb`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Rgb {
    /// Red, 0 to 255.
    pub red: u8,
    /// Green, 0 to 255.
    pub green: u8,
    /// Blue, 0 to 255.
    pub blue: u8,
}

/// The error for text that is not a colour.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0:?} is not a colour; expected three or six hexadecimal digits such as #ff0000")]
pub struct NoColour(pub String);

/// Basic colours by name.
pub(super) const NAMES: [(&str, Rgb); 16] = [
    ("black", Rgb::BLACK),
    ("red", Rgb::new(0xd0, 0x20, 0x20)),
    ("blue", Rgb::new(0x20, 0x50, 0xd0)),
    ("green", Rgb::new(0x20, 0x90, 0x30)),
    ("orange", Rgb::new(0xf0, 0x80, 0x10)),
    ("purple", Rgb::new(0x80, 0x30, 0xa0)),
    ("brown", Rgb::new(0x80, 0x50, 0x28)),
    ("cyan", Rgb::new(0x10, 0xb0, 0xc0)),
    ("pink", Rgb::new(0xf0, 0x80, 0xb0)),
    ("yellow", Rgb::new(0xf0, 0xd0, 0x20)),
    ("grey", Rgb::new(0x80, 0x80, 0x80)),
    ("lime", Rgb::new(0x80, 0xe0, 0x30)),
    ("magenta", Rgb::new(0xe0, 0x20, 0xc0)),
    ("light blue", Rgb::new(0x90, 0xc8, 0xf8)),
    ("beige", Rgb::new(0xf0, 0xd8, 0xa8)),
    ("white", Rgb::WHITE),
];

/// Number of [`NAMES`] that standard palettes use: all except the last one, white.
pub(super) const STANDARD: usize = NAMES.len() - 1;

impl Rgb {
    /// Black.
    pub const BLACK: Self = Self::new(0, 0, 0);
    /// White.
    pub const WHITE: Self = Self::new(0xff, 0xff, 0xff);

    /// Creates a colour from its components.
    pub const fn new(red: u8, green: u8, blue: u8) -> Self {
        Self { red, green, blue }
    }

    /// Perceived brightness, 0 to 255 (Rec. 601 luma).
    pub fn luma(self) -> u8 {
        let [red, green, blue] = [self.red, self.green, self.blue].map(u32::from);
        ((red * 299 + green * 587 + blue * 114) / 1000) as u8
    }

    /// Black or white, whichever is more readable on this colour.
    pub fn readable(self) -> Self {
        if self.luma() < 140 {
            Self::WHITE
        } else {
            Self::BLACK
        }
    }

    /// Perceived difference from another colour (the square of the "redmean" distance).
    pub fn distance(self, other: Self) -> u32 {
        let mean = (u32::from(self.red) + u32::from(other.red)) / 2;
        let square = |a: u8, b: u8| u32::from(a.abs_diff(b)).pow(2);
        let red = (512 + mean) * square(self.red, other.red);
        let blue = (767 - mean) * square(self.blue, other.blue);
        (red >> 8) + 4 * square(self.green, other.green) + (blue >> 8)
    }

    /// English name of the nearest basic colour.
    pub fn name(self) -> &'static str {
        let nearest = NAMES.iter().min_by_key(|(_, rgb)| self.distance(*rgb));
        nearest.map_or("black", |(name, _)| name)
    }

    /// The named colour of CSS, regardless of case; `None` if CSS has no colour of this name.
    pub fn from_name(name: &str) -> Option<Self> {
        let name = name.trim().to_ascii_lowercase();
        let place = names::NAMES.binary_search_by(|(other, _)| (*other).cmp(&name));
        let (_, [red, green, blue]) = names::NAMES[place.ok()?];
        Some(Self::new(red, green, blue))
    }
}

impl fmt::Display for Rgb {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{:02x}{:02x}{:02x}", self.red, self.green, self.blue)
    }
}

/// Parses six or three hexadecimal digits, with or without a `#`.
impl FromStr for Rgb {
    type Err = NoColour;

    fn from_str(text: &str) -> Result<Self, NoColour> {
        let digits = text.trim().trim_start_matches('#');
        let wrong = || NoColour(text.to_owned());
        let nibbles: Option<Vec<u8>> = digits
            .chars()
            .map(|digit| digit.to_digit(16).map(|digit| digit as u8))
            .collect();
        match nibbles.ok_or_else(wrong)?[..] {
            [r, g, b] => Ok(Self::new(r * 17, g * 17, b * 17)),
            [r, s, g, h, b, c] => Ok(Self::new(r << 4 | s, g << 4 | h, b << 4 | c)),
            _ => Err(wrong()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Regression test: a name of only the letters a to f was read as hexadecimal digits.
    #[test]
    fn only_names_of_css_are_colour_names() {
        assert_eq!(Rgb::from_name(" SkyBlue "), Some(Rgb::new(135, 206, 235)));
        for name in ["", "fad", "face", "#ff0000", "transparent"] {
            assert_eq!(Rgb::from_name(name), None, "{name}");
        }
    }

    /// The lookup is a binary search.
    #[test]
    fn names_of_css_are_sorted_and_in_lower_case() {
        assert!(names::NAMES.is_sorted_by(|(one, _), (other, _)| one < other));
        for (name, [red, green, blue]) in names::NAMES {
            let rgb = Rgb::new(red, green, blue);
            assert_eq!(Rgb::from_name(&name.to_ascii_uppercase()), Some(rgb));
        }
    }

    #[test]
    fn colours_are_read_in_hexadecimal() {
        for text in ["#ff8000", "ff8000", "#F80", " f80 "] {
            assert_eq!(
                text.parse(),
                Ok(Rgb::new(255, 128 + 8 * u8::from(text.len() < 6), 0))
            );
        }
        for text in ["", "#", "red", "#ff80", "#ff80000", "#gg0000"] {
            assert_eq!(text.parse::<Rgb>(), Err(NoColour(text.to_owned())));
        }
    }
}
