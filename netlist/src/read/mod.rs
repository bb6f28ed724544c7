//! Reads Verilog text to a tree.
//! Interface: [`source`] reads a file, [`items`] the body of a module.
//! Source: a recursive-descent parser of the subset of IEEE 1800-2012 that [`crate::tree`] describes.

mod expression;
mod module;
mod tokens;

use std::collections::HashMap;

use crate::NetlistError;
use crate::tree::{Item, Note, Notes, Source};
use tokens::{Kind, Token, Tokens};

/// Reads the text of a file.
///
/// # Errors
/// Returns [`NetlistError::Syntax`] if the text is not in the supported subset.
pub fn source(text: &str) -> Result<Source> {
    let mut reader = Reader::new(text)?;
    let mut source = Source::default();
    loop {
        let notes = reader.notes();
        if reader.peek().kind == Kind::End {
            source.end = notes;
            return Ok(source);
        }
        source.modules.push(reader.module(notes)?);
    }
}

/// Reads the body of a module: the text between its header and `endmodule`.
///
/// # Errors
/// Returns [`NetlistError::Syntax`] if the text is not in the supported subset.
pub fn items(text: &str) -> Result<Vec<Item>> {
    let mut reader = Reader::new(text)?;
    let mut items = Vec::new();
    loop {
        let notes = reader.notes();
        if reader.peek().kind == Kind::End {
            return Ok(items);
        }
        items.push(reader.item(notes)?);
    }
}

type Result<T> = std::result::Result<T, NetlistError>;

/// The greatest depth of nested statements and expressions.
const DEPTH: u32 = 300;

/// Keywords, which cannot be names.
const KEYWORDS: [&str; 30] = [
    "always",
    "always_comb",
    "always_ff",
    "assert",
    "assign",
    "begin",
    "case",
    "default",
    "else",
    "end",
    "endcase",
    "endmodule",
    "for",
    "function",
    "generate",
    "genvar",
    "if",
    "initial",
    "inout",
    "input",
    "int",
    "integer",
    "localparam",
    "logic",
    "module",
    "output",
    "parameter",
    "posedge",
    "reg",
    "wire",
];

struct Reader<'a> {
    tokens: Vec<Token<'a>>,
    next: usize,
    notes: Vec<(usize, Note)>,
    next_note: usize,
    behind: HashMap<usize, &'a str>,
    depth: u32,
}

impl<'a> Reader<'a> {
    fn new(text: &'a str) -> Result<Self> {
        let Tokens {
            tokens,
            notes,
            behind,
        } = Tokens::of(text)?;
        Ok(Self {
            tokens,
            next: 0,
            notes,
            next_note: 0,
            behind,
            depth: 0,
        })
    }

    fn peek(&self) -> Token<'a> {
        self.tokens[self.next]
    }

    /// The next token, which is consumed unless it is the end of the text.
    fn advance(&mut self) -> Token<'a> {
        let token = self.peek();
        self.next += usize::from(token.kind != Kind::End);
        token
    }

    fn line(&self) -> u32 {
        self.peek().line
    }

    /// The blank lines and comments directly before the next token.
    fn notes(&mut self) -> Notes {
        let mut found = Vec::new();
        while let Some((token, note)) = self.notes.get_mut(self.next_note)
            && *token <= self.next
        {
            if *token == self.next {
                found.push(std::mem::replace(note, Note::Blank));
            }
            self.next_note += 1;
        }
        found
    }

    /// The comment behind the last token, on its line.
    fn behind(&mut self) -> Option<Note> {
        let text = self.behind.remove(&self.next.checked_sub(1)?)?;
        Some(Note::Comment(text.to_owned()))
    }

    fn fail<T>(&self, what: impl Into<String>) -> Result<T> {
        Err(NetlistError::Syntax {
            line: self.line() as usize,
            what: what.into(),
        })
    }

    /// The error that the next token is not what is expected.
    fn expected<T>(&self, what: &str) -> Result<T> {
        match self.peek() {
            Token {
                kind: Kind::End, ..
            } => self.fail(format!("expected {what} before the end of the text")),
            Token { text, .. } => self.fail(format!("expected {what} instead of {text}")),
        }
    }

    fn is(&self, text: &str) -> bool {
        let token = self.peek();
        token.text == text && matches!(token.kind, Kind::Symbol | Kind::Word | Kind::Number)
    }

    fn take(&mut self, text: &str) -> bool {
        let is_it = self.is(text);
        self.next += usize::from(is_it);
        is_it
    }

    fn expect(&mut self, text: &str) -> Result<()> {
        if self.take(text) {
            return Ok(());
        }
        self.expected(text)
    }

    fn is_name(&self) -> bool {
        let token = self.peek();
        token.kind == Kind::Word && !KEYWORDS.contains(&token.text)
    }

    fn name(&mut self) -> Result<String> {
        if self.is_name() {
            return Ok(self.advance().text.to_owned());
        }
        self.expected("a name")
    }

    /// Runs a part of the parser that can contain itself.
    fn nested<T>(&mut self, read: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        if self.depth == DEPTH {
            return self.fail(format!("nested more than {DEPTH} levels deep"));
        }
        self.depth += 1;
        let found = read(self);
        self.depth -= 1;
        found
    }
}
