//! Drawings of a puzzle and its picture for a terminal.
//!
//! Interface: [`terminal`] draws a puzzle in the [`Form`] and [`Colours`] of a [`Look`]. `sheet` draws cells with clues and grid
//! lines, and `blocks` draws several cells per character.

use anstyle::{AnsiColor, Color, RgbColor, Style};

use crate::render::{GROUP, Layout, Number, characters};
use crate::{Cell, Colour, Grid, Palette, Puzzle, Rgb};

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
        Style::new().fg_color(self.color(ink)).bg_color(self.color(paper))
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
        Form::Half if is_seen => half(palette, grid, look.colours),
        Form::Quarter if !palette.is_coloured() => quarter(palette, grid, look.colours),
        Form::Half | Form::Quarter | Form::Text => super::text(palette, grid),
    }
}

/// Letter of a filled cell; `None` if the palette has one colour or the colour is shown.
fn letter(palette: &Palette, colours: Colours, colour: Colour) -> Option<char> {
    (palette.is_coloured() && colours == Colours::None).then(|| palette.letter(colour))
}

fn unknown(colours: Colours) -> Style {
    match colours {
        Colours::None => Style::new(),
        Colours::Indexed | Colours::True => AnsiColor::Yellow.on_default(),
    }
}

/// Character for a group of cells that are not all known.
const UNKNOWN: char = '░';

/// Upper half of a character in the foreground colour, lower half in the background colour.
const UPPER_HALF: char = '▀';

/// Quadrants by their filled cells: 1 upper left, 2 upper right, 4 lower left, 8 lower right.
const QUADRANTS: [char; 16] =
    [' ', '▘', '▝', '▀', '▖', '▌', '▞', '▛', '▗', '▚', '▐', '▜', '▄', '▙', '▟', '█'];

/// Draws two rows of cells per line, and one cell per terminal column. If a cell of a pair is unknown, both cells are shaded.
pub fn half(palette: &Palette, grid: &Grid, colours: Colours) -> String {
    let rgb = |cell: Cell| match cell.colour() {
        Some(colour) => palette.rgb(colour),
        None => palette.background(),
    };
    blocks(grid, 1, |cells| {
        let [above, _, below, _] = cells;
        match colours {
            _ if !all_known(cells) => styled(UNKNOWN, unknown(colours)),
            Colours::Indexed | Colours::True if !palette.is_black_and_white() => {
                styled(UPPER_HALF, colours.style(rgb(above), rgb(below)))
            }
            _ => quadrant([above, above, below, below]).to_string(),
        }
    })
}

/// Draws two rows of cells per line, and two cells per terminal column, in one colour and the background. If one of the four cells
/// of a character is unknown, all four are shaded.
pub fn quarter(palette: &Palette, grid: &Grid, colours: Colours) -> String {
    let ink = if palette.is_black_and_white() {
        Style::new()
    } else {
        colours.style(palette.rgb(Colour::FIRST), palette.background())
    };
    blocks(grid, 2, |cells| {
        if all_known(cells) {
            return styled(quadrant(cells), ink);
        }
        styled(UNKNOWN, unknown(colours))
    })
}

/// Draws lines of characters, each of which shows two rows and `columns` columns (1 or 2) of cells. `show` receives the upper left,
/// upper right, lower left and lower right cell. Cells beyond the edges of the grid are blank.
fn blocks(grid: &Grid, columns: usize, show: impl Fn([Cell; 4]) -> String) -> String {
    let cell = |row, column| {
        if row < grid.rows() && column < grid.columns() {
            return grid.get(row, column);
        }
        Cell::Blank
    };
    let mut out = String::new();
    for top in (0..grid.rows()).step_by(2) {
        for left in (0..grid.columns()).step_by(columns) {
            let pair = |row| [cell(row, left), cell(row, left + columns - 1)];
            let ([a, b], [c, d]) = (pair(top), pair(top + 1));
            out.push_str(&show([a, b, c, d]));
        }
        out.push('\n');
    }
    out
}

fn all_known(cells: [Cell; 4]) -> bool {
    cells.iter().all(|cell| cell.value().is_some())
}

fn quadrant(cells: [Cell; 4]) -> char {
    let bits = cells.iter().enumerate();
    QUADRANTS[bits.fold(0, |bits, (place, cell)| bits | usize::from(cell.is_filled()) << place)]
}

fn styled(symbol: char, style: Style) -> String {
    format!("{style}{symbol}{style:#}")
}

/// Characters of grid lines and cells.
struct Symbols {
    /// Left end, crossings and right end of the upper border, of a line between groups and of the lower border.
    upper: [char; 3],
    rule: [char; 3],
    lower: [char; 3],
    across: char,
    down: char,
    filled: char,
    unknown: char,
}

const BLOCKS: Symbols = Symbols {
    upper: ['┌', '┬', '┐'],
    rule: ['├', '┼', '┤'],
    lower: ['└', '┴', '┘'],
    across: '─',
    down: '│',
    filled: '█',
    unknown: '░',
};

const ASCII: Symbols = Symbols {
    upper: ['+'; 3],
    rule: ['+'; 3],
    lower: ['+'; 3],
    across: '-',
    down: '|',
    filled: '#',
    unknown: '?',
};

/// A drawing of a puzzle with its clues. Widths are in terminal columns.
pub struct Sheet<'a> {
    puzzle: &'a Puzzle,
    colours: Colours,
    symbols: &'static Symbols,
    layout: Layout,
    /// Width of a cell: that of the longest number of a column clue, plus a space. Cells of width 2 are about square.
    cell: usize,
    /// Width of the row clues and the space after them.
    margin: usize,
}

impl<'a> Sheet<'a> {
    /// Computes the layout for the clues of a puzzle.
    pub fn new(puzzle: &'a Puzzle, look: Look) -> Self {
        let colours = look.colours;
        // The numbers of a coloured puzzle have letters if colours are not shown.
        let layout = if colours == Colours::None {
            Layout::with(puzzle, |clue| puzzle.palette().blocks(clue))
        } else {
            Layout::new(puzzle)
        };
        Self {
            puzzle,
            colours,
            symbols: match look.form {
                Form::Ascii | Form::Text => &ASCII,
                Form::Full | Form::Half | Form::Quarter => &BLOCKS,
            },
            // Without the space, two neighbouring numbers of two digits would look like one number of four digits.
            cell: layout.widest_number() + 1,
            margin: layout.widest_row() + 1,
            layout,
        }
    }

    pub fn width(&self) -> usize {
        let columns = self.puzzle.column_count();
        let rules = columns.div_ceil(GROUP) + 1;
        self.margin + columns * self.cell + rules
    }

    /// Draws the clues and the cells of `grid`.
    pub fn draw(&self, grid: &Grid) -> String {
        let mut out = String::new();
        self.heads(&mut out);
        for row in 0..grid.rows() {
            match row {
                0 => self.rule(&mut out, self.symbols.upper),
                _ if row % GROUP == 0 => self.rule(&mut out, self.symbols.rule),
                _ => {}
            }
            self.row_clue(&mut out, &self.layout.rows[row]);
            let cells = grid.row(row).map(|cell| self.cell(cell));
            line(&mut out, cells, self.symbols.down);
        }
        self.rule(&mut out, self.symbols.lower);
        out
    }

    /// Draws the column clues, one number of each per line, so that the last numbers are directly above the cells.
    fn heads(&self, out: &mut String) {
        let (_, depth) = self.layout.depths();
        for level in 0..depth {
            out.push_str(&" ".repeat(self.margin));
            let cells = self.layout.columns.iter().map(|numbers| {
                let place = (level + numbers.len()).checked_sub(depth);
                place.map_or_else(
                    || " ".repeat(self.cell),
                    |place| {
                        let number = &numbers[place];
                        " ".repeat(self.cell - number.text.len()) + &self.number(number)
                    },
                )
            });
            let mut head = String::new();
            line(&mut head, cells, ' ');
            out.push_str(head.trim_end());
            out.push('\n');
        }
    }

    /// Draws a row's clue, right-aligned in the margin and followed by a space.
    fn row_clue(&self, out: &mut String, numbers: &[Number]) {
        out.push_str(&" ".repeat(self.margin - 1 - characters(numbers)));
        for number in numbers {
            out.push_str(&self.number(number));
            out.push(' ');
        }
    }

    /// Draws a number of a clue. If colours are shown and the puzzle is not black and white, the number is on its block's colour.
    fn number(&self, number: &Number) -> String {
        let palette = self.puzzle.palette();
        let style = match number.colour {
            Some(colour) if !palette.is_black_and_white() => {
                let colour = palette.rgb(colour);
                self.colours.style(colour.readable(), colour)
            }
            _ => Style::new(),
        };
        format!("{style}{}{style:#}", number.text)
    }

    fn rule(&self, out: &mut String, [left, middle, right]: [char; 3]) {
        out.push_str(&" ".repeat(self.margin));
        for column in 0..self.puzzle.column_count() {
            if column % GROUP == 0 {
                out.push(if column == 0 { left } else { middle });
            }
            out.extend(std::iter::repeat_n(self.symbols.across, self.cell));
        }
        out.push(right);
        out.push('\n');
    }

    fn cell(&self, cell: Cell) -> String {
        let (palette, colours) = (self.puzzle.palette(), self.colours);
        let background = palette.background();
        let on_background = |ink| {
            if palette.is_black_and_white() {
                return Style::new();
            }
            colours.style(ink, background)
        };
        let (symbol, style) = match cell {
            Cell::Colour(colour) => {
                let letter = letter(palette, colours, colour);
                let style = on_background(palette.rgb(colour));
                (letter.unwrap_or(self.symbols.filled), style)
            }
            Cell::Blank => (' ', on_background(background)),
            Cell::Unknown => (self.symbols.unknown, unknown(colours)),
        };
        let symbols = symbol.to_string().repeat(self.cell);
        format!("{style}{symbols}{style:#}")
    }
}

/// Draws one line of cells, with a border before each group and at the end.
fn line(out: &mut String, cells: impl Iterator<Item = String>, border: char) {
    for (column, cell) in cells.enumerate() {
        if column % GROUP == 0 {
            out.push(border);
        }
        out.push_str(&cell);
    }
    out.push(border);
    out.push('\n');
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every form of four puzzles with and without colours; escape codes are shown as `ESC`.
    #[test]
    fn every_form_shows_cells_clues_and_colours() {
        let palettes = [
            Palette::default(),
            Palette::default(),
            Palette::of([Rgb::BLACK, Rgb::new(255, 0, 0)]).unwrap(),
            Palette::of([Rgb::new(255, 0, 0)]).unwrap(),
        ];
        let drawings = [
            "##-##--|#######|-##-##-|-----#-|-------|#-----#",
            "#--|---|#-#",
            "aab|---|b-a",
            "#-|##",
        ];
        let mut report = String::new();
        for (palette, drawing) in palettes.into_iter().zip(drawings) {
            let picture = palette.to_grid(&drawing.split('|').collect::<Vec<_>>()).unwrap();
            let puzzle = Puzzle::from_grid(&picture).with_palette(palette).unwrap();
            let mut grid = picture.clone();
            if grid.rows() == 6 {
                grid.set(1, 6, Cell::Unknown);
            }
            for form in [Form::Full, Form::Ascii, Form::Half, Form::Quarter, Form::Text] {
                let mut before = String::new();
                for colours in [Colours::None, Colours::Indexed, Colours::True] {
                    let look = Look::new(form, colours);
                    let text = terminal(&puzzle, &grid, look);
                    let widest = text.lines().map(|line| line.chars().count()).max();
                    assert!(
                        text.contains('\u{1b}')
                            || look.width(&puzzle).is_none_or(|width| Some(width) == widest)
                    );
                    if text != before {
                        let shown = text.replace('\u{1b}', "ESC");
                        report +=
                            &format!("{form:?} {colours:?} {:?}\n{shown}\n", look.width(&puzzle));
                    }
                    before = text;
                }
            }
        }
        insta::assert_snapshot!(report);
    }
}
