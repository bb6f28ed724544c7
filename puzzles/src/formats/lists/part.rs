//! Splits the lines of copied clues into headings, sizes, metadata, and the text of each clue.
//!
//! [`Draft::read`] returns lists of clues in the order of the file, each with the side of its heading, if there is one.

use super::super::error::{ParseErrorKind, Side};
use super::super::lines::Lines;
use super::super::section::Fault;
use super::super::words::Word;
use crate::excerpt::Excerpt;
use crate::{MAX_SIDE, Metadata};

/// Separators between clues on one line.
const SEPARATORS: [char; 3] = [';', '/', '|'];

const BRACKETS: [char; 6] = ['[', ']', '(', ')', '{', '}'];

/// Consecutive clues, each with its line number.
#[derive(Default)]
pub(super) struct List<'a> {
    /// The side that a heading names, if there is one.
    pub(super) side: Option<Side>,
    pub(super) clues: Vec<(usize, &'a str)>,
    /// Whether each clue so far starts with its number and a dot or `)`, as in `1. 3 1`.
    pub(super) may_be_numbered: bool,
}

/// The parts of the lines.
#[derive(Default)]
pub(super) struct Draft<'a> {
    /// The lists. An empty line, a comment, a heading, a bracket alone on a line, and a line with separators each end a list.
    pub(super) lists: Vec<List<'a>>,
    pub(super) height: Option<usize>,
    pub(super) width: Option<usize>,
    /// Two sizes such as `5x8`, in unknown order.
    pub(super) sizes: Option<(usize, usize)>,
    pub(super) metadata: Metadata,
    /// The side of the last heading.
    side: Option<Side>,
    /// Whether the next clue starts a new list.
    is_apart: bool,
}

impl<'a> Draft<'a> {
    /// Splits the lines into parts.
    pub(super) fn read(lines: Lines<'a>) -> Result<Self, Fault> {
        let mut draft = Self { is_apart: true, ..Self::default() };
        for (number, line) in lines {
            draft.line(number, line.trim())?;
            if draft.count() > 2 * MAX_SIDE + 2 {
                let kind = ParseErrorKind::Syntax {
                    what: format!("more than {} clues", 2 * MAX_SIDE),
                    expected: format!("at most {MAX_SIDE} for each side"),
                    help: "remove the lines that are not clues, or split the puzzle".to_owned(),
                };
                return Err((number, kind));
            }
        }
        for list in &mut draft.lists {
            list.drop_numbers();
        }
        Ok(draft)
    }

    /// Number of clues in all lists.
    pub(super) fn count(&self) -> usize {
        self.lists.iter().map(|list| list.clues.len()).sum()
    }

    fn line(&mut self, number: usize, line: &'a str) -> Result<(), Fault> {
        let remark = line.strip_prefix('#').or_else(|| line.strip_prefix("//"));
        if let Some(remark) = remark {
            // A heading may be a comment in the language that the lists were copied from.
            if Word::of(remark).is_some_and(|word| matches!(word, Word::Lines(_))) {
                self.line(number, remark.trim())?;
            }
            self.is_apart = true;
            return Ok(());
        }
        if line.trim_matches(|c| BRACKETS.contains(&c) || c == ',' || c == ';').trim().is_empty() {
            let is_blank_clue = line.contains(['[', '(', '{']) && line.contains([']', ')', '}']);
            if is_blank_clue {
                self.clue(number, "");
            }
            self.is_apart |= line.is_empty() || !is_blank_clue;
            return Ok(());
        }
        if let Some((height, width)) = sizes(line) {
            self.sizes = Some((height, width));
            return Ok(());
        }
        let is_word = line.starts_with(char::is_alphabetic);
        match line.split_once([':', '=']) {
            Some((head, rest)) if is_word => self.word(number, head, rest.trim(), line),
            Some((head, rest)) if is_number(head.trim()) => {
                self.clue(number, rest);
                Ok(())
            }
            _ if is_word => {
                let end = line.find(|c: char| c.is_ascii_digit() || c == '(').unwrap_or(line.len());
                match Word::of(&line[..end]) {
                    Some(Word::Title | Word::Author | Word::Catalogue | Word::Copyright | Word::License) => {
                        let (head, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
                        self.word(number, head, rest.trim(), line)
                    }
                    _ => self.word(number, &line[..end], &line[end..], line),
                }
            }
            _ => {
                self.clues(number, line);
                Ok(())
            }
        }
    }

    /// Handles a line that starts with a word, or with a name such as `row 3`, and continues with `rest`.
    fn word(&mut self, number: usize, head: &str, rest: &'a str, line: &'a str) -> Result<(), Fault> {
        let metadata = &mut self.metadata;
        let text = |text: &str| Some(text.trim_matches(['"', ' ', '\t']).to_owned());
        match Word::of(head) {
            Some(Word::Lines(side)) if head.contains(|c: char| c.is_ascii_digit()) => {
                self.is_apart |= self.side != Some(side);
                self.side = Some(side);
                self.clue(number, rest);
            }
            Some(Word::Lines(side)) => {
                (self.side, self.is_apart) = (Some(side), true);
                match rest.trim_matches(|c| BRACKETS.contains(&c) || c == ':') {
                    "" => {}
                    size if is_number(size) && !rest.contains('[') => self.size(side, size, number)?,
                    _ => self.clues(number, rest),
                }
            }
            Some(Word::Size(side)) => self.size(side, rest.trim(), number)?,
            Some(Word::Title) => metadata.title = text(rest),
            Some(Word::Author) => metadata.by = text(rest),
            Some(Word::Catalogue) => metadata.catalogue = text(rest),
            Some(Word::Copyright) => metadata.copyright = text(rest),
            Some(Word::License) => metadata.license = text(rest),
            // The first text above all clues and headings is the title.
            _ if self.lists.is_empty() && metadata.title.is_none() && self.side.is_none() => {
                metadata.title = text(line);
            }
            _ => {
                let what = format!("{:?} is neither a heading nor a clue", Excerpt(line));
                return Err((number, expected_clues(what)));
            }
        }
        Ok(())
    }

    fn size(&mut self, side: Side, text: &str, number: usize) -> Result<(), Fault> {
        let size = super::super::clues::size(text, side).map_err(|kind| (number, kind))?;
        match side {
            Side::Rows => self.height = Some(size),
            Side::Columns => self.width = Some(size),
        }
        Ok(())
    }

    /// Handles the clues of a line: one, or several with separators or brackets.
    fn clues(&mut self, number: usize, text: &'a str) {
        if text.contains(['[', '(', '{']) {
            for part in text.split([']', ')', '}']) {
                if let Some(start) = part.rfind(['[', '(', '{']) {
                    self.clue(number, &part[start + 1..]);
                }
            }
            return;
        }
        if !text.contains(SEPARATORS) {
            return self.clue(number, text);
        }
        self.is_apart = true;
        for part in text.trim_end_matches(SEPARATORS).split(SEPARATORS) {
            self.clue(number, part);
        }
        self.is_apart = true;
    }

    fn clue(&mut self, number: usize, text: &'a str) {
        if std::mem::take(&mut self.is_apart) || self.lists.is_empty() {
            self.lists.push(List {
                side: self.side,
                may_be_numbered: true,
                ..List::default()
            });
        }
        let text = text.trim_matches(|c: char| BRACKETS.contains(&c) || c.is_whitespace());
        let last = self.lists.last_mut().expect("a list was begun");
        last.may_be_numbered &= after_number(text, last.clues.len() + 1).is_some();
        last.clues.push((number, text));
    }
}

impl List<'_> {
    /// Removes the numbers if each clue of the list has one and there are at least two clues.
    fn drop_numbers(&mut self) {
        if self.may_be_numbered && self.clues.len() > 1 {
            for (index, (_, clue)) in self.clues.iter_mut().enumerate() {
                *clue = after_number(clue, index + 1).unwrap_or(clue);
            }
        }
    }
}

/// The text after `number`, a dot or `)`, and a space or tab, as in `1. 3 1`; `None` if the text does not start with them.
fn after_number(text: &str, number: usize) -> Option<&str> {
    let (found, rest) = text.split_once(['.', ')'])?;
    let rest = rest.strip_prefix([' ', '\t'])?;
    (found.parse() == Ok(number)).then_some(rest)
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// The two numbers of a size such as `5x8`; `None` for other lines.
fn sizes(line: &str) -> Option<(usize, usize)> {
    let line = line.strip_prefix("size").unwrap_or(line).trim_start_matches([':', '=', ' ']);
    let (first, second) = line.split_once(['x', 'X', '×'])?;
    let number = |text: &str| text.trim().parse().ok().filter(|_| is_number(text.trim()));
    Some((number(first)?, number(second)?))
}

pub(super) fn expected_clues(what: String) -> ParseErrorKind {
    ParseErrorKind::Syntax {
        what,
        expected: "the clues of the rows and those of the columns, such as 3 1, one per line".to_owned(),
        help: "correct it, or put headings such as Rows and Columns above the lists".to_owned(),
    }
}
