//! The file formats: one module per format, and the table of all formats.
//!
//! A new format needs a new file, a line for its module and one in the table; [`Format`] identifies it.

pub(crate) mod clues;
mod colours;
pub mod cwc;
pub mod cwd;
pub mod dzn;
mod error;
pub mod gno;
pub mod json;
pub mod jsonl;
mod lines;
pub mod lists;
pub mod mk;
pub mod nin;
pub mod non;
pub mod olsak;
pub mod pattern;
pub mod pbm;
pub mod pbnsol;
#[cfg(feature = "photos")]
pub mod photo;
mod picture;
pub mod pixels;
pub mod png;
mod runs;
pub(crate) mod section;
pub mod sgt;
pub mod svg;
mod symbols;
pub mod table;
pub mod text;
pub mod toml;
pub mod webpbn;
mod words;
pub mod xbm;

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

pub use error::{ParseError, ParseErrorKind, Side};
pub use lists::ListOptions;
pub use picture::ImageOptions;

use crate::excerpt::Excerpt;
use crate::notes::Notes;
use crate::{Grid, Puzzle, ReadError, ReadOptions, counted};

/// Defines [`Format`] from the table of formats. Each line of the table names the module of a format and the variant of [`Format`].
macro_rules! formats {
    ($($(#[$when:meta])? $module:ident $variant:ident,)+) => {
        /// A file format for puzzles or pictures.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum Format {
            $($(#[$when])? #[doc = concat!("See [`", stringify!($module), "`].")] $variant,)+
        }

        impl Format {
            /// Every format that the enabled features provide. Detection considers formats of equal certainty in this order.
            pub const ALL: &[Self] = &[$($(#[$when])? Self::$variant,)+];

            fn description(self) -> &'static Description {
                match self {
                    $($(#[$when])? Self::$variant => &$module::DESCRIPTION,)+
                }
            }
        }
    };
}

formats! {
    non Non,
    webpbn Webpbn,
    mk Mk,
    nin Nin,
    cwd Cwd,
    cwc Cwc,
    pbnsol Pbnsol,
    olsak G,
    pattern Pattern,
    dzn Dzn,
    sgt Sgt,
    gno Gno,
    text Text,
    table Table,
    lists Lists,
    pbm Pbm,
    png Png,
    #[cfg(feature = "photos")]
    photo Photo,
    json Json,
    jsonl Jsonl,
    toml Toml,
    xbm Xbm,
    svg Svg,
}

/// The puzzles of a file, each read on demand. The caller stops at the first error.
pub(crate) type Puzzles<'a> = Box<dyn Iterator<Item = Result<Puzzle, ParseError>> + Send + 'a>;

/// A function that reads the puzzles of a file.
type Read = for<'a> fn(&Source<'a>) -> Result<Puzzles<'a>, ReadError>;

/// A function that writes puzzles as one file.
type Join = fn(&[Puzzle]) -> Vec<u8>;

/// Properties of a format.
struct Description {
    /// Name for `--format`.
    name: &'static str,
    /// One-line description for a list of formats.
    about: &'static str,
    /// File name extensions without the dot, default first.
    extensions: &'static [&'static str],
    /// Whether detection considers this format for a file. Several formats may fit one file.
    sniff: fn(&Source) -> bool,
    /// Reads the puzzles of a file; `None` if the format is only written.
    read: Option<Read>,
    /// Writes a puzzle, and the picture if the format can hold one; an error if the format is only read or cannot hold the puzzle.
    write: fn(&Puzzle, Option<&Grid>) -> Result<Vec<u8>, WriteError>,
    /// Writes several puzzles as one file; `None` if each puzzle is written to its own file or the format is only read.
    join: Option<Join>,
}

/// The content of a file, its name in errors, the options for reading it, and the notes about it.
pub(crate) struct Source<'a> {
    pub(crate) bytes: &'a [u8],
    pub(crate) name: &'a str,
    pub(crate) image: ImageOptions,
    /// Symbol of filled cells in a drawing; `None` detects it.
    pub(crate) filled: Option<char>,
    pub(crate) lists: ListOptions,
    pub(crate) notes: &'a Notes,
}

impl<'a> Source<'a> {
    pub(crate) fn new(
        bytes: &'a [u8],
        name: &'a str,
        options: ReadOptions,
        notes: &'a Notes,
    ) -> Self {
        Self {
            bytes,
            name,
            image: options.image,
            filled: options.filled,
            lists: options.lists,
            notes,
        }
    }

    /// The content as text; an error if it is not UTF-8.
    fn text(&self) -> Result<&'a str, ReadError> {
        std::str::from_utf8(self.bytes).map_err(|error| {
            let before = &self.bytes[..error.valid_up_to()];
            ReadError::NotText {
                file: self.name.to_owned(),
                line: 1 + before.iter().filter(|&&byte| byte == b'\n').count(),
            }
        })
    }
}

/// Returns the puzzles, or one error if there are none.
fn at_least_one<'a>(
    mut puzzles: impl Iterator<Item = Result<Puzzle, ParseError>> + 'a,
    name: &'a str,
) -> impl Iterator<Item = Result<Puzzle, ParseError>> + 'a {
    let none = || Err(ParseError::at(name, 1, ParseErrorKind::Empty));
    let first = puzzles.next().unwrap_or_else(none);
    std::iter::once(first).chain(puzzles)
}

/// The only item of a file: its puzzle or its error.
fn only<'a>(puzzle: Result<Puzzle, ParseError>) -> Puzzles<'a> {
    Box::new(std::iter::once(puzzle))
}

/// Whether a text consists of digits, white space and `marks`, and starts with a digit after leading white space.
fn is_numbers(text: &str, marks: &[char]) -> bool {
    let fits = |c: char| c.is_ascii_digit() || c.is_whitespace() || marks.contains(&c);
    text.trim_start().starts_with(|c: char| c.is_ascii_digit()) && text.chars().all(fits)
}

/// Why a puzzle cannot be written in a format.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum WriteError {
    /// The format is only read.
    #[error(
        "{format} files are read, not written; expected another format; choose one such as non or json"
    )]
    ReadOnly {
        /// Format that cannot be written.
        format: Format,
    },
    /// The format holds a picture, and the puzzle has none.
    #[error(
        "{format} files hold a picture, and this puzzle has none; expected a solution or a goal; solve it first, or \
         choose a format of clues such as non"
    )]
    NoPicture {
        /// Format of pictures.
        format: Format,
    },
    /// The format has one colour, and the puzzle has several.
    #[error(
        "{format} files have one colour, and this puzzle has {count}; expected a puzzle in one colour; choose a \
         format with colours such as non, xml or png"
    )]
    Coloured {
        /// Format with one colour.
        format: Format,
        /// Number of colours of the puzzle.
        count: usize,
    },
    /// There is no puzzle, or there are several and the format is written with one per file.
    #[error(
        "{} for one {format} file; expected one; write each to its own file or choose a format for several puzzles, such as non",
        counted(*.count, "puzzle")
    )]
    NotOne {
        /// Format of the file.
        format: Format,
        /// Number of puzzles.
        count: usize,
    },
}

/// Returns the puzzle if it has one colour, otherwise [`WriteError::Coloured`].
fn in_one_colour(puzzle: &Puzzle, format: Format) -> Result<&Puzzle, WriteError> {
    match puzzle.palette().count() {
        1 => Ok(puzzle),
        count => Err(WriteError::Coloured { format, count }),
    }
}

/// The error for text that is neither the name nor a file name extension of a format.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "{:?} is not a format; expected one of {}, or one of their file name extensions; choose one of them",
    Excerpt(name),
    names(Format::ALL)
)]
pub struct UnknownFormat {
    /// Text in place of a format.
    pub name: String,
}

/// Names of formats for a message.
pub(crate) fn names(formats: &[Format]) -> String {
    formats
        .iter()
        .map(|format| format.name())
        .collect::<Vec<_>>()
        .join(", ")
}

impl Format {
    /// Name of the format, as in `--format`.
    pub fn name(self) -> &'static str {
        self.description().name
    }

    /// One-line description of the format.
    pub fn about(self) -> &'static str {
        self.description().about
    }

    /// File name extensions without the dot, default first.
    pub fn extensions(self) -> &'static [&'static str] {
        self.description().extensions
    }

    /// The format with a file name extension (without the dot, regardless of case), if there is one.
    pub fn from_extension(extension: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|format| {
            format
                .extensions()
                .iter()
                .any(|known| known.eq_ignore_ascii_case(extension))
        })
    }

    /// Every format that detection considers for a file, in the order of [`ALL`](Self::ALL).
    pub(crate) fn sniff(source: &Source) -> Vec<Self> {
        let fits = |format: &Self| (format.description().sniff)(source);
        Self::ALL.iter().copied().filter(fits).collect()
    }

    /// Whether puzzles can be written in the format.
    pub fn is_written(self) -> bool {
        let puzzle = Puzzle::from_grid(&Grid::from_fn(1, 1, |_, _| true));
        !matches!(self.write(&puzzle, None), Err(WriteError::ReadOnly { .. }))
    }

    /// Whether files of the format are read as pictures of pixels, to which [`ImageOptions`] apply.
    pub fn is_picture(self) -> bool {
        #[cfg(feature = "photos")]
        if self == Self::Photo {
            return true;
        }
        matches!(self, Self::Png | Self::Pbm)
    }

    pub(crate) fn read<'a>(self, source: &Source<'a>) -> Result<Puzzles<'a>, ReadError> {
        match self.description().read {
            Some(read) => read(source),
            None => Err(ReadError::WriteOnly {
                file: source.name.to_owned(),
                format: self,
            }),
        }
    }

    /// Writes a puzzle in this format. `picture` is a complete or partial solution in the colours of the puzzle's palette. Picture
    /// formats draw `picture` or, if it is `None`, the puzzle's goal. Formats with a goal store `picture` if it is a solution, otherwise
    /// the puzzle's goal.
    ///
    /// # Errors
    /// Returns a [`WriteError`] if the format is only read or cannot hold the puzzle.
    ///
    /// # Panics
    /// Panics if the size of the picture differs from that of the puzzle, and may panic if the palette lacks a colour of the picture.
    pub fn write(self, puzzle: &Puzzle, picture: Option<&Grid>) -> Result<Vec<u8>, WriteError> {
        if let Some(picture) = picture {
            let size = (puzzle.row_count(), puzzle.column_count());
            assert_eq!(
                (picture.rows(), picture.columns()),
                size,
                "the picture has the puzzle's size"
            );
        }
        (self.description().write)(puzzle, picture)
    }

    /// Writes puzzles as one file, with their goals if the format has goals.
    ///
    /// # Errors
    /// Returns [`WriteError::NotOne`] if `puzzles` is empty, or has several puzzles and the format is written with one per file.
    /// Returns another [`WriteError`] if the format is only read or cannot hold one of the puzzles.
    pub fn write_all(self, puzzles: &[Puzzle]) -> Result<Vec<u8>, WriteError> {
        match (puzzles, self.description().join) {
            ([puzzle], _) => self.write(puzzle, None),
            ([_, ..], Some(join)) => {
                if self == Self::Pattern {
                    puzzles
                        .iter()
                        .try_for_each(|puzzle| in_one_colour(puzzle, self).map(drop))?;
                }
                Ok(join(puzzles))
            }
            _ => Err(WriteError::NotOne {
                format: self,
                count: puzzles.len(),
            }),
        }
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Parses the name of a format or, if no format has the name, a file name extension; both regardless of case.
impl FromStr for Format {
    type Err = UnknownFormat;

    fn from_str(name: &str) -> Result<Self, UnknownFormat> {
        (Self::ALL.iter().copied())
            .find(|format| format.name().eq_ignore_ascii_case(name))
            .or_else(|| Self::from_extension(name))
            .ok_or_else(|| UnknownFormat {
                name: name.to_owned(),
            })
    }
}
