//! The tokens of values in a text, and comments between them.
//!
//! [`Scanner`] returns one [`Item`] after the other, of tokens that the rule [`item`] combines.

use std::borrow::Cow;
use std::collections::BTreeSet;

use super::{Item, Node, Value, item, not_understood, twice};
use crate::formats::clues::may_be_clues;
use crate::formats::error::{Fault, refuse};
use crate::{Excerpt, MAX_SIDE};

/// Maximum depth of brackets.
const DEPTH: usize = 32;

/// Signs that begin a comment up to the end of the line.
const REMARKS: [&str; 4] = ["//", "#", "--", "%"];

/// Characters of these signs, and others that often follow them.
const REMARK_SIGNS: [char; 6] = ['/', '#', '-', '%', ';', '!'];

/// The smallest part of an item.
pub(super) struct Token<'a> {
    pub(super) line: usize,
    /// Text in the file, with its quotes or brackets.
    pub(super) text: &'a str,
    pub(super) kind: Kind<'a>,
}

pub(super) enum Kind<'a> {
    Word,
    Sign,
    Value(Value<'a>),
}

impl Token<'_> {
    pub(super) fn is(&self, sign: &str) -> bool {
        matches!(self.kind, Kind::Sign) && self.text == sign
    }

    pub(super) fn is_object(&self) -> bool {
        matches!(self.kind, Kind::Value(Value::Object(_)))
    }

    /// Whether it is a sign between a name and its value, other than a colon.
    pub(super) fn is_assign(&self) -> bool {
        ["=", ":=", "=>"].iter().any(|sign| self.is(sign))
    }

    pub(super) fn is_word(&self) -> bool {
        matches!(self.kind, Kind::Word)
    }

    pub(super) fn is_list(&self) -> bool {
        matches!(self.kind, Kind::Value(Value::List(_)))
    }

    pub(super) fn is_number(&self) -> bool {
        matches!(self.kind, Kind::Value(Value::Bare(_)))
    }

    pub(super) fn refuse<T>(&self) -> Result<T, Fault> {
        Err(Fault::at(self.line, not_understood(self.text)))
    }
}

/// A position in a text.
pub(crate) struct Scanner<'a> {
    text: &'a str,
    at: usize,
    line: usize,
    /// Whether there may be comments.
    has_remarks: bool,
    /// The comments so far, with their lines.
    pub(crate) remarks: Vec<(usize, &'a str)>,
}

impl<'a> Scanner<'a> {
    pub(crate) fn new(text: &'a str, has_remarks: bool) -> Self {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        Self { text, at: 0, line: 1, has_remarks, remarks: Vec::new() }
    }

    pub(crate) fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    /// Consumes `bytes` bytes.
    fn pass(&mut self, bytes: usize) -> &'a str {
        let passed = &self.rest()[..bytes];
        self.line += passed.bytes().filter(|&byte| byte == b'\n').count();
        self.at += bytes;
        passed
    }

    /// Consumes white space, line ends only if `lines`, and comments. A carriage return is white space only before a line end.
    pub(crate) fn skip(&mut self, lines: bool) -> Result<(), Fault> {
        loop {
            let rest = self.rest();
            let is_end = lines && rest.starts_with('\n');
            if is_end || rest.starts_with([' ', '\t']) || rest.starts_with("\r\n") {
                self.pass(1);
            } else if !self.has_remarks {
                return Ok(());
            } else if rest.starts_with("/*") {
                let Some(end) = rest.find("*/") else {
                    let what = "a comment that begins with /* and does not end";
                    return refuse(self.line, what, "*/ at its end", "add it");
                };
                let line = self.line;
                self.add_remark(line, &rest[2..end])?;
                self.pass(end + 2);
            } else if is_remark(rest) || rest.starts_with("```") {
                let remark = rest.split('\n').next().unwrap_or_default();
                self.add_remark(self.line, remark)?;
                self.pass(remark.len());
            } else {
                return Ok(());
            }
        }
    }

    fn add_remark(&mut self, line: usize, text: &'a str) -> Result<(), Fault> {
        self.remarks.push((line, remark(line, text)?));
        Ok(())
    }

    /// The next item, which ends with its line, a separator or, after an object, before another one; `None` at the end of the text.
    pub(crate) fn item(&mut self) -> Result<Option<Item<'a>>, Fault> {
        self.skip(true)?;
        let mut tokens: Vec<Token> = Vec::new();
        loop {
            self.skip(tokens.last().is_some_and(Token::is_assign))?;
            match self.rest().chars().next() {
                None | Some('\n') => break,
                // An object right behind another one.
                Some('{') if matches!(&tokens[..], [only] if only.is_object()) => break,
                Some(',' | ';') if !tokens.is_empty() => {
                    self.pass(1);
                    break;
                }
                Some(c) => tokens.push(self.token(c, 0)?),
            }
            // A colon at the end of a line has its value below.
            if tokens.last().is_some_and(|last| last.is(":")) {
                self.skip(true)?;
            }
        }
        if tokens.is_empty() { Ok(None) } else { item(tokens).map(Some) }
    }

    /// Consumes `[` if a list of objects begins here.
    pub(crate) fn enter(&mut self) -> bool {
        let inner = self.rest().strip_prefix('[').map(|rest| rest.trim_start());
        let enters = inner.is_some_and(|inner| inner.starts_with('{'));
        self.pass(usize::from(enters));
        enters
    }

    /// The next item of a list that was entered, and whether it is the last one.
    pub(crate) fn element(&mut self) -> Result<(Item<'a>, bool), Fault> {
        let (tokens, end) = self.tokens(']', 1)?;
        if tokens.is_empty() {
            return refuse(self.line, "no value between two signs", "a value", "correct it");
        }
        let is_last = end == ']' || {
            self.skip(true)?;
            self.rest().starts_with(']') && !self.pass(1).is_empty()
        };
        Ok((item(tokens)?, is_last))
    }

    /// The tokens up to a separator or the bracket `close`, and which it is.
    fn tokens(&mut self, close: char, depth: usize) -> Result<(Vec<Token<'a>>, char), Fault> {
        let (begin, mut tokens) = (self.line, Vec::new());
        loop {
            self.skip(true)?;
            match self.rest().chars().next() {
                Some(c) if c == close || [',', ';'].contains(&c) => {
                    self.pass(1);
                    return Ok((tokens, c));
                }
                Some(_) if tokens.len() > 2 * MAX_SIDE => {
                    let what = "thousands of values without a comma";
                    return refuse(begin, what, "a comma behind each", "correct it");
                }
                Some(c) => tokens.push(self.token(c, depth)?),
                None => {
                    let what = "a bracket that is not closed before the end";
                    let help = "add it, or check that the file is complete";
                    return refuse(begin, what, format!("{close:?}"), help);
                }
            }
        }
    }

    /// Reads the token that begins with `c`.
    fn token(&mut self, c: char, depth: usize) -> Result<Token<'a>, Fault> {
        let (line, rest, start) = (self.line, self.rest(), self.at);
        let is_part = |c: char| c.is_alphanumeric() || c == '_';
        let is_numeric = |c: char| is_part(c) || c == '.';
        let digits = rest.strip_prefix('-').unwrap_or(rest);
        let (length, kind) = if digits.starts_with(|c: char| c.is_ascii_digit()) {
            let sign = rest.len() - digits.len();
            let mut end = sign + digits.find(|c| !is_numeric(c)).unwrap_or(digits.len());
            if rest[..end].ends_with(['e', 'E']) && rest[end..].starts_with(['+', '-']) {
                end += 1 + rest[end + 1..].find(|c| !is_part(c)).unwrap_or(rest.len() - end - 1);
            }
            (end, Kind::Value(Value::Bare(&rest[..end])))
        } else if is_part(c) {
            (rest.find(|c| !is_part(c)).unwrap_or(rest.len()), Kind::Word)
        } else if let Some(close) = closing(c) {
            if depth == DEPTH {
                let what = format!("brackets nested more than {DEPTH} deep");
                let help = "remove what is not part of the clues";
                return refuse(line, what, "lists of clues", help);
            }
            self.pass(1);
            let value = if c == '[' && self.rest().starts_with('|') {
                self.pass(1);
                self.matrix(depth + 1)?
            } else {
                self.group(close, depth + 1)?
            };
            return Ok(Token { line, text: &self.text[start..self.at], kind: Kind::Value(value) });
        } else if ['"', '\'', '`'].contains(&c) {
            let (length, text) = quoted(line, c, rest)?;
            (length, Kind::Value(Value::Text(text)))
        } else if [']', ')', '}'].contains(&c) {
            let what =
                format!("{c:?} without an opening bracket, or before another bracket is closed");
            return refuse(line, what, "brackets in pairs", "correct it");
        } else {
            let pair = [":=", "=>", "::"].iter().find(|pair| rest.starts_with(**pair));
            (pair.map_or(c.len_utf8(), |pair| pair.len()), Kind::Sign)
        };
        Ok(Token { line, text: self.pass(length), kind })
    }

    /// The value of the brackets that end with `close`.
    fn group(&mut self, close: char, depth: usize) -> Result<Value<'a>, Fault> {
        let (mut list, mut members) = (Vec::new(), Vec::new());
        let mut names = BTreeSet::new();
        loop {
            let line = self.line;
            let (tokens, end) = self.tokens(close, depth)?;
            let is_only = list.is_empty() && members.is_empty() && end == close;
            if tokens.is_empty() && end != close {
                let what = format!("nothing before {:?}", end.to_string());
                let help = "write 0 for a blank line, or remove the separator";
                return refuse(line, what, "a value", help);
            }
            // Numbers or lists beside each other, as NumPy prints them.
            let are_elements =
                tokens.iter().all(Token::is_number) || tokens.iter().all(Token::is_list);
            if is_only && close != '|' && tokens.len() > 1 && are_elements {
                list.extend(tokens.into_iter().filter_map(|token| match token.kind {
                    Kind::Value(value) => Some(Node { line: token.line, value }),
                    Kind::Word | Kind::Sign => None,
                }));
            } else if !tokens.is_empty() {
                let (line, text) = (tokens[0].line, tokens[0].text);
                // In Perl a list of one element, in Python the element itself.
                if is_only && close == ')' && tokens[0].is_list() {
                    return tokens[0].refuse();
                }
                match item(tokens)? {
                    (Some(name), node) => {
                        if !names.insert(name.clone()) {
                            return twice(line, &name);
                        }
                        members.push((name, node));
                    }
                    (None, node) => list.push(node),
                }
                if !list.is_empty() && !members.is_empty() {
                    let what = format!("{:?} beside values with and without a name", Excerpt(text));
                    return refuse(line, what, "names for all values, or for none", "correct it");
                }
            }
            if end == close {
                list.shrink_to_fit();
                let is_list = members.is_empty();
                return Ok(if is_list { Value::List(list) } else { Value::Object(members) });
            }
        }
    }

    /// The value of `[| 3, 1 | 5, 1 |]`, in MiniZinc a list of lists.
    fn matrix(&mut self, depth: usize) -> Result<Value<'a>, Fault> {
        let mut rows: Vec<Node> = Vec::new();
        loop {
            let line = self.line;
            rows.push(Node { line, value: self.group('|', depth)? });
            let width = |row: usize| rows[row].items().len();
            if width(rows.len() - 1) != width(0) {
                return rows[rows.len() - 1].refuse("rows of equal length, with | between them");
            }
            if rows.len() > MAX_SIDE {
                let what = format!("a matrix of more than {MAX_SIDE} rows");
                return refuse(line, what, format!("at most {MAX_SIDE}"), "check the file");
            }
            self.skip(true)?;
            if self.rest().starts_with(']') {
                self.pass(1);
                return Ok(Value::List(rows));
            }
        }
    }
}

/// The length of the text in quotes with which `rest` begins, and its characters.
fn quoted(line: usize, quote: char, rest: &str) -> Result<(usize, Cow<'_, str>), Fault> {
    let mut is_escaped = false;
    let end = rest[1..].find(|c: char| {
        let ends = (c == quote && !is_escaped) || c == '\n';
        is_escaped = c == '\\' && !is_escaped;
        ends
    });
    let Some(end) = end.filter(|&end| rest[1 + end..].starts_with(quote)) else {
        let line_rest = rest.split('\n').next().unwrap_or_default();
        let what = format!("{:?} has an opening quote only", Excerpt(line_rest.trim()));
        return refuse(line, what, "quotes at both ends", "add the closing quote");
    };
    let inner = &rest[1..=end];
    if !inner.contains('\\') {
        return Ok((end + 2, Cow::Borrowed(inner)));
    }
    match serde_json::from_str(&rest[..end + 2]) {
        Ok(text) => Ok((end + 2, Cow::Owned(text))),
        Err(_) => {
            let what = format!("{:?}, a text with a backslash", Excerpt(inner));
            refuse(line, what, "a text as in JSON, such as \"a\\nb\"", "correct it")
        }
    }
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

/// Whether a comment begins here.
pub(crate) fn is_remark(text: &str) -> bool {
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
    let digits = text.chars().take(7).take_while(char::is_ascii_alphanumeric).count();
    [3, 6].contains(&digits) && text[..digits].bytes().all(|byte| byte.is_ascii_hexdigit())
}

/// A comment without its signs. One of numbers only may be a clue, and one of several signs the line of a drawing; both are refused.
pub(crate) fn remark(line: usize, text: &str) -> Result<&str, Fault> {
    let inner = text.trim_start_matches(REMARK_SIGNS).trim();
    let is_border = REMARKS.contains(&text.trim()) || text.trim().is_empty();
    let has_words = inner.contains(char::is_alphabetic);
    if may_be_clues(inner) || !(is_border || has_words || text.starts_with("```")) {
        let what = format!(
            "{:?}, a comment without words, which may be clues or a drawing",
            Excerpt(text.trim())
        );
        let help = "remove the comment, or the sign before the clue";
        return refuse(line, what, "comments with words", help);
    }
    Ok(inner)
}
