//! Data of constraint models (MiniZinc's `.dzn`): one matrix of clues per side, padded with zeros, or in the coding of [`super::runs`].
//!
//! Interface: [`parse`]. A matrix is written as `row_rules = array2d(1..5, 1..2, [3, 1, …]);` or as `row_rules = [| 3, 1 | 5, 1 |];`.
//! Sizes must agree with the matrices; other numbers are ignored with a note.

use super::clues::{ClueLine, ClueReader, assemble, may_be_clues, size};
use super::error::{ParseError, ParseErrorKind, Side};
use super::runs;
use super::section::{Fault, in_file};
use super::words::Word;
use super::{Description, ReadError, Source, WriteError, only};
use crate::excerpt::Excerpt;
use crate::{Format, MAX_SIDE, Puzzle};

pub(super) const DESCRIPTION: Description = Description {
    name: "dzn",
    about: "data of constraint models: matrices of clues for rows and columns",
    extensions: &["dzn"],
    sniff: |source| source.text().is_ok_and(looks_like),
    read: Some(|source| Ok(only(puzzle(source.text()?, source)))),
    write: |_, _| {
        Err(WriteError::ReadOnly {
            format: Format::Dzn,
        })
    },
    join: None,
};

fn looks_like(text: &str) -> bool {
    text.contains(';') && text.contains('=') && (text.contains("array2d") || text.contains("[|"))
}

/// Reads the puzzle of a file. `name` is the file's name in errors.
///
/// # Errors
/// Returns a [`ReadError`] if the text is invalid or larger than 64 MiB.
pub fn parse(text: &str, name: &str) -> Result<Puzzle, ReadError> {
    Ok(crate::read_from(text.as_bytes(), name, Some(Format::Dzn))?.remove(0))
}

/// Lines of a matrix as text, and the line number of its statement.
struct Matrix {
    number: usize,
    lines: Vec<String>,
}

/// The statements of a file that have a meaning: for each side, rows first, the matrix and the declared size.
#[derive(Default)]
struct Data {
    matrices: [Option<Matrix>; 2],
    sizes: [Option<(usize, usize)>; 2],
}

fn puzzle(text: &str, source: &Source) -> Result<Puzzle, ParseError> {
    let (rows, columns) = sides(text, source).map_err(in_file(source.name))?;
    assemble(source.name, rows, columns)
}

fn sides(text: &str, source: &Source) -> Result<(Vec<ClueLine>, Vec<ClueLine>), Fault> {
    let mut data = Data::default();
    let mut line = 1;
    let text = without_remarks(text)?;
    for statement in text.split_inclusive(';') {
        // The statement may begin on a later line than the one on which the previous statement ended.
        let blank = statement.len() - statement.trim_start().len();
        let number = line + statement[..blank].matches('\n').count();
        line += statement.matches('\n').count();
        let statement = statement.trim().trim_end_matches(';');
        if !statement.is_empty() {
            data.statement(statement, number, source)?;
        }
    }
    let [rows, columns] = data.matrices;
    let missing = |side| (line, ParseErrorKind::NoClues { side });
    let rows = rows.ok_or(missing(Side::Rows))?;
    let columns = columns.ok_or(missing(Side::Columns))?;
    for (side, matrix, size) in [
        (Side::Rows, &rows, data.sizes[0]),
        (Side::Columns, &columns, data.sizes[1]),
    ] {
        let Some((number, expected)) = size else {
            continue;
        };
        let found = matrix.lines.len();
        if found < expected {
            return Err((
                number,
                ParseErrorKind::TooFewLines {
                    side,
                    found,
                    expected,
                },
            ));
        }
        if found > expected {
            return Err((number, ParseErrorKind::TooManyLines { side, expected }));
        }
    }
    let is_coded = runs::are_runs(
        &[&rows, &columns].map(|matrix| matrix.lines.iter().map(String::as_str).collect()),
    );
    let mut reader = ClueReader::default();
    let mut clues = |Matrix { number, lines }: Matrix| {
        let clue = |text: String| match is_coded {
            true => Ok(ClueLine {
                number,
                clue: runs::clue(&text),
            }),
            false => reader
                .read(&text)
                .map(|clue| ClueLine { number, clue })
                .map_err(|kind| (number, kind)),
        };
        lines
            .into_iter()
            .map(clue)
            .collect::<Result<Vec<_>, Fault>>()
    };
    Ok((clues(rows)?, clues(columns)?))
}

impl Data {
    /// Handles the statement that begins on line `number`.
    fn statement(&mut self, statement: &str, number: usize, source: &Source) -> Result<(), Fault> {
        let fault = |what: String, help: &str| {
            let expected =
                "matrices such as rows = [| 3, 1 | 5, 1 |]; and sizes such as height = 2;"
                    .to_owned();
            Err((
                number,
                ParseErrorKind::Syntax {
                    what,
                    expected,
                    help: help.to_owned(),
                },
            ))
        };
        let Some((head, value)) = statement.split_once('=') else {
            return fault(
                format!("{:?} is not a statement of data", Excerpt(statement)),
                "correct it",
            );
        };
        let (head, value) = (head.trim(), value.trim());
        let side = match Word::of(head) {
            Some(Word::Lines(side) | Word::Size(side)) => Some(side),
            // The names of the sizes in MiniZinc's benchmark.
            _ if head == "Y" => Some(Side::Rows),
            _ if head == "X" => Some(Side::Columns),
            _ => None,
        };
        let place = usize::from(side == Some(Side::Columns));
        let is_number = !value.is_empty() && value.bytes().all(|byte| byte.is_ascii_digit());
        match side {
            Some(side) if is_number => {
                let size = size(value, side).map_err(|kind| (number, kind))?;
                match self.sizes[place].replace((number, size)) {
                    Some((_, known)) if known != size => fault(
                        format!("a second size, {:?}", Excerpt(head)),
                        "remove one of them",
                    ),
                    _ => Ok(()),
                }
            }
            Some(_) if value.contains('[') => {
                let matrix = Matrix {
                    number,
                    lines: matrix(value, number)?,
                };
                if self.matrices[place].replace(matrix).is_some() {
                    let what = format!("a second matrix for a side, {:?}", Excerpt(head));
                    let expected = "one for the rows and one for the columns".to_owned();
                    return Err((
                        number,
                        ParseErrorKind::Syntax {
                            what,
                            expected,
                            help: "remove one of them".to_owned(),
                        },
                    ));
                }
                Ok(())
            }
            None if is_number => {
                let (name, head) = (source.name, Excerpt(head));
                source.notes.add(
                    false,
                    format!(
                        "{name}:{number}: the number {head:?} has no meaning here and is ignored"
                    ),
                );
                Ok(())
            }
            _ => fault(
                format!("{:?} has no meaning here", Excerpt(statement)),
                "remove it, or correct its name",
            ),
        }
    }
}

/// The text without comments, which extend from `%` to the end of the line. An error for a comment that may be a line of a matrix.
fn without_remarks(text: &str) -> Result<String, Fault> {
    let line = |(number, line): (usize, &str)| {
        let Some((rest, remark)) = line.split_once('%') else {
            return Ok(line.to_owned());
        };
        if may_be_clues(remark) {
            let kind = ParseErrorKind::Syntax {
                what: format!("{:?}, a comment that may be clues", Excerpt(line.trim())),
                expected: "comments with words".to_owned(),
                help: "remove the comment, or the % before the clues".to_owned(),
            };
            return Err((number, kind));
        }
        Ok(rest.to_owned())
    };
    Ok((1..)
        .zip(text.lines())
        .map(line)
        .collect::<Result<Vec<_>, _>>()?
        .join("\n"))
}

/// The lines of a matrix, the value of a statement that begins on line `number`. All lines have the same length.
fn matrix(value: &str, number: usize) -> Result<Vec<String>, Fault> {
    let bad = || {
        let kind = ParseErrorKind::Syntax {
            what: format!("{:?} is not a matrix of clues", Excerpt(value.trim())),
            expected: "array2d(1..2, 1..2, [3, 1, 5, 1]) or [| 3, 1 | 5, 1 |]".to_owned(),
            help: "correct it".to_owned(),
        };
        (number, kind)
    };
    let (head, rest) = value.split_once('[').ok_or_else(bad)?;
    let (inner, tail) = rest.rsplit_once(']').ok_or_else(bad)?;
    let numbers = |text: &str| -> Vec<String> {
        let text = text.trim();
        text.strip_suffix(',')
            .unwrap_or(text)
            .split(',')
            .map(|word| word.trim().to_owned())
            .collect()
    };
    let lines: Vec<Vec<String>> = match inner.trim().strip_prefix('|') {
        Some(inner) if head.trim().is_empty() && tail.trim().is_empty() => {
            let inner = inner.trim();
            inner
                .strip_suffix('|')
                .unwrap_or(inner)
                .split('|')
                .take(MAX_SIDE + 1)
                .map(numbers)
                .collect()
        }
        None if tail.trim() == ")" => {
            let [height, width] = ranges(head).ok_or_else(bad)?;
            let numbers = numbers(inner);
            if width == 0 || height.checked_mul(width) != Some(numbers.len()) {
                return Err(bad());
            }
            numbers
                .chunks(width)
                .take(MAX_SIDE + 1)
                .map(<[String]>::to_vec)
                .collect()
        }
        _ => return Err(bad()),
    };
    let width = lines[0].len();
    // Without a bar or comma between them, two numbers are not two members.
    let is_member = |word: &String| !word.contains(char::is_whitespace);
    let is_line = |line: &Vec<String>| line.len() == width && line.iter().all(is_member);
    if lines.len() > MAX_SIDE || !lines.iter().all(is_line) {
        return Err(bad());
    }
    Ok(lines.into_iter().map(|line| line.join(",")).collect())
}

/// The lengths of the two ranges in `array2d(1..5, 1..2,`, here 5 and 2; `None` if the text has another form.
fn ranges(head: &str) -> Option<[usize; 2]> {
    let ranges = head
        .trim()
        .strip_prefix("array2d")?
        .trim_start()
        .strip_prefix('(')?;
    let mut lengths = ranges
        .trim_end()
        .strip_suffix(',')?
        .split(',')
        .map(|range| {
            let (first, last) = range.trim().split_once("..")?;
            let number = |text: &str| text.trim().parse::<usize>().ok();
            number(last)?.checked_add(1)?.checked_sub(number(first)?)
        });
    let sizes = [lengths.next()??, lengths.next()??];
    lengths.next().is_none().then_some(sizes)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Regression test: the length of a range that ends at the largest number overflowed.
    #[test]
    fn range_of_unrepresentable_length_is_refused() {
        assert_eq!(ranges("array2d(1..5, 1..2, "), Some([5, 2]));
        assert_eq!(ranges(&format!("array2d(1..5, 0..{}, ", usize::MAX)), None);
    }

    /// Regression test: the message suggested a line of `====`, which the format does not have.
    #[test]
    fn second_matrix_for_a_side_is_refused() {
        let error = parse("rows = [|1|];\nrow_rules = [|1|];\n", "t.dzn")
            .unwrap_err()
            .to_string();
        assert!(
            error.starts_with(
                "t.dzn:2: a second matrix for a side, \"row_rules\"; expected one for the rows"
            ),
            "{error}"
        );
    }

    /// Regression tests: sizes were not compared, lines of different lengths and text without a meaning were accepted.
    #[test]
    fn sizes_lines_and_names_are_checked() {
        for (text, said) in [
            (
                "Y = 2; rows = [|1|]; cols = [|1|];",
                "t:1: 1 row clue; expected 2",
            ),
            (
                "rows = array2d(1..2, 1..1, [1]); cols = [|1|];",
                "is not a matrix of clues",
            ),
            (
                "rows = [|1, 0|1|]; cols = [|2|0|];",
                "is not a matrix of clues",
            ),
            (
                "rows = [|1|]; cols = [|1|]; 5;",
                "\"5\" is not a statement of data",
            ),
            (
                "rows = [|1|]; cols = [|1|]; marks = [1];",
                "\"marks = [1]\" has no meaning here",
            ),
        ] {
            let error = parse(text, "t").unwrap_err().to_string();
            assert!(error.contains(said), "{text}: {error}");
        }
    }
}
