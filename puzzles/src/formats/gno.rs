//! Games of Gnonograms (`.gno`): sections such as `[Row clues]`, and a grid of 0 (unknown), 1 (blank) and 2 (filled).
//!
//! Interface: [`parse`]. Source: the format description in the manual of the program.

use super::clues::{ClueReader, assemble, size, with_goal};
use super::error::{ParseError, ParseErrorKind, Side};
use super::lines::{Lines, Numbered};
use super::section::{Fault, Section, in_file, settle};
use super::{Description, WriteError, only};
use crate::excerpt::Excerpt;
use crate::{Cell, Format, Grid, Metadata, Puzzle};

pub(super) const DESCRIPTION: Description = Description {
    name: "gno",
    about: "games of Gnonograms",
    extensions: &["gno"],
    sniff: |source| source.text().is_ok_and(looks_like),
    read: Some(|source| Ok(only(parse(source.text()?, source.name)))),
    write: |_, _| {
        Err(WriteError::ReadOnly {
            format: Format::Gno,
        })
    },
    join: None,
};

fn looks_like(text: &str) -> bool {
    text.trim_start().starts_with('[')
        && text
            .lines()
            .any(|line| section(line).as_deref() == Some("dimensions"))
}

/// The name of a section in its heading, such as `row clues` in `[Row clues]`; `None` for other lines.
fn section(line: &str) -> Option<String> {
    let (name, _) = line.trim().strip_prefix('[')?.split_once(']')?;
    Some(name.trim().to_ascii_lowercase())
}

/// Reads the puzzle of a file. `name` is the file's name in errors.
///
/// # Errors
/// Returns a [`ParseError`], with the line and what was expected there, if the file is invalid.
pub fn parse(text: &str, name: &str) -> Result<Puzzle, ParseError> {
    let mut lines = Lines::of(text);
    let mut parts: Vec<(String, usize, Lines)> = Vec::new();
    while let Some((number, line)) = lines.next() {
        if let Some(section) = section(line) {
            let below = lines.take_until(|line| self::section(line).is_some());
            // A valid game has fewer than 32 sections. Sections after the 32nd are ignored.
            if parts.len() < 32 {
                parts.push((section, number, below));
            }
        }
    }
    let part = |wanted: &[&str]| {
        let found = parts
            .iter()
            .find(|(section, ..)| wanted.contains(&section.as_str()));
        found.map(|&(_, number, lines)| (number, lines))
    };
    let puzzle = || -> Result<Puzzle, ParseError> {
        let at = in_file(name);
        let (number, sizes) = part(&["dimensions"])
            .ok_or_else(|| (1, no_size(Side::Rows)))
            .map_err(&at)?;
        let mut sizes = sizes
            .written()
            .map(|(number, line)| (number, before_remark(line)));
        let mut next = |side| {
            let (number, text) = sizes.next().ok_or_else(|| (number, no_size(side)))?;
            size(text, side).map_err(|kind| (number, kind))
        };
        let (height, width) = (
            next(Side::Rows).map_err(&at)?,
            next(Side::Columns).map_err(&at)?,
        );
        let grid = match part(&["solution", "solution grid"]) {
            Some((number, lines)) => Some((number, grid(lines, height, width).map_err(&at)?)),
            None => None,
        };
        let rows = part(&["row clues"]);
        let columns = part(&["column clues"]);
        let puzzle = match (rows, columns, grid) {
            (Some(rows), Some(columns), grid) => {
                let mut reader = ClueReader::default();
                let rows = clues(Side::Rows, height, rows, &mut reader).map_err(&at)?;
                let columns = clues(Side::Columns, width, columns, &mut reader).map_err(&at)?;
                settle(&rows, &columns).map_err(&at)?;
                let puzzle = assemble(name, rows.clues, columns.clues)?;
                match grid {
                    Some((number, grid)) if grid.is_complete() => {
                        with_goal(puzzle, grid).map_err(|kind| at((number, kind)))?
                    }
                    _ => puzzle,
                }
            }
            (_, _, Some((_, grid))) if grid.is_complete() => Puzzle::from_grid(&grid)
                .with_goal(grid)
                .expect("a grid has its own clues"),
            (None, ..) => {
                let kind = ParseErrorKind::NoClues { side: Side::Rows };
                return Err(at((number, kind)));
            }
            _ => {
                let kind = ParseErrorKind::NoClues {
                    side: Side::Columns,
                };
                return Err(at((number, kind)));
            }
        };
        Ok(puzzle)
    };
    let mut words = part(&["description"])
        .into_iter()
        .flat_map(|(_, lines)| lines);
    let mut word =
        || Some(before_remark(words.next()?.1).to_owned()).filter(|word| !word.is_empty());
    let (title, by) = (word(), word());
    let license = part(&["license", "licence"]).and_then(|(_, mut lines)| lines.next());
    let license = license.map(|(_, line)| before_remark(line).to_owned());
    let license = license.filter(|license| !license.is_empty());
    Ok(puzzle()?.with_metadata(Metadata {
        title,
        by,
        license,
        ..Metadata::default()
    }))
}

fn no_size(side: Side) -> ParseErrorKind {
    let what = match side {
        Side::Rows => "no height",
        Side::Columns => "no width",
    };
    ParseErrorKind::Syntax {
        what: what.to_owned(),
        expected: "the height and the width below [Dimensions], each on its own line".to_owned(),
        help: "add what is missing".to_owned(),
    }
}

/// The text of a line before a `//` comment.
fn before_remark(line: &str) -> &str {
    line.split("//").next().unwrap_or_default().trim()
}

fn clues(
    side: Side,
    count: usize,
    (above, lines): (usize, Lines),
    reader: &mut ClueReader,
) -> Result<Section, Fault> {
    let lines = lines.map(|(number, line): Numbered| (number, before_remark(line)));
    Section::read(side, count, above, lines, reader)
}

/// Reads a grid of numbers: 1 is blank, 2 is filled, anything else is unknown. Missing rows at the end are unknown.
fn grid(lines: Lines, height: usize, width: usize) -> Result<Grid, Fault> {
    let mut grid = Grid::new(height, width);
    let lines = lines.map(|(number, line)| (number, before_remark(line)));
    for (row, (number, line)) in lines.filter(|(_, line)| !line.is_empty()).enumerate() {
        let cells = || line.split_whitespace();
        if row == height || cells().count() != width {
            let kind = ParseErrorKind::Syntax {
                what: format!("{:?} is not a row of the grid", Excerpt(line)),
                expected: format!(
                    "{height} rows of {width} numbers: 0 for unknown, 1 for blank and 2 for filled"
                ),
                help: "correct it, or leave the grid out".to_owned(),
            };
            return Err((number, kind));
        }
        for (column, cell) in cells().enumerate() {
            match cell {
                "1" => grid.set(row, column, Cell::Blank),
                "2" => grid.set(row, column, Cell::Filled),
                _ => {}
            }
        }
    }
    Ok(grid)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Regression test: the message suggested a line `width 10`, which the format does not have.
    #[test]
    fn missing_size_is_reported_with_its_section() {
        let error = parse("[Dimensions]\n2\n", "t.gno").unwrap_err().to_string();
        let expected = "t.gno:1: no width; expected the height and the width below [Dimensions], each on its own line; add what is missing";
        assert_eq!(error, expected);
    }
}
