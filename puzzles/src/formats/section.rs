//! The clues of one side, a line each, as most text formats have them.
//!
//! [`Section::read`] settles what an empty line means: some formats ignore it, in others it stands
//! for a line without blocks. Where every line has a number, empty ones are ignored.

use super::clues::{ClueLine, ClueReader};
use super::error::{ParseError, ParseErrorKind, Side};

/// A line of a file and its number, from 1.
pub(crate) type Numbered<'a> = (usize, &'a str);

/// The lines of a text, without a byte order mark.
pub(crate) fn numbered(text: &str) -> Vec<Numbered<'_>> {
    (1..)
        .zip(text.strip_prefix('\u{feff}').unwrap_or(text).lines())
        .collect()
}

/// Whether nothing stands on a line.
pub(crate) fn is_empty(line: &Numbered) -> bool {
    line.1.trim().is_empty()
}

/// A fault and the line of the file it is in.
pub(crate) type Fault = (usize, ParseErrorKind);

/// Puts the name of the file to a fault.
pub(crate) fn in_file(file: &str) -> impl Fn(Fault) -> ParseError + '_ {
    move |(line, kind)| ParseError::at(file, line, kind)
}

/// The clues of one side, in order.
pub(crate) struct Section {
    pub(crate) clues: Vec<ClueLine>,
    side: Side,
    /// The lines with numbers, when an empty line at an end of the section was taken for a clue.
    doubtful: Option<usize>,
    last: usize,
}

impl Section {
    /// Reads `lines` as the clues of `count` lines; `above` is the line of the file before them.
    pub(crate) fn read(
        side: Side,
        count: usize,
        above: usize,
        lines: &[Numbered],
        reader: &mut ClueReader,
    ) -> Result<Self, Fault> {
        let mut written = lines.iter().filter(|line| !is_empty(line));
        if let Some(&(number, _)) = written.clone().nth(count) {
            return Err((
                number,
                ParseErrorKind::TooManyLines {
                    side,
                    expected: count,
                },
            ));
        }
        let last = written.clone().next_back().map_or(above, |line| line.0);
        let found = written.clone().count();
        let mut clue = |&(number, line): &Numbered| match reader.read(line) {
            Ok(clue) => Ok(ClueLine { number, clue }),
            Err(kind) => Err((number, kind)),
        };
        if found == count {
            let clues = written.map(&mut clue).collect::<Result<_, _>>()?;
            return Ok(Self {
                clues,
                side,
                doubtful: None,
                last,
            });
        }
        if let Some(fault) = written.find_map(|line| clue(line).err()) {
            return Err(fault);
        }
        if lines.len() < count {
            return Err((
                last,
                ParseErrorKind::TooFewLines {
                    side,
                    found,
                    expected: count,
                },
            ));
        }
        let (lines, rest) = lines.split_at(count);
        if let Some(&(number, _)) = rest.iter().find(|line| !is_empty(line)) {
            return Err((
                number,
                ParseErrorKind::TooManyLines {
                    side,
                    expected: count,
                },
            ));
        }
        let at_an_end = is_empty(&lines[0]) || is_empty(&lines[count - 1]);
        let clues = lines.iter().map(clue).collect::<Result<_, _>>()?;
        Ok(Self {
            clues,
            side,
            doubtful: at_an_end.then_some(found),
            last,
        })
    }

    /// An empty line at an end of the section may be a blank line's clue or mere space. Where it
    /// was taken for a clue and the sums then differ, a clue is missing.
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

/// Sees to it that no clue is missing where an empty line was taken for one.
pub(crate) fn settle(rows: &Section, columns: &Section) -> Result<(), Fault> {
    match rows.doubt().or_else(|| columns.doubt()) {
        Some(fault) if rows.filled() != columns.filled() => Err(fault),
        _ => Ok(()),
    }
}
