//! Reads Verilog text to a tree.
//! Interface: [`source`] reads a file, [`items`] the body of a module.
//! Source: a recursive-descent parser of the subset of IEEE 1800-2012 that [`crate::tree`] describes.

mod module;
mod tokens;

use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

use crate::NetlistError;
use crate::ir::{Binary, Unary};
use crate::tree::{Expr, Item, Note, Notes, Number, Radix, Select, Source};
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
static KEYWORDS: LazyLock<HashSet<&str>> = LazyLock::new(|| {
    let words = "always always_comb always_ff assert assign begin case default else end endcase endmodule for function \
                 generate genvar if initial inout input int integer localparam logic module output parameter posedge \
                 reg wire";
    words.split_whitespace().collect()
});

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
        let Tokens { tokens, notes, behind } = Tokens::of(text)?;
        Ok(Self { tokens, next: 0, notes, next_note: 0, behind, depth: 0 })
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
        Err(NetlistError::Syntax { line: self.line() as usize, what: what.into() })
    }

    /// The error that the next token is not what is expected.
    fn expected<T>(&self, what: &str) -> Result<T> {
        match self.peek() {
            Token { kind: Kind::End, .. } => {
                self.fail(format!("expected {what} before the end of the text"))
            }
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
        token.kind == Kind::Word && !KEYWORDS.contains(token.text)
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

impl Reader<'_> {
    fn expression(&mut self) -> Result<Expr> {
        self.nested(|reader| {
            let condition = reader.operation(0)?;
            if !reader.take("?") {
                return Ok(condition);
            }
            let then = reader.expression()?;
            reader.expect(":")?;
            let otherwise = reader.expression()?;
            Ok(Expr::If(condition.into(), then.into(), otherwise.into()))
        })
    }

    /// Reads operands joined by operators that bind more strongly than `least`. All operators are left-associative.
    fn operation(&mut self, least: u8) -> Result<Expr> {
        let mut left = self.operand()?;
        while let Some(operator) = self.binary()
            && operator.precedence() > least
        {
            self.advance();
            let right = self.nested(|reader| reader.operation(operator.precedence()))?;
            left = Expr::Binary(operator, left.into(), right.into());
        }
        Ok(left)
    }

    fn binary(&self) -> Option<Binary> {
        let token = self.peek();
        if token.kind != Kind::Symbol {
            return None;
        }
        Binary::all().find(|operator| operator.symbol() == token.text)
    }

    fn operand(&mut self) -> Result<Expr> {
        let token = self.peek();
        match token.kind {
            Kind::Number if token.text.ends_with('\'') => self.nested(Self::cast),
            Kind::Number => {
                let Some(number) = number(token.text) else {
                    return self.expected("a number such as 12 or 4'hf, which fits in 32 bits or in its width of at most 64,");
                };
                self.advance();
                Ok(Expr::Number(number))
            }
            Kind::Text => {
                self.advance();
                Ok(Expr::Text(token.text.trim_matches('"').to_owned()))
            }
            Kind::Word if self.is_name() => {
                let name = Expr::Name(self.name()?);
                self.selected(name)
            }
            Kind::Symbol => self.nested(Self::symbol),
            Kind::Word | Kind::End => self.expected("an operand"),
        }
    }

    /// Reads an expression with a number of bits, such as `4'(a)`.
    fn cast(&mut self) -> Result<Expr> {
        let text = self.peek().text.trim_end_matches('\'');
        let Some(width) = text.parse().ok().filter(|width| (1..=1 << 16).contains(width)) else {
            return self.expected("a number of bits, such as 4'(a),");
        };
        self.advance();
        self.expect("(")?;
        let inner = self.expression()?;
        self.expect(")")?;
        Ok(Expr::Cast(width, inner.into()))
    }

    /// Reads an operand that begins with a symbol.
    fn symbol(&mut self) -> Result<Expr> {
        let token = self.peek();
        if let Some(operator) = Unary::all().find(|operator| operator.symbol() == token.text) {
            self.advance();
            return Ok(Expr::Unary(operator, self.operand()?.into()));
        }
        if self.take("(") {
            let inner = self.expression()?;
            self.expect(")")?;
            return Ok(Expr::Paren(inner.into()));
        }
        if !self.take("{") {
            return self.expected("an operand");
        }
        let first = self.expression()?;
        if self.take("{") {
            let parts = self.some("}", Self::expression)?;
            self.expect("}")?;
            return Ok(Expr::Repeat(first.into(), parts));
        }
        let mut parts = vec![first];
        if self.take(",") {
            parts.extend(self.some("}", Self::expression)?);
        } else {
            self.expect("}")?;
        }
        Ok(Expr::Concat(parts))
    }

    /// Reads the selections behind a name.
    fn selected(&mut self, name: Expr) -> Result<Expr> {
        let mut selected = name;
        let mut count = 0;
        while self.take("[") {
            // A word of a memory, and a part of it.
            count += 1;
            if count > 2 {
                return self.fail("at most two selections of a name are supported");
            }
            let first = self.expression()?;
            let select = if self.take("+:") {
                Select::Up(first, self.expression()?)
            } else if self.take(":") {
                Select::Range(first, self.expression()?)
            } else {
                Select::Index(first)
            };
            self.expect("]")?;
            selected = Expr::Select(selected.into(), select.into());
        }
        Ok(selected)
    }
}

/// Reads `12`, `4'd3`, `8'hff`, `'b0`; `None` if the text is not such a number, or if it does not fit in its width or, without
/// one, in 32 bits.
fn number(text: &str) -> Option<Number> {
    let digits = |text: &str, base| {
        let text = text.replace('_', "");
        let is_number = text.bytes().all(|byte| byte.is_ascii_alphanumeric());
        u64::from_str_radix(&text, base).ok().filter(|_| is_number)
    };
    let Some((width, rest)) = text.split_once('\'') else {
        return Some(Number {
            value: digits(text, 10).filter(|value| *value < 1 << 32)?,
            width: None,
            radix: Radix::Decimal,
        });
    };
    let letter = rest.chars().next()?;
    let mut all = Radix::ALL.into_iter();
    let radix = all.find(|radix| radix.base().1 == letter.to_ascii_lowercase())?;
    let value = digits(&rest[1..], radix.base().0)?;
    let width = match width {
        "" => None,
        width => Some(digits(width, 10).filter(|width| (1..=1 << 16).contains(width))? as u32),
    };
    let bits = width.unwrap_or(32);
    let fits = bits >= 64 || value < 1 << bits;
    fits.then_some(Number { value, width, radix })
}
