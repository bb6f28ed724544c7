//! Games of Gnonograms (`.gno`): sections such as `[Row clues]`, and a grid of 0 (unknown), 1 (blank) and 2 (filled).
//!
//! Source: the format description in the manual of the program.

use super::clues::{ClueReader, Lines, Numbered, Section, settle, size};
use super::draft::{Draft, Goal};
use super::error::{Fault, OnLine, ParseErrorKind, Side, refuse};
use super::{BARE, Description, Read, Sniff};
use crate::{Cell, Excerpt, Grid, Metadata, Puzzle};

pub(super) const DESCRIPTION: Description = Description {
    name: "gno",
    about: "games of Gnonograms",
    extensions: &["gno"],
    sniff: Sniff::Text(looks_like),
    read: Read::Puzzle(|text, _| read(text)),
    ..BARE
};

fn looks_like(text: &str) -> bool {
    let is_sizes = |line: &str| section(line).as_deref() == Some("dimensions");
    text.trim_start().starts_with('[') && text.lines().any(is_sizes)
}

/// The name of a section in its heading, such as `row clues` in `[Row clues]`; `None` for other lines.
fn section(line: &str) -> Option<String> {
    let (name, _) = line.trim().strip_prefix('[')?.split_once(']')?;
    Some(name.trim().to_ascii_lowercase())
}

fn read(text: &str) -> Result<Puzzle, Fault> {
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
        let is_wanted = |(section, ..): &&(String, _, _)| wanted.contains(&section.as_str());
        let found = parts.iter().find(is_wanted);
        found.map(|&(_, number, lines)| (number, lines.map(without_remark)))
    };
    let Some((number, sizes)) = part(&["dimensions"]) else {
        return no_size(1, Side::Rows);
    };
    let mut sizes = sizes.filter(|(_, line)| !line.is_empty());
    let mut next = |side| match sizes.next() {
        Some((number, text)) => size(text, side).on(number),
        None => no_size(number, side),
    };
    let (height, width) = (next(Side::Rows)?, next(Side::Columns)?);
    let goal = match part(&["solution", "solution grid"]) {
        Some((number, lines)) => Some((number, grid(lines, height, width)?)),
        None => None,
    };
    let goal = goal.filter(|(_, grid)| grid.is_complete());
    let (rows, columns) = (part(&["row clues"]), part(&["column clues"]));
    let missing = |side| Err(Fault::at(number, ParseErrorKind::no_clues(side)));
    let sides = match (rows, columns) {
        (Some((above, rows)), Some((below, columns))) => {
            let mut reader = ClueReader::default();
            let rows = Section::read(Side::Rows, height, above, rows, &mut reader)?;
            let columns = Section::read(Side::Columns, width, below, columns, &mut reader)?;
            Some(settle(rows, columns)?)
        }
        _ if goal.is_some() => None,
        (None, _) => return missing(Side::Rows),
        (Some(_), None) => return missing(Side::Columns),
    };
    let mut words = part(&["description"]).into_iter().flat_map(|(_, lines)| lines);
    let license = part(&["license", "licence"]).and_then(|(_, mut lines)| lines.next());
    let text = |line: Option<Numbered>| Some(line?.1.to_owned()).filter(|text| !text.is_empty());
    let draft = Draft {
        sides,
        goal: goal.map(|(number, grid)| Ok((number, Goal::Grid(grid)))),
        metadata: Metadata {
            title: text(words.next()),
            by: text(words.next()),
            license: text(license),
            ..Metadata::default()
        },
        ..Draft::default()
    };
    draft.finish()
}

fn no_size<T>(line: usize, side: Side) -> Result<T, Fault> {
    let expected = "the height and the width below [Dimensions], each on its own line";
    let what = format!("no {}", side.size());
    refuse(line, what, expected, "add what is missing")
}

/// The text of a line before a `//` comment.
fn without_remark((number, line): Numbered) -> Numbered {
    (number, line.split("//").next().unwrap_or_default().trim())
}

/// Reads a grid of numbers: 1 is blank, 2 is filled, anything else is unknown. Missing rows at the end are unknown.
fn grid<'a>(
    lines: impl Iterator<Item = Numbered<'a>>,
    height: usize,
    width: usize,
) -> Result<Grid, Fault> {
    let mut grid = Grid::new(height, width);
    for (row, (number, line)) in lines.filter(|(_, line)| !line.is_empty()).enumerate() {
        let cells = || line.split_whitespace();
        if row == height || cells().count() != width {
            let what = format!("{:?} is not a row of the grid", Excerpt(line));
            let expected = format!(
                "{height} rows of {width} numbers: 0 for unknown, 1 for blank and 2 for filled"
            );
            return refuse(number, what, expected, "correct it, or leave the grid out");
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
