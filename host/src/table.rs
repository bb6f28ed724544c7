//! Tables on stdout: a header, and columns as wide as their content.

use std::iter::once;

use crate::exit::Failure;
use crate::output;

/// Writes a table to stdout.
///
/// # Errors
/// Stdout cannot be written to.
pub fn print<const COLUMNS: usize>(
    header: [&str; COLUMNS],
    rows: impl IntoIterator<Item = [String; COLUMNS]>,
) -> Result<(), Failure> {
    output::stdout(text(header, rows))
}

fn text<const COLUMNS: usize>(
    header: [&str; COLUMNS],
    rows: impl IntoIterator<Item = [String; COLUMNS]>,
) -> String {
    let rows: Vec<_> = once(header.map(str::to_owned)).chain(rows).collect();
    let widths: [usize; COLUMNS] = std::array::from_fn(|column| {
        let cells = rows.iter().map(|row| row[column].chars().count());
        cells.max().unwrap_or_default()
    });
    let line = |row: &[String; COLUMNS]| {
        let cells = row.iter().zip(widths);
        let line: String = cells
            .map(|(cell, width)| format!("{cell:width$}  "))
            .collect();
        line.trim_end().to_owned() + "\n"
    };
    rows.iter().map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::text;

    #[test]
    fn columns_are_as_wide_as_their_content() {
        let rows = [
            ["ulx3s", "classic11, clue32"],
            ["tang_nano_9k", "classic11"],
        ];
        assert_eq!(
            text(["NAME", "BUILDS"], rows.map(|row| row.map(str::to_owned))),
            "NAME          BUILDS\n\
             ulx3s         classic11, clue32\n\
             tang_nano_9k  classic11\n"
        );
    }
}
