//! Several cells per character: half blocks show two cells, one above the other, and quadrants four.

use anstyle::Style;

use super::{Colours, unknown};
use crate::{Cell, Colour, Grid, Palette};

/// Character for a group of cells that are not all known.
const UNKNOWN: char = '░';

/// Upper half of a character in the foreground colour, lower half in the background colour.
const UPPER_HALF: char = '▀';

/// Quadrants by their filled cells: 1 upper left, 2 upper right, 4 lower left, 8 lower right.
const QUADRANTS: [char; 16] = [
    ' ', '▘', '▝', '▀', '▖', '▌', '▞', '▛', '▗', '▚', '▐', '▜', '▄', '▙', '▟', '█',
];

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
    QUADRANTS[bits.fold(0, |bits, (place, cell)| {
        bits | usize::from(cell.is_filled()) << place
    })]
}

fn styled(symbol: char, style: Style) -> String {
    format!("{style}{symbol}{style:#}")
}
