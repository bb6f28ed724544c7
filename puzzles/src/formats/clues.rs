//! Clues in text: sizes, block lengths with colours, and the clues of one side, one line per clue.
//!
//! [`ClueReader`] reads a clue. [`Section::read`] decides what an empty line means: if the number of non-empty lines equals the number of
//! clues, empty lines are ignored; otherwise an empty line is a clue without blocks, unless it follows the last clue.

use std::borrow::Cow;

use super::draft::Colours;
use super::error::{Fault, OnLine, ParseErrorKind, Side, syntax};
use crate::{Clue, Colour, Excerpt, MAX_SIDE};

/// A clue, and the number (from 1) of the line at which its errors are reported.
#[derive(Clone, Debug)]
pub(crate) struct ClueLine {
    pub(crate) number: usize,
    pub(crate) clue: Clue,
    /// Number of zeros before and after the blocks; those of a line without blocks count as after.
    pub(crate) zeros: [usize; 2],
}

impl ClueLine {
    /// Number of numbers, including zeros.
    pub(crate) fn numbers(&self) -> usize {
        self.clue.len() + self.zeros[0] + self.zeros[1]
    }
}

/// Parses the length of a side. Sizes that no puzzle can have are rejected before any allocation.
pub(crate) fn size(text: &str, side: Side) -> Result<usize, ParseErrorKind> {
    whole_number(text).filter(|size| (1..=MAX_SIDE).contains(size)).ok_or_else(|| {
        let what = format!("{:?} is not a {}", Excerpt(text), side.size());
        let expected = format!("a whole number from 1 to {MAX_SIDE}");
        syntax(what, expected, "correct it")
    })
}

/// Parses a number of ASCII digits only (`usize::from_str` would accept a sign).
pub(crate) fn whole_number(text: &str) -> Option<usize> {
    text.parse().ok().filter(|_| is_number(text))
}

pub(crate) fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// The error for text in place of a block length.
pub(crate) fn not_a_number(found: &str) -> ParseErrorKind {
    let what = format!("{:?} is not a block length", Excerpt(found));
    syntax(what, "whole numbers such as 3,1", "correct it")
}

/// Checks the number of clues of a side against its size, if there is one.
pub(crate) fn check_count(
    side: Side,
    found: usize,
    size: Option<usize>,
) -> Result<(), ParseErrorKind> {
    match size {
        Some(expected) if found < expected => {
            Err(ParseErrorKind::too_few_lines(side, found, expected))
        }
        Some(expected) if found > expected => Err(ParseErrorKind::too_many_lines(side, expected)),
        _ => Ok(()),
    }
}

/// Characters that end lines elsewhere, and that may hide that a text has several lines.
pub(crate) const OTHER_ENDS: [char; 6] = ['\r', '\u{b}', '\u{c}', '\u{85}', '\u{2028}', '\u{2029}'];

/// Reads clues from text. In formats with colours, a letter, a declared sign or a declared name after a length is the name of its colour.
#[derive(Default)]
pub(crate) struct ClueReader {
    pub(crate) colours: Colours,
    is_coloured: bool,
    /// Whether other signs after a length are ignored.
    ignores_signs: bool,
}

impl ClueReader {
    /// Creates a reader of clues in several colours. The default reader rejects clues in more than one colour.
    pub(crate) fn coloured(colours: Colours) -> Self {
        Self { colours, is_coloured: true, ignores_signs: false }
    }

    /// The reader that ignores the signs after a length that denote no colours, as in `5*`.
    pub(crate) fn without_signs(self) -> Self {
        Self { ignores_signs: true, ..self }
    }

    /// The text without the signs that are ignored. A sign directly before a digit remains, because `-1` and `1.5` are not lengths.
    fn without_ignored<'a>(&self, text: &'a str) -> Cow<'a, str> {
        let is_sign =
            |c: char| !(c.is_numeric() || c.is_whitespace() || c == ',' || self.is_mark(c));
        if !self.ignores_signs || !text.contains(is_sign) {
            return Cow::Borrowed(text);
        }
        let mut kept = String::new();
        let mut rest = text.chars().peekable();
        let mut is_after_length = false;
        while let Some(character) = rest.next() {
            let is_end = rest.peek().is_none_or(|next| !next.is_ascii_digit());
            if !(is_sign(character) && is_after_length && is_end) {
                kept.push(character);
            }
            is_after_length = character != ',' && (is_after_length || character.is_ascii_digit());
        }
        Cow::Owned(kept)
    }

    pub(crate) fn lines<'a>(
        &mut self,
        lines: impl Iterator<Item = Numbered<'a>>,
    ) -> Result<Vec<ClueLine>, Fault> {
        lines.map(|(number, line)| self.line(number, line)).collect()
    }

    /// Reads block lengths separated by white space or single commas. `0` means no block; beside blocks, zeros are padding and may stand at
    /// one end only.
    pub(crate) fn line(&mut self, number: usize, text: &str) -> Result<ClueLine, Fault> {
        let text = self.without_ignored(text);
        let text = text.trim_matches([' ', '\t', '\n']);
        let parts =
            text.strip_suffix(',').filter(|rest| !rest.is_empty()).unwrap_or(text).split(',');
        let mut blocks = Vec::new();
        for part in parts {
            if part.trim().is_empty() && !text.is_empty() || part.contains(OTHER_ENDS) {
                return Err(not_a_number(text)).on(number);
            }
            for word in part.split_whitespace() {
                if blocks.len() > MAX_SIDE {
                    let expected = format!("at most {MAX_SIDE}");
                    return Err(syntax("thousands of numbers on a line", expected, "correct it"))
                        .on(number);
                }
                blocks.push(self.block(word).on(number)?);
            }
        }
        self.of_blocks(number, &blocks)
    }

    /// The clue of blocks, of which those of length 0 are padding.
    pub(crate) fn of_blocks(
        &self,
        number: usize,
        blocks: &[(usize, Colour)],
    ) -> Result<ClueLine, Fault> {
        let is_block = |(length, _): &(usize, Colour)| *length > 0;
        let first = blocks.iter().position(is_block).unwrap_or(0);
        let end = blocks.iter().rposition(is_block).map_or(0, |last| last + 1);
        let (lengths, colours): (Vec<usize>, Vec<Colour>) =
            blocks[first..end].iter().copied().unzip();
        let zeros = [first, blocks.len() - end];
        if lengths.contains(&0) || zeros.iter().all(|zeros| *zeros > 0) {
            let lengths: Vec<String> =
                blocks.iter().map(|(length, _)| length.to_string()).collect();
            let what = format!("a 0 among blocks in {:?}", Excerpt(&lengths.join(" ")));
            let expected = "zeros at one end of a clue only, as padding";
            return Err(syntax(what, expected, "remove it")).on(number);
        }
        Ok(ClueLine { number, clue: Clue::of_parts(lengths, colours), zeros })
    }

    /// Reads a length and, perhaps, a colour.
    pub(crate) fn block(&mut self, word: &str) -> Result<(usize, Colour), ParseErrorKind> {
        let digits = word.bytes().take_while(u8::is_ascii_digit).count();
        let (digits, name) = word.split_at(digits);
        let is_mark = || name.chars().all(|c| self.is_mark(c)) && name.chars().nth(1).is_none();
        let is_colour = is_mark() || self.colours.named(name).is_some();
        let length = whole_number(digits).filter(|_| is_colour);
        let length = length.ok_or_else(|| not_a_number(word))?;
        if length == 0 {
            return Ok((0, Colour::FIRST));
        }
        let is_other = self.colours.names().first().is_some_and(|known| known != name);
        if is_other && !self.is_coloured {
            let what = format!("a block of {length} in a second colour");
            let expected = "one colour, because this format supports no more";
            return Err(syntax(what, expected, "choose a format with colours such as non"));
        }
        Ok((length, self.colours.used(Some(name).filter(|name| !name.is_empty()))?))
    }

    /// Whether a character after a length denotes a colour.
    fn is_mark(&self, character: char) -> bool {
        let mut declared = self.colours.declared().iter();
        character.is_alphabetic() || declared.any(|colour| colour.name.chars().eq([character]))
    }
}

/// The clues of one side, in order.
pub(crate) struct Section {
    pub(crate) clues: Vec<ClueLine>,
    /// The error for a missing clue, if an empty first or last line was taken for a clue. Such a line may be mere spacing, in which
    /// case the two sides usually differ in their number of filled cells.
    doubt: Option<Fault>,
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
            Err(Fault::at(number, ParseErrorKind::too_many_lines(side, expected)))
        };
        let too_few = |found| ParseErrorKind::too_few_lines(side, found, count);
        let written = lines.clone().filter(|line| !is_empty(line));
        let (mut found, mut last) = (0, above);
        for (number, _) in written.clone() {
            if found == count {
                return too_many(number);
            }
            (found, last) = (found + 1, number);
        }
        let clues = reader.lines(written)?;
        if found == count {
            let doubt = None;
            return Ok(Self { clues, doubt });
        }
        let counted = lines.clone().take(count);
        if counted.clone().count() < count {
            return Err(Fault::at(last, too_few(found)));
        }
        if let Some((number, _)) = lines.skip(count).find(|line| !is_empty(line)) {
            return too_many(number);
        }
        let first_and_last = counted.clone().take(1).chain(counted.clone().last());
        let at_an_end = first_and_last.into_iter().any(|line| is_empty(&line));
        let clues = reader.lines(counted)?;
        let doubt = at_an_end.then(|| Fault::at(last, too_few(found)));
        Ok(Self { clues, doubt })
    }

    fn filled(&self) -> usize {
        self.clues.iter().fold(0, |sum, line| sum.saturating_add(line.clue.filled()))
    }
}

/// The clues of both sides. An error if an empty first or last line was taken for a clue and the two sides differ in their number of filled
/// cells.
pub(crate) fn settle(
    rows: Section,
    columns: Section,
) -> Result<(Vec<ClueLine>, Vec<ClueLine>), Fault> {
    let differ = rows.filled() != columns.filled();
    match rows.doubt.or(columns.doubt) {
        Some(fault) if differ => Err(fault),
        _ => Ok((rows.clues, columns.clues)),
    }
}

/// Whether a comment has nothing but numbers and signs around them, so that it may be clues.
pub(super) fn may_be_clues(remark: &str) -> bool {
    let is_part = |c: char| c.is_ascii_digit() || c.is_whitespace() || ",;|./-[](){}".contains(c);
    remark.contains(|c: char| c.is_ascii_digit()) && remark.chars().all(is_part)
}

/// A line of a file and its number, from 1.
pub(crate) type Numbered<'a> = (usize, &'a str);

/// Whether a line has no text: it is empty or consists of white space.
pub(crate) fn is_empty(line: &Numbered) -> bool {
    line.1.trim().is_empty()
}

/// The lines of a piece of a file, split like [`str::lines`].
#[derive(Clone, Copy)]
pub(crate) struct Lines<'a> {
    rest: &'a str,
    number: usize,
}

impl<'a> Lines<'a> {
    /// All lines of a file, without its byte order mark.
    pub(crate) fn of(text: &'a str) -> Self {
        Self { rest: text.strip_prefix('\u{feff}').unwrap_or(text), number: 1 }
    }

    /// Consumes and returns the lines before the first one for which `ends` is true, or all lines if there is none.
    pub(crate) fn take_until(&mut self, mut ends: impl FnMut(&str) -> bool) -> Self {
        let start = *self;
        let mut ahead = start;
        while let Some((_, line)) = ahead.next() {
            if ends(line) {
                break;
            }
            *self = ahead;
        }
        let taken = start.rest.len() - self.rest.len();
        Self { rest: &start.rest[..taken], number: start.number }
    }

    /// The pieces between lines for which `border` is true, except pieces without text.
    pub(crate) fn split(mut self, border: impl Fn(&str) -> bool) -> impl Iterator<Item = Self> {
        std::iter::from_fn(move || {
            while !self.rest.is_empty() {
                let piece = self.take_until(&border);
                self.next();
                if !piece.is_blank() {
                    return Some(piece);
                }
            }
            None
        })
    }

    /// Whether none of the lines has text.
    pub(crate) fn is_blank(self) -> bool {
        self.rest.trim().is_empty()
    }

    /// The lines with text.
    pub(crate) fn written(self) -> impl Iterator<Item = Numbered<'a>> + Clone {
        self.filter(|line| !is_empty(line))
    }

    /// Number of the last line with text; `None` if no line has text.
    pub(crate) fn last_written(self) -> Option<usize> {
        self.written().last().map(|(number, _)| number)
    }
}

impl<'a> Iterator for Lines<'a> {
    type Item = Numbered<'a>;

    fn next(&mut self) -> Option<Numbered<'a>> {
        if self.rest.is_empty() {
            return None;
        }
        let (line, rest) = match self.rest.split_once('\n') {
            Some((line, rest)) => (line.strip_suffix('\r').unwrap_or(line), rest),
            None => (self.rest, ""),
        };
        let number = self.number;
        self.number += 1;
        self.rest = rest;
        Some((number, line))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    use proptest::prelude::*;

    #[test]
    fn pieces_lie_between_borders() {
        let lines = Lines::of("\u{feff}==\na\n\n==\n \n==\r\nb\n==");
        let pieces = lines.split(|line| line == "==");
        let pieces: Vec<Vec<Numbered>> = pieces.map(Iterator::collect).collect();
        assert_eq!(pieces, [vec![(2, "a"), (3, "")], vec![(7, "b")]]);
        assert_eq!(lines.last_written(), Some(8));
        assert_eq!(Lines::of("\n \n").last_written(), None);
    }

    proptest! {
        #[test]
        fn lines_equal_those_of_the_standard_library(text in "[ab\r\n]{0,20}") {
            let lines: Vec<_> = Lines::of(&text).collect();
            prop_assert_eq!(lines, (1..).zip(text.lines()).collect::<Vec<_>>());
        }
    }
}
