//! SystemVerilog source as a tree: modules with ports, declarations, processes and instances, and the comments before each.
//! Interface: [`Source`]; [`crate::read::source`] reads it from text, [`crate::print::source`] prints it, and
//! [`crate::elaborate::netlist`] resolves its names and parameters.
//! Source: IEEE 1800-2012, the synthesisable subset for one clock.

use crate::ir::{Binary, Unary};

/// A line between two elements of the source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Note {
    /// One or more blank lines.
    Blank,
    /// A comment, from the character after the slashes.
    Comment(String),
}

/// The lines before an element.
pub type Notes = Vec<Note>;

/// The modules of a text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Source {
    /// The modules in the order of the text.
    pub modules: Vec<Module>,
    /// The lines after the last module.
    pub end: Notes,
}

impl Source {
    /// The module with this name.
    pub fn module(&self, name: &str) -> Option<&Module> {
        self.modules.iter().find(|module| module.name == name)
    }
}

/// A module.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Module {
    /// The lines before the module.
    pub notes: Notes,
    /// Number of the line that begins the module, from 1.
    pub line: u32,
    /// Name of the module.
    pub name: String,
    /// Parameters in the header.
    pub parameters: Vec<Parameter>,
    /// Ports in the order of the header.
    pub ports: Vec<Port>,
    /// Declarations, processes and instances.
    pub items: Vec<Item>,
    /// The lines before `endmodule`.
    pub end: Notes,
}

impl Module {
    /// The comment directly before the module, with its lines joined by line breaks.
    pub fn comment(&self) -> String {
        comment(&self.notes)
    }
}

/// The last block of comment lines in some notes, with its lines joined by line breaks.
pub fn comment(notes: &[Note]) -> String {
    let lines = comments(notes).iter().map(|note| match note {
        Note::Comment(text) => text.trim(),
        Note::Blank => "",
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// The last block of comment lines in some notes.
pub(crate) fn comments(notes: &[Note]) -> &[Note] {
    let mut blocks = notes.rsplit(|note| *note == Note::Blank);
    blocks.next().unwrap_or_default()
}

/// A parameter of a module.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// The lines before the parameter.
    pub notes: Notes,
    /// Number of the line, from 1.
    pub line: u32,
    /// Range of the parameter's bits, if it has one.
    pub range: Option<Range>,
    /// Name of the parameter.
    pub name: String,
    /// Value unless an instance overrides it.
    pub value: Expr,
}

/// A port of a module.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Port {
    /// The lines before the port.
    pub notes: Notes,
    /// Number of the line, from 1.
    pub line: u32,
    /// Whether the module drives the port.
    pub is_output: bool,
    /// Kind of net.
    pub net: Net,
    /// Range of the port's bits; `None` for one bit.
    pub range: Option<Range>,
    /// Name of the port.
    pub name: String,
}

/// The kind of a net in its declaration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Net {
    /// `wire`: driven by an assignment or an instance.
    Wire,
    /// `logic`, or `reg` in Verilog: driven by a process, an assignment or an instance.
    Logic,
}

impl Net {
    /// The keyword.
    pub const fn keyword(self) -> &'static str {
        match self {
            Self::Wire => "wire",
            Self::Logic => "logic",
        }
    }
}

/// A range `[first:last]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Range {
    /// The index on the left.
    pub first: Expr,
    /// The index on the right.
    pub last: Expr,
}

/// A declaration, a process or an instance.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    /// The lines before the item.
    pub notes: Notes,
    /// Number of the line that begins the item, from 1.
    pub line: u32,
    /// Attributes, `(* name = value *)`.
    pub attributes: Vec<Attribute>,
    /// Content of the item.
    pub kind: ItemKind,
}

/// An attribute.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attribute {
    /// Name of the attribute.
    pub name: String,
    /// Value of the attribute, if it has one.
    pub value: Option<Expr>,
}

/// The content of an item.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ItemKind {
    /// `localparam`: the range of the bits, and the constants with their values.
    Localparam(Option<Range>, Vec<(String, Expr)>),
    /// `wire` or `logic`: the range of the bits, and the declared names.
    Net(Net, Option<Range>, Vec<Declared>),
    /// `assign`: the left-hand side, and the value.
    Assign(Expr, Expr),
    /// `always`: the event, and the statement.
    Always(Event, Statement),
    /// `initial`.
    Initial(Statement),
    /// An instance of a module.
    Instance(Instance),
    /// A loop, and the name of its block.
    For(Loop, String, Vec<Item>),
    /// `` `ifdef … `else … `endif ``.
    Ifdef(Ifdef),
}

/// Items that depend on whether a macro is defined.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ifdef {
    /// Name of the macro.
    pub name: String,
    /// The items read if the macro is defined.
    pub then: Vec<Item>,
    /// The items read otherwise; none without `` `else ``.
    pub otherwise: Vec<Item>,
    /// The lines before `` `endif ``.
    pub end: Notes,
}

/// The head of a loop: `for (int i = first; i < end; i = i + 1)`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Loop {
    /// The variable.
    pub variable: String,
    /// Its first value.
    pub first: Expr,
    /// The value that ends the loop.
    pub end: Expr,
}

/// A declared name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Declared {
    /// Name of the signal or memory.
    pub name: String,
    /// Range of the words, if it is a memory.
    pub words: Option<Range>,
    /// For a `wire` the expression that drives it, for a `logic` its value at power-on.
    pub value: Option<Expr>,
}

/// The event that a process waits for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// `always @(*)` or `always_comb`: a change of any signal that the process reads.
    Any,
    /// `always @(posedge clock)`, or `always_ff`.
    Posedge(String),
}

/// An instance.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Instance {
    /// Name of the module.
    pub module: String,
    /// Name of the instance.
    pub name: String,
    /// Overridden parameters.
    pub parameters: Vec<Connection>,
    /// Connected ports.
    pub ports: Vec<Connection>,
}

/// A port or parameter of an instance: `.name(value)`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Connection {
    /// The lines before the connection.
    pub notes: Notes,
    /// Number of the line, from 1.
    pub line: u32,
    /// Name of the port or parameter.
    pub name: String,
    /// Value; `None` for an open port.
    pub value: Option<Expr>,
}

/// A statement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Statement {
    /// The lines before the statement.
    pub notes: Notes,
    /// Number of the line that begins the statement, from 1.
    pub line: u32,
    /// Content of the statement.
    pub kind: StatementKind,
}

/// The content of a statement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StatementKind {
    /// `begin … end`: the statements, and the lines before `end`.
    Block(Vec<Statement>, Notes),
    /// A blocking assignment, `=`.
    Blocking(Expr, Expr),
    /// A non-blocking assignment, `<=`.
    NonBlocking(Expr, Expr),
    /// A condition, the statement executed if it is not zero, and the one executed otherwise.
    If(Expr, Box<Statement>, Option<Box<Statement>>),
    /// A selector, its cases, and the lines before `endcase`.
    Case(Expr, Vec<Arm>, Notes),
    /// A loop.
    For(Loop, Box<Statement>),
    /// An immediate assertion.
    Assert(Expr),
}

impl Statement {
    /// The statements directly inside the statement, in the order of the text.
    pub fn children(&self) -> Vec<&Self> {
        match &self.kind {
            StatementKind::Block(statements, _) => statements.iter().collect(),
            StatementKind::If(_, then, otherwise) => {
                [&**then].into_iter().chain(otherwise.as_deref()).collect()
            }
            StatementKind::Case(_, arms, _) => arms.iter().map(|arm| &arm.body).collect(),
            StatementKind::For(_, body) => vec![body],
            StatementKind::Blocking(..)
            | StatementKind::NonBlocking(..)
            | StatementKind::Assert(_) => Vec::new(),
        }
    }

    /// The expressions of the statement itself, without those of a loop's head and of the statements inside it.
    pub fn expressions(&self) -> Vec<&Expr> {
        match &self.kind {
            StatementKind::Block(..) | StatementKind::For(..) => Vec::new(),
            StatementKind::Blocking(left, right) | StatementKind::NonBlocking(left, right) => {
                vec![left, right]
            }
            StatementKind::If(condition, ..) | StatementKind::Assert(condition) => vec![condition],
            StatementKind::Case(selector, arms, _) => {
                let values = arms.iter().flat_map(|arm| &arm.values);
                [selector].into_iter().chain(values).collect()
            }
        }
    }
}

/// A case of a selection.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Arm {
    /// The lines before the case.
    pub notes: Notes,
    /// Values of the selector; empty for the default.
    pub values: Vec<Expr>,
    /// The statement executed.
    pub body: Statement,
}

/// An expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expr {
    /// A number.
    Number(Number),
    /// A string; only in attributes.
    Text(String),
    /// A parameter, constant, signal or memory.
    Name(String),
    /// An expression in brackets.
    Paren(Box<Expr>),
    /// An operator with two operands; the tree follows Verilog's precedence.
    Binary(Binary, Box<Expr>, Box<Expr>),
    /// An operator with one operand.
    Unary(Unary, Box<Expr>),
    /// A condition, the value if it is not zero, and the value otherwise.
    If(Box<Expr>, Box<Expr>, Box<Expr>),
    /// Several words joined, the highest bits first.
    Concat(Vec<Expr>),
    /// Several words joined and repeated: the count, and the words.
    Repeat(Box<Expr>, Vec<Expr>),
    /// A part of a signal, or a word of a memory.
    Select(Box<Expr>, Box<Select>),
    /// An expression cut or extended to a number of bits: `4'(a)`.
    Cast(u32, Box<Expr>),
}

impl Expr {
    /// The expressions directly inside the expression, in the order of the text.
    pub fn operands(&self) -> Vec<&Self> {
        match self {
            Self::Number(_) | Self::Text(_) | Self::Name(_) => Vec::new(),
            Self::Paren(inner) | Self::Unary(_, inner) | Self::Cast(_, inner) => vec![inner],
            Self::Binary(_, left, right) => vec![left, right],
            Self::If(condition, then, otherwise) => vec![condition, then, otherwise],
            Self::Concat(parts) => parts.iter().collect(),
            Self::Repeat(count, parts) => [&**count].into_iter().chain(parts).collect(),
            Self::Select(word, select) => match &**select {
                Select::Index(index) => vec![word, index],
                Select::Range(one, other) | Select::Up(one, other) => vec![word, one, other],
            },
        }
    }

    /// The expressions directly inside the expression.
    pub fn operands_mut(&mut self) -> Vec<&mut Self> {
        match self {
            Self::Number(_) | Self::Text(_) | Self::Name(_) => Vec::new(),
            Self::Paren(inner) | Self::Unary(_, inner) | Self::Cast(_, inner) => vec![inner],
            Self::Binary(_, left, right) => vec![left, right],
            Self::If(condition, then, otherwise) => vec![condition, then, otherwise],
            Self::Concat(parts) => parts.iter_mut().collect(),
            Self::Repeat(count, parts) => [&mut **count].into_iter().chain(parts).collect(),
            Self::Select(word, select) => match &mut **select {
                Select::Index(index) => vec![word, index],
                Select::Range(one, other) | Select::Up(one, other) => vec![word, one, other],
            },
        }
    }
}

/// What is in the brackets behind a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Select {
    /// `[index]`: a bit of a signal, or a word of a memory.
    Index(Expr),
    /// `[high:low]`.
    Range(Expr, Expr),
    /// `[low+:width]`.
    Up(Expr, Expr),
}

/// A number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Number {
    /// Value of the number.
    pub value: u64,
    /// Width in bits; `None` for an unsized number, which has 32 bits.
    pub width: Option<u32>,
    /// Base in which the number is written.
    pub radix: Radix,
}

/// The base of a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs)]
pub enum Radix {
    Binary,
    Octal,
    Decimal,
    Hexadecimal,
}

impl Radix {
    /// The base, and the letter that denotes it in a sized number.
    pub const fn base(self) -> (u32, char) {
        match self {
            Self::Binary => (2, 'b'),
            Self::Octal => (8, 'o'),
            Self::Decimal => (10, 'd'),
            Self::Hexadecimal => (16, 'h'),
        }
    }

    /// All bases.
    pub const ALL: [Self; 4] = [Self::Binary, Self::Octal, Self::Decimal, Self::Hexadecimal];
}
