//! A colour on a screen: [`Rgb`], its name, its distance to others, and its text form.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;
use std::sync::LazyLock;

use thiserror::Error;

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

/// The named colours of CSS, in lower case, each with its hexadecimal digits. Source: CSS Color Module Level 4, section 6.1.
const NAMED: &str = "\
aliceblue f0f8ff,antiquewhite faebd7,aqua 00ffff,aquamarine 7fffd4,azure f0ffff,beige f5f5dc,bisque ffe4c4,\
black 000000,blanchedalmond ffebcd,blue 0000ff,blueviolet 8a2be2,brown a52a2a,burlywood deb887,cadetblue 5f9ea0,\
chartreuse 7fff00,chocolate d2691e,coral ff7f50,cornflowerblue 6495ed,cornsilk fff8dc,crimson dc143c,cyan 00ffff,\
darkblue 00008b,darkcyan 008b8b,darkgoldenrod b8860b,darkgray a9a9a9,darkgreen 006400,darkgrey a9a9a9,\
darkkhaki bdb76b,darkmagenta 8b008b,darkolivegreen 556b2f,darkorange ff8c00,darkorchid 9932cc,darkred 8b0000,\
darksalmon e9967a,darkseagreen 8fbc8f,darkslateblue 483d8b,darkslategray 2f4f4f,darkslategrey 2f4f4f,\
darkturquoise 00ced1,darkviolet 9400d3,deeppink ff1493,deepskyblue 00bfff,dimgray 696969,dimgrey 696969,\
dodgerblue 1e90ff,firebrick b22222,floralwhite fffaf0,forestgreen 228b22,fuchsia ff00ff,gainsboro dcdcdc,\
ghostwhite f8f8ff,gold ffd700,goldenrod daa520,gray 808080,green 008000,greenyellow adff2f,grey 808080,\
honeydew f0fff0,hotpink ff69b4,indianred cd5c5c,indigo 4b0082,ivory fffff0,khaki f0e68c,lavender e6e6fa,\
lavenderblush fff0f5,lawngreen 7cfc00,lemonchiffon fffacd,lightblue add8e6,lightcoral f08080,lightcyan e0ffff,\
lightgoldenrodyellow fafad2,lightgray d3d3d3,lightgreen 90ee90,lightgrey d3d3d3,lightpink ffb6c1,lightsalmon ffa07a,\
lightseagreen 20b2aa,lightskyblue 87cefa,lightslategray 778899,lightslategrey 778899,lightsteelblue b0c4de,\
lightyellow ffffe0,lime 00ff00,limegreen 32cd32,linen faf0e6,magenta ff00ff,maroon 800000,mediumaquamarine 66cdaa,\
mediumblue 0000cd,mediumorchid ba55d3,mediumpurple 9370db,mediumseagreen 3cb371,mediumslateblue 7b68ee,\
mediumspringgreen 00fa9a,mediumturquoise 48d1cc,mediumvioletred c71585,midnightblue 191970,mintcream f5fffa,\
mistyrose ffe4e1,moccasin ffe4b5,navajowhite ffdead,navy 000080,oldlace fdf5e6,olive 808000,olivedrab 6b8e23,\
orange ffa500,orangered ff4500,orchid da70d6,palegoldenrod eee8aa,palegreen 98fb98,paleturquoise afeeee,\
palevioletred db7093,papayawhip ffefd5,peachpuff ffdab9,peru cd853f,pink ffc0cb,plum dda0dd,powderblue b0e0e6,\
purple 800080,rebeccapurple 663399,red ff0000,rosybrown bc8f8f,royalblue 4169e1,saddlebrown 8b4513,salmon fa8072,\
sandybrown f4a460,seagreen 2e8b57,seashell fff5ee,sienna a0522d,silver c0c0c0,skyblue 87ceeb,slateblue 6a5acd,\
slategray 708090,slategrey 708090,snow fffafa,springgreen 00ff7f,steelblue 4682b4,tan d2b48c,teal 008080,\
thistle d8bfd8,tomato ff6347,turquoise 40e0d0,violet ee82ee,wheat f5deb3,white ffffff,whitesmoke f5f5f5,\
yellow ffff00,yellowgreen 9acd32";

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
        static COLOURS: LazyLock<BTreeMap<&str, Rgb>> = LazyLock::new(|| {
            let named = NAMED.split(',').filter_map(|named| named.split_once(' '));
            let colours = named.filter_map(|(name, digits)| Some((name, digits.parse().ok()?)));
            colours.collect()
        });
        let name = name.trim().to_ascii_lowercase();
        COLOURS.get(&*name).copied()
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

    #[test]
    fn every_name_of_css_has_a_colour() {
        let names = NAMED
            .split(',')
            .filter_map(|named| Some(named.split_once(' ')?.0));
        let named = names.filter(|name| Rgb::from_name(&name.to_ascii_uppercase()).is_some());
        assert_eq!(named.count(), 148);
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
