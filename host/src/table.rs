//! Tables for people: a header, and columns as wide as their content; on a terminal, wrapped to its width.

use comfy_table::{ContentArrangement, Table, presets};

use crate::exit::Failure;
use crate::{output, screen};

/// The space between columns.
const GAP: u16 = 2;

/// Writes a table to stdout.
///
/// # Errors
/// Stdout fails.
pub fn print<const COLUMNS: usize>(
    header: [&str; COLUMNS],
    rows: impl IntoIterator<Item = [String; COLUMNS]>,
) -> Result<(), Failure> {
    output::stdout(text(header, rows, screen::width()))
}

fn text<const COLUMNS: usize>(
    header: [&str; COLUMNS],
    rows: impl IntoIterator<Item = [String; COLUMNS]>,
    width: Option<usize>,
) -> String {
    let mut table = Table::new();
    table.load_style(presets::NOTHING).set_header(header);
    table.add_rows(rows);
    if let Some(width) = width.and_then(|width| u16::try_from(width).ok()) {
        table
            .set_content_arrangement(ContentArrangement::Dynamic)
            .set_width(width);
    }
    for column in table.column_iter_mut() {
        column.set_padding((0, GAP));
    }
    table.trim_fmt() + "\n"
}

#[cfg(test)]
mod tests {
    use super::text;

    #[test]
    fn a_table_fits_its_terminal() {
        let rows = [
            ["ulx3s", "classic11, parallel11x4, clue32"],
            ["tang_nano_9k", "classic11"],
        ];
        let rows = rows.map(|row| row.map(str::to_owned));
        assert_eq!(
            text(["NAME", "BUILDS"], rows.clone(), None),
            "NAME          BUILDS\n\
             ulx3s         classic11, parallel11x4, clue32\n\
             tang_nano_9k  classic11\n"
        );
        for width in [20, 40, 80] {
            let lines = text(["NAME", "BUILDS"], rows.clone(), Some(width));
            assert!(lines.lines().all(|line| line.len() <= width), "{lines}");
        }
    }
}
