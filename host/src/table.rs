//! Tables on stdout: a header, and columns as wide as their content. On a terminal, cells are wrapped between words to fit its
//! width; if the terminal is too narrow for whole words in columns, each row is printed as a list.

use comfy_table::{ColumnConstraint, ContentArrangement, Table, Width, presets};

use crate::exit::Failure;
use crate::{output, screen};

/// The space between columns.
const GAP: u16 = 2;

/// Writes a table to stdout.
///
/// # Errors
/// Stdout cannot be written to.
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
    let rows: Vec<[String; COLUMNS]> = rows.into_iter().collect();
    let width = width.and_then(|width| u16::try_from(width).ok());
    let mut all = rows.iter().map(|row| row.each_ref().map(String::as_str));
    let longest: [u16; COLUMNS] = std::array::from_fn(|column| {
        let cells = all.clone().chain([header]).map(|row| row[column]);
        cells.map(longest_word).max().unwrap_or_default()
    });
    let gaps = GAP * COLUMNS.saturating_sub(1) as u16;
    let needed = longest
        .iter()
        .fold(gaps, |sum, word| sum.saturating_add(*word));
    if width.is_none_or(|width| needed <= width) {
        let table = std::iter::once(header).chain(all);
        return arranged(table, longest, width);
    }
    // The terminal is too narrow for whole words in columns, so each row is printed as a list.
    let name = header
        .map(longest_word)
        .into_iter()
        .max()
        .unwrap_or_default();
    let value = longest.into_iter().max().unwrap_or_default();
    let has_room = width.is_some_and(|width| (name + GAP).saturating_add(value) <= width);
    let longest = if has_room { [name, value] } else { [0; 2] };
    let list = |row: [&str; COLUMNS]| {
        let pairs = header.into_iter().zip(row);
        arranged(pairs.map(|(name, value)| [name, value]), longest, width)
    };
    all.by_ref().map(list).collect::<Vec<_>>().join("\n")
}

/// The number of characters in the longest word of a text.
fn longest_word(text: &str) -> u16 {
    let words = text.split_whitespace().map(|word| word.chars().count());
    u16::try_from(words.max().unwrap_or_default()).unwrap_or(u16::MAX)
}

/// The rows as a table with lines of at most `width` characters. If the width allows it, no column is narrower than its longest word.
fn arranged<'a, const COLUMNS: usize>(
    rows: impl IntoIterator<Item = [&'a str; COLUMNS]>,
    longest: [u16; COLUMNS],
    width: Option<u16>,
) -> String {
    let mut table = Table::new();
    table.load_style(presets::NOTHING).add_rows(rows);
    if let Some(width) = width {
        // The gap after the last column is trimmed.
        table
            .set_content_arrangement(ContentArrangement::Dynamic)
            .set_width(width.saturating_add(GAP));
    }
    for (column, word) in table.column_iter_mut().zip(longest) {
        column.set_padding((0, GAP));
        column.set_constraint(ColumnConstraint::LowerBoundary(Width::Fixed(
            word.saturating_add(GAP),
        )));
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

    #[test]
    fn words_stay_whole_if_the_terminal_is_wide_enough() {
        let row = |name: &str, title: &str, builds: &str| [name, title, builds].map(str::to_owned);
        let rows = [
            row(
                "colorlight_i5",
                "Colorlight i5 v7.0",
                "classic11, parallel11x4, clue32",
            ),
            row("icebreaker", "iCEBreaker", "parallel11x4"),
        ];
        for width in [26, 40, 60, 80] {
            let header = ["NAME", "BOARD", "BUILDS"];
            let printed = text(header, rows.clone(), Some(width));
            assert!(
                printed.lines().all(|line| line.chars().count() <= width),
                "{printed}"
            );
            let words: Vec<&str> = printed.split_whitespace().collect();
            let wanted = rows.as_flattened().iter().flat_map(|cell| cell.split(' '));
            for word in wanted {
                assert!(words.contains(&word), "{word} at {width}:\n{printed}");
            }
        }
        assert_eq!(
            text(
                ["NAME", "BUILDS"],
                [["icebreaker", "classic11, parallel11x4"].map(str::to_owned)],
                Some(23)
            ),
            "NAME    icebreaker\n\
             BUILDS  classic11,\n        parallel11x4\n"
        );
    }
}
