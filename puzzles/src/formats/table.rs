//! Spreadsheets: cells with the clues in the margins, above and to the left of an empty body.
//!
//! Commas, semicolons or tabs are between the cells. A row or column of empty cells is a clue without blocks, except at the end, where it is not part of the puzzle. Empty lines of the file are ignored.

use csv::{ReaderBuilder, StringRecord};

use super::clues::ClueReader;
use super::draft::assemble;
use super::error::{Fault, ParseErrorKind, refuse};
use super::{BARE, Description, Read, Sniff};
use crate::{Excerpt, MAX_SIDE, Puzzle, counted};

pub(super) const DESCRIPTION: Description = Description {
    name: "table",
    about: "spreadsheets with clues in the margins: commas, semicolons or tabs",
    extensions: &["csv", "tsv"],
    sniff: Sniff::Text(|text| delimiter(text).is_some()),
    read: Read::Puzzle(|text, _| read(text)),
    ..BARE
};

/// Delimiters between cells.
const DELIMITERS: [char; 3] = ['\t', ';', ','];

/// The delimiter: the one that the line `sep=` of a spreadsheet program names, or the one after the empty corner of the table. `None` if
/// the text has neither.
fn delimiter(text: &str) -> Option<char> {
    if let Some(named) = separator_line(text) {
        return named.chars().next();
    }
    let has_digit = |line: &&str| line.contains(|c: char| c.is_ascii_digit());
    let first = text.lines().find(has_digit)?.trim_start_matches(' ');
    if first.contains(['[', '{', '(', '=']) {
        return None;
    }
    let corner = first.strip_prefix("\"\"").unwrap_or(first);
    corner.chars().next().filter(|c| DELIMITERS.contains(c))
}

/// The delimiter in the first line of a text, if that is a line such as `sep=;`.
fn separator_line(text: &str) -> Option<&str> {
    let line = text.lines().next()?.trim_end_matches('\r').trim_matches('"');
    let (head, rest) = line.split_at_checked(4)?;
    let is_mark = rest.len() == 1 && rest.is_ascii() && !rest.as_bytes()[0].is_ascii_alphanumeric();
    (head.eq_ignore_ascii_case("sep=") && is_mark).then_some(rest)
}

fn read(text: &str) -> Result<Puzzle, Fault> {
    let table = Table::read(text)?;
    let Some((head, side)) = table.margins() else {
        let expected = "the columns' clues above and the rows' clues to the left of empty cells";
        let help = "leave the corner and the body of the table empty";
        return refuse(1, "no table with clues in its margins", expected, help);
    };
    let mut reader = ClueReader::default();
    let mut clue = |number: usize, cells: Vec<&str>| reader.line(number, &cells.join(" "));
    let rows = (head..table.height()).map(|row| {
        let cells = (0..side).filter_map(|column| table.cell(row, column));
        clue(table.records[row].0, cells.collect())
    });
    let rows = rows.collect::<Result<Vec<_>, _>>()?;
    let columns = (side..table.width).map(|column| {
        let cells = (0..head).filter_map(|row| table.cell(row, column));
        clue(table.records[0].0, cells.collect())
    });
    assemble((rows, columns.collect::<Result<Vec<_>, _>>()?))
}

/// The cells of a file, row by row, each row with its line number.
struct Table {
    records: Vec<(usize, StringRecord)>,
    width: usize,
}

impl Table {
    fn read(text: &str) -> Result<Self, Fault> {
        let delimiter =
            delimiter(text).or_else(|| DELIMITERS.into_iter().find(|&mark| text.contains(mark)));
        // The line remains, without text, so that line numbers are those of the file.
        let rest =
            separator_line(text).map_or(text, |_| text.find('\n').map_or("", |end| &text[end..]));
        let mut reader = ReaderBuilder::new()
            .has_headers(false)
            .flexible(true)
            .delimiter(delimiter.unwrap_or(',') as u8)
            .from_reader(rest.as_bytes());
        let mut records: Vec<(usize, StringRecord)> = Vec::new();
        let mut width = 0;
        for record in reader.records() {
            // Valid UTF-8 in memory cannot cause errors of the reader.
            let record = record.map_err(|_| Fault::at(1, ParseErrorKind::Empty))?;
            let line = record.position().map_or(1, |at| at.line() as usize);
            // A cell may hold a clue over several lines, but no delimiter that is lost among them.
            let is_broken = |cell: &&str| {
                let has_mark = delimiter.is_some_and(|mark| cell.contains(mark));
                cell.contains('\t') || (cell.contains('\n') && has_mark)
            };
            if let Some(cell) = record.iter().find(is_broken) {
                let what = format!("{:?} in one pair of quotes", Excerpt(cell));
                return refuse(line, what, "quotes around each cell", "correct the quotes");
            }
            // A line of white space is empty, too.
            if record.len() == 1 && is_blank(&record[0]) && !records.is_empty() {
                continue;
            }
            let ends = (1..).zip(&record).filter(|(_, cell)| !is_blank(cell));
            width = width.max(ends.last().map_or(0, |(end, _)| end));
            records.push((line, record));
            if records.len().max(width) > 2 * MAX_SIDE {
                let what = format!("a table of more than {} rows or columns", 2 * MAX_SIDE);
                let expected = format!("at most {MAX_SIDE} lines on a side, and their clues");
                return refuse(line, what, expected, "check that this is the right file");
            }
        }
        let ends_blank = |record: &StringRecord| record.iter().next_back().is_none_or(is_blank);
        // Spreadsheet programs write equally many cells in all rows; only where no row ends with an empty cell may some be left out.
        let count = records.iter().map(|(_, record)| record.len()).max().unwrap_or(0);
        if let Some((line, record)) = records.iter().find(|(_, record)| record.len() != count)
            && (records.iter()).any(|(_, record)| record.len() > 1 && ends_blank(record))
        {
            let what = counted(record.len(), "cell");
            let what = format!("{what} in a table of {count} columns");
            let expected = "equally many cells in all rows";
            return refuse(*line, what, expected, "add the delimiters that are missing");
        }
        while records.last().is_some_and(|(_, record)| record.iter().all(is_blank)) {
            records.pop();
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
            let head = last.iter().rposition(|last| last.is_some_and(|column| column >= side))? + 1;
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

/// Whether a cell has no text.
fn is_blank(cell: &str) -> bool {
    cell.trim().is_empty()
}
