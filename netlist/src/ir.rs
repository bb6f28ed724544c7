//! The typed netlist: modules of signals, memories, instances and processes.
//! Interface: [`Netlist`]; module 0 is the top. One clock drives all registers and memories. Methods of [`Netlist`] find signals and memories by
//! path: names joined by dots, without that of the top.
//! Source: the synthesisable subset of IEEE 1364 that the design uses.

use crate::tree::Item;

/// Index of a signal in [`Module::signals`].
pub type SignalId = u32;

/// A hierarchy of modules.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Netlist {
    /// The modules, one per instance; the first is the top.
    pub modules: Vec<Module>,
}

/// The module of one instance.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Module {
    /// Parameters of the module, in the order of its header, with their default values, whose expressions may refer to earlier parameters.
    /// Each is a signal of kind [`Kind::Parameter`].
    pub parameters: Vec<(SignalId, Expr)>,
    /// Signals of the module.
    pub signals: Vec<Signal>,
    /// Memories of the module.
    pub memories: Vec<Memory>,
    /// Instances in the module.
    pub instances: Vec<Instance>,
    /// Processes that drive the signals and memories.
    pub processes: Vec<Process>,
    /// Power-on values of registers; other registers start at 0.
    pub initial: Vec<(SignalId, u64)>,
    /// Conditions that hold at every edge of the clock.
    pub assertions: Vec<Expr>,
    /// The hand-written Verilog from which processes, memories, hidden signals and initial values were read; empty if there is none.
    pub items: Vec<Item>,
}

/// A signal of a module.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signal {
    /// Name in the module; `INSTANCE$PORT` for a port of an instance.
    pub name: String,
    /// Width in bits.
    pub width: u32,
    /// Kind of the signal.
    pub kind: Kind,
    /// Names of the states if the signal holds the state of a state machine, otherwise empty.
    pub states: Vec<String>,
}

/// The kind of a signal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// An input port.
    Input,
    /// An output port.
    Output,
    /// The clock, an input port.
    Clock,
    /// A signal inside the module.
    Local,
    /// A signal declared in hand-written Verilog, not visible in rust-hdl.
    Hidden,
    /// A constant with this value.
    Constant(u64),
    /// A parameter, listed in [`Module::parameters`]. Elaborated netlists have constants instead.
    Parameter,
    /// A port of an instance in this module: index in [`Module::instances`], and the port's signal in the instance's module.
    Port(u32, SignalId),
}

/// A memory of a module.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Memory {
    /// Name of the memory.
    pub name: String,
    /// Width of a word in bits.
    pub width: u32,
    /// Number of words.
    pub words: u32,
    /// Whether bits that are written and read at the same edge are read inverted, because in hardware their value is undefined.
    pub poisons: bool,
}

/// An instance of a module.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Instance {
    /// Name of the instance.
    pub name: String,
    /// Index of the instance's module in [`Netlist::modules`].
    pub module: u32,
    /// Parameters of the instance's module that the enclosing module overrides: signal of the parameter, and its value as an expression in
    /// the enclosing module.
    pub parameters: Vec<(SignalId, Expr)>,
}

/// A group of statements that are executed together.
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
    /// A condition, the statements executed if it is not zero, and those executed otherwise.
    If(Expr, Vec<Statement>, Vec<Statement>),
    /// A selector and its cases; a case without a value is the default.
    Case(Expr, Vec<(Option<Expr>, Vec<Statement>)>),
}

/// The left-hand side of an assignment (Verilog: lvalue).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Lvalue {
    /// A whole signal.
    Signal(SignalId),
    /// Bits of a signal: the lowest bit, and the number of bits.
    Bits(SignalId, u32, u32),
    /// Several left-hand sides, the highest bits first.
    Concat(Vec<Lvalue>),
    /// Bits of a word of a memory: memory, address, lowest bit, and number of bits.
    Word(u32, Expr, u32, u32),
}

/// An unsigned expression, with the width rules of Verilog.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expr {
    /// An unsized number, which has 32 bits.
    Number(u64),
    /// A sized number: value, and width in bits.
    Literal(u64, u32),
    /// A state of a state machine: name, number, and width in bits.
    State(String, u64, u32),
    /// A signal.
    Signal(SignalId),
    /// A word of a memory: memory and address.
    Word(u32, Box<Expr>),
    /// An expression cut or extended to a number of bits.
    Cast(Box<Expr>, u32),
    /// An expression in brackets.
    Paren(Box<Expr>),
    /// An operator with two operands; the tree follows Verilog's precedence.
    Binary(Binary, Box<Expr>, Box<Expr>),
    /// An operator with one operand.
    Unary(Unary, Box<Expr>),
    /// A bit of a word: word and index.
    Index(Box<Expr>, Box<Expr>),
    /// Bits of a word: word, lowest bit, and number of bits.
    Slice(Box<Expr>, Box<Expr>, u32),
    /// A word with one bit replaced: word, index of the bit, and an expression whose lowest bit is the new value.
    Replace(Box<Expr>, Box<Expr>, Box<Expr>),
    /// A condition, the value if it is not zero, and the value otherwise.
    If(Box<Expr>, Box<Expr>, Box<Expr>),
    /// Several words joined, the highest bits first.
    Concat(Vec<Expr>),
}

impl Expr {
    /// The expressions directly inside the expression.
    pub fn operands(&self) -> Vec<&Self> {
        match self {
            Self::Number(_) | Self::Literal(..) | Self::State(..) | Self::Signal(_) => Vec::new(),
            Self::Word(_, inner)
            | Self::Cast(inner, _)
            | Self::Paren(inner)
            | Self::Unary(_, inner) => vec![inner],
            Self::Binary(_, first, second)
            | Self::Index(first, second)
            | Self::Slice(first, second, _) => vec![first, second],
            Self::Replace(first, second, third) | Self::If(first, second, third) => {
                vec![first, second, third]
            }
            Self::Concat(parts) => parts.iter().collect(),
        }
    }

    /// The expressions directly inside the expression.
    pub fn operands_mut(&mut self) -> Vec<&mut Self> {
        match self {
            Self::Number(_) | Self::Literal(..) | Self::State(..) | Self::Signal(_) => Vec::new(),
            Self::Word(_, inner)
            | Self::Cast(inner, _)
            | Self::Paren(inner)
            | Self::Unary(_, inner) => vec![inner],
            Self::Binary(_, first, second)
            | Self::Index(first, second)
            | Self::Slice(first, second, _) => vec![first, second],
            Self::Replace(first, second, third) | Self::If(first, second, third) => {
                vec![first, second, third]
            }
            Self::Concat(parts) => parts.iter_mut().collect(),
        }
    }
}

/// Calls `each` for every expression in some statements, and for those inside it.
pub fn visit_exprs<'a>(statements: &'a [Statement], each: &mut impl FnMut(&'a Expr)) {
    fn inside<'a>(expr: &'a Expr, each: &mut impl FnMut(&'a Expr)) {
        each(expr);
        for operand in expr.operands() {
            inside(operand, each);
        }
    }
    for statement in statements {
        match statement {
            Statement::Assign(left, value) => {
                if let Lvalue::Word(_, address, ..) = left {
                    inside(address, each);
                }
                // A bit that is replaced in the assigned signal itself does not read the signal.
                match (left, value) {
                    (Lvalue::Signal(signal), Expr::Replace(word, index, bit))
                        if **word == Expr::Signal(*signal) =>
                    {
                        inside(index, each);
                        inside(bit, each);
                    }
                    _ => inside(value, each),
                }
            }
            Statement::If(condition, then, otherwise) => {
                inside(condition, each);
                visit_exprs(then, each);
                visit_exprs(otherwise, each);
            }
            Statement::Case(selector, cases) => {
                inside(selector, each);
                for (value, statements) in cases {
                    value.iter().for_each(|value| inside(value, each));
                    visit_exprs(statements, each);
                }
            }
        }
    }
}

/// Collects the signals that some statements read, once per place, and those that they assign, once per assignment.
pub fn visit(statements: &[Statement], reads: &mut Vec<SignalId>, writes: &mut Vec<SignalId>) {
    visit_exprs(statements, &mut |expr| {
        if let Expr::Signal(signal) = expr {
            reads.push(*signal);
        }
    });
    assigned(statements, writes);
}

fn assigned(statements: &[Statement], into: &mut Vec<SignalId>) {
    fn targets(lvalue: &Lvalue, into: &mut Vec<SignalId>) {
        match lvalue {
            Lvalue::Signal(signal) | Lvalue::Bits(signal, ..) => into.push(*signal),
            Lvalue::Concat(parts) => parts.iter().for_each(|part| targets(part, into)),
            Lvalue::Word(..) => {}
        }
    }
    for statement in statements {
        match statement {
            Statement::Assign(left, _) => targets(left, into),
            Statement::If(_, then, otherwise) => {
                assigned(then, into);
                assigned(otherwise, into);
            }
            Statement::Case(_, cases) => {
                for (_, statements) in cases {
                    assigned(statements, into);
                }
            }
        }
    }
}

/// Declares operators from one list, which is also what is read and printed: each with its symbol in Verilog.
macro_rules! operators {
    ($(#[$attribute:meta])* pub enum $name:ident {
        $($(#[$documentation:meta])* $operator:ident = $symbol:literal,)+
    }) => {
        $(#[$attribute])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[expect(missing_docs)]
        pub enum $name {
            $($(#[$documentation])* $operator,)+
        }

        impl $name {
            /// All operators.
            pub fn all() -> impl Iterator<Item = Self> {
                [$(Self::$operator),+].into_iter()
            }

            /// Symbol of the operator in Verilog.
            pub const fn symbol(self) -> &'static str {
                match self {
                    $(Self::$operator => $symbol,)+
                }
            }
        }
    };
}

operators! {
    /// Operators with two operands.
    pub enum Binary {
        Add = "+",
        Sub = "-",
        Mul = "*",
        LogicalAnd = "&&",
        LogicalOr = "||",
        Xor = "^",
        And = "&",
        Or = "|",
        Shl = "<<",
        Shr = ">>",
        Eq = "==",
        Ne = "!=",
        Lt = "<",
        Le = "<=",
        Gt = ">",
        Ge = ">=",
        Xnor = "~^",
        /// Division; with signals as operands it cannot be simulated.
        Div = "/",
        /// Remainder of a division, with the same limit.
        Rem = "%",
        /// Power, with the same limit.
        Power = "**",
    }
}

impl Binary {
    /// Precedence of the operator in Verilog; a higher number binds more strongly.
    pub const fn precedence(self) -> u8 {
        match self {
            Self::LogicalOr => 1,
            Self::LogicalAnd => 2,
            Self::Or => 3,
            Self::Xor | Self::Xnor => 4,
            Self::And => 5,
            Self::Eq | Self::Ne => 6,
            Self::Lt | Self::Le | Self::Gt | Self::Ge => 7,
            Self::Shl | Self::Shr => 8,
            Self::Add | Self::Sub => 9,
            Self::Mul | Self::Div | Self::Rem => 10,
            Self::Power => 11,
        }
    }

    /// The self-determined width of the result, by the widths of the operands.
    pub fn width(self, left: u32, right: u32) -> u32 {
        match self.rule() {
            WidthRule::Arithmetic => left.max(right),
            WidthRule::Left => left,
            WidthRule::Logic | WidthRule::Comparison => 1,
        }
    }

    /// The widths at which the operands are evaluated in a context of width `context`, by their own.
    pub fn operand_widths(self, left: u32, right: u32, context: u32) -> (u32, u32) {
        match self.rule() {
            WidthRule::Arithmetic => (context, context),
            WidthRule::Left => (context, right),
            WidthRule::Logic => (left, right),
            WidthRule::Comparison => (left.max(right), left.max(right)),
        }
    }

    fn rule(self) -> WidthRule {
        match self {
            Self::Add
            | Self::Sub
            | Self::Mul
            | Self::Div
            | Self::Rem
            | Self::And
            | Self::Or
            | Self::Xor
            | Self::Xnor => WidthRule::Arithmetic,
            Self::Shl | Self::Shr | Self::Power => WidthRule::Left,
            Self::LogicalAnd | Self::LogicalOr => WidthRule::Logic,
            Self::Eq | Self::Ne | Self::Lt | Self::Le | Self::Gt | Self::Ge => {
                WidthRule::Comparison
            }
        }
    }
}

/// Which widths an operator with two operands has.
enum WidthRule {
    /// Operands and result have one width.
    Arithmetic,
    /// The left operand has the width of the result, the right one its own.
    Left,
    /// Each operand has its own width; the result has 1 bit.
    Logic,
    /// Both operands have the width of the wider one; the result has 1 bit.
    Comparison,
}

operators! {
    /// Operators with one operand.
    pub enum Unary {
        Not = "~",
        Neg = "-",
        All = "&",
        Any = "|",
        Parity = "^",
        LogicalNot = "!",
        Nand = "~&",
        Nor = "~|",
        Xnor = "~^",
    }
}

impl Unary {
    /// The self-determined width of the result, by the width of the operand.
    pub const fn width(self, operand: u32) -> u32 {
        if self.is_one_bit() { 1 } else { operand }
    }

    /// The width at which the operand is evaluated in a context of width `context`, by its own.
    pub const fn operand_width(self, operand: u32, context: u32) -> u32 {
        if self.is_one_bit() { operand } else { context }
    }

    /// Whether the result has 1 bit, whatever the width of the operand.
    const fn is_one_bit(self) -> bool {
        match self {
            Self::Not | Self::Neg => false,
            Self::All
            | Self::Any
            | Self::Parity
            | Self::LogicalNot
            | Self::Nand
            | Self::Nor
            | Self::Xnor => true,
        }
    }
}

/// Builds the tree of `first op operand op operand …` by Verilog's precedence; all operators are left-associative.
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

impl Netlist {
    /// The path of a module's instance, with a dot after each name; empty for the top.
    pub fn path(&self, module: u32) -> String {
        let above = self.modules.iter().zip(0..).find_map(|(above, number)| {
            let instance = above.instances.iter().find(|i| i.module == module)?;
            Some((number, instance))
        });
        match above {
            Some((above, instance)) => format!("{}{}.", self.path(above), instance.name),
            None => String::new(),
        }
    }

    /// Splits the path of a signal or memory into the module that contains it and its name there; `None` if an instance on the path does
    /// not exist.
    fn find<'a>(&self, path: &'a str) -> Option<(u32, &'a str)> {
        let mut module = 0;
        let mut names = path.split('.').peekable();
        while let Some(name) = names.next() {
            if names.peek().is_none() {
                return Some((module, name));
            }
            let instances = &self.modules.get(module as usize)?.instances;
            module = instances.iter().find(|i| i.name == name)?.module;
        }
        None
    }

    /// Finds a signal by its path: returns the module and the index of the signal in it, or `None` if there is no such signal.
    pub fn signal(&self, path: &str) -> Option<(u32, SignalId)> {
        let (module, name) = self.find(path)?;
        let signals = &self.modules.get(module as usize)?.signals;
        let place = signals.iter().position(|signal| signal.name == name)?;
        Some((module, place as SignalId))
    }

    /// Finds a memory by its path: returns the module and the index of the memory in it, or `None` if there is no such memory.
    pub fn memory(&self, path: &str) -> Option<(u32, u32)> {
        let (module, name) = self.find(path)?;
        let memories = &self.modules.get(module as usize)?.memories;
        let place = memories.iter().position(|memory| memory.name == name)?;
        Some((module, place as u32))
    }
}
