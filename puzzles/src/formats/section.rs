//! The clues of one side, one line per clue, as in most text formats.
//!
//! [`Section::read`] decides what an empty line means. If the number of non-empty lines equals the number of clues, empty lines
//! are ignored; otherwise an empty line is a clue without blocks, unless it follows the last clue.

use super::clues::{ClueLine, ClueReader};
use super::error::{ParseError, ParseErrorKind, Side};
use super::lines::{Numbered, is_empty};

/// An error and its line in the file.
pub(crate) type Fault = (usize, ParseErrorKind);

/// Adds the name of the file to an error.
pub(crate) fn in_file(file: &str) -> impl Fn(Fault) -> ParseError + '_ {
    move |(line, kind)| ParseError::at(file, line, kind)
}

/// The clues of one side, in order.
pub(crate) struct Section {
    pub(crate) clues: Vec<ClueLine>,
    side: Side,
    /// Number of non-empty lines, if an empty first or last line was taken for a clue.
    doubtful: Option<usize>,
    /// Line number of the last non-empty clue line or, if all are empty, of the line above the clues.
    last: usize,
}

impl Section {
    /// Reads `lines` of the file as `count` clues. `above` is the number of the file's line before them.
    pub(crate) fn read<'a>(
        side: Side,
        count: usize,
        above: usize,
        lines: impl Iterator<Item = Numbered<'a>> + Clone,
        reader: &mut ClueReader,
    ) -> Result<Self, Fault> {
        let too_many = |number| {
            let expected = count;
            Err((number, ParseErrorKind::TooManyLines { side, expected }))
        };
        let written = lines.clone().filter(|line| !is_empty(line));
        let (mut found, mut last) = (0, above);
        for (number, _) in written.clone() {
            if found == count {
                return too_many(number);
            }
            (found, last) = (found + 1, number);
        }
        let mut clue = |(number, line): Numbered| match reader.read(line) {
            Ok(clue) => Ok(ClueLine { number, clue }),
            Err(kind) => Err((number, kind)),
        };
        let section = |clues, doubtful| Self {
            clues,
            side,
            doubtful,
            last,
        };
        let clues = written.map(&mut clue).collect::<Result<Vec<_>, _>>()?;
        if found == count {
            return Ok(section(clues, None));
        }
        let counted = lines.clone().take(count);
        if counted.clone().count() < count {
            let kind = ParseErrorKind::TooFewLines {
                side,
                found,
                expected: count,
            };
            return Err((last, kind));
        }
        if let Some((number, _)) = lines.skip(count).find(|line| !is_empty(line)) {
            return too_many(number);
        }
        let first_and_last = counted.clone().take(1).chain(counted.clone().last());
        let at_an_end = first_and_last.into_iter().any(|line| is_empty(&line));
        let clues = counted.map(clue).collect::<Result<_, _>>()?;
        Ok(section(clues, at_an_end.then_some(found)))
    }

    /// The error for a missing clue, if an empty first or last line was taken for a clue. Such a line may be mere spacing, in which
    /// case the two sides usually differ in their number of filled cells.
    fn doubt(&self) -> Option<Fault> {
        let expected = self.clues.len();
        let kind = |found| ParseErrorKind::TooFewLines {
            side: self.side,
            found,
            expected,
        };
        self.doubtful.map(|found| (self.last, kind(found)))
    }

    fn filled(&self) -> usize {
        self.clues
            .iter()
            .fold(0, |sum, line| sum.saturating_add(line.clue.filled()))
    }
}

/// Returns an error if an empty first or last line was taken for a clue and the two sides differ in their number of filled cells.
pub(crate) fn settle(rows: &Section, columns: &Section) -> Result<(), Fault> {
    match rows.doubt().or_else(|| columns.doubt()) {
        Some(fault) if rows.filled() != columns.filled() => Err(fault),
        _ => Ok(()),
    }
}
