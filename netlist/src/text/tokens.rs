//! Splits Verilog text into tokens.
//! Interface: [`tokens`] returns each token with its line number.
//! Source: own; the subset of IEEE 1364 that the design's hand-written modules use.

use crate::NetlistError;

/// A token of Verilog.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Token {
    /// A name or keyword.
    Word(String),
    /// A number, and its width in bits if it has one.
    Number(u64, Option<u32>),
    /// A symbol.
    Symbol(&'static str),
    /// A string in quotation marks; its content is discarded.
    Text,
}

impl Token {
    /// Whether the token is this symbol or word.
    pub(super) fn is(&self, text: &str) -> bool {
        match self {
            Self::Word(word) => word == text,
            Self::Symbol(symbol) => *symbol == text,
            Self::Number(..) | Self::Text => false,
        }
    }
}

/// Symbols; a longer symbol precedes its prefixes.
const SYMBOLS: [&str; 35] = [
    "(*)", "(*", "*)", "&&", "||", "==", "!=", "<=", ">=", "<<", ">>", "+:", "(", ")", "[", "]",
    "{", "}", ";", ",", ":", "?", "=", "<", ">", "+", "-", "*", "&", "|", "^", "~", "!", "@", "#",
];

/// Splits a text into tokens, each with its line number (from 1).
pub(super) fn tokens(text: &str) -> Result<Vec<(usize, Token)>, NetlistError> {
    let mut tokens = Vec::new();
    for (line, number) in text.lines().zip(1..) {
        let mut rest = line.trim_start();
        while !rest.is_empty() && !rest.starts_with("//") {
            let (token, length) = token(rest).ok_or_else(|| NetlistError::Syntax {
                line: number,
                what: format!("{rest:?} does not begin with a token of the supported subset"),
            })?;
            tokens.push((number, token));
            rest = rest[length..].trim_start();
        }
    }
    Ok(tokens)
}

/// The first token of a text, and its length in bytes; `None` if the text does not begin with a token of the supported subset.
fn token(text: &str) -> Option<(Token, usize)> {
    let until = |end: fn(char) -> bool| text.find(end).unwrap_or(text.len());
    let first = text.chars().next()?;
    if first == '"' {
        let length = text[1..].find('"')? + 2;
        return Some((Token::Text, length));
    }
    if first.is_ascii_digit() {
        let length = until(|letter| !letter.is_ascii_alphanumeric() && letter != '\'');
        return Some((value(&text[..length])?, length));
    }
    if first.is_ascii_alphabetic() || first == '_' {
        let length =
            until(|letter| !letter.is_ascii_alphanumeric() && letter != '_' && letter != '$');
        return Some((Token::Word(text[..length].to_owned()), length));
    }
    let symbol = SYMBOLS
        .into_iter()
        .find(|symbol| text.starts_with(symbol))?;
    Some((Token::Symbol(symbol), symbol.len()))
}

/// Reads a number: `12`, `4'd3`, `8'hff`, `1'b0`; `None` if the text is not such a number of at most 64 bits.
fn value(text: &str) -> Option<Token> {
    let Some((width, digits)) = text.split_once('\'') else {
        return Some(Token::Number(text.parse().ok()?, None));
    };
    let radix = match digits.as_bytes().first()? {
        b'b' => 2,
        b'd' => 10,
        b'h' => 16,
        _ => return None,
    };
    let value = u64::from_str_radix(&digits[1..], radix).ok()?;
    Some(Token::Number(value, Some(width.parse().ok()?)))
}
