//! Spreadsheets: cells with the clues in the margins, above and to the left of an empty body.
//!
//! Interface: [`parse`] reads tables with commas, semicolons or tabs between the cells. A row or column of
//! empty cells is a clue without blocks, except at the end, where it is not part of the puzzle. Empty lines of the file are ignored.

use csv::{ReaderBuilder, StringRecord};

use super::clues::{ClueLine, ClueReader, assemble};
use super::error::{ParseError, ParseErrorKind};
use super::section::in_file;
use super::{Description, WriteError, only};
use crate::excerpt::Excerpt;
use crate::{Format, MAX_SIDE, Puzzle};

pub(super) const DESCRIPTION: Description = Description {
    name: "table",
    about: "spreadsheets with clues in the margins: commas, semicolons or tabs",
    extensions: &["csv", "tsv"],
    sniff: |source| source.text().is_ok_and(looks_like),
    read: Some(|source| Ok(only(parse(source.text()?, source.name)))),
    write: |_, _| {
        Err(WriteError::ReadOnly {
            format: Format::Table,
        })
    },
    join: None,
};

/// Delimiters between cells.
const DELIMITERS: [char; 3] = ['\t', ';', ','];

/// Whether the first cell of the first line with a digit is empty, as is the corner of a table with clues in the margins.
fn looks_like(text: &str) -> bool {
    delimiter(text).is_some()
}

/// The delimiter: the one that the line `sep=` of a spreadsheet program names, or the one after the empty corner of the table. `None` if
/// the text has neither.
fn delimiter(text: &str) -> Option<char> {
    if let Some(named) = separator_line(text) {
        return named.chars().next();
    }
    let digit = |c: char| c.is_ascii_digit();
    let first = text
        .lines()
        .find(|line| line.contains(digit))?
        .trim_start_matches(' ');
    if first.contains(['[', '{', '(', '=']) {
        return None;
    }
    first
        .strip_prefix("\"\"")
        .unwrap_or(first)
        .chars()
        .next()
        .filter(|c| DELIMITERS.contains(c))
}

/// The delimiter in the first line of a text, if that is a line such as `sep=;`.
fn separator_line(text: &str) -> Option<&str> {
    let line = text
        .lines()
        .next()?
        .trim_end_matches('\r')
        .trim_matches('"');
    let head = line
        .get(..4)
        .filter(|head| head.eq_ignore_ascii_case("sep="))?;
    Some(&line[head.len()..]).filter(|rest| {
        rest.len() == 1 && rest.is_ascii() && !rest.contains(|c: char| c.is_ascii_alphanumeric())
    })
}

/// Reads the puzzle of a file. `name` is the file's name in errors.
///
/// # Errors
/// Returns a [`ParseError`], with the line and what was expected there, if the file is invalid.
pub fn parse(text: &str, name: &str) -> Result<Puzzle, ParseError> {
    let table = Table::read(text).map_err(in_file(name))?;
    let (head, side) = table.margins().ok_or_else(|| {
        let kind = ParseErrorKind::Syntax {
            what: "no table with clues in its margins".to_owned(),
            expected: "the columns' clues above and the rows' clues to the left of empty cells"
                .to_owned(),
            help: "leave the corner and the body of the table empty".to_owned(),
        };
        ParseError::at(name, 1, kind)
    })?;
    let mut reader = ClueReader::default();
    let mut clue = |number: usize, cells: Vec<&str>| {
        let clue = reader
            .read(&cells.join(" "))
            .map_err(|kind| ParseError::at(name, number, kind))?;
        Ok(ClueLine { number, clue })
    };
    let rows = (head..table.height()).map(|row| {
        let cells = (0..side).filter_map(|column| table.cell(row, column));
        clue(table.records[row].0, cells.collect())
    });
    let rows = rows.collect::<Result<Vec<_>, _>>()?;
    let columns = (side..table.width).map(|column| {
        let cells = (0..head).filter_map(|row| table.cell(row, column));
        clue(table.records[0].0, cells.collect())
    });
    let columns = columns.collect::<Result<Vec<_>, _>>()?;
    assemble(name, rows, columns)
}

/// The cells of a file, row by row, each row with its line number.
struct Table {
    records: Vec<(usize, StringRecord)>,
    width: usize,
}

impl Table {
    fn read(text: &str) -> Result<Self, (usize, ParseErrorKind)> {
        let delimiter = delimiter(text).or_else(|| {
            DELIMITERS
                .into_iter()
                .find(|&delimiter| text.contains(delimiter))
        });
        // The line remains, without text, so that line numbers are those of the file.
        let rest =
            separator_line(text).map_or(text, |_| text.find('\n').map_or("", |end| &text[end..]));
        let mut reader = ReaderBuilder::new()
            .has_headers(false)
            .flexible(true)
            .delimiter(delimiter.unwrap_or(',') as u8)
            .from_reader(rest.as_bytes());
        let mut records = Vec::new();
        let mut width = 0;
        for record in reader.records() {
            // Valid UTF-8 in memory cannot cause errors of the reader.
            let record = record.map_err(|_| (1, ParseErrorKind::Empty))?;
            let line = record
                .position()
                .map_or(1, |position| position.line() as usize);
            // A cell may hold a clue over several lines, but no delimiter that is lost among them.
            let is_broken = |cell: &str| {
                cell.contains('\t')
                    || (cell.contains('\n') && delimiter.is_some_and(|mark| cell.contains(mark)))
            };
            if let Some(cell) = record.iter().find(|cell| is_broken(cell)) {
                let kind = ParseErrorKind::Syntax {
                    what: format!("{:?} in one pair of quotes", Excerpt(cell)),
                    expected: "quotes around each cell".to_owned(),
                    help: "correct the quotes".to_owned(),
                };
                return Err((line, kind));
            }
            // A line of white space is empty, too.
            if record.len() == 1 && record[0].trim().is_empty() && !records.is_empty() {
                continue;
            }
            let written = record
                .iter()
                .enumerate()
                .filter(|(_, cell)| !cell.trim().is_empty());
            let last = written.last().map(|(column, _)| column);
            width = width.max(last.map_or(0, |last| last + 1));
            records.push((line, record));
            if records.len().max(width) > 2 * MAX_SIDE {
                let kind = ParseErrorKind::Syntax {
                    what: format!("a table of more than {} rows or columns", 2 * MAX_SIDE),
                    expected: format!("at most {MAX_SIDE} lines on a side, and their clues"),
                    help: "check that this is the right file".to_owned(),
                };
                return Err((line, kind));
            }
        }
        // Spreadsheet programs write equally many cells in all rows; only where no row ends with an empty cell may some be left out.
        let ends_blank = |(_, record): &(usize, StringRecord)| {
            record.len() > 1
                && record
                    .iter()
                    .next_back()
                    .is_some_and(|cell| cell.trim().is_empty())
        };
        let count = records
            .iter()
            .map(|(_, record)| record.len())
            .max()
            .unwrap_or(0);
        if let Some((line, record)) = records.iter().find(|(_, record)| record.len() != count)
            && records.iter().any(ends_blank)
        {
            let kind = ParseErrorKind::Syntax {
                what: format!(
                    "{} in a table of {count} columns",
                    crate::counted(record.len(), "cell")
                ),
                expected: "equally many cells in all rows".to_owned(),
                help: "add the delimiters that are missing".to_owned(),
            };
            return Err((*line, kind));
        }
        let is_empty = |record: &StringRecord| record.iter().all(|cell| cell.trim().is_empty());
        while records.last().is_some_and(|(_, record)| is_empty(record)) {
            records.pop();
        }
        // A lost separator moves clues to other cells. It shows unless empty cells at the ends of lines were removed.
        let expected = records
            .iter()
            .map(|(_, record)| record.len())
            .max()
            .unwrap_or(0);
        let is_trimmed = !records.iter().any(|(_, record)| {
            record
                .iter()
                .next_back()
                .is_none_or(|cell| cell.trim().is_empty())
        });
        if let Some((line, record)) = records
            .iter()
            .find(|(_, record)| !is_trimmed && record.len() != expected)
        {
            let kind = ParseErrorKind::Syntax {
                what: format!("a line of {} cells", record.len()),
                expected: format!("{expected}, as in the longest line"),
                help: "add what is missing, or remove the empty cells at the ends of all lines"
                    .to_owned(),
            };
            return Err((*line, kind));
        }
        Ok(Self { records, width })
    }

    fn height(&self) -> usize {
        self.records.len()
    }

    /// Text of a cell, if it has any.
    fn cell(&self, row: usize, column: usize) -> Option<&str> {
        let cell = self.records[row].1.get(column)?.trim();
        (!cell.is_empty()).then_some(cell)
    }

    /// Number of rows above the body and number of columns to its left; `None` unless the table has both margins and an empty
    /// corner. The search starts at the last row, which contains only a row clue.
    fn margins(&self) -> Option<(usize, usize)> {
        let last = |row: usize| (0..self.width).rfind(|&column| self.cell(row, column).is_some());
        let last: Vec<Option<usize>> = (0..self.height()).map(last).collect();
        let mut side = (*last.last()?)? + 1;
        loop {
            let head = last
                .iter()
                .rposition(|last| last.is_some_and(|column| column >= side))?
                + 1;
            let wider = last[head..].iter().filter_map(|&last| last).max()? + 1;
            if wider == side {
                let corner = |row| (0..side).all(|column| self.cell(row, column).is_none());
                let is_margin = (0..head).all(corner) && head < self.height() && side < self.width;
                return is_margin.then_some((head, side));
            }
            side = wider;
        }
    }
}
