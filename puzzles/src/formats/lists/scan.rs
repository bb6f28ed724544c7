//! Splits a text into lines of clues and statements with brackets, both without comments.
//!
//! A statement continues over lines while a bracket is open or its value is missing. [`Scanner`] is an iterator.

use crate::formats::clues::may_be_clues;
use crate::formats::error::{Fault, ParseErrorKind, refuse, syntax};
use crate::{Excerpt, MAX_SIDE};

/// Maximum depth of brackets.
const DEPTH: usize = 8;

/// Maximum number of atoms in a text, which bounds the memory.
const ATOMS: usize = 8 * MAX_SIDE;

/// Signs that begin a comment up to the end of the line.
const REMARKS: [&str; 4] = ["//", "#", "--", "%"];

/// Characters of these signs, and others that often follow them.
const SIGNS: [char; 6] = ['/', '#', '-', '%', ';', '!'];

/// The smallest part of a statement.
#[derive(Debug, PartialEq)]
pub(super) struct Atom<'a> {
    pub(super) line: usize,
    /// Text in the file, with its quotes or brackets.
    pub(super) text: &'a str,
    pub(super) kind: Kind<'a>,
}

#[derive(Debug, PartialEq)]
pub(super) enum Kind<'a> {
    Number,
    Word,
    /// Text in quotes.
    Quoted(&'a str),
    Sign,
    /// Nothing but numbers, commas and white space in brackets.
    Leaf(&'a str),
    /// Other content of brackets.
    Group(Vec<Atom<'a>>),
}

impl Atom<'_> {
    pub(super) fn is(&self, sign: &str) -> bool {
        self.kind == Kind::Sign && self.text == sign
    }

    /// Whether it is a sign between a name and its value, other than a colon.
    pub(super) fn is_assign(&self) -> bool {
        ["=", ":=", "=>"].iter().any(|sign| self.is(sign))
    }

    pub(super) fn is_bracketed(&self) -> bool {
        matches!(self.kind, Kind::Leaf(_) | Kind::Group(_))
    }

    /// Whether an element ends here.
    pub(super) fn is_separator(&self) -> bool {
        self.is(",") || self.is(";")
    }
}

/// A line or statement.
#[derive(Debug)]
pub(super) enum Piece<'a> {
    /// A line without brackets and quotes. It is empty if the line is.
    Plain(&'a str),
    /// A comment alone on its line, without its sign.
    Remark(&'a str),
    Statement(Vec<Atom<'a>>),
}

/// A position in a text.
pub(super) struct Scanner<'a> {
    text: &'a str,
    at: usize,
    line: usize,
    /// Number of atoms so far.
    count: usize,
}

impl<'a> Iterator for Scanner<'a> {
    /// A piece with the number of its first line.
    type Item = Result<(usize, Piece<'a>), Fault>;

    fn next(&mut self) -> Option<Self::Item> {
        self.skip_space(false);
        if self.rest().is_empty() {
            return None;
        }
        let line = self.line;
        Some(self.piece().map(|piece| (line, piece)))
    }
}

impl<'a> Scanner<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Self { text: text.strip_prefix('\u{feff}').unwrap_or(text), at: 0, line: 1, count: 0 }
    }

    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    /// Consumes `bytes` bytes.
    fn pass(&mut self, bytes: usize) -> &'a str {
        let passed = &self.rest()[..bytes];
        self.line += passed.bytes().filter(|&byte| byte == b'\n').count();
        self.at += bytes;
        passed
    }

    /// The rest of the current line.
    fn line_rest(&self) -> &'a str {
        self.rest().split('\n').next().unwrap_or_default()
    }

    /// Consumes spaces, and line ends if `lines`.
    fn skip_space(&mut self, lines: bool) {
        let end = |c: char| !c.is_whitespace() || (c == '\n' && !lines);
        let rest = self.rest();
        self.pass(rest.find(end).unwrap_or(rest.len()));
    }

    fn piece(&mut self) -> Result<Piece<'a>, Fault> {
        let line = self.line;
        if let Some(remark) = self.remark()? {
            // Text after a comment between signs is read as if it began the line.
            self.skip_space(false);
            if self.rest().starts_with('\n') {
                self.pass(1);
            }
            return Ok(Piece::Remark(remark.trim()));
        }
        let text = self.line_rest();
        if is_statement(text) && !text.starts_with("```") {
            let mut atoms = Vec::new();
            self.atoms(None, &mut atoms, 0)?;
            return Ok(Piece::Statement(atoms));
        }
        let remark = text
            .char_indices()
            .find(|&(at, c)| c.is_whitespace() && is_remark(&text[at + c.len_utf8()..]));
        let (plain, remark) = text.split_at(remark.map_or(text.len(), |(at, _)| at));
        if !remark.is_empty() && !remark.contains(char::is_alphabetic) {
            return may_be_clue(line, remark.trim());
        }
        self.pass((text.len() + 1).min(self.rest().len()));
        Ok(Piece::Plain(plain.trim()))
    }

    /// Consumes a comment, if there is one, and returns its text.
    fn remark(&mut self) -> Result<Option<&'a str>, Fault> {
        let (rest, line) = (self.rest(), self.line);
        let remark = if rest.starts_with("/*") {
            let Some(end) = rest.find("*/") else {
                let what = "a comment that begins with /* and does not end";
                return refuse(line, what, "*/ at its end", "add it");
            };
            &self.pass(end + 2)[2..end]
        } else if is_remark(rest) {
            let text = self.line_rest();
            self.pass(text.len())
        } else {
            return Ok(None);
        };
        check_remark(line, remark)?;
        Ok(Some(remark.trim_start_matches(SIGNS)))
    }

    /// Reads atoms up to the bracket `close`, or to the end of the statement.
    fn atoms(
        &mut self,
        close: Option<char>,
        atoms: &mut Vec<Atom<'a>>,
        depth: usize,
    ) -> Result<(), Fault> {
        let begin = self.line;
        loop {
            let has_value = !atoms.last().is_some_and(Atom::is_assign);
            self.skip_space(close.is_some() || !has_value);
            let Some(c) = self.rest().chars().next() else {
                let Some(close) = close else {
                    return Ok(());
                };
                let what =
                    format!("a bracket that is not closed before the end, opened on line {begin}");
                let help = "add it, or check that the file is complete";
                return refuse(begin, what, format!("{close:?}"), help);
            };
            if c == '\n' {
                self.pass(1);
                return Ok(());
            }
            if self.remark()?.is_some() {
                continue;
            }
            if Some(c) == close {
                self.pass(1);
                return Ok(());
            }
            self.count += 1;
            if self.count > ATOMS {
                let expected = format!("at most {MAX_SIDE} clues for each side");
                return refuse(
                    self.line,
                    "too many values in brackets",
                    expected,
                    "split the file",
                );
            }
            atoms.push(self.atom(c, depth)?);
        }
    }

    /// Reads the atom that begins with `c`.
    fn atom(&mut self, c: char, depth: usize) -> Result<Atom<'a>, Fault> {
        let (line, rest) = (self.line, self.rest());
        let is_part = |c: char| c.is_alphanumeric() || c == '_';
        let (length, kind) = if is_part(c) {
            let end = rest.find(|c| !is_part(c)).unwrap_or(rest.len());
            (end, if c.is_ascii_digit() { Kind::Number } else { Kind::Word })
        } else if let Some(close) = closing(c) {
            return self.bracketed(close, depth);
        } else if [']', ')', '}'].contains(&c) {
            let what =
                format!("{c:?} without an opening bracket, or before another bracket is closed");
            return refuse(line, what, "brackets in pairs", "correct it");
        } else if ['"', '\'', '`'].contains(&c) {
            let text = self.line_rest();
            let Some(end) = text[1..].find(c) else {
                let what = format!("{:?} has an opening quote only", Excerpt(text.trim()));
                return refuse(line, what, "quotes at both ends", "add the closing quote");
            };
            (end + 2, Kind::Quoted(&text[1..=end]))
        } else {
            let pair = [":=", "=>", "::"].iter().find(|pair| rest.starts_with(**pair));
            (pair.map_or(c.len_utf8(), |pair| pair.len()), Kind::Sign)
        };
        Ok(Atom { line, text: self.pass(length), kind })
    }

    fn bracketed(&mut self, close: char, depth: usize) -> Result<Atom<'a>, Fault> {
        let (line, start) = (self.line, self.at);
        if depth == DEPTH {
            let what = format!("brackets nested more than {DEPTH} deep");
            let help = "remove what is not part of the clues";
            return refuse(line, what, "lists of clues", help);
        }
        let inner = &self.rest()[1..];
        let is_inner = |c: char| c.is_ascii_digit() || c.is_whitespace() || c == ',';
        let end = inner.find(|c| !is_inner(c)).unwrap_or(inner.len());
        let kind = if inner[end..].starts_with(close) {
            self.pass(end + 2);
            Kind::Leaf(&inner[..end])
        } else {
            self.pass(1);
            let mut atoms = Vec::new();
            self.atoms(Some(close), &mut atoms, depth + 1)?;
            Kind::Group(atoms)
        };
        Ok(Atom { line, text: &self.text[start..self.at], kind })
    }
}

/// Refuses a comment that may be a clue.
fn check_remark(line: usize, remark: &str) -> Result<(), Fault> {
    if may_be_clues(remark.trim_start_matches(SIGNS)) {
        return may_be_clue(line, remark);
    }
    Ok(())
}

fn may_be_clue<T>(line: usize, remark: &str) -> Result<T, Fault> {
    let what = format!("{:?}, a comment without words, which may be clues", Excerpt(remark));
    let help = "remove the comment, or the sign before the clue";
    refuse(line, what, "comments with words", help)
}

fn is_remark(text: &str) -> bool {
    REMARKS.iter().any(|sign| match text.strip_prefix(sign) {
        // A minus sign may be a symbol of a drawing, or part of a line of signs.
        Some(rest) if *sign == "--" => {
            rest.is_empty() || rest.starts_with(|c: char| c.is_whitespace() || c.is_alphabetic())
        }
        Some(rest) if *sign == "#" => !is_colour(rest),
        Some(_) => true,
        None => false,
    })
}

/// Whether a text behind `#` is a colour such as `f00` or `ff0000`.
fn is_colour(text: &str) -> bool {
    let end = text.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(text.len());
    [3, 6].contains(&end) && text[..end].bytes().all(|byte| byte.is_ascii_hexdigit())
}

/// The bracket that closes `open`.
fn closing(open: char) -> Option<char> {
    match open {
        '[' => Some(']'),
        '(' => Some(')'),
        '{' => Some('}'),
        _ => None,
    }
}

/// Whether a line has brackets or quotes. Round brackets may also stand around a size in a heading such as `Rows (5): 3 1`, or around a
/// remark in a title.
fn is_statement(line: &str) -> bool {
    let mut before = ' ';
    let has_quote = line.chars().any(|c| {
        let before = std::mem::replace(&mut before, c);
        ['"', '`'].contains(&c) || (c == '\'' && !before.is_alphanumeric())
    });
    let has_round = line.contains('(') && line.contains('=') || line.contains("((");
    has_quote || has_round || line.contains(['[', ']', '{', '}'])
}

/// The error for text that is not part of a list.
pub(super) fn not_understood(text: &str) -> ParseErrorKind {
    let what = format!(
        "{:?} is not part of a list of clues, or source code that is not understood",
        Excerpt(text)
    );
    let expected = "lists such as rows = [[1, 1], [3]] and columns = [[2], [1], [2]]";
    syntax(
        what,
        expected,
        "remove it, or write each clue on a line below the headings Rows and Columns",
    )
}
