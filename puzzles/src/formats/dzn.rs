//! Data of constraint models (MiniZinc's `.dzn`): one matrix of clues per side, padded with zeros.
//!
//! Interface: [`parse`]. A matrix is written as `row_rules = array2d(1..5, 1..2, [3, 1, …]);` or as `row_rules = [| 3, 1 | 5, 1 |];`.

use super::clues::{ClueLine, ClueReader, assemble};
use super::error::{ParseError, ParseErrorKind, Side};
use super::section::{Fault, in_file};
use super::words::Word;
use super::{Description, WriteError, only};
use crate::excerpt::Excerpt;
use crate::{Format, MAX_SIDE, Puzzle};

pub(super) const DESCRIPTION: Description = Description {
    name: "dzn",
    about: "data of constraint models: matrices of clues for rows and columns",
    extensions: &["dzn"],
    sniff: |source| source.text().is_ok_and(looks_like),
    read: Some(|source| Ok(only(parse(source.text()?, source.name)))),
    write: |_, _| Err(WriteError::ReadOnly { format: Format::Dzn }),
    join: None,
};

fn looks_like(text: &str) -> bool {
    text.contains(';') && text.contains('=') && (text.contains("array2d") || text.contains("[|"))
}

/// Reads the puzzle of a file. `name` is the file's name in errors.
///
/// # Errors
/// Returns a [`ParseError`], with the line and what was expected there, if the file is invalid.
pub fn parse(text: &str, name: &str) -> Result<Puzzle, ParseError> {
    let (rows, columns) = sides(text).map_err(in_file(name))?;
    assemble(name, rows, columns)
}

fn sides(text: &str) -> Result<(Vec<ClueLine>, Vec<ClueLine>), Fault> {
    let (mut rows, mut columns) = (None, None);
    let mut reader = ClueReader::default();
    let mut line = 1;
    for statement in text.split_inclusive(';') {
        // The statement may begin on a later line than the one on which the previous statement ended.
        let blank = statement.len() - statement.trim_start().len();
        let number = line + statement[..blank].matches('\n').count();
        line += statement.matches('\n').count();
        let statement = without_remarks(statement);
        let Some((head, value)) = statement.split_once('=') else { continue };
        let Some(Word::Lines(side)) = Word::of(head) else { continue };
        if !value.contains('[') {
            continue;
        }
        let place = match side {
            Side::Rows => &mut rows,
            Side::Columns => &mut columns,
        };
        let clues = matrix(value, number, &mut reader)?;
        if place.replace(clues).is_some() {
            let kind = ParseErrorKind::Syntax {
                what: format!("a second matrix for a side, {:?}", Excerpt(head.trim())),
                expected: "one for the rows and one for the columns".to_owned(),
                help: "remove one of them".to_owned(),
            };
            return Err((number, kind));
        }
    }
    let missing = |side| (line, ParseErrorKind::NoClues { side });
    let rows = rows.ok_or(missing(Side::Rows))?;
    let columns = columns.ok_or(missing(Side::Columns))?;
    Ok((rows, columns))
}

/// The text without comments, which extend from `%` to the end of the line.
fn without_remarks(text: &str) -> String {
    let line = |line: &str| line.split('%').next().unwrap_or_default().to_owned();
    text.lines().map(line).collect::<Vec<_>>().join("\n")
}

/// The clues of the value of a statement that begins on line `number`.
fn matrix(value: &str, number: usize, reader: &mut ClueReader) -> Result<Vec<ClueLine>, Fault> {
    let bad = || {
        let kind = ParseErrorKind::Syntax {
            what: format!("{:?} is not a matrix of clues", Excerpt(value.trim())),
            expected: "array2d(1..2, 1..2, [3, 1, 5, 1]) or [| 3, 1 | 5, 1 |]".to_owned(),
            help: "correct it".to_owned(),
        };
        (number, kind)
    };
    let inner = value.split_once('[').and_then(|(_, rest)| rest.rsplit_once(']')).ok_or_else(bad)?.0;
    let lines: Vec<String> = match inner.trim().strip_prefix('|') {
        Some(inner) => {
            let lines = inner.trim().trim_end_matches('|').split('|').take(MAX_SIDE + 1);
            lines.map(|line| line.trim().trim_end_matches(',').to_owned()).collect()
        }
        None => {
            let width = second_size(value).ok_or_else(bad)?;
            let numbers: Vec<&str> =
                inner.trim().trim_end_matches(',').split(',').map(str::trim).collect();
            if width == 0 || !numbers.len().is_multiple_of(width) {
                return Err(bad());
            }
            numbers.chunks(width).take(MAX_SIDE + 1).map(|line| line.join(",")).collect()
        }
    };
    if lines.len() > MAX_SIDE {
        return Err(bad());
    }
    let clue = |line: String| match reader.read(&line) {
        Ok(clue) => Ok(ClueLine { number, clue }),
        Err(kind) => Err((number, kind)),
    };
    lines.into_iter().map(clue).collect()
}

/// The length of the second range in `array2d(1..5, 1..2, …`, here 2; `None` if there is no valid range.
fn second_size(value: &str) -> Option<usize> {
    let sizes = value.split_once('(')?.1.split_once('[')?.0;
    let (first, last) = sizes.split(',').nth(1)?.trim().split_once("..")?;
    let number = |text: &str| text.trim().parse::<usize>().ok();
    number(last)?.checked_add(1)?.checked_sub(number(first)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Regression test: the length of a range that ends at the largest number overflowed.
    #[test]
    fn range_of_unrepresentable_length_is_refused() {
        assert_eq!(second_size("array2d(1..5, 1..2, [3, 1])"), Some(2));
        assert_eq!(second_size(&format!("array2d(1..5, 0..{}, [3, 1])", usize::MAX)), None);
    }

    /// Regression test: the message suggested a line of `====`, which the format does not have.
    #[test]
    fn second_matrix_for_a_side_is_refused() {
        let error = parse("rows = [|1|];\nrow_rules = [|1|];\n", "t.dzn").unwrap_err().to_string();
        assert!(error.starts_with("t.dzn:2: a second matrix for a side, \"row_rules\"; expected one for the rows"), "{error}");
    }
}
