//! XBM, X11's bitmaps as C source: one pixel per cell. The format is written only.
//!
//! Source: the format of `XWriteBitmapFile` in the Xlib manual.

use super::{BARE, Description, Write};
use crate::{Cell, Grid};

pub(super) const DESCRIPTION: Description = Description {
    name: "xbm",
    about: "X11's bitmaps as C source, written only",
    extensions: &["xbm"],
    write: Write::Picture(|_, grid| write(grid).into_bytes()),
    in_one_colour: true,
    ..BARE
};

/// Number of bytes per line of source.
const BYTES_PER_LINE: usize = 12;

/// Writes the grid as C source. Unknown cells are blank. The leftmost of eight pixels is the lowest bit.
fn write(grid: &Grid) -> String {
    let row = |row| {
        let cells: Vec<Cell> = grid.row(row).collect();
        let byte = |cells: &[Cell]| {
            let bit = |(place, cell): (usize, &Cell)| u8::from(cell.is_filled()) << place;
            format!("0x{:02x}", cells.iter().enumerate().map(bit).sum::<u8>())
        };
        cells.chunks(8).map(byte).collect::<Vec<_>>()
    };
    let bytes: Vec<String> = (0..grid.rows()).flat_map(row).collect();
    let lines: Vec<String> = bytes
        .chunks(BYTES_PER_LINE)
        .map(|line| format!("   {}", line.join(", ")))
        .collect();
    format!(
        "#define nonogram_width {}\n#define nonogram_height {}\n\
         static unsigned char nonogram_bits[] = {{\n{}\n}};\n",
        grid.columns(),
        grid.rows(),
        lines.join(",\n")
    )
}
