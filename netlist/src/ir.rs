//! The typed netlist: modules of signals, memories, instances and processes.
//! Interface: [`Netlist`]; module 0 is the top. One clock drives all registers and memories.
//! Source: the synthesisable subset of IEEE 1364 that the design uses.

/// A signal of a module, by its place in [`Module::signals`].
pub type SignalId = u32;

/// A hierarchy of modules.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Netlist {
    /// The modules, one per instance; the first is the top.
    pub modules: Vec<Module>,
}

/// An instance's module.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Module {
    /// Its signals.
    pub signals: Vec<Signal>,
    /// Its memories.
    pub memories: Vec<Memory>,
    /// The instances in it.
    pub instances: Vec<Instance>,
    /// What drives its signals.
    pub processes: Vec<Process>,
    /// Values of registers at power-on; the others start at 0.
    pub initial: Vec<(SignalId, u64)>,
    /// The Verilog that processes, memories, hidden signals and initial values were read from, if they were.
    pub text: String,
}

/// A signal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signal {
    /// Its name in the source.
    pub name: String,
    /// Bits.
    pub width: u32,
    /// What it is.
    pub kind: Kind,
    /// The names of a state machine's states.
    pub states: Vec<String>,
}

/// What a signal is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// An input port.
    Input,
    /// An output port.
    Output,
    /// The clock, an input port.
    Clock,
    /// A signal inside.
    Local,
    /// A signal of hand-written Verilog, which the source does not show.
    Hidden,
    /// A constant.
    Constant(u64),
    /// The port of an instance in this module: its place in [`Module::instances`], and the port's signal there.
    Port(u32, SignalId),
}

/// A memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Memory {
    /// Its name.
    pub name: String,
    /// Bits per word.
    pub width: u32,
    /// Words.
    pub words: u32,
    /// A bit that is read at the edge at which it is written comes out inverted: no design may rely on it.
    pub poisons: bool,
}

/// An instance of a module.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Instance {
    /// Its name.
    pub name: String,
    /// Its module's place in [`Netlist::modules`].
    pub module: u32,
}

/// Statements that run together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Process {
    /// `always @(*)`, blocking assignments.
    Combinational(Vec<Statement>),
    /// `always @(posedge clock)`, non-blocking assignments.
    Clocked(Vec<Statement>),
}

/// A statement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Statement {
    /// An assignment.
    Assign(Lvalue, Expr),
    /// A condition, and what runs if it is not zero, and else.
    If(Expr, Vec<Statement>, Vec<Statement>),
    /// A selector and its cases; a case without a value is the default.
    Case(Expr, Vec<(Option<Expr>, Vec<Statement>)>),
}

/// The left-hand side of an assignment (Verilog: lvalue).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Lvalue {
    /// A whole signal.
    Signal(SignalId),
    /// Bits of a signal: the lowest, and how many.
    Bits(SignalId, u32, u32),
    /// Several of them, the highest bits first.
    Concat(Vec<Lvalue>),
    /// A memory's word; of it the bits from the lowest on, and how many.
    Word(u32, Expr, u32, u32),
}

/// An expression with the width rules of Verilog; all are unsigned.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expr {
    /// A number without a width: 32 bits.
    Number(u64),
    /// A number, and its width in bits.
    Literal(u64, u32),
    /// A state of a state machine, by its name and number; as wide as a number.
    State(String, u64),
    /// A signal.
    Signal(SignalId),
    /// A memory's word.
    Word(u32, Box<Expr>),
    /// `((a) & width'hff…)`.
    Mask(Box<Expr>, u32),
    /// Brackets.
    Paren(Box<Expr>),
    /// An operator with two operands; the tree is that of Verilog's precedence.
    Binary(Binary, Box<Expr>, Box<Expr>),
    /// An operator with one operand.
    Unary(Unary, Box<Expr>),
    /// A bit.
    Index(Box<Expr>, Box<Expr>),
    /// Bits from an offset on.
    Slice(Box<Expr>, Box<Expr>, u32),
    /// A word, with the bit of that number replaced by an expression of one bit.
    Replace(Box<Expr>, Box<Expr>, Box<Expr>),
    /// A condition, and the values if it is not zero, and else.
    If(Box<Expr>, Box<Expr>, Box<Expr>),
    /// Several words, the highest first.
    Concat(Vec<Expr>),
}

/// Operators with two operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs)]
pub enum Binary {
    Add,
    Sub,
    Mul,
    LogicalAnd,
    LogicalOr,
    Xor,
    And,
    Or,
    Shl,
    Shr,
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
}

impl Binary {
    /// Its Verilog.
    pub const fn symbol(self) -> &'static str {
        match self {
            Self::Add => "+",
            Self::Sub => "-",
            Self::Mul => "*",
            Self::LogicalAnd => "&&",
            Self::LogicalOr => "||",
            Self::Xor => "^",
            Self::And => "&",
            Self::Or => "|",
            Self::Shl => "<<",
            Self::Shr => ">>",
            Self::Eq => "==",
            Self::Ne => "!=",
            Self::Lt => "<",
            Self::Le => "<=",
            Self::Gt => ">",
            Self::Ge => ">=",
        }
    }

    /// How strongly it binds in Verilog.
    pub const fn precedence(self) -> u8 {
        match self {
            Self::Mul => 10,
            Self::Add | Self::Sub => 9,
            Self::Shl | Self::Shr => 8,
            Self::Lt | Self::Le | Self::Gt | Self::Ge => 7,
            Self::Eq | Self::Ne => 6,
            Self::And => 5,
            Self::Xor => 4,
            Self::Or => 3,
            Self::LogicalAnd => 2,
            Self::LogicalOr => 1,
        }
    }

    /// All of them.
    pub const ALL: [Self; 16] = [
        Self::Add,
        Self::Sub,
        Self::Mul,
        Self::LogicalAnd,
        Self::LogicalOr,
        Self::Xor,
        Self::And,
        Self::Or,
        Self::Shl,
        Self::Shr,
        Self::Eq,
        Self::Ne,
        Self::Lt,
        Self::Le,
        Self::Gt,
        Self::Ge,
    ];
}

/// Operators with one operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs)]
pub enum Unary {
    Not,
    Neg,
    All,
    Any,
    Parity,
}

impl Unary {
    /// Its Verilog.
    pub const fn symbol(self) -> &'static str {
        match self {
            Self::Not => "~",
            Self::Neg => "-",
            Self::All => "&",
            Self::Any => "|",
            Self::Parity => "^",
        }
    }

    /// All of them.
    pub const ALL: [Self; 5] = [Self::Not, Self::Neg, Self::All, Self::Any, Self::Parity];
}

/// Joins operands as Verilog's precedence does: `first op operand op operand …`, all operators grouping to the left.
pub fn precedence(first: Expr, rest: Vec<(Binary, Expr)>) -> Expr {
    let mut operands = vec![first];
    let mut operators: Vec<Binary> = Vec::new();
    let join = |operands: &mut Vec<Expr>, operator| {
        let right = operands.pop().map(Box::new);
        let left = operands.pop().map(Box::new);
        if let (Some(left), Some(right)) = (left, right) {
            operands.push(Expr::Binary(operator, left, right));
        }
    };
    for (operator, operand) in rest {
        while let Some(&last) = operators.last()
            && last.precedence() >= operator.precedence()
        {
            operators.pop();
            join(&mut operands, last);
        }
        operators.push(operator);
        operands.push(operand);
    }
    while let Some(last) = operators.pop() {
        join(&mut operands, last);
    }
    operands.pop().unwrap_or(Expr::Number(0))
}
