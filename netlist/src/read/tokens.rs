//! Splits Verilog text into tokens.
//! Interface: [`Tokens::of`] returns the tokens, and the blank lines and comments before each.

use std::collections::HashMap;

use crate::NetlistError;
use crate::tree::Note;

/// The kind of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A name or keyword.
    Word,
    /// A number.
    Number,
    /// A string with its quotation marks.
    Text,
    /// A symbol.
    Symbol,
    /// The end of the text.
    End,
}

/// A token.
#[derive(Clone, Copy, Debug)]
pub(super) struct Token<'a> {
    pub(super) kind: Kind,
    pub(super) text: &'a str,
    /// Number of the line, from 1.
    pub(super) line: u32,
}

/// The tokens of a text.
pub(super) struct Tokens<'a> {
    /// The tokens; the last one is the end of the text.
    pub(super) tokens: Vec<Token<'a>>,
    /// Blank lines and comments, each with the index of the next token.
    pub(super) notes: Vec<(usize, Note)>,
    /// Comments behind code on the same line, by the index of the token before them.
    pub(super) behind: HashMap<usize, &'a str>,
}

/// Symbols of two or three characters; a longer symbol precedes its prefixes.
const LONG: [&str; 20] = [
    "<<<", ">>>", "===", "!==", "(*", "*)", "**", "&&", "||", "==", "!=", "<=", ">=", "<<", ">>",
    "+:", "-:", "`ifdef", "`else", "`endif",
];
/// Negated reductions, and the equivalence operator.
const NEGATED: [&str; 4] = ["~&", "~|", "~^", "^~"];
/// Symbols of one character.
const SHORT: &[u8] = b"()[]{};,:?=<>+-*/%&|^~!@#.";

impl<'a> Tokens<'a> {
    /// Splits a text into tokens.
    pub(super) fn of(text: &'a str) -> Result<Self, NetlistError> {
        let mut scanner = Scanner {
            text,
            at: 0,
            line: 1,
            breaks: 1,
            tokens: Vec::with_capacity(text.len() / 4),
            notes: Vec::new(),
            behind: HashMap::new(),
        };
        while scanner.at < text.len() {
            scanner.step()?;
        }
        scanner.blank();
        scanner.push(Kind::End, text.len());
        Ok(Self { tokens: scanner.tokens, notes: scanner.notes, behind: scanner.behind })
    }
}

struct Scanner<'a> {
    text: &'a str,
    at: usize,
    line: u32,
    /// The number of line breaks since the last token or comment; 1 at the beginning.
    breaks: u32,
    tokens: Vec<Token<'a>>,
    notes: Vec<(usize, Note)>,
    behind: HashMap<usize, &'a str>,
}

impl<'a> Scanner<'a> {
    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn fail<T>(&self, what: impl Into<String>) -> Result<T, NetlistError> {
        Err(NetlistError::Syntax { line: self.line as usize, what: what.into() })
    }

    fn push(&mut self, kind: Kind, end: usize) {
        self.tokens.push(Token { kind, text: &self.text[self.at..end], line: self.line });
        self.at = end;
        self.breaks = 0;
    }

    /// Notes the blank lines before a comment or token.
    fn blank(&mut self) {
        if self.breaks > 1 && self.at > 0 {
            self.notes.push((self.tokens.len(), Note::Blank));
        }
    }

    /// Reads a token or comment, or skips space.
    fn step(&mut self) -> Result<(), NetlistError> {
        let rest = self.rest();
        let bytes = rest.as_bytes();
        let length = |is: fn(&u8) -> bool| bytes.iter().take_while(|byte| is(byte)).count();
        let is_word = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_' || *byte == b'$';
        match bytes[0] {
            b'\n' => {
                self.at += 1;
                self.line += 1;
                self.breaks += 1;
            }
            b' ' | b'\t' | b'\r' => self.at += 1,
            b'/' if rest.starts_with("//") => self.comment(rest),
            b'/' if rest.starts_with("/*") => {
                let Some(length) = rest.find("*/") else {
                    return self.fail("this comment does not end: expected */");
                };
                self.line += rest[..length].matches('\n').count() as u32;
                self.at += length + 2;
            }
            b'"' => {
                let line = rest.lines().next().unwrap_or_default();
                let Some(length) = line[1..].find('"') else {
                    return self.fail("this string does not end on its line: expected \"");
                };
                self.blank();
                self.push(Kind::Text, self.at + length + 2);
            }
            b'0'..=b'9' | b'\'' => {
                let length =
                    length(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'\''));
                self.blank();
                self.push(Kind::Number, self.at + length);
            }
            b'a'..=b'z' | b'A'..=b'Z' | b'_' => {
                let length = length(is_word);
                self.blank();
                self.push(Kind::Word, self.at + length);
            }
            first => {
                let long = LONG.iter().chain(&NEGATED);
                let mut long = long.filter(|symbol| rest.starts_with(**symbol));
                let length = match long.next() {
                    // The event `@(*)`.
                    Some(&"(*") if bytes.get(2) == Some(&b')') => 3,
                    Some(symbol) => symbol.len(),
                    None if SHORT.contains(&first) => 1,
                    None => {
                        let found = rest.chars().next().unwrap_or_default();
                        return self.fail(match first {
                            b'`' => {
                                "compiler directives other than `ifdef, `else and `endif are not supported"
                                    .to_owned()
                            }
                            b'$' => "system functions are not supported".to_owned(),
                            b'\\' => "escaped names are not supported".to_owned(),
                            _ => format!("{found:?} does not begin a name, number or symbol"),
                        });
                    }
                };
                self.blank();
                self.push(Kind::Symbol, self.at + length);
            }
        }
        Ok(())
    }

    fn comment(&mut self, rest: &'a str) {
        let line = rest.split('\n').next().unwrap_or_default();
        let text = line[2..].trim_end();
        if self.breaks > 0 {
            self.blank();
            let note = Note::Comment(text.to_owned());
            self.notes.push((self.tokens.len(), note));
            self.breaks = 0;
        } else if let Some(last) = self.tokens.len().checked_sub(1) {
            self.behind.entry(last).or_insert(text);
        }
        self.at += line.len();
    }
}
