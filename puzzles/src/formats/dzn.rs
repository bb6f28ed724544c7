//! Data of constraint models (MiniZinc's `.dzn`): one matrix of clues per side, padded with zeros, or in the coding of [`are_runs`].
//!
//! A matrix is written as `row_rules = array2d(1..5, 1..2, [3, 1, …]);` or as `row_rules = [| 3, 1 | 5, 1 |];`. Sizes must agree with the
//! matrices; other numbers are ignored with a note.

use super::clues::{
    ClueLine, ClueReader, are_runs, check_count, clue_of_runs, is_number, may_be_clues, size,
};
use super::draft::Word;
use super::draft::assemble;
use super::error::{Fault, OnLine, ParseErrorKind, Side, refuse};
use super::{BARE, Description, Read, Sniff, Source};
use crate::{Excerpt, MAX_SIDE, Puzzle};

pub(super) const DESCRIPTION: Description = Description {
    name: "dzn",
    about: "data of constraint models: matrices of clues for rows and columns",
    extensions: &["dzn"],
    sniff: Sniff::Text(looks_like),
    read: Read::Puzzle(read),
    ..BARE
};

fn looks_like(text: &str) -> bool {
    text.contains(';') && text.contains('=') && (text.contains("array2d") || text.contains("[|"))
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

fn read(text: &str, source: &Source) -> Result<Puzzle, Fault> {
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
    let missing = |side| Fault::at(line, ParseErrorKind::no_clues(side));
    let rows = rows.ok_or_else(|| missing(Side::Rows))?;
    let columns = columns.ok_or_else(|| missing(Side::Columns))?;
    for (side, matrix) in [(Side::Rows, &rows), (Side::Columns, &columns)] {
        let [of_rows, of_columns] = data.sizes;
        if let Some((number, size)) = side.of(of_rows, of_columns) {
            check_count(side, matrix.lines.len(), Some(size)).on(number)?;
        }
    }
    let texts = [&rows, &columns].map(|side| side.lines.iter().map(String::as_str).collect());
    let is_coded = are_runs(&texts);
    let mut reader = ClueReader::default();
    let mut clues = |Matrix { number, lines }: Matrix| {
        let clue = |text: &String| {
            if !is_coded {
                return reader.line(number, text);
            }
            let clue = clue_of_runs(text);
            Ok(ClueLine { number, clue })
        };
        lines.iter().map(clue).collect::<Result<Vec<_>, Fault>>()
    };
    assemble((clues(rows)?, clues(columns)?))
}

impl Data {
    /// Handles the statement that begins on line `number`.
    fn statement(&mut self, statement: &str, number: usize, source: &Source) -> Result<(), Fault> {
        let fault = |what: String, help: &str| {
            let expected =
                "matrices such as rows = [| 3, 1 | 5, 1 |]; and sizes such as height = 2;";
            refuse(number, what, expected, help)
        };
        let Some((head, value)) = statement.split_once('=') else {
            let what = format!("{:?} is not a statement of data", Excerpt(statement));
            return fault(what, "correct it");
        };
        let (head, value) = (head.trim(), value.trim());
        let side = match Word::of(head) {
            Some(Word::Lines(side) | Word::Size(side)) => Some(side),
            // The names of the sizes in MiniZinc's benchmark.
            _ if head == "Y" => Some(Side::Rows),
            _ if head == "X" => Some(Side::Columns),
            _ => None,
        };
        match side {
            Some(side) if is_number(value) => {
                let size = size(value, side).on(number)?;
                match self.sizes[side.of(0, 1)].replace((number, size)) {
                    Some((_, known)) if known != size => {
                        let what = format!("a second size, {:?}", Excerpt(head));
                        fault(what, "remove one of them")
                    }
                    _ => Ok(()),
                }
            }
            Some(side) if value.contains('[') => {
                let lines = matrix(value, number)?;
                let place = &mut self.matrices[side.of(0, 1)];
                if place.replace(Matrix { number, lines }).is_some() {
                    let what = format!("a second matrix for a side, {:?}", Excerpt(head));
                    let expected = "one for the rows and one for the columns";
                    return refuse(number, what, expected, "remove one of them");
                }
                Ok(())
            }
            None if is_number(value) => {
                let what = format!("the number {:?}", Excerpt(head));
                let text = format!("{what} has no meaning here and is ignored");
                source.note(false, Some(number), &text);
                Ok(())
            }
            _ => {
                let what = format!("{:?} has no meaning here", Excerpt(statement));
                fault(what, "remove it, or correct its name")
            }
        }
    }
}

/// The text without comments, which extend from `%` to the end of the line. An error for a comment that may be a line of a matrix.
fn without_remarks(text: &str) -> Result<String, Fault> {
    let line = |(number, line): (usize, &str)| {
        let (rest, remark) = line.split_once('%').unwrap_or((line, ""));
        if may_be_clues(remark) {
            let what = format!("{:?}, a comment that may be clues", Excerpt(line.trim()));
            let help = "remove the comment, or the % before the clues";
            return refuse(number, what, "comments with words", help);
        }
        Ok(rest.to_owned())
    };
    let lines: Result<Vec<String>, Fault> = (1..).zip(text.lines()).map(line).collect();
    Ok(lines?.join("\n"))
}

/// The lines of a matrix, the value of a statement that begins on line `number`. All lines have the same length.
fn matrix(value: &str, number: usize) -> Result<Vec<String>, Fault> {
    lines_of(value).map_or_else(
        || {
            let what = format!("{:?} is not a matrix of clues", Excerpt(value.trim()));
            let expected = "array2d(1..2, 1..2, [3, 1, 5, 1]) or [| 3, 1 | 5, 1 |]";
            refuse(number, what, expected, "correct it")
        },
        Ok,
    )
}

/// The lines of a matrix; `None` if the value is none.
fn lines_of(value: &str) -> Option<Vec<String>> {
    let (head, rest) = value.split_once('[')?;
    let (inner, tail) = rest.rsplit_once(']')?;
    let inner = inner.trim();
    let numbers = |text: &str| -> Vec<String> {
        let text = text.trim();
        let words = text.strip_suffix(',').unwrap_or(text).split(',');
        words.map(|word| word.trim().to_owned()).collect()
    };
    let lines: Vec<Vec<String>> = match inner.strip_prefix('|') {
        Some(inner) if head.trim().is_empty() && tail.trim().is_empty() => {
            let inner = inner.trim();
            let lines = inner.strip_suffix('|').unwrap_or(inner).split('|');
            lines.take(MAX_SIDE + 1).map(numbers).collect()
        }
        None if tail.trim() == ")" => {
            let [height, width] = ranges(head)?;
            let numbers = numbers(inner);
            if width == 0 || height.checked_mul(width) != Some(numbers.len()) {
                return None;
            }
            let lines = numbers.chunks(width).take(MAX_SIDE + 1);
            lines.map(<[String]>::to_vec).collect()
        }
        _ => return None,
    };
    // Without a bar or comma between them, two numbers are not two members.
    let is_member = |word: &String| !word.contains(char::is_whitespace);
    let width = lines[0].len();
    let is_line = |line: &Vec<String>| line.len() == width && line.iter().all(is_member);
    if lines.len() > MAX_SIDE || !lines.iter().all(is_line) {
        return None;
    }
    Some(lines.into_iter().map(|line| line.join(",")).collect())
}

/// The lengths of the two ranges in `array2d(1..5, 1..2,`, here 5 and 2; `None` if the text has another form.
fn ranges(head: &str) -> Option<[usize; 2]> {
    let ranges = head.trim().strip_prefix("array2d")?.trim_start();
    let ranges = ranges.strip_prefix('(')?.trim_end().strip_suffix(',')?;
    let mut lengths = ranges.split(',').map(|range| {
        let (first, last) = range.trim().split_once("..")?;
        let number = |text: &str| text.trim().parse::<usize>().ok();
        // A range may end at the largest number.
        number(last)?.checked_add(1)?.checked_sub(number(first)?)
    });
    let sizes = [lengths.next()??, lengths.next()??];
    lengths.next().is_none().then_some(sizes)
}
