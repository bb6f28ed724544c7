//! Splits a text into lines without brackets and statements with brackets, both without comments.
//!
//! A statement continues over lines while a bracket is open or its value is missing. [`Scanner`] is an iterator.

use super::code::is_in;
use crate::Excerpt;
use crate::formats::clues::{is_number, may_be_clues};
use crate::formats::error::{Fault, ParseErrorKind, refuse, syntax};

/// Maximum depth of brackets.
const DEPTH: usize = 12;

/// Signs that begin a comment up to the end of the line.
const REMARKS: [&str; 5] = ["//", "#", "--", "%", ";;"];

/// Characters of these signs, and others that often follow them.
const SIGNS: [char; 6] = ['/', '#', '-', '%', ';', '!'];

/// Signs around a comment that may extend over lines.
const BLOCK_REMARKS: [[&str; 2]; 5] =
    [["/*", "*/"], ["(*", "*)"], ["{-", "-}"], ["<!--", "-->"], ["\"\"\"", "\"\"\""]];

/// Signs at the end of a line after which a statement continues.
const CONTINUATIONS: [&str; 3] = ["\\", "...", "_"];

/// Signs of two characters.
const PAIRS: [&str; 6] = [":=", "=>", "<-", "::", "->", "=="];

/// The smallest part of a statement.
#[derive(Debug)]
pub(super) struct Atom<'a> {
    pub(super) line: usize,
    /// Text in the file, with its quotes or brackets.
    pub(super) text: &'a str,
    pub(super) kind: Kind<'a>,
}

#[derive(Debug)]
pub(super) enum Kind<'a> {
    Number,
    Word,
    /// Text in quotes.
    Quoted(&'a str),
    Sign,
    /// Type parameters such as `<int>`.
    Generic,
    /// Nothing but numbers and separators in brackets.
    Leaf(&'a str),
    /// Other content of brackets.
    Group(Vec<Atom<'a>>),
}

impl<'a> Atom<'a> {
    pub(super) fn is(&self, sign: &str) -> bool {
        matches!(self.kind, Kind::Sign) && self.text == sign
    }

    pub(super) fn word(&self) -> Option<&'a str> {
        matches!(self.kind, Kind::Word).then_some(self.text)
    }

    /// Whether it is one of these signs, which have spaces between them.
    pub(super) fn is_any(&self, signs: &str) -> bool {
        signs.split(' ').any(|sign| self.is(sign))
    }

    /// Whether it is a word of a table, regardless of case.
    pub(super) fn is_word_of(&self, table: &str) -> bool {
        self.word().is_some_and(|word| is_in(table, word))
    }

    /// Whether it is a sign after which a value follows.
    pub(super) fn is_assign(&self) -> bool {
        self.is_any("= := => <-")
    }

    /// Whether it is one number in brackets.
    pub(super) fn is_index(&self) -> bool {
        matches!(self.kind, Kind::Leaf(text) if is_number(text))
    }

    pub(super) fn is_bracketed(&self) -> bool {
        matches!(self.kind, Kind::Leaf(_) | Kind::Group(_))
    }

    /// Whether it is a pair of brackets around nothing.
    pub(super) fn is_empty(&self) -> bool {
        matches!(self.kind, Kind::Leaf(inner) if inner.trim().is_empty())
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
}

impl<'a> Iterator for Scanner<'a> {
    /// A piece with the number of its first line.
    type Item = Result<(usize, Piece<'a>), Fault>;

    fn next(&mut self) -> Option<Self::Item> {
        let piece = self.piece().transpose()?;
        if piece.is_err() {
            self.at = self.text.len();
        }
        Some(piece)
    }
}

impl<'a> Scanner<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Self { text: text.strip_prefix('\u{feff}').unwrap_or(text), at: 0, line: 1 }
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

    fn piece(&mut self) -> Result<Option<(usize, Piece<'a>)>, Fault> {
        if self.rest().is_empty() {
            return Ok(None);
        }
        self.skip_space(false);
        let line = self.line;
        if let Some(remark) = self.remark(true)? {
            self.skip_space(false);
            // Text after a block comment is read as if it began the line.
            if self.rest().starts_with('\n') {
                self.pass(1);
            }
            return Ok(Some((line, Piece::Remark(remark.trim()))));
        }
        let text = self.line_rest();
        let is_fence = text.starts_with("```");
        if is_statement(text) && !is_fence {
            let mut atoms = Vec::new();
            self.atoms(None, &mut atoms, 0)?;
            return Ok(Some((line, Piece::Statement(atoms))));
        }
        let mut plain = text;
        for (at, c) in text.char_indices() {
            let begins = |[open, _]: &[&str; 2]| text[at..].starts_with(open);
            if BLOCK_REMARKS.iter().any(begins) {
                let what = format!("a comment inside {:?}", Excerpt(text.trim()));
                let expected = "comments of several lines on lines of their own";
                return refuse(line, what, expected, "move the comment");
            }
            if c.is_whitespace() && is_remark(text[at..].trim_start()) {
                plain = &text[..at];
                let remark = text[at..].trim();
                if may_be_clues(remark.trim_start_matches(SIGNS))
                    && plain.contains(|c: char| c.is_ascii_digit())
                {
                    return Err(Fault::at(line, commented(text.trim())));
                }
                break;
            }
        }
        self.pass((text.len() + 1).min(self.rest().len()));
        Ok(Some((line, Piece::Plain(plain.trim()))))
    }

    /// Consumes a comment, if there is one, and returns its text. `first` is whether it may be the first on its line.
    fn remark(&mut self, first: bool) -> Result<Option<&'a str>, Fault> {
        let rest = self.rest();
        for [open, close] in BLOCK_REMARKS {
            let Some(inner) = rest.strip_prefix(open) else {
                continue;
            };
            if open.starts_with('"') && !first {
                continue;
            }
            let Some(end) = inner.find(close) else {
                let what = format!("a comment that begins with {open} and does not end");
                return refuse(self.line, what, format!("{close} at its end"), "add it");
            };
            self.pass(open.len() + end + close.len());
            // Only a comment on one line may be a heading.
            let inner = &inner[..end];
            let is_text = inner.contains('\n') && !may_be_clues(inner);
            return Ok(Some(if is_text { "-" } else { inner }));
        }
        if !is_remark(rest) {
            return Ok(None);
        }
        let line = self.line_rest();
        self.pass(line.len());
        Ok(Some(line.trim_start_matches(SIGNS)))
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
            self.skip_space(close.is_some());
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
                if !self.continues(atoms)? {
                    return Ok(());
                }
                continue;
            }
            if self.remark(false)?.is_some() {
                continue;
            }
            let end = self.line_rest().trim_end();
            if let Some(mark) = CONTINUATIONS.iter().find(|mark| **mark == end) {
                self.pass(mark.len());
                self.skip_space(true);
                continue;
            }
            if Some(c) == close {
                self.pass(1);
                return Ok(());
            }
            let atom = self.atom(c, atoms, depth)?;
            atoms.push(atom);
        }
    }

    /// Whether a statement continues on the next line: its value is missing. Consumes empty lines and comments in this case.
    fn continues(&mut self, atoms: &[Atom]) -> Result<bool, Fault> {
        let Some(last) = atoms.last() else {
            return Ok(false);
        };
        let has_assign = atoms.iter().any(Atom::is_assign);
        let is_open = last.is_assign();
        let is_type =
            last.word().is_some() || matches!(last.kind, Kind::Generic) || last.is_empty();
        let next = self.rest().trim_start();
        let follows = is_open || (has_assign && is_type && next.starts_with(['{', '(']));
        if follows {
            self.skip_space(true);
            while self.remark(false)?.is_some() {
                self.skip_space(true);
            }
        }
        Ok(follows)
    }

    /// Reads the atom that begins with `c`.
    fn atom(&mut self, c: char, before: &[Atom<'a>], depth: usize) -> Result<Atom<'a>, Fault> {
        let (line, rest) = (self.line, self.rest());
        let atom = |text, kind| Ok(Atom { line, text, kind });
        let is_part = |c: char| c.is_alphanumeric() || c == '_';
        let word_end = || rest.find(|c| !is_part(c)).unwrap_or(rest.len());
        let negative = c == '-' && rest[1..].starts_with(|c: char| c.is_ascii_digit());
        if c.is_ascii_digit() || negative {
            let from = usize::from(negative);
            let end = rest[from..].find(|c| !is_part(c));
            let end = end.map_or(rest.len(), |end| end + from);
            return atom(self.pass(end), Kind::Number);
        }
        if is_part(c) {
            return atom(self.pass(word_end()), Kind::Word);
        }
        if let Some(close) = closing(c) {
            return self.bracketed(close, depth);
        }
        if [']', ')', '}'].contains(&c) {
            // The number of a line may end with a bracket, as in `1) [3, 1]`.
            let is_after_number = matches!(before, [only] if matches!(only.kind, Kind::Number));
            if depth == 0 && c == ')' && is_after_number {
                return atom(self.pass(1), Kind::Sign);
            }
            let what =
                format!("{c:?} without an opening bracket, or before another bracket is closed");
            return refuse(line, what, "brackets in pairs", "correct it");
        }
        let after_ampersand = before.last().is_some_and(|last| last.is("&"));
        if c == '\'' && after_ampersand {
            self.pass(1);
            let rest = self.rest();
            let end = rest.find(|c| !is_part(c)).unwrap_or(rest.len());
            return atom(self.pass(end), Kind::Word);
        }
        if ['"', '\'', '`'].contains(&c) && !(c != '"' && rest[1..].starts_with(['(', '['])) {
            let text = self.line_rest();
            let Some(end) = text[1..].find(c) else {
                let what = format!("{:?} has an opening quote only", Excerpt(text.trim()));
                return refuse(line, what, "quotes at both ends", "add the closing quote");
            };
            let whole = self.pass(end + 2);
            return atom(whole, Kind::Quoted(&whole[1..=end]));
        }
        let last = before.last();
        if c == '<'
            && last.is_some_and(|last| last.word().is_some() || last.is("::"))
            && let Some(end) = generic_end(rest)
        {
            return atom(self.pass(end), Kind::Generic);
        }
        let pair = PAIRS.iter().find(|pair| rest.starts_with(**pair));
        let length = pair.map_or(c.len_utf8(), |pair| pair.len());
        atom(self.pass(length), Kind::Sign)
    }

    fn bracketed(&mut self, close: char, depth: usize) -> Result<Atom<'a>, Fault> {
        let (line, start) = (self.line, self.at);
        if depth == DEPTH {
            let what = format!("brackets nested more than {DEPTH} deep");
            let help = "remove what is not part of the clues";
            return refuse(line, what, "lists of clues", help);
        }
        let inner = &self.rest()[1..];
        let is_inner =
            |c: char| c.is_ascii_digit() || c.is_whitespace() || [',', ';', '|'].contains(&c);
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

/// The error for a comment that may be a clue.
pub(super) fn commented(text: &str) -> ParseErrorKind {
    let what = format!("{:?}, a comment of numbers only, which may be clues", Excerpt(text));
    let help = "remove the comment, or the sign before the clue";
    syntax(what, "comments with words beside lines of clues", help)
}

fn is_remark(text: &str) -> bool {
    REMARKS.iter().any(|sign| match text.strip_prefix(sign) {
        // A minus sign may be a number's, a symbol of a drawing, or part of a line of signs.
        Some(rest) if *sign == "--" => {
            rest.is_empty() || rest.starts_with(|c: char| c.is_whitespace() || c.is_alphabetic())
        }
        // `%{` and `#(` are brackets in some languages.
        Some(rest) => !(["#", "%"].contains(sign) && rest.starts_with(['(', '{'])),
        None => false,
    })
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

/// Whether a line has brackets or quotes other than those of a size in a heading, such as `Rows (5)`, or of a remark, such as `Fish (easy)`.
fn is_statement(line: &str) -> bool {
    let mut before = ' ';
    let is_quote = |c| c == '"' || c == '`';
    let mut found = line.contains('=') && line.trim_end().ends_with(CONTINUATIONS[0]);
    for c in line.chars() {
        found |= closing(c).is_some() || is_quote(c) || (c == '\'' && !before.is_alphanumeric());
        before = c;
    }
    if !found || line.contains(is_quote) || line.contains(['[', '{', '=']) {
        return found;
    }
    let parts = line.split_once('(').and_then(|(head, rest)| {
        let (inner, rest) = rest.split_once(')')?;
        Some((head, inner, rest))
    });
    let Some((head, inner, rest)) = parts.filter(|(_, inner, _)| !inner.is_empty()) else {
        return true;
    };
    let is_word = |c: char| c.is_alphanumeric() || c == ' ' || c == '_' || c == '-';
    let is_name = head.starts_with(char::is_alphabetic) && head.chars().all(is_word);
    let has_number = line.contains(|c: char| c.is_ascii_digit() || c == ':');
    let is_text = !has_number && head.ends_with(' ');
    let mut rest = rest.trim_start_matches([':', ' ']).chars();
    let are_clues = rest.all(|c| c.is_ascii_digit() || " ,;/|.".contains(c));
    !(is_name && (is_text || (is_number(inner) && are_clues)))
}

/// The length of type parameters at the start of a text, which begins with `<`; `None` if they do not end or contain other signs.
fn generic_end(text: &str) -> Option<usize> {
    let mut depth = 0_usize;
    for (at, c) in text.char_indices() {
        match c {
            '<' => depth += 1,
            '>' => {
                depth -= 1;
                if depth == 0 {
                    return Some(at + 1);
                }
            }
            _ if c.is_alphanumeric() || "_,:&*[]? ';".contains(c) => {}
            _ => return None,
        }
    }
    None
}
