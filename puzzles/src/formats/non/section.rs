//! The clue lines below `rows` or `columns` of a `.non` file.
//!
//! [`read_section`] settles what an empty line means: the first format ignores it, the extended
//! one has it stand for a line without blocks. With a number for every line it is ignored.

use super::{ClueLine, ClueReader, Fault, starts_key};
use crate::formats::error::{ParseErrorKind, Side};

/// The clues of one side, in order.
pub(super) struct Section {
    pub(super) clues: Vec<ClueLine>,
    side: Side,
    /// The lines with numbers, when an empty line at an end of the section was taken for a clue.
    doubtful: Option<usize>,
    last: usize,
}

impl Section {
    /// An empty line beside a key may be a blank line's clue or mere space. Where it was taken
    /// for a clue and the sums then differ, a clue is missing.
    pub(super) fn doubt(&self, rows: usize, columns: usize) -> Option<Fault> {
        let found = self.doubtful.filter(|_| rows != columns)?;
        let expected = self.clues.len();
        Some((self.last, ParseErrorKind::TooFewLines { side: self.side, found, expected }))
    }
}

/// Takes the clues of `count` lines off `rest`; `number` is the line of the key itself.
pub(super) fn read_section(
    side: Side,
    count: usize,
    number: usize,
    rest: &mut &[(usize, &str)],
    reader: &mut ClueReader,
) -> Result<Section, Fault> {
    let mut lines: Vec<(ClueLine, bool)> = Vec::new();
    let mut numbered = 0;
    while let Some((&(number, line), after)) = rest.split_first() {
        let line = line.trim();
        let enough = numbered >= count || lines.len() >= count;
        if starts_key(line) || (enough && line.starts_with(char::is_alphabetic)) {
            break;
        }
        *rest = after;
        if line.starts_with('#') {
            continue;
        }
        if !line.is_empty() {
            if numbered == count {
                return Err((number, ParseErrorKind::TooManyLines { side, expected: count }));
            }
            numbered += 1;
        }
        let clue = reader.read(line).map_err(|kind| (number, kind))?;
        lines.push((ClueLine { number, clue }, line.is_empty()));
    }
    let last = lines.iter().rfind(|(_, empty)| !empty).map_or(number, |(line, _)| line.number);
    if numbered == count {
        let clues = lines.into_iter().filter(|(_, empty)| !empty).map(|(line, _)| line).collect();
        return Ok(Section { clues, side, doubtful: None, last });
    }
    if lines.len() < count {
        let kind = ParseErrorKind::TooFewLines { side, found: numbered, expected: count };
        return Err((last, kind));
    }
    if let Some((line, _)) = lines[count..].iter().find(|(_, empty)| !empty) {
        return Err((line.number, ParseErrorKind::TooManyLines { side, expected: count }));
    }
    let at_an_end = lines[0].1 || lines[count - 1].1;
    let clues = lines.into_iter().take(count).map(|(line, _)| line).collect();
    Ok(Section { clues, side, doubtful: at_an_end.then_some(numbered), last })
}
