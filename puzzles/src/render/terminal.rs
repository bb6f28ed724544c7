//! Drawings of a puzzle and its picture for a terminal.
//!
//! Interface: [`terminal`] draws a puzzle in the [`Form`] and [`Colours`] of a [`Look`]. `sheet` draws cells with clues and grid
//! lines, and `blocks` draws several cells per character.

mod blocks;
mod sheet;

use anstyle::{AnsiColor, Color, RgbColor, Style};

use crate::{Colour, Grid, Palette, Puzzle, Rgb};
use sheet::Sheet;

/// Colour escape codes that a terminal supports.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Colours {
    /// None: letters represent the colours of a coloured puzzle.
    #[default]
    None,
    /// A palette of 256 colours.
    Indexed,
    /// 24-bit colours.
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

    /// The style of one colour on another.
    fn style(self, ink: Rgb, paper: Rgb) -> Style {
        Style::new()
            .fg_color(self.color(ink))
            .bg_color(self.color(paper))
    }
}

/// How cells are drawn as characters, and whether clues are drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Form {
    /// Clues above and to the left, and at least two terminal columns per cell.
    #[default]
    Full,
    /// Two rows of cells per line, and one cell per terminal column.
    Half,
    /// Two rows of cells per line, and two cells per terminal column; at most one colour besides the background.
    Quarter,
    /// [`Form::Full`] in ASCII.
    Ascii,
    /// Plain text: one line per row, one character per cell.
    Text,
}

/// How a picture is drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Look {
    /// Form of the drawing.
    pub form: Form,
    /// Colour escape codes; `Look::new` omits them in ASCII and text.
    pub colours: Colours,
}

impl Look {
    /// Creates a look; in ASCII and text its colours are [`Colours::None`].
    pub fn new(form: Form, colours: Colours) -> Self {
        let colours = match form {
            Form::Ascii | Form::Text => Colours::None,
            Form::Full | Form::Half | Form::Quarter => colours,
        };
        Self { form, colours }
    }

    /// Number of terminal columns that `puzzle` needs; `None` if the form cannot show its colours.
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

/// Draws `grid`, with the clues of `puzzle` if the form has them; each line ends in a newline. Colours that the look cannot show are
/// written as letters.
///
/// # Panics
/// Panics if the size of the grid differs from that of the puzzle.
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

/// Letter of a filled cell; `None` if the palette has one colour or the colour is shown.
fn letter(palette: &Palette, colours: Colours, colour: Colour) -> Option<char> {
    (palette.is_coloured() && colours == Colours::None).then(|| palette.letter(colour))
}

/// Style of unknown cells.
fn unknown(colours: Colours) -> Style {
    match colours {
        Colours::None => Style::new(),
        Colours::Indexed | Colours::True => AnsiColor::Yellow.on_default(),
    }
}

#[cfg(test)]
mod tests;
