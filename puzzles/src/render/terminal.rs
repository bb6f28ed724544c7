//! A puzzle and its picture on a terminal, in a form that suits the terminal's width and characters.
//!
//! [`terminal`] draws it; [`Look`] says in which [`Form`], and with which [`Colours`]. `sheet` draws the clues
//! and the lattice, `blocks` several cells per character.

mod blocks;
mod sheet;

use anstyle::{AnsiColor, Color, RgbColor, Style};

use crate::{Colour, Grid, Palette, Puzzle, Rgb};
use sheet::Sheet;

/// The escape codes for colour that a terminal takes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Colours {
    /// None: letters stand for the colours of a puzzle that has several.
    #[default]
    None,
    /// Those of 256 colours.
    Indexed,
    /// Any colour.
    True,
}

impl Colours {
    fn color(self, rgb: Rgb) -> Option<Color> {
        let rgb = RgbColor(rgb.red, rgb.green, rgb.blue);
        match self {
            Self::None => None,
            Self::Indexed => Some(anstyle_lossy::rgb_to_xterm(rgb).into()),
            Self::True => Some(rgb.into()),
        }
    }

    /// A style of a colour on another one.
    fn style(self, ink: Rgb, paper: Rgb) -> Style {
        Style::new()
            .fg_color(self.color(ink))
            .bg_color(self.color(paper))
    }
}

/// How many cells a character shows, and what stands around them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Form {
    /// The clues above and to the left, and cells as wide as they are high.
    #[default]
    Full,
    /// Two rows per line, a column per cell.
    Half,
    /// Two rows per line, two cells per column; one colour besides the background at most.
    Quarter,
    /// The same as [`Form::Full`] in ASCII.
    Ascii,
    /// Plain text: a line per row, a character per cell.
    Text,
}

/// How a picture is drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Look {
    /// The form.
    pub form: Form,
    /// Escape codes for colour; ASCII and text have none.
    pub colours: Colours,
}

impl Look {
    /// A look of this form.
    pub fn new(form: Form, colours: Colours) -> Self {
        let colours = match form {
            Form::Ascii | Form::Text => Colours::None,
            Form::Full | Form::Half | Form::Quarter => colours,
        };
        Self { form, colours }
    }

    /// The columns that a terminal needs for `puzzle`; none is enough where the form has no symbol for its colours.
    pub fn width(self, puzzle: &Puzzle) -> Option<usize> {
        let columns = puzzle.column_count();
        match self.form {
            Form::Full | Form::Ascii => Some(Sheet::new(puzzle, self).width()),
            Form::Half | Form::Text => Some(columns),
            Form::Quarter if puzzle.palette().is_coloured() => None,
            Form::Quarter => Some(columns.div_ceil(2)),
        }
    }
}

/// Draws `grid` with the clues of `puzzle`; each line ends in a newline. Colours that the look does not show are
/// written as letters.
///
/// # Panics
/// When the grid has another size than the puzzle.
pub fn terminal(puzzle: &Puzzle, grid: &Grid, look: Look) -> String {
    assert_eq!(
        (grid.rows(), grid.columns()),
        (puzzle.row_count(), puzzle.column_count()),
        "the grid has the puzzle's size"
    );
    let palette = puzzle.palette();
    let is_seen = !palette.is_coloured() || look.colours != Colours::None;
    match look.form {
        Form::Full | Form::Ascii => Sheet::new(puzzle, look).draw(grid),
        Form::Half if is_seen => blocks::half(palette, grid, look.colours),
        Form::Quarter if !palette.is_coloured() => blocks::quarter(palette, grid, look.colours),
        Form::Half | Form::Quarter | Form::Text => super::text(palette, grid),
    }
}

/// A filled cell of a colour: its letter where colours are not seen.
fn letter(palette: &Palette, colours: Colours, colour: Colour) -> Option<char> {
    (palette.is_coloured() && colours == Colours::None).then(|| palette.letter(colour))
}

/// How unknown cells look.
fn unknown(colours: Colours) -> Style {
    match colours {
        Colours::None => Style::new(),
        Colours::Indexed | Colours::True => AnsiColor::Yellow.on_default(),
    }
}

#[cfg(test)]
mod tests;
